"""Armies that forms offer: samples, the visitor's own, any by link."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

from wtforms import Field

import engine
from webapp.armies import store as armies
from webapp.armies.builder import drawing, importing
from webapp.armies.store import SAMPLE
from webapp.base import games, samples
from webapp.base.game import ArmyCard, Game
from webapp.base.jobs import give_way
from webapp.base.texts import _
from webapp.guard import keys

SAMPLE_ID: Final = re.compile(r"[a-z0-9-]+")
OTHER: Final = "other"  # form value for a typed army
DRAW: Final = "random"  # prefix of a random button's value: `random:b` for side b


class Choice(NamedTuple):
    reference: str
    card: ArmyCard
    text: str  # its description
    garrison: bool = False


class Pick(NamedTuple):
    """An army field, as `templates/armies.html` draws it."""

    army: Field  # holds the reference of a choice, or OTHER
    other: Field  # holds a typed army
    choices: Sequence[Choice]
    entered: ArmyCard | None  # the typed army, if it is valid
    draw: str  # the value of the random button


def choices(game: Game) -> Iterator[Choice]:
    """Return a visitor's and the sample armies of a game, the own ones first."""
    for row in armies.owned(keys.visitor(), [game.id]).rows:
        give_way()  # to other requests
        card = samples.card_of(game, row.document)
        if card is not None:
            yield Choice(row.id, card, row.note)
    of_game = samples.load(game)
    for army in of_game.armies.values():
        text = _(army.text)
        if army.garrison:
            text = _("{text} A garrison: {rule}.", text=text, rule=_(game.builder.garrison_rule))
        yield Choice(SAMPLE + army.id, of_game.card(army.id), text, army.garrison)


def ready(game: Game, reference: str, card_of: Callable[[Any], ArmyCard | None]) -> list[Choice]:
    """Return armies to seal unchanged: samples and own ones for which `card_of` is not None."""
    known = [*_offered(game)]
    if reference not in {ref for ref, _, _ in known}:
        named = armies.resolve(game, reference)
        known = [(reference, named, ""), *known] if named else known
    found: list[Choice] = []
    for ref, army, text in known:
        give_way()  # to other requests, between two of many armies
        if card := card_of(army):
            found.append(Choice(ref, card, text))
    return found


def offered(game: Game, army: Any) -> str:
    """Return an army's reference among samples and own armies, or ''."""
    wanted = game.builder.normal(army)
    known = (ref for ref, one, _ in _offered(game) if game.builder.normal(one) == wanted)
    return next(known, "")


def _offered(game: Game) -> Iterator[tuple[str, Any, str]]:
    """Yield reference, army and description of own armies and samples."""
    for saved in armies.owned(keys.visitor(), [game.id]).rows:
        yield saved.id, armies.document(saved), saved.note or _("saved by you")
    for sample in samples.load(game).armies.values():
        yield SAMPLE + sample.id, sample.army, _(sample.text)


def linked_choice(game: Game, given: str) -> Choice | None:
    """Return the saved army of this game at an id or link, or None."""
    row = armies.linked(given)
    card = samples.card_of(game, row.document) if row and row.ruleset == game.id else None
    return Choice(row.id, card, row.note) if row and card else None


def with_linked(game: Game, reference: str, offered: Sequence[Choice]) -> Sequence[Choice]:
    """Return offered armies; one that a link chose comes first."""
    if reference == OTHER or any(choice.reference == reference for choice in offered):
        return offered
    linked = linked_choice(game, reference)
    return [linked, *offered] if linked else offered


def pick(
    game: Game, army: Field, other: Field, offered: Sequence[Choice], draw: str = DRAW
) -> Pick:
    """Return the choice of an army, among offered ones or typed."""
    entered, given = None, other.data.strip()
    with suppress(engine.InputError):
        entered = samples.card_of(game, json.dumps(resolve(game, given))) if given else None
    return Pick(army, other, offered, entered, draw)


def first_choices(game: Game) -> tuple[str, str]:
    """Return the two samples that a new form selects; '' without samples."""
    a, b = (SAMPLE + id_ if id_ else "" for id_ in samples.load(game).first_pair())
    return a, b


def match(game: Game, army: ArmyCard, first: str) -> str:
    """Return the reference of a sample worth about as much as an army, preferably `first`."""
    return SAMPLE + samples.load(game).match(army, first.removeprefix(SAMPLE)) if first else ""


def random_army_text(game: Game, terms: Mapping[str, Any], limits: Mapping[str, Any]) -> str:
    """Return a random army within these terms and limits, as compact text. Raise InputError."""
    return game.builder.write(drawing.draw(game, terms, limits))


def reference(given: str) -> str:
    """Return the reference of an id: a sample unless a saved army has it."""
    is_sample = SAMPLE_ID.fullmatch(given) and armies.find(given) is None
    return SAMPLE + given if is_sample else given


def resolve(game: Game, given: str) -> Any:
    """Return the unjudged army of a reference, link, id, text or JSON. Raises InputError."""
    if given.startswith(SAMPLE):
        sample = armies.resolve(game, given)
        if sample is None:
            raise engine.InputError.single("", _("Choose one of these armies."))
        return sample
    row = armies.linked(given)
    if row is not None and row.ruleset == game.id:
        return armies.document(row)
    if row is not None:
        other = games.games().get(row.ruleset)
        whose = _(other.name) if other else _("another game")
        message = _("{army} is an army of {game}.", army=row.name, game=whose)
        raise engine.InputError.single("", message)
    if "/a/" in given:
        raise engine.InputError.single("", _("No army has this link."))
    return importing.read(game, given).army
