"""What the pages of a challenge say, in every state and to everybody."""

import itertools
import re
from typing import Any

import pytest

from engine import SideId
from webapp.base import games
from webapp.challenges import sentences
from webapp.challenges.views import STATUSES

SEND = "The other seat is still free: send your opponent their link."
LOOKS: tuple[SideId | None, ...] = ("a", "b", None)
EXPIRES_MS = 1_790_000_000_000


def public(status: str, **changed: Any) -> dict[str, Any]:
    begun = status in ("sealed", "countdown", "on_air", "over", "void")
    seats = {
        "a": {"player": "a", "name": "Ann", "taken": True, "sealed": begun},
        "b": {"player": "b", "name": "Bo", "taken": status != "open", "sealed": begun},
    }
    for side in changed.pop("sealed", ()):
        seats[side]["sealed"] = True
    for side in changed.pop("free", ()):
        seats[side] |= {"taken": False, "name": ""}
    series = {"best_of": 1, "winner": None, "points": {"a": 0, "b": 0}}
    series |= changed.pop("series", {})
    told = {"status": status, "seats": seats, "winner": None, "title": "", "series": series}
    told |= {"expires_at_ms": EXPIRES_MS, "appointment": None, "ruleset": "manymarios"}
    return told | changed


@pytest.mark.parametrize(
    ("status", "side", "sealed", "sentence"),
    [
        ("joined", "b", "", "Ann is here. Both of you build in secret."),
        ("joined", None, "", "Both players are here and build in secret."),
        ("joined", "a", "a", "Your army is sealed. The battle begins as soon as Bo has sealed."),
        ("joined", "b", "a", "Ann has sealed. The battle begins as soon as you seal."),
        ("joined", None, "a", "Ann has sealed. The battle begins as soon as Bo has."),
        ("open", "a", "", SEND),
        ("open", "a", "a", f"Your army is sealed. {SEND}"),
        ("open", None, "a", "One seat is still free. Ann has the link to it."),
        ("countdown", "a", "", "Both armies are sealed. The battle is about to begin."),
        ("on_air", None, "", "The battle is on air."),
    ],
)
def test_before_the_end(status: str, side: SideId | None, sealed: str, sentence: str) -> None:
    told = public(status, sealed=sealed, free="b" if status == "open" else "")
    assert sentences.status(told, side) == sentence
    as_match = sentence.replace("battle is on air", "match is being played")
    as_match = as_match.replace("battle", "match")
    assert sentences.status(told | {"ruleset": "siege"}, side) == as_match


@pytest.mark.parametrize(
    ("winner", "points", "won", "sentence"),
    [
        ("a", (1, 0), None, "Ann has won."),
        (None, (0, 0), None, "It was a draw."),
        ("b", (0, 1), None, "Bo has won."),
        ("b", (1, 2), "b", "Bo has won. Bo wins the series 2 to 1."),
    ],
)
def test_it_is_over(winner: Any, points: tuple[int, int], won: Any, sentence: str) -> None:
    series = {"best_of": 3, "points": dict(zip("ab", points, strict=True)), "winner": won}
    told = public("over", winner=winner, series=series)
    assert {sentences.status(told, side) for side in LOOKS} == {sentence}
    swapped = {"a": told["seats"]["b"], "b": told["seats"]["a"]}
    winner = {"a": "b", "b": "a"}.get(winner or "")
    assert sentences.how_it_ended(told | {"seats": swapped, "winner": winner}) == sentence


@pytest.mark.parametrize(
    ("sealed", "free", "sentence"),
    [
        ("", "", "neither player sealed in time."),
        ("a", "", "Bo did not seal in time."),
        ("a", "b", "the other seat was not taken in time."),
    ],
)
def test_a_missed_time_is_told_with_who_missed_it(sealed: str, free: str, sentence: str) -> None:
    told = public("expired", sealed=sealed, free=free)
    expected = f"This challenge expired: {sentence}"
    assert {sentences.status(told, side) for side in LOOKS} == {expected}


@pytest.mark.parametrize(
    ("status", "sealed", "side", "word"),
    [
        ("open", "", "a", "builds in secret"),
        ("open", "", "b", "this seat is free"),
        ("open", "a", "a", "sealed"),
        ("expired", "a", "a", "sealed"),
        ("expired", "a", "b", "did not seal in time"),
        ("over", "", "a", "won"),
        ("over", "", "b", ""),
    ],
)
def test_seat_says_how_far_its_player_is(status: str, sealed: str, side: SideId, word: str) -> None:
    told = public(status, sealed=sealed, free="b" if status == "open" else "", winner="a")
    assert sentences.seat(told, side, shows_winner=True) == word
    if status == "over":
        assert sentences.seat(told, side, shows_winner=False) == ""


@pytest.mark.parametrize("ruleset", ["manymarios", "siege"])
def test_every_sentence_is_whole_in_every_state(ruleset: str) -> None:
    """From a capital to a full stop, without gaps, doubled signs or what a template left over."""
    found = {sentences.seal_for_good(games.game(ruleset))}
    for status, side, sealed, winner in itertools.product(STATUSES, LOOKS, ("", "a"), ("a", None)):
        told = public(status, sealed=sealed, winner=winner, ruleset=ruleset)
        found |= {sentences.status(told, side), sentences.over(told)}
    for sentence in found:
        assert re.fullmatch(r"[A-Z][^{}]*\.", sentence), sentence
        assert not re.search(r"  |\.\.|,\.|: \.| ,| \.|None|\bcard\b", sentence), sentence
