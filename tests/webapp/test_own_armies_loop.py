"""Whoever has saved many rich armies keeps nobody waiting where they are offered."""

import pytest
from flask import Flask

from engine import Seeded
from tests.load.loop import LIMIT_MS
from tests.load.slices import kept_ms, slowness
from webapp import games
from webapp.armies import saved
from webapp.battles import samples
from webapp.guard import keys

GAME = games.game("warlords")
ARMIES = 20
"""A page of them."""
ADDRESSES = (
    *("/armies", "/tournaments?ruleset=warlords", "/build/warlords", "/quick/warlords"),
    *(f"/{page}?ruleset=warlords" for page in ("odds", "best-order", "matchups")),
)


@pytest.mark.long
def test_no_list_of_own_armies_keeps_the_loop(app: Flask) -> None:
    """Each of them is judged, anew where there are terms, and drawn."""
    app.config["TESTING"] = False
    client = app.test_client()
    joined = client.post("/api/v1/tournaments", json={"ruleset": "warlords", "kind": "swiss"}).json
    client.get("/tournaments")
    with client.session_transaction() as cookie:
        visitor = str(cookie[keys.VISITOR])
    with app.test_request_context():
        for army in rich(ARMIES):
            saved.save(GAME, army, owner=visitor)
    limit = LIMIT_MS * slowness()
    late: dict[str, float] = {}
    for address in (f"/t/{joined['id']}", *ADDRESSES):

        def ask(address: str = address) -> None:
            samples._card_of.cache_clear()  # as a process that has not shown them yet
            assert client.get(address).status_code == 200

        ask()
        if (ms := kept_ms(ask, limit)) > limit:
            late[address] = round(ms)
    assert late == {}


def rich(count: int) -> list[dict[str, object]]:
    """Armies of eight of the unit with the most abilities that is drawn, each another one."""
    drawn = [GAME.builder.random({}, {}, Seeded(seed)) for seed in range(40)]
    units = sorted((unit for army in drawn for unit in army["stack"]), key=lambda x: len(str(x)))
    return [{**drawn[0], "name": f"Rich {n}", "stack": [units[-1 - n]] * 8} for n in range(count)]
