"""oEmbed, as its specification has it."""

import xml.etree.ElementTree as ET
from html import unescape
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

from flask.testing import FlaskClient

from tests.webapp.battle_files import BATTLE
from tests.webapp.page_parts import frame
from tests.webapp.test_error_shape import assert_shape

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
    assert frame(told["html"])["title"] == f"{EVIL} against {EVIL}"


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
