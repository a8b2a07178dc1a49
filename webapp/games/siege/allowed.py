"""Which orders a unit may carry out, and in words why not the others (D2)."""

from collections.abc import Iterator, Mapping
from typing import Final

from engine.rulesets.siege.rules import ATK, DEF, EXH, EXH_MOST, HP, Five, Stats
from engine.rulesets.siege.snapshot import LETTERS, ORDERS, Letter, Order

NEEDS: Final[Mapping[Order, tuple[tuple[int, str], ...]]] = {
    "attack": ((ATK, "has no ATK"),),
    "defend": ((DEF, "has no DEF"),),
    "recover": ((HP, "has no HP"), (EXH, "is not exhausted")),
    "none": (),
}
"""By order, what a unit must have at least one of, and what to say if it has none."""
TIRING: Final = ("attack", "defend")


def reasons(unit: Stats) -> dict[Order, str | None]:
    """By order, why the unit may not carry it out; None if it may."""
    return {order: next(_reasons(unit, order), None) for order in ORDERS}


def _reasons(unit: Stats, order: Order) -> Iterator[str]:
    if order in TIRING and unit[EXH] >= EXH_MOST:
        yield f"is exhausted (EXH {EXH_MOST})"
    yield from (text for stat, text in NEEDS[order] if unit[stat] < 1)


def of_five(five: Five) -> dict[Letter, dict[Order, str | None]]:
    """The same for the five units of a side, by letter."""
    return {letter: reasons(unit) for letter, unit in zip(LETTERS, five, strict=True)}
