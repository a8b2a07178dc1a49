"""Generated battle files: good ones, and good ones that something was done to."""

import copy
from typing import Any

from hypothesis import strategies as st

import engine
from tests.games.manymarios.kernel_cases import Draw, army, battle

Json = Any


SEEDS = st.integers(0, 2**64 - 1)
ARMIES = SEEDS.map(lambda seed: army(Draw(seed), 1, 8))
BATTLE_FILES: st.SearchStrategy[dict[str, Json]] = st.builds(
    lambda seed, a, b: {**battle(Draw(seed), [a, b]), "seed": seed}, SEEDS, ARMIES, ARMIES
)
"""Battle files that the engine has to accept."""

JUNK: st.SearchStrategy[Json] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=6,
)
"""Anything that JSON can say, and numbers that it cannot."""


def _places(value: Json, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner: list[tuple[Any, Json]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    return [place for key, v in inner for place in ((*path, key), *_places(v, (*path, key)))]


def mutilated() -> st.SearchStrategy[Json]:
    """A battle file in which up to three values are replaced, left out, doubled or made huge."""
    return spoilt(BATTLE_FILES)


@st.composite
def spoilt(draw: st.DrawFn, documents: st.SearchStrategy[Json]) -> Json:
    """One of these documents with up to three values replaced, left out, doubled or made huge."""
    document = copy.deepcopy(draw(documents))
    for _ in range(draw(st.integers(1, 3))):
        places = _places(document)
        if not places:
            break
        *path, last = draw(st.sampled_from(places))
        inner: Json = document
        for step in path:
            inner = inner[step]
        match draw(st.sampled_from(["junk", "leave out", "another key", "huge"])):
            case "junk":
                inner[last] = draw(JUNK)
            case "leave out":
                del inner[last]
            case "another key" if isinstance(inner, dict):
                inner[draw(st.text(max_size=9))] = inner[last]
            case _:
                inner[last] = draw(
                    st.sampled_from(
                        [10**30, -(10**9), "x" * 5000, "\x1b\U000e0001" * 500, [[]] * 500]
                    )
                )
    return document


def is_accepted(source: Any) -> bool:
    return not problems_of(source)


def problems_of(source: Any) -> tuple[engine.Problem, ...]:
    """Why the engine refuses this, or nothing; a refusal without a reason counts as none."""
    try:
        engine.read(source)
    except engine.InputError as error:
        return error.problems
    return ()
