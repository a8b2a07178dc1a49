"""Events of Many Marios. AE and DE in events are the values after the change."""

from engine.core.events import Event, SideId
from engine.rulesets.manymarios.snapshot import ArmySnapshot, Part, Replaced


class BattleStarted(Event):
    """A battle began. This event alone is enough to draw the stage.

    ap_limit: maximum Army Points of an army, or null.
    a: the army of side a.
    b: the army of side b.
    """

    ap_limit: int | None
    a: ArmySnapshot
    b: ArmySnapshot


class FirstSideChosen(Event):
    """The side that begins on the offense was chosen (M33).

    side: the side that begins.
    """

    side: SideId


class RoundStarted(Event):
    """A round began and the sides took their roles (M1, M2).

    round: its number, from 1.
    offense: the side on the offense; the other one is on the defense.
    exhausted: ids of the leaders that are exhausted at the start of the round (M8).
    """

    round: int
    offense: SideId
    exhausted: tuple[str, ...]


class EffectIgnored(Event):
    """A unit lost one effect to the AE cap this round (M5, M6).

    unit: id of the unit; `source` names the effect.
    amount: the damage lost.
    """

    unit: str
    amount: int


class UnitStruck(Event):
    """A leader struck the other leader (M3, M4).

    attacker: id of the leader that strikes.
    target: id of the leader that is struck.
    amount: the damage.
    ae: the attacker's AE now.
    de: the target's DE now.
    parts: contributions to the damage.
    """

    attacker: str
    target: str
    amount: int
    ae: int
    de: int
    parts: tuple[Part, ...]


class ShotFired(Event):
    """A ballistic unit fired over its lineup at the enemy leader; the rotation moves on (M20, M21).

    attacker: id of the shooter; the search for the next one starts behind it.
    target: id of the enemy leader.
    amount: the damage, 1.
    ae: the shooter's AE now.
    de: the target's DE now.
    """

    attacker: str
    target: str
    amount: int
    ae: int
    de: int


class UnitLaunched(Event):
    """A Cannon Pipe launched the unit behind it at the enemy leader (M23).

    pipe: id of the Cannon Pipe.
    attacker: id of the launched unit.
    target: id of the enemy leader.
    amount: the damage, 2.
    ae: the launched unit's AE now.
    de: the target's DE now.
    """

    pipe: str
    attacker: str
    target: str
    amount: int
    ae: int
    de: int


class BombDropped(Event):
    """A unit behind an Air Strike leader bombed the enemy at the matching place (M26).

    leader: id of the leader with Air Strike.
    attacker: id of the striker.
    target: id of the unit hit.
    amount: the damage, 1.
    ae: the striker's AE now.
    de: the target's DE now.
    """

    leader: str
    attacker: str
    target: str
    amount: int
    ae: int
    de: int


class BombNegated(Event):
    """A bomb had no effect and no cost: the target is a Cannon Pipe or the striker a defender.

    attacker: id of the striker; `source` is what stopped it: `launch` (M27), `defender` (M17).
    target: id of the unit that stays unharmed.
    """

    attacker: str
    target: str


class ExchangeRefused(Event):
    """The leader of the offense is a defender, so the leaders deal no damage this round (M16).

    unit: id of the defender.
    opponent: id of the enemy leader.
    """

    unit: str
    opponent: str


class ActionLost(Event):
    """A stunned unit that would have dealt damage deals none this round (M30).

    unit: id of the stunned unit.
    """

    unit: str


class UnitExhausted(Event):
    """A unit spent its last AE; it fights with its DE from the next round on (M8, M15).

    unit: id of the unit.
    """

    unit: str


class ExhaustionDealt(Event):
    """An exhausted leader dealt 1 damage and paid 1 DE for it (M10).

    attacker: id of the exhausted leader.
    target: id of the other leader.
    amount: the damage, 1.
    attacker_de: the attacker's DE now.
    de: the target's DE now.
    """

    attacker: str
    target: str
    amount: int
    attacker_de: int
    de: int


class ExhaustionBlocked(Event):
    """A unit with agility dodged exhaustion damage; the attacker pays nothing (M14).

    unit: id of the agile unit.
    attacker: id of the exhausted leader.
    """

    unit: str
    attacker: str


class UnitStunned(Event):
    """A unit of the offense damaged a unit with stun and is stunned next round (M30).

    unit: id of the stunned unit.
    stunner: id of the unit with stun.
    round: the round in which it deals nothing.
    """

    unit: str
    stunner: str
    round: int


class StunEnded(Event):
    """The stun of a unit ended (M30).

    unit: id of the unit.
    """

    unit: str


class UnitDefeated(Event):
    """A unit without DE left the lineup (M29).

    unit: id of the unit.
    """

    unit: str


class PipeRemoved(Event):
    """A Cannon Pipe reached the front and left the lineup (M25).

    unit: id of the Cannon Pipe.
    """

    unit: str


class UnitSentBack(Event):
    """A unit that spent its last AE in an Air Strike or a Launch went to the back (M28).

    unit: id of the unit.
    """

    unit: str


class RoundEnded(Event):
    """A round ended.

    round: its number.
    quiet: number of consecutive rounds without damage, including this one (M31).
    """

    round: int
    quiet: int


class LineupsRotated(Event):
    """Both leaders went to the back after two quiet rounds (M31).

    a: id of the former leader of side a.
    b: id of the former leader of side b.
    quiet: the count of quiet rounds, reset to 0.
    """

    a: str
    b: str
    quiet: int


class LineupReordered(Event):
    """A branch of a battle reordered the remaining units of a lineup (M39).

    side: the side of the lineup.
    lineup: ids of its units, the leader first.
    """

    side: SideId
    lineup: tuple[str, ...]


class UnitsReplaced(Event):
    """A branch of a battle replaced units that had not fought (M40).

    side: the side of the lineup.
    replaced: the replacements.
    """

    side: SideId
    replaced: tuple[Replaced, ...]


EVENTS: tuple[type[Event], ...] = (
    *(BattleStarted, FirstSideChosen, RoundStarted, EffectIgnored, UnitStruck, ShotFired),
    *(UnitLaunched, BombDropped, BombNegated, ExchangeRefused, ActionLost, UnitExhausted),
    *(ExhaustionDealt, ExhaustionBlocked, UnitStunned, StunEnded, UnitDefeated, PipeRemoved),
    *(UnitSentBack, RoundEnded, LineupsRotated, LineupReordered, UnitsReplaced),
)
"""All events, in the order in which EVENTS.md lists them."""
