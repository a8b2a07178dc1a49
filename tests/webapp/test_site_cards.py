"""Preview cards of the home page and of armies."""

import re
from html import unescape

from flask.testing import FlaskClient

from tests.webapp.page_parts import token

PNG = b"\x89PNG"


def card_of(html: str) -> str:
    """The path of the picture that chat programs load for a page."""
    found = re.search(r'property="og:image" content="http://localhost([^"]+)"', html)
    assert found
    return unescape(found[1])


def test_the_home_page_has_a_card(client: FlaskClient) -> None:
    answer = client.get(card_of(client.get("/").text))
    assert answer.status_code == 200
    assert answer.data.startswith(PNG)
    assert answer.cache_control.immutable


def test_an_army_has_a_card_that_changes_with_it(client: FlaskClient) -> None:
    army = {"name": "Guests <&>", "lineup": [{"unit": "toad"}]}
    body = {"ruleset": "manymarios", "army": army, "note": "They come at night"}
    headers = {"X-CSRFToken": token(client)}
    saved = client.post("/api/v1/armies", json=body, headers=headers).get_json()
    html = client.get(f"/a/{saved['id']}").text
    assert 'property="og:title" content="Guests &lt;&amp;&gt;"' in html
    first = card_of(html)
    assert client.get(first).data.startswith(PNG)
    army["lineup"].append({"unit": "goomba"})
    change = {"army": army, "revision": 1}
    path = saved["links"]["update"].removeprefix("http://localhost")
    assert client.put(path, json=change, headers=headers).status_code == 200
    assert card_of(client.get(f"/a/{saved['id']}").text) != first


def test_an_army_that_is_not_there_has_no_card(client: FlaskClient) -> None:
    assert client.get("/a/bcdfghjk/card.png").status_code == 404


def test_the_text_of_an_army_can_be_copied(client: FlaskClient) -> None:
    body = {"ruleset": "manymarios", "army": {"name": "Guests", "lineup": [{"unit": "toad"}]}}
    headers = {"X-CSRFToken": token(client)}
    saved = client.post("/api/v1/armies", json=body, headers=headers).get_json()
    html = client.get(f"/a/{saved['id']}").text
    assert 'data-copy="army-text"' in html
    assert re.search(r'<pre id="army-text"[^>]*>= Guests\nToad', html)
