"""Spoiler-free watching: who is told how a battle ends before it was watched."""

import pytest
from flask.testing import FlaskClient

from tests.webapp.page_parts import page_data


@pytest.mark.parametrize(
    ("cookie", "query", "hidden"),
    [
        (None, "", True),
        ("0", "", True),
        ("1", "", False),
        ("nonsense", "", True),
        ("1", "?spoilers=0", True),
        (None, "?spoilers=1", False),
        ("1", "?spoilers=maybe", False),
    ],
)
def test_the_address_goes_before_what_the_visitor_chose(
    client: FlaskClient, battle_id: str, cookie: str | None, query: str, *, hidden: bool
) -> None:
    if cookie is not None:
        client.set_cookie("spoilers", cookie)
    data = page_data(client.get(f"/b/{battle_id}{query}").text)
    assert data["spoilers_hidden"] is hidden
