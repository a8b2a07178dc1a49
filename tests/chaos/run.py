"""Lets a fault happen again and again while people write, look and watch, and counts."""

import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import requests
from sqlalchemy import create_engine, select

import engine
from tests.chaos import writers
from tests.chaos.faults import Dice, Fault
from tests.chaos.stands import Stand, battlereel, examined
from tests.chaos.watchers import OnAir, Watcher, now_ms
from tests.chaos.writers import Answers, Reader, Stored, Writer
from webapp.base import games, samples
from webapp.battles import playback
from webapp.store.models import Army, Battle, Challenge

BACK_SECONDS = 5.0
SAMPLE = ("warlords", "dragons-over-greenwood")  # 44 seconds with events throughout
WRITERS = 2
WATCHERS = 2
WAIT_SECONDS = 1.0  # maximum wait for a request that needs nothing broken
PATIENCE_SECONDS = 120
TABLES = {"battles": Battle, "armies": Army, "challenges": Challenge}
TRACEBACK = "Traceback (most recent call last)"


@dataclass
class Counts:
    """What came of a fault."""

    fault: Fault
    rounds: int = 0
    acknowledged: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    missing: int = 0
    seen_twice: int = 0
    sent_twice: int = 0
    answers: Answers = field(default_factory=Answers)
    back_seconds: float = 0.0
    wait_seconds: float = 0.0
    doctor: str = ""
    tracebacks: int = 0
    refusals: Counter[int] = field(default_factory=Counter)

    def misses(self) -> dict[str, str]:
        """What should not have been, by the column that shows it."""
        found = {
            "lost": "; ".join(self.lost[:3]),
            "doubled": ", ".join(self.doubled[:3]) or (self.seen_twice and "on screens"),
            "missing": self.missing and "on screens",
            "5xx": ", ".join(f"{count} {kind}" for kind, count in self.answers.bare.items()),
            "way back": self.back_seconds > BACK_SECONDS and f"{self.back_seconds:.1f} s",
            # Of a process that is being started anew people wait for the start.
            "longest wait": self.wait_seconds > WAIT_SECONDS
            and not self.answers.unreachable
            and f"{self.wait_seconds:.1f} s",
            "doctor": self.doctor,
            "log": self.tracebacks and f"{self.tracebacks} tracebacks",
            "live": ", ".join(f"{status}" for status in self.refusals if status not in (429, 503)),
        }
        return {column: str(why) for column, why in found.items() if why}


class People:
    """Users of a stand: writers, readers and watchers, until they are stopped."""

    def __init__(self, stand: Stand, answers: Answers, sample: tuple[str, str]) -> None:
        self.stand, self.sample = stand, sample
        self.writers = [
            Writer(f"W{number}", stand.url, stand.session(number), answers)
            for number in range(WRITERS)
        ]
        self.reader = Reader("reader", stand.url, stand.session(WRITERS), answers)
        self.watchers: list[Watcher] = []
        self.asker = stand.session(WRITERS + 1)
        for person in (*self.writers, self.reader):
            person.start()

    def put_on_air(self, seed: int) -> OnAir:
        """A new battle. Raises HTTPError if it is refused: the last fault is over."""
        game = games.game(self.sample[0])
        of_game = samples.load(game)
        file = of_game.battle_file(of_game.battles[self.sample[1]]) | {"seed": seed}
        answer = self.asker.post(f"{self.stand.url}/api/v1/battles", json=file, timeout=30)
        answer.raise_for_status()
        told = answer.json()
        read = playback.read(game, engine.play(file).lines())
        return OnAir(told["id"], told["starts_at_ms"], read)

    def watch(self, battle: OnAir) -> None:
        """One more viewer."""
        session = self.stand.session(10 + len(self.watchers))
        self.watchers.append(Watcher(self.stand.viewers_url, battle, session))

    def look(self, seconds: float) -> None:
        """Lets time pass."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            for watcher in self.watchers:
                watcher.look()
            time.sleep(min(0.1, left))

    def stop_asking(self) -> None:
        """Stop writers and readers."""
        for person in (*self.writers, self.reader):
            person.end()

    def stored(self) -> list[Stored]:
        """What has been acknowledged so far."""
        return [one for writer in self.writers for one in writer.stored]

    def watch_to_the_end(self) -> None:
        """Waits until all have seen all."""
        until = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < until and not all(w.is_over.is_set() for w in self.watchers):
            self.look(0.2)

    def leave(self) -> None:
        """All go."""
        self.stop_asking()
        for watcher in self.watchers:
            watcher.leave()


def run(fault: Fault, rounds: int, seed: int, sample: tuple[str, str] = SAMPLE) -> Counts:
    """A fault so many times, at moments that follow from the seed."""
    counts, dice = Counts(fault, rounds), Dice(seed)
    with (
        tempfile.TemporaryDirectory(prefix="chaos-") as name,
        tempfile.TemporaryDirectory(prefix="chaos-") as beside,
        fault.stand(Path(name)) as stand,
    ):
        people = People(stand, counts.answers, sample)
        spans: list[tuple[float, float]] = []
        try:
            for number in range(rounds):
                battle = people.put_on_air(seed * 1000 + number)
                for _ in range(WATCHERS):
                    people.watch(battle)
                people.look(dice.between(2, 6))
                if number == 0:
                    stored, backup = people.stored(), Path(beside, "backup.tar.gz")
                    refused = battlereel(stand.settings(), "backup", str(backup))
                began = now_ms()
                people.watch(battle)  # somebody new, in the midst of it
                fault.happen(stand, dice)
                spans.append((began, now_ms()))
                people.look(BACK_SECONDS + dice.between(1, 2))
            people.stop_asking()
            people.watch_to_the_end()
            _count(counts, people, spans)
            _verify(counts, people, stand)
            counts.lost += [refused] if refused else _restored(stand, stored, backup)
        finally:
            people.leave()
    return counts


def _count(counts: Counts, people: People, spans: list[tuple[float, float]]) -> None:
    for watcher in people.watchers:
        counts.missing += watcher.missing()
        counts.seen_twice += watcher.doubled()
        counts.sent_twice += watcher.repeated
        counts.refusals += watcher.refusals
        for due, came in watcher.late():
            # It belongs to the last fault that had begun when it was due.
            before = [ended for began, ended in spans if began <= came]
            if before and came > before[-1]:
                counts.back_seconds = max(counts.back_seconds, (came - before[-1]) / 1000)
            elif not before:
                counts.back_seconds = max(counts.back_seconds, (came - due) / 1000)


def _verify(counts: Counts, people: People, stand: Stand) -> None:
    stored = people.stored()
    counts.acknowledged = len(stored)
    session: requests.Session = stand.session(99)
    counts.lost = writers.lost(stand.url, session, stored)
    counts.doubled = writers.doubled(stand.database_url)
    counts.wait_seconds = people.reader.longest_wait
    counts.doctor = examined(stand.settings())
    counts.tracebacks = stand.logs().count(TRACEBACK)
    if counts.tracebacks:
        Path("/tmp/chaos-tracebacks.log").write_text(stand.logs())


def _restored(stand: Stand, stored: list[Stored], backup: Path) -> list[str]:
    """Return what is wrong with a restored backup, which must have all that was acknowledged before
    it began."""
    settings = stand.settings_elsewhere(backup.parent / "elsewhere")
    if problem := battlereel(settings, "restore", "--yes", str(backup)):
        return [f"restore: {problem}"]
    found = [f"restored: {told}" for told in [examined(settings)] if told]
    database = create_engine(settings["DATABASE_URL"])
    with database.connect() as connection:
        there = {
            f"/api/v1/{name}/{id_}"
            for name, model in TABLES.items()
            for id_ in connection.scalars(select(model.id))
        }
    database.dispose()
    return found + [f"backup: {one.path}" for one in stored if one.path not in there]
