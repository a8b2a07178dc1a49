"""The icons of the page: those of the build alone, or with those that an installed game brings."""

import html
import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from markupsafe import escape

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
    path = tmp_path / "mine.svg"
    path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg">\n{PAWN}\n</svg>\n')
    monkeypatch.setattr(games, "icon_files", lambda: [path])
    return create_app(settings, clock)


def test_those_of_the_build_and_of_games_are_in_one_file(app: Flask, richer: Flask) -> None:
    for application, names in ((app, ["mushroom", "spade"]), (richer, ["mushroom", "spade", PAWN])):
        with application.test_request_context():
            address = icons.url()
        answer = application.test_client().get(address)
        assert answer.mimetype == "image/svg+xml"
        found = symbols_in(answer.text)
        assert [*found][:2] == names[:2]
        assert [*found.values()][2:] == names[2:]
        assert answer.text.count("</svg>") == 1
        assert answer.headers["Access-Control-Allow-Origin"] == "*", "for battles in a sandbox"


def test_who_names_icons_gets_those_and_no_others(richer: Flask) -> None:
    with richer.test_request_context():
        address = icons.url(["spade", "mine-pawn"])
    answer = richer.test_client().get(address)
    assert [*symbols_in(answer.text)] == ["mine-pawn", "spade"], "one address, however asked"
    client = richer.test_client()
    assert answer.headers["ETag"] != client.get("/icons.svg").headers["ETag"]
    assert "max-age=31536000" in answer.headers["Cache-Control"]
    assert "immutable" in answer.headers["Cache-Control"]
    with richer.test_request_context():
        tag = client.get(icons.url(["spade"])).headers["ETag"]
    again = client.get("/icons.svg?names=spade", headers={"If-None-Match": tag})
    assert again.status_code == 304
    for other in ("/icons.svg?names=spade", "/icons.svg?names=spade&v=0000"):
        assert client.get(other).headers["Cache-Control"] == "no-cache", other
    # A page of another version gets all.
    answer = client.get("/icons.svg?v=0000&of=AQ")
    assert [*symbols_in(answer.text)] == ["mushroom", "spade", "mine-pawn"]
    assert answer.headers["Cache-Control"] == "no-cache"
    with richer.test_request_context():
        all_ = icons.url(icons.symbols())
    assert len(all_) < 60, "a page of hundreds has the address in each of them"
    assert [*symbols_in(client.get(all_).text)] == ["mine-pawn", "mushroom", "spade"]


REFUSED = {
    "spade,unicorn": (404, "no icon 'unicorn'"),
    "": (404, "no icon ''"),
    "spade," * 100 + "spade": (422, "at most 100 icons"),
}


def test_what_cannot_be_sent_is_refused_in_words(client: FlaskClient, app: Flask) -> None:
    for names, (status, said) in REFUSED.items():
        answer = client.get("/icons.svg", query_string={"names": names})
        assert answer.status_code == status
        assert said in html.unescape(answer.text)
    # The build of tests has two icons: of the numbers from 0 to 3 all but 0 are addresses.
    with app.test_request_context():
        version = icons.version()
    for packed in ("", "AA", "!", "BQ==", "////////", "é"):
        answer = client.get("/icons.svg", query_string={"v": version, "of": packed})
        assert answer.status_code == 404, packed
        assert "pages of this version" in answer.text


def test_a_page_asks_for_the_icons_that_are_on_it(client: FlaskClient, app: Flask) -> None:
    with app.test_request_context():
        shown = str(escape(icons.url(["mushroom"])))
    page = client.get("/rules/manymarios").text
    found = re.findall(r'<use href="([^"#]+)#([\w-]+)"', page)
    assert (shown, "mushroom") in found
    assert {address for address, _ in found} == {shown}, "the build of tests has no others"
