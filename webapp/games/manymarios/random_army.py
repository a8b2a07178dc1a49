"""Random lineups that follow a plan."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from engine import Rng
from engine.rulesets.manymarios.army import BUILDINGS, COMBAT_ITEMS, EQUIPMENT, LINEUP_MOST, UNITS
from engine.rulesets.manymarios.catalog import Entry
from webapp.armies.builder.drawing import between, one_of
from webapp.base.form import Json
from webapp.base.texts import N_, _
from webapp.games.manymarios.form import AP_PROPOSED

BUILDING_UNITS: Final = 6  # units from which a combat building is worth its price


class Plan(NamedTuple):
    """Leaders and followers; `pipes` puts a Cannon Pipe before every other unit."""

    name: str
    leads: Callable[[Entry], bool]
    follows: Callable[[Entry], bool]
    pipes: bool = False


def _can(*abilities: str) -> Callable[[Entry], bool]:
    return lambda entry: any(ability in entry.abilities for ability in abilities)


def _sturdy(entry: Entry) -> bool:
    return entry.energy + entry.de >= 3 and "launch" not in entry.abilities


def _cheap(entry: Entry) -> bool:
    return entry.ap <= 8 and "launch" not in entry.abilities and entry.energy > 1


PLANS: Final = (
    Plan(N_("Wall and guns"), _can("defender", "agility"), _can("ballistics")),
    Plan(N_("Flight"), _can("flying"), _can("flying")),
    Plan(N_("Thorns"), _can("stun", "agility"), _can("stun", "defender")),
    Plan(N_("Garden"), _sturdy, _can("defender")),
    Plan(N_("Pipe works"), _sturdy, _cheap, pipes=True),
    Plan(N_("Horde"), _sturdy, _cheap),
    Plan(N_("Parade"), _sturdy, lambda entry: "launch" not in entry.abilities),
)
THINGS: Final = EQUIPMENT | COMBAT_ITEMS
PIPES: Final = tuple(entry for entry in UNITS.values() if "launch" in entry.abilities)


def random_army(terms: Mapping[str, Any], _limits: Mapping[str, Any], chance: Rng) -> Json:
    """Return an army within the AP limit of these terms, or the proposed one."""
    limit = terms.get("ap_limit")
    left = limit if isinstance(limit, int) and limit > 0 else AP_PROPOSED
    if left < min(entry.ap for entry in UNITS.values()):
        # A cheap custom unit: 1 AP per point of AE or DE.
        custom = {"name": _("Straggler"), "energy": left // 2} | ({"de": 1} if left % 2 else {})
        return {"name": _("Straggler"), "lineup": [{"custom": custom}]}
    plan = one_of(PLANS, chance)
    for_things = left * between(0, 30, chance) // 100
    lineup, spent = _line_up(plan, left - for_things, left, chance)
    left -= spent
    army: Json = {"name": _(plan.name)}
    affordable = [row for row in BUILDINGS.values() if row.ap <= left]
    if len(lineup) >= BUILDING_UNITS and affordable:
        building = one_of(affordable, chance)
        army["buildings"], left = [building.id], left - building.ap
    _equip(lineup, left, chance)
    return army | {"lineup": lineup}


def _line_up(plan: Plan, wanted: int, most: int, chance: Rng) -> tuple[list[Json], int]:
    """Return a leader with followers for about `wanted` AP, at most `most`, and the cost."""
    leaders = [e for e in UNITS.values() if plan.leads(e) and e.ap <= wanted * 2 // 3]
    leaders = leaders or [e for e in UNITS.values() if e.ap <= most and "launch" not in e.abilities]
    followers = [e for e in UNITS.values() if plan.follows(e)]
    # A Cannon Pipe needs a unit behind it, which has to be affordable, too.
    cheapest = min(e.ap for e in followers)
    chosen = [one_of(leaders, chance)]
    left = wanted - chosen[0].ap
    while len(chosen) < LINEUP_MOST:
        is_pipe = plan.pipes and "launch" not in chosen[-1].abilities
        pipes = [e for e in PIPES if e.ap <= left - cheapest] if is_pipe else []
        affordable = pipes or [e for e in followers if e.ap <= left]
        if not affordable:
            break
        chosen.append(one_of(affordable, chance))
        left -= chosen[-1].ap
    return [{"unit": entry.id} for entry in chosen], sum(entry.ap for entry in chosen)


def _equip(lineup: list[Json], left: int, chance: Rng) -> None:
    """Spend the rest on things that give their bearers something new."""
    while offers := [
        (row, key, thing)
        for row in lineup
        for key, table in (("equipment", EQUIPMENT), ("combat_items", COMBAT_ITEMS))
        for thing in table.values()
        if thing.ap <= left and _is_of_use(UNITS[row["unit"]], row, key, thing)
    ]:
        row, key, thing = one_of(offers, chance)
        row.setdefault(key, []).append(thing.id)
        left -= thing.ap


def _is_of_use(entry: Entry, row: Json, key: str, thing: Entry) -> bool:
    if key == "equipment" and entry.kind == "building_unit":
        return False
    if (key == "combat_items" and not entry.allows_combat_items) or "launch" in entry.abilities:
        return False
    worn = [*row.get("equipment", ()), *row.get("combat_items", ())]
    has = set(entry.abilities).union(*(THINGS[id_].abilities for id_ in worn))
    gives = bool(thing.ae or thing.de or thing.damage or {*thing.abilities} - has)
    return gives and thing.id not in worn and len(worn) < 2
