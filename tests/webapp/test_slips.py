"""Links as texts hand them on, and forms of browsers that keep no cookie."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.webapp.battle_files import BATTLE
from tests.webapp.page_parts import token
from tests.webapp.stopped_clock import StoppedClock

BEHIND = (".", ")", ",", "**", "%20", "/", "%E2%80%9D", ").", ".Nice")
ARMY = {"ruleset": "manymarios", "army": {"name": "A", "lineup": [{"unit": "goomba"}]}}


@pytest.fixture
def pages(client: FlaskClient, clock: StoppedClock) -> list[str]:
    battle = client.post("/api/v1/battles", json=BATTLE).get_json()["id"]
    army = client.post("/api/v1/armies", json=ARMY).get_json()["id"]
    challenge = client.post("/api/v1/challenges", json={"ruleset": "manymarios"}).get_json()["id"]
    clock.ms += 1_000_000
    return [
        f"/b/{battle}",
        f"/embed/{battle}",
        f"/b/{battle}/log.txt",
        f"/a/{army}",
        f"/c/{challenge}",
    ]


def test_link_with_a_suffix_leads_to_its_page(client: FlaskClient, pages: list[str]) -> None:
    for page in pages:
        for behind in BEHIND if page.count("/") == 2 else BEHIND[:6]:
            answer = client.get(f"{page}{behind}?spoilers=1")
            assert (answer.status_code, answer.location) == (302, f"{page}?spoilers=1"), behind
        assert client.get(page).status_code == 200
        id_ = page.split("/")[2]
        loud = page.replace(id_, id_.upper())
        kind = page.split("/")[1]
        shouted = loud.replace(f"/{kind}/", f"/{kind.upper()}/")
        for slip in (loud, shouted, *(page.replace(id_, f"{mark}{id_}{mark}") for mark in "*(<")):
            assert client.get(slip).location == page, slip
        assert client.head(f"{page}.").status_code == 302
        assert client.post(f"{page}.").status_code in (400, 404, 405)


def test_what_is_not_there_is_not_led_to(client: FlaskClient, pages: list[str]) -> None:
    id_ = pages[0].removeprefix("/b/")
    gone = ("/b/(zzzzzzzz).", "/b/", "/b/.", f"/x/{id_}.", f"/b/{id_}x.", "/nothing.", "//a.b/b.")
    for address in (*gone, f"/b/{id_}/nothing", f"/api/v1/battles/{id_}."):
        assert client.get(address).status_code == 404, address
    for page in pages[3:]:
        wrong = client.get(f"{page[:-1]}x").text
        assert "A letter may be wrong or missing, or it was deleted." in wrong
        assert 'href="/mine">Your challenges and armies</a>' in wrong
    assert client.get("/battles.").location == "/battles"
    assert client.get(f"/odds?battle={id_}).").location == f"/odds?battle={id_}"
    assert client.get(f"/odds?battle={id_.upper()}").location == f"/odds?battle={id_}"
    assert client.get("/odds?battle=zzzzzzzz.").status_code == 404
    beside = client.get(f"{pages[0]}/beside?other=http://localhost/embed/{id_.upper()})")
    assert beside.location == f"{pages[0]}/beside/{id_}"
    for slip in (id_.upper(), f"{id_})", f"{id_}%20"):
        assert client.get(f"{pages[0]}/beside/{slip}").location == f"{pages[0]}/beside/{id_}"
    assert client.get(f"{pages[0]}/beside/zzzzzzzz").status_code == 404
    assert client.get(f"/oembed?url=http://localhost/b/{id_}.").get_json()["type"] == "rich"


def test_form_says_that_cookies_are_blocked(app: Flask, client: FlaskClient) -> None:
    sent = {"csrf_token": token(client)}
    refused = app.test_client(use_cookies=False).post("/quick/warlords", data=sent)
    assert refused.status_code == 400
    assert "Allow cookies for this site" in refused.text
    assert "watching battles works without" in refused.text
    assert "has expired" not in refused.text
    old = client.post("/quick/warlords", data={"csrf_token": "x"})
    assert "has expired" in old.text
