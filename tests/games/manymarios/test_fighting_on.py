"""What survivors keep for their next battle."""

import engine

ROW = {"unit": "goomba", "equipment": ["parawings"], "combat_items": ["frog-suit"]}


def battle_file(*lineups: list[dict[str, object]]) -> dict[str, object]:
    armies = [{"lineup": lineup, "buildings": ["watchtower"]} for lineup in lineups]
    return {"ruleset": "manymarios", "sides": [{"army": army} for army in armies]}


def test_survivors_keep_what_they_carry() -> None:
    recording = engine.play(battle_file([ROW, {"unit": "airship"}], [{"unit": "goomba"}]), 1)
    army = engine.survivors(recording, "a")
    assert recording.result.winner == "a"
    rows = {"a1": ROW, "a2": {"unit": "airship"}}
    left = [rows[unit["id"]] for unit in recording.result.survivors["a"]]
    assert army == {"buildings": ["watchtower"], "lineup": left}


def test_the_chance_of_a_row_counts_who_is_left() -> None:
    # A 4/4 custom unit beats a 1/1 alone in any order, and then has all its energy again.
    strong = {"custom": {"name": "Strong", "energy": 4}}
    weak = {"custom": {"name": "Weak", "energy": 1}}
    battle = engine.read(battle_file([strong], [weak]))
    assert engine.reach([battle] * 3) == [1, 1, 1]
