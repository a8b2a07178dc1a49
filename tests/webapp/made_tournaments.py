"""Tournaments that tests make by the form."""

import re
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from tests.webapp.in_background import finish
from tests.webapp.page_parts import sent_by, token

ARMIES = ["Goomba", "Goomba\nGoomba", "Toad", "Goomba\nToad"]


def made(client: FlaskClient, *armies: str, ruleset: str = "manymarios", **fields: str) -> Any:
    """Return the form's answer with results shown; each army is text with a name."""
    client.set_cookie("spoilers", "1")
    others = "\n\n".join(f"= A{n}\n{army}" for n, army in enumerate(armies, start=1))
    page = client.get(f"/tournaments?ruleset={ruleset}").text
    sent = MultiDict(sent_by(page, "/tournaments"))
    sent["csrf_token"] = token(client)
    for key, value in {"other": others, **fields}.items():
        sent[key] = value
    return client.post("/tournaments", data=sent)


def page_of(app: Flask, client: FlaskClient, answer: Any) -> str:
    """The address of a tournament that was made, when it is over."""
    assert answer.status_code == 303, answer.text
    finish(app)
    return str(answer.location)


def links(text: str) -> list[str]:
    """The ids of all battles that a page leads to."""
    return re.findall(r'href="/b/(\w{8})"', text)
