"""The events of a battle, and what the first one shows of both sides."""

from typing import Final

import msgspec

from engine.core.events import Event, SideId


class Army(msgspec.Struct, frozen=True):
    """One army.

    id: side letter and place, from 1: `a1` is in front.
    side: the side it fights for.
    name: what it is called.
    icon: name of its picture.
    """

    id: str
    side: SideId
    name: str = "Army"
    icon: str = "conquest-army"


class Force(msgspec.Struct, frozen=True):
    """One side as it enters the battle.

    name: the side's name, or empty.
    army: what its force is called, or empty.
    lineup: its armies, the front one first.
    """

    name: str
    army: str
    lineup: tuple[Army, ...]


class BattleStarted(Event):
    """Both sides have come.

    a: the attackers.
    b: the defenders.
    """

    a: Force
    b: Force


class RoundStarted(Event):
    """A round begins; the dice of the last one are taken up.

    round: its number, from 1.
    """

    round: int


class DiceCompared(Event):
    """A die of the attackers was held against one of the defenders.

    attack: what the attackers' die shows.
    defence: what the defenders' die shows.
    loser: the side that loses an army by it.
    """

    attack: int
    defence: int
    loser: SideId


class ArmyLost(Event):
    """An army has left the battle.

    unit: its id.
    side: whose it was.
    left: how many armies that side has left.
    """

    unit: str
    side: SideId
    left: int


EVENTS: Final = (BattleStarted, RoundStarted, DiceCompared, ArmyLost)
