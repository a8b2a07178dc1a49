"""The icons of the page: those of the build alone, or with those that an installed game brings."""

from pathlib import Path

import pytest
from flask import Flask

from tests.webapp.stopped_clock import StoppedClock
from webapp import create_app, games
from webapp.base import icons
from webapp.base.config import Settings
from webapp.base.svg import symbols_in

PAWN = '<symbol id="mine-pawn" viewBox="0 0 9 9"><path d="M4 0h1v9z"/></symbol>'


@pytest.fixture
def richer(
    settings: Settings, clock: StoppedClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Flask:
    """An application with a game that brings an icon."""
    path = tmp_path / "mine.svg"
    path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg">\n{PAWN}\n</svg>\n')
    monkeypatch.setattr(games, "icon_files", lambda: [path])
    return create_app(settings, clock)


def test_without_such_a_game_the_built_file_serves(app: Flask) -> None:
    with app.test_request_context():
        assert icons.url() == "/static/dist/icons.svg?v=0123456789ab"
        assert set(icons.symbols()) == {"mushroom", "spade"}


def test_all_icons_are_in_one_file(richer: Flask) -> None:
    with richer.test_request_context():
        address = icons.url()
        assert icons.symbols()["mine-pawn"] == PAWN
    assert address.startswith("/icons.svg?v=")
    answer = richer.test_client().get(address)
    assert answer.mimetype == "image/svg+xml"
    assert list(symbols_in(answer.text)) == ["mushroom", "spade", "mine-pawn"]
    assert answer.text.count("</svg>") == 1
    assert answer.headers["Access-Control-Allow-Origin"] == "*", "for battles in a sandbox"


def test_it_is_kept_for_ever_by_its_version_and_asked_for_again_without(richer: Flask) -> None:
    client = richer.test_client()
    with richer.test_request_context():
        kept = client.get(icons.url())
    assert "max-age=31536000" in kept.headers["Cache-Control"]
    again = client.get("/icons.svg", headers={"If-None-Match": kept.headers["ETag"]})
    assert again.status_code == 304
    assert again.headers["Cache-Control"] == "no-cache"
