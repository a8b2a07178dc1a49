"""Battle terms in words."""

from collections.abc import Iterable, Mapping
from typing import Any

from webapp.base import durations
from webapp.base.form import Field, value_at
from webapp.base.game import Game
from webapp.base.texts import _


def battle_fields(game: Game) -> tuple[Field, ...]:
    """Return the battle-file members that players can agree on."""
    return game.builder.form.terms + game.challenge_terms


def value_in_words(field: Field, value: Any) -> str:
    """Return a field's value as text, also where it stands for nothing."""
    if field.type == "span":
        return durations.in_words(field.default if value is None else value)
    names = {option.id: option.name for option in field.options}
    if value is not None:
        chosen = map(str, value if isinstance(value, list) else [value])
        return ", ".join(_(names.get(id_, id_)) for id_ in chosen)
    if field.default is not None:
        return _(str(field.default))
    if field.none:
        return _(field.none)
    return _("as the rules allow") if field.type == "number" else ""


def labelled(
    fields: Iterable[tuple[Mapping[str, Any], Field]], *, defaults: bool = True
) -> list[tuple[str, str]]:
    """Return label and value of fields of documents; without `defaults` only chosen ones."""
    values = [(field, value_at(part, field.path)) for part, field in fields]
    wanted = ((field, value) for field, value in values if defaults or value is not None)
    texts = ((_(field.label), value_in_words(field, value)) for field, value in wanted)
    return [(label, text) for label, text in texts if text]


def chosen(game: Game, terms: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return label and value of the terms that differ from the defaults."""
    return labelled([(terms, field) for field in battle_fields(game)], defaults=False)
