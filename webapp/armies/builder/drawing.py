"""Random choices, made with the engine's Rng."""

from collections.abc import Sequence
from typing import TypeVar

from engine import Rng

T = TypeVar("T")


def one_of(choices: Sequence[T], chance: Rng) -> T:
    return choices[chance.below(len(choices), "which", "")]


def some_of(choices: Sequence[T], count: int, chance: Rng) -> list[T]:
    """Return `count` different items in drawn order, or all if there are fewer."""
    left = list(choices)
    return [left.pop(chance.below(len(left), "which", "")) for _ in range(min(count, len(left)))]


def between(least: int, most: int, chance: Rng) -> int:
    return least + chance.below(max(most - least, 0) + 1, "how many", "")
