"""All that can be true at the end of what somebody has been shown, worked out round by round."""

from functools import lru_cache
from typing import Final

from engine.core.events import SideId
from engine.players.siege.inference.facts import Facts, Sight
from engine.players.siege.inference.rounds import after_round
from engine.players.siege.kernel.possible import Possible, allotted, tidied
from engine.rulesets.siege.catalog import POINTS, STAT_MOST, UNIT_MOST
from engine.rulesets.siege.tables import Row, Tables

REMEMBERED: Final = 96
"""How many rounds of matches that go on are kept; each takes from 10 kB to a few MB."""


def knowledge(sight: Sight) -> Possible:
    """What the hidden sides' units can have, five layers a side, a's before b's.

    Rounds that were asked for before are remembered, so that a match is followed at the price of
    one round a time.
    """
    return _after(sight.rounds, sight.hidden, sight.tables.battle, sight.tables.siege)


@lru_cache(REMEMBERED)
def _after(
    rounds: tuple[Facts, ...],
    hidden: tuple[SideId, ...],
    battle: tuple[Row, ...],
    siege: tuple[Row, ...],
) -> Possible:
    if not rounds:
        return allotted(len(hidden), POINTS, UNIT_MOST, STAT_MOST)
    before = _after(rounds[:-1], hidden, battle, siege)
    return tidied(after_round(before, rounds[-1], hidden, Tables(battle, siege)))


def forget() -> None:
    """Forgets all rounds that are remembered, as a new process does."""
    _after.cache_clear()
