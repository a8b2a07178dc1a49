"""Nothing of a match's secrets is told before its end, whoever asks whatever.

Two matches are played that differ in what is hidden alone: allotments, and orders that show in
nothing. Whatever is told of them, to the other player and to a spectator, has to be the same to the
letter; after the end it is not. And of every address that there is, none tells the marked army.
"""

import json
import re
from typing import Any, NamedTuple

import gevent
import pytest
from flask import Flask

from tests.webapp.challengers import Person, id_of
from tests.webapp.live_server import PATIENCE_SECONDS
from tests.webapp.match_players import EVEN, Played, Player, army, players, sealed
from tests.webapp.test_secrecy import PatientClock, Walk
from webapp.live.namespace import NAMESPACE
from webapp.matches import rounds

Orders = dict[str, str]
MARKED = army("Quagga Vexillum", "4/0/3", "4/0/3", "2/2/1", "0/4/1", "0/4/2")
TWIN = army("Zyzzogeton", "4/3/0", "4/0/3", "2/1/1", "0/3/3", "0/3/3")
"""The same ATK letter by letter, and another DEF and HP."""
NAMES = re.compile(r"Quagga Vexillum|Zyzzogeton")
DRAWN = re.compile(r'src="data:[^"]*"|/seat/[\w.-]+|csrf_token": "[^"]*"|value="[\w.-]{60,}"')


@pytest.fixture
def clock() -> PatientClock:
    return PatientClock()


class World(NamedTuple):
    """Both armies, and what both order: the last round's orders are given, and not played yet."""

    a: dict[str, Any]
    b: dict[str, Any]
    rounds: list[tuple[Orders, Orders]]


MARKED_WORLD = World(
    MARKED,
    EVEN,
    [
        ({"A": "attack", "C": "none"}, {"A": "attack", "D": "defend"}),
        ({"A": "recover"}, {"E": "defend"}),
        ({"A": "attack"}, {}),
    ],
)
TWIN_WORLD = World(
    TWIN,
    EVEN,
    [MARKED_WORLD.rounds[0], ({"A": "none"}, {"E": "defend"}), ({"A": "none"}, {})],
)
"""In round 1 a's A (ATK 4, and DEF 0 or 3) meets b's A (ATK 2); the rest is hidden."""


def play(app: Flask, ann: Person, bo: Person, world: World) -> Played:
    """A match in its last round, in which both have ordered; Ann is side a."""
    page = ann.challenge("siege")
    bo.join(ann.link(page, "join"))
    played = sealed(page, ann, world.a, bo, world.b)
    both = players(app, played)[:2]
    for number, given in enumerate(world.rounds, start=1):
        for player, wanted in zip(both, given, strict=True):
            player.order(number, **wanted)
            if number < len(world.rounds):
                player.lock(number)
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
    ids = {played.id: "MATCH", id_of(played.page): "CHALLENGE"}
    told = []
    for answer in answers:
        answer = DRAWN.sub("", re.sub(r"\b[0-9a-f]{64}\b", "HASH", answer))
        for id_, word in ids.items():
            answer = answer.replace(id_, word)
        told.append(re.sub(r'(csrf_token"(?: value=|: ))"[^"]*"', r"\1", answer))
    return told


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


def test_two_matches_that_differ_in_secrets_alone_are_told_alike(
    app: Flask, ann: Person, bo: Person, cem: Person
) -> None:
    matches = [play(app, ann, bo, world) for world in (MARKED_WORLD, TWIN_WORLD)]
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
    played = play(app, ann, bo, MARKED_WORLD)
    everybody = live(app, played, cem, None)
    assert live(app, played, ann, None) != everybody, "her own army, so it would have been found"
    assert live(app, played, ann, None, spectator=True) == everybody
    assert live(app, played, ann, played.tokens["a"], spectator=True) == everybody


def test_no_address_tells_a_players_army_before_the_end(
    app: Flask, ann: Person, bo: Person, cem: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = ann.challenge("siege", listed="on")  # and so it is on TV
    join = ann.link(page, "join")
    bo.join(join)
    ann.seal(page, MARKED)
    bo.seal(page, EVEN)
    match = ann.standing(page)["battle"]
    arguments = {
        "format_": ["csv"],
        "number": ["1"],
        "id_": [id_of(page), match],
        "other": [match],
        "ruleset": ["siege"],
        "token": [join.rsplit("/", 1)[-1]],
        "side": ["a", "b"],
        "day": ["2026-11-01"],
        "filename": ["favicon.svg"],
        "kind": ["svg"],
        "name": ["scene-siege.js"],
    }
    walk = Walk(app, page, "siege", arguments)
    cem.get(page)
    # A walk tries everything, and this would end the match.
    monkeypatch.setattr(rounds, "resign", lambda match, _: match)
    for role, person in (("opponent", bo), ("spectator", cem)):
        assert not NAMES.search(walk.everything(person)), role
    walk.token = bo.standing(page)["you"]["seat"]
    assert not NAMES.search(walk.everything(Person(app))), "a program with the opponent's token"
    told = Player(app, match, None).look()
    assert (told["state"], told["round"]) == ("playing", 1), "the walk has changed nothing"
    walk.token = None
    assert NAMES.search(walk.everything(ann)), "she sees what she has, so it would have been found"
