"""The castle siege as a PettingZoo parallel environment: both sides order simultaneously."""

from collections.abc import Mapping
from typing import Any, ClassVar

from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import ParallelEnv

from engine.core.battlefile import read_battle
from engine.core.events import SIDES, SideId
from engine.core.rng import Seeded
from engine.env.siege.observation import ACTIONS, Arrays, observed, orders_of, space
from engine.players.siege.ruleset import RULESET
from engine.rulesets.siege.allotments import random_allotment
from engine.rulesets.siege.match import Match
from engine.rulesets.siege.snapshot import LETTERS
from engine.rulesets.siege.view import View, by_letter, view_of

Units = Mapping[str, Mapping[str, int]]
"""An army's `units`, as in a battle file."""


class SiegeEnv(ParallelEnv[SideId, Arrays, int]):
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
        self.observation_spaces: dict[SideId, spaces.Space[Any]] = {s: space() for s in SIDES}
        self.action_spaces: dict[SideId, spaces.Space[Any]] = {
            s: spaces.Discrete(ACTIONS) for s in SIDES
        }
        self._random = Seeded(_fresh_seed())
        self._match: Match | None = None

    def observation_space(self, agent: SideId) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: SideId) -> spaces.Space[Any]:
        """Return the agent's actions: orders for five units, numbered by `action_of`."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[SideId, Arrays], dict[SideId, dict[str, Any]]]:
        """Begin a match. Raises engine.InputError for an invalid allotment."""
        if seed is not None:
            self._random = Seeded(seed)
        allotments = {**self.allotments, **(options or {}).get("allotments", {})}
        document: dict[str, Any] = {"ruleset": "siege", "sides": []}
        for side in SIDES:
            drawn = random_allotment(self._random)
            units = allotments.get(side) or {
                letter: {"atk": atk, "def": def_, "hp": hp}
                for letter, (atk, def_, hp, _) in zip(LETTERS, drawn, strict=True)
            }
            document["sides"].append({"army": {"units": units}, "orders": []})
        if self.tables is not None:
            document["options"] = {"tables": self.tables}
        self._match = Match(read_battle(document, {RULESET.id: RULESET}))
        self.agents = list(SIDES)
        return self._observations(), {side: {} for side in SIDES}

    def step(
        self, actions: Mapping[SideId, int]
    ) -> tuple[
        dict[SideId, Arrays],
        dict[SideId, float],
        dict[SideId, bool],
        dict[SideId, bool],
        dict[SideId, dict[str, Any]],
    ]:
        """Play a round. A forbidden order counts as none (D2).

        After the end, empty `actions` give empty results. Raises ValueError if `actions` are not
        those of the active agents, RuntimeError before the first match.
        """
        match = self.match
        agents = self.agents
        if actions.keys() != set(agents):
            there = " and ".join(agents) or "no agents, since the match is over: call reset"
            raise ValueError(f"actions are for {', '.join(actions) or 'nobody'}; there are {there}")
        if not agents:
            return {}, {}, {}, {}, {}
        given = {side: by_letter(orders_of(int(actions[side]))) for side in agents}
        match.resolve(given["a"], given["b"])
        ended, winner = match.ended, match.state.winner
        rewards = {side: (1.0 if side == winner else -1.0) if ended else 0.0 for side in agents}
        infos: dict[SideId, dict[str, Any]] = {
            side: {"winner": winner, "reason": match.state.reason} if ended else {}
            for side in agents
        }
        if ended:
            self.agents = []
        return (
            self._observations(),
            rewards,
            dict.fromkeys(agents, ended),
            dict.fromkeys(agents, False),
            infos,
        )

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

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""

    def _observations(self) -> dict[SideId, Arrays]:
        return {side: observed(self.view(side)) for side in SIDES}


def _fresh_seed() -> int:
    random, _ = seeding.np_random()
    return int(random.integers(1 << 62))
