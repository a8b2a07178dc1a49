"""The gallery: what is listed, what is found, what stays secret."""

import re
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, text

import engine
from tests.webapp.battle_files import BATTLE, side
from tests.webapp.stack_files import STACKS
from tests.webapp.stopped_clock import StoppedClock
from webapp import games
from webapp.base.config import Settings
from webapp.battles import gallery, participants, samples
from webapp.battles.index_terms import RESULTS, Search
from webapp.store.database import connect, migrate, session
from webapp.store.models import RecordedUnit

EVIL = """</h2><script>alert(1)</script>'"&"""


def put(client: FlaskClient, file: dict[str, Any] = BATTLE, **query: str) -> str:
    answer = client.post("/api/v1/battles", json=file, query_string={"listed": "true", **query})
    assert answer.status_code == 201, answer.text
    return str(answer.get_json()["id"])


def found(client: FlaskClient, **query: str) -> list[str]:
    """The ids that the gallery shows, in order."""
    html = client.get("/battles", query_string=query).text
    return re.findall(r'data-battle="(\w+)"', html)


@pytest.fixture
def three(client: FlaskClient, clock: StoppedClock) -> dict[str, str]:
    """A draw, a victory as expected and an upset, all over; by name."""
    toads = BATTLE | {"sides": [side("Ida", "toad"), side("Jo", "toad")]}
    stack = STACKS | {"sides": [STACKS["sides"][0], weak("Rat", "giant-rats")]}
    upset = client.post("/api/v1/odds/wanted", json=stack, query_string={"wish": "b"})
    ids = {"draw": put(client, toads)}
    clock.ms += 1000
    ids["expected"] = put(client, stack, title="As everybody thought")
    clock.ms += 1000
    ids["upset"] = put(client, upset.get_json()["battle"], title="Nobody thought so")
    clock.ms += 1_000_000
    return ids


def weak(name: str, unit: str) -> dict[str, Any]:
    return {"name": name, "army": {"name": "Vermin", "stack": [{"unit": unit}]}}


def test_the_newest_comes_first(client: FlaskClient, three: dict[str, str]) -> None:
    assert found(client) == [three["upset"], three["expected"], three["draw"]]


def test_what_is_not_listed_never_appears(client: FlaskClient, clock: StoppedClock) -> None:
    battle_id = put(client, listed="false")
    assert found(client) == []
    clock.ms += 1_000_000
    assert found(client) == found(client, unit="goomba") == []
    assert battle_id not in client.get("/").text


@pytest.mark.parametrize(
    ("query", "names"),
    [
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
        ({"text": "so nobody"}, ["upset"]),
        ({"text": "ida"}, ["draw"]),
        ({"text": "vermin", "result": "upset", "unit": "ogres"}, ["upset"]),
        ({"text": "%"}, []),
        ({"text": "_"}, []),
    ],
)
def test_battles_are_found(
    client: FlaskClient, three: dict[str, str], query: dict[str, str], names: list[str]
) -> None:
    assert found(client, **query) == [three[name] for name in names]


def test_a_unit_of_somebodys_own_is_found_by_its_name(
    client: FlaskClient, clock: StoppedClock
) -> None:
    custom = {"custom": {"name": "Old Sniper", "energy": 2}}
    file = BATTLE | {"sides": [BATTLE["sides"][0], {"army": {"lineup": [custom]}}]}
    battle_id = put(client, file)
    clock.ms += 1_000_000
    assert found(client, unit="old sniper") == [battle_id]


def test_a_hero_is_found_by_the_class(client: FlaskClient, clock: StoppedClock) -> None:
    hero = {"army": {"stack": [{"hero": "monk", "level": 3, "name": "Wu"}]}}
    battle_id = put(client, STACKS | {"sides": [STACKS["sides"][0], hero]})
    clock.ms += 1_000_000
    assert found(client, unit="Monk") == [battle_id]


def test_a_misspelt_unit_is_asked_about(client: FlaskClient) -> None:
    html = client.get("/battles?unit=gomba").text
    assert re.search(r"Did you mean <a [^>]*unit=Goomba[^>]*>Goomba</a>", html)
    assert "Did you mean" not in client.get("/battles?unit=goomba").text


def test_a_result_is_looked_for_only_where_it_is_known(
    client: FlaskClient, clock: StoppedClock
) -> None:
    battle_id = put(client)
    clock.ms += 3_500
    for result in RESULTS:
        assert found(client, result=result) == []
    html = client.get("/battles").text
    assert battle_id in html
    assert "on air" in html
    assert "won</span>" not in html


def test_armies_are_shown_and_searched_from_the_first_moment_on(
    client: FlaskClient, clock: StoppedClock
) -> None:
    battle_id = put(client)
    assert found(client) == [battle_id]
    assert found(client, unit="goomba") == []
    assert 'aria-label="Goomba' not in client.get("/battles").text
    clock.ms += 3_000
    assert found(client, unit="goomba") == [battle_id]
    assert 'aria-label="Goomba' in client.get("/battles").text


def test_a_battle_is_on_air_from_its_first_moment_on(
    client: FlaskClient, clock: StoppedClock
) -> None:
    put(client)
    pages = {"/battles": "on air", "/": "live"}
    for page in pages:
        assert tags(client.get(page).text) == ["about to begin"]
    assert 'class="march"' in client.get("/battles").text
    clock.ms += 3_000
    for page, live in pages.items():
        assert tags(client.get(page).text) == [live]
    assert 'class="march"' not in client.get("/battles").text


def tags(html: str) -> list[str]:
    """What is said of when battles are shown."""
    return re.findall(r'class="tag tag-(?:soon|live)">([^<]*)<', html)


def test_a_battle_that_repeats_another_one_keeps_its_armies_until_it_begins(
    client: FlaskClient, clock: StoppedClock
) -> None:
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


def test_it_is_said_which_games_can_have_an_upset(client: FlaskClient) -> None:
    html = client.get("/battles?result=upset&ruleset=manymarios").text
    assert "Only Warlords III stacks can have one" in html
    assert "can have one" not in client.get("/battles?result=won").text


@pytest.mark.parametrize("sample", samples.load(games.game("manymarios")).battles)
def test_no_winner_of_many_marios_had_less_than_an_even_chance(sample: str) -> None:
    """One draw of two, who begins, is all the chance there is: so nothing there is an upset."""
    of_ruleset = samples.load(games.game("manymarios"))
    file = of_ruleset.battle_file(of_ruleset.battles[sample])
    odds = engine.odds(file, "exact")
    winner = engine.play(file).result.winner
    chance = odds.draw if winner is None else getattr(odds, winner)
    assert chance in (0.5, 1)


def test_pages_follow_each_other(
    client: FlaskClient, clock: StoppedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = []
    for number in range(45):
        clock.ms += 10
        ids.append(put(client, title=f"Number {number}"))
    ids.reverse()
    assert found(client) == ids[:20]
    assert found(client, page="2") == ids[20:40]
    assert found(client, page="3") == ids[40:]
    for odd in ("4", "99999999999999999999", "0", "-1", "x"):
        assert found(client, page=odd) in (ids[40:], ids[:20])
    html = unescape(client.get("/battles?page=2&text=number").text)
    assert "45 battles, page 2 of 3" in html
    assert 'rel="prev"' in html
    assert re.search(r'/battles\?page=3&before=[0-9a-f]+&text=number"', html)
    assert re.search(r'aria-current="page"[^>]*>2</a>', html)


def test_an_empty_gallery_says_what_to_do(client: FlaskClient) -> None:
    assert "Fight the first one" in client.get("/battles").text
    assert "No battle is like that" in client.get("/battles?text=x").text


def test_htmx_gets_the_list_alone(client: FlaskClient, battle_id: str) -> None:
    answer = client.get("/battles", headers={"HX-Request": "true"})
    assert answer.text.lstrip().startswith('<section id="found"')
    assert "<main" not in answer.text


def test_names_are_text(client: FlaskClient, clock: StoppedClock) -> None:
    named = {"name": EVIL, "army": {"name": EVIL, "lineup": [{"unit": "toad"}]}}
    put(client, BATTLE | {"sides": [named, named]}, title=EVIL)
    clock.ms += 1_000_000
    for query in ({}, {"text": EVIL}, {"unit": EVIL}):
        html = client.get("/battles", query_string=query).text
        assert "<script>alert" not in html
        assert EVIL in unescape(html)


def test_units_of_older_recordings_are_found_too(
    app: Flask, client: FlaskClient, settings: Settings
) -> None:
    """A database from before the gallery: its migration looks into what is stored."""
    put(client)
    put(client, STACKS)
    with app.app_context(), session() as db:
        before = set(db.scalars(select(RecordedUnit.unit)))
        chances = db.execute(text("SELECT digest, chance_a FROM recordings ORDER BY 1")).all()
    engine = connect(settings.database_url)
    assert before == {"goomba", "toad", "ogres", "archers", "trolls"}
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM fielded"))
        connection.execute(text("ALTER TABLE recordings DROP COLUMN chance_a"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0003'"))
    migrate(engine, "0004")
    with engine.connect() as connection:
        assert set(connection.scalars(text("SELECT unit FROM fielded"))) == before
        after = connection.execute(text("SELECT digest, chance_a FROM recordings ORDER BY 1")).all()
    assert after == chances
    engine.dispose()


def test_who_takes_part_is_read_from_any_games_file() -> None:
    assert participants.units(games.game("warlords"), STACKS) == {"ogres", "archers", "trolls"}
    file = {"sides": [{"army": {}}, {"army": {"units": {"A": {"atk": 2}}}}]}
    assert participants.units(games.game("siege"), file) == set()


def test_a_search_for_nothing_finds_all(app: Flask, client: FlaskClient) -> None:
    put(client)
    with app.app_context():
        assert gallery.find(games.games().values(), Search(), now_ms=0).total == 1


@pytest.mark.parametrize(("text", "unit"), [("gomba", "Goomba"), ("goomba", "Goomba")])
def test_a_name_that_nobody_has_may_be_a_unit(client: FlaskClient, text: str, unit: str) -> None:
    html = client.get("/battles", query_string={"text": text, "ruleset": "manymarios"}).text
    assert "Did you mean the unit" in html
    assert re.search(rf'href="/battles\?unit={unit}&amp;ruleset=manymarios">{unit}</a>', html)
    assert "Did you mean" not in client.get("/battles", query_string={"text": "qqqq"}).text
