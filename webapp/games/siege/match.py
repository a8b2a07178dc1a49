"""The castle siege as a match of rounds."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from engine import Reader, SideId, Text
from engine.players.siege.ruleset import BOTS
from engine.rulesets.siege.army import read_orders
from engine.rulesets.siege.events import LETTERS, ORDERS, STATS, Letter, Order
from engine.rulesets.siege.match import Match, UnitOrders
from engine.rulesets.siege.rules import ATK, DEF, EXH, EXH_MOST, HP, ROUNDS, Five, Stats
from engine.rulesets.siege.state import by_letter
from webapp.base.game import MatchPage, MatchRules
from webapp.base.texts import N_, _, listing
from webapp.games.siege.words import ORDERS as ORDER_NAMES

# by order: a stat that must be above 0, and the message if it is not
NEEDS: Final[Mapping[Order, tuple[tuple[int, str], ...]]] = {
    "attack": ((ATK, Text("has no ATK")),),
    "defend": ((DEF, Text("has no DEF")),),
    "recover": ((HP, Text("has no HP")), (EXH, Text("has nothing to recover"))),
    "none": (),
}
TIRING: Final = ("attack", "defend")


def reasons(unit: Stats) -> dict[Order, str | None]:
    """Return by order why the unit may not carry it out, or None."""
    found: dict[Order, str | None] = {
        order: next((text for stat, text in NEEDS[order] if unit[stat] < 1), None)
        for order in ORDERS
    }
    if unit[EXH] >= EXH_MOST:
        found |= {order: Text("is exhausted (EXH {most})", most=EXH_MOST) for order in TIRING}
    return found


def of_five(five: Five) -> dict[Letter, dict[Order, str | None]]:
    return {letter: reasons(unit) for letter, unit in zip(LETTERS, five, strict=True)}


class SiegeMatch(Match):
    """Adapter from the engine's match to the interface of all games' matches."""

    @property
    def rounds_played(self) -> int:
        return len(self.orders)

    @property
    def winner(self) -> SideId | None:
        return self.state.winner

    @property
    def reason(self) -> str | None:
        return self.state.reason


def judge(match: SiegeMatch, side: SideId, given: UnitOrders, reader: Reader) -> None:
    may = match.legal(side)
    for letter, order in given.items():
        if order not in may[letter]:
            reader.child(letter).fail(
                "{letter} cannot {order}: it {why}; it can {others}",
                letter=letter,
                order=Text(ORDER_NAMES[order]),
                why=of_five(match.state.sides[side].five())[letter][order] or "",
                others=listing(Text(ORDER_NAMES[one]) for one in may[letter]),
            )


def own(match: SiegeMatch, side: SideId) -> dict[str, Any]:
    """Return a side's units, and by unit and order the reason against it or None."""
    five = match.state.sides[side].five()
    units = {
        letter: dict(zip(STATS, unit, strict=True))
        for letter, unit in zip(LETTERS, five, strict=True)
    }
    refusals = {
        letter: {order: why and _(why) for order, why in by_order.items()}
        for letter, by_order in of_five(five).items()
    }
    return {"units": units, "refusals": {} if match.ended else refusals}


OPEN_CASTLE: Final = N_(
    "No unit defends your castle: one attacker who meets no opponent takes it. If you want that, "
    "tick “I am sure of these orders”."
)


def risk(match: SiegeMatch, side: SideId, given: UnitOrders) -> str:
    """Return that no unit defends the castle, if one could."""
    could = any("defend" in orders for orders in match.legal(side).values())
    return OPEN_CASTLE if could and "defend" not in given.values() else ""


def decide(match: SiegeMatch, side: SideId, bot: str, rng: Any) -> UnitOrders:
    return by_letter(BOTS[bot].decide(match.view(side), rng))


def notebook(match: SiegeMatch, viewer: SideId | None) -> dict[str, Any]:
    """Return every possible value of each hidden stat, and what orders can meet."""
    # Imported here: it brings NumPy, which the command line has no need to wait for.
    from engine.players.siege import notebook as pages
    from engine.players.siege.kernel.inference import sight_of

    sight = sight_of(match.state, viewer, match.setup.tables)
    found: dict[str, Any] = msgspec.to_builtins(pages.notebook(sight))
    if viewer and not match.ended:
        found["previews"] = msgspec.to_builtins(pages.previews(match.view(viewer)))
    return found


MATCH: Final = MatchRules(
    rounds=ROUNDS,
    begin=SiegeMatch,
    read_orders=read_orders,
    judge=judge,
    own=own,
    page=MatchPage(Path(__file__).parent / "templates", "orders.html", explains=True),
    decide=decide,
    notebook=notebook,
    idle="none",
    risk=risk,
)
