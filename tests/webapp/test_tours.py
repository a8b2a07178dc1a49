"""The guided tours that games bring: each step can come up, and is short."""

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient

import engine
from tests.webapp.page_parts import page_data
from webapp import games
from webapp.base.game import Game
from webapp.battles import samples
from webapp.pages import scenes

WITH_TOUR = [game for game in games.games().values() if (game.scene.folder / scenes.TOUR).is_file()]


def steps(game: Game, part: str) -> list[dict[str, str]]:
    content: dict[str, Any] = json.loads((game.scene.folder / scenes.TOUR).read_text("utf-8"))
    return list(content.get(part, []))


@pytest.mark.parametrize("game", WITH_TOUR, ids=lambda game: game.id)
def test_every_step_comes_up_in_a_sample_battle(game: Game) -> None:
    of_game = samples.load(game)
    first: dict[str, dict[str, Any]] = {}
    for sample in of_game.battles.values():
        for event in engine.play(of_game.battle_file(sample)).events:
            fields = msgspec.to_builtins(event)
            first.setdefault(fields["type"], fields)
    for step in steps(game, "battle"):
        assert step["on"] in first
        if re.fullmatch(r"\w+", step["at"]):
            assert step["at"] in first[step["on"]], step


@pytest.mark.parametrize("game", WITH_TOUR, ids=lambda game: game.id)
def test_a_tour_is_three_to_five_steps_of_one_or_two_sentences(game: Game) -> None:
    for part in ("battle", "match"):
        told = steps(game, part)
        assert not told or 3 <= len(told) <= 5
        assert all(len(re.findall(r"[.!?](?: |$)", step["text"])) <= 3 for step in told)
        assert all(set(step) <= {"on", "at", "text"} for step in told)


def test_a_game_without_a_tour_offers_none(app: Flask, tmp_path: Path) -> None:
    game = cast(Game, SimpleNamespace(id="x", scene=SimpleNamespace(folder=tmp_path)))
    with app.test_request_context():
        assert scenes.tour(game, "battle") is None


def test_pages_of_battles_name_the_tour_of_their_game(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        samples.store(WITH_TOUR)
    for game in WITH_TOUR:
        of_game = samples.load(game)
        sample = next(iter(of_game.battles.values()))
        tour = page_data(client.get(f"/b/{of_game.page_id(sample)}").text)["tour"]
        assert tour["name"] == f"tour.battle.{game.id}"
        assert [step["text"] for step in tour["steps"]] == [
            step["text"] for step in steps(game, "battle")
        ]
