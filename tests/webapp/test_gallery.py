"""The gallery: what is listed, what is found, what stays secret; its pages."""

import re
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import literal, select, union_all

import engine
from tests.webapp.battle_files import BATTLE, side
from tests.webapp.stack_files import STACKS
from tests.webapp.stopped_clock import StoppedClock
from webapp.base import games
from webapp.battles import gallery
from webapp.battles import store as battles
from webapp.battles.gallery import RESULTS, Search
from webapp.store import paging
from webapp.store.database import session
from webapp.store.models import Battle
from webapp.store.paging import Page, PageRequest


def put(client: FlaskClient, file: dict[str, Any] = BATTLE, **query: str) -> str:
    answer = client.post("/api/v1/battles", json=file, query_string={"listed": "true", **query})
    assert answer.status_code == 201, answer.text
    return str(answer.get_json()["id"])


def found(client: FlaskClient, **query: str) -> list[str]:
    """The ids that the gallery shows, in order."""
    return shown(client.get("/battles", query_string=query).text)


RATS = {"name": "Rat", "army": {"name": "Vermin", "stack": [{"unit": "giant-rats"}]}}


@pytest.fixture
def three(client: FlaskClient, clock: StoppedClock) -> dict[str, str]:
    """A draw, a victory as expected and an upset, all over; by name."""
    toads = BATTLE | {"sides": [side("Ida", "toad"), side("Jo", "toad")]}
    stack = STACKS | {"sides": [STACKS["sides"][0], RATS]}
    upset = client.post("/api/v1/odds/wanted", json=stack, query_string={"wish": "b"})
    ids = {"draw": put(client, toads)}
    clock.ms += 1000
    ids["expected"] = put(client, stack, title="As everybody thought")
    clock.ms += 1000
    ids["upset"] = put(client, upset.get_json()["battle"], title="Nobody thought so")
    clock.ms += 1_000_000
    return ids


def test_what_is_not_listed_never_appears(client: FlaskClient, clock: StoppedClock) -> None:
    battle_id = put(client, listed="false")
    assert found(client) == []
    clock.ms += 1_000_000
    assert found(client) == found(client, unit="goomba") == []
    assert battle_id not in client.get("/").text


FINDS: list[tuple[dict[str, str], list[str]]] = [
    ({}, ["upset", "expected", "draw"]),
    ({"unit": "toad"}, ["draw"]),
    ({"unit": "Giant Rats"}, ["upset", "expected"]),
    ({"unit": "giant-rats"}, ["upset", "expected"]),
    ({"unit": "GIANT RATS "}, ["upset", "expected"]),
    ({"unit": "rat"}, ["upset", "expected"]),
    ({"unit": "ra"}, []),
    ({"unit": "trolls"}, []),
    ({"ruleset": "manymarios"}, ["draw"]),
    ({"ruleset": "chess"}, ["upset", "expected", "draw"]),
    ({"result": "draw"}, ["draw"]),
    ({"result": "won"}, ["upset", "expected"]),
    ({"result": "upset"}, ["upset"]),
    ({"result": "nonsense"}, ["upset", "expected", "draw"]),
    ({"text": "thought"}, ["upset", "expected"]),
    ({"text": "vermin", "result": "upset", "unit": "ogres"}, ["upset"]),
]
"""Searches and their results, newest first."""


def test_each_search_finds_its_battles(client: FlaskClient, three: dict[str, str]) -> None:
    for query, names in FINDS:
        assert found(client, **query) == [three[name] for name in names], query


def test_custom_units_and_heroes_are_found(client: FlaskClient, clock: StoppedClock) -> None:
    custom = {"army": {"lineup": [{"custom": {"name": "Old Sniper", "energy": 2}}]}}
    hero = {"army": {"stack": [{"hero": "monk", "level": 3, "name": "Wu"}]}}
    sniper = put(client, BATTLE | {"sides": [BATTLE["sides"][0], custom]})
    monk = put(client, STACKS | {"sides": [STACKS["sides"][0], hero]})
    clock.ms += 1_000_000
    assert found(client, unit="old sniper") == [sniper]
    assert found(client, unit="Monk") == [monk]


TAG = re.compile(r'class="tag tag-(?:soon|live)">([^<]*)<')


def test_armies_and_results_are_hidden_until_due(client: FlaskClient, clock: StoppedClock) -> None:
    battle_id = put(client)
    pages = {"/battles": "on air", "/": "live"}

    def shown(*labels: str) -> None:
        """Checks the tags, and whether the list shows armies or troops on the march."""
        assert [TAG.findall(client.get(page).text) for page in pages] == [[one] for one in labels]
        html = client.get("/battles").text
        has_begun = labels[0] != "about to begin"
        assert ('aria-label="Goomba' in html, 'class="march"' in html) == (has_begun, not has_begun)
        assert found(client, unit="goomba") == [battle_id] * has_begun
        assert "won</span>" not in html
        for result in RESULTS:
            assert found(client, result=result) == []

    assert found(client) == [battle_id]
    shown("about to begin", "about to begin")
    clock.ms += 3_000
    shown(*pages.values())


def test_repeated_battle_hides_armies_at_first(client: FlaskClient, clock: StoppedClock) -> None:
    put(client, BATTLE | {"seed": 1})
    clock.ms += 3_000
    put(client, BATTLE | {"seed": 1})
    told = client.get("/battles").text.split('data-battle="')[1:]
    assert ['aria-label="Goomba' in entry for entry in told] == [False, True]
    clock.ms += 3_000
    assert client.get("/battles").text.count('class="duel"') == 2


def test_a_battle_whose_file_is_from_another_time_is_not_about_to_begin(
    client: FlaskClient, clock: StoppedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(client, BATTLE | {"seed": 99})
    clock.ms += 1_000_000

    def refuse(_file: object) -> None:
        raise engine.InputError([engine.Problem("", "from another time")])

    monkeypatch.setattr(engine, "read", refuse)
    html = client.get("/battles").text
    assert "result hidden" in html
    assert 'class="march"' not in html
    assert "begin" not in html[html.index('id="found"') :]


def test_results_are_told_to_whoever_asks(client: FlaskClient, three: dict[str, str]) -> None:
    hidden = client.get("/battles?ruleset=").text
    assert hidden.count("result hidden") == 3
    assert "won</span>" not in hidden
    assert "upset: " not in hidden
    link = re.search(r'<a href="([^"]+)">Show results</a>', hidden)
    assert link
    asked = client.get(unescape(link[1])).text
    client.set_cookie("spoilers", "1")
    for html in (asked, client.get("/battles").text):
        assert "Rat won" in html
        assert "A draw" in html
        assert html.count("upset: ") == 1
        assert "Show results" not in html
    assert 'name="spoilers" value="1"' in asked, "and the next search tells, too"


def test_the_page_says_what_to_do_and_htmx_gets_the_list_alone(client: FlaskClient) -> None:
    for query, told in (
        ("", "Fight the first one"),
        ("?text=x", "No battle matches"),
        ("?result=upset&ruleset=manymarios", "Only Warlords III stacks can have upsets"),
    ):
        assert told in client.get(f"/battles{query}").text
    assert "can have upsets" not in client.get("/battles?result=won").text
    answer = client.get("/battles", headers={"HX-Request": "true"})
    assert answer.text.lstrip().startswith('<section id="found"')
    assert "<main" not in answer.text


def test_a_name_without_a_match_may_be_a_unit(client: FlaskClient) -> None:
    link = '<a href="/battles?unit=Goomba&amp;ruleset=manymarios">Goomba</a>'
    html = client.get("/battles?text=goomba&ruleset=manymarios").text
    assert "Did you mean the unit" in html
    assert link in html
    assert "Did you mean" not in client.get("/battles?text=qqqq").text


def test_battles_of_games_that_are_not_installed_are_in_no_list(
    app: Flask, client: FlaskClient, three: dict[str, str], clock: StoppedClock
) -> None:
    put(client)
    with app.app_context():
        known = [*games.games()]
        with session() as db, db.begin():
            for name, ruleset in (("draw", "another"), ("upset", "zoo")):
                db.get_one(Battle, three[name]).ruleset = ruleset
        recent = {
            id_: [battle.id for battle in gallery.lately(of, clock.ms).recent]
            for id_, of in (("known", known), ("zoo", ["zoo"]), ("manymarios", ["manymarios"]))
        }
        assert recent == {"known": [three["expected"]], "zoo": [three["upset"]], "manymarios": []}
        assert gallery.count_on_air(["warlords"], clock.ms) == 0
        assert gallery.count_on_air(known, clock.ms) == 1
        for game, total in (("manymarios", 1), ("warlords", 1)):
            assert gallery.find([games.game(game)], Search(), clock.ms).total == total
    assert three["expected"] in found(client)
    assert not {three["draw"], three["upset"]} & {*found(client)}


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
def test_older_pages_stay_stable(client: FlaskClient, clock: StoppedClock, first: str) -> None:
    ids = many(client, clock, 45)
    clock.ms += 1_000_000
    address, seen = first, []
    while address:
        html = client.get(address).text
        seen += shown(html)
        many(client, clock, 3)
        address = link(html, "next")
    assert seen == ids


def test_pages_have_numbers_and_neighbours(client: FlaskClient, clock: StoppedClock) -> None:
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


def test_numbers_have_pages_up_to_a_limit(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_unnumbered_pages_follow(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
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
