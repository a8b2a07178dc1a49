"""What the line below each sample battle says is what happens in it, under its seed."""

from collections.abc import Callable
from functools import cache
from typing import Any, Final, TypeAlias

import pytest

import engine
from tests.battle_log import Log, type_of
from webapp import games
from webapp.battles import samples


class BattleLog(Log):
    """The log of a battle, with its armies and its units by id."""

    def __init__(self, recording: engine.Recording) -> None:
        super().__init__(recording.events)
        self.file = recording.header.battle
        start: Any = self.events[0]
        self.a, self.b = start.a, start.b
        armies = (getattr(army, "stack", getattr(army, "lineup", ())) for army in (self.a, self.b))
        self.lineups: tuple[tuple[Any, ...], ...] = tuple(armies)
        self.units = {unit.id: unit for lineup in self.lineups for unit in lineup}

    @property
    def sizes(self) -> tuple[int, int]:
        """How many units each side has."""
        a, b = self.lineups
        return len(a), len(b)

    def names(self, type_: str, field: str) -> list[str]:
        """The names of the units in a field of all events of a type."""
        return [self.units[getattr(event, field)].name for event in self.all(type_)]

    def left_of(self, side: str) -> list[str]:
        """The names of the units of a side that are left."""
        return [str(row["name"]) for row in self.result.survivors[side]]

    def odds(self, **options: str) -> engine.Odds:
        """The exact odds of this battle."""
        file = self.file | ({"options": options} if options else {})
        return engine.odds(file, "exact")


Story: TypeAlias = Callable[[BattleLog], None]
STORIES: Final[dict[tuple[str, str], Story]] = {}


def story(ruleset: str) -> Callable[[Story], Story]:
    """Registers the story of the sample battle of the same name."""

    def register(tell: Story) -> Story:
        STORIES[ruleset, tell.__name__.replace("_", "-")] = tell
        return tell

    return register


@cache
def played(ruleset: str, id_: str) -> BattleLog:
    of_ruleset = samples.load(games.game(ruleset))
    return BattleLog(engine.play(of_ruleset.battle_file(of_ruleset.battles[id_])))


ALL = [
    (ruleset, id_)
    for ruleset in engine.rulesets()
    for id_ in samples.load(games.game(ruleset)).battles
]


@pytest.mark.parametrize(("ruleset", "id_"), ALL)
def test_a_sample_battle_is_what_its_text_says(ruleset: str, id_: str) -> None:
    STORIES[ruleset, id_](played(ruleset, id_))


def test_no_story_is_of_a_battle_that_there_is_not() -> None:
    assert STORIES.keys() == set(ALL)


@pytest.mark.parametrize("id_", samples.load(games.game("warlords")).battles)
def test_the_sample_battles_of_warlords_are_close(id_: str) -> None:
    log = played("warlords", id_)
    assert sorted(len(log.left_of(side)) for side in "ab") == [0, 1]


@story("manymarios")
def first_steps(log: BattleLog) -> None:
    assert log.sizes == (2, 3)


@story("manymarios")
def ghosts_and_hammers(log: BattleLog) -> None:
    flyers, hammers = log.lineups
    assert all("flying" in unit.abilities for unit in flyers)
    assert [unit.name for unit in hammers[1:]] == ["Hammer Bro"] * 3
    assert {*log.names("shot_fired", "attacker")} == {"Hammer Bro"}


@story("manymarios")
def launch_day(log: BattleLog) -> None:
    assert {event.attacker[0] for event in log.all("unit_launched")} == {"a"}
    assert {event.unit[0] for event in log.all("unit_stunned")} == {"a"}


@story("manymarios")
def ten_by_ten(log: BattleLog) -> None:
    assert log.sizes == (10, 10)


@story("manymarios")
def heavy_metal(log: BattleLog) -> None:
    assert "Chain Chomp" in log.names("shot_fired", "target")
    assert {*log.names("shot_fired", "attacker")} == {"Cannon"}


@story("manymarios")
def mirror_mirror(log: BattleLog) -> None:
    """Nobody can."""
    first, second = log.file["sides"]
    assert first["army"] == second["army"]
    assert log.odds().draw == 1
    assert log.result.winner is None


@story("manymarios")
def hedge_dispute(log: BattleLog) -> None:
    assert log.result.reason == "stalemate"
    left = {*log.left_of("a"), *log.left_of("b")}
    assert left == {"Piranha Plant", "Fire Piranha Plant", "Jumping Piranha Plant"}


@story("manymarios")
def bombs_away(log: BattleLog) -> None:
    assert log.a.buildings == ("watchtower",)
    assert log.lineups[0][0].name == "Airship"
    assert {event.target[0] for event in log.all("bomb_dropped")} == {"b"}


@story("manymarios")
def own_design(log: BattleLog) -> None:
    own, catalog = log.lineups
    customs = [unit.name for unit in own if unit.kind == "custom"]
    assert customs == ["Bulwark", "Sniper", "Sniper"]
    assert len(catalog) == 10
    assert all(unit.unit for unit in catalog)


@story("manymarios")
def organ_recital(log: BattleLog) -> None:
    pipes, choir = log.lineups
    assert [unit.name for unit in pipes].count("Cannon Pipe") == 3
    assert len(log.all("unit_launched")) >= 3
    assert {unit.name for unit in choir} == {"Boo"}


@story("manymarios")
def toss_of_a_coin(log: BattleLog) -> None:
    """If the blue side begins it is a draw, otherwise blue has won."""
    ends = [log.odds(first=side) for side in "ab"]
    assert [(end.a, end.b, end.draw) for end in ends] == [(0, 0, 1), (1, 0, 0)]


@story("manymarios")
def two_giants(log: BattleLog) -> None:
    assert log.sizes == (40, 40)


@story("warlords")
def knight_and_dragon(log: BattleLog) -> None:
    """The hit by itself would not have been enough: the dragon still had hits left."""
    assert log.sizes == (1, 1)
    slain = log.only("unit_slain")
    assert slain.attacker == "a1"
    assert [hits for (hits,) in log.values("unit_struck", "hits")][-1] > 0


@story("warlords")
def dragons_over_greenwood(log: BattleLog) -> None:
    """There are not: two of them fall, one to an arrow, and the third wins."""
    assert log.sizes[0] == 3
    assert all(unit.flying for unit in log.lineups[0])
    shots = log.all("shot_fired")
    assert {shot.target[0] for shot in shots} == {"a"}
    assert any(shot.kills for shot in shots)
    assert len(log.left_of("a")) == 1


@story("warlords")
def the_dead_walk(log: BattleLog) -> None:
    assert all(unit.blessed for unit in log.lineups[1])
    afflicted = {event.affliction for event in log.all("unit_afflicted") if event.unit[0] == "b"}
    assert afflicted == {"curse", "poison", "disease"}


@story("warlords")
def night_on_the_hill(log: BattleLog) -> None:
    assert log.sizes == (8, 8)
    assert log.file["field"] == {"terrain": ["hills"]}
    heroes = [[unit.unit for unit in stack if unit.hero] for stack in log.lineups]
    assert heroes == [["vampire", "shaman"], ["monk", "ranger"]]


@story("warlords")
def the_citadel(log: BattleLog) -> None:
    assert log.sizes == (8, 32)
    assert log.file["field"]["city"] == "citadel"


@story("warlords")
def arrow_for_arrow(log: BattleLog) -> None:
    """Both have shots, and one that is left over after they cancelled each other kills."""
    kills, are_cancelled = 0, False
    for event in log.events:
        match type_of(event):
            case "pairing_started":
                are_cancelled = False
            case "missiles_cancelled":
                are_cancelled = True
            case "shot_fired":
                kills += are_cancelled and getattr(event, "kills", False)
    assert kills


@story("warlords")
def rats_at_the_gates(log: BattleLog) -> None:
    """Side by side rats are as strong as none is alone; the fence is the defender's fortify."""
    assert [unit.unit for unit in log.lineups[0]] == ["giant-rats"] * 8
    tide, village = log.all("stack_readied")
    assert all("banding" in [part.source for part in rat.strength_parts] for rat in tide.units)
    assert [row.own_total for row in village.brackets if row.own == "fortify"] == [1]
    assert len(log.all("unit_defeated")) == 15


@story("warlords")
def knives_and_iron(log: BattleLog) -> None:
    """One can: all eight try, once each, and a golem is among those that fall to it."""
    assert log.file["field"]["city"] == "town"
    tried = [event for event in log.all("chance_weighed") if event.power == "assassin"]
    assert len({event.attacker for event in tried}) == 8
    assert any("Golem" in name for name in log.names("unit_assassinated", "target"))


@story("warlords")
def acid_and_lightning(log: BattleLog) -> None:
    assert log.all("acid_hit")
    assert log.all("lightning_hit")


@story("warlords")
def one_in_twenty(log: BattleLog) -> None:
    assert {unit.unit for unit in log.lineups[0]} == {"giant-rats"}
    assert log.result.winner == "a"
    assert log.odds().a == pytest.approx(1 / 20, abs=0.005)


@story("warlords")
def the_silver_oath(log: BattleLog) -> None:
    """The last of them keeps it: a dragon is slain outright, and all three are dead."""
    assert ["dragon" in unit.race for unit in log.lineups[1]] == [True] * 3
    assert any(event.target[0] == "b" for event in log.all("unit_slain"))
    assert log.result.winner == "a"


@story("siege")
def ram_and_warden(log: BattleLog) -> None:
    assert (log.a.bot, log.b.bot) == ("aggressive", "cautious")
    assert log.result.reason == "castle"
    assert 10 <= log.result.rounds <= 25


@story("siege")
def open_gate(log: BattleLog) -> None:
    last = log.round(log.result.rounds)
    assert len(last.all("units_met")) == 2
    besieged = last.only("castle_besieged")
    assert (besieged.side, len(besieged.besiegers), besieged.defenders) == ("b", 1, ())
    assert last.only("castle_fallen").side == "b"


@story("siege")
def forty_rounds(log: BattleLog) -> None:
    assert (log.a.bot, log.b.bot) == ("cautious", "cautious")
    assert (log.result.reason, log.result.rounds) == ("round_limit", 40)
    assert log.all("totals_counted")


@story("siege")
def dice_at_the_gate(log: BattleLog) -> None:
    assert log.a.bot == "random"
    assert (log.result.winner, log.result.reason) == ("a", "castle")


@story("siege")
def white_flag(log: BattleLog) -> None:
    assert log.result.rounds == 3
    assert not log.all("castle_fallen")
    assert all(log.round(number).all("units_met") for number in (1, 2, 3))
    assert log.only("side_resigned").side == "b"
