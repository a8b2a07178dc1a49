"""The castle siege as a PettingZoo parallel environment; needs the extra `rl` (README.md).

Both sides order simultaneously. An agent observes a player's view of the siege as arrays of fixed
shapes.
"""

from collections.abc import Mapping
from functools import reduce
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from engine.core.battlefile import read_battle
from engine.core.events import SIDES, SideId, other_side
from engine.core.rng import Seeded
from engine.players.siege.ruleset import RULESET
from engine.rulesets.siege.army import army_of, random_allotment
from engine.rulesets.siege.events import ORDERS
from engine.rulesets.siege.match import Match
from engine.rulesets.siege.rules import ROUNDS, Orders
from engine.rulesets.siege.state import Facts, View, by_letter, places, view_of

try:
    import gymnasium
    import pettingzoo
    from gymnasium import spaces
    from gymnasium.utils import seeding
except ImportError as error:
    raise ImportError(
        f"engine.env.siege needs {error.name}: install Battlereel with its extra, "
        "pip install 'battlereel[rl]' (in a checkout: pip install -e '.[rl]')"
    ) from error

UNITS: Final = 5
STATS: Final = 4
CHOICES: Final = (len(ORDERS),) * UNITS
ACTIONS: Final = len(ORDERS) ** UNITS
UNKNOWN: Final = -1  # stands for values that are unknown or of rounds to come
HIGHEST: Final = 2**31 - 1  # a league's tables may let a unit grow by thousands each round

NOTHING, MET, BESIEGED, DEFENDED = range(4)  # observed actions of an enemy unit in a round

Arrays = dict[str, NDArray[Any]]


def space() -> spaces.Dict:
    """Return the space of observations; README.md describes each array."""

    def values(*shape: int) -> spaces.Box:
        return spaces.Box(UNKNOWN, HIGHEST, shape, np.int32)

    return spaces.Dict(
        {
            "side": spaces.Box(0, 1, (1,), np.int8),
            "round": spaces.Box(1, ROUNDS + 1, (1,), np.int8),
            "own": values(UNITS, STATS),
            "own_units": values(ROUNDS, UNITS, STATS),
            "own_orders": values(ROUNDS, UNITS),
            "own_rows": values(ROUNDS, UNITS),
            "own_met": values(ROUNDS, UNITS),
            "enemy_deeds": values(ROUNDS, UNITS),
            "enemy_atk": values(ROUNDS, UNITS),
            "siege": values(ROUNDS, 3),
            "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
        }
    )


SHAPES: Final = {name: array.shape or () for name, array in space().items()}


def observed(view: View) -> Arrays:
    arrays: Arrays = {name: np.full(shape, UNKNOWN, np.int32) for name, shape in SHAPES.items()}
    rows: dict[str | None, int] = {row.id: n for n, row in enumerate(view.tables.battle)}
    for number, facts in enumerate(view.seen):
        _note_own(arrays, number, view.side, facts, rows)
        _note_enemy(arrays, number, other_side(view.side), facts)
    arrays["side"] = np.array([SIDES.index(view.side)], np.int8)
    arrays["round"] = np.array([view.round], np.int8)
    arrays["own"] = np.array(view.own, np.int32)
    may = np.array([[order in allowed for order in ORDERS] for allowed in view.legal()])
    # 1 for each action whose orders are all allowed
    arrays["action_mask"] = reduce(np.logical_and.outer, may).ravel().astype(np.int8)
    return arrays


def _note_own(
    arrays: Arrays, number: int, side: SideId, facts: Facts, rows: Mapping[str | None, int]
) -> None:
    known = facts.own
    assert known is not None
    arrays["own_units"][number] = known.units
    arrays["own_orders"][number] = [ORDERS.index(order) for order in known.orders]
    arrays["own_rows"][number] = [rows.get(row, UNKNOWN) for row in known.rows]
    for pair in facts.meetings:
        arrays["own_met"][number, pair.place(side)] = pair.place(other_side(side))


def _note_enemy(arrays: Arrays, number: int, enemy: SideId, facts: Facts) -> None:
    deeds = arrays["enemy_deeds"][number]
    deeds[:] = NOTHING
    for pair in facts.meetings:
        deeds[pair.place(enemy)] = MET
        arrays["enemy_atk"][number, pair.place(enemy)] = pair.atk(enemy)
    deeds[list(facts.defenders(enemy))] = DEFENDED
    if facts.besieged:
        is_on_enemy = facts.besieged.castle == enemy
        if not is_on_enemy:
            deeds[list(places(facts.besieged.besiegers))] = BESIEGED
        arrays["siege"][number] = is_on_enemy, facts.besieged.attack, facts.besieged.defense


def action_of(orders: Orders) -> int:
    """Return the number of an action: orders from A to E as digits in base four."""
    return int(np.ravel_multi_index([ORDERS.index(order) for order in orders], CHOICES))


def orders_of(action: int) -> Orders:
    return tuple(ORDERS[order] for order in np.unravel_index(action, CHOICES))


Units = Mapping[str, Mapping[str, int]]  # an army's `units`, as in a battle file
Flags = dict[SideId, bool]
Infos = dict[SideId, dict[str, Any]]


class SiegeEnv(pettingzoo.ParallelEnv[SideId, Arrays, int]):
    """A match of castle siege between the agents `a` and `b`.

    allotments: by agent, its army's units as in a battle file; missing ones are drawn at random in
        each match. `reset(options={"allotments": …})` overrides them.
    tables: a table file as in a battle file's options, or None for the standard tables.

    Each agent is rewarded once, in the last round: 1 if it has won, otherwise -1.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "siege_v1", "render_modes": ["ansi"]}

    def __init__(
        self,
        allotments: Mapping[str, Units] | None = None,
        tables: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.allotments = dict(allotments or {})
        self.tables = tables
        self.render_mode = render_mode
        self.possible_agents: list[SideId] = list(SIDES)
        self.agents: list[SideId] = []
        self.observation_spaces = {side: space() for side in SIDES}
        self.action_spaces = {side: spaces.Discrete(ACTIONS) for side in SIDES}
        random, _ = seeding.np_random()
        self._random = Seeded(int(random.integers(1 << 62)))
        self._match: Match | None = None

    def observation_space(self, agent: SideId) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: SideId) -> spaces.Space[Any]:
        """Return the agent's actions: orders for five units, numbered by `action_of`."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[SideId, Arrays], Infos]:
        """Begin a match. Raises engine.InputError for an invalid allotment."""
        if seed is not None:
            self._random = Seeded(seed)
        allotments = {**self.allotments, **(options or {}).get("allotments", {})}
        document: dict[str, Any] = {"ruleset": "siege", "sides": []}
        for side in SIDES:
            drawn = random_allotment(self._random)
            given = allotments.get(side)
            army = {"units": given} if given else army_of(drawn)
            document["sides"].append({"army": army, "orders": []})
        if self.tables is not None:
            document["options"] = {"tables": self.tables}
        self._match = Match(read_battle(document, {RULESET.id: RULESET}))
        self.agents = list(SIDES)
        return self._observations(), {side: {} for side in SIDES}

    def step(
        self, actions: Mapping[SideId, int]
    ) -> tuple[dict[SideId, Arrays], dict[SideId, float], Flags, Flags, Infos]:
        """Play a round. A forbidden order counts as none (D2).

        After the end, empty `actions` give empty results. Raises ValueError if `actions` are not
        those of the active agents, RuntimeError before the first match.
        """
        match = self.match
        agents = self.agents
        if actions.keys() != set(agents):
            there = " and ".join(agents) or "no agents, since the match is over: call reset"
            raise ValueError(f"actions are for {', '.join(actions) or 'no one'}; there are {there}")
        if not agents:
            return {}, {}, {}, {}, {}
        given = {side: by_letter(orders_of(int(actions[side]))) for side in agents}
        match.resolve(given["a"], given["b"])
        ended, winner = match.ended, match.state.winner
        rewards = {side: (1.0 if side == winner else -1.0) if ended else 0.0 for side in agents}
        infos: Infos = {side: {} for side in agents}
        if ended:
            infos = {s: {"winner": winner, "reason": match.state.reason} for s in agents}
            self.agents = []
        over, truncated = dict.fromkeys(agents, ended), dict.fromkeys(agents, False)
        return self._observations(), rewards, over, truncated, infos

    @property
    def match(self) -> Match:
        """The current match, with all hidden values. Raises RuntimeError before the first one."""
        if self._match is None:
            raise RuntimeError("no match yet: call reset first")
        return self._match

    def view(self, agent: SideId) -> View:
        """Return what the agent may know: the view that bots get."""
        return view_of(self.match.state, agent, self.match.setup.tables)

    def render(self) -> str | None:
        """Return both sides' units as text for people: `ATK/DEF/HP/EXH` from A to E."""
        if self.render_mode != "ansi" or self._match is None:
            return None
        state = self._match.state
        rows = [f"round {state.round}"]
        for side in SIDES:
            units = ("/".join(map(str, unit)) for unit in state.sides[side].five())
            rows.append(f"{side}: {' '.join(units)}")
        return "\n".join(rows)

    def _observations(self) -> dict[SideId, Arrays]:
        return {side: observed(self.view(side)) for side in SIDES}


parallel_env = SiegeEnv  # the environment under PettingZoo's conventional name

__all__ = ["SiegeEnv", "action_of", "gymnasium", "orders_of", "parallel_env", "pettingzoo"]
