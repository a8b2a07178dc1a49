"""What a branch of a battle changed, in words."""

from collections.abc import Mapping
from typing import Any, Final

import engine
from engine import SIDES, Battle, InputError, SideId, search
from webapp.base.game import Game
from webapp.base.texts import _
from webapp.base.wording import Names

DASH: Final = "\N{EN DASH}"


def in_words(
    game: Game,
    file: Mapping[str, Any],
    at: int,
    change: Mapping[str, Any],
    names: Mapping[str, str],
) -> str:
    """How a branch of the battle in this file differs; `names` are what its sides are called."""
    match change:
        case {"seed": _seed}:
            return _("new dice from event {at} on", at=at)
        case {"rolls": rolls}:
            results = ", ".join(DASH if roll is None else str(roll + 1) for roll in rolls)
            return _("chosen dice at event {at}: {results}", at=at, results=results)
        case {"side": side, "order": order}:
            return _order(game, file, SIDES[SIDES.index(side)], order, names[side])
        case {"side": side, "army": _army}:
            return _("{side} with a changed army", side=names[side])
        case {"side": side, "orders": _orders}:
            return _("other orders of {side} from event {at} on", side=names[side], at=at)
        case _:
            return _("something was changed at event {at}", at=at)


def _order(game: Game, file: Mapping[str, Any], side: SideId, order: list[int], called: str) -> str:
    try:
        units = unit_names(game, engine.read(file), side)
    except InputError:
        # Played by older rules.
        return _("the units of {side} in another order", side=called)
    listed = ", ".join(units[place] for place in order)
    out = [name for place, name in enumerate(units) if place not in order]
    if out:
        return _(
            "the same dice, the units of {side} in this order: {listed}, without {out}",
            side=called,
            listed=listed,
            out=", ".join(out),
        )
    return _(
        "the same dice, the units of {side} in this order: {listed}", side=called, listed=listed
    )


def unit_names(game: Game, battle: Battle, side: SideId) -> list[str]:
    """What the units of a side are called, by their places, with the numbers of their ids."""
    units = [_(unit.name) for unit in game.army_card(battle.setup, side).units]
    return [
        f"{name} {place}" if units.count(name) > 1 else name
        for place, name in enumerate(units, start=1)
    ]


def roll_name(names: Names, roll: search.Draw) -> str:
    """Who rolls, and for what: `Griffons 2 (Ann): melee`."""
    purpose = _(names.things.get(roll.what_for, roll.what_for))
    side, _slash, rest = roll.who.partition("/")
    kind, _slash, number = rest.rpartition("/")
    if not kind:
        return f"{names.sides[side]}: {purpose}" if side in names.sides else purpose
    unit = _(names.things.get(kind, kind))
    told = unit if number == "1" else f"{unit} {number}"
    return f"{told} ({names.sides[side]}): {purpose}"
