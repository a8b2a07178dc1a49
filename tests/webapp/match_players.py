"""People who play a siege against each other, for the tests of matches."""

from typing import Any, NamedTuple

from flask import Flask

from tests.webapp.challengers import Person
from tests.webapp.in_background import finish
from webapp.matches import store
from webapp.store.models import Match, Orders

MATCHES = "/api/v1/matches"


def army(name: str, *rows: str) -> dict[str, Any]:
    """An allotment, its units written `4/0/3`: ATK, DEF and HP."""
    units = [dict(zip(("atk", "def", "hp"), map(int, row.split("/")), strict=True)) for row in rows]
    return {"name": name, "units": dict(zip("ABCDE", units, strict=True))}


EVEN = army("Evenhand", *["2/2/2"] * 5)
SPEARS = army("Spears", "4/0/3", "4/0/3", "2/2/1", "0/4/1", "0/4/2")


class Played(NamedTuple):
    """A match that has begun, with the token of each side's seat."""

    id: str
    page: str
    tokens: dict[str, str]


def begin(ann: Person, bo: Person, clock_s: int | None = None, **fields: Any) -> Played:
    limits = {} if clock_s is None else {"limits__clock_s": str(clock_s)}
    page = ann.challenge("siege", **limits, **fields)
    bo.join(ann.link(page, "join"))
    return sealed(page, ann, SPEARS, bo, EVEN)


def sealed(page: str, ann: Person, spears: Any, bo: Person, even: Any) -> Played:
    ann.seal(page, spears)
    bo.seal(page, even)
    tokens = {side: str(one.standing(page)["you"]["seat"]) for side, one in (("a", ann), ("b", bo))}
    return Played(ann.standing(page)["battle"], page, tokens)


class Player:
    """A side of a match, played over the API with its seat's token."""

    def __init__(self, app: Flask, match: str, token: str | None) -> None:
        self.client = app.test_client()
        self.match = match
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def send(self, method: str, path: str, body: Any = None, status: int = 200) -> dict[str, Any]:
        answer = self.client.open(
            f"{MATCHES}/{self.match}{path}", method=method, json=body, headers=self.headers
        )
        assert answer.status_code == status, answer.text
        return dict(answer.get_json())

    def look(self) -> dict[str, Any]:
        return self.send("GET", "")

    def look_again(self) -> dict[str, Any]:
        """The same after what a first look has found to be due."""
        self.look()
        finish(self.client.application)
        return self.look()

    def order(self, round_: int, status: int = 200, /, **orders: Any) -> dict[str, Any]:
        return self.send("PUT", "/orders", {"round": round_, "orders": orders}, status)

    def lock(self, round_: int, status: int = 200) -> dict[str, Any]:
        return self.send("POST", "/lock", {"round": round_}, status)

    def unlock(self, round_: int, status: int = 200) -> dict[str, Any]:
        return self.send("POST", "/unlock", {"round": round_}, status)

    def resign(self, status: int = 200) -> dict[str, Any]:
        return self.send("POST", "/resign", {}, status)

    def events(self) -> list[dict[str, Any]]:
        return list(self.send("GET", "/events")["events"])


def against_bot(app: Flask, ann: Person, bot: str, **fields: Any) -> Player:
    """Ann, with her spears, in a match against a bot."""
    page = ann.challenge("siege", opponent=bot, **fields)
    ann.seal(page, SPEARS)
    standing = ann.standing(page)
    return Player(app, standing["battle"], standing["you"]["seat"])


def players(app: Flask, played: Played) -> tuple[Player, Player, Player]:
    a, b = (Player(app, played.id, played.tokens[side]) for side in "ab")
    return a, b, Player(app, played.id, None)


def rows(app: Flask, match: str) -> tuple[Match, list[Orders]]:
    with app.app_context():
        found, orders = store.read(match)
        return found, list(orders)


def stored(app: Flask, match: str) -> list[tuple[Any, ...]]:
    found, orders = rows(app, match)
    columns = Match.__table__.columns.keys()
    return [
        tuple(getattr(found, name) for name in columns),
        *((row.round, row.side, row.orders, row.locked_at_ms) for row in orders),
    ]
