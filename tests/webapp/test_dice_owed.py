"""What the dice owed over the games of a series, and over those of a browser."""

import re
from html import unescape
from typing import Any

import pytest

import engine
from engine import SideId
from tests.sieges import EVEN, side, siege_file
from tests.stacks import battle_file, unit
from tests.webapp.challengers import Person
from tests.webapp.stopped_clock import StoppedClock
from webapp.base.wording import MINUS
from webapp.battles import owed, search_guard

HOUR_MS = 3_600_000
VERSION = engine.rulesets()["warlords"].version
STRONG = {"stack": [unit(8, 1)]}
WEAK = {"stack": [unit(5, 1)]}
"""Strength 8 against 5 on a die of 20: 8 * 15 : 5 * 12 = 2 : 1."""


def told(person: Person, address: str) -> str:
    main = person.get(address).partition("<main")[2]
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", main)))


def play(page: str, a: Person, b: Person) -> None:
    a.seal(page, STRONG)
    b.seal(page, WEAK)


def test_series_luck(ann: Person, bo: Person, cem: Person, clock: StoppedClock) -> None:
    """Ann has 2/3, then 1/3 on the other side: 0.7 and then 1 win owed."""
    first = ann.challenge("warlords", best_of="3")
    bo.join(ann.link(first, "join"))
    play(first, ann, bo)
    assert "There is no battle yet that is over" in told(cem, f"{first}/dice"), "it is on air"
    assert "There is no battle yet" in told(ann, "/dice")
    assert "What the dice owed over" not in told(cem, first)
    clock.ms += HOUR_MS
    won = cem.standing(first)["winner"] == "a"
    page = told(cem, f"{first}/dice")
    of_ann = f"{'0.3 wins more' if won else '0.7 wins fewer'} than the dice owed, of 1."
    of_bo = f"{'0.3 wins fewer' if won else '0.7 wins more'} than the dice owed, of 1."
    for text in (f"Ann: {of_ann}", f"Bo: {of_bo}", f"{MINUS}0.7 to +0.3", f"{MINUS}0.3 to +0.7"):
        assert text in page
    assert f"You: {of_ann}" in told(ann, "/dice")
    assert "There is no battle yet" in told(cem, "/dice"), "she has only looked on"

    second = ann.send(f"{first}/next").location
    play(second, bo, ann)
    assert ", of 1." in told(cem, f"{second}/dice"), "the second one is on air"
    clock.ms += HOUR_MS
    wins = won + (cem.standing(second)["winner"] == "b")
    words = ["1.0 wins fewer than", "as many wins as", "1.0 wins more than"][wins]
    page = told(cem, f"{second}/dice")
    assert f"Ann: {words} the dice owed, of 2." in page
    assert f"{MINUS}1.0 to +1.0" in page
    assert f"You: {words} the dice owed, of 2." in told(ann, "/dice")
    assert "What the dice owed over all their games" in told(cem, second)


def won_by(winner: SideId, file: Any, version: int = VERSION) -> owed.Fought:
    return owed.Fought({"battle": file, "ruleset_version": version}, winner, "a")


def test_what_has_no_exact_odds_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A siege between bots, and a battle of rules that are not installed any more."""
    bots = siege_file(side(EVEN, bot="cautious"), side(EVEN, bot="aggressive"))
    duel = battle_file([unit(8, 1)], [unit(5, 1)])
    outdated = won_by("a", duel, VERSION - 1)
    found = owed.report([won_by("a", bots, 2), outdated, won_by("b", duel)])
    assert (found.left_out, found.owed.battles) == (2, 1)
    assert found.owed.dice == pytest.approx(-1 / 3)

    def refuse(*_: object) -> None:
        raise engine.InputError.single("", "too many orders")

    monkeypatch.setattr(search_guard, "verdict", refuse)
    found = owed.report([won_by("a", duel)])
    assert (found.owed.battles, found.verdict, found.waiting) == (1, None, 0), "the dice are left"


def test_where_wins_come_from(ann: Person, bo: Person, cem: Person, clock: StoppedClock) -> None:
    """A duel: of half a win the strong army makes 2/3, so 0.7, and the dice the rest."""
    page = ann.challenge("warlords")
    bo.join(ann.link(page, "join"))
    play(page, ann, bo)
    clock.ms += HOUR_MS
    won = cem.standing(page)["winner"] == "a"
    words = told(cem, f"{page}/dice?spoilers=1")
    mine = "+0.3" if won else f"{MINUS}0.7"
    assert (
        f"Ann: {won:.1f} wins of 1. Half of them would be 0.5; the armies gave +0.2, "
        f"the order of the units 0.0, the dice {mine}."
    ) in words
    assert "± " not in words, "all is exact"
    hidden = ann.get(f"{page}/dice?spoilers=0")
    shown = re.sub(r'<details class="spoiler">.*?</details>', "", hidden, flags=re.S)
    assert "than the dice owed" in hidden
    assert "than the dice owed" not in shown
    ann.get("/c/bcdfghjk/dice", 404)


def test_so_much_is_worked_out_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """One battle a time: those that are known cost nothing, so that whoever asks again gets on."""
    monkeypatch.setattr(owed, "OPERATIONS_AT_ONCE", 1)
    fought = [
        won_by("a", battle_file([unit(3 + k, 2), unit(9, 1)], [unit(4, 1), unit(6, 2)]))
        for k in range(3)
    ]
    looks = [owed.report(fought) for _ in range(3)]
    assert [one.waiting for one in looks] == [2, 1, 0]
    assert [one.verdict is None for one in looks] == [True, True, False]
    assert all(one.owed == looks[0].owed for one in looks)
