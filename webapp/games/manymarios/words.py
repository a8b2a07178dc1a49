"""Many Marios on the command line: who takes part, the armies, who is left, the catalog."""

from collections.abc import Iterator
from typing import Final

from engine import Battle, BattleEnded
from engine.rulesets.manymarios.catalog import ABILITIES, ENTRIES
from engine.rulesets.manymarios.events import BattleStarted
from engine.rulesets.manymarios.snapshot import ArmySnapshot, UnitSnapshot
from webapp.base.wording import Cast, Wording
from webapp.games.manymarios.catalog_sheets import NOTE, lay_out
from webapp.words import templates


def name_everybody(started: BattleStarted) -> Cast:
    """Sides by their name or letter; units as `Toad (Ann)`, with the id where two are alike."""
    armies = {"a": (started.a.name, started.a.lineup), "b": (started.b.name, started.b.lineup)}
    things = {id_: row.name for id_, row in (ABILITIES | ENTRIES).items()}
    return templates.name_everybody(armies, things | templates.of("manymarios").things)


def list_armies(cast: Cast, event: BattleStarted) -> Iterator[str]:
    """Each army with its cost, its buildings and its units."""
    limit = "" if event.ap_limit is None else f" of {event.ap_limit}"
    for side, army in (("a", event.a), ("b", event.b)):
        yield from _army(cast, side, army, limit)


def _army(cast: Cast, side: str, army: ArmySnapshot, limit: str) -> Iterator[str]:
    yield ", ".join(filter(None, (cast.sides[side], army.army, f"{army.ap}{limit} AP")))
    for id_ in army.buildings:
        yield f"  {cast.things[id_]}"
    for card in army.lineup:
        yield f"  {_unit(cast, card)}"


def _unit(cast: Cast, card: UnitSnapshot) -> str:
    carried = [cast.things[id_] for id_ in (*card.equipment, *card.combat_items)]
    extra = ", ".join([cast.things[id_] for id_ in card.abilities] + [f"with {c}" for c in carried])
    return f"{card.id} {card.name}: AE {card.ae}, DE {card.de}" + (f", {extra}" if extra else "")


def list_survivors(cast: Cast, event: BattleEnded) -> Iterator[str]:
    """Who is left, with their energies."""
    for rows in event.survivors.values():
        for row in rows:
            yield f"  {cast.units[str(row['id'])]}: AE {row['ae']}, DE {row['de']}"


def name_exact(battle: Battle) -> str:
    """What exact odds of this battle rest on."""
    if battle.setup.first is None:
        return "exact: the only chance is who begins"
    return "exact: the file says who begins, so nothing is left to chance"


WORDS: Final[Wording[BattleStarted]] = Wording(
    cast=name_everybody,
    details={BattleStarted: list_armies, BattleEnded: list_survivors},
    exact=name_exact,
    sheets=lay_out,
    catalog_note=NOTE,
)
