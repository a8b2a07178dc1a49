"""What tests read out of pages and send by their forms."""

import json
import re
from html.parser import HTMLParser
from typing import Any

from flask.testing import FlaskClient


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
