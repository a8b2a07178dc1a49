"""What can happen in a Many Marios battle. AE and DE in events are the values after the change."""

from engine.core.events import Event, SideId
from engine.rulesets.manymarios.snapshot import ArmySnapshot, Part, Replaced


class BattleStarted(Event):
    """Both lineups stand ready. This event alone is enough to draw the stage.

    ap_limit: the Army Points that an army might cost, or null.
    a: the army of side a.
    b: the army of side b.
    """

    ap_limit: int | None
    a: ArmySnapshot
    b: ArmySnapshot


class FirstSideChosen(Event):
    """It is settled which side begins on the offense (M33).

    side: the side that begins.
    """

    side: SideId


class RoundStarted(Event):
    """A round begins and the roles are given out (M1, M2).

    round: its number, from 1.
    offense: the side on the offense; the other one is on the defense.
    exhausted: ids of the leaders that are exhausted as the round begins (M8).
    """

    round: int
    offense: SideId
    exhausted: tuple[str, ...]


class EffectIgnored(Event):
    """The AE cap made a unit do without one effect this round (M5, M6).

    unit: id of the unit; `source` names the effect.
    amount: the damage that it does without.
    """

    unit: str
    amount: int


class UnitStruck(Event):
    """A leader's blow landed on the other leader (M3, M4).

    attacker: id of the leader that struck.
    target: id of the leader that was struck.
    amount: the damage.
    ae: the attacker's AE now.
    de: the target's DE now.
    parts: what the damage is made of.
    """

    attacker: str
    target: str
    amount: int
    ae: int
    de: int
    parts: tuple[Part, ...]


class ShotFired(Event):
    """A ballistic unit fired over its lineup at the enemy leader; the rotation moves on (M20, M21).

    attacker: id of the shooter; the next shot is looked for behind it.
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
    attacker: id of the unit that was launched.
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
    """A unit behind an Air Strike leader bombed the enemy in its own place of the lineup (M26).

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
    """A bomb did nothing and cost nothing: its target is a Cannon Pipe, or its striker a defender.

    attacker: id of the striker; `source` is what stopped it: `launch` (M27) or `defender` (M17).
    target: id of the unit that was not hit.
    """

    attacker: str
    target: str


class ExchangeRefused(Event):
    """A defender leads on the offense: it deals and takes nothing this round (M16).

    unit: id of the defender.
    opponent: id of the leader that faces it.
    """

    unit: str
    opponent: str


class ActionLost(Event):
    """A stunned unit that would have dealt damage deals nothing this round (M30).

    unit: id of the stunned unit.
    """

    unit: str


class UnitExhausted(Event):
    """A unit spent its last AE: from the next round on it fights with its DE (M8, M15).

    unit: id of the unit.
    """

    unit: str


class ExhaustionDealt(Event):
    """An exhausted leader struck with its last strength: 1 damage, paid with 1 DE of its own (M10).

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
    """A unit with agility dodged exhaustion damage; its attacker pays nothing (M14).

    unit: id of the agile unit.
    attacker: id of the exhausted leader.
    """

    unit: str
    attacker: str


class UnitStunned(Event):
    """A unit on the offense damaged a unit with stun and is stunned for the next round (M30).

    unit: id of the stunned unit.
    stunner: id of the unit with stun.
    round: the round in which it deals nothing.
    """

    unit: str
    stunner: str
    round: int


class StunEnded(Event):
    """A stunned unit has sat out its round (M30).

    unit: id of the unit.
    """

    unit: str


class UnitDefeated(Event):
    """A unit without DE leaves the lineup, wherever it stood (M29).

    unit: id of the unit.
    """

    unit: str


class PipeRemoved(Event):
    """A Cannon Pipe came to the front and leaves the lineup (M25).

    unit: id of the Cannon Pipe.
    """

    unit: str


class UnitSentBack(Event):
    """A unit that spent its last AE in an Air Strike or a Launch goes to the back (M28).

    unit: id of the unit.
    """

    unit: str


class RoundEnded(Event):
    """The round is over.

    round: its number.
    quiet: how many rounds in a row nobody has dealt damage in, this one included (M31).
    """

    round: int
    quiet: int


class LineupsRotated(Event):
    """After two quiet rounds both leaders go to the back, and the count restarts (M31).

    a: id of the leader of side a that goes to the back.
    b: id of the leader of side b that goes to the back.
    quiet: the count of quiet rounds now, 0.
    """

    a: str
    b: str
    quiet: int


class LineupReordered(Event):
    """The units left of a lineup stand in another order now: a branch of a battle says so (M39).

    side: whose lineup it is.
    lineup: ids of its units, the leader first.
    """

    side: SideId
    lineup: tuple[str, ...]


class UnitsReplaced(Event):
    """Others stand in place of units that have not fought: a branch of a battle says so (M40).

    side: whose lineup it is.
    replaced: who comes in place of whom.
    """

    side: SideId
    replaced: tuple[Replaced, ...]


EVENTS: tuple[type[Event], ...] = (
    BattleStarted,
    FirstSideChosen,
    RoundStarted,
    EffectIgnored,
    UnitStruck,
    ShotFired,
    UnitLaunched,
    BombDropped,
    BombNegated,
    ExchangeRefused,
    ActionLost,
    UnitExhausted,
    ExhaustionDealt,
    ExhaustionBlocked,
    UnitStunned,
    StunEnded,
    UnitDefeated,
    PipeRemoved,
    UnitSentBack,
    RoundEnded,
    LineupsRotated,
    LineupReordered,
    UnitsReplaced,
)
"""Every event of this ruleset, in the order of the protocol's page."""
