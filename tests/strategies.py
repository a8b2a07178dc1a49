"""Generated battle files, and whether the engine accepts them."""

from typing import Any

from hypothesis import strategies as st

import engine
from tests.fuzz.hostile import JUNK as JUNK  # for those who spoil what is generated here
from tests.fuzz.hostile import spoilt as spoilt
from tests.games.manymarios.kernel_cases import Draw, army, battle

SEEDS = st.integers(0, 2**64 - 1)
ARMIES = SEEDS.map(lambda seed: army(Draw(seed), 1, 8))
BATTLE_FILES: st.SearchStrategy[dict[str, Any]] = st.builds(
    lambda seed, a, b: {**battle(Draw(seed), [a, b]), "seed": seed}, SEEDS, ARMIES, ARMIES
)


def is_accepted(source: Any) -> bool:
    return not problems_of(source)


def problems_of(source: Any) -> tuple[engine.Problem, ...]:
    """Why the engine refuses this, or nothing; a refusal without a reason counts as none."""
    try:
        engine.read(source)
    except engine.InputError as error:
        return error.problems
    return ()
