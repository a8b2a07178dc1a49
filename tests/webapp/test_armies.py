"""An army is judged apart from a battle, under the terms of one."""

from webapp import games
from webapp.armies.builder.checking import check

LINEUPS = games.game("manymarios")


def test_an_army_that_keeps_to_the_terms_makes_a_battle() -> None:
    battle, problems = check(LINEUPS, {"lineup": [{"unit": "goomba"}]}, {"ap_limit": 9})
    assert battle is not None
    assert problems == []


def test_problems_are_told_once_with_paths_that_begin_at_the_army() -> None:
    army = {"lineup": [{"unit": "goomba"}, {"unit": "gomba"}]}
    battle, problems = check(LINEUPS, army)
    assert battle is None
    assert [problem.path for problem in problems] == ["lineup[1].unit"]


def test_wrong_terms_are_told_beside_the_army() -> None:
    army = {"lineup": [{"unit": "goomba"}]}
    _, problems = check(LINEUPS, army, {"ap_limit": 0})
    assert [problem.path for problem in problems] == ["ap_limit"]
