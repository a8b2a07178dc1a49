"""Who meets whom, by the rules of engine/tournament/TOURNAMENT.md."""

import hashlib
from collections import Counter

import pytest

from engine import Seeded, tournament
from engine.tournament import EXTRA_MOST, KINDS, Game, Match, Plan, Winner
from tests.tournament.playing import at_random, by_seed, pairs_of, play, wins

SIZES = [2, 3, 4, 5, 6, 7, 8, 9, 13, 16, 17]


def plan_of(kind: tournament.Kind, count: int, best_of: int = 1, rounds: int = 3) -> Plan:
    some = {"swiss": min(rounds, count - 1), "ladder": rounds}
    return Plan(kind, count, 1, best_of, rounds=some.get(kind, 0))


def test_in_a_round_robin_everybody_meets_everybody_once_a_leg() -> None:
    for count in SIZES:
        matches, _ = play(Plan("round-robin", count, 1, legs=2))
        met = Counter((m.a, m.b) for m in matches if m.b is not None)
        # In two legs each is side a against each other one once.
        assert met == {(a, b): 1 for a in range(count) for b in range(count) if a != b}


@pytest.mark.parametrize("count", SIZES)
def test_nobody_has_two_matches_in_a_round(count: int) -> None:
    for kind in ("round-robin", "swiss"):
        matches, _ = play(plan_of(kind, count), at_random(count))
        for number in {match.round for match in matches}:
            playing = [
                who for m in matches if m.round == number for who in (m.a, m.b) if who is not None
            ]
            assert sorted(playing) == list(range(count))


def test_the_first_swiss_round_has_the_upper_half_against_the_lower() -> None:
    matches = tournament.matches(Plan("swiss", 6, 1, rounds=3), {})
    assert pairs_of(matches, 1) == [(0, 3), (1, 4), (2, 5)]
    assert {match.round for match in matches} == {1}


def test_swiss_rounds_pair_equal_points_and_nobody_twice() -> None:
    # Round 1: 0-2, 1-3, won by 0 and 1. Round 2: 0-1 and 2-3, won by 0 and 2. Then 0 has 2 points,
    # 1 and 2 have 1, 3 has none. 1-2 and 0-3 are left, although 0 and 3 are 2 points apart.
    matches, _ = play(Plan("swiss", 4, 1, rounds=3))
    assert [pairs_of(matches, n) for n in (1, 2, 3)] == [
        [(0, 2), (1, 3)],
        [(0, 1), (2, 3)],
        [(0, 3), (1, 2)],
    ]


def test_a_swiss_bye_goes_to_the_last_who_had_none() -> None:
    matches, _ = play(Plan("swiss", 5, 1, rounds=3))
    # The last seed, then the last of those who have lost, then the next one.
    resting = [match.a for match in matches if match.state == "bye"]
    assert resting[0] == 4
    assert len(set(resting)) == 3


def test_a_swiss_round_begins_when_the_one_before_is_over() -> None:
    plan = Plan("swiss", 4, 1, rounds=2)
    first = tournament.due(tournament.matches(plan, {}))
    half = tournament.matches(plan, {first[0].id: "a"})
    assert [game.id for game in tournament.due(half)] == ["R1-2-1"]


def test_the_best_seeds_have_the_byes_of_an_elimination() -> None:
    matches = tournament.matches(Plan("single-elimination", 5, 1), {})
    # Eight places from the top: 0, -, 3, 4, 1, -, 2, -.
    assert [(m.a, m.b, m.state) for m in matches] == [
        (0, None, "bye"),
        (3, 4, "open"),
        (1, None, "bye"),
        (2, None, "bye"),
        (0, None, "pending"),
        (1, 2, "open"),
        (None, None, "pending"),
    ]


def test_the_first_two_seeds_meet_in_the_final_only() -> None:
    for count in SIZES:
        matches, _ = play(Plan("single-elimination", count, 1))
        assert {matches[-1].a, matches[-1].b} == {0, 1}


def test_a_double_elimination_of_four_with_a_second_final() -> None:
    # Winners: 0-3, 1-2; then 0-1, won by 1. Losers: 3-2, won by 2; then 0-2, won by 0.
    # Final: 1-0, won by 0, who loses the second one.
    decided = iter(["0", "1", "1", "2", "0", "0", "1"])
    order: list[str] = []

    def decide(game: Game) -> Winner:
        order.append(game.id)
        return "a" if game.a == winners[game.id.rpartition("-")[0]] else "b"

    ids = ["W1-1", "W1-2", "W2-1", "L1-1", "L2-1", "F1-1", "F2-1"]
    winners = {id_: int(who) for id_, who in zip(ids, decided, strict=True)}
    matches, _ = play(Plan("double-elimination", 4, 1), decide)
    assert [(m.id, {m.a, m.b}) for m in matches] == [
        ("W1-1", {0, 3}),
        ("W1-2", {1, 2}),
        ("W2-1", {0, 1}),
        ("L1-1", {2, 3}),
        ("L2-1", {0, 2}),
        ("F1-1", {0, 1}),
        ("F2-1", {0, 1}),
    ]
    assert len(order) == 7


def test_there_is_no_second_final_if_the_undefeated_wins_the_first() -> None:
    matches, _ = play(Plan("double-elimination", 4, 1), by_seed)
    assert [match.id for match in matches][-1] == "F1-1"


def test_losers_do_not_meet_at_once_whom_they_have_met() -> None:
    # Round 1: 3 beats 4 in the half of 0, and 2 beats 5 in that of 1. Round 2: 0 beats 3, 1 beats
    # 2. Losers: 4 beats 7, 5 beats 6; then 3 and 2 come, each into the other half.
    matches, _ = play(Plan("double-elimination", 8, 1), by_seed)
    met = [{m.a, m.b} for m in matches if m.id.startswith("L2-")]
    assert sorted(map(sorted, met)) == [[2, 4], [3, 5]]


@pytest.mark.parametrize("count", SIZES)
def test_who_loses_twice_is_out_of_a_double_elimination(count: int) -> None:
    for seed in range(5):
        matches, _ = play(Plan("double-elimination", count, 1), at_random(seed))
        lost = Counter(match.loser for match in matches if match.state == "done")
        winner = matches[-1].winner
        assert lost.pop(winner, 0) <= 1
        assert lost == dict.fromkeys(set(range(count)) - {winner}, 2)


def test_sides_change_and_a_match_ends_when_nobody_can_catch_up() -> None:
    plan = Plan("round-robin", 2, 1, best_of=5)
    (match,), results = play(plan, wins("01"))
    assert [(game.a, game.b, game.winner) for game in match.games] == [
        (0, 1, "a"),
        (1, 0, "b"),
        (0, 1, "a"),
    ]
    assert (match.points, match.winner, len(results)) == ((3, 0), 0, 3)


def test_games_that_are_certain_are_due_together() -> None:
    plan = Plan("round-robin", 2, 1, best_of=5)
    (match,) = tournament.matches(plan, {})
    assert [game.number for game in match.due] == [1, 2, 3]
    # 2 to 1: the fourth may decide it.
    (match,) = tournament.matches(plan, {"R1-1-1": "a", "R1-1-2": "a", "R1-1-3": "a"})
    assert [game.number for game in match.due] == [4]


def test_a_level_match_is_drawn_in_a_league() -> None:
    (match,), _ = play(Plan("round-robin", 2, 1, best_of=2), lambda _: "a")
    assert (match.points, match.winner, match.state, match.loser) == ((1, 1), None, "done", None)


def test_a_level_match_of_an_elimination_goes_on_and_then_the_better_seed_does() -> None:
    plan = Plan("single-elimination", 2, 1)
    (match,), _ = play(plan, wins("0=1"))
    assert (len(match.games), match.winner, match.by_seed) == (1 + EXTRA_MOST, 0, True)

    (match,), _ = play(plan, lambda game: None if game.number < 3 else "a")
    # The third game has entrant 0 on side a again.
    assert (len(match.games), match.winner, match.by_seed) == (3, 0, False)


def test_the_seed_of_a_game_follows_from_that_of_the_tournament() -> None:
    (match,) = tournament.matches(Plan("round-robin", 2, 7), {})
    digest = hashlib.sha256(b"7 R1-1-1").hexdigest()
    assert match.due[0].seed == int(digest[:16], 16)


@pytest.mark.parametrize("kind", KINDS)
def test_it_does_not_matter_in_which_order_games_are_played(kind: tournament.Kind) -> None:
    plan = plan_of(kind, 9, best_of=3)
    decide = {}
    dice = Seeded(5)

    def fixed(game: Game) -> Winner:
        digest = hashlib.sha256(game.id.encode()).digest()[0]
        return decide.setdefault(game.id, ("a", "b", None)[digest % 3])

    expected, _ = play(plan, fixed)
    results: dict[str, Winner] = {}
    while due := tournament.due(tournament.matches(plan, results)):
        game = due[dice.below(len(due), "which", str(len(results)))]
        results[game.id] = fixed(game)
    found: list[Match] = tournament.matches(plan, results)
    assert found == expected


@pytest.mark.parametrize("kind", KINDS)
def test_a_plan_knows_how_many_matches_there_are(kind: tournament.Kind) -> None:
    for count in SIZES:
        plan = plan_of(kind, count)
        matches, _ = play(plan, at_random(count))
        played = sum(match.state == "done" for match in matches)
        spare = kind == "double-elimination" and matches[-1].id == "F1-1"
        assert plan.matches == played + spare
