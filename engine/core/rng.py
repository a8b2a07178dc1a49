"""The one door for chance: `below(n, what_for)` is the only randomness in a battle.

Several dice share that door. `Seeded` plays: SplitMix64, written out here because a seed has to
mean the same battle for ever, in Python and in compiled kernels. `Scripted` tests: it gives the
listed rolls and insists that all are used; `Given` goes on from them. `Enumerating` walks every
outcome once, with its exact chance.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Protocol, TypeVar

from engine.core.errors import ChanceError

T = TypeVar("T")

MASK = (1 << 64) - 1
INCREMENT = 0x9E3779B97F4A7C15
MIX_1 = 0xBF58476D1CE4E5B9
MIX_2 = 0x94D049BB133111EB


class Chance(Protocol):
    """Anything that can be asked for a number below n."""

    def below(self, n: int, what_for: str, /) -> int:
        """A whole number from 0 to n - 1; `what_for` says in a word what it decides."""
        ...


def mix(state: int) -> int:
    """SplitMix64's output for a state: 64 well-scrambled bits."""
    z = ((state ^ (state >> 30)) * MIX_1) & MASK
    z = ((z ^ (z >> 27)) * MIX_2) & MASK
    return z ^ (z >> 31)


class Seeded:
    """Dice that play: the same seed (0 to 2**64 - 1) gives the same rolls on every machine."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seed & MASK

    def below(self, n: int, what_for: str, /) -> int:
        """An unbiased number from 0 to n - 1: draws in the uneven tail of 2**64 are thrown away."""
        if n < 1:
            raise ChanceError(f"{what_for}: cannot draw below {n}")
        tail = (MASK + 1) % n
        while True:
            self.state = (self.state + INCREMENT) & MASK
            value = mix(self.state)
            if value >= tail:
                return value % n


class Scripted:
    """Dice that test: each draw takes the next listed roll; `finish` fails if any is left."""

    def __init__(self, rolls: Sequence[int]) -> None:
        self.rolls = list(rolls)
        self.used = 0

    def below(self, n: int, what_for: str, /) -> int:
        """The next listed roll. Raises ChanceError if there is none or it is not below n."""
        if self.used == len(self.rolls):
            raise ChanceError(f"{what_for}: no roll is left of {self.rolls}")
        roll = self.rolls[self.used]
        if not 0 <= roll < n:
            raise ChanceError(f"{what_for}: roll {roll} is not from 0 to {n - 1}")
        self.used += 1
        return roll

    def finish(self) -> None:
        """Raises ChanceError unless every listed roll was drawn."""
        if self.used < len(self.rolls):
            raise ChanceError(f"rolls never drawn: {self.rolls[self.used :]}")


class Given(Scripted):
    """Dice whose first rolls are listed; from then on they fall as `rest` does."""

    def __init__(self, rolls: Sequence[int], rest: Chance) -> None:
        super().__init__(rolls)
        self.rest = rest

    def below(self, n: int, what_for: str, /) -> int:
        """The next listed roll, or the rest's. Raises ChanceError for one that is not below n."""
        listed = self.used < len(self.rolls)
        return super().below(n, what_for) if listed else self.rest.below(n, what_for)


class Enumerating:
    """Dice that follow one branch of the tree of outcomes: a given prefix, then always 0."""

    def __init__(self, prefix: Sequence[int]) -> None:
        self.taken = list(prefix)
        self.sizes: list[int] = []

    def below(self, n: int, what_for: str, /) -> int:
        """The prefix's choice at this draw, or 0 beyond it. Raises ChanceError for n below 1."""
        if n < 1:
            raise ChanceError(f"{what_for}: cannot draw below {n}")
        depth = len(self.sizes)
        self.sizes.append(n)
        if depth == len(self.taken):
            self.taken.append(0)
        return self.taken[depth]


def outcomes(play: Callable[[Chance], T]) -> Iterator[tuple[Fraction, T]]:
    """Every outcome of `play` with its exact chance, by running it once per branch."""
    prefix: list[int] = []
    while True:
        dice = Enumerating(prefix)
        result = play(dice)
        chance = Fraction(1)
        for size in dice.sizes:
            chance /= size
        yield chance, result
        prefix = dice.taken
        while prefix and prefix[-1] == dice.sizes[len(prefix) - 1] - 1:
            prefix.pop()
        if not prefix:
            return
        prefix[-1] += 1
