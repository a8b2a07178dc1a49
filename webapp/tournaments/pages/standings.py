"""The data of a tournament's page: table, cross table, bracket, rounds."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple

from flask import url_for

from engine import tournament
from engine.tournament import Game, Match
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
    """A line of the standings; `ties` are tie-breaks, `off` half an interval."""

    rank: int
    entrant: int
    name: str
    points: str
    won: int
    drawn: int
    lost: int
    ties: list[str]
    rating: int
    off: int


class Rung(NamedTuple):
    """A line of a ladder's table; x, start and end are its rating and interval as drawn."""

    rank: int
    name: str
    takes_part: bool
    rating: int
    interval: tuple[int, int]
    x: float
    start: float
    end: float
    played: int
    won: int
    drawn: int
    lost: int


class GameLink(NamedTuple):
    """A game: its winner and its page, '' if removed."""

    number: int
    winner: str
    address: str


class Shown(NamedTuple):
    """A match in words: names, score, winner, games."""

    id: str
    a: str
    b: str
    state: str
    score: str
    winner: str
    by_seed: bool
    games: list[GameLink]


class EntrantCard(NamedTuple):
    """An entrant, with the army once it has played: those of a ladder's newcomers are secret."""

    name: str
    card: ArmyCard | None


class Box(NamedTuple):
    """A match in the drawn bracket: its position and two lines."""

    x: int
    y: int
    lines: list[tuple[str, str, bool]]


@dataclass(frozen=True)
class Drawing:
    width: int
    height: int
    boxes: list[Box]
    lines: list[tuple[int, int, int, int]]


@dataclass(frozen=True)
class View:
    """The data of the page.

    cross: the score of each pair, in the standings' order. winners: names of the first, at the end.
    """

    rows: list[Row]
    ties: list[str]
    rungs: list[Rung]
    cross: list[list[str]] | None
    drawings: list[tuple[str, Drawing]]
    rounds: list[tuple[str, list[Shown]]]
    winners: list[str]
    entrants: list[EntrantCard]


def view(played: Played) -> View:
    cup, matches = played.cup, played.matches
    # In a thread: the first call loads scipy.
    rated = in_thread(tournament.ratings, cup.plan, [*matches])
    standings = tournament.standings(cup.plan, matches)
    ties = [key for key in TIES if getattr(standings[0], key) is not None]
    rows = [
        Row(
            rank=row.rank,
            entrant=row.entrant,
            name=cup.names[row.entrant],
            points=halves(row.points),
            won=row.won,
            drawn=row.drawn,
            lost=row.lost,
            ties=[halves(getattr(row, key)) for key in ties],
            rating=rated[row.entrant].value,
            off=(rated[row.entrant].interval[1] - rated[row.entrant].interval[0]) // 2,
        )
        for row in standings
    ]
    return View(
        rows=rows,
        ties=[TIES[key] for key in ties],
        rungs=_rungs(played, standings, rated) if cup.plan.kind == "ladder" else [],
        cross=_cross(rows, matches) if cup.plan.kind == "round-robin" else None,
        drawings=_drawings(played) if cup.plan.is_elimination else [],
        rounds=[
            (title, [_shown(played, match) for match in group])
            for title, group in groupby(matches, lambda match: _title(cup.plan, match, matches[-1]))
        ],
        winners=_winners(played, rows),
        entrants=[*_entrants(played)],
    )


def _winners(played: Played, rows: Sequence[Row]) -> list[str]:
    """Return who came first; nobody while it runs, or in a ladder, which has no end."""
    if played.cup.plan.kind == tournament.LADDER or played.row.ended_at_ms is None:
        return []
    if played.cup.plan.is_elimination:
        return [_name(played.cup.names, played.matches[-1].winner)]
    return [row.name for row in rows if row.rank == 1]


def _entrants(played: Played) -> Iterator[EntrantCard]:
    cup, game = played.cup, games.game(played.cup.ruleset)
    fought = (one for match in played.matches for one in match.games if one.id in played.battles)
    seen = {number for one in fought for number in (one.a, one.b)}
    for number, (name, side) in enumerate(zip(cup.names, cup.sides, strict=True)):
        give_way()  # to other requests
        shown = samples.card_of(game, json.dumps(side["army"])) if number in seen else None
        yield EntrantCard(name, shown)


def _rungs(
    played: Played, standings: Sequence[tournament.Standing], rated: Sequence[tournament.Rating]
) -> list[Rung]:
    """Return the table of a ladder, with all intervals on one scale."""
    shown = [rated[row.entrant] for row in standings]
    low, high = min(r.interval[0] for r in shown), max(r.interval[1] for r in shown)

    def drawn(value: int) -> float:
        return round(INSET + (SCALE - 2 * INSET) * (value - low) / max(1, high - low), 1)

    return [
        Rung(
            rank=row.rank,
            name=played.cup.names[row.entrant],
            takes_part=row.takes_part,
            rating=rating.value,
            interval=rating.interval,
            x=drawn(rating.value),
            start=drawn(rating.interval[0]),
            end=drawn(rating.interval[1]),
            played=row.won + row.drawn + row.lost,
            won=row.won,
            drawn=row.drawn,
            lost=row.lost,
        )
        for row, rating in zip(standings, shown, strict=True)
    ]


def _cross(rows: Sequence[Row], matches: Sequence[Match]) -> list[list[str]]:
    score: dict[tuple[int, int], str] = {}
    for match in matches:
        if match.a is not None and match.b is not None and match.state == "done":
            score[match.a, match.b] = halves(match.points[0])
            score[match.b, match.a] = halves(match.points[1])
    return [
        ["" if one is two else score.get((one.entrant, two.entrant), "·") for two in rows]
        for one in rows
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


def _shown(played: Played, match: Match) -> Shown:
    names = played.cup.names
    return Shown(
        id=match.id,
        a=_name(names, match.a),
        b=_name(names, match.b),
        state=match.state,
        score=f"{halves(match.points[0])} : {halves(match.points[1])}",
        winner=_name(names, match.winner),
        by_seed=match.by_seed,
        games=[_game(played, game) for game in match.games],
    )


def _game(played: Played, game: Game) -> GameLink:
    battle = played.battles.get(game.id)
    winner = {"a": game.a, "b": game.b, None: None}[game.winner]
    return GameLink(
        number=game.number,
        winner=_name(played.cup.names, winner),
        address=url_for("watch.watch", id_=battle) if battle else "",
    )


def _name(names: Sequence[str], entrant: int | None) -> str:
    return "" if entrant is None else names[entrant]


def _drawings(played: Played) -> list[tuple[str, Drawing]]:
    by_bracket: dict[str, list[Match]] = {}
    for match in played.matches:
        by_bracket.setdefault(match.bracket, []).append(match)
    if "" in by_bracket:
        return [(_("Bracket"), _drawing(played, by_bracket[""]))]
    upper = [*by_bracket.get("winners", [])]
    lower = by_bracket.get("losers", [])
    found = [(_("Winners' bracket"), _drawing(played, upper))]
    if lower:
        found.append((_("Losers' bracket"), _drawing(played, lower)))
    return [*found, (_("Final"), _drawing(played, by_bracket["final"]))]


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
        boxes.append(Box(x, y - HEIGHT // 2, _lines(played, match)))
        next_ = number if round_ < columns and _is_same(counts, round_) else (number + 1) // 2
        if (round_ + 1, next_) in places:
            end = middle(round_ + 1, next_)
            lines.append((x + WIDTH, y, x + WIDTH + GAP, end))
    return Drawing(columns * (WIDTH + GAP) - GAP, SLOT * most, boxes, lines)


def _whole(count: int) -> int:
    """Return the places of a round, byes included."""
    return 1 << (count - 1).bit_length()


def _is_same(counts: Sequence[int], round_: int) -> bool:
    """Whether the next round has as many places: entrants from another bracket join."""
    return _whole(counts[round_]) == _whole(counts[round_ - 1])


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
