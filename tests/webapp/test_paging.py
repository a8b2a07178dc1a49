"""Lists in pages: whoever goes on to older ones sees each battle once, whatever arrives."""

import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import literal, select, union_all

import engine
from tests.webapp.battle_files import BATTLE
from tests.webapp.stopped_clock import StoppedClock
from tests.webapp.test_gallery import found, put
from webapp import games
from webapp.battles import store as battles
from webapp.store import paging
from webapp.store.database import session
from webapp.store.paging import Page, PageRequest


def many(client: FlaskClient, clock: StoppedClock, count: int, apart_ms: int = 10) -> list[str]:
    """So many listed battles, the newest first."""
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
    """Where a page leads; '' for nowhere."""
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


def test_battles_of_the_same_millisecond_are_all_there(
    client: FlaskClient, clock: StoppedClock
) -> None:
    ids = many(client, clock, 25, apart_ms=0)
    newest = client.get("/battles").text
    older = client.get(link(newest, "next")).text
    assert sorted(shown(newest) + shown(older)) == sorted(ids)


def test_newer_leads_back_to_the_same_battles(client: FlaskClient, clock: StoppedClock) -> None:
    ids = many(client, clock, 65)
    second = client.get(link(client.get("/battles").text, "next")).text
    third = client.get(link(second, "next")).text
    assert shown(third) == ids[40:60]
    back = client.get(link(third, "prev")).text
    assert shown(back) == ids[20:40]
    assert "page 2 of 4" in back
    assert shown(client.get(link(back, "prev")).text) == ids[:20]


def test_the_newest_page_is_always_full(client: FlaskClient, clock: StoppedClock) -> None:
    """Above the second battle there is one: the first page shows it, and those below."""
    ids = many(client, clock, 30)
    told = client.get("/api/v1/battles?page=2").get_json()
    above = told["newer"]
    assert [row["id"] for row in told["battles"]] == ids[20:]
    clock.ms += 10
    put(client)
    after = client.get("/api/v1/battles", query_string={"after": above}).get_json()
    assert [row["id"] for row in after["battles"]] == ids[:20]
    assert after["newer"]


def test_pages_by_number_go_on_working(client: FlaskClient, clock: StoppedClock) -> None:
    ids = many(client, clock, 45)
    assert found(client, page="2") == ids[20:40]
    assert found(client, page="3") == found(client, page="77") == ids[40:]
    told = client.get("/api/v1/battles?page=3").get_json()
    assert (told["page"], told["pages"], told["total"], told["more"]) == (3, 3, 45, False)
    assert told["older"] is None


def test_the_api_leads_from_page_to_page(client: FlaskClient, clock: StoppedClock) -> None:
    ids = many(client, clock, 45)
    seen, before = [], ""
    while before is not None:
        told = client.get("/api/v1/battles", query_string={"before": before}).get_json()
        seen += [row["id"] for row in told["battles"]]
        before = told["older"]
    assert seen == ids


@pytest.mark.parametrize("before", ["x", "-1", "f" * 17, "0x12", "1\n", "'"])
def test_a_place_that_is_none_is_refused_by_the_api_and_passed_over_by_pages(
    client: FlaskClient, clock: StoppedClock, before: str
) -> None:
    ids = many(client, clock, 2)
    answer = client.get("/api/v1/battles", query_string={"before": before})
    assert answer.status_code == 422
    assert "before" in answer.get_json()["errors"][0]["path"]
    assert found(client, before=before) == ids


def test_below_the_oldest_is_the_last_page(client: FlaskClient, clock: StoppedClock) -> None:
    ids = many(client, clock, 25)
    assert found(client, before="1") == ids[20:]
    assert found(client, before="f" * 16) == ids[:20], "the largest number there is"


def test_there_are_not_more_numbered_pages_than_anybody_reads() -> None:
    page = Page((), 249, 20, 5_001)
    assert page.pages == paging.PAGES_MOST
    assert page.around == [1, 247, 248, 249, 250]
    assert (page.counted, page.more) == (5_000, True)
    assert not Page((), 249, 20, 5_000).more


@pytest.mark.parametrize("count", range(10))
def test_a_numbered_page_and_how_many_there_are(
    app: Flask, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    """With three numbered pages of two rows each: counted are one more than those, at most."""
    monkeypatch.setattr(paging, "PAGES_MOST", 3)
    newest = [*range(count, 0, -1)]
    last = max(1, min(3, -(-count // 2)))
    rows = union_all(*(select(literal(n).label("place")) for n in range(11))).subquery()
    query = select(rows.c.place).where(rows.c.place.between(1, count))
    with app.app_context(), session() as db:
        for asked in range(1, 6):
            page, number = paging.page_of(db, query, PageRequest(asked), 2), min(asked, last)
            assert page.rows == newest[2 * number - 2 : 2 * number]
            assert (page.number, page.pages, page.total) == (number, last, min(count, 7))
            assert bool(page.newer) == (number > 1)
            assert bool(page.older) == (count > 2 * number)


def test_beyond_the_last_number_pages_go_on(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """With two numbered pages of two rows each, of nine rows."""
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
