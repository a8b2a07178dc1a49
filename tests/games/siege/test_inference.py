"""Inferred sets compared with those found by playing each allotment and order of the hidden
sides."""

from typing import Any

import pytest

from engine.core.events import SIDES, SideId
from engine.core.rng import Seeded
from engine.players.siege.kernel import possible
from engine.players.siege.kernel.inference import after_round, sight_of
from engine.players.siege.kernel.possible import Possible, all_allotments
from engine.rulesets.siege.catalog import TABLES
from engine.rulesets.siege.events import LETTERS
from engine.rulesets.siege.rules import DEF, EXH, Tables, legal
from tests.games.siege.test_tables import row, tables_of
from tests.games.siege.worlds import WORDS, State, followers, joined, only, text
from tests.sieges import EVEN, play_round

ODD = tables_of(
    battle=[
        row(
            id="O1",
            when=[{"left": "EU.HP", "op": ">", "right": "AU.EXH"}],
            effects=[{"unit": "AU", "stat": "DEF", "delta": 2}],
        ),
        row(
            id="O2",
            when=[{"left": "EU.DEF", "op": "=", "right": "AU.DEF"}],
            effects=[{"unit": "AU", "stat": "EXH", "delta": 2}],
        ),
    ],
    siege=[
        row(
            id="O3",
            when=[
                {"left": "attackers", "op": "=", "right": 0},
                {"left": "D", "op": ">=", "right": 2},
            ],
            effects=[
                {"unit": "each_defender", "stat": "EXH", "delta": 1},
                {"unit": "top_defender", "stat": "HP", "delta": -1},
            ],
        ),
        row(id="O4", effects=[{"unit": "top_attacker", "stat": "ATK", "delta": 1}]),
    ],
)
"""A league's tables: fights without a row, gains, and guards that tire without enemies."""


def some(first: tuple[Any, ...], *others: tuple[Any, ...]) -> list[Any]:
    """One case here, and the others in the long run."""
    return [first, *(pytest.param(*row, marks=pytest.mark.long) for row in others)]


def small_army(rng: Seeded, points: int, units: int) -> State:
    rows = [[0, 0, 0, 0] for _ in LETTERS]
    for stat in range(3):
        for _ in range(points):
            rows[rng.below(units, "whose point", "")][stat] += 1
    return tuple((row[0], row[1], row[2], row[3]) for row in rows)


def random_orders(rng: Seeded, now: State) -> str:
    """Orders that these units may carry out, more defense than would be by chance."""
    texts = []
    for unit in now:
        words = [WORDS[order] for order in legal(unit)]
        words += [word for word in words if word == "d"] * 2
        texts.append(words[rng.below(len(words), "order", "")])
    return "".join(texts)


def follow(
    viewer: SideId | None, rounds: int, seed: int, points: int, units: int, tables: Tables = TABLES
) -> Possible:
    rng = Seeded(seed)
    known = all_allotments(1 if viewer else 2, points, 7, 4)
    for layer in range(len(known.diagram)):
        if layer % 5 >= units:
            known = only(known, layer, lambda case: not any(case[0]))
    worlds = joined(known)
    first = len(worlds)
    now: dict[SideId, State] = {side_id: small_army(rng, points, units) for side_id in SIDES}
    for number in range(rounds):
        given = "|".join(random_orders(rng, now[side_id]) for side_id in SIDES)
        truth = play_round(text(now["a"]), text(now["b"]), given, tables, number)
        if truth.state.ended:
            break
        sight = sight_of(truth.state, viewer, tables)
        known = after_round(known, sight.rounds[-1], sight.hidden, tables)
        then = followers(truth, now, viewer, tables)
        worlds = {(starts, after) for starts, before in worlds for _, after in then(before)}
        assert joined(known) == worlds
        now = {side_id: truth.state.sides[side_id].five() for side_id in SIDES}
    assert known.exact
    assert 0 < len(worlds) < first
    return known


@pytest.mark.parametrize(("seed", "viewer"), some((1, "a"), (2, "b"), (3, "a"), (4, "b"), (9, "a")))
def test_a_players_knowledge_is_what_every_world_leaves(seed: int, viewer: SideId) -> None:
    """Two points a stat on four units: 1 000 allotments, five rounds, every order."""
    follow(viewer, 5, seed, points=2, units=4)


@pytest.mark.parametrize(
    ("seed", "points", "units"), some((1, 1, 3), (4, 1, 3), (1, 2, 2), (2, 2, 2), (3, 2, 2))
)
def test_a_spectators_knowledge_is_what_worlds_leave(seed: int, points: int, units: int) -> None:
    """A point a stat on three units of each side, or two on two: 27 * 27 allotments."""
    follow(None, 4, seed, points, units)


@pytest.mark.parametrize(
    ("seed", "viewer"), some((1, "a"), (3, "b"), (4, "b"), (4, None), (5, None))
)
def test_it_is_so_with_a_league_s_own_tables(seed: int, viewer: SideId | None) -> None:
    follow(viewer, 4, seed, points=2, units=3 if viewer else 2, tables=ODD)


def test_a_row_that_no_guards_can_have_got_leaves_the_others() -> None:
    """Two guards have DEF 1 each at least, so D is 2 or more: O5 is not the row, O6 is."""
    guarded = tables_of(
        siege=[
            row(
                id="O5",
                when=[{"left": "D", "op": "<", "right": 2}],
                effects=[{"unit": "each_defender", "stat": "HP", "delta": -2}],
            ),
            row(id="O6", effects=[{"unit": "each_defender", "stat": "EXH", "delta": 1}]),
        ]
    )
    truth = play_round(EVEN, EVEN, "nnnnn|ddnnn", guarded)
    (facts,) = sight_of(truth.state, "a", guarded).rounds
    known = after_round(all_allotments(1, 10, 7, 4), facts, ("b",), guarded)
    assert [{stats[EXH] for _, stats in known.cases(layer)} for layer in range(5)] == [
        *({1}, {1}),
        *({0}, {0}, {0}),
    ]
    assert all(start[DEF] >= 1 for layer in (0, 1) for start, _ in known.cases(layer))


def test_what_cannot_be_written_down_is_wider_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """With room for few edges more seems possible than is, and what is possible is still there."""
    truth = play_round(
        "2/2/2 2/2/2 2/2/2 2/2/2 2/2/2", "4/0/3 4/0/3 2/2/1 0/4/1 0/4/2", "adnnn|nnndd"
    )
    (facts,) = sight_of(truth.state, None, TABLES).rounds
    start = all_allotments(2, 10, 7, 4)
    exact = after_round(start, facts, ("a", "b"), TABLES)
    monkeypatch.setattr(possible, "MOST", 20_000)
    wide = after_round(start, facts, ("a", "b"), TABLES)
    assert exact.exact
    assert not wide.exact
    assert wide.number() > exact.number()
    for layer in range(10):
        assert {*exact.cases(layer)} <= {*wide.cases(layer)}
