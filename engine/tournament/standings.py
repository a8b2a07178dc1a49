"""Where everybody stands: points, tie-breaks, ranks."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

import msgspec

from engine.tournament.plan import Match, Plan, outcome
from engine.tournament.skills import skills


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entrant's place; who is equal in everything that counts shares a rank.

    points: matches won, a draw counting half; a Swiss bye counts as one. won, drawn, lost: matches
    that were played, byes those that were not. games: what was won of the single battles, a draw
    counting half. head_to_head: points against those with as many. buchholz: the opponents' points;
    sonneborn_berger: those of opponents who were beaten, and half of those drawn with. Each is left
    out where it breaks no tie. takes_part: False for whoever was taken out of a ladder.
    """

    rank: int
    entrant: int
    points: float
    won: int
    drawn: int
    lost: int
    byes: int
    games: float
    head_to_head: float | None = None
    buchholz: float | None = None
    sonneborn_berger: float | None = None
    takes_part: bool = True


class Record:
    """What an entrant has done: its opponents, each with the points that they left it."""

    def __init__(self) -> None:
        self.met: list[tuple[int, float]] = []
        self.byes = 0
        self.games = 0.0
        self.out_at = 0
        """The level of the bracket at which it was out; 0 as long as it is in."""


def standings(plan: Plan, matches: Sequence[Match]) -> list[Standing]:
    """The table, the first first; of a tournament that goes on, as it is now."""
    records = _records(plan, matches)
    if plan.is_elimination:
        return _by_level(plan, records)
    if plan.kind == "ladder":
        return _by_skill(plan, records, matches)
    points = {n: _points(plan, record) for n, record in records.items()}
    rows = [_row(plan, n, records, points) for n in records]
    rows.sort(key=lambda row: (_key(plan)(row), -row.entrant), reverse=True)
    # Seeds, which are all different, break what is left.
    return [msgspec.structs.replace(row, rank=n) for n, row in enumerate(rows, start=1)]


def _records(plan: Plan, matches: Sequence[Match]) -> dict[int, Record]:
    records: defaultdict[int, Record] = defaultdict(Record)
    levels: dict[tuple[str, int], int] = {}
    for match in matches:
        # Where somebody is out in a losers' bracket, those of its later rounds have come further.
        key = (match.bracket, match.round)
        level = levels.setdefault(key, len(levels) + 1)
        if match.state == "bye" and match.a is not None:
            records[match.a].byes += 1
        if match.a is None or match.b is None:
            continue
        for entrant, other in ((match.a, match.b), (match.b, match.a)):
            record = records[entrant]
            record.games += sum(outcome(game, entrant) for game in match.games)
            if match.state == "done":
                score = 0.5 if match.winner is None else float(match.winner == entrant)
                record.met.append((other, score))
        if match.loser is not None and _is_last(plan, match):
            records[match.loser].out_at = level
    return {n: records[n] for n in range(plan.count)}


def _is_last(plan: Plan, match: Match) -> bool:
    """Whether whoever loses this match is out."""
    if plan.kind == "single-elimination" or match.bracket == "losers":
        return True
    # The winner of the winners' bracket, on side a, may lose the first final.
    return match.bracket == "final" and (match.round == 2 or match.loser == match.b)


def _points(plan: Plan, record: Record) -> float:
    """A bye is a point where not everybody has as many of them."""
    byes = record.byes if plan.kind == "swiss" else 0
    return sum((score for _, score in record.met), 0.0) + byes


def _row(
    plan: Plan, entrant: int, records: Mapping[int, Record], points: Mapping[int, float]
) -> Standing:
    record, own = records[entrant], points[entrant]
    scores = [score for _, score in record.met]
    weighed = sum((points[other] * score for other, score in record.met), 0.0)
    row = Standing(
        rank=0,
        entrant=entrant,
        points=own,
        won=scores.count(1),
        drawn=scores.count(0.5),
        lost=scores.count(0),
        byes=record.byes,
        games=record.games,
        sonneborn_berger=weighed,
    )
    if plan.kind == "round-robin":
        between = sum((score for other, score in record.met if points[other] == own), 0.0)
        return msgspec.structs.replace(row, head_to_head=between)
    # A bye counts like a win against somebody with as many points as oneself.
    resting = record.byes * own
    return msgspec.structs.replace(
        row,
        buchholz=sum((points[other] for other, _ in record.met), 0.0) + resting,
        sonneborn_berger=weighed + resting,
    )


def _by_skill(
    plan: Plan, records: Mapping[int, Record], matches: Sequence[Match]
) -> list[Standing]:
    """By what each is worth at least, so that whoever is new begins below and climbs.

    Who was taken out before it has ever played is left out.
    """
    least = [skill.least for skill in skills(plan.count, matches)]
    spans = plan.spans or [((1, None),)] * plan.count
    order = sorted((n for n in records if spans[n]), key=lambda entrant: (-least[entrant], entrant))
    rows = []
    for rank, entrant in enumerate(order, start=1):
        record = records[entrant]
        scores = [score for _, score in record.met]
        rows.append(
            Standing(
                rank=rank,
                entrant=entrant,
                points=sum(scores, 0.0),
                won=scores.count(1),
                drawn=scores.count(0.5),
                lost=scores.count(0),
                byes=record.byes,
                games=record.games,
                takes_part=spans[entrant][-1][1] is None,
            )
        )
    return rows


def _key(plan: Plan) -> Callable[[Standing], tuple[float, ...]]:
    if plan.kind == "round-robin":
        return lambda row: (
            row.points,
            row.head_to_head or 0,
            row.sonneborn_berger or 0,
            row.games,
        )
    return lambda row: (row.points, row.buchholz or 0, row.sonneborn_berger or 0, row.games)


def _by_level(plan: Plan, records: Mapping[int, Record]) -> list[Standing]:
    """Whoever was out later stands higher; those who were out in the same round share a rank."""

    def level(entrant: int) -> int:
        return -records[entrant].out_at if records[entrant].out_at else -(10**9)

    order = sorted(records, key=lambda entrant: (level(entrant), entrant))
    rows: list[Standing] = []
    for n, entrant in enumerate(order):
        record = records[entrant]
        is_equal = n > 0 and level(entrant) == level(order[n - 1])
        scores = [score for _, score in record.met]
        rows.append(
            Standing(
                rank=rows[-1].rank if is_equal else n + 1,
                entrant=entrant,
                points=sum(scores, 0.0),
                won=scores.count(1),
                drawn=0,
                lost=scores.count(0),
                byes=record.byes,
                games=record.games,
            )
        )
    return rows
