"""The strong bot's decisions: infer the enemy's possible units, and plan against all of them.

- Inference computes the exact set of possible values of the enemy's units. Worlds are drawn from it
  uniformly.
- The search finds a mixed plan near an equilibrium.
- A small network, trained on matches of the bot against itself, estimates its chance in the
  position after the round (judgement).

The effort is counted in turns rather than seconds, so that a seed gives the same match.
"""

from functools import lru_cache
from typing import Final

import numpy as np

from engine.core.rng import Rng, Seeded
from engine.players.siege.inference import knowledge, sight_of_view
from engine.players.siege.kernel import diagram
from engine.players.siege.kernel.codes import UNITS, Array, Rules, rules_of
from engine.players.siege.kernel.judgement import Net, net_of, weights
from engine.players.siege.kernel.search import Effort, Search, Stream
from engine.rulesets.siege.catalog import TABLES
from engine.rulesets.siege.events import ORDERS
from engine.rulesets.siege.rules import Orders, Row, Tables
from engine.rulesets.siege.state import View

EFFORT: Final = Effort()
FINENESS: Final = 1 << 32  # probabilities of a plan are whole numbers out of this many


def decide(view: View, rng: Rng, effort: Effort = EFFORT) -> Orders:
    """Return orders for a view; `effort` limits the search."""
    stream = Stream(rng.below(FINENESS, "what to look at", ""))
    rules, net = _rules_and_net(view.tables.battle, view.tables.siege)
    own = np.array([rules.code(unit) for unit in view.own], np.int32)
    worlds = _worlds(view, rules, effort.worlds, stream)
    left = view.rounds - view.round
    options, plan = Search(rules, net, view.side, left, own, worlds, effort, stream).plan()
    reach = np.cumsum(np.rint(plan * FINENESS).astype(np.int64))
    place = int(np.searchsorted(reach, rng.below(int(reach[-1]), "orders", ""), side="right"))
    return tuple(ORDERS[order] for order in options[place])


def warm() -> None:
    """Compile the kernels, or load them from the cache, so that the next decision is fast."""
    unit = (2, 2, 2, 0)
    view = View("a", 1, (unit, unit, unit, unit, unit), (), TABLES)
    decide(view, Seeded(0), Effort(worlds=1, turns=1))


@lru_cache(8)
def _rules_and_net(battle: tuple[Row, ...], siege: tuple[Row, ...]) -> tuple[Rules, Net]:
    rules = rules_of(Tables(battle, siege))
    return rules, net_of(rules, weights())


def _worlds(view: View, rules: Rules, count: int, stream: Stream) -> Array:
    """Return random possible worlds, in rows: codes of the enemy's units."""
    known = knowledge(sight_of_view(view))
    codes = np.array([rules.code(now) for _, now in known.labels.cases], np.int32)
    drawn: Array = codes[diagram.sample(known.diagram, stream.uniform(count, UNITS))]
    return drawn
