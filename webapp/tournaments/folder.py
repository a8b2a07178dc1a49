"""A tournament in a folder: its file, its armies, and a recording of each game that was played."""

import fcntl
import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import msgspec

import engine
from engine import InputError, Problem, Text, search, tournament
from engine.tournament import Game, Winner
from webapp.base.parallel_odds import is_slow
from webapp.tournaments.reading import KEPT, RECORDINGS, read_folder

TOGETHER: Final = 1_000
"""The most games that are sent to another machine at a time; one if a bot is slow."""
LOCK: Final = ".lock"
TEMPORARY: Final = ".tmp"

Tell = Callable[[int], None]
"""Is called with the number of finished matches."""


class Folder:
    """A folder with `tournament.json` and the played games in `recordings`.

    Raises InputError with all problems of the file and of the armies that it names.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.recordings = path / RECORDINGS
        self.tournament, self.document = read_folder(path)
        ruleset = engine.rulesets()[self.tournament.ruleset]
        self.header = {
            "protocol": engine.PROTOCOL,
            "ruleset": ruleset.id,
            "ruleset_version": ruleset.version,
            "catalog_hash": ruleset.catalog_hash,
        }
        self.results: dict[str, Winner] = {}

    def matches(self) -> list[tournament.Match]:
        """All matches, given the games played so far."""
        return tournament.matches(self.tournament.plan, self.results)

    def file_of(self, game: str) -> Path:
        """The path of a game's recording."""
        return self.recordings / f"{game}.jsonl"

    def play(self, workers: search.Workers, tell: Tell) -> list[tournament.Match]:
        """Plays all missing games and gives the matches at the end; `tell` is called with progress.

        Raises InputError for a recording of another game, and for a folder that cannot be written.
        """
        try:
            with self._locked():
                return self._play(workers, tell)
        except OSError as error:
            raise InputError.single(
                error.filename or str(self.path),
                Text("{why}; recordings are kept there", why=error.strerror or str(error)),
            ) from None

    def strays(self) -> list[Path]:
        """Recordings that are of no game of this tournament."""
        known = {self.file_of(game) for game in self.results}
        return sorted(set(self.recordings.glob("*.jsonl")) - known)

    def _play(self, workers: search.Workers, tell: Tell) -> list[tournament.Match]:
        for left in self.recordings.glob(f"*{TEMPORARY}"):
            left.unlink()
        if self.tournament.plan.kind == "ladder":
            # Another process may have begun rounds meanwhile, in which armies of now had no part.
            self.tournament, self.document = read_folder(self.path)
            _write(self.recordings / KEPT, _as_json(self.document))
        while True:
            matches = self.matches()
            done = sum(match.state == "done" for match in matches)
            tell(done)
            due = tournament.due(matches)
            if not due:
                return matches
            missing = [game for game in due if not self._look_up(game)]
            files = [msgspec.json.encode(self.tournament.battle_file(game)) for game in missing]
            size = together(self.tournament, missing)
            played = workers.each(recorded, files, by_kernel=False, together=size)
            ahead = sum(bool(match.due) for match in matches)
            for number, (game, lines) in enumerate(zip(missing, played, strict=True), start=1):
                if not isinstance(lines, bytes):
                    raise InputError(self._of_game(game, problem) for problem in lines)
                _write(self.file_of(game.id), lines)
                self.results[game.id] = _winner(lines)
                # An estimate: computing all matches each time would take longer than a game.
                tell(done + ahead * number // len(missing))

    def _of_game(self, game: Game, problem: Problem) -> Problem:
        names = self.tournament.names
        told = f"{game.id} ({names[game.a]}, {names[game.b]})"
        return Problem(f"{told}: {problem.path}" if problem.path else told, problem.message)

    def _look_up(self, game: Game) -> bool:
        """Whether a game has been played, by its recording; notes its result."""
        path = self.file_of(game.id)
        try:
            lines = path.read_bytes()
        except FileNotFoundError:
            return False
        expected = self.header | {
            "type": "header",
            "seed": str(game.seed),
            "battle": self.tournament.battle_file(game),
        }
        try:
            is_of_game = msgspec.json.decode(lines.partition(b"\n")[0]) == expected
            winner = _winner(lines)
        except (msgspec.DecodeError, KeyError, IndexError, TypeError):
            raise InputError.single(
                str(path), Text("is no whole recording; remove it, and the game is played again")
            ) from None
        if not is_of_game:
            raise InputError.single(
                str(path),
                Text(
                    "is of another game: the tournament, an army or the rules have changed since; "
                    "remove the folder '{folder}' to begin anew",
                    folder=RECORDINGS,
                ),
            )
        self.results[game.id] = winner
        return True

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Keeps other processes from playing it meanwhile; a killed process holds no lock."""
        self.recordings.mkdir(exist_ok=True)
        with (self.recordings / LOCK).open("w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise InputError.single(
                    str(self.path), Text("is being played by another process; wait until it ends")
                ) from None
            yield


def together(cup: tournament.Tournament, games: Iterable[Game]) -> int:
    """How many of these games are sent to another machine at a time, at most."""
    if engine.rulesets()[cup.ruleset].slow is None:
        return TOGETHER
    of_each = {entrant: game for game in games for entrant in (game.a, game.b)}
    some = {game.id: game for game in of_each.values()}
    return 1 if any(_is_slow(cup.battle_file(game)) for game in some.values()) else TOGETHER


def _is_slow(file: dict[str, Any]) -> bool:
    try:
        return is_slow(engine.read(file))
    except InputError:
        return False  # it is refused where it is played


def recorded(file: bytes) -> bytes | tuple[Problem, ...]:
    """The recording of a battle as lines, or why it cannot be played."""
    try:
        return engine.play(file).lines()
    except InputError as error:
        return error.problems


def _winner(lines: bytes) -> Winner:
    ended = msgspec.json.decode(lines.rstrip(b"\n").rpartition(b"\n")[2])
    if ended["type"] != "battle_ended":
        raise KeyError("type")
    winner: Winner = ended["winner"]
    return winner


def _as_json(document: Any) -> bytes:
    return json.dumps(document, ensure_ascii=False, indent=1).encode()


def _write(path: Path, data: bytes) -> None:
    """Writes a file atomically: as a whole or not at all."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}{TEMPORARY}")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
