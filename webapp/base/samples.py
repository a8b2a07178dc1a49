"""Sample armies and battles of a game."""

import functools
import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import msgspec

import engine
from engine import Seeded
from webapp.base.game import ArmyCard, Game, SampleArmy, SampleBattle, read_samples
from webapp.base.ids import fixed_id
from webapp.base.texts import language

CARDS_KEPT: Final = 512
EQUAL_WITHIN: Final = 0.25  # the share by which the worth of two matched armies differs at most


@dataclass(frozen=True, eq=False)
class Samples:
    """All samples of one game by id; new forms begin with the two armies of `pair`."""

    game: Game
    armies: Mapping[str, SampleArmy]
    battles: Mapping[str, SampleBattle]
    pair: tuple[str, str] | None = None

    def first_pair(self) -> tuple[str, str]:
        """Return the initial two armies of a form: the named pair, or else the first."""
        if self.pair is not None:
            return self.pair
        ids = [army.id for army in self.armies.values() if not army.garrison]
        return (ids[0], ids[min(1, len(ids) - 1)]) if ids else ("", "")

    def match(self, army: ArmyCard, first: str) -> str:
        """Return a sample worth about as much as an army: `first` if it is, or else the closest."""
        gaps = {
            one.id: abs(self.card(one.id).worth - army.worth)
            for one in sorted(self.armies.values(), key=lambda one: one.id != first)
            if not one.garrison and self.card(one.id) != army
        }
        if gaps.get(first, army.worth) <= EQUAL_WITHIN * army.worth:
            return first
        return min(gaps, key=gaps.__getitem__, default=first)

    def battle_file(self, battle: SampleBattle) -> dict[str, Any]:
        """Return the battle file of a sample battle, with its seed."""
        a, b = self.armies[battle.a], self.armies[battle.b]
        sides = [
            {"name": battle.name_a, "army": a.army, **battle.decided.get("a", {})},
            {"name": battle.name_b, "army": b.army, **battle.decided.get("b", {})},
        ]
        return {"ruleset": self.game.id, "seed": battle.seed, **battle.terms, "sides": sides}

    def page_id(self, battle: SampleBattle) -> str:
        """Return the permanent id of a sample battle's page."""
        return fixed_id(f"{self.game.id}/{battle.id}")

    def card(self, army_id: str) -> ArmyCard:
        card = card_of(self.game, json.dumps(self.armies[army_id].army))
        assert card is not None, army_id
        return card


@functools.cache
def load(game: Game) -> Samples:
    """Return the samples of a game, perhaps empty."""
    file = read_samples(game.samples)
    armies = {army.id: army for army in file.armies}
    battles = {battle.id: battle for battle in file.battles}
    return Samples(game, armies, battles, file.pair)


def best_first(samples: Samples) -> list[SampleBattle]:
    """Return the sample battles, those that stand for their game first."""
    return sorted(samples.battles.values(), key=lambda battle: battle.moment is None)


@functools.cache
def stand_in(game: Game) -> dict[str, Any]:
    """Return an army that fits any battle: a sample, or a random one."""
    fit = (sample.army for sample in load(game).armies.values() if not sample.garrison)
    return next(fit, None) or game.builder.random({}, {}, Seeded(0))


def side_of(game: Game, army: Any) -> dict[str, Any]:
    """Return an undecided side of a battle file, to examine an army."""
    return {"army": army, **game.undecided}


def card_of(game: Game, document: str) -> ArmyCard | None:
    """Return the card of an army, JSON as in a battle file; None if it is never allowed."""
    return _card_of(game, document, language())


@functools.lru_cache(CARDS_KEPT)
def _card_of(game: Game, document: str, _language: str) -> ArmyCard | None:
    sides = [side_of(game, army) for army in (stand_in(game), json.loads(document))]
    for terms in ({}, game.builder.garrison):
        with suppress(engine.InputError):
            battle = engine.read({"ruleset": game.id, "sides": sides, **terms})
            return game.army_card(battle.setup, "b")
    return None


def problems(game: Game) -> Iterator[str]:
    try:
        samples = load(game)
    except (OSError, msgspec.MsgspecError) as error:
        yield f"its samples cannot be read: {error}"
        return
    for army in samples.armies.values():
        if card_of(game, json.dumps(army.army)) is None:
            yield f"no field would take its sample army '{army.id}'"
    for battle in samples.battles.values():
        try:
            engine.read(samples.battle_file(battle))
        except KeyError as error:
            yield f"its sample battle '{battle.id}' names {error}, which is no sample army"
        except engine.InputError as error:
            yield f"its sample battle '{battle.id}' is refused: {error}"


def example(game: Game) -> str:
    """Return an initial battle file: the first sample battle without its seed, or ''."""
    samples = load(game)
    for battle in samples.battles.values():
        file = samples.battle_file(battle)
        del file["seed"]
        return json.dumps(file, indent=2)
    return ""
