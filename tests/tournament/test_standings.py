"""Points, tie-breaks and ratings, worked out by hand."""

import math

import pytest

from engine import tournament
from engine.tournament import Game, Plan, Standing, Winner
from tests.tournament.playing import play, wins


def table(plan: Plan, *results: str) -> list[Standing]:
    matches, _ = play(plan, wins(*results))
    return tournament.standings(plan, matches)


def test_head_to_head_breaks_a_tie_of_a_round_robin() -> None:
    # 3 beats all but 1; 1 beats 3 and 2; 0 beats 1 and 2. 1 and 0 have 2 points; 0 beat 1.
    found = table(Plan("round-robin", 4, 1), "30", "32", "13", "12", "01", "02")
    assert [(row.entrant, row.points, row.head_to_head) for row in found] == [
        (0, 2, 1),  # against 1 and 3, who have 2 as well: beat 1, lost to 3
        (1, 2, 1),  # beat 3, lost to 0
        (3, 2, 1),  # beat 0, lost to 1
        (2, 0, 0),
    ]


def test_sonneborn_berger_comes_next() -> None:
    # 0 beats 1, 1 beats 2, 2 beats 0: a circle. 3 loses to 0 and 1 and draws with 2, so that
    # 0 and 1 have 2 points, 2 has 1.5, 3 has 0.5; 0 beat 1.
    found = table(Plan("round-robin", 4, 1), "01", "12", "20", "03", "13", "2=3")
    assert [(row.entrant, row.points) for row in found] == [(0, 2), (1, 2), (2, 1.5), (3, 0.5)]
    # 0 beat 1 (2) and 3 (0.5); 1 beat 2 (1.5) and 3 (0.5); 2 beat 0 (2) and drew with 3 (0.25).
    assert [row.sonneborn_berger for row in found] == [2.5, 2, 2.25, 0.75]
    assert [row.head_to_head for row in found] == [1, 0, 0, 0]
    assert (found[2].won, found[2].drawn, found[2].lost) == (1, 1, 1)


def test_head_to_head_comes_before_sonneborn_berger() -> None:
    # 1 and 2 have 1 point each: 2 beat 1, who beat the winner.
    found = table(Plan("round-robin", 4, 1), "01", "02", "30", "21", "13", "32")
    rows = [(row.entrant, row.points, row.head_to_head, row.sonneborn_berger) for row in found]
    assert rows == [(3, 2, 1, 3), (0, 2, 0, 2), (2, 1, 1, 1), (1, 1, 0, 2)]


def test_sonneborn_berger_comes_before_games() -> None:
    # 0 and 1 drew, and have 1.5 points each: 1 beat 2 (2 points), 0 beat 3 (1 point). 2 won a
    # game against 1 and lost one to 0, so that 0 has more games.
    matches = wins("12", "20", "31", "03", "23", "0=1")
    flipped = {"a": "b", "b": "a", None: None}

    def decide(game: Game) -> Winner:
        is_turned = {game.a, game.b} in ({1, 2}, {0, 2}) and game.number == 2
        return flipped[matches(game)] if is_turned else matches(game)  # type: ignore[return-value]

    plan = Plan("round-robin", 4, 1, best_of=3)
    found = tournament.standings(plan, play(plan, decide)[0])
    rows = [(row.entrant, row.points, row.sonneborn_berger, row.games) for row in found]
    assert rows[1:3] == [(1, 1.5, 2.75, 3.5), (0, 1.5, 1.75, 4.5)]


def test_games_come_last() -> None:
    # A circle of three who are equal in all else; 2 won a game against 1.
    plan = Plan("round-robin", 3, 1, best_of=3)
    circle = wins("01", "12", "20")
    matches, _ = play(
        plan,
        lambda game: (
            ("a" if game.a == 2 else "b")
            if {game.a, game.b} == {1, 2} and game.number == 2
            else circle(game)
        ),
    )
    found = tournament.standings(plan, matches)
    assert [(row.entrant, row.games) for row in found] == [(2, 3), (0, 2), (1, 2)]


def test_buchholz_breaks_a_tie_of_a_swiss_tournament() -> None:
    # Round 1: 0-2 and 1-3, won by 0 and 3. Round 2: 0-3, won by 0; 1-2, won by 1.
    found = table(Plan("swiss", 4, 1, rounds=2), "02", "31", "03", "12")
    assert [(row.entrant, row.points, row.buchholz) for row in found] == [
        (0, 2, 1),  # met 2 (0) and 3 (1)
        (3, 1, 3),  # met 1 (1) and 0 (2)
        (1, 1, 1),  # met 3 (1) and 2 (0)
        (2, 0, 3),  # met 0 (2) and 1 (1)
    ]


def test_a_swiss_bye_is_a_point_and_counts_as_an_equal_opponent() -> None:
    # 2 rests; 0 beats 1.
    found = table(Plan("swiss", 3, 1, rounds=1), "01")
    assert [(row.entrant, row.points, row.won, row.byes) for row in found] == [
        (2, 1, 0, 1),  # Buchholz 1 by the bye
        (0, 1, 1, 0),  # Buchholz 0: 1 has no points
        (1, 0, 0, 0),
    ]
    assert [row.buchholz for row in found] == [1, 0, 1]


def test_a_bye_of_a_round_robin_is_worth_nothing() -> None:
    found = table(Plan("round-robin", 3, 1), "01", "12", "02")
    assert [(row.entrant, row.points, row.byes) for row in found] == [
        (0, 2, 1),
        (1, 1, 1),
        (2, 0, 1),
    ]


@pytest.mark.parametrize(
    ("kind", "count", "expected"),
    [
        # 0 and 1 have byes; 3 beats 4, 2 beats 5; 0 beats 3, 1 beats 2; 0 beats 1. Those who are
        # out in the same round share a rank.
        ("single-elimination", 6, [(1, 0), (2, 1), (3, 2), (3, 3), (5, 4), (5, 5)]),
        # By the second defeat. Losers' bracket: 2 beats 3, 1 beats 2; final: 0 beats 1.
        ("double-elimination", 4, [(1, 0), (2, 1), (3, 2), (4, 3)]),
    ],
)
def test_an_elimination_ranks_by_the_last_round(
    kind: tournament.Kind, count: int, expected: list[tuple[int, int]]
) -> None:
    plan = Plan(kind, count, 1)
    found = tournament.standings(plan, play(plan)[0])
    assert [(row.rank, row.entrant) for row in found] == expected


def test_the_first_final_puts_only_its_loser_out_who_came_from_below() -> None:
    # 0 wins the winners' bracket and loses the first final to 1: neither is out yet.
    plan = Plan("double-elimination", 2, 1)
    results: dict[str, Winner] = {"W1-1-1": "a", "F1-1-1": "b"}
    matches = tournament.matches(plan, results)
    losers = [match.id for match in matches]
    assert losers[-1] == "F2-1"
    found = tournament.standings(plan, matches)
    assert [row.rank for row in found] == [1, 1]


def test_whoever_is_still_in_stands_first() -> None:
    plan = Plan("single-elimination", 4, 1)
    matches = tournament.matches(plan, {"R1-1-1": "a"})  # 0 beats 3
    found = tournament.standings(plan, matches)
    assert [(row.rank, row.entrant) for row in found] == [(1, 0), (1, 1), (1, 2), (4, 3)]


def test_equal_results_are_equal_ratings() -> None:
    plan = Plan("round-robin", 2, 1, best_of=2)
    matches, _ = play(plan, lambda _: "a")
    # One win each, and half a win and half a defeat of each against the average: all chances are
    # 1/2, and what is told of the strengths is ((3/4, -1/2), (-1/2, 3/4)), whose inverse has
    # 0.75 / 0.3125 = 2.4 on its diagonal.
    off = round(1.959964 * math.sqrt(2.4) * 400 / math.log(10))
    for rating in tournament.ratings(plan, matches):
        assert (rating.value, rating.interval) == (1500, (1500 - off, 1500 + off))


def test_ten_wins_to_one_are_400_points() -> None:
    plan = Plan("round-robin", 2, 1, best_of=99)
    matches, _ = play(
        plan, lambda game: "a" if (game.number % 2) == (game.number % 11 != 0) else "b"
    )
    (game_count,) = {len(match.games) for match in matches}
    one, two = tournament.ratings(plan, matches)
    won = matches[0].points[0]
    plain = 400 * math.log10(won / (game_count - won))
    # The drawn game against the average pulls both a little towards 1500.
    assert 0.75 * plain < one.value - two.value < plain
    assert one.interval[0] < one.value < one.interval[1]


def test_who_wins_everything_has_a_finite_rating() -> None:
    plan = Plan("round-robin", 4, 1)
    matches, _ = play(plan)
    values = [rating.value for rating in tournament.ratings(plan, matches)]
    assert values == sorted(values, reverse=True)
    assert values[0] - 1500 == pytest.approx(1500 - values[3], abs=1)
