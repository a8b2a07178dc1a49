"""Random numbers: `below(n, what_for, who)` is the only source of randomness in a battle.

Several classes have this method. `Seeded` is for playing: every roll has a key, so that what one
unit rolls does not depend on how often another one has rolled (DECISIONS.md, D-028). `Scripted` is
for tests: it gives the listed rolls and fails unless all are used. `Given` gives listed rolls, then
those of another source. `Enumerating` visits every outcome once, with its exact probability.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final, Protocol, TypeVar

from engine.core.errors import ChanceError

T = TypeVar("T")

MASK: Final = (1 << 64) - 1
INCREMENT: Final = 0x9E3779B97F4A7C15
MIX_1: Final = 0xBF58476D1CE4E5B9
MIX_2: Final = 0x94D049BB133111EB
KEYS_KEPT: Final = 4096


class Rng(Protocol):
    """Anything that can be asked for a number below n."""

    def below(self, n: int, what_for: str, who: str, /) -> int:
        """A whole number from 0 to n - 1.

        `what_for` says in a word what the number decides. `who` names the unit that rolls,
        independently of its place in the army (`numbered`); it is empty if no unit rolls.
        """
        ...


def mix(state: int) -> int:
    """SplitMix64's output for a state: 64 well-scrambled bits."""
    z = ((state ^ (state >> 30)) * MIX_1) & MASK
    z = ((z ^ (z >> 27)) * MIX_2) & MASK
    return z ^ (z >> 31)


def output(seed: int, number: int) -> int:
    """Output `number`, from 0, of SplitMix64 with this seed."""
    return mix((seed + (number + 1) * INCREMENT) & MASK)


@lru_cache(KEYS_KEPT)
def key(what_for: str, who: str) -> int:
    """The key of everything that somebody rolls for one thing: a number of 64 bits."""
    return int.from_bytes(hashlib.sha256(f"{what_for}\n{who}".encode()).digest()[:8])


def numbered(kinds: Iterable[str]) -> Iterator[str]:
    """Names for the units of an army that roll, from what each is: `a/griffons`, `a/griffons/2`.

    Equal units are numbered from 1 in the order of the army as it was given.
    """
    seen: Counter[str] = Counter()
    for kind in kinds:
        seen[kind] += 1
        yield f"{kind}/{seen[kind]}"


class Seeded:
    """Dice for playing: the same seed (0 to 2**64 - 1) gives the same rolls on every machine.

    A roll follows from the seed, what it is for, who rolls, and how often that one has rolled for
    it before.
    """

    __slots__ = ("seed", "states")

    def __init__(self, seed: int) -> None:
        self.seed = seed & MASK
        self.states: dict[tuple[str, str], int] = {}
        """By key, the state of SplitMix64 from which the next roll comes."""

    def below(self, n: int, what_for: str, who: str, /) -> int:
        """An unbiased number from 0 to n - 1. Raises ChanceError for n below 1."""
        if n < 1:
            raise ChanceError(f"{what_for}: cannot draw below {n}")
        state = self.states.get((what_for, who))
        if state is None:
            state = self.seed ^ key(what_for, who)
        state = (state + INCREMENT) & MASK
        self.states[what_for, who] = state
        # Values below 2**64 % n are rejected, since they would bias the result. Values come from a
        # stream of this roll alone, so that a rejection changes no other roll.
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
        """The next listed roll. Raises ChanceError if there is none or it is not below n."""
        if self.used == len(self.rolls):
            raise ChanceError(f"{what_for}: no roll is left of {_listed(self.rolls)}")
        roll = self.rolls[self.used]
        if not 0 <= roll < n:
            raise ChanceError(f"{what_for}: roll {roll} is not from 0 to {n - 1}")
        self.used += 1
        return roll

    def finish(self) -> None:
        """Raises ChanceError unless every listed roll was drawn."""
        if self.used < len(self.rolls):
            raise ChanceError(f"rolls never drawn: {_listed(self.rolls[self.used :])}")


def _listed(rolls: Sequence[int]) -> str:
    """Rolls as a message lists them: the first ten, and how many there are if there are more."""
    few = ", ".join(map(str, rolls[:10]))
    return f"[{few}]" if len(rolls) <= 10 else f"[{few}, …], {len(rolls):,} in all"


class Given(Scripted):
    """Dice whose first rolls are listed; each takes the place of the one that `rest` would give."""

    def __init__(self, rolls: Sequence[int], rest: Rng) -> None:
        super().__init__(rolls)
        self.rest = rest

    def below(self, n: int, what_for: str, who: str, /) -> int:
        """The next listed roll, or the rest's. Raises ChanceError for one that is not below n."""
        # `rest` rolls for listed rolls, too, so that it counts them for this key.
        roll = self.rest.below(n, what_for, who)
        return super().below(n, what_for, who) if self.used < len(self.rolls) else roll


class Enumerating:
    """Dice that follow one branch of the tree of outcomes: a given prefix, then always 0."""

    def __init__(self, prefix: Sequence[int]) -> None:
        self.taken = list(prefix)
        self.sizes: list[int] = []

    def below(self, n: int, what_for: str, _who: str, /) -> int:
        """The prefix's choice at this draw, or 0 beyond it. Raises ChanceError for n below 1."""
        if n < 1:
            raise ChanceError(f"{what_for}: cannot draw below {n}")
        depth = len(self.sizes)
        self.sizes.append(n)
        if depth == len(self.taken):
            self.taken.append(0)
        return self.taken[depth]


def outcomes(play: Callable[[Rng], T]) -> Iterator[tuple[Fraction, T]]:
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
