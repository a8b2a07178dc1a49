"""Many Marios in words: armies, arrivals, survivors, names."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from engine import Battle, BattleEnded
from engine.rulesets.manymarios.catalog import ABILITIES, ENTRIES
from engine.rulesets.manymarios.events import BattleStarted, UnitsReplaced
from engine.rulesets.manymarios.snapshot import ArmySnapshot, UnitSnapshot
from webapp.base.paths import scene_folder
from webapp.base.scene_files import load_words
from webapp.base.texts import N_, _
from webapp.base.wording import Names, Wording
from webapp.games.manymarios.catalog_sheets import NOTE, lay_out
from webapp.words import templates

FLYING_NOTE: Final = N_("+1 on the offense, not against flyers")


@cache
def thing_names() -> dict[str, str]:
    """Return names of abilities, things and other sources of values by id."""
    things = {id_: row.name for id_, row in (ABILITIES | ENTRIES).items()}
    return things | load_words(scene_folder("manymarios")).things


def name_everybody(started: BattleStarted) -> Names:
    """Name sides by name or letter, units as `Toad (Ann)`, numbered if two are alike."""
    armies = {"a": (started.a.name, started.a.lineup), "b": (started.b.name, started.b.lineup)}
    return templates.name_everybody(armies, thing_names())


def list_armies(names: Names, event: BattleStarted) -> Iterator[str]:
    """Return each army with its cost, buildings and units."""
    for side, army in (("a", event.a), ("b", event.b)):
        yield from _army(names, side, army, event.ap_limit)


def _army(names: Names, side: str, army: ArmySnapshot, limit: int | None) -> Iterator[str]:
    if limit is None:
        cost = _("{ap} AP", ap=army.ap)
    else:
        cost = _("{ap} of {limit} AP", ap=army.ap, limit=limit)
    yield ", ".join(filter(None, (names.sides[side], army.army, cost)))
    for id_ in army.buildings:
        yield f"  {_(names.things[id_])}"
    for card in army.lineup:
        yield f"  {_unit(names, card)}"


def _unit(names: Names, card: UnitSnapshot) -> str:
    extra = [_(names.things[id_]) for id_ in card.abilities]
    carried = (*card.equipment, *card.combat_items)
    extra += [_("with {thing}", thing=_(names.things[id_])) for id_ in carried]
    return ", ".join([f"{card.id} {_(card.name)}: AE {card.ae}, DE {card.de}", *extra])


def list_replacements(names: Names, event: UnitsReplaced) -> Iterator[str]:
    """Return the replacements and what they carry."""
    for one in event.replaced:
        yield f"  {_unit(names, one.by)}"


def list_survivors(names: Names, event: BattleEnded) -> Iterator[str]:
    for rows in event.survivors.values():
        for row in rows:
            yield f"  {names.units[str(row['id'])]}: AE {row['ae']}, DE {row['de']}"


def name_exact(battle: Battle) -> str:
    if battle.setup.first is None:
        return _("exact: the only chance is who begins")
    return _("exact: the file says who begins, so nothing is left to chance")


WORDS: Final[Wording[BattleStarted]] = Wording(
    names=name_everybody,
    details={
        BattleStarted: list_armies,
        UnitsReplaced: list_replacements,
        BattleEnded: list_survivors,
    },
    names_after={UnitsReplaced: templates.with_replacements},
    exact=name_exact,
    sheets=lay_out,
    catalog_note=NOTE,
)
