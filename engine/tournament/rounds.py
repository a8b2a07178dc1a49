"""Pairings of round robins, Swiss tournaments, ladders and elimination brackets.

Each round of a ladder pairs entrants with similar ratings. If only the nearest ratings were paired,
armies with early luck would keep meeting each other, and their ratings would stay too high. So
entrants also count as near while it is uncertain which of them is stronger.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

import networkx as nx

from engine.tournament.plan import Bracket, Match, Plan, Results, bye
from engine.tournament.standings import NEW, Skill, count_games

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
            # The fixed entrant changes sides each round, others by table; a second leg swaps all.
            is_turned = (within % 2 if n == 0 else n % 2) ^ leg % 2
            a, b = (two, one) if is_turned else (one, two)
            found.append(plan.match(results, f"R{turn + 1}-{number}", turn + 1, a, b))
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
        met = [(m.a, m.b) for m in found if m.a is not None and m.b is not None]
        pairs = _pairs(_players(plan.count, found), tuple(sorted(map(in_order, met))))
        for table, (a, b) in enumerate(pairs, start=1):
            if b == NO_ENTRANT:
                found.append(bye(f"R{number}-bye", number, a))
            else:
                found.append(plan.match(results, f"R{number}-{table}", number, a, b))
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


def in_order(pair: Pair) -> Pair:
    return min(pair), max(pair)


@lru_cache(maxsize=256)  # a plan is evaluated anew after every game
def _pairs(players: tuple[Player, ...], met: tuple[Pair, ...]) -> tuple[Pair, ...]:
    """Return the pairs of a round, the best first; a bye comes last, paired with NO_ENTRANT.

    `met` are the pairs that have met, repeated for each meeting.
    """
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


REACH: Final = 12  # maximum distance of two opponents in the ranking
AGAIN: Final = (4, 2, 1)  # the cost of a rematch from one, two and three rounds ago
UNSURE: Final = 2  # standard deviations within which ratings are near
LONG_AGO: Final = 60  # rounds after which a meeting no longer counts


class RatedPlayer(NamedTuple):
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
            RatedPlayer(n, round(rated[n].mean), round(rated[n].deviation), sides_a[n])
            for n in plan.participants(number)
        ]
        players = tuple(sorted(present, key=lambda player: (-player.rating, player.entrant)))
        resting = NO_ENTRANT
        if len(players) % 2:
            # The most consecutive rounds without a rest; among equals, the last.
            resting = max(reversed(players), key=lambda p: in_a_row.get(p.entrant, 0)).entrant
        playing = tuple(player for player in players if player.entrant != resting)
        pairs = _ladder_pairs(playing, _ages(playing, last, number))
        new = [
            plan.match(results, f"R{number}-{table}", number, a, b)
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


def _ages(players: Sequence[RatedPlayer], last: Mapping[Pair, int], number: int) -> tuple[int, ...]:
    """Return for each edge how many rounds ago its two players last met; 0 for never."""
    edges = ((players[n].entrant, players[m].entrant) for n, m in _edges(len(players)))
    return tuple(number - last.get(pair, number) for pair in map(in_order, edges))


def _edges(size: int) -> Iterator[Pair]:
    for n in range(size):
        yield from ((n, m) for m in range(n + 1, min(n + 1 + REACH, size)))


@lru_cache(maxsize=1024)  # the ladder is computed anew after every round
def _ladder_pairs(players: Sequence[RatedPlayer], ages: Sequence[int]) -> tuple[Pair, ...]:
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


BYE: Final = -1  # an empty place of a bracket: a bye for one of the best seeds


class From(NamedTuple):
    """The winner, or the loser, of the match with this id."""

    match: str
    wins: bool = True


Source = int | From  # where a player comes from: an entrant, BYE, or the winner or loser of a match


class Slot(NamedTuple):
    """A match of a bracket, with the sources of its players."""

    id: str
    bracket: Bracket
    round: int
    a: Source
    b: Source


def single(plan: Plan, results: Results) -> list[Match]:
    """Return the matches of a single elimination, including those with players yet unknown."""
    return _matches(plan, results, _winners(plan.count, "R", ""))


def double(plan: Plan, results: Results) -> list[Match]:
    """Return the matches of a double elimination, without a second final that is not needed."""
    found = _matches(plan, results, double_slots(plan.count))
    first = next(match for match in found if match.id == FINAL)
    if first.state == "done" and first.winner == first.a:
        found.pop()
    return found


FINAL: Final = "F1-1"


def double_slots(count: int) -> list[Slot]:
    """Return the winners' bracket, the losers' bracket, a final, and a second final.

    Losers of the winners' bracket enter the losers' bracket in alternating orders, so that
    rematches come as late as possible.
    """
    upper = _winners(count, "W", "winners")
    rounds = max(slot.round for slot in upper)
    by_round = [[slot.id for slot in upper if slot.round == n + 1] for n in range(rounds)]
    lower: list[Slot] = []

    def add(ones: Sequence[Source], twos: Sequence[Source]) -> list[Source]:
        new = _round("L", lower[-1].round + 1 if lower else 1, "losers", ones, twos)
        lower.extend(new)
        return [From(slot.id) for slot in new]

    left: list[Source] = [From(id_, wins=False) for id_ in by_round[0]]
    for turn, ids in enumerate(by_round[1:], start=1):
        left = add(left[::2], left[1::2])
        coming: list[Source] = [From(id_, wins=False) for id_ in ids]
        half = len(coming) // 2
        coming = coming[::-1] if turn % 2 else coming[half:] + coming[:half]
        left = add(coming, left)
    last = From(by_round[-1][0])
    finals = [
        Slot(FINAL, "final", 1, last, left[0]),
        Slot("F2-1", "final", 2, From(FINAL, wins=False), From(FINAL)),
    ]
    return [*upper, *lower, *finals]


def _winners(count: int, letter: str, bracket: Bracket) -> list[Slot]:
    # Seeds from top to bottom: the best two can only meet in the final, and so on
    seeds = [0]
    while len(seeds) < count:
        seeds = [place for seed in seeds for place in (seed, 2 * len(seeds) - 1 - seed)]
    left: list[Source] = [seed if seed < count else BYE for seed in seeds]
    slots: list[Slot] = []
    number = 0
    while len(left) > 1:
        number += 1
        new = _round(letter, number, bracket, left[::2], left[1::2])
        slots += new
        left = [From(slot.id) for slot in new]
    return slots


def _round(
    letter: str, number: int, bracket: Bracket, ones: Sequence[Source], twos: Sequence[Source]
) -> list[Slot]:
    pairs = enumerate(zip(ones, twos, strict=True), start=1)
    return [Slot(f"{letter}{number}-{n}", bracket, number, *pair) for n, pair in pairs]


def _matches(plan: Plan, results: Results, slots: Sequence[Slot]) -> list[Match]:
    """Return the matches of these slots, without those of two empty places."""
    coming: dict[From, int | None] = {}
    found = []
    for slot in slots:
        a, b = (coming[one] if isinstance(one, From) else one for one in (slot.a, slot.b))
        match = _match(plan, results, slot, a, b)
        winner: int | None = BYE
        loser: int | None = BYE
        if match is not None:
            found.append(match)
            winner = match.winner
            loser = BYE if match.state == "bye" else match.loser
        coming |= {From(slot.id): winner, From(slot.id, wins=False): loser}
    return found


def _match(plan: Plan, results: Results, slot: Slot, a: int | None, b: int | None) -> Match | None:
    if a == BYE and b == BYE:
        return None
    if BYE in (a, b):
        rests = b if a == BYE else a
        if rests is None:
            return Match(slot.id, slot.round, None, None, "pending", slot.bracket)
        return bye(slot.id, slot.round, rests, slot.bracket)
    if a is None or b is None:
        return Match(slot.id, slot.round, a, b, "pending", slot.bracket)
    return plan.match(results, slot.id, slot.round, a, b, slot.bracket)
