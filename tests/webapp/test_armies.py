"""An army is judged apart from a battle, under the terms of one."""

from webapp.armies import saved as armies


def test_an_army_that_keeps_to_the_terms_makes_a_battle() -> None:
    battle, problems = armies.check("manymarios", {"lineup": [{"unit": "goomba"}]}, {"ap_limit": 9})
    assert battle is not None
    assert problems == []


def test_problems_are_told_once_with_paths_that_begin_at_the_army() -> None:
    army = {"lineup": [{"unit": "goomba"}, {"unit": "gomba"}]}
    battle, problems = armies.check("manymarios", army)
    assert battle is None
    assert [problem.path for problem in problems] == ["lineup[1].unit"]


def test_wrong_terms_are_told_beside_the_army() -> None:
    army = {"lineup": [{"unit": "goomba"}]}
    _, problems = armies.check("manymarios", army, {"ap_limit": 0})
    assert [problem.path for problem in problems] == ["ap_limit"]
