"""Who watches a match is told at once what they may know: real clients of a real server."""

import queue
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from flask import Flask
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from tests.webapp.challengers import Person
from tests.webapp.live_server import PATIENCE_SECONDS, Server, Viewer, viewer
from tests.webapp.match_players import Played, Player, begin, players
from tests.webapp.stopped_clock import StoppedClock
from webapp.live.match_viewers import TICK_SECONDS, MatchViewers, Message
from webapp.live.match_viewers import Viewer as MatchViewer
from webapp.matches import playing, store
from webapp.store import database, removal


class Watcher(Viewer):
    """A viewer of a match."""

    def __init__(self, url: str) -> None:
        self.pieces: queue.Queue[dict[str, Any]] = queue.Queue()
        self.changes: queue.Queue[dict[str, Any]] = queue.Queue()
        super().__init__(url)
        self.client.on("match_events", self.pieces.put, namespace="/live")
        self.client.on("match_changed", self.changes.put, namespace="/live")
        self.gone: queue.Queue[dict[str, Any]] = queue.Queue()
        self.client.on("match_gone", self.gone.put, namespace="/live")

    def follow(self, match: str, from_seq: int = 0, seat: str | None = None) -> Any:
        return self.call("watch_match", {"match": match, "from_seq": from_seq, "seat": seat})

    def changed(self) -> dict[str, Any]:
        return self.changes.get(timeout=PATIENCE_SECONDS)

    def piece(self) -> dict[str, Any]:
        return self.pieces.get(timeout=PATIENCE_SECONDS)


@pytest.fixture
def elsewhere(server: Server) -> Iterator[Flask]:
    """Another process's application on the same database: what it does has to be noticed."""
    app = server.app()
    yield app
    app.extensions[database.KEY].kw["bind"].dispose()


@pytest.fixture
def played(elsewhere: Flask) -> Played:
    return begin(Person(elsewhere), Person(elsewhere))


def ignored(_sid: str, _told: Message) -> None:
    """What is told to nobody."""


def types(piece: dict[str, Any]) -> list[str]:
    return [event["type"] for event in piece["events"]]


def test_each_is_told_what_it_may_know(server: Server, elsewhere: Flask, played: Played) -> None:
    a, b, _ = players(elsewhere, played)
    with viewer(server, Watcher) as ann, viewer(server, Watcher) as cem:
        assert ann.follow(played.id, seat=played.tokens["a"])["side"] == "a"
        assert cem.follow(played.id)["side"] is None
        assert types(ann.piece()) == ["battle_started", "army_mustered"]
        assert types(cem.piece()) == ["battle_started"]
        assert ann.changed()["you"]["side"] == "a"
        assert cem.changed()["you"] is None

        b.order(1, A="attack", E="defend")
        b.lock(1)
        told = [ann.changed(), cem.changed()]
        assert told[0]["locked"] == told[1]["locked"] == {"a": False, "b": True}
        assert "attack" not in str(told[1]), "that it has locked, and not what"
        assert told[0]["you"]["orders"] == {}

        a.order(1, D="defend")
        a.lock(1)
        piece = cem.piece()
        assert piece["from_seq"] == 1
        assert "orders_given" not in types(piece)
        assert "orders_given" in types(ann.piece())
        while cem.changed()["round"] != 2:
            pass


def test_that_somebody_has_ordered_is_told_to_themselves_alone(
    server: Server, elsewhere: Flask, played: Played
) -> None:
    """Not even an empty message says so: the next one that the others get is of the lock."""
    a, b, _ = players(elsewhere, played)
    with viewer(server, Watcher) as bo, viewer(server, Watcher) as ann:
        bo.follow(played.id, seat=played.tokens["b"])
        ann.follow(played.id, seat=played.tokens["a"])
        assert bo.changed()["you"]["orders"] == ann.changed()["you"]["orders"] == {}
        for order in ("attack", "none"):
            b.order(1, A=order)
            assert bo.changed()["you"]["orders"] == {"A": order}, "the look is over by now"
        a.order(1, D="defend")
        assert ann.changed()["you"]["orders"] == {"D": "defend"}, "her first news since she came"
        b.lock(1)
        assert ann.changed()["locked"] == bo.changed()["locked"] == {"a": False, "b": True}


def test_who_comes_back_is_sent_what_is_missing(
    server: Server, elsewhere: Flask, played: Played
) -> None:
    a, b, _ = players(elsewhere, played)
    with viewer(server, Watcher) as early:
        early.follow(played.id, seat=played.tokens["b"])
        have = early.piece()["events"]
    a.order(1, D="defend")
    b.order(1, D="defend")
    a.lock(1)
    b.lock(1)
    with viewer(server, Watcher) as again:
        again.follow(played.id, len(have), played.tokens["b"])
        piece = again.piece()
    assert piece["from_seq"] == len(have)
    assert have + piece["events"] == b.events()


def test_a_server_that_was_killed_goes_on_with_the_round(tmp_path: Any) -> None:
    server = Server(tmp_path)
    app = server.app()
    played = begin(Person(app), Person(app))
    a, b, _ = players(app, played)
    a.order(1, D="defend", E="defend")
    a.lock(1)
    before = a.look()
    server.kill()
    server.start()
    try:
        with viewer(server, Watcher) as ann:
            ann.follow(played.id, seat=played.tokens["a"])
            told = ann.changed()
            assert told["you"]["orders"] == {"D": "defend", "E": "defend"}
            assert told["locked"] == {"a": True, "b": False}
            assert told["deadline_ms"] == before["deadline_ms"]
            b.order(1, D="defend")
            b.lock(1)
            while told["round"] == 1:
                told = ann.changed()
            assert told["round"] == 2
    finally:
        server.kill()
        app.extensions[database.KEY].kw["bind"].dispose()


def test_the_end_is_shown_to_all(server: Server, elsewhere: Flask, played: Played) -> None:
    _, b, _ = players(elsewhere, played)
    with viewer(server, Watcher) as cem:
        cem.follow(played.id)
        cem.piece()
        b.resign()
        piece = cem.piece()
        assert types(piece)[-3:] == ["army_revealed", "army_revealed", "battle_ended"]
        assert piece["over"] is True
        told = cem.changed()
        while told["battle"] is None:
            told = cem.changed()
        assert told["winner"] == "a"


@pytest.mark.parametrize(
    ("wish", "status", "text"),
    [
        ({"match": "nothing1"}, 404, "no match"),
        ({"match": 7}, 422, "match"),
        ({}, 422, "match"),
        ({"match": "zzzzzzzz", "side": "a"}, 422, "side"),
        ({"match": "zzzzzzzz", "from_seq": -1}, 422, "0 or more"),
        ({"match": "\ud800\0"}, 404, "no match"),
        (None, 422, "object"),
    ],
)
def test_a_wish_that_makes_no_sense_is_answered(
    server: Server, wish: Any, status: int, text: str
) -> None:
    with viewer(server, Watcher) as one:
        answer = one.call("watch_match", wish)
        assert (answer["ok"], answer["status"]) == (False, status)
        assert text in answer["error"]
        assert one.call("leave_match") == {"ok": True}


def test_a_seat_of_another_match_opens_nothing(
    server: Server, elsewhere: Flask, played: Played
) -> None:
    other = begin(Person(elsewhere), Person(elsewhere))
    with viewer(server, Watcher) as one:
        assert one.follow(played.id, seat=other.tokens["a"])["status"] == 404
        assert one.follow(played.id, seat="")["status"] == 404


def test_a_match_in_which_nothing_happens_is_not_worked_out_anew(
    app: Flask, ann: Person, bo: Person, clock: StoppedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 300 looks the first finds who has come, another one that the round's time is up."""
    played = begin(ann, bo, 60)
    folded: list[str] = []
    play = playing.play
    monkeypatch.setattr(playing, "play", lambda *of: folded.append(of[0].id) or play(*of))
    sent: list[Message] = []
    looks = count(1)

    class Ticking(StoppedClock):
        def now_ms(self) -> int:
            return clock.now_ms()

        def sleep(self, seconds: float) -> None:
            assert seconds == TICK_SECONDS
            number = next(looks)
            if number == 150:
                clock.ms += 70_000
            if number == 300:
                watched.leave("cem")

    watched = MatchViewers(Ticking(), lambda _, told: sent.append(told), ignored, ignored)
    assert watched.join("cem", MatchViewer(played.id, None, 0))
    assert not watched.join("cem", MatchViewer(played.id, None, 0)), "one look for all"
    watched.tell_changes(app, played.id)
    assert [told["round"] for told in sent] == [1, 2]
    # A look folds for itself alone; one that plays a round folds before and after.
    assert len(folded) == 1 + 2 + 1
    assert watched.join("dan", MatchViewer(played.id, None, 0)), "nobody looked any more"


def test_a_database_that_is_busy_for_a_moment_is_looked_at_again(
    app: Flask, ann: Person, bo: Person, clock: StoppedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = begin(ann, bo)
    marks = iter([OperationalError("SELECT", {}, Exception("database is locked"))])
    mark = store.mark

    def busy_at_first(match: str) -> store.Mark:
        for error in marks:
            raise error
        return mark(match)

    monkeypatch.setattr(store, "mark", busy_at_first)
    sent: list[Message] = []

    def tell(sid: str, told: Message) -> None:
        sent.append(told)
        watched.leave(sid)

    watched = MatchViewers(clock, tell, ignored, ignored)
    watched.join("cem", MatchViewer(played.id, None, 0))
    watched.tell_changes(app, played.id)
    assert [told["round"] for told in sent] == [1]


def test_of_a_match_that_was_removed_everybody_is_told(
    server: Server, elsewhere: Flask, played: Played
) -> None:
    """Also whoever looks on; it is no error of the database, to be tried again for ever."""
    with viewer(server, Watcher) as ann, viewer(server, Watcher) as cem:
        ann.follow(played.id, seat=played.tokens["a"])
        cem.follow(played.id)
        for one in (ann, cem):
            one.changed()
        with Session(elsewhere.extensions[database.KEY].kw["bind"]) as db:
            for thing in removal.things(db, played.id):
                removal.remove(db, thing)
            db.commit()
        for one in (ann, cem):
            assert one.gone.get(timeout=PATIENCE_SECONDS) == {"match": played.id}
        assert cem.follow(played.id)["status"] == 404


def test_the_streams_end_with_the_match(server: Server, elsewhere: Flask, played: Played) -> None:
    player = Player(elsewhere, played.id, played.tokens["a"])
    with viewer(server, Watcher) as one:
        one.follow(played.id)
        player.resign()
        while one.changed()["battle"] is None:
            pass
        while not one.piece()["over"]:
            pass
        one.follow(played.id)
        assert one.piece()["over"] is True, "who comes later is shown it, too"
