"""The data of a tournament's page: table, cross table, bracket, rounds."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any, Final, NamedTuple

from engine import tournament
from engine.tournament import Match
from webapp.base import games, samples
from webapp.base.event_loop import give_way
from webapp.base.game import ArmyCard
from webapp.base.jobs import in_thread
from webapp.base.texts import _
from webapp.tournaments.store import Played
from webapp.tournaments.tables import TIES, halves

WIDTH: Final = 168
HEIGHT: Final = 48
GAP: Final = 32
SLOT: Final = 64
SCALE: Final = 160
INSET: Final = 6  # inner margin of a drawn interval
NAME_SHOWN: Final = 17  # characters of a name in a bracket's box


class Row(NamedTuple):
    """A line of the table: `drawn` are rating and interval on one scale of `SCALE` pixels."""

    name: str
    standing: tournament.Standing
    rating: tournament.Rating
    drawn: tuple[float, float, float]


class Drawing(NamedTuple):
    """A bracket: boxes at x, y with two lines each, and the lines between them."""

    width: int
    height: int
    boxes: list[tuple[int, int, list[tuple[str, str, bool]]]]
    lines: list[tuple[int, int, int, int]]


def view(played: Played) -> dict[str, Any]:
    """Return the data of the page.

    cross: the score of each pair, in the standings' order. winners: names of the first, at the end.
    """
    cup, matches = played.cup, played.matches
    # In a thread: the first call loads scipy.
    rated = in_thread(tournament.ratings, cup.plan, [*matches])
    rows = _rows(played, tournament.standings(cup.plan, matches), rated)
    return {
        "rows": rows,
        "ties": {
            key: name for key, name in TIES.items() if getattr(rows[0].standing, key) is not None
        },
        "cross": _cross(rows, matches) if cup.plan.kind == "round-robin" else None,
        "drawings": _drawings(played) if cup.plan.is_elimination else [],
        "rounds": [
            (title, [*group])
            for title, group in groupby(matches, lambda match: _title(cup.plan, match, matches[-1]))
        ],
        "winners": _winners(played, rows),
        "entrants": [*_entrants(played)],
        "battles": played.battles,
        "name": partial(_name, cup.names),
        "halves": halves,
    }


def _winners(played: Played, rows: Sequence[Row]) -> list[str]:
    """Return who came first; nobody while it runs, or in a ladder, which has no end."""
    if played.cup.plan.kind == tournament.LADDER or played.row.ended_at_ms is None:
        return []
    if played.cup.plan.is_elimination:
        return [_name(played.cup.names, played.matches[-1].winner)]
    return [row.name for row in rows if row.standing.rank == 1]


def _entrants(played: Played) -> Iterator[tuple[str, ArmyCard | None]]:
    """Yield names, with armies that have played: those of a ladder's newcomers are secret."""
    cup, game = played.cup, games.game(played.cup.ruleset)
    fought = (one for match in played.matches for one in match.games if one.id in played.battles)
    seen = {number for one in fought for number in (one.a, one.b)}
    for number, (name, side) in enumerate(zip(cup.names, cup.sides, strict=True)):
        give_way()  # to other requests
        shown = samples.card_of(game, json.dumps(side["army"])) if number in seen else None
        yield name, shown


def _rows(
    played: Played, standings: Sequence[tournament.Standing], rated: Sequence[tournament.Rating]
) -> list[Row]:
    shown = [rated[row.entrant] for row in standings]
    low, high = min(r.interval[0] for r in shown), max(r.interval[1] for r in shown)

    def drawn(value: int) -> float:
        return round(INSET + (SCALE - 2 * INSET) * (value - low) / max(1, high - low), 1)

    return [
        Row(
            played.cup.names[row.entrant],
            row,
            rating,
            (drawn(rating.value), drawn(rating.interval[0]), drawn(rating.interval[1])),
        )
        for row, rating in zip(standings, shown, strict=True)
    ]


def _cross(rows: Sequence[Row], matches: Sequence[Match]) -> list[list[str]]:
    score: dict[tuple[int, int], str] = {}
    for match in matches:
        if match.a is not None and match.b is not None and match.state == "done":
            score[match.a, match.b] = halves(match.points[0])
            score[match.b, match.a] = halves(match.points[1])
    entrants = [row.standing.entrant for row in rows]
    return [
        ["" if one == two else score.get((one, two), "·") for two in entrants] for one in entrants
    ]


def _title(plan: tournament.Plan, match: Match, last: Match) -> str:
    match match.bracket:
        case "winners":
            return _("Winners' bracket, round {number}", number=match.round)
        case "losers":
            return _("Losers' bracket, round {number}", number=match.round)
        case "final":
            return _("Final") if match.round == 1 else _("Second final")
    if plan.is_elimination and match is last:
        return _("Final")
    return _("Round {number}", number=match.round)


def _name(names: Sequence[str], entrant: int | None) -> str:
    return "" if entrant is None else names[entrant]


def _drawings(played: Played) -> list[tuple[str, Drawing]]:
    by_bracket: dict[str, list[Match]] = {}
    for match in played.matches:
        by_bracket.setdefault(match.bracket, []).append(match)
    if "" in by_bracket:
        return [(_("Bracket"), _drawing(played, by_bracket[""]))]
    titles = {"winners": _("Winners' bracket"), "losers": _("Losers' bracket"), "final": _("Final")}
    return [
        (title, _drawing(played, by_bracket[key]))
        for key, title in titles.items()
        if key in by_bracket
    ]


def _drawing(played: Played, matches: Sequence[Match]) -> Drawing:
    """Draw the bracket: a column a round, each match between those that lead to it."""
    places = {(match.round, int(match.id.rpartition("-")[2])): match for match in matches}
    columns = max(round_ for round_, _n in places)
    counts = [max(n for r, n in places if r == round_) for round_ in range(1, columns + 1)]
    most = max(_whole(count) for count in counts)

    def middle(round_: int, number: int) -> int:
        slots = most / _whole(counts[round_ - 1])
        return int(SLOT * slots * (number - 0.5))

    boxes, lines = [], []
    for (round_, number), match in places.items():
        x, y = (round_ - 1) * (WIDTH + GAP), middle(round_, number)
        boxes.append((x, y - HEIGHT // 2, _lines(played, match)))
        # If the next round has as many places, entrants from another bracket join.
        is_same = round_ < columns and _whole(counts[round_]) == _whole(counts[round_ - 1])
        next_ = number if is_same else (number + 1) // 2
        if (round_ + 1, next_) in places:
            end = middle(round_ + 1, next_)
            lines.append((x + WIDTH, y, x + WIDTH + GAP, end))
    return Drawing(columns * (WIDTH + GAP) - GAP, SLOT * most, boxes, lines)


def _whole(count: int) -> int:
    """Return the places of a round, byes included."""
    return 1 << (count - 1).bit_length()


def _lines(played: Played, match: Match) -> list[tuple[str, str, bool]]:
    """Return name, score and whether they advance, of both sides."""
    found = []
    for place, entrant in enumerate((match.a, match.b)):
        if match.state == "bye" and entrant is None:
            found.append((_("bye"), "", False))
            continue
        name = _name(played.cup.names, entrant)
        shown = name if len(name) <= NAME_SHOWN else f"{name[: NAME_SHOWN - 1]}…"
        score = halves(match.points[place]) if match.games else ""
        found.append((shown, score, entrant is not None and entrant == match.winner))
    return found


def state_of(played: Played) -> Mapping[str, int | bool]:
    """Return the progress, for the page's script."""
    return {
        "done": played.done,
        "of": played.cup.plan.matches,
        "finished": played.row.ended_at_ms is not None,
    }
