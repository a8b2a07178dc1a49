"""The scene of a game: built together with the page, or installed beside it."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.present import require
from tests.webapp.page_parts import page_data
from tests.webapp.stopped_clock import StoppedClock
from webapp import games
from webapp.base.game import Game, Scene
from webapp.pages import scenes

WORDS = {"headings": [], "minor": [], "fields": {}, "things": {}, "sentences": {}}
MODULE = 'export const createView = () => "</script>";'


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Many Marios, as if it had been installed from elsewhere, with a scene that nobody builds."""
    require("manymarios")
    folder = tmp_path / "scene"
    folder.mkdir()
    (folder / "words.json").write_text(json.dumps(WORDS))
    (folder / "pace.json").write_bytes(
        (games.game("manymarios").scene.folder / "pace.json").read_bytes()
    )
    (folder / "mine.js").write_text(MODULE)
    (folder / "mine.css").write_text(".mine { color: red }")
    (folder / "secret.txt").write_text("nobody's business")
    game = replace(games.game("manymarios"), scene=Scene(folder, "mine.js", "mine.css"))
    monkeypatch.setattr(games, "games", lambda: {game.id: game})
    return game


def test_a_scene_that_nobody_built_is_served_from_its_folder(
    client: FlaskClient, installed: Game, battle_id: str
) -> None:
    scene = page_data(client.get(f"/b/{battle_id}").text)["scene"]
    with client.get(scene["module"]) as module:
        assert (module.text, module.mimetype) == (MODULE, "text/javascript")
        assert "max-age=31536000" in module.headers["Cache-Control"]
        assert module.headers["Access-Control-Allow-Origin"] == "*", "for battles in a sandbox"
    with client.get(scene["style"]) as style:
        assert (style.text, style.mimetype) == (".mine { color: red }", "text/css")
    assert scene["words"] == WORDS


def test_its_address_changes_with_its_content(app: Flask, installed: Game) -> None:
    with app.test_request_context():
        before = scenes.files(installed)
        (installed.scene.folder / "mine.js").write_text("export const createView = null;")
        after = scenes.files(installed)
    assert before["module"] != after["module"]
    assert before["style"] == after["style"]


def test_a_scene_may_have_no_style(app: Flask, client: FlaskClient, installed: Game) -> None:
    plain = replace(installed, scene=replace(installed.scene, style=None))
    with app.test_request_context():
        assert scenes.files(plain)["style"] is None
        assert scenes.inlined(plain) == (MODULE, "")


def test_the_page_of_a_match_has_a_module_of_its_game(app: Flask) -> None:
    with app.test_request_context():
        found = scenes.match_files(games.game("siege"))
        assert found["module"] == scenes.files(games.game("siege"))["module"]
        assert found["match"]["module"].startswith("/static/dist/match-siege.js?v=")
        assert found["match"]["style"].startswith("/static/dist/match-siege.css?v=")


@pytest.mark.parametrize("name", ["secret.txt", "words.json", "..%2Fsecret.txt"])
def test_nothing_else_is_served_from_its_folder(
    client: FlaskClient, installed: Game, name: str
) -> None:
    assert client.get(f"/scenes/manymarios/{name}").status_code == 404


def test_a_scene_that_was_built_has_no_file_of_its_own(client: FlaskClient) -> None:
    assert client.get("/scenes/manymarios/scene-manymarios.js").status_code == 404
    assert client.get("/scenes/nothing/view.js").status_code == 404


def test_the_downloaded_page_holds_the_module(
    client: FlaskClient, clock: StoppedClock, installed: Game, battle_id: str
) -> None:
    clock.ms += 1_000_000
    html = client.get(f"/b/{battle_id}/battlereel.html").text
    assert 'export const createView = () => "<\\/script>";\nbattlereel.play(createView);' in html
    assert ".mine { color: red }" in html
