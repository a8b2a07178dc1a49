"""Sample armies and battles: sound, varied, lively, and what the texts below them say."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import pytest
from flask import Flask
from flask.testing import FlaskClient

import engine
from tests.battle_log import Log, type_of
from webapp import games
from webapp.battles import samples
from webapp.battles import store as battles

RULESETS = list(engine.rulesets())


def recordings(ruleset: str) -> list[engine.Recording]:
    of_ruleset = samples.load(games.game(ruleset))
    return [engine.play(of_ruleset.battle_file(one)) for one in of_ruleset.battles.values()]


def sizes(ruleset: str) -> set[tuple[int, int]]:
    """How many units each side has, of all battles."""
    of_ruleset = samples.load(games.game(ruleset))
    counts = {id_: len(of_ruleset.card(id_).units) for id_ in of_ruleset.armies}
    return {(counts[one.a], counts[one.b]) for one in of_ruleset.battles.values()}


def kinds(ruleset: str) -> tuple[set[str | None], set[str], set[str]]:
    """Winners, reasons and events of all battles, and how many events they leave out."""
    played = recordings(ruleset)
    seen = {str(event.__struct_config__.tag) for one in played for event in one.events}
    all_ = {str(event.__struct_config__.tag) for event in engine.rulesets()[ruleset].all_events}
    results = [one.result for one in played]
    return {one.winner for one in results}, {one.reason for one in results}, all_ - seen


BRANCHES_ONLY = {"stack_reordered", "lineup_reordered", "units_replaced"}


UNITS = ("lineup", "stack", "units")
"""What an army's units are called in a battle file."""


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_army_shows_its_name_its_size_and_its_units(ruleset: str) -> None:
    of_ruleset = samples.load(games.game(ruleset))
    for army in of_ruleset.armies.values():
        card = of_ruleset.card(army.id)
        assert card.name == army.army["name"]
        assert card.size.split()[0].isdecimal()
        assert len(card.units) == len(next(army.army[key] for key in UNITS if key in army.army))
        assert all(unit.name for unit in card.units)


def test_warlords_has_battles_of_every_kind() -> None:
    of_ruleset = samples.load(games.game("warlords"))
    assert len(of_ruleset.armies) >= 10
    assert {(1, 1), (8, 8), (8, 32)} <= sizes("warlords")
    places = {place for b in of_ruleset.battles.values() for place in b.tags}
    assert {"open", "hills", "forest", "marsh", "village", "town", "citadel"} <= places
    winners, _, unseen = kinds("warlords")
    assert winners == {"a", "b"}
    assert unseen <= BRANCHES_ONLY


def test_many_marios_has_armies_and_battles_of_every_kind() -> None:
    of_ruleset = samples.load(games.game("manymarios"))
    winners, reasons, unseen = kinds("manymarios")
    assert (winners, reasons) == ({"a", "b", None}, {"defeat", "stalemate"})
    assert unseen <= BRANCHES_ONLY | {"bomb_negated"}
    assert {(10, 10), (40, 40)} <= sizes("manymarios")
    assert min(map(sum, sizes("manymarios"))) <= 6
    assert {40, 60} <= {battle.terms["ap_limit"] for battle in of_ruleset.battles.values()}


def test_a_sample_is_kept_only_by_its_version(app: Flask, client: FlaskClient) -> None:
    found = []
    for _ in range(2):
        with app.app_context():
            samples.store([games.game("manymarios")])
            of_ruleset = samples.load(games.game("manymarios"))
            battle = battles.find(of_ruleset.page_id(of_ruleset.battles["first-steps"]))
            assert battle is not None
            found.append((battle.digest, battle.created_at, battle.version))
    assert found[0] == found[1], "storing twice changes nothing"
    assert "Recent battles" not in client.get("/").text
    address = f"/api/v1/battles/{battle.id}/recording"
    assert client.get(address).headers["Cache-Control"] == "no-cache"
    kept = client.get(address, query_string={"v": found[0][2]})
    assert "immutable" in kept.headers["Cache-Control"]


def test_the_siege_has_battles_that_end_in_every_way() -> None:
    assert len(samples.load(games.game("siege")).armies) >= 8
    winners, reasons, _ = kinds("siege")
    assert (winners, reasons) == ({"a", "b"}, {"castle", "round_limit", "resigned"})


def test_a_unit_of_the_siege_shows_its_points_and_what_it_has_most_of() -> None:
    card = samples.load(games.game("siege")).card("spearhead")
    assert [unit.name for unit in card.units[:3]] == ["A 4/0/3", "B 4/0/3", "C 2/2/1"]
    assert [unit.icon for unit in card.units] == [*["broadsword"] * 3, *["shield"] * 2]


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

    def left_of(self, side: str) -> set[str]:
        """The names of the units of a side that are left."""
        return {str(row["name"]) for row in self.result.survivors[side]}

    def odds(self, **options: str) -> tuple[float, float, float]:
        """The exact odds of this battle."""
        file = self.file | ({"options": options} if options else {})
        odds = engine.odds(file, "exact")
        return odds.a, odds.b, odds.draw


def kills_after_cancelling(log: BattleLog) -> bool:
    """Whether a shot that was left over after others cancelled each other killed."""
    are_cancelled = kills = False
    for event in log.events:
        type_ = type_of(event)
        are_cancelled = type_ == "missiles_cancelled" or (
            are_cancelled and type_ != "pairing_started"
        )
        kills |= type_ == "shot_fired" and are_cancelled and getattr(event, "kills", False)
    return kills


def banded(log: BattleLog) -> bool:
    """Whether all rats are stronger by banding, and 15 units of both sides fall."""
    tide, _ = log.all("stack_readied")
    sources = [[part.source for part in rat.strength_parts] for rat in tide.units]
    return len(log.all("unit_defeated")) == 15 and all("banding" in parts for parts in sources)


def assassins(log: BattleLog) -> tuple[int, bool]:
    """How many try, and whether a golem falls to one."""
    tried = {event.attacker for event in log.all("chance_weighed") if event.power == "assassin"}
    return len(tried), any("Golem" in name for name in log.names("unit_assassinated", "target"))


def besieged(log: BattleLog) -> tuple[int, str, int, int]:
    """Duels of the last round, whose castle was besieged, by how many, against how many."""
    last = log.round(log.result.rounds)
    siege = last.only("castle_besieged")
    assert last.only("castle_fallen").side == siege.side
    return len(last.all("units_met")), siege.side, len(siege.besiegers), len(siege.defenders)


def resigned(log: BattleLog) -> tuple[list[bool], int, str]:
    """Whether units met in each round, the last round, and who gave up."""
    met = [bool(log.round(number).all("units_met")) for number in (1, 2, 3)]
    return met, log.result.rounds, log.only("side_resigned").side


PLANTS = {"Piranha Plant", "Fire Piranha Plant", "Jumping Piranha Plant"}
AFFLICTIONS = {"curse", "poison", "disease"}
Story: TypeAlias = tuple[str, Callable[[BattleLog], Any], Any]
STORIES: Final[dict[str, tuple[Story, ...]]] = {
    "manymarios": (
        ("ghosts-and-hammers", lambda log: log.names("shot_fired", "attacker"), {"Hammer Bro"}),
        ("launch-day", lambda log: log.sides("unit_launched", "attacker"), {"a"}),
        ("launch-day", lambda log: log.sides("unit_stunned", "unit"), {"a"}),
        ("heavy-metal", lambda log: log.names("shot_fired", "attacker"), {"Cannon"}),
        ("heavy-metal", lambda log: "Chain Chomp" in log.names("shot_fired", "target"), True),
        ("mirror-mirror", lambda log: (log.odds()[2], log.result.winner), (1, None)),
        ("hedge-dispute", lambda log: log.result.reason, "stalemate"),
        ("hedge-dispute", lambda log: log.left_of("a") | log.left_of("b"), PLANTS),
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
        (
            "dragons-over-greenwood",
            lambda log: {s.kills for s in log.all("shot_fired")} >= {1},
            True,
        ),
        ("dragons-over-greenwood", lambda log: len(log.result.survivors["a"]), 1),
        (
            "the-dead-walk",
            lambda log: {e.affliction for e in log.all("unit_afflicted")},
            AFFLICTIONS,
        ),
        ("arrow-for-arrow", kills_after_cancelling, True),
        ("rats-at-the-gates", banded, True),
        ("knives-and-iron", assassins, (8, True)),
        ("acid-and-lightning", lambda log: bool(log.all("acid_hit")), True),
        ("acid-and-lightning", lambda log: bool(log.all("lightning_hit")), True),
        ("one-in-twenty", lambda log: log.odds()[0], pytest.approx(1 / 20, abs=0.005)),
        ("one-in-twenty", lambda log: log.result.winner, "a"),
        # The last of them keeps it: a dragon is slain outright, and all three are dead.
        ("the-silver-oath", lambda log: "b" in log.sides("unit_slain", "target"), True),
        ("the-silver-oath", lambda log: log.result.winner, "a"),
    ),
    "siege": (
        ("ram-and-warden", lambda log: log.result.reason, "castle"),
        ("ram-and-warden", lambda log: 10 <= log.result.rounds <= 25, True),
        ("open-gate", besieged, (2, "b", 1, 0)),
        ("forty-rounds", lambda log: (log.result.reason, log.result.rounds), ("round_limit", 40)),
        ("dice-at-the-gate", lambda log: log.result.winner, "a"),
        ("dice-at-the-gate", lambda log: log.result.reason, "castle"),
        ("white-flag", resigned, ([True] * 3, 3, "b")),
    ),
}
"""Sample battle, what its text says of it, and what that has to be under its seed."""


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
