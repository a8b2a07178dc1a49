"""Every message fits on a screen, however large the input is that it is about."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import pytest

import engine
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
SHORT: Final = "text that is written out"
PLAYED = [json.loads(files[0].read_bytes()) for files in map(battle_files, engine.rulesets())]


def lines_of(refused: Callable[[], object]) -> list[str]:
    """The problems that a call is refused for; none if it is not."""
    try:
        refused()
    except engine.InputError as error:
        return [str(problem) for problem in error.problems]
    return []


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[tuple[Any, ...], Any]]:
    """Every place of a document with its value, first the document itself."""
    inner = value.items() if isinstance(value, dict) else ()
    inner = enumerate(value) if isinstance(value, list) else inner
    return [(path, value), *(deep for key, row in inner for deep in places(row, (*path, key)))]


def put(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    """The document with another value at this place."""
    if not path:
        return value
    copy = dict(document) if isinstance(document, dict) else list(document)
    copy[path[0]] = put(document[path[0]], path[1:], value)
    return copy


@pytest.mark.parametrize("document", PLAYED, ids=lambda document: document["ruleset"])
@pytest.mark.parametrize(
    "kind", [SHORT, *(pytest.param(k, marks=pytest.mark.long) for k in HUGE if k != SHORT)]
)
def test_whatever_stands_in_a_battle_file_its_problems_are_short(
    document: dict[str, Any], kind: str
) -> None:
    lines = []
    for path, inner in places(document):
        files = [put(document, path, HUGE[kind])]
        if isinstance(inner, dict):
            files.append(put(document, path, {**inner, "x" * 999: 1, "y": HUGE[kind]}))
        lines += [line for file in files for line in lines_of(partial(engine.read, file))]
    assert lines
    assert max(map(len, lines)) < MOST


@pytest.mark.parametrize(
    "refused",
    [
        lambda: engine.read(b"{" * 100_000),
        lambda: engine.read(b"9" * 100_000),
        lambda: engine.read(b'{"' + b"k" * 9_999 + b'": 1, "' + b"k" * 9_999 + b'": 2}'),
        lambda: engine.read('{"' + "\U000e0001" * 999 + '": 1, "' + "\U000e0001" * 999 + '": 2}'),
        lambda: engine.play({**DUEL, "rolls": [7, 19] * 5_000}, 1),
        lambda: engine.play({**DUEL, "rolls": [999] * 10_000}, 1),
        lambda: engine.conditioned(DUEL, "x" * 9_999),
        lambda: engine.conditioned(DUEL, "\U000e0001" * 99),
    ],
)
def test_what_is_refused_as_a_whole_is_not_all_repeated(refused: Callable[[], object]) -> None:
    (line,) = lines_of(refused)
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
