"""Another order of those left (W15), and others in place of those yet to fight (W16)."""

from itertools import product
from typing import Any

import pytest

import engine
from engine import search
from engine.core.battle import fold
from engine.rulesets.warlords.odds import chances, outlook
from tests.battle_log import Log
from tests.stacks import Row, battle_file, hero, named, unit

STACKS = (
    [unit(8, 3, assassin=3), unit(6, 2, missile=2), unit(9, 1, flying=True), unit(4, 4)],
    [unit(7, 3), unit(6, 3, acid=2), named("archers"), hero("monk", 3)],
)


def file(seed: int = 2) -> Row:
    return battle_file(*STACKS) | {"seed": seed}


def test_w15_who_is_fighting_stays_in_front() -> None:
    played = search.PlayedBattle(file())
    first = next(e for e in played.recording.events if type(e).__name__ == "MeleeRolled")
    with pytest.raises(engine.InputError, match="must begin with 0: fighting units stay"):
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
    played = search.PlayedBattle(next(f for f in map(file, range(50)) if wins_first(f)))
    events = played.recording.events
    at = events.index(Log(events).all("unit_defeated")[0]) + 1
    made = search.PlayedBattle(played.branch(at, {"side": "a", "order": [1, 2, 3, 0]}))
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
    engine.warm("warlords")
    told = engine.win_curve(recording)
    assert told
    return told


def test_w15_three_ways_of_weighing_agree_at_every_moment() -> None:
    """The kernel, the programme in Python and the one that works backwards, with a veteran back."""
    played = search.PlayedBattle(next(f for f in map(file, range(50)) if wins_first(f)))
    fallen = [e.seq + 1 for e in played.recording.events if type(e).__name__ == "UnitDefeated"]
    backwards = outlook(lambda winner, _left: winner == "a")
    for at, side in product(fallen[:2], engine.SIDES):
        moment = played.moment(at)
        assert moment
        places, held = moment.left[side]
        order = [*places[:held], *places[held:][::-1]]
        made = played.branch(at, {"side": side, "order": order})
        for by_kernel, state in zip(curve(made), states(made), strict=True):
            exact = chances(state).a
            assert by_kernel == pytest.approx(exact, abs=1e-9)
            if (told := backwards(state)) is not None:
                assert told == pytest.approx(exact, abs=1e-9)


THREE = [unit(4, 1), unit(9, 1), unit(2, 1)]
FOES = [unit(5, 1), unit(8, 1), unit(6, 1)]
WEAK = [(4, 0), (9, 0), (2, 0)]
ENEMIES = [(5, 1), (8, 1), (6, 1)]


def with_stack(stack: list[Row], side: str = "a") -> Row:
    return {"side": side, "army": {"stack": stack}}


def moment_of(recording: engine.Recording, name: str = "UnitsReplaced") -> int:
    return next(e.seq for e in recording.events if type(e).__name__ == name)


def comer_of(recording: engine.Recording) -> Any:
    event: Any = recording.events[moment_of(recording)]
    return event.replaced[0]


def first_pairing(battle: Row) -> int:
    return moment_of(engine.play(battle), "PairingStarted")


def test_w16_a_race_of_one_hit_each_has_the_chance_of_the_one_who_came() -> None:
    """Strength s hits t first with s(20 - t) : t(20 - s) (W9): 7 comes in the place of 2."""
    file = battle_file(THREE, FOES) | {"seed": 1}
    at = first_pairing(file)
    made = search.branch(file, at + 1, with_stack([*THREE[:2], unit(7, 1)]))
    now = moment_of(made)
    assert curve(made)[now - 1] == pytest.approx(race(WEAK, ENEMIES))
    assert curve(made)[now] == pytest.approx(race([*WEAK[:2], (7, 0)], ENEMIES))
    assert comer_of(made).by.id == "a4"
    assert made.events[:now] == engine.play(file).events[:now]


def test_w16_who_has_stepped_up_stays() -> None:
    file = battle_file(THREE, FOES) | {"seed": 1}
    at = first_pairing(file) + 1
    with pytest.raises(engine.InputError) as refused:
        search.branch(file, at, with_stack([unit(7, 1), *THREE[1:]]))
    (problem,) = refused.value.problems
    assert problem.path == "army.stack[0]"
    assert "has fought already, or is fighting" in problem.message
    assert search.branch(file, at - 1, with_stack([unit(7, 1), *THREE[1:]]))


def test_w16_side_bonuses_stay_or_are_worked_out_for_who_comes() -> None:
    # Leadership 3 was settled: 5 + 3; a newcomer with leadership adds nothing to 5.
    led = battle_file([unit(5, 1), unit(5, 1), unit(5, 1, leadership=3)], FOES) | {"seed": 1}
    made = search.branch(led, first_pairing(led) + 1, with_stack([*[unit(5, 1)] * 3]))
    assert comer_of(made).ready.strength == 8
    plain = battle_file([*[unit(5, 1)] * 3], FOES) | {"seed": 1}
    leader = [unit(5, 1), unit(5, 1), unit(5, 1, leadership=3)]
    made = search.branch(plain, first_pairing(plain) + 1, with_stack(leader))
    assert comer_of(made).ready.strength == 5


@pytest.mark.parametrize(
    ("comer", "got", "strength"),
    [
        (unit(7, 1), ("poison",), 5),
        (unit(7, 1, poison=1), (), 7),
        (unit(7, 1) | {"blessed": True}, (), 8),
        (unit(7, 1) | {"poisoned": True}, (), 5),
    ],
)
def test_w16_newcomer_inherits_afflictions(comer: Row, got: tuple[str, ...], strength: int) -> None:
    """Poison of 25 points hits every unit and takes 2 strength; a blessing adds 1 (W1, W3)."""
    foes = [unit(5, 1, poison=20), unit(5, 1, poison=5)]
    file = battle_file([unit(4, 1), unit(4, 1)], foes) | {"seed": 1}
    made = search.branch(file, first_pairing(file) + 1, with_stack([unit(4, 1), comer]))
    one = comer_of(made)
    assert (one.afflictions, one.ready.strength) == (got, strength)


def test_w16_who_came_is_put_in_order_and_exchanged_again() -> None:
    """The newcomer has place 3, behind all others, and stands in row 2 of the army."""
    file = battle_file(THREE, FOES) | {"seed": 1}
    at = first_pairing(file) + 1
    first = search.branch(file, at, with_stack([*THREE[:2], unit(7, 1)]))
    played = search.PlayedBattle(first)
    moment = played.moment(at + 1)
    assert moment is not None
    assert moment.left["a"].places == (0, 1, 3)
    assert moment.fresh is not None
    assert moment.fresh["a"] == ((1, 1), (3, 2))
    turned = played.branch(at + 1, {"side": "a", "order": [0, 3, 1]})
    assert Log(turned.events).only("stack_reordered").stack == ("a1", "a4", "a2")
    again = played.branch(at + 1, with_stack([*THREE[:2], unit(3, 3)]))
    assert [row.by.id for e in Log(again.events).all("units_replaced") for row in e.replaced] == [
        "a4",
        "a5",
    ]
    assert engine.play(again.header.battle).events == again.events
