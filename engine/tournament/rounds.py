"""Pairings of round robins and Swiss tournaments."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

import networkx as nx

from engine.tournament.plan import Match, Plan, Results, bye, match_of

NO_ENTRANT: Final = -1

Pair: TypeAlias = tuple[int, int]


def round_robin(plan: Plan, results: Results) -> list[Match]:
    """Return all matches, by the circle method: one entrant stays in place, the others rotate."""
    places = [*range(plan.count)] + [NO_ENTRANT] * (plan.count % 2)
    size = len(places)
    found: list[Match] = []
    for turn in range((size - 1) * plan.legs):
        leg, within = divmod(turn, size - 1)
        circle = [places[0], *(places[1 + (k - within) % (size - 1)] for k in range(size - 1))]
        tables = [(circle[n], circle[-1 - n]) for n in range(size // 2)]
        number = 0
        for n, (one, two) in enumerate(tables):
            if NO_ENTRANT in (one, two):
                found.append(bye(f"R{turn + 1}-bye", turn + 1, max(one, two)))
                continue
            number += 1
            # The fixed entrant changes sides each round, the others by their table; a second leg
            # swaps all sides.
            is_turned = (within % 2 if n == 0 else n % 2) ^ leg % 2
            a, b = (two, one) if is_turned else (one, two)
            found.append(match_of(plan, results, f"R{turn + 1}-{number}", turn + 1, a, b))
    return found


class Player(NamedTuple):
    """An entrant before a Swiss round: twice its points, and how often it was on side a."""

    entrant: int
    points: int
    sides_a: int
    byes: int


def swiss(plan: Plan, results: Results) -> list[Match]:
    """Return the matches of all rounds that can be paired: each once the previous one is over."""
    found: list[Match] = []
    for number in range(1, plan.rounds + 1):
        pairs = _pairs(_players(plan.count, found), _met(found))
        for table, (a, b) in enumerate(pairs, start=1):
            if b == NO_ENTRANT:
                found.append(bye(f"R{number}-bye", number, a))
            else:
                found.append(match_of(plan, results, f"R{number}-{table}", number, a, b))
        if any(match.state == "open" for match in found):
            break
    return found


def _players(count: int, matches: Sequence[Match]) -> tuple[Player, ...]:
    """Return the entrants by points, then by seed."""
    points: Counter[int | None] = Counter()
    for match in matches:
        if match.state == "done" and match.winner is None:
            points.update({match.a: 1, match.b: 1})
        elif match.winner is not None:
            points[match.winner] += 2
    sides_a = Counter(match.a for match in matches if match.state != "bye")
    byes = Counter(match.a for match in matches if match.state == "bye")
    players = [Player(n, points[n], sides_a[n], byes[n]) for n in range(count)]
    return tuple(sorted(players, key=lambda player: (-player.points, player.entrant)))


def _met(matches: Sequence[Match]) -> tuple[Pair, ...]:
    """Return the pairs that have met, repeated for each meeting."""
    pairs = [(m.a, m.b) for m in matches if m.a is not None and m.b is not None]
    return tuple(sorted(map(in_order, pairs)))


def in_order(pair: Pair) -> Pair:
    return min(pair), max(pair)


@lru_cache(maxsize=256)  # a plan is evaluated anew after every game
def _pairs(players: tuple[Player, ...], met: tuple[Pair, ...]) -> tuple[Pair, ...]:
    """Return the pairs of a round, the best first; a bye comes last, paired with NO_ENTRANT."""
    times = Counter(met)
    sides_a = {player.entrant: player.sides_a for player in players}
    if len(players) % 2 == 0:
        return on_sides(_matching(players, times), sides_a)
    fewest = min(player.byes for player in players)
    candidates = [player for player in reversed(players) if player.byes == fewest]
    first: tuple[Pair, ...] | None = None
    for resting in candidates:
        others = [player for player in players if player != resting]
        pairs = _matching(others, times)
        found = (*on_sides(pairs, sides_a), (resting.entrant, NO_ENTRANT))
        if not any(times[in_order(pair)] for pair in pairs):
            return found
        first = first or found
    assert first is not None
    return first


def _matching(players: Sequence[Player], times: Counter[Pair]) -> list[Pair]:
    """Return the pairs of least total cost: repeated meetings first, then points, then places."""
    size = len(players)
    groups = Counter(player.points for player in players)
    # The minor costs of a round never add up to one unit of the next greater cost.
    gap_unit = size * size * size + 1
    again_unit = gap_unit * size * (max(groups, default=0) + 1) ** 2 + 1
    graph = nx.Graph()
    for n, one in enumerate(players):
        for m in range(n + 1, size):
            two = players[m]
            gap = one.points - two.points
            ideal = 0 if gap else groups[one.points] // 2
            cost = (m - n - ideal) ** 2 + gap * gap * gap_unit
            again = times[in_order((one.entrant, two.entrant))]
            graph.add_edge(n, m, weight=-cost - again * again_unit)
    return [(players[n].entrant, players[m].entrant) for n, m in cheapest_pairs(graph)]


def cheapest_pairs(graph: nx.Graph) -> list[Pair]:
    """Return as many pairs of a graph's nodes as possible, with the largest sum of weights."""
    return sorted(map(in_order, nx.max_weight_matching(graph, maxcardinality=True)))


def on_sides(pairs: Sequence[Pair], sides_a: Mapping[int, int]) -> tuple[Pair, ...]:
    """Return the pairs with sides: who has fewer games on side a gets it, else they alternate."""
    found = []
    for table, (one, two) in enumerate(pairs):
        lead = sides_a[one] - sides_a[two]
        is_turned = lead > 0 or (lead == 0 and table % 2 == 1)
        found.append((two, one) if is_turned else (one, two))
    return tuple(found)
