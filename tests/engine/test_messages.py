"""Every message fits on a screen, however large the input is that it is about."""

import json
from collections.abc import Callable
from itertools import product
from typing import Any, Final

import pytest

import engine
from tests.dsl import battle_file
from tests.golden.files import battle_files
from tests.odds.stacks import DUEL

MOST: Final = 300
HUGE: Final[dict[str, Any]] = {
    "long text": "x" * 500_000,
    "text that is written out": "\x1b\U000e0001\ud800" * 500,
    "a large number": 10**4_000,
    "a large negative number": -(10**4_000),
    "a long list": ["x" * 1_000] * 5_000,
    "long numbers": [10**300] * 200,
    "many long keys": {f"{'k' * 500}{n}": n for n in range(2_000)},
    "keys that are written out": {"\n\U000e0001" * 200: {"\x00" * 200: None}},
    "deep lists": json.loads("[" * 900 + "]" * 900),
}
PLAYED = [json.loads(files[0].read_bytes()) for files in map(battle_files, engine.rulesets())]


def lines_of(refused: Callable[[], object]) -> list[str]:
    """The problems that a call is refused for; none if it is not."""
    try:
        refused()
    except engine.InputError as error:
        return [str(problem) for problem in error.problems]
    return []


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of a document, first the document itself."""
    inner = value.items() if isinstance(value, dict) else ()
    inner = enumerate(value) if isinstance(value, list) else inner
    return [path, *(deep for key, row in inner for deep in places(row, (*path, key)))]


def put(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    """The document with another value at this place."""
    if not path:
        return value
    copy = dict(document) if isinstance(document, dict) else list(document)
    copy[path[0]] = put(document[path[0]], path[1:], value)
    return copy


@pytest.mark.parametrize("document", PLAYED, ids=lambda document: document["ruleset"])
@pytest.mark.parametrize("kind", HUGE)
def test_whatever_stands_in_a_battle_file_its_problems_are_short(
    document: dict[str, Any], kind: str
) -> None:
    lines = [
        line
        for path in places(document)
        for line in lines_of(lambda path=path: engine.read(put(document, path, HUGE[kind])))  # type: ignore[misc]
    ]
    assert lines
    assert max(map(len, lines)) < MOST


@pytest.mark.parametrize("kind", HUGE)
def test_additional_members_are_refused_in_short(kind: str) -> None:
    for document in PLAYED:
        for path in places(document):
            inner: Any = document
            for step in path:
                inner = inner[step]
            if isinstance(inner, dict):
                more = put(document, path, {**inner, "x" * 999: 1, "y": HUGE[kind]})
                assert all(len(line) < MOST for line in lines_of(lambda d=more: engine.read(d)))  # type: ignore[misc]


@pytest.mark.parametrize(
    "text",
    [
        b"{" * 100_000,
        b"9" * 100_000,
        b"x" * 2_000_000,
        b'{"' + b"k" * 9_999 + b'": 1, "' + b"k" * 9_999 + b'": 2}',
        '{"' + "\U000e0001" * 999 + '": 1, "' + "\U000e0001" * 999 + '": 2}',
        b"\xff" * 9_999,
        b'{"seed": ' + b"1" * 5_000 + b"}",
    ],
    ids=lambda text: str(text[:8]),
)
def test_text_that_is_no_battle_file_is_refused_in_short(text: Any) -> None:
    (line,) = lines_of(lambda: engine.read(text))
    assert len(line) < MOST


@pytest.mark.parametrize("rolls", [[7, 19] * 5_000, [999] * 10_000, [0, 19] * 5_000])
def test_rolls_that_do_not_fit_are_not_all_repeated(rolls: list[int]) -> None:
    (line,) = lines_of(lambda: engine.play({**DUEL, "rolls": rolls}, 1))
    assert line.startswith("rolls: do not fit this battle")
    assert len(line) < MOST


def test_scripted_rolls_are_not_all_repeated() -> None:
    dice = engine.Scripted([7] * 100_000)
    with pytest.raises(engine.ChanceError, match=r"\[7, .* …\], 100,000 in all") as left:
        dice.finish()
    with pytest.raises(engine.ChanceError) as high:
        engine.Scripted([10**4_000]).below(6, "w" * 999, "")
    dice.used = len(dice.rolls)
    with pytest.raises(engine.ChanceError, match="no roll is left") as none:
        dice.below(6, "a die", "")
    assert max(len(str(error.value)) for error in (left, high, none)) < MOST


@pytest.mark.parametrize(
    ("wish", "document"), [*product(["x" * 9_999, "\U000e0001" * 99, "a" * 20], [DUEL])]
)
def test_an_odd_wish_is_refused_in_short(wish: str, document: dict[str, Any]) -> None:
    (line,) = lines_of(lambda: engine.conditioned(document, wish))
    assert len(line) < MOST


def test_an_unknown_ruleset_of_a_recording_is_not_all_repeated() -> None:
    recording = engine.play(battle_file("goomba | toad"), 1)
    line = recording.lines().replace(b'"manymarios"', b'"' + b"m" * 9_999 + b'"', 1)
    with pytest.raises(engine.RecordingError) as caught:
        engine.load_recording(line)
    assert len(str(caught.value)) < MOST


def test_a_method_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="no method 'exakt'; did you mean 'exact'"):
        engine.odds(battle_file("goomba | toad"), method="exakt")  # type: ignore[arg-type]
