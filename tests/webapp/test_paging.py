"""Lists in pages: following links shows each battle once, although new ones arrive."""

import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import literal, select, union_all

import engine
from tests.webapp.battle_files import BATTLE
from tests.webapp.stopped_clock import StoppedClock
from tests.webapp.test_gallery import found
from webapp import games
from webapp.battles import store as battles
from webapp.store import paging
from webapp.store.database import session
from webapp.store.paging import Page, PageRequest

API = "/api/v1/battles"


def many(client: FlaskClient, clock: StoppedClock, count: int, apart_ms: int = 10) -> list[str]:
    """The ids of this many new listed battles, newest first."""
    game, recording = games.game("manymarios"), engine.play(BATTLE | {"seed": 1})
    ids = []
    with client.application.app_context():
        for number in range(count):
            clock.ms += apart_ms
            airing = battles.Airing(title=f"Number {number}", listed=True)
            ids.append(battles.put_on_air(game, recording, airing).id)
    return ids[::-1]


def shown(html: str) -> list[str]:
    return re.findall(r'data-battle="(\w+)"', html)


def link(html: str, rel: str) -> str:
    """The address that a page links to, '' if there is none."""
    match = re.search(rf'<a href="([^"]+)"[^>]* rel="{rel}"', html)
    return unescape(match[1]) if match else ""


@pytest.mark.parametrize("first", ["/battles", "/battles?text=number", "/battles?unit=goomba"])
def test_older_pages_have_each_battle_once_while_new_ones_arrive(
    client: FlaskClient, clock: StoppedClock, first: str
) -> None:
    ids = many(client, clock, 45)
    clock.ms += 1_000_000
    address, seen = first, []
    while address:
        html = client.get(address).text
        seen += shown(html)
        many(client, clock, 3)
        address = link(html, "next")
    assert seen == ids


def test_pages_have_numbers_and_lead_to_newer_and_older_ones(
    client: FlaskClient, clock: StoppedClock
) -> None:
    ids = many(client, clock, 45)
    second = client.get(link(client.get("/battles").text, "next")).text
    third = client.get(link(second, "next")).text
    assert (shown(second), shown(third)) == (ids[20:40], ids[40:])
    back = client.get(link(third, "prev")).text
    assert shown(back) == ids[20:40]
    assert "page 2 of 3" in back
    assert shown(client.get(link(back, "prev")).text) == ids[:20]
    html = unescape(client.get("/battles?page=2&text=number").text)
    assert shown(html) == ids[20:40]
    assert "45 battles, page 2 of 3" in html
    assert re.search(r'/battles\?page=3&before=[0-9a-f]+&text=number"', html)
    assert re.search(r'aria-current="page"[^>]*>2</a>', html)
    for asked in ("3", "4", "9" * 20):
        assert found(client, page=asked) == ids[40:], asked
    for asked in ("0", "-1", "x"):
        assert found(client, page=asked) == ids[:20], asked
    assert found(client, before="1") == ids[40:]
    assert found(client, before="f" * 16) == ids[:20], "the largest number there is"
    for wrong in ("x", "-1", "f" * 17, "0x12", "1\n", "'"):
        answer = client.get(API, query_string={"before": wrong})
        assert (answer.status_code, answer.json["errors"][0]["path"]) == (422, "before")
        assert found(client, before=wrong) == ids[:20], wrong


def test_the_api_leads_from_page_to_page(client: FlaskClient, clock: StoppedClock) -> None:
    """The newest page is always full. Battles of the same millisecond are all there."""
    ids = many(client, clock, 45, apart_ms=0)
    seen, before = [], ""
    while before is not None:
        told = client.get(API, query_string={"before": before}).json
        seen += [row["id"] for row in told["battles"]]
        before = told["older"]
    assert sorted(seen) == sorted(ids)
    told = client.get(f"{API}?page=3").json
    assert (told["page"], told["pages"], told["total"], told["more"]) == (3, 3, 45, False)
    assert told["older"] is None
    (newest,) = many(client, clock, 1)
    after = client.get(API, query_string={"after": client.get(f"{API}?page=2").json["newer"]}).json
    assert [row["id"] for row in after["battles"]] == [newest, *seen[:19]]


def test_pages_have_numbers_up_to_the_limit() -> None:
    page = Page((), 249, 20, 5_001)
    assert page.pages == paging.PAGES_MOST
    assert page.around == [1, 247, 248, 249, 250]
    assert (page.counted, page.more) == (5_000, True)
    assert not Page((), 249, 20, 5_000).more


def test_each_number_has_its_page_and_rows_are_counted_to_the_limit(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With three numbered pages of two rows: one row more than theirs is counted."""
    monkeypatch.setattr(paging, "PAGES_MOST", 3)
    rows = union_all(*(select(literal(n).label("place")) for n in range(11))).subquery()
    with app.app_context(), session() as db:
        for count in range(10):
            newest = [*range(count, 0, -1)]
            last = max(1, min(3, -(-count // 2)))
            query = select(rows.c.place).where(rows.c.place.between(1, count))
            for asked in range(1, 6):
                page, number = paging.page_of(db, query, PageRequest(asked), 2), min(asked, last)
                assert page.rows == newest[2 * number - 2 : 2 * number]
                assert (page.number, page.pages, page.total) == (number, last, min(count, 7))
                assert bool(page.newer) == (number > 1)
                assert bool(page.older) == (count > 2 * number)


def test_pages_without_numbers_follow_the_last_number(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With two numbered pages of two rows, of nine rows."""
    monkeypatch.setattr(paging, "PAGES_MOST", 2)
    rows = union_all(*(select(literal(n).label("place")) for n in range(1, 10))).subquery()
    with app.app_context(), session() as db:
        query = select(rows.c.place)
        page = paging.page_of(db, query, PageRequest(7), 2)
        assert (page.rows, page.number, page.counted, page.more) == ([7, 6], 2, 4, True)
        seen = [*page.rows]
        while page.older:
            page = paging.page_of(db, query, PageRequest(page.number + 1, before=page.older), 2)
            seen += page.rows
        assert seen == [7, 6, 5, 4, 3, 2, 1]
        assert (page.number, page.pages) == (5, 2)
