"""Who beats whom as tables: the armies, and the share of each against each."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import engine
from engine import search
from webapp.base.tables import Column, Row, Table

ARMIES: Final = (
    Column("place", "integer", "the army's number, from 0, in the order in which it was given"),
    Column("name", "text", "what it is called"),
    Column("position", "integer", "its number, from 0, in the heat map: neighbours are alike"),
    Column("style", "integer", "the number of its style, from 0, in the order of the heat map"),
    Column("strategy", "number", "how often the mixture that no other beats brings it"),
    Column("mean", "number", "its share against all armies, itself too, each side as often"),
    Column("side", "text", "its side of a battle file, as JSON"),
)
SHARES: Final = (
    Column("a", "integer", "the place of the army that is side a"),
    Column("b", "integer", "the place of the army that is side b"),
    Column("name_a", "text", "what a is called"),
    Column("name_b", "text", "what b is called"),
    Column("share", "number", "a's chance to win and half of that of a draw"),
    Column("low", "number", "the lower end of its 95 % interval; the share itself if exact"),
    Column("high", "number", "the upper end"),
)
METHODS: Final = {
    "exact": "each share follows from all falls of the dice",
    "sample": "shares are of `samples` battles each, with Wilson's interval at 95 %; those of an "
    "exact pair have no width",
}


def tables(found: search.Matchups, files: Sequence[Mapping[str, Any]]) -> list[Table]:
    """The tables of armies that are given as battle files, of which side a takes part."""
    styles = search.styles(found.win)
    return [
        Table("armies", ARMIES, _armies(found, styles, files)),
        Table("shares", SHARES, _shares(found)),
    ]


def manifest(found: search.Matchups, files: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What the manifest says: the question, the method, the seeds."""
    first = files[0]
    ruleset = engine.rulesets()[first["ruleset"]]
    return {
        "what": "matchups: the share of every army, as side a, against every army, as side b",
        "asked": {"terms": engine.terms_of(first), "armies": len(files), "samples": found.samples},
        "ruleset": {"id": ruleset.id, "version": ruleset.version},
        "method": found.method,
        "method_is": METHODS[found.method],
        "seeds": {} if found.samples is None else {"samples": 0},
        "styles": "complete linkage over the root mean square of the differences of shares; any "
        f"two armies of one style are at most {search.APART_MOST} apart",
        "strategy": "by a linear programme (HiGHS); either player is side a as often as side b",
    }


def _armies(
    found: search.Matchups, styles: search.Styles, files: Sequence[Mapping[str, Any]]
) -> Iterator[Row]:
    places = [(place, number) for number, style in enumerate(styles) for place in style]
    position = {place: (at, style) for at, (place, style) in enumerate(places)}
    count = len(found.armies)
    for place, name in enumerate(found.armies):
        mean = sum(found.win[place][j] + 1 - found.win[j][place] for j in range(count)) / count / 2
        side = json.dumps(files[place]["sides"][0], ensure_ascii=False)
        yield place, name, *position[place], found.strategy[place], mean, side


def _shares(found: search.Matchups) -> Iterator[Row]:
    for a, row in enumerate(found.win):
        for b, share in enumerate(row):
            low, high = found.interval[a][b] if found.interval else (share, share)
            yield a, b, found.armies[a], found.armies[b], share, low, high
