"""Figures of a Many Marios army, from the engine's cards."""

from msgspec.structs import replace

from engine.rulesets.manymarios.army import LINEUP_MOST
from engine.rulesets.manymarios.catalog import ABILITIES
from engine.rulesets.manymarios.events import ArmySnapshot, UnitSnapshot
from engine.rulesets.manymarios.state import Unit
from webapp.base.builder import (
    CUSTOM_ICON,
    ArmyContext,
    ArmyFigures,
    Figures,
    Meter,
    Stat,
    parts_of,
)
from webapp.base.figures import picture
from webapp.games.manymarios.words import FLYING_NOTE, thing_names


def figures(context: ArmyContext) -> ArmyFigures:
    """Return Army Points, and each unit's energies and damage with their parts."""
    army: ArmySnapshot = context.army
    limit = context.terms.get("ap_limit")
    return ArmyFigures(
        cost=army.ap,
        limit=limit,
        meters=(Meter("AP", army.ap, limit), Meter("units", len(army.lineup), LINEUP_MOST)),
        units=tuple(map(_unit, army.lineup)),
    )


def emptied(army: ArmySnapshot) -> ArmySnapshot:
    """Return the army without units, which costs only its buildings."""
    return replace(army, lineup=(), ap=army.ap - sum(card.ap for card in army.lineup))


def _unit(card: UnitSnapshot) -> Figures:
    unit = Unit(card)
    # A Cannon Pipe deals no damage of its own (its ability says so).
    blow = () if unit.pipe else unit.blow
    flies = FLYING_NOTE if unit.flying and not unit.pipe else ""
    return Figures(
        id=card.id,
        name=card.name,
        icon=picture("manymarios", card.unit, card.icon) or CUSTOM_ICON,
        stats=(
            Stat("AP", card.ap),
            Stat("AE", card.ae, parts_of(card.ae_parts, thing_names())),
            Stat("DE", card.de, parts_of(card.de_parts, thing_names())),
            Stat("Damage", sum(p.amount for p in blow), parts_of(blow, thing_names()), flies),
        ),
        tags=tuple(ABILITIES[id_].name.lower() for id_ in card.abilities),
    )
