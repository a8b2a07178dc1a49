"""Another order of those left, in the middle of a battle that goes on (W15)."""

from typing import Any

import pytest

import engine
from engine import search
from engine.core.battle import fold
from engine.odds.exact import opening_state
from engine.rulesets.warlords.odds import chances
from engine.rulesets.warlords.outlook import outlook
from tests.battle_log import Log
from tests.stacks import Row, battle_file, hero, named, unit

STACKS = (
    [unit(8, 3, assassin=3), unit(6, 2, missile=2), unit(9, 1, flying=True), unit(4, 4)],
    [unit(7, 3), unit(6, 3, acid=2), named("archers"), hero("monk", 3)],
)
SAMPLES = 800


def file(seed: int = 2) -> Row:
    return battle_file(*STACKS) | {"seed": seed}


def after_a_pairing(played: search.Played) -> int:
    """The moment after the first pairing."""
    return played.recording.events.index(Log(played.recording.events).all("unit_defeated")[0]) + 1


def orders(played: search.Played, at: int, side: engine.SideId) -> list[int]:
    """Those left of a side the other way round, but for who is fighting."""
    moment = played.moment(at)
    assert moment
    places, held = moment.left[side]
    return [*places[:held], *places[held:][::-1]]


def test_w15_who_is_fighting_stays_in_front() -> None:
    played = search.Played(file())
    first = next(e for e in played.recording.events if type(e).__name__ == "MeleeRolled")
    with pytest.raises(engine.InputError, match="must begin with 0: who is fighting stays"):
        played.branch(first.seq, {"side": "a", "order": [1, 0, 2, 3]})
    made = Log(played.branch(first.seq, {"side": "a", "order": [0, 3, 2, 1]}).events)
    reordered: Any = made.events[first.seq]
    assert reordered.stack == ("a1", "a4", "a3", "a2")
    steps = [id_ for (ids,) in made.values("pairing_started", "stepped_up") for id_ in ids]
    stepped = [id_ for id_ in steps if id_.startswith("a")]
    assert stepped == ["a1", "a4", "a3", "a2"][: len(stepped)]
    assert len(stepped) > 1


def test_w15_the_winner_of_a_pairing_may_step_back_and_keeps_what_it_has_left() -> None:
    """It does not step up anew when it is its turn again, and has no assassin any more (W7)."""
    played = search.Played(next(f for f in map(file, range(50)) if wins_first(f)))
    at = after_a_pairing(played)
    made = search.Played(played.branch(at, {"side": "a", "order": [1, 2, 3, 0]}))
    *_, now = (state for _, state in zip(range(at + 1), states(made.recording), strict=False))
    assert [u.id for u in now.sides["a"].stack] == ["a2", "a3", "a4", "a1"]
    assert now.units["a1"].veteran
    later = Log(made.recording.events[at:])
    stepped = [id_ for (ids,) in later.values("pairing_started", "stepped_up") for id_ in ids]
    assert stepped[0] == "a2"
    assert "a1" not in stepped


def wins_first(battle: Row) -> bool:
    """Whether a's first unit wins the first pairing, so that four of a are left."""
    log = Log(engine.play(battle).events)
    return bool(log.all("unit_defeated")[0].unit == "b1")


def states(recording: engine.Recording) -> Any:
    return fold(engine.read(recording.header.battle).ruleset, recording.events)


def test_w15_before_the_first_pairing_it_is_as_if_the_stack_had_come_so() -> None:
    """The exact odds of a battle that begins in that order, from the branch's first moment on."""
    played = search.Played(file())
    at = next(e.seq for e in played.recording.events if type(e).__name__ == "PairingStarted")
    turned = battle_file(STACKS[0][::-1], STACKS[1])
    made = played.branch(at, {"side": "a", "order": [3, 2, 1, 0]})
    told = curve(made)
    assert told[at] == pytest.approx(of(turned), abs=1e-9)
    assert told[at - 1] == pytest.approx(of(file()), abs=1e-9)


def test_w15_one_hit_each_makes_a_race_whose_chance_is_known() -> None:
    """Strength s hits t first with s(20 - t) : t(20 - s) (W9), and takes 1 and its trample."""
    own, theirs = [(4, 0), (9, 0), (2, 2)], [(5, 3), (8, 1), (6, 2)]
    stacks = [unit(s, 1, trample=more) for s, more in own], [unit(s, hits) for s, hits in theirs]
    told = set()
    for order in ([0, 1, 2], [2, 0, 1], [1, 2, 0]):
        made = search.branch(battle_file(*stacks) | {"seed": 1}, 2, {"side": "a", "order": order})
        at = made.header.battle["changes"][0]["at"]
        exact = race([own[place] for place in order], theirs)
        assert curve(made)[at] == pytest.approx(exact)
        told.add(round(exact, 4))
    assert len(told) == 3


def of(battle: Row) -> float:
    """Side a's exact chance when a battle begins."""
    return chances(opening_state(engine.read(battle))).a


def race(own: list[tuple[int, int]], theirs: list[tuple[int, int]]) -> float:
    """The chance that these units, each with one hit and so much trample, outlast those."""
    if not own or not theirs:
        return float(bool(own))
    (s, more), (t, hits) = own[0], theirs[0]
    left = hits - 1 - more
    hit = race(own, [(t, left), *theirs[1:]] if left > 0 else theirs[1:])
    ours, others = s * (20 - t), t * (20 - s)
    return (ours * hit + others * race(own[1:], theirs)) / (ours + others)


def curve(recording: engine.Recording) -> tuple[float, ...]:
    told = engine.win_curve(recording, compiled=True)
    assert told
    return told


def test_w15_three_ways_of_weighing_agree_at_every_moment() -> None:
    """The kernel, the programme in Python and the one that works backwards, with a veteran back."""
    played = search.Played(next(f for f in map(file, range(50)) if wins_first(f)))
    fallen = [e.seq + 1 for e in played.recording.events if type(e).__name__ == "UnitDefeated"]
    assert len(fallen) > 3
    for at in fallen[:-1]:
        for side in engine.SIDES:
            made = played.branch(at, {"side": side, "order": orders(played, at, side)})
            by_kernel = curve(made)
            backwards = outlook(lambda winner, _left: winner == "a")
            for number, state in enumerate(states(made)):
                exact = chances(state).a
                assert by_kernel[number] == pytest.approx(exact, abs=1e-9)
                if (told := backwards(state)) is not None:
                    assert told == pytest.approx(exact, abs=1e-9), number


def test_w15_battles_end_as_the_chances_after_the_order_say() -> None:
    """800 battles go on from there with new dice; the exact chance is within 4 standard errors."""
    played = search.Played(next(f for f in map(file, range(50)) if wins_first(f)))
    at = after_a_pairing(played)
    made = played.branch(at, {"side": "a", "order": orders(played, at, "a")})
    chance = curve(made)[at]
    assert 0.05 < chance < 0.95
    begun = made.header.battle
    wins = 0
    for seed in range(SAMPLES):
        changes = [*begun["changes"], {"at": at + 1, "seed": seed}]
        wins += engine.play(begun | {"changes": changes}).result.winner == "a"
    error = (chance * (1 - chance) / SAMPLES) ** 0.5
    assert abs(wins / SAMPLES - chance) < 4 * error
