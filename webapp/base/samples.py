"""Sample armies and battles: what a game's record brings as data, read and put on air."""

import functools
import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Final

import msgspec

import engine
from engine import Seeded, SideId
from webapp.base.game import ArmyCard, Game
from webapp.base.ids import fixed_id
from webapp.base.texts import language

CARDS_KEPT: Final = 512


class SampleArmy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An army that visitors may choose; `text` says in a line what it is good at.

    A `garrison` is too large to attack: it may only defend.
    """

    id: str
    text: str
    army: dict[str, Any]
    garrison: bool = False


class SampleBattle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A battle between two sample armies, `a` and `b`, under a fixed seed.

    `terms` are the members that its battle file has beside the sides, and `tags` say in a word each
    what visitors should know of them. `decided` is what else a side of the battle file has, where
    its game lets a side decide: orders, a bot.
    """

    id: str
    title: str
    text: str
    seed: int
    a: str
    b: str
    name_a: str
    name_b: str
    terms: dict[str, Any] = {}
    tags: tuple[str, ...] = ()
    decided: dict[SideId, dict[str, Any]] = {}


class Samples:
    """All samples of one game: `armies` and `battles` by id.

    `pair` are the two armies that new forms begin with.
    """

    def __init__(
        self,
        game: Game,
        armies: Mapping[str, SampleArmy],
        battles: Mapping[str, SampleBattle],
        pair: tuple[str, str] | None = None,
    ) -> None:
        self.game = game
        self.armies = armies
        self.battles = battles
        self.pair = pair

    def first_pair(self) -> tuple[str, str]:
        """The two armies that a new form begins with: those that are named, or else the first."""
        if self.pair is not None:
            return self.pair
        ids = [army.id for army in self.armies.values() if not army.garrison]
        return (ids[0], ids[min(1, len(ids) - 1)]) if ids else ("", "")

    def battle_file(self, battle: SampleBattle) -> dict[str, Any]:
        """The battle file of a sample battle, with its seed."""
        a, b = self.armies[battle.a], self.armies[battle.b]
        sides = [
            {"name": battle.name_a, "army": a.army, **battle.decided.get("a", {})},
            {"name": battle.name_b, "army": b.army, **battle.decided.get("b", {})},
        ]
        return {"ruleset": self.game.id, "seed": battle.seed, **battle.terms, "sides": sides}

    def page_id(self, battle: SampleBattle) -> str:
        """The id under which a sample battle can always be watched."""
        return fixed_id(f"{self.game.id}/{battle.id}")

    def card(self, army_id: str) -> ArmyCard:
        """What an army shows of itself before a battle."""
        card = card_of(self.game, json.dumps(self.armies[army_id].army))
        assert card is not None, army_id
        return card


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    armies: tuple[SampleArmy, ...] = ()
    battles: tuple[SampleBattle, ...] = ()
    pair: tuple[str, str] | None = None


@functools.cache
def load(game: Game) -> Samples:
    """The samples of a game; of one without any an empty collection."""
    file = _File()
    if game.samples is not None:
        file = msgspec.json.decode(game.samples.read_bytes(), type=_File)
    return Samples(
        game,
        armies={army.id: army for army in file.armies},
        battles={battle.id: battle for battle in file.battles},
        pair=file.pair,
    )


@functools.cache
def stand_in(game: Game) -> dict[str, Any]:
    """An army that may take any field: a sample, or one drawn at random if there is none."""
    fit = (sample.army for sample in load(game).armies.values() if not sample.garrison)
    return next(fit, None) or game.builder.random({}, {}, Seeded(0))


def side_of(game: Game, army: Any) -> dict[str, Any]:
    """A side of a battle file that decides nothing: to see what becomes of an army."""
    return {"army": army, **game.undecided}


def card_of(game: Game, document: str) -> ArmyCard | None:
    """What an army, JSON as in a battle file, shows of itself; None if no field would take it."""
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
    """What keeps a game's samples from being used; nothing for a game without any."""
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
    """A battle file to begin with: the first sample battle without its seed; '' without any."""
    samples = load(game)
    for battle in samples.battles.values():
        file = samples.battle_file(battle)
        del file["seed"]
        return json.dumps(file, indent=2)
    return ""
