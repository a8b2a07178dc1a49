"""The armies that forms offer or accept: samples, the visitor's own, any army by its link."""

import json
import re
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import engine
from engine import Seeded
from webapp.armies import store as armies
from webapp.armies.builder import importing
from webapp.armies.store import SAMPLE
from webapp.base import games, samples
from webapp.base.event_loop import give_way
from webapp.base.game import ArmyCard, Game
from webapp.base.texts import _
from webapp.guard import keys

SAMPLE_ID: Final = re.compile(r"[a-z0-9-]+")
OTHER: Final = "other"
"""What a form sends for an army that is not offered, but entered beside."""
DRAW: Final = "random"
"""What a button begins with that draws an army at random: `random:b` for side b."""
SEED_BITS: Final = 32


class Choice(NamedTuple):
    """An army to choose: the reference that a form sends, how it looks, what it is good at."""

    reference: str
    card: ArmyCard
    text: str
    garrison: bool = False


class Pick(NamedTuple):
    """One army to be chosen, as `templates/armies.html` draws it.

    name, other: the fields of the choice and of an army that is entered. chosen: the reference of
    one of the `choices`, or OTHER. text: what was entered, and what that shows of itself if it is
    an army. draw: what the button sends that draws one at random.
    """

    name: str
    other: str
    chosen: str
    choices: Sequence[Choice]
    text: str
    entered: ArmyCard | None
    draw: str
    errors: Sequence[str] = ()
    other_errors: Sequence[str] = ()


def choices(game: Game) -> Iterator[Choice]:
    """The armies of a game that the visitor may choose from, the own ones first."""
    for row in armies.owned(keys.visitor(), [game.id]).rows:
        give_way()  # as in `ready`
        card = samples.card_of(game, row.document)
        if card is not None:
            yield Choice(row.id, card, row.note)
    yield from sample_choices(game)


def ready(game: Game, reference: str, card_of: Callable[[Any], ArmyCard | None]) -> list[Choice]:
    """What somebody may seal as it is: samples, own armies, and the one that `reference` names.

    `card_of` gives nothing for an army that does not keep to the terms.
    """
    known = [*_offered(game)]
    if reference not in {ref for ref, _, _ in known}:
        named = armies.resolve(game, reference)
        known = [(reference, named, ""), *known] if named else known
    found: list[Choice] = []
    for ref, army, text in known:
        give_way()  # so that others are answered between two of many armies
        if card := card_of(army):
            found.append(Choice(ref, card, text))
    return found


def offered(game: Game, army: Any) -> str:
    """The reference of this army among samples and own ones; '' if it is another one."""
    wanted = game.builder.normal(army)
    known = (ref for ref, one, _ in _offered(game) if game.builder.normal(one) == wanted)
    return next(known, "")


def _offered(game: Game) -> Iterator[tuple[str, Any, str]]:
    """Own armies and samples: the reference, the army as in a battle file, what is said of it."""
    for saved in armies.owned(keys.visitor(), [game.id]).rows:
        yield saved.id, armies.document(saved), saved.note or _("saved by you")
    for sample in samples.load(game).armies.values():
        yield SAMPLE + sample.id, sample.army, _(sample.text)


def linked_choice(game: Game, given: str) -> Choice | None:
    """The saved army, whoever made it, that an id or a link names; None for none of this game."""
    row = armies.linked(given)
    card = samples.card_of(game, row.document) if row and row.ruleset == game.id else None
    return Choice(row.id, card, row.note) if row and card else None


def sample_choices(game: Game) -> Iterator[Choice]:
    """The sample armies of a game."""
    of_game = samples.load(game)
    for army in of_game.armies.values():
        text, card = _(army.text), of_game.card(army.id)
        if army.garrison:
            text = _("{text} A garrison: {rule}.", text=text, rule=_(game.builder.garrison_rule))
        yield Choice(SAMPLE + army.id, card, text, army.garrison)


def first_choices(game: Game) -> tuple[str, str]:
    """References to the two sample armies that a new form holds; '' for a game without."""
    a, b = (SAMPLE + id_ if id_ else "" for id_ in samples.load(game).first_pair())
    return a, b


def drawn(game: Game, terms: Mapping[str, Any], limits: Mapping[str, Any]) -> str:
    """An army drawn at random under these terms and limits, as compact text."""
    chance = Seeded(secrets.randbits(SEED_BITS))
    return game.builder.write(game.builder.random(terms, limits, chance))


def entered_card(game: Game, given: str) -> ArmyCard | None:
    """What an army that was entered shows of itself; None for what no field would take."""
    if not given:
        return None
    try:
        return samples.card_of(game, json.dumps(resolve(game, given)))
    except engine.InputError:
        return None


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
            raise engine.InputError.single("", _("Choose one of these armies."))
        return sample
    row = armies.linked(given)
    if row is None:
        if "/a/" in given:
            raise engine.InputError.single("", _("No army has this link."))
        return importing.read(game, given).army
    if row.ruleset != game.id:
        other = games.games().get(row.ruleset)
        whose = _(other.name) if other else _("another game")
        told = _("{army} is an army of {game}.", army=row.name, game=whose)
        raise engine.InputError.single("", told)
    return armies.document(row)
