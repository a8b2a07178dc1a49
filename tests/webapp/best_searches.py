"""Searches for the best order and the best armies, as pages and tests ask for them."""

import json
from typing import Any

from flask.testing import FlaskClient

from tests.stacks import battle_file, unit
from tests.webapp.page_parts import post

BATTLE = battle_file(
    [unit(5, 1, name="Hound"), unit(5, 1, trample=1, name="Giant")],
    [unit(5, 2, name="Wall"), unit(5, 1, name="Dog")],
)
"""The giant first: 7/16, as it is: 6/16 (tests/search/test_best_order.py)."""
LINES = {"Accept": "application/x-ndjson"}


def found(client: FlaskClient, file: Any, side: str = "a", **headers: str) -> Any:
    return post(client, "/best-order/found", headers=headers, file=json.dumps(file), side=side)


def rows_of(html: str) -> list[str]:
    return html.split('class="order-rows"')[1].split("<tr")[2:]


def file_of(row: str) -> str:
    return row.split('name="file" value="')[1].split('">')[0]
