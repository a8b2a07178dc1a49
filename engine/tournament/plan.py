"""The tournament file, the plan that it contains, and the plan's matches with their games.

The file is a battle file with entrants in place of sides, and the mode of play. A ladder's file
only grows. An army is identified by its content: a changed army is another entrant. Entrants who
have played stay in the file, with the rounds in which they took part.

Nothing here keeps state: a tournament's state is its plan and the winners of its games so far.
`matches` derives everything else from them, deterministically.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias, get_args

import msgspec
from msgspec.structs import replace

from engine.core.battlefile import read_battle, read_ruleset, unique_names
from engine.core.errors import InputError, Problem, Text
from engine.core.events import SideId
from engine.core.reading import Members, Reader, decode
from engine.core.ruleset import SEED_MOST, Side
from engine.rulesets import rulesets

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
    # the entrants, a on side a of the first game; None if not known yet, and for a bye
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

    def match(
        self, results: Results, id_: str, round_: int, a: int, b: int, bracket: Bracket = ""
    ) -> Match:
        """Return the match of two entrants, as far as its games have been played."""
        games: list[Game] = []
        points = [0.0, 0.0]
        most = self.best_of + EXTRA_MOST * self.is_elimination
        while len(games) < most and not self._is_decided(points, len(games)):
            game = self._game(id_, len(games) + 1, a, b, results)
            if not game.is_played:
                break
            games.append(game)
            for place, entrant in enumerate((a, b)):
                points[place] += outcome(game, entrant)
        length = len(games)
        is_drawn = length >= self.best_of and points[0] == points[1]
        by_seed = is_drawn and self.is_elimination and length == most
        is_done = by_seed or self._is_decided(points, length)
        winner = None
        if by_seed:
            winner = min(a, b)
        elif is_done and not is_drawn:
            winner = a if points[0] > points[1] else b
        more = 0
        if not is_done:
            # The minimum number of further games
            lead, left = abs(points[0] - points[1]), self.best_of - length
            more = next((n for n in range(1, left) if lead + n > left - n), max(1, left))
        due = tuple(self._game(id_, length + n, a, b, results) for n in range(1, more + 1))
        state: State = "done" if is_done else "open"
        score = points[0], points[1]
        return Match(id_, round_, a, b, state, bracket, tuple(games), score, winner, by_seed, due)

    def _is_decided(self, points: Sequence[float], length: int) -> bool:
        """Whether the lead cannot be caught up with; a drawn elimination match continues."""
        lead = abs(points[0] - points[1])
        left = self.best_of - length
        if left > 0:
            return lead > left
        return lead > 0 or not self.is_elimination

    def _game(self, match: str, number: int, a: int, b: int, results: Results) -> Game:
        """Return a game of a match; sides alternate."""
        id_ = f"{match}-{number}"
        sides = (a, b) if number % 2 else (b, a)
        return Game(id_, number, *sides, self.seed_of(id_), id_ in results, results.get(id_))

    def seed_of(self, game: str) -> int:
        """Return a game's seed: the first 64 bits of SHA-256 of tournament seed and game id."""
        return int.from_bytes(hashlib.sha256(f"{self.seed} {game}".encode()).digest()[:8])


def bye(id_: str, round_: int, entrant: int, bracket: Bracket = "") -> Match:
    return Match(id_, round_, entrant, None, "bye", bracket, winner=entrant)


def outcome(game: Game, entrant: int) -> float:
    """Return an entrant's result in a finished game: 1, 1/2 or 0."""
    if game.winner is None:
        return 0.5
    side: SideId = "a" if game.a == entrant else "b"
    return float(game.winner == side)


ROUNDS: Final = "rounds"  # the member of an entrant that lists its rounds


def with_entrants(document: Mapping[str, Any], sides: Sequence[Side], begun: int) -> dict[str, Any]:
    """Return the file of a ladder with these sides as entrants in all rounds not yet begun."""
    wanted = [dict(side) for side in sides]
    entrants = []
    for entrant in document["entrants"]:
        side = side_of(entrant)
        if takes_part := side in wanted:
            wanted.remove(side)
        changed = _changed(entrant, begun, takes_part=takes_part)
        if changed.get(ROUNDS) != []:  # drop those who have never played
            entrants.append(changed)
    new = [side if not begun else {**side, ROUNDS: [[begun + 1, None]]} for side in wanted]
    return {**document, "entrants": [*entrants, *new]}


def with_entrant(
    document: Mapping[str, Any], place: int, begun: int, *, takes_part: bool
) -> dict[str, Any]:
    """Return a ladder's file with one entrant entering or leaving from the next round on."""
    entrants = [*document["entrants"]]
    entrants[place] = _changed(entrants[place], begun, takes_part=takes_part)
    return {**document, "entrants": entrants}


def side_of(entrant: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entrant.items() if key != ROUNDS}


def takes_part(entrant: Mapping[str, Any]) -> bool:
    spans = _spans(entrant)
    return bool(spans) and spans[-1][1] is None


def _spans(entrant: Mapping[str, Any]) -> list[Span]:
    return [(first, last) for first, last in entrant.get(ROUNDS, [[1, None]])]


def _changed(entrant: Mapping[str, Any], begun: int, *, takes_part: bool) -> dict[str, Any]:
    spans = _spans(entrant)
    is_in = bool(spans) and spans[-1][1] is None
    if is_in == takes_part:
        return dict(entrant)
    if takes_part:
        # Adjacent spans are merged.
        first = spans.pop()[0] if spans and spans[-1][1] == begun else begun + 1
        spans.append((first, None))
    else:
        first, _ = spans.pop()
        if first <= begun:
            spans.append((first, begun))
    return {**side_of(entrant), ROUNDS: [[*span] for span in spans]}


GAMES_MOST: Final = 100_000
KEYS: Final = ("name", "kind", "ruleset", "seed", "best_of", "rounds", "legs", "entrants")
ONLY_FOR: Final[Mapping[str, tuple[Kind, ...]]] = {
    "rounds": ("swiss", "ladder"),
    "legs": ("round-robin",),
}
LADDER_ROUNDS: Final = 10  # default number of rounds of a ladder
SPANS_MOST: Final = 100  # maximum number of times that an army may join a ladder


@dataclass(frozen=True, slots=True)
class Tournament:
    name: str
    plan: Plan
    names: tuple[str, ...]  # the unique names of the entrants
    sides: tuple[Side, ...]  # each entrant as a side of a battle file
    terms: Mapping[str, Any]  # the members of its battle files besides seed and sides

    @property
    def ruleset(self) -> str:
        return str(self.terms["ruleset"])

    def battle_file(self, game: Game) -> dict[str, Any]:
        sides = [{**self.sides[n], "name": self.names[n]} for n in (game.a, game.b)]
        return {**self.terms, "seed": game.seed, "sides": sides}


def read(source: Any) -> Tournament:
    """Return the tournament in JSON or a decoded document. Raises InputError with all problems."""
    document = decode(source) if isinstance(source, bytes | str) else source
    root = Reader(document)
    shape = Text("a tournament is a JSON object with 'kind', 'ruleset', 'seed' and 'entrants'")
    ruleset = read_ruleset(root, rulesets(), shape)
    fields = root.mapping((*KEYS, *ruleset.battle_keys), required=("kind", "seed", "entrants"))
    rows = fields["entrants"].sequence(2, ENTRANTS_MOST, "entrants")
    plan = _plan(root, fields, len(rows))
    name = fields["name"].text()
    sides = [_side(row) for row in rows]
    if plan.kind == "ladder":
        plan = replace(plan, spans=tuple(_read_spans(row) for row in rows))
        sides = [side_of(side) for side in sides]
        rounds = range(1, plan.rounds + 1) if rows and not root.problems else ()
        few = next((n for n in rounds if len(plan.participants(n)) < 2), None)
        if few is not None:
            fields["entrants"].fail(
                "are fewer than two in round {number}; each round needs two", number=few
            )
    given = {key: document[key] for key in ruleset.battle_keys if key in document}
    terms = {"ruleset": ruleset.id, **given}
    root.problems += _wrong_sides(terms, sides)
    root.finish()
    names = (
        (side.get("name") or side["army"].get("name") or "").strip() or f"Army {place}"
        for place, side in enumerate(sides, start=1)
    )
    return Tournament(name, plan, tuple(unique_names(names)), tuple(sides), terms)


def plan_of(document: Mapping[str, Any], count: int) -> Plan:
    """Return the plan of a tournament file for this many entrants. Raises InputError."""
    root = Reader(document)
    plan = _plan(root, root.members(), count)
    root.finish()
    return plan


def _plan(root: Reader, fields: Members, count: int) -> Plan:
    found = fields["kind"].word(KINDS, "kind")
    kind = found or KINDS[0]
    for key, only in ONLY_FOR.items():
        if key in fields and found and found not in only:
            listed = " / ".join(f"'{kind}'" for kind in only)
            fields[key].fail("is for the kind {listed} only; leave it out", listed=listed)
    most = max(1, count - 1 + count % 2)  # with more rounds, some pairs would meet again
    usual = (max(2, count) - 1).bit_length()
    rounds = 0
    if kind == "swiss":
        rounds = fields["rounds"].integer(1, most, usual)
    elif kind == "ladder":
        rounds = fields["rounds"].integer(1, ROUNDS_MOST, LADDER_ROUNDS)
    plan = Plan(
        kind=kind,
        count=count,
        seed=fields["seed"].integer(0, SEED_MOST),
        best_of=fields["best_of"].integer(1, BEST_OF_MOST),
        rounds=rounds,
        legs=fields["legs"].integer(1, LEGS_MOST) if kind == "round-robin" else 1,
    )
    if plan.matches * plan.best_of > GAMES_MOST:
        root.fail(
            "has {games:,} games; at most {most:,} are played: use fewer entrants or games a match",
            games=plan.matches * plan.best_of,
            most=GAMES_MOST,
        )
    return plan


def _read_spans(row: Reader) -> tuple[Span, ...]:
    """Return an entrant's rounds of a ladder; all by default."""
    if not isinstance(row.value, dict) or ROUNDS not in row.value:
        return ((1, None),)
    found: list[Span] = []
    for pair in row.child(ROUNDS).sequence(0, SPANS_MOST, "pairs of rounds"):
        ends = pair.sequence(2, 2, "rounds")
        if len(ends) != 2:
            continue
        before = found[-1][1] if found else 0
        if before is None:
            pair.fail("comes after rounds that have no end; give the pair before it a last round")
            break
        first = ends[0].integer(before + 1, ROUNDS_MOST)
        last = None if ends[1].value is None else ends[1].integer(first, ROUNDS_MOST)
        found.append((first, last))
    return tuple(found)


def _side(row: Reader) -> dict[str, Any]:
    if not isinstance(row.value, dict) or "army" not in row.value:
        row.fail("must be an object with 'army', such as a side of a battle file")
        return {}
    return dict(row.value)


def _wrong_sides(terms: Mapping[str, Any], sides: Sequence[Mapping[str, Any]]) -> Iterator[Problem]:
    """Yield the distinct problems of terms and sides, each side in a battle against itself."""
    seen: set[Problem] = set()
    for place, side in enumerate(sides):
        if not side:
            continue
        try:
            read_battle({**terms, "sides": [side, side]}, rulesets())
        except InputError as error:
            for path, message in error.problems:
                problem = Problem(path.replace("sides[0]", f"entrants[{place}]", 1), message)
                if not path.startswith("sides[1]") and problem not in seen:
                    seen.add(problem)
                    yield problem
