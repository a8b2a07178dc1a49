"""The scenes and guided tours that games bring."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient

import engine
from tests.webapp.page_parts import page_data
from tests.webapp.stopped_clock import StoppedClock
from webapp.base import games, samples
from webapp.base.game import Game, Scene
from webapp.html import scenes

WORDS = {"headings": [], "minor": [], "fields": {}, "things": {}, "sentences": {}}
MODULE = 'export const createView = () => "</script>";'


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Many Marios as an external game, with an unbuilt scene."""
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


def test_unbuilt_scene_is_served(client: FlaskClient, installed: Game, battle_id: str) -> None:
    scene = page_data(client.get(f"/b/{battle_id}").text)["scene"]
    with client.get(scene["module"]) as module:
        assert (module.text, module.mimetype) == (MODULE, "text/javascript")
        assert "max-age=31536000" in module.headers["Cache-Control"]
        assert module.headers["Access-Control-Allow-Origin"] == "*", "for battles in a sandbox"
    with client.get(scene["style"]) as style:
        assert (style.text, style.mimetype) == (".mine { color: red }", "text/css")
    assert scene["words"] == WORDS
    for name in ("secret.txt", "words.json", "..%2Fsecret.txt"):
        assert client.get(f"/scenes/manymarios/{name}").status_code == 404, name
    assert client.get("/scenes/nothing/view.js").status_code == 404


def test_address_has_a_hash_and_style_is_optional(app: Flask, installed: Game) -> None:
    with app.test_request_context():
        before = scenes.files(installed)
        (installed.scene.folder / "mine.js").write_text("export const createView = null;")
        after = scenes.files(installed)
        plain = replace(installed, scene=replace(installed.scene, style=None))
        assert scenes.files(plain)["style"] is None
        assert scenes.inlined(plain)[1] == ""
        assert scenes.tour(installed, "battle") is None, "its folder has none"
    assert before["module"] != after["module"]
    assert before["style"] == after["style"]


def test_the_page_of_a_match_has_a_module_of_its_game(app: Flask) -> None:
    with app.test_request_context():
        found = scenes.match_files(games.game("siege"))
        assert found["module"] == scenes.files(games.game("siege"))["module"]
        assert found["match"]["module"].startswith("/static/dist/match-siege.js?v=")
        assert found["match"]["style"].startswith("/static/dist/match-siege.css?v=")


def test_the_downloaded_page_holds_the_module(
    client: FlaskClient, clock: StoppedClock, installed: Game, battle_id: str
) -> None:
    clock.ms += 1_000_000
    html = client.get(f"/b/{battle_id}/battlereel.html").text
    assert 'export const createView = () => "<\\/script>";\nbattlereel.play(createView);' in html
    assert ".mine { color: red }" in html


TOURS: dict[str, dict[str, list[dict[str, str]]]] = {
    game.id: json.loads(path.read_text("utf-8"))
    for game in games.games().values()
    if (path := game.scene.folder / scenes.TOUR).is_file()
}


@pytest.mark.parametrize("id_", TOURS)
def test_every_step_is_short_and_comes_up_in_a_sample_battle(id_: str) -> None:
    of_game, tour = samples.load(games.game(id_)), TOURS[id_]
    first: dict[str, dict[str, Any]] = {}
    for sample in of_game.battles.values():
        for event in engine.play(of_game.battle_file(sample)).events:
            fields = msgspec.to_builtins(event)
            first.setdefault(fields["type"], fields)
    for told in tour.values():
        assert 3 <= len(told) <= 5
        assert all(len(re.findall(r"[.!?](?: |$)", step["text"])) <= 3 for step in told)
        assert all(set(step) <= {"on", "at", "text"} for step in told)
    for step in tour["battle"]:
        assert step["on"] in first
        if re.fullmatch(r"\w+", step["at"]):
            assert step["at"] in first[step["on"]], step


def test_pages_of_battles_name_the_tour_of_their_game(client: FlaskClient) -> None:
    for id_, steps in TOURS.items():
        of_game = samples.load(games.game(id_))
        sample = next(iter(of_game.battles.values()))
        made = client.post("/api/v1/battles", json=of_game.battle_file(sample)).get_json()
        tour = page_data(client.get(f"/b/{made['id']}").text)["tour"]
        assert tour["name"] == f"tour.battle.{id_}"
        assert [step["text"] for step in tour["steps"]] == [one["text"] for one in steps["battle"]]
