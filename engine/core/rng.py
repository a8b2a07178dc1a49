"""Random numbers: `below(n, what_for, who)` is the only source of randomness in a battle.

`Seeded` is for playing: every roll has a key, so that the rolls of one unit do not depend on how
often another has rolled (DECISIONS.md, D-028). `Scripted` is for tests: it returns listed rolls and
fails unless all are used. `Given` returns listed rolls, then those of another source. `Enumerating`
visits every outcome once, with its exact probability.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import Final, Protocol, TypeVar

from engine.core.errors import ChanceError

T = TypeVar("T")

MASK: Final = (1 << 64) - 1
INCREMENT: Final = 0x9E3779B97F4A7C15
MIX_1: Final = 0xBF58476D1CE4E5B9
MIX_2: Final = 0x94D049BB133111EB
KEYS_KEPT: Final = 4096


class Rng(Protocol):
    """A source of random numbers."""

    def below(self, n: int, what_for: str, who: str, /) -> int:
        """Return a whole number from 0 to n - 1.

        `what_for` says in a word what the number decides. `who` names the unit that rolls,
        independently of its place in the army (`numbered`); it is empty if no unit rolls.
        """


def mix(state: int) -> int:
    """Return SplitMix64's output for a state: 64 well-scrambled bits."""
    z = ((state ^ (state >> 30)) * MIX_1) & MASK
    z = ((z ^ (z >> 27)) * MIX_2) & MASK
    return z ^ (z >> 31)


def output(seed: int, number: int) -> int:
    """Return output `number`, from 0, of SplitMix64 with this seed."""
    return mix((seed + (number + 1) * INCREMENT) & MASK)


@lru_cache(KEYS_KEPT)
def key(what_for: str, who: str) -> int:
    """Return the 64-bit key of all rolls of one unit for one purpose."""
    return int.from_bytes(hashlib.sha256(f"{what_for}\n{who}".encode()).digest()[:8])


def numbered(kinds: Iterable[str]) -> Iterator[str]:
    """Yield names for an army's units, equal ones numbered in order: `a/griffons/1`."""
    seen: Counter[str] = Counter()
    for kind in kinds:
        seen[kind] += 1
        yield f"{kind}/{seen[kind]}"


class Seeded:
    """Dice for playing: the same seed (0 to 2**64 - 1) gives the same rolls on every machine.

    A roll follows from the seed, its purpose, who rolls, and how often they have rolled for it.
    """

    __slots__ = ("seed", "states")

    def __init__(self, seed: int) -> None:
        self.seed = seed & MASK
        self.states: dict[tuple[str, str], int] = {}
        """By key, the state of SplitMix64 for the next roll."""

    def below(self, n: int, what_for: str, who: str, /) -> int:
        """Return an unbiased number from 0 to n - 1. Raises ChanceError for n below 1."""
        if n < 1:
            raise ChanceError(f"{what_for}: cannot draw below {n}")
        state = self.states.get((what_for, who))
        if state is None:
            state = self.seed ^ key(what_for, who)
        state = (state + INCREMENT) & MASK
        self.states[what_for, who] = state
        # Values below 2**64 % n would bias the result. They are redrawn from a stream of this roll
        # alone, so that a rejection changes no other roll.
        own, tail = mix(state), (MASK + 1) % n
        while True:
            own = (own + INCREMENT) & MASK
            value = mix(own)
            if value >= tail:
                return value % n


class Scripted:
    """Dice for tests: each draw takes the next listed roll; `finish` fails if any is left."""

    def __init__(self, rolls: Sequence[int]) -> None:
        self.rolls = list(rolls)
        self.used = 0

    def below(self, n: int, what_for: str, _who: str, /) -> int:
        """Return the next listed roll. Raises ChanceError if there is none or it is not below n."""
        if self.used == len(self.rolls):
            raise ChanceError(f"{what_for}: no roll is left of {_listed(self.rolls)}")
        roll = self.rolls[self.used]
        if not 0 <= roll < n:
            raise ChanceError(f"{what_for}: roll {roll} is not from 0 to {n - 1}")
        self.used += 1
        return roll

    def finish(self) -> None:
        """Raise ChanceError unless every listed roll was used."""
        if self.used < len(self.rolls):
            raise ChanceError(f"rolls never drawn: {_listed(self.rolls[self.used :])}")


def _listed(rolls: Sequence[int]) -> str:
    """Return the first ten rolls as text, with the total if there are more."""
    few = ", ".join(map(str, rolls[:10]))
    return f"[{few}]" if len(rolls) <= 10 else f"[{few}, …], {len(rolls):,} in all"


class Given(Scripted):
    """Dice whose first rolls are listed; each replaces the roll that `rest` would give."""

    def __init__(self, rolls: Sequence[int], rest: Rng) -> None:
        super().__init__(rolls)
        self.rest = rest

    def below(self, n: int, what_for: str, who: str, /) -> int:
        """Return the next listed roll, or the rest's. Raises ChanceError if it is not below n."""
        # Roll even if the result is listed, so that `rest` counts it for this key.
        roll = self.rest.below(n, what_for, who)
        return super().below(n, what_for, who) if self.used < len(self.rolls) else roll


class Enumerating:
    """Dice that follow one branch of the tree of outcomes: a given prefix, then always 0."""

    def __init__(self, prefix: Sequence[int]) -> None:
        self.taken = list(prefix)
        self.sizes: list[int] = []

    def below(self, n: int, what_for: str, _who: str, /) -> int:
        """Return the prefix's choice, or 0 beyond the prefix. Raises ChanceError for n below 1."""
        if n < 1:
            raise ChanceError(f"{what_for}: cannot draw below {n}")
        depth = len(self.sizes)
        self.sizes.append(n)
        if depth == len(self.taken):
            self.taken.append(0)
        return self.taken[depth]


def outcomes(play: Callable[[Rng], T]) -> Iterator[tuple[Fraction, T]]:
    """Yield every outcome of `play` with its exact chance, by running it once per branch."""
    prefix: list[int] = []
    while True:
        dice = Enumerating(prefix)
        result = play(dice)
        yield Fraction(1, prod(dice.sizes)), result
        prefix = dice.taken
        while prefix and prefix[-1] == dice.sizes[len(prefix) - 1] - 1:
            prefix.pop()
        if not prefix:
            return
        prefix[-1] += 1
