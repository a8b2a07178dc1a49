"""The siege in words: participants, armies, totals, tables."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from engine import BattleEnded
from engine.players.siege.ruleset import BOTS
from engine.rulesets.siege import events as e
from webapp.base.game import load_words
from webapp.base.paths import scene_folder
from webapp.base.texts import N_, _, ngettext
from webapp.base.wording import ORIGINS, Names, Sheet, Style, Wording
from webapp.words import templates

ORDERS: Final = {
    "attack": N_("attack"),
    "defend": N_("defend"),
    "recover": N_("recover"),
    "none": N_("no action"),
}
TABLES: Final = {"battle_row": "Battle table", "siege_row": "Siege table"}
EXPLAINED: Final = {"stat": ("Stats", "what it is for"), "order": ("Orders", "what it does")}
COLUMNS: Final = {  # keys of a row by column title
    "id": "id",
    "name": "name",
    "origin": "origin",
    "when": "condition_text",
    "what it does": "effect_text",
    "why": "why",
}
# Readable forms of technical catalog texts, which cannot change: recordings hold its hash
PLAINLY: Final = {
    "the castle falls: the attackers' owner wins the DM": N_(
        "the castle falls: the attackers' side wins"
    ),
    "verbatim the DM Victory sentence": N_("the game's own sentence on victory, word for word"),
}
STYLES: Final[Mapping[str, Style]] = {
    "origin": "tag",
    **dict.fromkeys(("when", "what it does", "why", "what it is for", "how it plays"), "wide"),
}
NOTE: Final = N_("""\
The [battle table](#battle_row) and the [siege table](#siege_row) that matches are played with
unless their file brings its own, the [stats](#stat), the [orders](#order) and the [bots](#bots).
Tables are read from the top: the first row that applies is the only one ([D3](#D3), [D4](#D4)).
AU is the unit in question, EU the one that it faces.
""")


def lay_out(catalog: Mapping[str, Any]) -> Iterator[Sheet]:
    """Return both tables in order, stats and orders, and the bots."""
    by_kind: dict[str, list[Mapping[str, Any]]] = {}
    for row in catalog["entries"].values():
        by_kind.setdefault(row["kind"], []).append(row)
    plain = PLAINLY | ORIGINS | load_words(scene_folder("siege")).things
    for kind, title in TABLES.items():
        rows = by_kind[kind]
        cells = [tuple(plain.get(row[key], row[key]) for key in COLUMNS.values()) for row in rows]
        sheet = Sheet(title, tuple(COLUMNS), cells, anchor=kind, ids_in_names=True)
        yield replace(sheet, styles=STYLES, page_only=("why",))
    for kind, (title, column) in EXPLAINED.items():
        cells = [(row["id"], row["name"], row["text"]) for row in by_kind[kind]]
        icons = {row["id"]: row["icon"] for row in by_kind[kind]}
        yield Sheet(title, ("id", "name", column), cells, anchor=kind, icons=icons, styles=STYLES)
    bots = [(row["id"], row["name"], row["text"]) for row in catalog["bots"].values()]
    yield Sheet("Bots", ("id", "name", "how it plays"), bots, anchor="bots", styles=STYLES)


def name_everybody(started: e.BattleStarted) -> Names:
    """Name sides by name or letter, units as `C (Ann)`, table rows by name."""
    armies = {"a": (started.a.name, started.a.units), "b": (started.b.name, started.b.units)}
    things = load_words(scene_folder("siege")).things
    rows = {row.id: _(things.get(row.name, row.name)) for row in started.rows}
    bots = {id_: bot.name for id_, bot in BOTS.items()}
    return templates.name_everybody(armies, things | bots | rows)


def list_players(names: Names, event: e.BattleStarted) -> Iterator[str]:
    for side, card in (("a", event.a), ("b", event.b)):
        if card.bot:
            name, bot = names.sides[side], _(names.things[card.bot])
            yield "  " + _("{side} is played by the bot {bot}", side=name, bot=bot)


def list_units(_names: Names, event: e.ArmyMustered | e.ArmyRevealed) -> Iterator[str]:
    yield from (f"  {_values(unit.id, unit.values, ('atk', 'def', 'hp'))}" for unit in event.units)


def list_survivors(names: Names, event: BattleEnded) -> Iterator[str]:
    """Return the final units of both sides, under each side's name."""
    for side, rows in event.survivors.items():
        yield f"{names.sides[side]}"
        for row in rows:
            yield f"  {_values(str(row['id']), row, ('atk', 'def', 'hp', 'exh'))}"


def _values(id_: str, values: Mapping[Any, Any], stats: Sequence[str]) -> str:
    return f"{id_[-1]}: " + ", ".join(f"{stat.upper()} {values[stat]}" for stat in stats)


def list_letters(_names: Names, ids: Sequence[str]) -> str:
    """Return units of one side by letter: `A, C`."""
    return ", ".join(id_[-1] for id_ in ids) or _("no one")


def tell_orders(names: Names, orders: Mapping[str, str]) -> str:
    """Return a side's orders in words: `C, D attack; E defends; the others take no action`."""
    told = {
        "attack": partial(ngettext, "{units} attacks", "{units} attack"),
        "defend": partial(ngettext, "{units} defends", "{units} defend"),
        "recover": partial(ngettext, "{units} recovers", "{units} recover"),
        "none": partial(ngettext, "{units} takes no action", "{units} take no action"),
    }
    parts = []
    for order, tell in told.items():
        own = [id_ for id_ in orders if orders[id_] == order]
        if order == "none" and 1 < len(own) < len(orders):
            parts.append(_("the others take no action"))
        elif own:
            parts.append(tell(len(own), units=list_letters(names, own)))
    return "; ".join(parts)


def list_refused(_names: Names, orders: Mapping[str, str]) -> str:
    """Return refused orders: ` · not allowed: A attack`, or ''."""
    listed = ", ".join(f"{id_[-1]} {_(ORDERS[order])}" for id_, order in orders.items())
    return _(" · not allowed: {orders}", orders=listed) if orders else ""


WORDS: Final[Wording[e.BattleStarted]] = Wording(
    names=name_everybody,
    details={
        e.BattleStarted: list_players,
        e.ArmyMustered: list_units,
        e.ArmyRevealed: list_units,
        BattleEnded: list_survivors,
    },
    kinds={"letters": list_letters, "orders": tell_orders, "refused": list_refused},
    exact=lambda _battle: _("exact: all orders are given, and nothing is left to chance"),
    sheets=lay_out,
    catalog_note=NOTE,
)
