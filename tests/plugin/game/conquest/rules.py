"""The rules: an army is read, a round is fought, and each event changes the state."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import msgspec

from conquest import events as e
from engine import (
    BEAT,
    SIDES,
    BattleEnded,
    DiceRolled,
    Event,
    Reader,
    Rng,
    SideId,
    Stage,
    read_sides,
)

ARMIES_MOST: Final = 60
ATTACK_MOST: Final = 3
DEFENCE_MOST: Final = 2
FACES: Final = 6
NOBODY: Final = e.Force("", "", ())


class Setup(msgspec.Struct, frozen=True):
    """A battle ready to begin: the attackers and the defenders."""

    a: e.Force
    b: e.Force


def read(fields: dict[str, Reader]) -> Setup:
    """The setup in a battle file's members; whatever is wrong is noted on their readers."""
    forces = [
        _read_force(side, name, members)
        for side, (name, members) in zip(SIDES, read_sides(fields), strict=False)
    ]
    a, b = forces or (NOBODY, NOBODY)
    return Setup(a, b)


def _read_force(side: SideId, name: str, members: Mapping[str, Reader]) -> e.Force:
    if "army" not in members:
        return NOBODY
    force = members["army"].mapping(("name", "armies"))
    called = force["name"].text() if "name" in force else ""
    armies = force["armies"].integer(1, ARMIES_MOST) if "armies" in force else 1
    lineup = (e.Army(f"{side}{place}", side) for place in range(1, armies + 1))
    return e.Force(name, called, tuple(lineup))


class State:
    """`lineups` are the armies left, the front one first; `pairs` the round's unpaid dice, the
    attackers' first."""

    def __init__(self) -> None:
        self.lineups: dict[SideId, list[e.Army]] = {"a": [], "b": []}
        self.pairs: tuple[tuple[int, int], ...] = ()
        self.round = 0
        self.ended = False
        self.winner: SideId | None = None

    def survivors(self) -> dict[str, list[dict[str, str | int]]]:
        """The armies left, as `battle_ended` reports them."""
        return {
            side: [{"id": army.id, "name": army.name} for army in armies]
            for side, armies in self.lineups.items()
        }

    def snapshot(self) -> dict[str, Any]:
        """The state as plain data: what the browser must have after the same event."""
        return {
            "round": self.round,
            "ended": self.ended,
            "winner": self.winner,
            "pairs": [[*pair] for pair in self.pairs],
            "lineups": {
                side: [army.id for army in armies] for side, armies in self.lineups.items()
            },
        }


def begin(setup: Setup, _rng: Rng) -> Iterator[Event | None]:
    """Shows both sides."""
    yield e.BattleStarted(setup.a, setup.b)


def fight(state: State, rng: Rng) -> Iterator[Event | None]:
    """One round (C2 to C8): dice are rolled, compared and paid for."""
    count_a, count_b = dice_of(len(state.lineups["a"]), len(state.lineups["b"]))
    attack = _roll(count_a, "attack", "a", rng)
    yield e.RoundRolled(state.round + 1, attack, _roll(count_b, "defence", "b", rng), source="C4")
    for one, two in state.pairs:
        yield BEAT
        loser = loser_of(one, two)
        compared = e.DiceCompared(one, two, loser, source="C6" if one == two else "C5")
        yield compared
        front, *others = state.lineups[loser]
        yield e.ArmyLost(front.id, loser, len(others), cause=compared.seq, source="C7")
    standing = [side for side in SIDES if state.lineups[side]]
    if len(standing) == 1:
        yield BEAT
        yield BattleEnded(standing[0], "defeat", state.round, state.survivors())


def _roll(count: int, what_for: str, side: SideId, rng: Rng) -> tuple[int, ...]:
    results = (rng.below(FACES, what_for, side) + 1 for _ in range(count))
    return tuple(sorted(results, reverse=True))


def dice_of(attackers: int, defenders: int) -> tuple[int, int]:
    """How many dice both sides roll (C2, C3)."""
    return min(attackers, ATTACK_MOST), min(defenders, DEFENCE_MOST)


def loser_of(attack: int, defence: int) -> SideId:
    """The side that loses a comparison: the lower die's, or the attackers' at a tie (C6)."""
    return "b" if attack > defence else "a"


def _start(state: State, event: e.BattleStarted) -> None:
    state.lineups = {"a": [*event.a.lineup], "b": [*event.b.lineup]}


def _roll_round(state: State, event: e.RoundRolled) -> None:
    state.round = event.round
    state.pairs = tuple(zip(event.attack, event.defence, strict=False))


def _lose(state: State, event: e.ArmyLost) -> None:
    del state.lineups[event.side][0]
    state.pairs = state.pairs[1:]


def _end(state: State, event: BattleEnded) -> None:
    state.ended, state.winner = True, event.winner


def _only_tell(_state: State, _event: Event) -> None:
    pass


ROUND: Final[tuple[Stage[State], ...]] = (fight,)
APPLY: Final[Mapping[type[Event], Callable[[State, Any], None]]] = {
    e.BattleStarted: _start,
    e.RoundRolled: _roll_round,
    e.DiceCompared: _only_tell,
    e.ArmyLost: _lose,
    DiceRolled: _only_tell,
    BattleEnded: _end,
}
