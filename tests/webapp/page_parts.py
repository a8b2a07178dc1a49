"""What tests read out of pages and send by their forms."""

import json
import re
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from typing import Any

from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

LIGHT = "/quick/file"  # a page with a form that renders in a few milliseconds


def page_data(html: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="page-data">(.*?)</script>', html, re.S)
    assert found
    return dict(json.loads(found[1]))


def token(client: FlaskClient) -> str:
    found = re.search(r'name="csrf_token" value="([^"]+)"', client.get(LIGHT).text)
    assert found
    return found[1]


def post(client: FlaskClient, address: str, *, headers: Any = None, **fields: Any) -> Any:
    sent = {"csrf_token": token(client), **fields}
    return client.post(address, data=sent, headers=headers)


def assert_shape(answer: TestResponse, status: int) -> dict[str, Any]:
    """The body of a refusal by the API, which has one shape whatever went wrong."""
    assert answer.status_code == status
    assert answer.mimetype == "application/json"
    body: dict[str, Any] = answer.get_json()
    assert set(body) == {"ok", "error", "errors", "status"}
    assert body["ok"] is False
    assert body["error"]
    assert body["status"] == status
    assert all(set(error) == {"path", "message"} for error in body["errors"])
    return body


def words_of(html: str) -> str:
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", html).split()))


@dataclass
class Form:
    """A form of a page: its attributes, what a browser would send of it, its enabled buttons."""

    attributes: dict[str, str]
    sent: MultiDict[str, str] = field(default_factory=MultiDict)
    buttons: list[str] = field(default_factory=list)

    @property
    def lacks_token(self) -> bool:
        """Whether it is posted to an address that refuses it for want of a token."""
        is_posted = self.attributes.get("method") == "post"
        is_exempt = self.attributes.get("action") == "/language"
        return is_posted and not is_exempt and not self.sent.get("csrf_token")


def forms_of(html: str) -> list[Form]:
    """The forms of a page. No test reads one that is posted without its token."""
    reader = FormReader()
    reader.feed(html)
    assert [form.attributes for form in reader.forms if form.lacks_token] == []
    return reader.forms


def sent_by(html: str, action: str) -> MultiDict[str, str]:
    """What a browser would send of the forms that go to this address, their buttons aside."""
    forms = [form for form in forms_of(html) if form.attributes.get("action") == action]
    assert forms, f"no form goes to {action}"
    return MultiDict(pair for form in forms for pair in form.sent.items(multi=True))


class FormReader(HTMLParser):
    """Reads the values of the forms of a page as a browser has them when it is loaded."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.form: Form | None = None
        self.select: str | None = None
        self.options: list[tuple[str, bool]] = []
        self.area: tuple[str, str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        if tag == "form":
            self.form = Form(given)
            self.forms.append(self.form)
        if self.form is None:
            return
        is_box = given.get("type") in ("checkbox", "radio")
        if tag == "input" and (not is_box or "checked" in given):
            self.form.sent.add(given.get("name", ""), given.get("value", "on" if is_box else ""))
        elif tag == "button" and "disabled" not in given:
            self.form.buttons.append(given.get("value", ""))
        elif tag == "select":
            self.select, self.options = given.get("name", ""), []
        elif tag == "option" and self.select:
            self.options.append((given.get("value", ""), "selected" in given))
        elif tag == "textarea":
            self.area = (given.get("name", ""), "")

    def handle_data(self, data: str) -> None:
        if self.area:
            self.area = (self.area[0], self.area[1] + data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = None
        elif tag == "select" and self.form and self.select:
            chosen = [value for value, selected in self.options if selected]
            self.form.sent.add(
                self.select, (chosen or [value for value, _ in self.options] or [""])[0]
            )
            self.select = None
        elif tag == "textarea" and self.form and self.area:
            self.form.sent.add(self.area[0], self.area[1].removeprefix("\n"))
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
