"""Tournaments that people join, for their tests."""

import html
import json
import re
from typing import Any

from werkzeug.datastructures import MultiDict

from tests.webapp.challengers import Person
from tests.webapp.in_background import finish
from tests.webapp.page_parts import sent_by

HOUR_MS = 3_600_000
GOOMBA: dict[str, Any] = {"name": "Quagga Vexillum", "lineup": [{"unit": "goomba"}]}
TOAD: dict[str, Any] = {"name": "Zyzzogeton", "lineup": [{"unit": "toad"}]}
KOOPA: dict[str, Any] = {"lineup": [{"unit": "koopa-troopa"}]}


def make(person: Person, **fields: str) -> str:
    """The address of a new tournament that people may join."""
    address = "/tournaments/people"
    page = person.client.get(f"{address}?ruleset=manymarios").text
    sent = MultiDict(sent_by(page, address))
    sent["csrf_token"] = person.csrf_token()
    for name, value in fields.items():
        sent[name.replace("__", ".")] = value
    answer = person.client.post(address, data=sent)
    assert answer.status_code == 303, answer.text
    return str(answer.location)


def join(
    person: Person, page: str, name: str, army: Any = GOOMBA, status: int = 303, salt: str = ""
) -> str:
    sent = {"name": name, "text": json.dumps(army), "army": "other", "salt": salt, "sure": "1"}
    return html.unescape(str(person.send(f"{page}/join", status, **sent).text))


def edit_link(person: Person, page: str) -> str:
    found = re.search(rf'href="({page}/edit/[^"]+)"', person.get(page))
    assert found
    return found[1]


def told(person: Person, page: str) -> Any:
    return person.client.get(f"/api/v1/tournaments/{page.rpartition('/')[2]}").get_json()


def begin(person: Person, page: str, status: int = 303) -> str:
    answer = person.send(edit_link(person, page), status, do="begin")
    finish(person.client.application)
    return html.unescape(str(answer.text))
