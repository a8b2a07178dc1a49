"""Whoever makes an army of their own out of another one can tell the two from each other."""

from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.present import require
from tests.webapp.page_parts import page_data
from tests.webapp.plain_form import Visitor
from tests.webapp.stopped_clock import StoppedClock
from tests.webapp.test_armies_saved import TOADS, saved
from webapp import create_app, games
from webapp.armies.builder.naming import to_edit
from webapp.base.config import Settings
from webapp.store import database

TRIO = "/build/manymarios?from=sample:masked-trio"


def name_at(client: FlaskClient, address: str, language: str = "en") -> str:
    """The name that stands in the editor."""
    html = client.get(address, headers={"Accept-Language": language}).text
    return str(page_data(html)["army"].get("name", ""))


def test_a_ready_made_army_is_named_anew_before_it_is_saved(client: FlaskClient) -> None:
    require("manymarios")
    names = []
    for _ in range(3):
        names.append(name_at(client, TRIO))
        saved(client, {**TOADS, "name": names[-1]})
    assert names == ["Masked trio (mine)", "Masked trio (mine 2)", "Masked trio (mine 3)"]


def test_so_is_one_that_comes_as_text(client: FlaskClient) -> None:
    require("manymarios")
    address = "/build/manymarios?army=%3D Masked trio%0AToad"
    assert name_at(client, address) == "Masked trio (mine)"
    assert name_at(client, address.replace("Masked", "Other")) == "Other trio"


def test_a_fork_of_ones_own_army_has_a_number(client: FlaskClient) -> None:
    require("manymarios")
    first = saved(client)
    fork = f"/build/manymarios?from={first['id']}"
    assert name_at(client, fork) == "Toads (2)"
    saved(client, {**TOADS, "name": "Toads (2)"})
    assert name_at(client, fork) == "Toads (3)"


def test_a_fork_of_somebody_elses_army_keeps_its_name(client: FlaskClient, app: Flask) -> None:
    require("manymarios")
    assert name_at(app.test_client(), f"/build/manymarios?from={saved(client)['id']}") == "Toads"


def test_samples_in_the_editor_have_names_of_their_own(client: FlaskClient) -> None:
    """They stand in it under the ready-made one's name, and so does whom one spars with."""
    require("manymarios")
    html = client.get("/build/manymarios").text
    (sample,) = (one for one in page_data(html)["samples"] if one["id"] == "masked-trio")
    assert (sample["name"], sample["army"]["name"]) == ("Masked trio", "Masked trio (mine)")
    partners = {one["id"]: one for one in page_data(html)["opponents"]}
    assert partners["sample:masked-trio"]["army"]["name"] == "Masked trio"


def test_the_plain_form_names_a_sample_likewise(client: FlaskClient) -> None:
    require("manymarios")
    page = Visitor(client, "/build/manymarios").press("sample:masked-trio")
    assert page.army["name"] == "Masked trio (mine)"


def test_what_is_not_saved_keeps_its_name(client: FlaskClient) -> None:
    require("manymarios")
    game = games.game("manymarios")
    army: dict[str, Any] = {"name": "Masked trio", "lineup": []}
    assert to_edit(game, army, None) == army


@pytest.mark.parametrize(
    ("name", "taken", "proposed"),
    [
        ("", {"Toads"}, ""),
        ("x" * 60, {"x" * 60}, "x" * 56 + " (2)"),
        ("Masked trio (mine)", {"Masked trio (mine)"}, "Masked trio (mine 2)"),
        ("Toads", {"Toads", "Toads (2)"}, "Toads (3)"),
    ],
)
def test_names_that_are_taken_have_a_mark(name: str, taken: set[str], proposed: str) -> None:
    require("manymarios")
    army = to_edit(games.game("manymarios"), {"name": name} if name else {}, taken)
    assert army.get("name", "") == proposed


def test_in_german_it_is_called_in_german(settings: Settings, clock: StoppedClock) -> None:
    require("manymarios")
    app = create_app(replace(settings, languages=("en", "de")), clock)
    with app.test_client() as client:
        assert name_at(client, TRIO, "de") == "Maskentrio (eigene)"
        assert name_at(client, TRIO, "en") == "Masked trio (mine)"
    app.extensions[database.KEY].kw["bind"].dispose()
