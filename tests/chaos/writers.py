"""People who store things without a pause, and keep account of what was acknowledged."""

import itertools
import threading
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import requests
from sqlalchemy import create_engine, func, select

from tests.webapp.battle_files import BATTLE, side
from webapp.store.models import Army, Battle, Challenge

API = "/api/v1"
TIMEOUT_SECONDS = 20
PAUSE_SECONDS = 0.15
LINEUP = {"lineup": [{"unit": "toad"}, {"unit": "goomba"}]}
PAGES = ("/", "/battles", "/quick/manymarios", "/api/v1/battles", "/challenge/new")
ENOUGH_WORDS = 20


@dataclass
class Answers:
    """How requests were answered: by status, and what is wrong with refusals."""

    statuses: Counter[int] = field(default_factory=Counter)
    bare: Counter[str] = field(default_factory=Counter)
    unreachable: int = 0
    lock: Any = field(default_factory=threading.Lock)

    def note(self, answer: requests.Response) -> None:
        """Counts it; a 5xx has to be a 503 that says in words what is, and when to ask again."""
        with self.lock:
            self.statuses[answer.status_code] += 1
            if answer.status_code < 500:
                return
            if answer.status_code != 503:
                self.bare[f"{answer.status_code}"] += 1
            elif not answer.headers.get("Retry-After", "").isdigit():
                self.bare["503 without Retry-After"] += 1
            elif len(_words(answer)) < ENOUGH_WORDS:
                self.bare["503 without words"] += 1


def _words(answer: requests.Response) -> str:
    if answer.headers.get("Content-Type", "").startswith("application/json"):
        return str(answer.json().get("error", ""))
    return answer.text


@dataclass(frozen=True)
class Stored:
    """Something that the server has acknowledged: where it is, and what has to be there."""

    path: str
    members: dict[str, Any]
    token: str | None = None


class Person(threading.Thread):
    """A thread that makes requests until it is stopped."""

    def __init__(self, name: str, url: str, session: requests.Session, answers: Answers) -> None:
        super().__init__(name=name, daemon=True)
        self.url, self.session, self.answers = url, session, answers
        self.has_to_stop = threading.Event()

    def run(self) -> None:
        for number in itertools.count():
            if self.has_to_stop.wait(PAUSE_SECONDS):
                return
            with suppress(_UnansweredError):
                self.act(number)

    def act(self, number: int) -> None:
        raise NotImplementedError

    def ask(
        self, method: str, path: str, body: Any = None, token: str | None = None
    ) -> requests.Response:
        """The answer to a request; raises if there is none."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        try:
            answer = self.session.request(
                method, self.url + path, json=body, headers=headers, timeout=TIMEOUT_SECONDS
            )
        except requests.RequestException:
            self.answers.unreachable += 1
            raise _UnansweredError from None
        self.answers.note(answer)
        return answer

    def end(self) -> None:
        """Stops, after what is being asked."""
        self.has_to_stop.set()
        self.join(TIMEOUT_SECONDS + 5)


class _UnansweredError(Exception):
    """A request without an answer."""


class Writer(Person):
    """Stores battles, armies and challenges, each under a name that nothing else has."""

    def __init__(self, name: str, url: str, session: requests.Session, answers: Answers) -> None:
        super().__init__(name, url, session, answers)
        self.stored: list[Stored] = []

    def act(self, number: int) -> None:
        """Stores one thing; each kind in its turn."""
        name = f"{self.name}-{number}"
        (self._battle, self._army, self._challenge)[number % 3](name, number)

    def _battle(self, name: str, number: int) -> None:
        file = BATTLE | {"seed": number, "sides": [side(name, "toad"), side("Bo", "goomba")]}
        answer = self.ask("POST", f"{API}/battles?listed=true", file)
        if answer.status_code == 201:
            told = answer.json()
            members = {key: told[key] for key in ("id", "title", "sides", "starts_at_ms")}
            self.stored.append(Stored(f"{API}/battles/{told['id']}", members))

    def _army(self, name: str, _number: int) -> None:
        army = {"name": name, **LINEUP}
        answer = self.ask("POST", f"{API}/armies", {"ruleset": "manymarios", "army": army})
        if answer.status_code == 201:
            self.stored.append(Stored(f"{API}/armies/{answer.json()['id']}", {"army": army}))

    def _challenge(self, name: str, _number: int) -> None:
        body = {"ruleset": "manymarios", "name": "Ann", "title": name}
        made = self.ask("POST", f"{API}/challenges", body)
        if made.status_code != 201:
            return
        told = made.json()
        path, token = f"{API}/challenges/{told['id']}", told["you"]["seat"]
        self.stored.append(Stored(path, {"title": name}))
        army = {"name": name, **LINEUP}
        sealed = self.ask("POST", f"{path}/seal", {"army": army}, token)
        if sealed.status_code == 200:
            seats = sealed.json()["seats"]
            self.stored.append(Stored(path, {"you.army": army, "seats": seats}, token))


class Reader(Person):
    """Looks at pages that need the database, and asks how long one waits that needs none."""

    longest_wait = 0.0

    def act(self, number: int) -> None:
        """Looks at one page."""
        began = time.monotonic()
        answer = self.ask("GET", "/healthz")
        if answer.status_code == 200:
            self.longest_wait = max(self.longest_wait, time.monotonic() - began)
        self.ask("GET", PAGES[number % len(PAGES)])


def lost(url: str, session: requests.Session, stored: list[Stored]) -> list[str]:
    """What was acknowledged and is not there as it was."""
    found = []
    for one in stored:
        headers = {"Authorization": f"Bearer {one.token}"} if one.token else {}
        answer = session.get(url + one.path, headers=headers, timeout=TIMEOUT_SECONDS)
        told = answer.json() if answer.status_code == 200 else {}
        flat = told | {f"you.{key}": value for key, value in (told.get("you") or {}).items()}
        for key, value in one.members.items():
            if key not in flat or flat[key] != value:
                how = f"{answer.status_code}, {key} is {flat.get(key)!r}, not {value!r}"
                found.append(f"{one.path}: {how}")
                break
    return found


def doubled(database_url: str) -> list[str]:
    """Names that more than one thing has; each was sent once."""
    found: list[str] = []
    engine = create_engine(database_url)
    with engine.connect() as connection:
        for name, of in ((Battle.name_a, "W%"), (Army.name, "W%"), (Challenge.title, "W%")):
            twice = select(name).where(name.like(of)).group_by(name).having(func.count() > 1)
            found += connection.scalars(twice)
    engine.dispose()
    return found
