"""Ladders: who meets whom, how a game moves ratings, who comes and goes."""

import math
from collections import Counter
from typing import Any

import pytest

from engine import InputError, tournament
from engine.tournament import Game, Match, Plan
from tests.stacks import unit
from tests.tournament.playing import at_random, pairs_of, play, wins

POINTS = 400 / math.log(10)
BETA = POINTS / math.sqrt(2)
Z_95 = 1.959964


def after(one: tuple[float, float], two: tuple[float, float], score: float) -> tuple[float, float]:
    """The first of two after a game, by Algorithm 1 of Weng and Lin (2011), its gamma 1."""
    (mean, sigma), (other, its_sigma) = one, two
    c = math.sqrt(sigma**2 + its_sigma**2 + 2 * BETA**2)
    chance = math.exp(mean / c) / (math.exp(mean / c) + math.exp(other / c))
    change = sigma**2 / c * (score - chance)
    share = (sigma / c) ** 2 * chance * (1 - chance)
    return mean + change, sigma * math.sqrt(1 - share)


def shown(mean: float, sigma: float) -> tuple[int, tuple[int, int]]:
    return round(mean), (round(mean - Z_95 * sigma), round(mean + Z_95 * sigma))


def rated(plan: Plan, matches: list[Match]) -> list[tuple[int, tuple[int, int]]]:
    return [(row.value, row.interval) for row in tournament.ratings(plan, matches)]


NEW = (1500.0, 2 * BETA)


def test_a_first_win_moves_both_by_what_the_formulas_say() -> None:
    plan = Plan("ladder", 2, 1, rounds=1)
    matches, _ = play(plan)
    # Both deviations are 2 BETA, so that c squared is 10 BETA squared, 5 POINTS squared. The
    # chance is 1/2; the change is 4 BETA^2 / c / 2, which is POINTS / sqrt 5.
    assert after(NEW, NEW, 1)[0] == pytest.approx(1500 + POINTS / math.sqrt(5))
    # Of the variance, which is 0.4 c squared, 0.4 / 4 is gone.
    left = 2 * BETA * math.sqrt(0.9)
    assert after(NEW, NEW, 1)[1] == pytest.approx(left)
    expected = [(1578, left), (1422, left)]
    assert rated(plan, matches) == [shown(*after(NEW, NEW, 1)), shown(*after(NEW, NEW, 0))]
    assert [row[0] for row in rated(plan, matches)] == [value for value, _ in expected]


def test_games_count_in_their_order_each_from_where_the_one_before_has_led() -> None:
    # Of three games 0 wins the first, then one is drawn, then 1 wins: level, but not forgotten.
    plan = Plan("ladder", 2, 1, best_of=3, rounds=1)
    ends = {1: "a", 2: None, 3: "b"}  # side b of game 3 is entrant 1
    matches, _ = play(plan, lambda game: ends[game.number])  # type: ignore[return-value]
    one = two = NEW
    for score in (1, 0.5, 0):
        one, two = after(one, two, score), after(two, one, 1 - score)
    assert rated(plan, matches) == [shown(*one), shown(*two)]
    assert one[0] < 1500 < two[0]  # the last game counts most, for it was the greatest surprise


def test_a_draw_brings_unequal_ratings_together_and_leaves_equal_ones() -> None:
    plan = Plan("ladder", 2, 1, rounds=1)
    matches, _ = play(plan, wins("0=1"))
    left = 2 * BETA * math.sqrt(0.9)  # a draw tells as much as a win
    assert rated(plan, matches) == [shown(1500, left)] * 2

    plan = Plan("ladder", 2, 1, rounds=2)
    matches, _ = play(plan, lambda game: "a" if game.id.startswith("R1") else None)
    won, lost = after(NEW, NEW, 1), after(NEW, NEW, 0)
    assert rated(plan, matches) == [shown(*after(won, lost, 0.5)), shown(*after(lost, won, 0.5))]
    assert after(won, lost, 0.5)[0] < won[0]


def test_neighbours_meet_first_and_then_those_who_have_not_met() -> None:
    matches, _ = play(Plan("ladder", 4, 1, rounds=3))
    # 0 and 2 win the first round, and are equal. Whoever is stronger is not known for long: so in
    # the third round the pairs are those that are left.
    assert [pairs_of(matches, n) for n in (1, 2, 3)] == [
        [(0, 1), (2, 3)],
        [(0, 2), (1, 3)],
        [(0, 3), (1, 2)],
    ]


@pytest.mark.parametrize("count", [4, 5, 7, 8, 9, 10, 13, 16, 17, 64])
def test_those_who_met_lately_do_not_meet_again(count: int) -> None:
    matches, _ = play(Plan("ladder", count, 1, rounds=12), at_random(count))
    rounds = [
        {pair for pair in pairs_of(matches, number) if None not in pair} for number in range(1, 13)
    ]
    playing = count - count % 2
    # Of the last round where four to seven play, of two rounds up to nine, else of three.
    ago = min(3, (playing - 1) // 3)
    for number, pairs in enumerate(rounds):
        assert len(pairs) == playing // 2
        assert not pairs & {
            pair for before in rounds[max(0, number - ago) : number] for pair in before
        }


def test_strong_ones_meet_strong_ones_as_soon_as_they_are_known() -> None:
    matches, _ = play(Plan("ladder", 16, 1, rounds=20))  # the better seed always wins
    late = [abs(m.a - m.b) for m in matches if m.round > 15 and m.a is not None and m.b is not None]
    # Any two of 16 are 17/3 places apart on average.
    assert sum(late) / len(late) < 17 / 3 / 2
    assert max(late) < 8


def test_an_odd_one_rests_in_turn_and_nobody_twice_before_all_have() -> None:
    matches, _ = play(Plan("ladder", 5, 1, rounds=15), at_random(5))
    resting = [match.a for match in matches if match.state == "bye"]
    assert resting[0] == 4  # the last seed first
    for start in (0, 5, 10):
        assert sorted(resting[start : start + 5], key=str) == [0, 1, 2, 3, 4]


def test_who_comes_later_begins_with_the_rating_of_a_new_one_and_does_not_rest_first() -> None:
    spans = (*[((1, None),)] * 4, ((4, None),))
    plan = Plan("ladder", 5, 1, rounds=4, spans=spans)
    before, _ = play(Plan("ladder", 4, 1, rounds=3))
    matches, _ = play(plan)
    assert [match for match in matches if match.round < 4] == before
    (bye,) = [match for match in matches if match.state == "bye"]
    assert (bye.round, bye.a) == (4, 3)  # 0 to 3 have played as often: the last of them rests
    (first,) = [match for match in matches if 4 in (match.a, match.b)]
    opponent = first.a if first.b == 4 else first.b
    assert opponent is not None
    ratings = rated(Plan("ladder", 4, 1, rounds=3), before)
    assert rated(plan, matches)[3] == ratings[3]  # it did not play
    assert rated(plan, matches)[4][0] < 1500  # every other one has a better seed, and wins


def test_who_is_taken_out_stays_in_the_table_and_comes_back_with_its_rating() -> None:
    spans = (((1, None),), ((1, 2), (4, None)), ((1, None),), ((3, 3),))
    plan = Plan("ladder", 4, 1, rounds=3, spans=spans)
    matches, _ = play(plan)
    playing = [{who for pair in pairs_of(matches, n) for who in pair} - {None} for n in (1, 2, 3)]
    assert playing == [{0, 1, 2}, {0, 1, 2}, {0, 2, 3}]
    two_rounds = [match for match in matches if match.round < 3]
    assert rated(plan, matches)[1] == rated(plan, two_rounds)[1]
    table = {row.entrant: row.takes_part for row in tournament.standings(plan, matches)}
    assert table == {0: True, 1: True, 2: True, 3: False}
    more = Plan("ladder", 4, 1, rounds=4, spans=spans)
    matches, _ = play(more)
    assert {who for pair in pairs_of(matches, 4) for who in pair} - {None} == {0, 1, 2}


def test_places_go_by_what_each_is_worth_at_least() -> None:
    # 0 and 1 have drawn twice, and 2 has not played: all have 1500, but of 2 least is known.
    spans = (((1, None),), ((1, None),), ((3, None),), ())
    plan = Plan("ladder", 4, 1, rounds=2, spans=spans)
    matches, _ = play(plan, wins("0=1"))
    rows = tournament.standings(plan, matches)
    # 3 was removed before it played, so it is not listed.
    assert [(row.rank, row.entrant, row.drawn) for row in rows] == [(1, 0, 2), (2, 1, 2), (3, 2, 0)]
    assert [value for value, _ in rated(plan, matches)] == [1500] * 4


def cup(*entrants: dict[str, Any], **more: Any) -> dict[str, Any]:
    rows = [{"army": {"stack": [unit(5, 1)]}, **entrant} for entrant in entrants]
    return {"kind": "ladder", "ruleset": "warlords", "seed": 7, "entrants": rows, **more}


def test_its_file_says_who_takes_part_when() -> None:
    found = tournament.read(cup({}, {"rounds": [[1, 2], [5, None]]}, {}, rounds=5))
    assert found.plan.spans == (((1, None),), ((1, 2), (5, None)), ((1, None),))
    # Three, three, two, two and three take part: one match in each of five rounds.
    assert (found.plan.rounds, found.plan.matches) == (5, 5)
    assert all("rounds" not in side for side in found.sides)
    assert tournament.read(cup({}, {})).plan.rounds == tournament.LADDER_ROUNDS == 10


@pytest.mark.parametrize(
    ("document", "told"),
    [
        (
            cup({}, {"rounds": [[3, 2]]}),
            "entrants[1].rounds[0][1]: is 2; it must be from 3 to 1000",
        ),
        (
            cup({}, {"rounds": [[1, 4], [4, 5]]}),
            "entrants[1].rounds[1][0]: is 4; it must be from 5",
        ),
        (cup({}, {"rounds": [[1, None], [4, 5]]}), "comes after rounds that have no end"),
        (cup({}, {"rounds": [[1]]}), "entrants[1].rounds[0]: has 1 rounds; it must have 2"),
        (cup({}, {"rounds": 3}), "entrants[1].rounds: must be a list of pairs of rounds"),
        (
            cup({}, {"rounds": [[2, None]]}),
            "entrants: are fewer than two in round 1; each round needs two",
        ),
        (cup({}, {}, rounds=1001), "rounds: is 1001; it must be from 1 to 1000"),
        (cup({}, {}, legs=2), "legs: is for the kind 'round-robin' only; leave it out"),
        (cup({}, {"rounds": [[1, 2]]}, kind="swiss"), "entrants[1].rounds: no key 'rounds'"),
        (
            cup({}, {}, kind="round-robin", rounds=2),
            "rounds: is for the kind 'swiss' / 'ladder' only; leave it out",
        ),
    ],
)
def test_what_is_wrong_with_its_file_is_named(document: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError) as caught:
        tournament.read(document)
    assert told in str(caught.value)


def test_armies_come_and_go_in_a_file_that_only_grows() -> None:
    ann, bob, cem, dee = ({"army": {"stack": [unit(n, 1)]}, "name": f"N{n}"} for n in range(4, 8))
    begun = {"kind": "ladder", "entrants": [ann, bob, cem]}

    def part(document: dict[str, Any]) -> list[tuple[str, Any]]:
        return [(one["name"], one.get("rounds")) for one in document["entrants"]]

    # After round 2 Bob is gone and Dee is there, whatever order they are listed in.
    three = tournament.with_entrants(begun, [dee, cem, ann], 2)
    expected = [("N4", None), ("N5", [[1, 2]]), ("N6", None), ("N7", [[3, None]])]
    assert part(three) == expected
    assert part(tournament.with_entrants(three, [ann, cem, dee], 5)) == expected

    # Before round 3 has begun, both may be taken back as if nothing had been.
    again = tournament.with_entrants(three, [ann, bob, cem], 2)
    assert part(again) == [("N4", None), ("N5", [[1, None]]), ("N6", None)]

    # After round 5 Bob comes back, and Ann's army is another one: a new entrant.
    changed = {**ann, "army": {"stack": [unit(9, 1)]}}
    six = tournament.with_entrants(three, [changed, bob, cem, dee], 5)
    assert part(six) == [
        ("N4", [[1, 5]]),
        ("N5", [[1, 2], [6, None]]),
        *expected[2:],
        ("N4", [[6, None]]),
    ]
    assert begun["entrants"] == [ann, bob, cem]


def test_sides_are_shared_evenly() -> None:
    matches, _ = play(Plan("ladder", 8, 1, rounds=14), at_random(2))
    of_a: Counter[int | None] = Counter(match.a for match in matches)
    games: list[Game] = [game for match in matches for game in match.games]
    assert len(games) == 56
    assert set(of_a.values()) <= {6, 7, 8}
