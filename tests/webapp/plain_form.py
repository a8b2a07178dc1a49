"""A visitor of the builder without JavaScript: what its plain form would send, its buttons."""

import html
import re
from html.parser import HTMLParser
from typing import Any

from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from tests.webapp.page_parts import page_data


class Inputs(HTMLParser):
    """What a browser would send of the builder's form."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[tuple[str, str]] = []
        self.buttons: list[str] = []
        self.inside = False
        self.select = ""
        self.area: tuple[str, str] | None = None

    def handle_starttag(self, tag: str, attributes: Any) -> None:
        given = {key: value or "" for key, value in attributes}
        if tag == "form":
            self.inside = given.get("class") == "plain-builder"
        if not self.inside:
            return
        name = given.get("name", "")
        if tag == "button" and "disabled" not in given:
            self.buttons.append(given.get("value", ""))
        if tag == "input" and (given.get("type") != "checkbox" or "checked" in given):
            self.sent.append((name, given.get("value", "")))
        if tag == "select":
            self.select = name
        if tag == "option" and "selected" in given:
            self.sent.append((self.select, given.get("value", "")))
        if tag == "textarea":
            self.area = (name, "")

    def handle_data(self, data: str) -> None:
        if self.area:
            self.area = (self.area[0], self.area[1] + data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea" and self.area:
            self.sent.append((self.area[0], self.area[1].removeprefix("\n")))
            self.area = None


class Visitor:
    """Somebody without JavaScript at the builder: what the page shows, and its buttons."""

    def __init__(self, client: FlaskClient, address: str) -> None:
        self.client = client
        self.address = address
        self.show(client.get(address))

    def show(self, answer: Any) -> None:
        self.answer = answer
        self.status = answer.status_code
        if self.status in (200, 409, 422):
            self.html = answer.text
            self.inputs = Inputs()
            self.inputs.feed(self.html)

    def press(self, button: str, **fields: str) -> "Visitor":
        """Fills in fields (`u0__custom__energy` for `u0.custom.energy`), then presses a button."""
        assert button in self.inputs.buttons, f"{button} of {self.inputs.buttons}"
        return self.send(button, **fields)

    def send(self, button: str, **fields: str) -> "Visitor":
        sent = MultiDict(self.inputs.sent)
        for key, value in fields.items():
            sent[key.replace("__", ".")] = value
        sent["do"] = button
        self.show(self.client.post(self.address, data=sent))
        return self

    @property
    def army(self) -> Any:
        army: Any = page_data(self.html)["army"]
        return army

    @property
    def errors(self) -> dict[str, str]:
        """Messages by the id of the field that they stand at."""
        found = re.findall(r'class="field-error" id="([^"]+)-error"[^>]*>(.*?)</', self.html)
        return {key: html.unescape(text) for key, text in found}
