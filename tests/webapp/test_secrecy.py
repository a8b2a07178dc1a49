"""Sealed armies stay secret until both are sealed, seeds until the battle's end, tournament armies
until they play: each role asks for each address and gets each message. A new variable of a route
goes into `arguments`."""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import gevent
import pytest
from flask import Flask
from werkzeug.routing import Rule

from tests.webapp.challengers import Person, id_of
from tests.webapp.in_background import finish
from tests.webapp.stopped_clock import StoppedClock
from webapp.challenges import store
from webapp.features import TOPICS
from webapp.live.namespace import NAMESPACE
from webapp.tournaments import registration
from webapp.tournaments import store as tournaments

HOUR_MS = 3_600_000
LONG = pytest.mark.long
MARKED: dict[str, dict[str, Any]] = {
    "manymarios": {
        "name": "Quagga Vexillum",
        "lineup": [
            {"custom": {"name": "Zyzzogeton", "energy": 9, "ae": 3}},
            {"unit": "goomba", "equipment": ["parawings"]},
        ],
    },
    "warlords": {
        "name": "Quagga Vexillum",
        "stack": [
            {"hero": "monk", "level": 3, "name": "Zyzzogeton"},
            {"custom": {"name": "Wobbegong", "strength": 6, "hits": 3}},
        ],
    },
}
PLAIN: dict[str, dict[str, Any]] = {
    "manymarios": {"lineup": [{"unit": "toad"}]},
    "warlords": {"stack": [{"unit": "trolls"}]},
}
NAMES = re.compile(r"Quagga Vexillum|Zyzzogeton|Wobbegong")


class PatientClock(StoppedClock):
    """A clock that stands still and yields, since some code polls each second."""

    def sleep(self, seconds: float) -> None:
        gevent.sleep(seconds / 100)


@pytest.fixture
def clock() -> PatientClock:
    return PatientClock()


@dataclass
class Walk:
    app: Flask
    page: str
    ruleset: str
    arguments: dict[str, list[str]]
    roles: list[str] = field(default_factory=list)
    token: str | None = None
    csrf_token: str = ""
    seen: list[str] = field(default_factory=list)

    def everything(self, person: Person) -> str:
        self.seen = []
        self.csrf_token = person.csrf_token()
        for method, address in self.addresses():
            self.ask(person, method, address)
        self.listen(person)
        return "\n".join(self.seen)

    def addresses(self) -> Iterator[tuple[str, str]]:
        for rule in self.app.url_map.iter_rules():
            for address in self.filled(rule):
                for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
                    yield method, address

    def filled(self, rule: Rule) -> Iterator[str]:
        unknown = rule.arguments - set(self.arguments)
        assert not unknown, f"{rule.rule}: say in `arguments` what may stand for {unknown}"
        names = sorted(rule.arguments)
        adapter = self.app.url_map.bind("localhost")
        for values in product(*(self.arguments[name] for name in names)):
            given = dict(zip(names, values, strict=True))
            yield adapter.build(rule.endpoint, given, method=next(iter(rule.methods or {"GET"})))

    def ask(self, person: Person, method: str, address: str) -> None:
        id_ = id_of(self.page)
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        query = {"ruleset": self.ruleset, **dict.fromkeys(("from", "army", "battle", "id"), id_)}
        if method == "GET":
            for asked in ({}, query):
                self.note(person.client.get(address, query_string=asked, headers=headers))
        elif address.startswith("/api/"):
            for body in ({}, {**query, "army": {}, "token": self.arguments["token"][0]}):
                self.note(person.client.open(address, method=method, json=body, headers=headers))
        else:
            for fields in ({}, {**query, "do": "seal", "text": "", "name": "Eve", "units": "0"}):
                form = {"csrf_token": self.csrf_token, **fields}
                self.note(person.client.post(address, data=form))

    def note(self, answer: Any) -> None:
        cookies = "".join(map(self.opened, answer.headers.getlist("Set-Cookie")))
        self.seen.append(f"{answer.request.path} {answer.status}\n{answer.headers}{cookies}")
        self.seen.append(answer.text if "text" in answer.mimetype or answer.is_json else "")
        answer.close()

    def opened(self, cookie: str) -> str:
        """Return a session's content, which is signed but readable."""
        value = cookie.split(";")[0].removeprefix("session=")
        if value == cookie.split(";")[0]:
            return ""
        serializer = self.app.session_interface.get_signing_serializer(self.app)  # type: ignore[attr-defined]
        return json.dumps(serializer.loads(value), default=str) if value else ""

    def listen(self, person: Person) -> None:
        id_ = id_of(self.page)
        viewer = self.app.extensions["socketio"].test_client(
            self.app, namespace=NAMESPACE, flask_test_client=person.client
        )
        for message in (f"{verb}_{topic.name}" for verb in ("watch", "leave") for topic in TOPICS):
            for wish in ({"challenge": id_}, {"battle": id_, "from_seq": 0}, id_, None):
                told = viewer.emit(message, wish, namespace=NAMESPACE, callback=True)
                self.seen.append(json.dumps(told))
        viewer.emit("watch_challenge", {"challenge": id_}, namespace=NAMESPACE)
        gevent.sleep(0.05)
        self.seen.append(json.dumps(viewer.get_received(NAMESPACE), default=bytes.decode))
        viewer.disconnect(NAMESPACE)


def arguments(ruleset: str, join: str, *ids: str) -> dict[str, list[str]]:
    return {
        "format_": ["csv"],
        "number": ["1"],
        "id_": [*ids],
        "other": [ids[-1]],
        "ruleset": [ruleset],
        "token": [join.rsplit("/", 1)[-1]],
        "side": ["a", "b"],
        "day": ["2026-11-01"],
        "filename": ["favicon.svg"],
        "kind": ["svg", "png"],
        "name": ["scene-siege.js"],
    }


ROLES = ("other", "spectator", "stranger", "program")


@pytest.fixture(
    params=[
        ("manymarios", "a", [*ROLES[:2]]),
        pytest.param(("warlords", "b", [*ROLES, "sealer"]), marks=LONG),
    ],
    ids=["marios-a", "warlords-b"],
)
def walk(
    request: pytest.FixtureRequest, app: Flask, ann: Person, bo: Person, battle_id: str
) -> Walk:
    ruleset, sealer, roles = request.param
    page = ann.challenge(ruleset)
    join = ann.link(page, "join")
    bo.join(join)
    (ann if sealer == "a" else bo).seal(page, MARKED[ruleset])
    return Walk(app, page, ruleset, arguments(ruleset, join, id_of(page), battle_id), roles)


@pytest.fixture
def people(walk: Walk, ann: Person, bo: Person, cem: Person) -> dict[str, Person]:
    """Return all roles that must not see the marked army; `sealer` sealed it."""
    sealer, other = (ann, bo) if walk.ruleset == "manymarios" else (bo, ann)
    cem.get(walk.page)
    others = {"stranger": Person(walk.app), "program": Person(walk.app)}
    return {"sealer": sealer, "other": other, "spectator": cem, **others}


def secrets_of(walk: Walk) -> tuple[list[str], list[str]]:
    """The server's secret, and once both have sealed the seed, as it may be written; the salts."""
    with walk.app.app_context():
        challenge = store.find(id_of(walk.page))
        assert challenge
        seed = store.seed_of(challenge)
    salts = [seat.salt for seat in challenge.seats if seat.salt]
    secret = str(challenge.secret)
    return [secret] if seed is None else [secret, str(seed), f"{seed:016x}"], salts


def digests_of(army: dict[str, Any]) -> list[str]:
    """Return hashes that could identify the army."""
    texts = [
        json.dumps(army, sort_keys=keys, separators=separators)
        for keys in (False, True)
        for separators in ((",", ":"), (", ", ": "))
    ]
    kinds = ("md5", "sha1", "sha256", "blake2b")
    return [hashlib.new(kind, text.encode()).hexdigest() for kind in kinds for text in texts]


def test_walk_of_challenge(walk: Walk, people: dict[str, Person], clock: PatientClock) -> None:
    secret, salts = secrets_of(walk)
    assert len(salts) == 1
    hidden = [*secret, *salts, *digests_of(MARKED[walk.ruleset])]
    token = people["other"].standing(walk.page)["you"]["seat"]
    for role in {*walk.roles} - {"sealer"}:
        walk.token = token if role == "program" else None
        seen = walk.everything(people[role])
        assert not NAMES.search(seen), role
        assert [one for one in hidden if one in seen] == [], role
    walk.token = None
    sealer = people["sealer"]
    own = walk.everything(sealer) if "sealer" in walk.roles else sealer.get(walk.page)
    assert NAMES.search(own), "they see what they have sealed, so it would have been found"
    assert [one for one in secret if one in own] == []
    told = people["stranger"].standing(walk.page)
    assert (told["status"], told["battle"]) == ("joined", None), "the walk has changed nothing"

    people["other"].seal(walk.page, PLAIN[walk.ruleset])
    walk.arguments["id_"].append(people["spectator"].standing(walk.page)["battle"])
    secret, salts = secrets_of(walk)
    assert (len(secret), len(salts)) == (3, 2)
    clock.ms += 10_000
    seen = walk.everything(people["spectator"])
    assert "Quagga Vexillum" in seen
    hidden = [*secret, *salts]
    assert [one for one in hidden if one in seen] == [], "it is on air: its end would be known"
    clock.ms += HOUR_MS
    seen = people["spectator"].client.get(f"/api/v1/challenges/{id_of(walk.page)}/proof").text
    assert NAMES.search(seen)
    assert [one for one in (*secret[:2], *salts) if one not in seen] == []


def test_a_draft_is_shown_to_its_player_alone(
    app: Flask, ann: Person, bo: Person, cem: Person, battle_id: str, clock: PatientClock
) -> None:
    page = ann.challenge("manymarios", start="x", start_ms=str(clock.ms + 3 * HOUR_MS))
    join, salt = ann.link(page, "join"), "5a" * 32
    bo.join(join)
    body = {"army": MARKED["manymarios"], "salt": salt}
    headers = {"X-CSRFToken": ann.csrf_token()}
    kept = ann.client.put(
        f"/api/v1{page.replace('/c/', '/challenges/')}/draft", json=body, headers=headers
    )
    assert kept.json["you"]["draft"] == MARKED["manymarios"]
    walk = Walk(app, page, "manymarios", arguments("manymarios", join, id_of(page), battle_id))
    for person in (bo, cem):
        seen = walk.everything(person)
        assert not NAMES.search(seen)
        assert [one for one in (salt, *digests_of(MARKED["manymarios"])) if one in seen] == []
    assert NAMES.search(ann.get(page))


def test_what_is_shown_does_not_depend_on_the_army(app: Flask, ann: Person, bo: Person) -> None:
    """A large army and a small one leave the same pages, answers and picture, to the letter."""
    small = {"lineup": [{"unit": "goomba"}]}
    large = {"name": "X" * 60, "lineup": [{"unit": "toad"}] * 40}
    seen, pictures = [], set()
    for army in (small, large):
        page = ann.challenge("manymarios")
        bo.join(ann.link(page, "join"))
        ann.seal(page, army)
        cem = Person(app)
        answers = [bo.get(page), bo.get(f"{page}/build"), cem.get(page)]
        answers.append(cem.client.get(f"/api/v1/challenges/{id_of(page)}").text)
        seen.append([without_what_is_drawn(answer, page) for answer in answers])
        pictures.add(bo.client.get(f"{page}/card.png").data)
    assert seen[0] == seen[1]
    assert len(pictures) == 1


def without_what_is_drawn(text: str, page: str) -> str:
    """Remove what differs from challenge to challenge, whatever is sealed."""
    text = re.sub(r'src="data:[^"]*"|/seat/[\w.-]+', "", text)
    text = re.sub(r'(csrf_token"(?: value=|: ))"[^"]*"', r"\1", text)
    return re.sub(r"\b[0-9a-f]{64}\b", "HASH", text).replace(id_of(page), "ID")


API = "/api/v1/tournaments"


def made(app: Flask, ruleset: str, **fields: Any) -> tuple[str, Walk]:
    """Return the address of a new tournament, and a walk through the API in the seat of
    `walk.token`."""
    made = Person(app).client.post(API, json={"ruleset": ruleset, **fields}).json
    arguments = {name: ["x"] for name in ("format_", "side", "day", "filename", "kind", "name")}
    arguments |= {"other": [made["id"]], "id_": [made["id"]], "ruleset": [ruleset]}
    arguments |= {"token": [made["you"]["edit"]], "number": ["1"]}
    return f"{API}/{made['id']}", Walk(app, f"/t/{made['id']}", ruleset, arguments)


def joined(app: Flask, place: str, name: str, army: Any) -> str:
    sent = {"name": name, "army": army}
    return str(Person(app).client.post(f"{place}/join", json=sent).json["you"]["seat"])


@pytest.mark.parametrize("kind", ["swiss", pytest.param("ladder", marks=pytest.mark.long)])
@pytest.mark.parametrize(
    "ruleset", ["manymarios", pytest.param("warlords", marks=pytest.mark.long)]
)
def test_no_army_is_shown_before_it_plays(app: Flask, ruleset: str, kind: str) -> None:
    """Nor are the dice: others could choose an army for them. A ladder runs when it is joined."""
    place, walk = made(app, ruleset, kind=kind, **({"rounds": 1} if kind == "ladder" else {}))
    id_, bo = place.rpartition("/")[2], ""
    if kind == "ladder":
        bo = joined(app, place, "Bo", PLAIN[ruleset])
        joined(app, place, "Dee", PLAIN[ruleset])
        Person(app).client.post(f"{place}/begin?edit={walk.arguments['token'][0]}")
        finish(app)
    ann = joined(app, place, "Ann", MARKED[ruleset])
    cem = bo or joined(app, place, "Cem", PLAIN[ruleset])
    with app.app_context():
        row, begun = registration.find(id_), tournaments.find(id_)
        assert row
        dice = [row.secret, *([str(tournaments.document(begun)["seed"])] if begun else [])]
        salts = {one.name: one.salt for one in registration.entrants(row)}
    hidden = [*dice, salts["Ann"], *digests_of(MARKED[ruleset])]
    for seat, secrets in ((None, [*hidden, salts["Bo" if bo else "Cem"]]), (cem, hidden)):
        walk.token = seat
        seen = walk.everything(Person(app))
        assert not NAMES.search(seen)
        assert [one for one in secrets if one in seen] == []
    walk.token = ann
    seen = walk.everything(Person(app))
    assert NAMES.search(seen), "the walk finds a sealed army: its own"
    assert [one for one in dice if one in seen] == []
    with app.app_context():
        row = registration.find(id_)
        assert row
        assert registration.may_join(row), "the walk has neither begun nor closed it"
