"""A ladder: each round pairs entrants with similar ratings, for any number of rounds.

If only the nearest ratings were paired, armies with early luck would keep meeting each other, and
their ratings would stay too high. So entrants also count as near while it is uncertain which of
them is stronger.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import networkx as nx

from engine.tournament.plan import Match, Plan, Results, bye, match_of
from engine.tournament.ratings import NEW, Skill, count_games
from engine.tournament.rounds import NO_ENTRANT, Pair, cheapest_pairs, in_order, on_sides

REACH: Final = 12  # maximum distance of two opponents in the ranking
AGAIN: Final = (4, 2, 1)  # the cost of a rematch from one, two and three rounds ago
UNSURE: Final = 2  # standard deviations within which ratings are near
LONG_AGO: Final = 60  # rounds after which a meeting no longer counts


class Player(NamedTuple):
    """An entrant before a round: the displayed rating, and how often it was on side a."""

    entrant: int
    rating: int
    deviation: int
    sides_a: int


def ladder(plan: Plan, results: Results) -> list[Match]:
    """Return the matches of all rounds that can be paired: each once the previous one is over."""
    found: list[Match] = []
    rated: list[Skill] = [NEW] * plan.count
    sides_a: Counter[int] = Counter()
    in_a_row: Mapping[int, int] = {}
    last: dict[Pair, int] = {}
    for number in range(1, plan.rounds + 1):
        present = [
            Player(n, round(rated[n].mean), round(rated[n].deviation), sides_a[n])
            for n in plan.participants(number)
        ]
        players = tuple(sorted(present, key=lambda player: (-player.rating, player.entrant)))
        resting = _bye_of(players, in_a_row) if len(players) % 2 else NO_ENTRANT
        playing = tuple(player for player in players if player.entrant != resting)
        pairs = _pairs(playing, _ages(playing, last, number))
        new = [
            match_of(plan, results, f"R{number}-{table}", number, a, b)
            for table, (a, b) in enumerate(pairs, start=1)
        ]
        found += new
        if resting != NO_ENTRANT:
            found.append(bye(f"R{number}-bye", number, resting))
        if any(match.state == "open" for match in new):
            break
        for match in new:
            count_games(rated, match)
        sides_a.update(a for a, _ in pairs)
        in_a_row = {p.entrant: in_a_row.get(p.entrant, 0) + 1 for p in playing}
        last.update((in_order(pair), number) for pair in pairs)
    return found


def _bye_of(players: Sequence[Player], in_a_row: Mapping[int, int]) -> int:
    """Return who has played the most consecutive rounds without a rest; among equals, the last."""
    most = max(in_a_row.get(player.entrant, 0) for player in players)
    return next(p.entrant for p in reversed(players) if in_a_row.get(p.entrant, 0) == most)


def _ages(players: Sequence[Player], last: Mapping[Pair, int], number: int) -> tuple[int, ...]:
    """Return for each edge how many rounds ago its two players last met; 0 for never."""
    edges = ((players[n].entrant, players[m].entrant) for n, m in _edges(len(players)))
    return tuple(number - last.get(pair, number) for pair in map(in_order, edges))


def _edges(size: int) -> Iterator[Pair]:
    for n in range(size):
        for m in range(n + 1, min(n + 1 + REACH, size)):
            yield n, m


@lru_cache(maxsize=1024)  # the ladder is computed anew after every round
def _pairs(players: Sequence[Player], ages: Sequence[int]) -> tuple[Pair, ...]:
    """Return the pairs of least total cost: recent meetings, then ratings, all meetings, places."""
    size = len(players)
    widest = players[0].rating - players[-1].rating if players else 0
    # Among few players, most have met recently: avoiding all rematches would pair distant ones.
    lately = AGAIN[: (size - 1) // 3]
    # The minor costs of a round never add up to one unit of the next greater cost.
    before_unit = REACH * REACH * size + 1
    gap_unit = before_unit * (LONG_AGO * size + 1)
    again_unit = gap_unit * (widest * widest * size + 1)
    graph = nx.Graph()
    for (n, m), age in zip(_edges(size), ages, strict=True):
        one, two = players[n], players[m]
        margin = UNSURE * math.isqrt(one.deviation**2 + two.deviation**2)
        gap = max(0, one.rating - two.rating - margin)
        cost = (m - n) ** 2 + gap * gap * gap_unit
        if age:
            again = lately[age - 1] if age <= len(lately) else 0
            cost += LONG_AGO // age * before_unit + again * again_unit
        graph.add_edge(n, m, weight=-cost)
    pairs = [(players[n].entrant, players[m].entrant) for n, m in cheapest_pairs(graph)]
    return on_sides(pairs, {player.entrant: player.sides_a for player in players})
