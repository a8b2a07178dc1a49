"""A match's secrets stay secret until its end: two matches that differ only in hidden parts give
equal answers, and no address reveals the marked army."""

import json
import re
from typing import Any

import gevent
import pytest
from flask import Flask

from tests.webapp.challengers import API, Person, id_of
from tests.webapp.live_server import PATIENCE_SECONDS
from tests.webapp.match_players import EVEN, SPEARS, Played, Player, army, players, sealed
from tests.webapp.test_secrecy import LONG, PatientClock, Walk, arguments
from webapp.challenges import proof_check
from webapp.live.namespace import NAMESPACE
from webapp.matches import store

MARKED = army("Quagga Vexillum", "4/0/3", "4/0/3", "2/2/1", "0/4/1", "0/4/2")
TWIN = army("Zyzzogeton", "4/3/0", "4/0/3", "2/1/1", "0/3/3", "0/3/3")
"""The same ATK by letter, other DEF and HP."""
NAMES = re.compile(r"Quagga Vexillum|Zyzzogeton")
DRAWN = (
    r'src="data:[^"]*"|/seat/[\w.-]+|csrf_token": "[^"]*"|value="[\w.-]{60,}"|\b[0-9a-f]{64}\b'
    r'|csrf_token" value="[^"]*"'
)


@pytest.fixture
def clock() -> PatientClock:
    return PatientClock()


def play(
    app: Flask, ann: Person, bo: Person, own: dict[str, Any], second: str, third: str
) -> Played:
    """Return a match in round 3, both ordered, Ann (a) with this army: her A (ATK 4) meets Bo's in
    round 1 only."""
    page = ann.challenge("siege")
    bo.join(ann.link(page, "join"))
    played = sealed(page, ann, own, bo, EVEN)
    a, b, _ = players(app, played)
    a.order(1, A="attack", C="none")
    b.order(1, A="attack", D="defend")
    for number, order in ((2, second), (3, third)):
        a.lock(number - 1)
        b.lock(number - 1)
        a.order(number, A=order)
        if number == 2:
            b.order(2, E="defend")
    return played


def told_of(app: Flask, played: Played, person: Person, token: str | None) -> list[str]:
    player = Player(app, played.id, token)
    answers = [
        json.dumps(player.look()),
        json.dumps(player.send("GET", "/events")),
        person.get(played.page),
        person.get(f"/m/{played.id}"),
        json.dumps(live(app, played, person, token)),
    ]
    if token:
        answers.append(json.dumps(player.send("GET", "/notebook")))
    drawn = re.compile(f"{DRAWN}|{played.id}|{id_of(played.page)}")
    return [drawn.sub("", answer) for answer in answers]


def live(
    app: Flask, played: Played, person: Person, token: str | None, *, spectator: bool = False
) -> list[Any]:
    viewer = app.extensions["socketio"].test_client(
        app, namespace=NAMESPACE, flask_test_client=person.client
    )
    wish = {"match": played.id, "from_seq": 0, "seat": token, "spectator": spectator}
    answer = viewer.emit("watch_match", wish, namespace=NAMESPACE, callback=True)
    received: list[Any] = []
    with gevent.Timeout(PATIENCE_SECONDS):
        while not any(one["name"] == "match_changed" for one in received):  # comes last
            gevent.sleep(0.01)
            received += viewer.get_received(NAMESPACE)
    viewer.disconnect(NAMESPACE)
    assert {one["name"] for one in received} == {"match_events", "match_changed"}
    return [answer, json.loads(json.dumps(received, default=bytes.decode))]


def test_secrets_do_not_change_messages(app: Flask, ann: Person, bo: Person, cem: Person) -> None:
    matches = [
        play(app, ann, bo, MARKED, "recover", "attack"),
        play(app, ann, bo, TWIN, "none", "none"),
    ]
    for person, side in ((bo, "b"), (cem, None)):
        told = [told_of(app, p, person, p.tokens[side] if side else None) for p in matches]
        assert told[0] == told[1], side
    own = [told_of(app, played, ann, played.tokens["a"]) for played in matches]
    assert own[0] != own[1], "its owner sees what differs, so it would have been found"

    for played in matches:
        Player(app, played.id, played.tokens["b"]).resign()
    ends = [json.dumps(Player(app, played.id, None).events()) for played in matches]
    assert "Quagga Vexillum" in ends[0]
    assert "Zyzzogeton" in ends[1]


def test_player_as_spectator(app: Flask, ann: Person, bo: Person, cem: Person) -> None:
    played = play(app, ann, bo, MARKED, "recover", "attack")
    everybody = live(app, played, cem, None)
    assert live(app, played, ann, None) != everybody, "her own army, so it would have been found"
    assert live(app, played, ann, None, spectator=True) == everybody
    assert live(app, played, ann, played.tokens["a"], spectator=True) == everybody


@pytest.mark.parametrize(
    "role", ["opponent", *(pytest.param(role, marks=LONG) for role in ("spectator", "program"))]
)
def test_no_address_tells_a_players_army_before_the_end(
    app: Flask, ann: Person, bo: Person, cem: Person, monkeypatch: pytest.MonkeyPatch, role: str
) -> None:
    """A program has the opponent's token."""
    page = ann.challenge("siege", listed="on")  # and so it is on TV
    join = ann.link(page, "join")
    bo.join(join)
    ann.seal(page, MARKED)
    bo.seal(page, EVEN)
    match = ann.standing(page)["battle"]
    walk = Walk(app, page, "siege", arguments("siege", join, id_of(page), match))
    cem.get(page)
    # A walk tries everything, and this would end the match.
    monkeypatch.setattr(store, "resign", lambda match, _: match)
    if role == "program":
        walk.token = bo.standing(page)["you"]["seat"]
    person = {"opponent": bo, "spectator": cem}.get(role) or Person(app)
    assert not NAMES.search(walk.everything(person))
    told = Player(app, match, None).look()
    assert (told["state"], told["round"]) == ("playing", 1), "the walk has changed nothing"
    assert NAMES.search(ann.get(f"/m/{match}")), "she sees what would have been found"


def proof_of(person: Person, played: Played, status: int = 200) -> Any:
    answer = person.client.get(f"{API}/{id_of(played.page)}/proof")
    assert answer.status_code == status, answer.text
    return answer.get_json()


def findings(proof: Any) -> list[tuple[bool | None, str]]:
    found = proof_check.findings(proof_check.read(json.dumps(proof).encode()), ())
    return [(finding.holds, str(finding.text)) for finding in found]


@pytest.mark.parametrize("end", ["the castle falls", "b resigns"])
def test_proof_of_match_holds(a: Player, b: Player, ann: Person, played: Played, end: str) -> None:
    """Ann's C walks into an empty castle: its 2 ATK exceed no DEF."""
    proof_of(ann, played, 409)
    if end == "b resigns":
        b.resign()
    else:
        a.order(1, C="attack", D="defend", E="defend")
        a.lock(1)
        b.lock(1)
    assert a.look()["winner"] == "a"
    proof = proof_of(ann, played)
    assert [proof["seats"][side]["army"] for side in "ab"] == [SPEARS, EVEN]
    found = findings(proof)
    # The secret, two armies, the seed, the battle file, and the battle played again.
    assert [holds for holds, _text in found] == [True] * 6, found
    if end == "the castle falls":
        proof["recording"][0]["battle"]["sides"][1]["orders"] = [{"A": "defend"}]
        (forged,) = [text for holds, text in findings(proof) if holds is False]
        assert "again" in forged
