"""Notebook and previews: true in every match, as narrow as can be, of nothing that is secret."""

from collections.abc import Iterator
from typing import Any

import pytest

import engine
from engine import seen_by
from engine.core.battle import fold
from engine.core.events import SIDES, SideId
from engine.core.rng import Seeded
from engine.players.siege import notebook as notes
from engine.players.siege.kernel.inference import sight_of, sight_of_view
from engine.players.siege.ruleset import BOTS
from engine.rulesets.siege.catalog import TABLES
from engine.rulesets.siege.events import LETTERS, STATS
from engine.rulesets.siege.match import Match
from engine.rulesets.siege.rules import Stats
from engine.rulesets.siege.state import by_letter
from tests.games.siege.worlds import State
from tests.sieges import EVEN, orders, random_army, side, siege_file

EASY_BOTS = ("random", "cautious", "aggressive")
VIEWERS: tuple[SideId | None, ...] = ("a", "b", None)


def match_of(army_a: str, army_b: str, *rounds: str) -> Match:
    """A match after these rounds, `aaddr|ddnnn`."""
    match = Match(engine.read(siege_file(side(army_a), side(army_b))))
    for given in rounds:
        one, two = given.split("|")
        match.resolve(orders(one), orders(two))  # type: ignore[arg-type]
    return match


def bots_match(seed: int, most: int = 40) -> Iterator[Match]:
    """A match between two bots, after each of its rounds but one that ends it."""
    rng = Seeded(seed)
    match = match_of(random_army(rng), random_army(rng))
    bots = [BOTS[EASY_BOTS[rng.below(3, "which bot", "")]] for _ in SIDES]
    for _ in range(most):
        one, two = (
            by_letter(bot.decide(match.view(side_id), rng))
            for bot, side_id in zip(bots, SIDES, strict=True)
        )
        match.resolve(one, two)
        if match.ended:
            return
        yield match


def allotment(match: Match, side_id: SideId) -> State:
    return tuple(
        (*(unit.values[stat] for stat in STATS),)  # type: ignore[misc]
        for unit in match.state.sides[side_id].allotment
    )


@pytest.mark.parametrize("viewer", VIEWERS)
def test_what_is_true_is_among_what_can_be_true(viewer: SideId | None) -> None:
    for seed in range(3 if viewer else 1):
        for match in bots_match(seed, 40 if viewer else 8):
            book = notes.notebook(sight_of(match.state, viewer, TABLES))
            for side_id in SIDES:
                start, now = allotment(match, side_id), match.state.sides[side_id].five()
                for letter, *true in zip(LETTERS, start, now, strict=True):
                    stats = book.units.get(f"{side_id}{letter}", {})
                    assert (stats == {}) == (side_id == viewer)
                    for place, stat in enumerate(stats):
                        assert true[0][place] in stats[stat].start.values, (seed, match.round)
                        assert true[1][place] in stats[stat].now.values, (seed, match.round)
            assert book.exact or not viewer


@pytest.mark.parametrize("viewer", VIEWERS)
def test_it_needs_nothing_but_the_events_that_its_viewer_was_shown(viewer: SideId | None) -> None:
    ruleset = engine.rulesets()["siege"]
    for seed in range(2):
        for match in bots_match(seed, most=8):
            *_, shown = fold(ruleset, seen_by(match.events, viewer))
            sight = sight_of(match.state, viewer, TABLES)
            assert sight_of(shown, viewer, TABLES) == sight
            if viewer:
                assert sight_of_view(match.view(viewer)) == sight


def test_it_keeps_what_each_round_revealed_and_what_follows_from_it() -> None:
    """a's A (ATK 4) meets b's B (2); a's rest has A = 5 against D = 8 of b's D and E, so DEF 4
    each; b's others have 2, D and E at most 3 ATK and HP. B4: B's ATK 2 is below A's, not above its
    DEF."""
    army_a = "4/2/1 2/2/2 2/2/2 1/2/2 1/2/3"
    army_b = "4/1/2 2/1/2 4/0/3 0/4/1 0/4/2"
    book = notes.notebook(sight_of(match_of(army_a, army_b, "aaaan|nandd").state, "a", TABLES))
    assert book.rounds == (
        notes.RoundKnown(
            number=1,
            meetings=(notes.Meeting("aA", "bB", 4, 2),),
            defenders={"a": (), "b": ("bD", "bE")},
            besieged=notes.Besieged("b", ("aB", "aC", "aD"), 5, 8),
        ),
    )
    known = book.units
    assert known["bB"]["atk"].start == notes.Span(2, 2, (2,))
    assert known["bD"]["def"].now == known["bE"]["def"].now == notes.Span(4, 4, (4,))
    assert known["bA"]["def"].now == notes.Span(0, 2, (0, 1, 2))
    assert known["bE"]["hp"].start == notes.Span(0, 3, (0, 1, 2, 3))
    # S6: both defenders are tired; B, beaten by 2 and with less DEF than a's ATK, is tired too.
    assert [known[f"b{letter}"]["exh"].now.values for letter in LETTERS] == [
        (0,),
        (1,),
        (0,),
        (1,),
        (1,),
    ]
    # The top defender has lost 1 HP, and B has lost 1 HP or, without any, 1 ATK.
    assert known["bB"]["atk"].now == notes.Span(1, 2, (1, 2))
    assert known["bB"]["hp"].start == notes.Span(0, 4, (0, 1, 2, 3, 4))
    assert known["bB"]["hp"].now == notes.Span(0, 3, (0, 1, 2, 3))


SPEARS = "4/0/3 4/0/3 2/2/1 0/4/1 0/4/2"


def outlooks(match: Match, side: SideId, letter: Any, order: Any) -> dict[str, notes.Outlook]:
    return {one.place: one for one in notes.previews(match.view(side))[letter][order]}


def told(outlook: notes.Outlook) -> tuple[Any, ...]:
    return outlook.best.row, outlook.best.changes, outlook.worst.row, outlook.worst.changes


def test_before_the_first_round_everything_may_come() -> None:
    """ATK 4, DEF 0, HP 3 meets ATK 1 to 4: never 2 more, DEF 0 saves none, and without exhaustion
    B3 is out: B5."""
    found = outlooks(match_of(SPEARS, EVEN), "a", "A", "attack")
    assert set(found) == {"fight", "castle", "open"}
    assert found["fight"].units == LETTERS
    assert found["fight"].rows == ("B5",)
    assert told(found["fight"]) == ("B5", {"exh": 1}, "B5", {"exh": 1})
    # Alone against DEF 1 it tires by leading (S3), against 8 it is thrown back (S5).
    assert found["castle"].rows == ("S3", "S4", "S5", "S6")
    assert found["castle"].worst.changes == {"hp": -1, "exh": 1}
    # B leads when A attacks with it: equal values, but C has DEF 2. Then A pays nothing (S3).
    assert told(found["castle"])[:2] == ("S3", {})
    assert told(found["open"]) == ("S2", {}, "S2", {})


def test_a_wall_may_be_quiet_or_besieged() -> None:
    """D, 0/4/1: overrun or barely holding it loses a point, and in each case it tires."""
    found = outlooks(match_of(SPEARS, EVEN), "a", "D", "defend")
    assert set(found) == {"wall", "quiet"}
    assert told(found["quiet"]) == ("S1", {}, "S1", {})
    assert found["wall"].rows == ("S3", "S4", "S5", "S6")
    assert _worth(found["wall"].worst.changes) == -2
    assert found["wall"].best.changes == {"exh": 1}


def test_of_those_who_recover_all_but_the_first_may_pay() -> None:
    """A and B, 4/0/3 each, have fought: equals recover by letter, so only B may pay."""
    match = match_of(SPEARS, EVEN, "aannn|aannn")
    assert [unit[3] for unit in match.state.sides["a"].five()] == [1, 1, 0, 0, 0]
    (first,), (second,) = (notes.previews(match.view("a"))[x]["recover"] for x in ("A", "B"))
    assert told(first) == (None, {"exh": -1}, None, {"exh": -1})
    assert told(second) == (None, {"exh": -1}, None, {"hp": -1, "exh": -1})


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(n, marks=pytest.mark.long) for n in range(1, 4))]
)
def test_what_becomes_of_a_unit_is_among_what_was_foretold(seed: int) -> None:
    rng = Seeded(seed)
    match = match_of(random_army(rng), random_army(rng))
    for _ in range(5):
        foretold = {side_id: notes.previews(match.view(side_id)) for side_id in SIDES}
        before = {side_id: match.state.sides[side_id].five() for side_id in SIDES}
        given = [by_letter(BOTS["random"].decide(match.view(side_id), rng)) for side_id in SIDES]
        match.resolve(*given)
        if match.ended:
            return
        record = match.state.records[-1]
        for side_id, obeyed in zip(SIDES, given, strict=True):
            now = match.state.sides[side_id].five()
            for k, letter in enumerate(LETTERS):
                if obeyed[letter] == "none":
                    continue
                found = foretold[side_id][letter][obeyed[letter]]
                changed = _changes(before[side_id][k], now[k])
                row = record.rows.get(f"{side_id}{letter}")
                assert any(
                    _worth(one.worst.changes) <= _worth(changed) <= _worth(one.best.changes)
                    and (row is None or row in one.rows)
                    for one in found
                ), (seed, side_id, letter, obeyed[letter], changed, row, found)


def _changes(before: Stats, now: Stats) -> dict[Any, int]:
    return {stat: now[k] - before[k] for k, stat in enumerate(STATS) if now[k] != before[k]}


def _worth(changes: dict[Any, int]) -> int:
    return sum(-delta if stat == "exh" else delta for stat, delta in changes.items())
