"""What tests read out of pages and send by their forms."""

import json
import re
from html.parser import HTMLParser
from typing import Any

from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict


def page_data(html: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="page-data">(.*?)</script>', html, re.S)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


def token(client: FlaskClient) -> str:
    found = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/").text)
    assert found
    return found[1]


def post(client: FlaskClient, address: str, **fields: str) -> Any:
    return client.post(address, data={"csrf_token": token(client), **fields})


def sent_by(html: str, action: str) -> MultiDict[str, str]:
    """What a browser would send of the form that goes to this address, its buttons aside."""
    reader = FormReader(action)
    reader.feed(html)
    assert reader.found, f"no form goes to {action}"
    return reader.sent


class FormReader(HTMLParser):
    """Reads the values of a form's inputs as a browser has them before anybody touches them."""

    def __init__(self, action: str) -> None:
        super().__init__()
        self.action = action
        self.sent: MultiDict[str, str] = MultiDict()
        self.found = self.is_inside = False
        self.select: str | None = None
        self.options: list[tuple[str, bool]] = []
        self.area: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        if tag == "form":
            self.is_inside = given.get("action") == self.action
            self.found |= self.is_inside
        if not self.is_inside:
            return
        is_box = given.get("type") in ("checkbox", "radio")
        if tag == "input" and (not is_box or "checked" in given):
            self.sent.add(given["name"], given.get("value", "on" if is_box else ""))
        elif tag == "select":
            self.select, self.options = given["name"], []
        elif tag == "option" and self.select:
            self.options.append((given["value"], "selected" in given))
        elif tag == "textarea":
            self.area = given["name"]
            self.sent.add(self.area, "")

    def handle_data(self, data: str) -> None:
        if self.area:
            self.sent[self.area] = (self.sent[self.area] + data).removeprefix("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.is_inside = False
        elif tag == "select" and self.select:
            chosen = [value for value, selected in self.options if selected]
            self.sent.add(self.select, (chosen or [self.options[0][0]])[0])
            self.select = None
        elif tag == "textarea":
            self.area = None


def frame(html: str) -> dict[str, str | None]:
    """The attributes of the one element in this HTML, which has to be a frame."""
    found: list[dict[str, str | None]] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            assert tag == "iframe"
            found.append(dict(attrs))

    Reader().feed(html)
    (only,) = found
    return only
