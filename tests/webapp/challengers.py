"""People who challenge each other, for the tests of challenges."""

import json
import re
from html import unescape
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from tests.webapp.in_background import finish
from tests.webapp.page_parts import token

API = "/api/v1/challenges"
LINEUP: dict[str, Any] = {"name": "Sky fleet", "lineup": [{"unit": "goomba"}, {"unit": "toad"}]}
OTHER_LINEUP: dict[str, Any] = {"name": "Ground crew", "lineup": [{"unit": "koopa-troopa"}]}
ASKING = re.compile(
    r'action="([^"]+)".*<details class="sure">\s*<summary [^>]+>[^<]+</summary>\s*'
    r'<p>[^<]+</p>\s*<button class="button"[^<>]*$',
    re.S,
)


class Person:
    """A client with its own cookies."""

    def __init__(self, app: Flask) -> None:
        self.client: FlaskClient = app.test_client()

    def get(self, address: str, status: int = 200) -> str:
        answer = self.client.get(address, follow_redirects=True)
        assert answer.status_code == status, answer.text
        return answer.text

    def csrf_token(self) -> str:
        return token(self.client)

    def send(self, address: str, status: int = 303, **fields: Any) -> Any:
        """What a form's address answers; `terms__ap_limit` stands for `terms.ap_limit`."""
        named = {key.replace("__", "."): value for key, value in fields.items()}
        answer = self.client.post(address, data={"csrf_token": self.csrf_token(), **named})
        assert answer.status_code == status, answer.text
        return answer

    def confirm(self, page: str, button: str) -> str:
        """Press a button that asks first; return the notice, which is shown once."""
        form = self.get(page).partition(f">{button}</button>")[0].rpartition("<form ")[2]
        found = ASKING.search(form)
        assert found, f"{button!r} acts without a question"
        sent = re.findall(r'(?:hidden"|class="button") name="(.+?)" value="(.*?)"', form)
        address = self.send(found[1], **dict(sent)).location
        shown, again = (self.get(address).partition('said-notice" role="status">')[2] for _ in "12")
        assert again == ""
        return unescape(shown.partition("<")[0])

    def challenge(self, ruleset: str, **fields: Any) -> str:
        sent = {"name": "Ann", "best_of": "1", "hours": "24", **fields}
        return str(self.send("/challenge/new", ruleset=ruleset, **sent).location)

    def link(self, page: str, kind: str) -> str:
        found = re.search(
            rf'<input id="{kind}-link" value="http://localhost([^"]+)"', self.get(page)
        )
        assert found, f"no {kind} link"
        return unescape(found[1])

    def join(self, link: str, name: str = "Bo") -> str:
        return str(self.send(link, name=name).location)

    def take_seat(self, link: str, status: int = 303) -> Any:
        return self.send(link, status)

    def seal(self, page: str, army: dict[str, Any] = LINEUP, status: int = 303) -> Any:
        return self.send(f"{page}/seal", status, text=json.dumps(army), army="", sure="1")

    def standing(self, page: str) -> dict[str, Any]:
        return dict(self.client.get(f"{API}/{id_of(page)}").get_json())

    def standing_again(self, page: str) -> dict[str, Any]:
        """The same after what a first look has found to be due."""
        self.standing(page)
        finish(self.client.application)
        return self.standing(page)


def id_of(page: str) -> str:
    return page.rsplit("/", 1)[-1]
