"""The armies that a form offers or is told of: samples, the visitor's own, anybody's by a link."""

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import engine
from webapp.armies import saved as armies
from webapp.armies.builder import importing
from webapp.base.game import ArmyCard, Game
from webapp.battles import samples
from webapp.guard import keys

SAMPLE: Final = "sample:"
LINK: Final = re.compile(r"(?:\S*/a/)?(\w+)(?:[/?#]\S*)?")


class Choice(NamedTuple):
    """An army to choose: the reference that a form sends, how it looks, what it is good at."""

    reference: str
    card: ArmyCard
    text: str
    garrison: bool = False


def choices(game: Game) -> Iterator[Choice]:
    """The armies of a game that the visitor may choose from, the own ones first."""
    for row in armies.owned(keys.visitor(), [game.id]).rows:
        card = samples.card_of(game, row.document)
        if card is not None:
            yield Choice(row.id, card, row.note)
    offered = samples.load(game)
    for army in offered.armies.values():
        yield Choice(SAMPLE + army.id, offered.card(army.id), army.text, army.garrison)


def resolve(game: Game, given: str) -> Any:
    """The army, as in a battle file, that a reference, a link, an id, text or JSON stands for.

    Raises InputError for what stands for none; the army itself is not judged.
    """
    if given.startswith(SAMPLE):
        sample = samples.load(game).armies.get(given.removeprefix(SAMPLE))
        if sample is None:
            raise engine.InputError.single("", "Choose one of these armies.")
        return sample.army
    match = LINK.fullmatch(given)
    row = armies.find(match[1]) if match else None
    if row is None:
        if "/a/" in given:
            raise engine.InputError.single("", "No army has this link.")
        return importing.read(game, given).army
    if row.ruleset != game.id:
        name = engine.rulesets()[row.ruleset].name
        raise engine.InputError.single("", f"{row.name} is an army of {name}.")
    return armies.document(row)
