"""What an order may meet: worked out by hand, true in every match, and of nothing secret."""

from typing import Any

import pytest

from engine.core.events import SIDES, SideId
from engine.core.rng import Seeded
from engine.players.siege.bots import BOTS
from engine.players.siege.inference import Outlook, previews
from engine.rulesets.siege.match import Match
from engine.rulesets.siege.rules import Stats
from engine.rulesets.siege.snapshot import LETTERS, STATS
from engine.rulesets.siege.view import by_letter
from tests.games.siege.test_notebook import match_of
from tests.sieges import EVEN, random_army

SPEARS = "4/0/3 4/0/3 2/2/1 0/4/1 0/4/2"


def outlooks(match: Match, side: SideId, letter: Any, order: Any) -> dict[str, Outlook]:
    return {one.place: one for one in previews(match.view(side))[letter][order]}


def told(outlook: Outlook) -> tuple[Any, ...]:
    return outlook.best.row, outlook.best.changes, outlook.worst.row, outlook.worst.changes


def test_before_the_first_round_everything_may_come() -> None:
    """ATK 4, DEF 0, HP 3 meets ATK 1 to 4: ATK 4 at most is no 2 more, and DEF 0 saves nobody.

    Nobody is exhausted yet, so that B3 is out: what is left is B5.
    """
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


def test_who_is_weaker_may_be_wounded_and_who_has_nothing_left_disarmed() -> None:
    """ATK 2, DEF 2: an enemy of ATK 4 wounds it (B2); one of ATK 1 leaves it untouched (B4)."""
    fight = outlooks(match_of(SPEARS, EVEN), "b", "A", "attack")["fight"]
    assert fight.rows == ("B2", "B4", "B5")
    assert told(fight) == ("B4", {}, "B2", {"hp": -1, "exh": 1})


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
    (first,), (second,) = (previews(match.view("a"))[x]["recover"] for x in ("A", "B"))
    assert told(first) == (None, {"exh": -1}, None, {"exh": -1})
    assert told(second) == (None, {"exh": -1}, None, {"hp": -1, "exh": -1})


def test_what_a_unit_may_not_do_has_no_preview() -> None:
    found = previews(match_of(SPEARS, EVEN).view("a"))
    assert [list(found[letter]) for letter in ("A", "D")] == [["attack"], ["defend"]]


def test_what_was_learnt_narrows_it_down() -> None:
    before = match_of(SPEARS, EVEN)
    after = match_of(SPEARS, EVEN, *["annnn|annnn"] * 3)
    # Three fights, three EXH: b's A can do nothing but recover, and is met by nobody.
    assert "A" in outlooks(before, "a", "C", "attack")["fight"].units
    assert "A" not in outlooks(after, "a", "C", "attack")["fight"].units


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(n, marks=pytest.mark.long) for n in range(1, 4))]
)
def test_what_becomes_of_a_unit_is_among_what_was_foretold(seed: int) -> None:
    rng = Seeded(seed)
    match = match_of(random_army(rng), random_army(rng))
    for _ in range(5):
        foretold = {side: previews(match.view(side)) for side in SIDES}
        before = {side: match.state.sides[side].five() for side in SIDES}
        given = [by_letter(BOTS["random"].decide(match.view(side), rng)) for side in SIDES]
        match.resolve(*given)
        if match.ended:
            return
        record = match.state.records[-1]
        for side, obeyed in zip(SIDES, given, strict=True):
            now = match.state.sides[side].five()
            for k, letter in enumerate(LETTERS):
                if obeyed[letter] == "none":
                    continue
                found = foretold[side][letter][obeyed[letter]]
                changed = _changes(before[side][k], now[k])
                row = record.rows.get(f"{side}{letter}")
                assert any(
                    _worth(one.worst.changes) <= _worth(changed) <= _worth(one.best.changes)
                    and (row is None or row in one.rows)
                    for one in found
                ), (seed, side, letter, obeyed[letter], changed, row, found)


def _changes(before: Stats, now: Stats) -> dict[Any, int]:
    return {stat: now[k] - before[k] for k, stat in enumerate(STATS) if now[k] != before[k]}


def _worth(changes: dict[Any, int]) -> int:
    return sum(-delta if stat == "exh" else delta for stat, delta in changes.items())
