"""Matches that are played round by round, and whatever stands in a siege's battle file."""

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.core.rng import Seeded
from engine.players.siege.ruleset import BOTS
from engine.rulesets.siege.events import LETTERS, ORDERS
from engine.rulesets.siege.match import Match, MatchError
from tests.battle_log import problems
from tests.fuzz.hostile import spoilt
from tests.golden.files import battle_files
from tests.sieges import EVEN, orders, random_army, random_orders, side, siege_file


def match(a: str = EVEN, b: str = EVEN) -> Match:
    return Match(engine.read(siege_file(side(a, name="Ann"), side(b, name="Bo"))))


def test_a_match_makes_the_events_of_its_own_battle_file() -> None:
    """Random matches, one in three of them resigned at some point, by either side."""
    rng = Seeded(4)
    for number in range(24):
        live = match(random_army(rng), random_army(rng))
        given = zip(random_orders(rng), random_orders(rng), strict=True)
        until = rng.below(8, "when to give up", "") if number % 3 == 0 else 99
        for a, b in given:
            if live.ended:
                break
            if live.round > until:
                live.resign("ab"[number % 2])  # type: ignore[arg-type]
                break
            live.resolve(orders(a), orders(b))  # type: ignore[arg-type]
        assert live.ended
        recording = engine.play(live.document(), seed=1)
        assert list(recording.events) == live.events


def test_each_step_gives_the_events_that_it_adds_until_the_end() -> None:
    live = match()
    assert [event.seq for event in live.events] == [0, 1, 2]
    first = live.resolve(orders("adddd"), orders("adddd"))  # type: ignore[arg-type]
    second = live.resolve({}, {})
    assert tuple(live.events[3:]) == (*first, *second)
    assert [event.seq for event in live.events] == list(range(len(live.events)))
    assert live.round == 3
    # A match that is over does not go on.
    live = match()
    live.resign("b")
    assert (live.state.winner, live.state.reason) == ("a", "resigned")
    before = list(live.events)
    for step in (lambda: live.resolve({}, {}), lambda: live.resign("a"), lambda: live.view("a")):
        with pytest.raises(MatchError, match="the match is over"):
            step()
    assert live.events == before
    assert live.orders == []


def test_what_units_may_do_is_told_by_letter() -> None:
    live = match("0/2/2 4/0/1 2/2/3 2/3/2 2/3/2")
    assert live.legal("a") == {
        "A": ("defend", "none"),
        "B": ("attack", "none"),
        **dict.fromkeys("CDE", ("attack", "defend", "none")),
    }
    live.resolve(orders("ddadd"), orders("addnn"))  # type: ignore[arg-type]
    assert live.legal("a")["C"] == ("attack", "defend", "recover", "none")


def test_bots_orders_and_resignations_of_the_file_are_left_aside() -> None:
    file = siege_file(side(EVEN, bot="random"), side(EVEN, "aaaaa", resigns=1))
    live = Match(engine.read(file))
    live.resolve({}, {})
    assert not live.ended
    assert live.document()["sides"] == [
        {"army": file["sides"][0]["army"], "orders": [{}]},
        {"army": file["sides"][1]["army"], "orders": [{}]},
    ]
    assert file["sides"][1]["resigns"] == 1


TABLES = next(
    json.loads(path.read_bytes())["options"]["tables"]
    for path in battle_files("siege")
    if path.stem == "own-tables"
)

ROUNDS = st.lists(st.dictionaries(st.sampled_from(LETTERS), st.sampled_from(ORDERS)), max_size=40)
PLAYERS = st.one_of(
    st.builds(lambda rounds: {"orders": rounds}, ROUNDS),
    st.builds(
        lambda bot: {"bot": bot},
        st.sampled_from([id_ for id_, bot in BOTS.items() if not bot.slow]),
    ),
)
ARMIES = st.integers(0, 2**32).map(lambda seed: side(random_army(Seeded(seed)))["army"])
SIDES = st.builds(lambda army, player: {"army": army, **player}, ARMIES, PLAYERS)


@st.composite
def sieges(draw: st.DrawFn) -> dict[str, Any]:
    """A valid battle file, sometimes with a league's tables or a resignation."""
    file = siege_file(draw(SIDES), draw(SIDES))
    if draw(st.booleans()):
        file["options"] = {"tables": deepcopy(TABLES)}
    resigns = draw(st.none() | st.integers(1, 40))
    if resigns is not None:
        draw(st.sampled_from(file["sides"]))["resigns"] = resigns
    return file


@given(sieges(), st.integers(0, 2**64 - 1))
def test_a_good_siege_is_played_to_its_end(document: dict[str, Any], seed: int) -> None:
    recording = engine.play(document, seed)
    assert recording.result.winner in ("a", "b")
    assert recording.result.reason in ("castle", "round_limit", "resigned")
    assert recording.result.rounds <= 40
    assert engine.load_recording(recording.lines()) == recording
    for state in engine.replay(recording):
        for unit in state.units.values():
            assert unit.values is None or (min(unit.values) >= 0 and unit.values[3] <= 3)


@given(spoilt(sieges()))
def test_a_mutilated_siege_is_played_or_refused(document: Any) -> None:
    found = problems(document)
    assert all(problem.isprintable() for problem in found)
    if not found and document["ruleset"] == "siege":
        assert engine.play(document, seed=1).result.winner


def test_d15_an_army_fights_on_as_it_was() -> None:
    file = siege_file(side(EVEN), side(EVEN, resigns=1))
    recording = engine.play(file, 0)
    left = [engine.survivors(recording, of_side) for of_side in engine.SIDES]
    assert left == [file["sides"][0]["army"], None]
