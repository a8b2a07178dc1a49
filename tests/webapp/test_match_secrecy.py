"""Nothing of a match's secrets is told before its end, whoever asks whatever.

Two matches are played that differ in what is hidden alone: allotments, and orders that show in
nothing. Whatever is told of them, to the other player and to a spectator, has to be the same to the
letter; after the end it is not. And of every address that there is, none tells the marked army.
"""

import json
import re
from typing import Any

import gevent
import pytest
from flask import Flask

from tests.webapp.challengers import Person, id_of
from tests.webapp.conftest import StoppedClock
from tests.webapp.match_players import EVEN, Played, Player, army, begin, players
from tests.webapp.test_secrecy import PatientClock, Walk
from webapp.live.rooms import NAMESPACE, Live

MARKED = army("Quagga Vexillum", "4/0/3", "4/0/3", "2/2/1", "0/4/1", "0/4/2")
TWIN = army("Zyzzogeton", "4/3/0", "4/0/3", "2/1/1", "0/3/3", "0/3/3")
"""The same ATK letter by letter, and another DEF and HP."""
NAMES = re.compile(r"Quagga Vexillum|Zyzzogeton")
DRAWN = re.compile(r'src="data:[^"]*"|/seat/[\w.-]+|csrf_token": "[^"]*"|value="[\w.-]{60,}"')


@pytest.fixture
def clock() -> PatientClock:
    return PatientClock()


def play(app: Flask, ann: Person, bo: Person, allotment: dict[str, Any], idle: str) -> Played:
    """A match in its third round; what side a's C does besides shows in nothing."""
    page = ann.challenge("siege")
    bo.join(ann.link(page, "join"))
    ann.seal(page, allotment)
    bo.seal(page, EVEN)
    tokens = {s: str(p.standing(page)["you"]["seat"]) for s, p in (("a", ann), ("b", bo))}
    played = Played(ann.standing(page)["battle"], page, tokens)
    a, b, _ = players(app, played)
    a.order(1, A="attack", C="none")
    b.order(1, A="attack", D="defend")
    a.lock(1)
    b.lock(1)
    # Round 2: A rests or does nothing, and nobody attacks.
    a.order(2, A=idle)
    b.order(2, E="defend")
    a.lock(2)
    b.lock(2)
    a.order(3, A="attack" if idle == "recover" else "none")
    return played


def told_of(app: Flask, played: Played, person: Person, token: str | None) -> list[str]:
    """What somebody is told, by pages, the API and live messages."""
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
    ids = {played.id: "MATCH", id_of(played.page): "CHALLENGE"}
    told = []
    for answer in answers:
        answer = DRAWN.sub("", re.sub(r"\b[0-9a-f]{64}\b", "HASH", answer))
        for id_, word in ids.items():
            answer = answer.replace(id_, word)
        told.append(re.sub(r'(csrf_token"(?: value=|: ))"[^"]*"', r"\1", answer))
    return told


def live(app: Flask, played: Played, person: Person, token: str | None) -> list[Any]:
    viewer = app.extensions["socketio"].test_client(
        app, namespace=NAMESPACE, flask_test_client=person.client
    )
    wish = {"match": played.id, "from_seq": 0, "seat": token}
    answer = viewer.emit("watch_match", wish, namespace=NAMESPACE, callback=True)
    gevent.sleep(0.1)
    received = viewer.get_received(NAMESPACE)
    viewer.disconnect(NAMESPACE)
    assert {one["name"] for one in received} == {"match_events", "match_changed"}
    return [answer, json.loads(json.dumps(received, default=bytes.decode))]


def test_two_matches_that_differ_in_secrets_alone_are_told_alike(
    app: Flask, ann: Person, bo: Person, cem: Person
) -> None:
    """In round 1 a's A (ATK 4, and DEF 0 or 3) meets b's A (ATK 2); the rest is hidden."""
    one, two = (
        play(app, ann, bo, allotment, idle)
        for allotment, idle in ((MARKED, "recover"), (TWIN, "none"))
    )
    for person, side in ((bo, "b"), (cem, None)):
        tokens = [played.tokens[side] if side else None for played in (one, two)]
        if side:
            rows = [
                Player(app, p.id, t).look()["you"]["units"]
                for p, t in zip((one, two), tokens, strict=True)
            ]
            assert rows[0] == rows[1], "its own row is the same in both, so it learns nothing by it"
        assert told_of(app, one, person, tokens[0]) == told_of(app, two, person, tokens[1])
    own = [told_of(app, played, ann, played.tokens["a"]) for played in (one, two)]
    assert own[0] != own[1], "its owner sees what differs, so it would have been found"

    for played in (one, two):
        Player(app, played.id, played.tokens["b"]).resign()
    ends = [json.dumps(Player(app, played.id, None).events()) for played in (one, two)]
    assert "Quagga Vexillum" in ends[0]
    assert "Zyzzogeton" in ends[1]


def test_no_address_tells_a_players_army_before_the_end(
    app: Flask, ann: Person, bo: Person, cem: Person, battle_id: str, clock: StoppedClock
) -> None:
    page = ann.challenge("siege")
    join = ann.link(page, "join")
    bo.join(join)
    ann.seal(page, MARKED)
    bo.seal(page, EVEN)
    match = ann.standing(page)["battle"]
    arguments = {
        "id_": [id_of(page), match],
        "ruleset": ["siege"],
        "token": [join.rsplit("/", 1)[-1]],
        "filename": ["favicon.svg"],
        "kind": ["svg"],
    }
    walk = Walk(app, page, "siege", arguments)
    cem.get(page)
    for role, person in (("spectator", cem), ("stranger", Person(app))):
        assert not NAMES.search(walk.everything(person)), role
    told = Player(app, match, None).look()
    assert (told["state"], told["round"]) == ("playing", 1), "the walk has changed nothing"
    walk.token = bo.standing(page)["you"]["seat"]
    # As side b everything is tried, resigning too, which ends it: so that one comes last.
    for name in ("look", "events"):
        assert not NAMES.search(json.dumps(getattr(Player(app, match, walk.token), name)()))
    assert not NAMES.search(bo.get(f"/m/{match}") + bo.get(page))


def test_every_live_message_of_matches_is_tried() -> None:
    assert {"on_watch_match", "on_leave_match"} <= set(vars(Live))


def test_what_a_player_ordered_is_told_to_nobody_else(app: Flask, ann: Person, bo: Person) -> None:
    played = begin(ann, bo)
    a, b, cem = players(app, played)
    before = [json.dumps(one.look()) for one in (b, cem)]
    a.order(1, A="attack", D="defend")
    assert [json.dumps(one.look()) for one in (b, cem)] == before, "not even that it has ordered"
