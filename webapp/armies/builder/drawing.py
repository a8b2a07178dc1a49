"""Random armies that keep to terms and limits, and the draws that games make them of."""

import json
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

from engine import InputError, Rng, Seeded
from webapp.armies.builder import checking, inventory
from webapp.base.form import Json, rows_of
from webapp.base.game import Game
from webapp.base.texts import N_

T = TypeVar("T")
SEED_BITS: Final = 32
TRIES: Final = 20


def one_of(choices: Sequence[T], chance: Rng) -> T:
    return choices[chance.below(len(choices), "which", "")]


def some_of(choices: Sequence[T], count: int, chance: Rng) -> list[T]:
    """Return `count` different items in drawn order, or all if there are fewer."""
    left = list(choices)
    return [left.pop(chance.below(len(left), "which", "")) for _ in range(min(count, len(left)))]


def between(least: int, most: int, chance: Rng) -> int:
    return least + chance.below(max(most - least, 0) + 1, "how many", "")


def draw(
    game: Game, terms: Mapping[str, Any], limits: Mapping[str, Any], seed: int | None = None
) -> Json:
    """Return a random army under these terms and limits. Raise InputError if none is found."""
    chance = Seeded(secrets.randbits(SEED_BITS) if seed is None else seed)
    rules = inventory.of_limits(game, limits)
    if not rules:
        return game.builder.random(terms, limits, chance)

    def is_valid(army: Json) -> bool:
        return not checking.judge(game, army, terms, limits)[1]

    for _ in range(TRIES):
        army = rules.without_problems(game.builder.random(terms, limits, chance))
        if rows_of(game.builder.form, army) and is_valid(army):
            return game.builder.normal(army)
    # Few units are allowed: add some of them as long as they fit.
    key, army = game.builder.form.list, game.builder.empty()
    allowed = [item for item in rules.builder().shelf if not item.barred]
    for _ in range(TRIES if allowed else 0):
        row = json.loads(json.dumps(one_of(allowed, chance).row))
        grown = {**army, key: [*army.get(key, []), row]}
        army = grown if is_valid(grown) else army
    if not army.get(key):
        raise InputError.single("", N_("no army could be drawn under these terms: build one"))
    return game.builder.normal(army)
