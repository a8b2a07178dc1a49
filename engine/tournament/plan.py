"""A tournament's plan, and its matches with their games.

Nothing here keeps state: a tournament's state is its plan and the winners of its games so far.
`matches` derives everything else from them, deterministically.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from engine.core.events import SideId

Kind = Literal["round-robin", "swiss", "single-elimination", "double-elimination", "ladder"]
LADDER: Final = "ladder"  # the kind whose number of rounds is open
Bracket = Literal["", "winners", "losers", "final"]
State = Literal["pending", "bye", "open", "done"]

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
ENTRANTS_MOST: Final = 256
BEST_OF_MOST: Final = 99
LEGS_MOST: Final = 10
ROUNDS_MOST: Final = 1_000  # maximum number of rounds of a ladder
EXTRA_MOST: Final = 3  # maximum number of games added, one by one, to a drawn elimination match

Winner: TypeAlias = SideId | None  # the winner of a battle; None for a draw
Results: TypeAlias = Mapping[str, Winner]  # the winner of each finished game, by the game's id
Span: TypeAlias = tuple[int, int | None]  # rounds of a ladder; the last is None if open


class Plan(msgspec.Struct, frozen=True):
    """The rules of a tournament of entrants 0 to count - 1, the strongest seed first."""

    kind: Kind
    count: int
    seed: int  # determines the dice of all games
    best_of: int = 1
    rounds: int = 0  # of a Swiss tournament, and of a ladder so far
    legs: int = 1  # how often each pair meets in a round robin
    # the rounds of each entrant of a ladder; () if all take part in all rounds
    spans: tuple[tuple[Span, ...], ...] = ()

    def participants(self, round_: int) -> list[int]:
        if not self.spans:
            return [*range(self.count)]
        return [
            n
            for n, spans in enumerate(self.spans)
            if any(first <= round_ and (last is None or round_ <= last) for first, last in spans)
        ]

    @property
    def is_elimination(self) -> bool:
        """Whether matches need a winner."""
        return self.kind.endswith("elimination")

    @property
    def matches(self) -> int:
        """Maximum number of matches, without byes, and with a second final."""
        match self.kind:
            case "round-robin":
                return self.count * (self.count - 1) // 2 * self.legs
            case "swiss":
                return self.count // 2 * self.rounds
            case "single-elimination":
                return self.count - 1
            case "ladder":
                return sum(len(self.participants(n + 1)) // 2 for n in range(self.rounds))
            case _:
                return 2 * self.count - 1


class Game(msgspec.Struct, frozen=True):
    """A battle of a match: entrants by side, seed, and `winner` (None: drawn or unplayed)."""

    id: str
    number: int
    a: int
    b: int
    seed: int
    is_played: bool
    winner: Winner = None


class Match(msgspec.Struct, frozen=True):
    """Two entrants who meet, or an entrant with a bye."""

    id: str
    round: int
    # a, b: the entrants; a is side a of the first game. None for an entrant who is not known yet,
    # or for a bye
    a: int | None
    b: int | None
    state: State
    bracket: Bracket = ""
    games: tuple[Game, ...] = ()
    # each entrant's points in the games, with a draw counting half
    points: tuple[float, float] = (0, 0)
    winner: int | None = None  # None for a drawn match, too
    by_seed: bool = False  # whether the seeds decided it because the games did not
    # the games that must be played whatever the results of the others are
    due: tuple[Game, ...] = ()

    @property
    def loser(self) -> int | None:
        """The loser; None for a drawn match and for a bye."""
        if self.winner is None or self.state != "done":
            return None
        return self.b if self.winner == self.a else self.a


def bye(id_: str, round_: int, entrant: int, bracket: Bracket = "") -> Match:
    return Match(id_, round_, entrant, None, "bye", bracket, winner=entrant)


def match_of(
    plan: Plan, results: Results, id_: str, round_: int, a: int, b: int, bracket: Bracket = ""
) -> Match:
    """Return the match of two entrants, as far as its games have been played."""
    games: list[Game] = []
    points = [0.0, 0.0]
    while len(games) < plan.best_of + EXTRA_MOST * plan.is_elimination:
        if _is_decided(plan, points, len(games)):
            break
        game = _game(plan, id_, len(games) + 1, a, b, results)
        if not game.is_played:
            break
        games.append(game)
        if game.winner is None:
            points = [points[0] + 0.5, points[1] + 0.5]
        else:
            points[(game.a if game.winner == "a" else game.b) == b] += 1
    length = len(games)
    is_drawn = length >= plan.best_of and points[0] == points[1]
    by_seed = is_drawn and plan.is_elimination and length == plan.best_of + EXTRA_MOST
    is_done = by_seed or _is_decided(plan, points, length)
    winner = None
    if by_seed:
        winner = min(a, b)
    elif is_done and not is_drawn:
        winner = a if points[0] > points[1] else b
    more = 0 if is_done else _games_due(plan, points, length)
    due = tuple(_game(plan, id_, length + n, a, b, results) for n in range(1, more + 1))
    state: State = "done" if is_done else "open"
    score = points[0], points[1]
    return Match(id_, round_, a, b, state, bracket, tuple(games), score, winner, by_seed, due)


def _is_decided(plan: Plan, points: Sequence[float], length: int) -> bool:
    """Whether the lead cannot be caught up with; a drawn elimination match continues."""
    lead = abs(points[0] - points[1])
    left = plan.best_of - length
    if left > 0:
        return lead > left
    return lead > 0 or not plan.is_elimination


def _games_due(plan: Plan, points: Sequence[float], length: int) -> int:
    """Return the minimum number of further games."""
    lead = abs(points[0] - points[1])
    left = plan.best_of - length
    return next((n for n in range(1, left) if lead + n > left - n), max(1, left))


def _game(plan: Plan, match: str, number: int, a: int, b: int, results: Results) -> Game:
    """Return a game of a match; sides alternate."""
    id_ = f"{match}-{number}"
    sides = (a, b) if number % 2 else (b, a)
    return Game(id_, number, *sides, seed_of(plan, id_), id_ in results, results.get(id_))


def seed_of(plan: Plan, game: str) -> int:
    """Return the seed of a game: the first 64 bits of SHA-256 of tournament seed and game id."""
    return int.from_bytes(hashlib.sha256(f"{plan.seed} {game}".encode()).digest()[:8])


def outcome(game: Game, entrant: int) -> float:
    """Return an entrant's result in a finished game: 1, 1/2 or 0."""
    if game.winner is None:
        return 0.5
    side: SideId = "a" if game.a == entrant else "b"
    return float(game.winner == side)
