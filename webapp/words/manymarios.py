"""Many Marios in words. AE and DE are the values after the change, as the events carry them."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from engine import Battle, BattleEnded, Event
from engine.core.events import DiceRolled
from engine.rulesets.manymarios import events as e
from engine.rulesets.manymarios.cards import ArmyCard, Part, UnitCard
from engine.rulesets.manymarios.entries import ABILITIES, ENTRIES
from webapp.words.telling import Cast, Sheet, Words

OWN_THINGS: Final = {"base": "base", "own": "own bonus", "energy": "energy"}
STOPPED_BOMB: Final = {
    "launch": "nothing hurts a Cannon Pipe",
    "defender": "a defender deals nothing on the offense",
}
KINDS: Final = {
    "unit": "Units",
    "building_unit": "Building units",
    "equipment": "Equipment",
    "combat_item": "Combat items",
    "combat_building": "Combat buildings",
}


def name_everybody(started: e.BattleStarted) -> Cast:
    """Sides by their name or letter; units as `Toad (Ann)`, with the id where two are alike."""
    armies = {"a": started.a, "b": started.b}
    sides = {id_: army.name or id_ for id_, army in armies.items()}
    if sides["a"] == sides["b"]:
        sides = {id_: f"{name} {id_}" for id_, name in sides.items()}
    units = {}
    for army in armies.values():
        alike = Counter(card.name for card in army.lineup)
        for card in army.lineup:
            name = card.name if alike[card.name] == 1 else f"{card.name} {card.id}"
            units[card.id] = f"{name} ({sides[card.side]})"
    things = OWN_THINGS | {id_: row.name for id_, row in (ABILITIES | ENTRIES).items()}
    return Cast(sides, units, things)


def _dice_rolled(_cast: Cast, _event: DiceRolled) -> str:
    return ""  # the only roll is who begins, and the next event tells what came of it


def _battle_started(cast: Cast, event: e.BattleStarted) -> str:
    limit = "" if event.ap_limit is None else f" of {event.ap_limit}"
    blocks = [_army(cast, side, army, limit) for side, army in (("a", event.a), ("b", event.b))]
    return "\n".join(blocks)


def _army(cast: Cast, side: str, army: ArmyCard, limit: str) -> str:
    title = ", ".join(filter(None, (cast.sides[side], army.army, f"{army.ap}{limit} AP")))
    built = "".join(f"\n  {cast.things[id_]}" for id_ in army.buildings)
    return f"{title}{built}" + "".join(f"\n  {_unit(cast, card)}" for card in army.lineup)


def _unit(cast: Cast, card: UnitCard) -> str:
    carried = [cast.things[id_] for id_ in (*card.equipment, *card.combat_items)]
    extra = ", ".join([cast.things[id_] for id_ in card.abilities] + [f"with {c}" for c in carried])
    return f"{card.id} {card.name}: AE {card.ae}, DE {card.de}" + (f", {extra}" if extra else "")


def _first_side_chosen(cast: Cast, event: e.FirstSideChosen) -> str:
    how = "as the file has it" if event.cause is None else "drawn by lot"
    return f"{cast.sides[event.side]} begins on the offense, {how}"


def _round_started(cast: Cast, event: e.RoundStarted) -> str:
    tired = "".join(f"; {cast.units[id_]} is exhausted" for id_ in event.exhausted)
    return f"Round {event.round}, {cast.sides[event.offense]} on the offense{tired}"


def _effect_ignored(cast: Cast, event: e.EffectIgnored) -> str:
    effect = cast.things[event.source or "own"]
    return f"{cast.units[event.unit]} has too little AE for {effect}: {event.amount} less"


def _dealt(event: e.UnitStruck | e.ShotFired | e.UnitLaunched | e.BombDropped) -> str:
    return f"for {event.amount}: DE {event.de}, own AE {event.ae}"


def _unit_struck(cast: Cast, event: e.UnitStruck) -> str:
    who = f"{cast.units[event.attacker]} hits {cast.units[event.target]}"
    return f"{who} {_dealt(event)}{_sum(cast, event.parts)}"


def _sum(cast: Cast, parts: tuple[Part, ...]) -> str:
    if len(parts) == 1:
        return ""
    return f" ({' + '.join(f'{part.amount} {cast.things[part.source]}' for part in parts)})"


def _shot_fired(cast: Cast, event: e.ShotFired) -> str:
    return f"{cast.units[event.attacker]} fires at {cast.units[event.target]} {_dealt(event)}"


def _unit_launched(cast: Cast, event: e.UnitLaunched) -> str:
    launched = f"{cast.units[event.pipe]} launches {cast.units[event.attacker]}"
    return f"{launched} at {cast.units[event.target]} {_dealt(event)}"


def _bomb_dropped(cast: Cast, event: e.BombDropped) -> str:
    return f"{cast.units[event.attacker]} bombs {cast.units[event.target]} {_dealt(event)}"


def _bomb_negated(cast: Cast, event: e.BombNegated) -> str:
    why = STOPPED_BOMB[event.source or "launch"]
    return f"{cast.units[event.attacker]} does not bomb {cast.units[event.target]}: {why}"


def _exchange_refused(cast: Cast, event: e.ExchangeRefused) -> str:
    who = f"{cast.units[event.unit]} and {cast.units[event.opponent]}"
    return f"No damage between {who}: a defender is on the offense"


def _action_lost(cast: Cast, event: e.ActionLost) -> str:
    return f"{cast.units[event.unit]} is stunned and deals nothing"


def _unit_exhausted(cast: Cast, event: e.UnitExhausted) -> str:
    return f"{cast.units[event.unit]} is exhausted"


def _exhaustion_dealt(cast: Cast, event: e.ExhaustionDealt) -> str:
    who = f"{cast.units[event.attacker]}, exhausted, hits {cast.units[event.target]}"
    return f"{who} for {event.amount}: DE {event.de}, own DE {event.attacker_de}"


def _exhaustion_blocked(cast: Cast, event: e.ExhaustionBlocked) -> str:
    return f"{cast.units[event.unit]} dodges the exhausted {cast.units[event.attacker]}: Agility"


def _unit_stunned(cast: Cast, event: e.UnitStunned) -> str:
    return f"{cast.units[event.stunner]} stuns {cast.units[event.unit]} for round {event.round}"


def _stun_ended(cast: Cast, event: e.StunEnded) -> str:
    return f"{cast.units[event.unit]} is no longer stunned"


def _unit_defeated(cast: Cast, event: e.UnitDefeated) -> str:
    return f"{cast.units[event.unit]} is defeated"


def _pipe_removed(cast: Cast, event: e.PipeRemoved) -> str:
    return f"{cast.units[event.unit]} came to the front and leaves"


def _unit_sent_back(cast: Cast, event: e.UnitSentBack) -> str:
    return f"{cast.units[event.unit]} has spent its AE and goes to the back"


def _round_ended(_cast: Cast, event: e.RoundEnded) -> str:
    return {0: "", 1: "Nobody dealt damage"}.get(event.quiet, "Nobody dealt damage, again")


def _lineups_rotated(cast: Cast, event: e.LineupsRotated) -> str:
    return f"{cast.units[event.a]} and {cast.units[event.b]} go to the back"


def _battle_ended(cast: Cast, event: BattleEnded) -> str:
    rounds = f"after {event.rounds} round{'' if event.rounds == 1 else 's'}"
    if event.winner is None:
        how = "nobody is left" if event.reason == "defeat" else "a stalemate"
        title = f"A draw {rounds}: {how}"
    else:
        title = f"{cast.sides[event.winner]} wins {rounds}"
    left = [
        f"\n  {cast.units[str(row['id'])]}: AE {row['ae']}, DE {row['de']}"
        for rows in event.survivors.values()
        for row in rows
    ]
    return title + "".join(left)


def name_exact(battle: Battle) -> str:
    """What exact odds of this battle rest on."""
    if battle.setup.first is None:
        return "exact: the only chance is who begins"
    return "exact: the file says who begins, so nothing is left to chance"


def lay_out(catalog: Mapping[str, Any]) -> Iterator[Sheet]:
    """The catalog, a table a kind of thing, and the abilities at the end."""
    for kind, title in KINDS.items():
        rows = [row for row in catalog["entries"].values() if row["kind"] == kind]
        columns = ("id", "name", "origin", "AP", "AE", "DE", "damage", "abilities")
        yield Sheet(title, columns, [_entry(catalog, row) for row in rows])
    rows = [
        (row["id"], row["name"], _price(row["custom_ap"]), row["text"])
        for row in catalog["abilities"].values()
    ]
    yield Sheet("Abilities", ("id", "name", "AP on a custom unit", "what it does"), rows)


def _entry(catalog: Mapping[str, Any], row: Mapping[str, Any]) -> tuple[str, ...]:
    is_unit = row["kind"] in ("unit", "building_unit")
    numbers = [row["energy"] + row["ae"], row["energy"] + row["de"], row["damage"]]
    shown = [str(n) if is_unit and i < 2 else f"{n:+}" if n else "" for i, n in enumerate(numbers)]
    abilities = ", ".join(catalog["abilities"][id_]["name"] for id_ in row["abilities"])
    return (row["id"], row["name"], row["origin"], str(row["ap"]), *shown, abilities)


def _price(custom_ap: int | None) -> str:
    return "not for sale" if custom_ap is None else str(custom_ap)


TOLD: Final[Mapping[type[Event], Callable[[Cast, Any], str]]] = {
    DiceRolled: _dice_rolled,
    BattleEnded: _battle_ended,
    e.BattleStarted: _battle_started,
    e.FirstSideChosen: _first_side_chosen,
    e.RoundStarted: _round_started,
    e.EffectIgnored: _effect_ignored,
    e.UnitStruck: _unit_struck,
    e.ShotFired: _shot_fired,
    e.UnitLaunched: _unit_launched,
    e.BombDropped: _bomb_dropped,
    e.BombNegated: _bomb_negated,
    e.ExchangeRefused: _exchange_refused,
    e.ActionLost: _action_lost,
    e.UnitExhausted: _unit_exhausted,
    e.ExhaustionDealt: _exhaustion_dealt,
    e.ExhaustionBlocked: _exhaustion_blocked,
    e.UnitStunned: _unit_stunned,
    e.StunEnded: _stun_ended,
    e.UnitDefeated: _unit_defeated,
    e.PipeRemoved: _pipe_removed,
    e.UnitSentBack: _unit_sent_back,
    e.RoundEnded: _round_ended,
    e.LineupsRotated: _lineups_rotated,
}

WORDS: Final[Words[e.BattleStarted]] = Words(
    cast=name_everybody,
    told=TOLD,
    headings=frozenset({e.BattleStarted, e.FirstSideChosen, e.RoundStarted, BattleEnded}),
    exact=name_exact,
    sheets=lay_out,
)
