"""The armies that forms offer or accept: samples, the visitor's own, any army by its link."""

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import engine
from webapp import games
from webapp.armies import saved as armies
from webapp.armies.builder import importing
from webapp.armies.saved import SAMPLE
from webapp.base.game import ArmyCard, Game
from webapp.battles import samples
from webapp.guard import keys

SAMPLE_ID: Final = re.compile(r"[a-z0-9-]+")


class Choice(NamedTuple):
    """An army to choose: the reference that a form sends, how it looks, what it is good at."""

    reference: str
    card: ArmyCard
    text: str
    garrison: bool = False

    @property
    def id(self) -> str:
        """The id of the army alone."""
        return self.reference.removeprefix(SAMPLE)


def choices(game: Game) -> Iterator[Choice]:
    """The armies of a game that the visitor may choose from, the own ones first."""
    for row in armies.owned(keys.visitor(), [game.id]).rows:
        card = samples.card_of(game, row.document)
        if card is not None:
            yield Choice(row.id, card, row.note)
    yield from sample_choices(game)


def sample_choices(game: Game) -> Iterator[Choice]:
    """The sample armies of a game."""
    of_game = samples.load(game)
    for army in of_game.armies.values():
        yield Choice(SAMPLE + army.id, of_game.card(army.id), army.text, army.garrison)


def first_choices(game: Game) -> tuple[str, str]:
    """References to the two sample armies that a new form holds; '' for a game without."""
    a, b = (SAMPLE + id_ if id_ else "" for id_ in samples.load(game).first_pair())
    return a, b


def reference(given: str) -> str:
    """A reference for an id: to the sample army of this id, unless a saved army has it."""
    is_sample = SAMPLE_ID.fullmatch(given) and armies.find(given) is None
    return SAMPLE + given if is_sample else given


def resolve(game: Game, given: str) -> Any:
    """The army, as in a battle file, that a reference, a link, an id, text or JSON stands for.

    Raises InputError for what stands for none; the army itself is not judged.
    """
    if given.startswith(SAMPLE):
        sample = armies.resolve(game, given)
        if sample is None:
            raise engine.InputError.single("", "Choose one of these armies.")
        return sample
    row = armies.linked(given)
    if row is None:
        if "/a/" in given:
            raise engine.InputError.single("", "No army has this link.")
        return importing.read(game, given).army
    if row.ruleset != game.id:
        other = games.games().get(row.ruleset)
        whose = other.name if other else "another game"
        raise engine.InputError.single("", f"{row.name} is an army of {whose}.")
    return armies.document(row)
