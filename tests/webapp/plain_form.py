"""A visitor of the builder without JavaScript: what its plain form would send, its buttons."""

import html
import re
from typing import Any

from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from tests.webapp.page_parts import forms_of, page_data


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
            plain = [f for f in forms_of(self.html) if f.attributes.get("class") == "plain-builder"]
            (self.form,) = plain

    def press(self, button: str, **fields: str) -> "Visitor":
        """Fills in fields (`u0__custom__energy` for `u0.custom.energy`), then presses a button."""
        assert button in self.form.buttons, f"{button} of {self.form.buttons}"
        return self.send(button, **fields)

    def send(self, button: str, **fields: str) -> "Visitor":
        sent = MultiDict(self.form.sent)
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
