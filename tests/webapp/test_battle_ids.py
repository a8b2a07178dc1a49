"""A battle keeps its id: only a sample, whose id is fixed, is ever stored anew."""

from collections.abc import Iterator

import pytest
from flask import Flask
from sqlalchemy.exc import IntegrityError

import engine
from tests.webapp.battle_files import BATTLE
from tests.webapp.stack_files import STACKS
from webapp import games
from webapp.battles import samples
from webapp.battles import store as battles


@pytest.fixture(autouse=True)
def in_context(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield


def put(file: dict[str, object], **airing: object) -> battles.Battle:
    recording = engine.play(file, seed=1)
    game = games.game(recording.header.ruleset)
    return battles.put_on_air(game, recording, battles.Airing(**airing))  # type: ignore[arg-type]


def test_a_taken_id_is_drawn_again_and_keeps_its_battle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(battles, "new_id", iter(["bcdfghjk", "bcdfghjk", "kjhgfdcb"]).__next__)
    first, second = put(BATTLE, title="first"), put(STACKS, title="second")
    assert (first.id, second.id) == ("bcdfghjk", "kjhgfdcb")
    monkeypatch.setattr(battles, "new_id", lambda: "bcdfghjk")
    with pytest.raises(IntegrityError):
        put(STACKS, title="third")
    kept = battles.find("bcdfghjk")
    assert kept is not None
    assert (kept.title, kept.digest) == ("first", first.digest)


def test_battles_of_one_recording_have_addresses_of_their_own() -> None:
    """Or whoever starts battles with guessed seeds would know the one on air by its address."""
    first, second = put(BATTLE), put(BATTLE)
    assert first.digest == second.digest
    assert first.version != second.version


def test_a_sample_may_be_stored_anew_under_its_id() -> None:
    game = games.game(next(iter(games.games())))
    found = samples.load(game)
    id_ = found.page_id(next(iter(found.battles.values())))
    put(BATTLE, starts_at_ms=0, title="old", sample_id=id_)
    put(STACKS, starts_at_ms=0, title="new", sample_id=id_)
    kept = battles.find(id_)
    assert kept is not None
    assert (kept.title, kept.sample) == ("new", True)
