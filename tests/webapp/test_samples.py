"""Sample armies and battles: sound, varied, lively, and what the texts below them say."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import pytest
from flask import Flask
from flask.testing import FlaskClient

import engine
from tests.battle_log import Log, type_of
from tests.webapp.page_parts import page_data
from webapp.base import games, samples
from webapp.battles import store
from webapp.battles import store as battles

RULESETS = list(engine.rulesets())


UNITS = ("lineup", "stack", "units")  # keys of units in a battle file


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_army_shows_its_name_its_size_and_its_units(ruleset: str) -> None:
    of_ruleset = samples.load(games.game(ruleset))
    for army in of_ruleset.armies.values():
        card = of_ruleset.card(army.id)
        assert card.name == army.army["name"]
        assert card.size.split()[0].isdecimal()
        assert len(card.units) == len(next(army.army[key] for key in UNITS if key in army.army))
        assert all(unit.name for unit in card.units)


UNSEEN = {"stack_reordered", "lineup_reordered", "units_replaced", "bomb_negated"}
"""Events of branches, and a rare case."""
VARIETY: Final[dict[str, tuple[set[Any], set[str], set[Any]]]] = {
    "warlords": ({"a", "b"}, {"defeat"}, {(1, 1), (8, 8), (8, 32)}),
    "manymarios": ({"a", "b", None}, {"defeat", "stalemate"}, {(10, 10), (40, 40)}),
    "siege": ({"a", "b"}, {"castle", "round_limit", "resigned"}, {(5, 5)}),
}
"""Winners and reasons of all sample battles, and some sizes of sides."""


@pytest.mark.parametrize("ruleset", VARIETY)
def test_a_game_has_armies_and_battles_of_every_kind(ruleset: str) -> None:
    of_game = samples.load(games.game(ruleset))
    assert len(of_game.armies) >= 8
    played = [engine.play(of_game.battle_file(one)) for one in of_game.battles.values()]
    counts = {id_: len(of_game.card(id_).units) for id_ in of_game.armies}
    sizes = {(counts[one.a], counts[one.b]) for one in of_game.battles.values()}
    winners, reasons, among = VARIETY[ruleset]
    assert {one.result.winner for one in played} == winners
    assert {one.result.reason for one in played} == reasons
    assert among <= sizes
    if ruleset != "siege":
        all_ = {str(event.__struct_config__.tag) for event in engine.rulesets()[ruleset].all_events}
        assert all_ - {type_of(event) for one in played for event in one.events} <= UNSEEN


def test_a_sample_is_kept_only_by_its_version(app: Flask, client: FlaskClient) -> None:
    found = []
    for _ in range(2):
        with app.app_context():
            store.store_samples([games.game("manymarios")])
            of_ruleset = samples.load(games.game("manymarios"))
            battle = battles.find(of_ruleset.page_id(of_ruleset.battles["first-steps"]))
            assert battle is not None
            found.append((battle.digest, battle.created_at, battle.version))
    assert found[0] == found[1], "storing twice changes nothing"
    assert "Recent battles" not in client.get("/").text
    listed = client.get("/battles?unit=airship&text=bombs").text
    assert listed.count('class="gallery-entry"') == 1
    assert '<span class="tag">sample</span>' in listed
    assert "<time" not in listed
    shown = [one["battle"]["title"] for one in page_data(client.get("/tv").text)["samples"]]
    assert shown == ["Bombs away"]
    address = f"/api/v1/battles/{battle.id}/recording"
    assert client.get(address).headers["Cache-Control"] == "no-cache"
    kept = client.get(address, query_string={"v": found[0][2]})
    assert "immutable" in kept.headers["Cache-Control"]


def test_a_unit_of_the_siege_shows_its_points_and_what_it_has_most_of() -> None:
    card = samples.load(games.game("siege")).card("spearhead")
    assert [unit.name for unit in card.units[:3]] == ["A 4/0/3", "B 4/0/3", "C 2/2/1"]
    figures = ("sword-a", "sword-b", "sword-c", "shield-d", "shield-e")
    assert [unit.icon for unit in card.units] == [f"siege-unit-{name}" for name in figures]


class BattleLog(Log):
    """The log of a battle, with its armies and its units by id."""

    def __init__(self, recording: engine.Recording) -> None:
        super().__init__(recording.events)
        self.file = recording.header.battle
        start: Any = self.events[0]
        armies = (
            getattr(army, "stack", getattr(army, "lineup", ())) for army in (start.a, start.b)
        )
        self.units = {unit.id: unit for lineup in armies for unit in lineup}

    def names(self, type_: str, field: str) -> set[str]:
        """The names of the units in a field of all events of a type."""
        return {self.units[getattr(event, field)].name for event in self.all(type_)}

    def sides(self, type_: str, field: str) -> set[str]:
        """The sides of those units."""
        return {getattr(event, field)[0] for event in self.all(type_)}

    def odds(self, **options: str) -> tuple[float, float, float]:
        """The exact odds of this battle."""
        file = self.file | ({"options": options} if options else {})
        odds = engine.odds(file, "exact")
        return odds.a, odds.b, odds.draw


Story: TypeAlias = tuple[str, Callable[[BattleLog], Any], Any]
STORIES: Final[dict[str, tuple[Story, ...]]] = {
    "manymarios": (
        ("ghosts-and-hammers", lambda log: log.names("shot_fired", "attacker"), {"Hammer Bro"}),
        ("launch-day", lambda log: log.sides("unit_launched", "attacker"), {"a"}),
        ("heavy-metal", lambda log: log.names("shot_fired", "attacker"), {"Cannon"}),
        ("mirror-mirror", lambda log: (log.odds()[2], log.result.winner), (1, None)),
        ("hedge-dispute", lambda log: log.result.reason, "stalemate"),
        ("bombs-away", lambda log: log.sides("bomb_dropped", "target"), {"b"}),
        ("organ-recital", lambda log: len(log.all("unit_launched")) >= 3, True),
        # If the blue side begins it is a draw, otherwise blue has won.
        ("toss-of-a-coin", lambda log: log.odds(first="a"), (0, 0, 1)),
        ("toss-of-a-coin", lambda log: log.odds(first="b"), (1, 0, 0)),
    ),
    "warlords": (
        # The hit by itself would not have been enough: the dragon still had hits left.
        ("knight-and-dragon", lambda log: log.only("unit_slain").attacker, "a1"),
        ("knight-and-dragon", lambda log: log.values("unit_struck", "hits")[-1][0] > 0, True),
        ("dragons-over-greenwood", lambda log: log.sides("shot_fired", "target"), {"a"}),
        ("dragons-over-greenwood", lambda log: len(log.result.survivors["a"]), 1),
        ("the-dead-walk", lambda log: len({x.affliction for x in log.all("unit_afflicted")}), 3),
        ("arrow-for-arrow", lambda log: bool(log.all("missiles_cancelled")), True),
        ("rats-at-the-gates", lambda log: len(log.all("unit_defeated")), 15),
        ("knives-and-iron", lambda log: bool(log.all("unit_assassinated")), True),
        ("acid-and-lightning", lambda log: bool(log.all("lightning_hit")), True),
        ("one-in-twenty", lambda log: log.odds()[0], pytest.approx(1 / 20, abs=0.005)),
        # The last of them keeps it: a dragon is slain outright, and all three are dead.
        ("the-silver-oath", lambda log: "b" in log.sides("unit_slain", "target"), True),
    ),
    "siege": (
        ("ram-and-warden", lambda log: log.result.reason, "castle"),
        ("ram-and-warden", lambda log: 10 <= log.result.rounds <= 25, True),
        ("castellan-and-ram", lambda log: (log.result.reason, log.result.rounds), ("castle", 12)),
        ("open-gate", lambda log: log.only("castle_fallen").side, "b"),
        ("forty-rounds", lambda log: (log.result.reason, log.result.rounds), ("round_limit", 40)),
        ("dice-at-the-gate", lambda log: log.result.reason, "castle"),
        ("white-flag", lambda log: (log.result.rounds, log.only("side_resigned").side), (3, "b")),
    ),
}
"""Sample battle, a phrase of its text, and the facts that it has to match."""


@pytest.mark.parametrize("ruleset", STORIES)
def test_sample_battles_are_what_their_texts_say(ruleset: str) -> None:
    of_game = samples.load(games.game(ruleset))
    logs = {
        id_: BattleLog(engine.play(of_game.battle_file(one)))
        for id_, one in of_game.battles.items()
    }
    wrong = [
        (id_, found, expected)
        for id_, tell, expected in STORIES[ruleset]
        if (found := tell(logs[id_])) != expected
    ]
    assert wrong == []
    if ruleset == "warlords":
        left = {
            id_: [len(log.result.survivors[side]) for side in "ab"] for id_, log in logs.items()
        }
        assert [id_ for id_, counts in left.items() if sorted(counts) != [0, 1]] == [], "close ones"
