"""The events of a battle, and what the first one shows of both sides."""

from typing import Final

import msgspec

from engine import Event, SideId


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


class RoundRolled(Event):
    """A round: both sides have rolled.

    round: its number, from 1.
    attack: what the attackers' dice show, the highest first.
    defence: what the defenders' dice show, the highest first.
    """

    round: int
    attack: tuple[int, ...]
    defence: tuple[int, ...]


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


EVENTS: Final = (BattleStarted, RoundRolled, DiceCompared, ArmyLost)
