"""A tournament in a folder: its file, its armies, and a recording of each played game."""

import fcntl
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import msgspec

import engine
from engine import BYTES_MOST, InputError, Problem, Text, search, tournament
from webapp.base import file_kinds
from webapp.base.texts import N_, placed

FILE: Final = "tournament.json"
RECORDINGS: Final = "recordings"
KEPT: Final = "ladder.json"  # the file of a ladder as played, next to its recordings
ROUND: Final = re.compile(r"R(\d+)-")
MAY_CHANGE: Final = {"name", "rounds", "entrants"}  # changeable members of a ladder that has begun


def read_folder(folder: Path) -> tuple[tournament.Tournament, Mapping[str, Any]]:
    """Return the folder's tournament and its file, with the armies of its files."""
    document, labels = _document(folder)
    found = _read(document, labels, str(folder / FILE))
    if found.plan.kind != "ladder":
        return found, document
    grown = _grown(folder, document)
    return _read(grown, [], str(folder / RECORDINGS / KEPT)), grown


def _grown(folder: Path, document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the file of a ladder after the begun rounds, with its current entrants."""
    path = folder / RECORDINGS / KEPT
    rounds = [
        int(found[1])
        for recording in path.parent.glob("R*.jsonl")
        if (found := ROUND.match(recording.name))
    ]
    begun = max(rounds, default=0)
    if not begun:
        return dict(document)
    try:
        kept = json.loads(path.read_bytes())
        changed = {key for key in {*kept, *document} if kept.get(key) != document.get(key)}
        sides = [
            tournament.side_of(one) for one in document["entrants"] if tournament.takes_part(one)
        ]
        grown = tournament.with_entrants(kept, sides, begun)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        raise InputError.single(
            str(path),
            "is missing or broken: it says who took part in the rounds that were played; "
            "remove the folder '{folder}' to begin anew",
            folder=RECORDINGS,
        ) from None
    if fixed := sorted(changed - MAY_CHANGE):
        text = Text(
            "is not that of the rounds that were played; "
            "remove the folder '{folder}' to begin anew",
            folder=RECORDINGS,
        )
        raise InputError(Problem(f"{folder / FILE}: {key}", text) for key in fixed)
    wanted = document.get("rounds", tournament.LADDER_ROUNDS)
    return {**grown, **document, "rounds": max(wanted, begun), "entrants": grown["entrants"]}


def _document(folder: Path) -> tuple[Any, list[str | None]]:
    try:
        document = engine.decode(_content(folder / FILE))
    except InputError as error:
        raise placed(str(folder / FILE), error) from None
    if isinstance(document, dict) and "entrants" not in document:
        names = sorted(path.name for path in folder.glob("*.json") if path.name != FILE)
        document = {**document, "entrants": names}
    entrants = document["entrants"] if isinstance(document, dict) else None
    labels: list[str | None] = []
    if isinstance(entrants, list):
        sides, labels, terms = _sides(folder, entrants, document)
        document = {**terms, **document, "entrants": sides}
    return document, labels


def _read(document: Any, labels: list[str | None], label: str) -> tournament.Tournament:
    try:
        return tournament.read(document)
    except InputError as error:
        raise InputError(_labelled(problem, labels, label) for problem in error.problems) from None


def _sides(
    folder: Path, entrants: list[Any], document: Mapping[str, Any]
) -> tuple[list[Any], list[str | None], dict[str, Any]]:
    sides: list[Any] = []
    labels: list[str | None] = []
    terms: dict[str, Any] = {}
    problems: list[Problem] = []
    for place, entrant in enumerate(entrants[: tournament.ENTRANTS_MOST + 1]):
        named = {"file": entrant} if isinstance(entrant, str) else entrant
        if not isinstance(named, dict) or "file" not in named:
            sides.append(entrant)
            labels.append(None)
            continue
        try:
            side, further = _side(folder, named, f"entrants[{place}]")
        except InputError as error:
            problems += error.problems
            continue
        label = str(folder / named["file"])
        for key, value in further.items():
            if key == "ruleset" and document.get(key, value) not in engine.rulesets():
                continue  # reported later, in more detail
            if document.get(key, terms.setdefault(key, value)) != value:
                why = Text("is not that of the tournament; all games are played on the same terms")
                problems.append(Problem(f"{label}: {key}", why))
        sides.append(side)
        labels.append(label)
    if problems:
        raise InputError(problems)
    return sides, labels, terms


def _side(
    folder: Path, entrant: Mapping[str, Any], path: str
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the side in an army's file or a battle file, and the terms of the latter."""
    name = entrant["file"]
    if wrong := sorted(set(entrant) - {"file", "name"}):
        raise InputError.single(f"{path}.{wrong[0]}", engine.unknown("key", wrong[0], ("name",)))
    if not isinstance(name, str) or not name or Path(name).name != name:
        raise InputError.single(f"{path}.file", "must be the name of a file in this folder")
    try:
        data = _content(folder / name)
        file_kinds.check(data, file_kinds.BATTLE_OR_ARMY)
        found = engine.decode(data)
        if not isinstance(found, dict):
            raise InputError.single("", "is neither a battle file nor an army")
        if "ruleset" in found:
            engine.read(found)
    except InputError as error:
        raise placed(str(folder / name), error) from None
    further: dict[str, Any] = {}
    side: dict[str, Any] = {"army": found}
    if "ruleset" in found:
        side, further = {**found["sides"][0]}, engine.terms_of(found)
    own = entrant.get("name") or side.get("name") or side["army"].get("name")
    return {**side, "name": own or Path(name).stem[: engine.NAME_MOST]}, further


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(BYTES_MOST + 1)
    except OSError as error:
        why = error.strerror or str(error)
        text = N_("{why}; name a file in this folder")
        if path.name == FILE:
            text = N_("{why}; give a folder with a tournament.json")
        raise InputError.single("", text, why=why) from None


def _labelled(problem: Problem, labels: list[str | None], label: str) -> Problem:
    """Return the problem with its file: an army's own file, or the tournament's."""
    path, inner = problem.path, problem.path
    number, _bracket, rest = path.removeprefix("entrants[").partition("]")
    is_numbered = path.startswith("entrants[") and number.isdigit() and int(number) < len(labels)
    if is_numbered and (own := labels[int(number)]):
        label, inner = own, rest.removeprefix(".").removeprefix("army").removeprefix(".")
    return Problem(": ".join(filter(None, (label, inner))), problem.message)


TOGETHER: Final = 1_000  # games sent to another machine at a time; one if a bot is slow
LOCK: Final = ".lock"
TEMPORARY: Final = ".tmp"

Tell = Callable[[int], None]  # called with the number of finished matches


class Folder:
    """A folder with `tournament.json` and played games in `recordings`. Raises InputError."""

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
        self.results: dict[str, tournament.Winner] = {}

    def matches(self) -> list[tournament.Match]:
        return tournament.matches(self.tournament.plan, self.results)

    def file_of(self, game: str) -> Path:
        return self.recordings / f"{game}.jsonl"

    def play(self, workers: search.Workers, tell: Tell) -> list[tournament.Match]:
        """Play all missing games and return the matches. Raises InputError."""
        with self._locked():
            return self._play(workers, tell)

    def strays(self) -> list[Path]:
        known = {self.file_of(game) for game in self.results}
        return sorted(set(self.recordings.glob("*.jsonl")) - known)

    def _play(self, workers: search.Workers, tell: Tell) -> list[tournament.Match]:
        for left in self.recordings.glob(f"*{TEMPORARY}"):
            left.unlink()
        if self.tournament.plan.kind == "ladder":
            # Another process may have begun rounds meanwhile, with other armies.
            self.tournament, self.document = read_folder(self.path)
            document = json.dumps(self.document, ensure_ascii=False, indent=1)
            _write(self.recordings / KEPT, document.encode())
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
            played = workers.each(recording_or_problems, files, by_kernel=False, together=size)
            ahead = sum(bool(match.due) for match in matches)
            for number, (game, lines) in enumerate(zip(missing, played, strict=True), start=1):
                if not isinstance(lines, bytes):
                    names = self.tournament.names
                    label = f"{game.id} ({names[game.a]}, {names[game.b]})"
                    raise placed(label, InputError(lines))
                _write(self.file_of(game.id), lines)
                self.results[game.id] = _winner(lines)
                # An estimate: computing all matches each time would take longer than a game.
                tell(done + ahead * number // len(missing))

    def _look_up(self, game: tournament.Game) -> bool:
        """Whether a game has a recording, whose result is noted."""
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
                str(path), "is not a complete recording; remove it, and the game is played again"
            ) from None
        if not is_of_game:
            raise InputError.single(
                str(path),
                "is of another game: the tournament, an army or the rules have changed since; "
                "remove the folder '{folder}' to begin anew",
                folder=RECORDINGS,
            )
        self.results[game.id] = winner
        return True

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Lock the folder against other processes; a killed process holds no lock."""
        try:
            self.recordings.mkdir(exist_ok=True)
            with (self.recordings / LOCK).open("w") as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                yield
        except BlockingIOError:
            text = N_("is being played by another process; wait until it ends")
            raise InputError.single(str(self.path), text) from None
        except OSError as error:
            text, why = N_("{why}; recordings are kept there"), error.strerror or str(error)
            raise InputError.single(error.filename or str(self.path), text, why=why) from None


def together(cup: tournament.Tournament, games: Iterable[tournament.Game]) -> int:
    """Return how many of these games are sent to another machine at a time."""
    if engine.rulesets()[cup.ruleset].slow is None:
        return TOGETHER
    of_each = {entrant: game for game in games for entrant in (game.a, game.b)}
    for game in {game.id: game for game in of_each.values()}.values():
        with suppress(InputError):  # refused where it is played
            if engine.read(cup.battle_file(game)).slow_bots():
                return 1
    return TOGETHER


def recording_or_problems(file: bytes) -> bytes | tuple[Problem, ...]:
    """Return the recording of a battle as lines, or why it cannot be played."""
    try:
        return engine.play(file).lines()
    except InputError as error:
        return error.problems


def _winner(lines: bytes) -> tournament.Winner:
    ended = msgspec.json.decode(lines.rstrip(b"\n").rpartition(b"\n")[2])
    if ended["type"] != "battle_ended":
        raise KeyError("type")
    winner: tournament.Winner = ended["winner"]
    return winner


def _write(path: Path, data: bytes) -> None:
    """Write a file atomically."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}{TEMPORARY}")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
