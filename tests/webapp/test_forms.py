"""What holds for the forms and names of all pages: tokens, and names that are no markup."""

import json
import re
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.repo.files import ROOT
from tests.webapp.addresses import addresses, everything
from tests.webapp.battle_files import BATTLE
from tests.webapp.challengers import Person
from tests.webapp.page_parts import forms_of, post, token
from tests.webapp.stopped_clock import StoppedClock

EVIL = """</script><script>alert(1)</script>'"&<b>"""
TEMPLATES = [*(ROOT / "templates").rglob("*.html"), *ROOT.glob("webapp/games/*/templates/*.html")]
HEADS = ('name="csrf_token" value="{{ csrf_token() }}"', "form_head(")


def test_each_form_that_is_posted_carries_its_token() -> None:
    """In every template, whatever it takes to be shown."""
    lacking = []
    for path in TEMPLATES:
        for form in re.findall(r"(?s)<form\b.*?</form>", path.read_text("utf-8")):
            is_posted = re.search(r"""<form\b[^>]*method=["']?post""", form, re.IGNORECASE)
            if is_posted and 'action="/language"' not in form and not any(h in form for h in HEADS):
                lacking.append((path.name, form[:80]))
    assert lacking == []


def test_each_form_of_each_page_carries_its_token(
    app: Flask, ann: Person, bo: Person, clock: StoppedClock
) -> None:
    made = everything(app, ann, bo, "manymarios", clock)
    posted = 0
    for _, address in addresses(app, made):
        answer = ann.client.get(address)
        if answer.mimetype == "text/html":
            posted += sum(f.attributes.get("method") == "post" for f in forms_of(answer.text))
        answer.close()
    assert posted > 20


@pytest.fixture
def hostile(client: FlaskClient) -> dict[str, Any]:
    """A battle file whose sides, armies and units have names that would be markup."""
    army = {"name": EVIL, "lineup": [{"custom": {"name": EVIL, "energy": 2}}, {"unit": "toad"}]}
    return BATTLE | {"sides": [{"name": EVIL, "army": army}] * 2}


def test_names_are_text_on_every_page(
    client: FlaskClient, clock: StoppedClock, hostile: dict[str, Any]
) -> None:
    army, file = hostile["sides"][0]["army"], json.dumps(hostile)
    saved = client.post(
        "/api/v1/armies",
        json={"ruleset": "manymarios", "army": army, "note": EVIL},
        headers={"X-CSRFToken": token(client)},
    ).get_json()["id"]
    battle = client.post("/api/v1/battles?listed=true", json=hostile).get_json()["id"]
    branch = f"/api/v1/battles/{battle}/branches"
    quick = {"name_a": EVIL, "army_a": saved, "army_b": "other", "other_b": json.dumps(army)}
    clock.ms += 4_000
    pages = {
        one: client.get(one).text
        for one in ("/", "/battles", f"/battles?{urlencode({'text': EVIL})}", f"/b/{battle}")
    }
    clock.ms += 10_000_000
    assert client.post(branch, json={"at": 0, "change": {"seed": 1}}).status_code == 201
    mine = f"/odds?battle={battle}", f"/best-order?battle={battle}", f"/matchups?army={saved}"
    for address in (
        *("/", "/battles", "/armies", f"/a/{saved}", f"/b/{battle}", f"/embed/{battle}", *mine),
        *(f"/b/{battle}/what-if/a", f"/b/{battle}/beside", "/build", "/tv"),
        *(f"/build/manymarios?from={saved}", f"/quick/manymarios?army_a={saved}"),
        f"/quick/manymarios?{urlencode({'name_a': EVIL, 'other_b': json.dumps(army)})}",
    ):
        pages[address] = client.get(address).text
    for do in ("show", "swap", "odds", "seed", "nothing"):
        pages[f"quick {do}"] = post(client, "/quick/manymarios", **quick, seed=EVIL, do=do).text
    for address in ("/odds", "/best-order", "/best-order/found", "/best-armies", "/quick/file"):
        pages[address] = post(client, address, file=file, side="a").text
    pages["matchups"] = post(
        client, "/matchups", ruleset="manymarios", army=[saved], other=file
    ).text
    assert sum("&lt;script&gt;alert" in page for page in pages.values()) > 15
    assert [one for one, page in pages.items() if re.search("<script>alert|'\"&<b>", page)] == []
