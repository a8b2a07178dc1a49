"""Branch changes in words."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import ValidationError

import engine
from engine import SIDES, InputError, SideId, search
from webapp.base.game import Game
from webapp.base.texts import N_, _, ngettext
from webapp.base.wording import Wording
from webapp.words.templates import by_places

DASH: Final = "\N{EN DASH}"


def in_words(
    game: Game,
    file: Mapping[str, Any],
    at: int,
    change: Mapping[str, Any],
    names: Mapping[str, str],
    who: str = "",  # the units whose dice were chosen, if known
) -> str:
    """Return how a branch differs from the battle in this file; `names` are the sides'."""
    match change:
        case {"side": side, "order": _order}:
            return _reordered(game, file, at, change, names[side])
        case {"seed": _seed, "side": _side, **other}:
            text = in_words(game, file, at, {"side": _side, **other}, names)
            return _("{change}, with new dice", change=text)
        case {"seed": _seed}:
            return _("new dice from event {at} on", at=at)
        case {"rolls": rolls}:
            chosen = [str(roll + 1) for roll in rolls if roll is not None]
            results = ", ".join(chosen)
            if who:
                return ngettext(
                    "{units}: chosen die {results} (event {at})",
                    "{units}: chosen dice {results} (event {at})",
                    len(chosen),
                    units=who,
                    results=results,
                    at=at,
                )
            return _("chosen dice at event {at}: {results}", at=at, results=results)
        case {"side": side, "army": army}:
            whose = SIDES[SIDES.index(side)]
            text = _army(game, army_at(file, whose, at), army, names[side])
            return _("{change}, from event {at} on", change=text, at=at) if at else text
        case {"side": side, "orders": orders}:
            given = (f"{unit} {_(game.orders.get(one, one))}" for unit, one in orders.items())
            listed = ", ".join(given)
            text = N_("other orders of {side} from event {at} on: {listed}")
            return _(text, side=names[side], at=at, listed=listed or DASH)
        case _:
            return _("something was changed at event {at}", at=at)


def asked_in_words(game: Game, asked: search.RoundOrders) -> dict[str, Any]:
    """Return a side's orders in a round, with unit and order names."""
    return {
        **asked._asdict(),
        "units": [
            {
                "unit": unit,
                "name": " · ".join([unit, *(f"{k.upper()} {n}" for k, n in values.items())]),
                "order": order,
                "may": [{"id": one, "name": _(game.orders.get(one, one))} for one in may],
            }
            for unit, values, order, may in asked.units
        ],
    }


def army_at(file: Mapping[str, Any], side: SideId, at: int) -> dict[str, Any]:
    """Return a side's army at event `at` of the battle in this file."""
    army: dict[str, Any] = file["sides"][SIDES.index(side)]["army"]
    for change in file.get("changes", ()):
        if change.get("side") == side and "army" in change and change["at"] < at:
            army = change["army"]
    return army


def _army(game: Game, before: Any, after: Any, called: str) -> str:
    """Return which units of an army differ, as compact text."""
    was, now = (Counter(_lines(game, army)) for army in (before, after))
    gone, come = (", ".join((one - other).elements()) for one, other in ((was, now), (now, was)))
    if gone and come:
        return _("{side} with {come} instead of {gone}", side=called, come=come, gone=gone)
    if come:
        return _("{side} with {come} as well", side=called, come=come)
    if gone:
        return _("{side} without {gone}", side=called, gone=gone)
    return _("{side} with a changed army", side=called)


def _lines(game: Game, army: Any) -> list[str]:
    """Return an army's text without its name, one line per unit."""
    try:
        text = game.builder.write(game.builder.normal(army))
    except ValidationError:
        return []
    lines: list[str] = []
    for line in text.splitlines():
        count, _x, unit = line.partition("x ")
        times = int(count) if count.isdecimal() else 1
        lines += [] if line.startswith("=") else [unit if count.isdecimal() else line] * times
    return lines


def _reordered(
    game: Game, file: Mapping[str, Any], at: int, change: Mapping[str, Any], called: str
) -> str:
    side, order = SIDES[SIDES.index(change["side"])], change["order"]
    dice = _("new dice") if "seed" in change else _("the same dice")
    try:
        units = by_places(game, engine.read(file), side)
    except InputError:
        # Played by older rules.
        return _("the units of {side} in another order", side=called)
    listed = ", ".join(units[place] for place in order)
    if at:
        text = N_("{dice}, {side} from event {at} on in this order: {listed}")
        return _(text, dice=dice, side=called, at=at, listed=listed)
    text = N_("{dice}, the units of {side} in this order: {listed}")
    out = ", ".join(name for place, name in enumerate(units) if place not in order)
    if out:
        text = N_("{dice}, the units of {side} in this order: {listed}, without {out}")
    return _(text, dice=dice, side=called, listed=listed, out=out)


def rollers(wording: Wording[Any], events: Sequence[Any], at: int) -> str:
    """Return the names of the units that roll for event `at`, as far as it names them."""
    names = wording.names(events[0])
    for event in events[1:at]:
        names = wording.names_with(names, event)
    for keys in (("attacker",), ("unit",), ("a", "b")):
        fields = (getattr(events[at], key, None) for key in keys)
        # A field is a unit's id, or a roll of it.
        ids = [str(getattr(field, "unit", field)) for field in fields]
        if all(id_ in names.units for id_ in ids):
            return ", ".join(names.units[id_] for id_ in ids)
    return ""


def roll_names(
    wording: Wording[Any], events: Sequence[engine.Event], rolls: Sequence[search.Roll]
) -> Iterator[str]:
    """Yield who rolls for what (`Griffons 2 (Ann): melee`); replacements have the same dice."""
    names, seen = wording.names(events[0]), 0
    for roll in rolls:
        for event in events[seen : roll.at]:
            names = wording.names_with(names, event)
        seen = max(seen, roll.at)
        purpose = _(names.things.get(roll.what_for, roll.what_for))
        unit = names.rollers.get(roll.who)
        who = names.sides.get(roll.who, roll.who) if unit is None else names.units[unit]
        yield f"{who}: {purpose}" if who else purpose
