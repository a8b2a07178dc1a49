"""Embedded battles: what their address may say, what their frame loads; and oEmbed."""

import re
import xml.etree.ElementTree as ET
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from flask.testing import FlaskClient

from tests.webapp.battle_files import BATTLE
from tests.webapp.page_parts import assert_shape, frame, page_data
from tests.webapp.stopped_clock import StoppedClock
from webapp.battles.pages import embed

ROOT = Path(__file__).parents[2]
DEFAULTS = {
    "autoplay": False,
    "speed": 1,
    "loop": False,
    "controls": True,
    "title": True,
    "beat": None,
    "theme": "auto",
    "spoilers": False,
}


def options(client: FlaskClient, id_: str, query: str) -> dict[str, Any]:
    """The options that differ from the defaults, with `problems` if there are any."""
    data = page_data(client.get(f"/embed/{id_}?{query}").text)["embed"]
    changed = {name: v for name, v in data["options"].items() if v != DEFAULTS[name]}
    return changed | ({"problems": data["problems"]} if data["problems"] else {})


def test_options_come_from_the_address_or_defaults(client: FlaskClient, battle_id: str) -> None:
    for spoilers in (True, False):
        data = page_data(client.get(f"/embed/{battle_id}?spoilers={int(spoilers)}").text)
        assert data["embed"] == {"options": DEFAULTS | {"spoilers": spoilers}, "problems": []}
        assert (data["spoilers_hidden"], data["battle"]["id"]) == (not spoilers, battle_id)
    query = "autoplay=1&speed=0.25&loop=true&controls=0&title=false&beat=12&theme=light&utm=x"
    flags = {"autoplay": True, "loop": True, "controls": False, "title": False}
    taken = {**flags, "speed": 0.25, "beat": 12, "theme": "light"}
    assert options(client, battle_id, query) == taken


def test_a_slip_leaves_the_default_and_is_told(client: FlaskClient, battle_id: str) -> None:
    for query, problem in {
        "speed=3": "speed=3: takes one of 0.25, 0.5, 1, 2, 4, 8, 16; 1 is used",
        "autoplay=yes": "autoplay=yes: takes 0 or 1; 0 is used",
        "title=": "title=: takes 0 or 1; 1 is used",
        "spoilers=yes": "spoilers=yes: takes 0 or 1; 0 is used",
        "beat=-1": "beat=-1: takes a number from 0 to 9999999; the beginning is used",
        "beat=99999999999": "beat=99999999999: takes a number from 0 to 9999999; the beginning is",
        "beat=%C2%B2": "beat=²: takes a number",
        "theme=<b>": "theme=<b>: takes one of auto, dark, light; auto is used",
    }.items():
        (told,) = options(client, battle_id, query)["problems"]
        assert told.startswith(problem)


def test_speeds_are_those_of_the_player() -> None:
    source = (ROOT / "static/js/player/engine/timeline.js").read_text("utf-8")
    found = re.search(r"SPEEDS = \[([^\]]+)\]", source)
    assert found
    assert tuple(map(float, found[1].split(","))) == (*embed.SPEEDS.values(),)


def test_every_option_is_documented_with_what_holds_without_it() -> None:
    text = (ROOT / "webapp/battles/EMBED.md").read_text("utf-8")
    row = r"(?m)^\| `(\w+)` \| [^|]+ \| `?([^|`]+?)`? \|"
    documented = dict(re.findall(row, text.split("## Messages")[0]))
    said = {None: "the beginning", True: "1", False: "0"}
    assert documented == {
        name: said.get(default, str(default)) for name, (*_, default) in embed.OPTIONS.items()
    }


@pytest.mark.parametrize("id_", ["", "nothing"])
def test_any_frame_is_allowed_without_cookie(client: FlaskClient, battle_id: str, id_: str) -> None:
    client.set_cookie("spoilers", "1")
    client.set_cookie("theme", "dark")
    answer = client.get(f"/embed/{id_ or battle_id}")
    assert "frame-ancestors * file:" in answer.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer.headers
    assert "Set-Cookie" not in answer.headers
    assert "Cookie" not in answer.headers.get("Vary", "")
    assert 'data-theme="dark"' not in answer.text, "a cookie says nothing here"
    if id_:
        assert (answer.status_code, "<nav" in answer.text) == (404, False)
        assert "No battle has this link" in answer.text
    else:
        assert page_data(answer.text)["spoilers_hidden"] is True


def test_sandboxed_frame_loads(client: FlaskClient, battle_id: str, clock: StoppedClock) -> None:
    clock.ms += 1_000_000
    data = page_data(client.get(f"/embed/{battle_id}").text)
    for address in (data["recording_url"], data["icons_url"]):
        answer = client.get(address)
        answer.close()
        assert answer.status_code == 200
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    for address in ("/", f"/b/{battle_id}", f"/api/v1/battles/{battle_id}"):
        assert "Access-Control-Allow-Origin" not in client.get(address).headers


EVIL = """"><script>alert(1)</script>'&"""


def ask(client: FlaskClient, url: str, **more: object) -> Any:
    query = "".join(f"&{name}={value}" for name, value in more.items())
    return client.get(f"/oembed?url={quote(url, safe='')}{query}")


def test_the_answer_shows_the_battle_in_a_frame(client: FlaskClient, battle_id: str) -> None:
    answer = ask(client, f"http://localhost/b/{battle_id}")
    told = answer.json
    assert (told["version"], told["type"], told["provider_name"]) == ("1.0", "rich", "Battlereel")
    assert told["title"] == "Ann against Bo"
    attributes = frame(told["html"])
    assert attributes["src"] == f"http://localhost/embed/{battle_id}"
    assert attributes["title"] == "Ann against Bo"
    assert (attributes["width"], attributes["height"]) == (str(told["width"]), str(told["height"]))
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Set-Cookie" not in answer.headers


def test_frame_and_picture_fit_into_what_is_asked_for(client: FlaskClient, battle_id: str) -> None:
    url = f"http://localhost/b/{battle_id}"
    for width, height in ((200, 300), (320, 300), (640, 300), (640, 157)):
        told = ask(client, url, maxwidth=width, maxheight=height).json
        assert told["width"] <= width
        assert told["height"] <= max(200, height), "no frame is lower"
        if width == 200 or height == 157:
            assert "thumbnail_url" not in told, "no card is so small"
            continue
        assert (told["thumbnail_width"], told["thumbnail_height"]) == (300, 158)
        picture = client.get(told["thumbnail_url"])
        assert picture.data[16:24] == (300).to_bytes(4) + (158).to_bytes(4)


def test_options_of_the_address_are_kept(client: FlaskClient, battle_id: str) -> None:
    url = f"http://localhost/embed/{battle_id}?spoilers=1&speed=4&onload=x"
    told = ask(client, url).json
    src = urlsplit(str(frame(told["html"])["src"]))
    assert parse_qs(src.query) == {"spoilers": ["1"], "speed": ["4"]}
    assert "spoilers" not in told["thumbnail_url"], "the picture is the same for everybody"


def test_names_stay_text_in_every_format(client: FlaskClient) -> None:
    sides = [side | {"name": EVIL} for side in BATTLE["sides"]]
    made = client.post("/api/v1/battles", json=BATTLE | {"sides": sides}).json
    url = f"http://localhost/b/{made['id']}"
    answer, told = ask(client, url, format="xml"), ask(client, url).json
    assert answer.mimetype == "text/xml"
    root = ET.fromstring(answer.data)
    assert root.tag == "oembed"
    assert {child.tag: child.text for child in root} == {key: str(told[key]) for key in told}
    assert frame(told["html"])["title"] == f"{EVIL} a against {EVIL} b"


def test_what_cannot_be_embedded_is_refused(client: FlaskClient, battle_id: str) -> None:
    for url in (
        "",
        "http://localhost/",
        "http://localhost/b/nothing",
        "http://evil.example/b/{}",
        "http://localhost:81/b/{}",
        "http://localhost@evil.example/b/{}",
        "javascript://localhost/b/{}",
        "http://localhost/b/{}/card.png",
        "http://[/b/{}",
    ):
        assert_shape(ask(client, url.format(battle_id)), 404)
    url = f"http://localhost/b/{battle_id}"
    assert ask(client, url, format="yaml").status_code == 501
    for most in ("0", "-5", "wide", "1e3"):
        assert ask(client, url, maxwidth=most).status_code == 422, most


def test_the_watch_page_leads_to_both_formats(client: FlaskClient, battle_id: str) -> None:
    html = client.get(f"/b/{battle_id}").text
    for form in ("json", "xml"):
        kind = {"json": "application/json+oembed", "xml": "text/xml+oembed"}[form]
        _, _, rest = html.partition(f'type="{kind}" href="')
        address = unescape(rest.partition('"')[0])
        answer = client.get(address.removeprefix("http://localhost"))
        assert answer.status_code == 200
        assert form in answer.mimetype
