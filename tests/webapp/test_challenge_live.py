"""Who watches a challenge is told as soon as something happens: real clients of a real server."""

import queue
import re
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from flask import Flask

from tests.webapp.challengers import LINEUP, OTHER_LINEUP, Person, id_of
from tests.webapp.in_background import finish
from tests.webapp.live_server import PATIENCE_SECONDS, Server, Viewer, viewer
from tests.webapp.match_players import begin
from tests.webapp.stopped_clock import StoppedClock
from webapp.base.paths import PACKAGE
from webapp.challenges import seal, seats, store
from webapp.live import challenge_viewers
from webapp.live.challenge_viewers import Brief, ChallengeViewers
from webapp.live.namespace import NAMESPACE
from webapp.store import database
from webapp.store.models import Challenge, Match

DOCUMENTED = {
    *re.findall(
        r'"(\w+)":',
        (PACKAGE / "live/README.md")
        .read_text("utf-8")
        .partition("### `challenge_changed`")[2]
        .split("```")[1],
    )
}


def members(told: dict[str, Any]) -> set[str]:
    """What a message tells of a challenge and of its seats."""
    return {*told, *told["seats"], *told["seats"]["a"], *told["seats"]["b"]}


class Watcher(Viewer):
    """A viewer of a challenge."""

    def __init__(self, url: str) -> None:
        self.changes: queue.Queue[dict[str, Any]] = queue.Queue()
        super().__init__(url)
        self.client.on("challenge_changed", self.changes.put, namespace="/live")

    def follow(self, challenge: str) -> Any:
        return self.call("watch_challenge", {"challenge": challenge})

    def changed(self) -> dict[str, Any]:
        return self.changes.get(timeout=PATIENCE_SECONDS)


@pytest.fixture
def elsewhere(server: Server) -> Iterator[Flask]:
    """Another process's application on the same database: what it does has to be noticed."""
    app = server.app()
    with app.app_context():
        yield app
    app.extensions[database.KEY].kw["bind"].dispose()


@pytest.fixture
def challenge(elsewhere: Flask) -> Challenge:
    terms: dict[str, Any] = {"battle": {}, "limits": {}}
    return store.create(store.New("manymarios", terms, holder="ann", name="Ann"))


def fresh(challenge: Challenge) -> Challenge:
    found = store.find(challenge.id)
    assert found
    return found


def test_every_step_is_told_to_everybody_who_watches(server: Server, challenge: Challenge) -> None:
    with viewer(server, Watcher) as one, viewer(server, Watcher) as two:
        for each in (one, two):
            now = each.follow(challenge.id)
            assert now.pop("ok") is True
            assert now["status"] == "open"
            assert members(now) == DOCUMENTED
        seats.take(challenge, "bo", "Bo")
        for each in (one, two):
            told = each.changed()
            assert (told["status"], told["seats"]["b"]["name"]) == ("joined", "Bo")
        seal.seal(fresh(challenge), "b", LINEUP)
        for each in (one, two):
            told = each.changed()
            assert [told["seats"][side]["sealed"] for side in "ab"] == [False, True]
        seal.seal(fresh(challenge), "a", OTHER_LINEUP)
        battle = fresh(challenge).battle_id
        for each in (one, two):
            told = each.changed()
            if told["status"] == "sealed":  # it looked between the seal and the battle
                told = each.changed()
            assert (told["status"], told["battle"]) == ("countdown", battle)
            assert members(told) == DOCUMENTED


def test_who_comes_late_is_told_how_it_stands(server: Server, challenge: Challenge) -> None:
    with viewer(server, Watcher) as early, viewer(server, Watcher) as late:
        early.follow(challenge.id)
        seats.take(challenge, "bo", "Bo")
        early.changed()
        assert late.follow(challenge.id)["status"] == "joined"
        seal.seal(fresh(challenge), "a", LINEUP)
        assert late.changed()["seats"]["a"]["sealed"] is True


def test_another_wish_ends_the_one_before_it(
    server: Server, challenge: Challenge, elsewhere: Flask
) -> None:
    terms: dict[str, Any] = {"battle": {}, "limits": {}}
    other = store.create(store.New("manymarios", terms, holder="ann"))
    with viewer(server, Watcher) as one:
        one.follow(challenge.id)
        one.follow(other.id)
        seats.take(challenge, "bo", "Bo")
        seats.take(other, "cem", "Cem")
        assert one.changed()["challenge"] == other.id
        assert one.call("leave_challenge") == {"ok": True}
        assert one.changes.empty()


@pytest.mark.parametrize(
    ("wish", "status", "text"),
    [
        ({"challenge": "nothing1"}, 404, "no challenge 'nothing1'"),
        ({"challenge": 7}, 422, "challenge"),
        ({}, 422, "challenge"),
        ({"challenge": "zzzzzzzz", "side": "a"}, 422, "side"),
        ({"challenge": "\ud800\0"}, 404, "no challenge"),
        ({"challenge": "x" * 5000}, 404, "no challenge"),
        (None, 422, "object"),
        ([], 422, "object"),
    ],
)
def test_a_wish_that_makes_no_sense_is_answered(
    server: Server, wish: Any, status: int, text: str
) -> None:
    with viewer(server, Watcher) as one:
        answer = one.call("watch_challenge", wish)
    assert (answer["ok"], answer["status"]) == (False, status)
    assert text in answer["error"]


def brief_with(challenge: str, **members: Any) -> Brief:
    return {"challenge": challenge, "status": "open", "next": None, **members}


def test_a_challenge_is_looked_at_once_however_many_watch_it() -> None:
    viewers = ChallengeViewers(StoppedClock(), lambda sid, brief: None)
    assert viewers.join("one", brief_with("c")) is True
    assert viewers.join("two", brief_with("c")) is False
    assert viewers.join("two", brief_with("d")) is True
    assert viewers.viewers == {"c": {"one"}, "d": {"two"}}


@pytest.mark.parametrize("end", [{"status": "expired"}, {"status": "void"}, {"next": "d"}])
def test_what_cannot_change_any_more_is_not_looked_at(end: dict[str, str]) -> None:
    viewers = ChallengeViewers(StoppedClock(), lambda sid, brief: None)
    assert viewers.join("one", brief_with("c", **end)) is False
    assert viewers.viewers == {}


def test_the_looks_end_with_the_challenge_and_with_its_last_viewer(
    app: Flask, clock: StoppedClock
) -> None:
    sent: list[Brief] = []
    viewers = ChallengeViewers(clock, lambda sid, brief: sent.append(brief))
    with app.app_context():
        terms: dict[str, Any] = {"battle": {}, "limits": {}}
        made = store.create(store.New("manymarios", terms, holder="ann", hours=1))
    brief = brief_with(made.id, seats={})
    viewers.join("one", brief)
    # The clock goes on with every look, until the challenge expires.
    viewers.tell_changes(app, brief)
    assert [one["status"] for one in sent] == ["open", "expired"]
    assert (viewers.viewers, viewers.watched) == ({}, {})
    viewers.join("one", brief)
    viewers.leave("one")
    viewers.tell_changes(app, brief)
    assert (viewers.viewers, len(sent)) == ({}, 2)


def test_a_challenge_whose_match_newer_rules_refuse_goes_on_being_told(
    app: Flask, ann: Person, bo: Person, clock: StoppedClock
) -> None:
    """As after an update in which no unit may have an ATK of 4, and another one in which it may."""
    played = begin(ann, bo, 10)
    rewrite(app, played.id, '"atk": 4', '"atk": 5')
    clock.ms += 86_400_000
    sent: list[Brief] = []
    seconds = count(1)

    class Ticking(StoppedClock):
        def sleep(self, seconds_: float) -> None:
            clock.sleep(seconds_)
            finish(app)
            if (second := next(seconds)) == 5:
                rewrite(app, played.id, '"atk": 5', '"atk": 4')
            if second == 100:
                viewers.leave("cem")

    viewers = ChallengeViewers(Ticking(), lambda _, brief: sent.append(brief))
    with app.app_context():
        brief = challenge_viewers.brief_of(id_of(played.page))
    assert brief
    viewers.join("cem", brief)
    viewers.tell_changes(app, brief)
    assert [brief["status"], *(one["status"] for one in sent)] == ["on_air", "over"]


def test_whatever_goes_wrong_with_a_challenge_its_next_viewer_is_told_of_it(
    app: Flask, clock: StoppedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: str) -> Brief:
        raise ZeroDivisionError

    monkeypatch.setattr(challenge_viewers, "brief_of", fail)
    viewers = ChallengeViewers(clock, lambda *_: None)
    brief = brief_with("c", seats={})
    viewers.join("one", brief)
    with pytest.raises(ZeroDivisionError):
        viewers.tell_changes(app, brief)
    assert viewers.join("two", brief) is True


def rewrite(app: Flask, match: str, was: str, is_now: str) -> None:
    """Changes the armies of a match as they are stored."""
    with app.app_context(), database.session() as db, db.begin():
        stored = db.get_one(Match, match)
        stored.battle = stored.battle.replace(was, is_now)


@pytest.mark.parametrize("goes", ["disconnect", "leave_challenge"])
def test_who_goes_while_a_challenge_is_looked_up_is_not_told_of_it(
    app: Flask, ann: Person, monkeypatch: pytest.MonkeyPatch, goes: str
) -> None:
    """A database that has to be waited for lets them go in between."""
    live = next(h for h in app.extensions["socketio"].server.namespace_handlers.values())
    viewer = app.extensions["socketio"].test_client(app, namespace=NAMESPACE)
    found = challenge_viewers.brief_of

    def slowly(id_: str) -> Brief | None:
        if goes == "disconnect":
            viewer.disconnect(NAMESPACE)
        else:
            viewer.emit(goes, namespace=NAMESPACE)
        return found(id_)

    monkeypatch.setattr(challenge_viewers, "brief_of", slowly)
    wish = {"challenge": id_of(ann.challenge("manymarios"))}
    viewer.emit("watch_challenge", wish, namespace=NAMESPACE)
    assert live.challenges.viewers == {}
    assert live.newest == {}
    if goes != "disconnect":
        monkeypatch.undo()
        viewer.emit("watch_challenge", wish, namespace=NAMESPACE)
        assert [*live.challenges.viewers] == [wish["challenge"]]
        viewer.disconnect(NAMESPACE)  # or the challenge is looked at until the clock has run out
