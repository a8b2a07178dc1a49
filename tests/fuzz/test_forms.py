"""Every form and every address of a page, filled with what programs trip over."""

from contextlib import suppress
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

import engine
from tests.fuzz.effort import THROWN, tries
from tests.fuzz.hostile import TEXTS, VALUES, spoilt
from tests.webapp.page_parts import token
from webapp.armies.builder import importing
from webapp.base import games, samples
from webapp.battles import store

FIELDS = (
    *("army", "army_a", "army_b", "other_a", "other_b", "text", "file", "seed", "name", "title"),
    *("best_of", "hours", "opponent", "listed", "ruleset", "do", "units", "u0.card", "u0.name"),
    *("note", "revision", "wish", "before", "salt", "seal", "sure", "terms.ap_limit", "page"),
    *("language", "swap", "field.terrain", "limits.heroes", "invitation", "unit", "result", "at"),
    *("kind", "places", "rounds", "limits.ap", "side.bot", "more", "other", "start", "start_ms"),
    *("lead", "inventory", "preset_each", "terms.ap_limit.none"),
)
BUTTONS = (
    *("show", "seal", "save", "random", "import", "swap", "seed", "odds", "back", "copy:0"),
    *("up:1", "begin", "close", "rounds", "add", "out-1", "back-1"),
)


@pytest.fixture
def places(app: Flask) -> dict[str, list[str]]:
    """What may stand in addresses: things that are there, and words."""
    app.test_client().get("/")
    with app.app_context():
        store.store_samples(games.games().values())
        game = next(iter(games.games().values()))
        found = samples.load(game)
        battle = found.page_id(next(iter(found.battles.values())))
    return {
        "ruleset": [*games.games()],
        "id_": [battle, next(iter(found.battles))],
        "side": ["a", "b"],
        "kind": ["svg", "png"],
        "token": ["x.y"],
        "day": ["2026-11-01"],
        "other": [battle],
        "format_": ["csv"],
        "filename": ["favicon.svg"],
        "name": ["view.js"],
    }


@pytest.mark.long
def test_no_page_and_no_form_is_answered_by_500(app: Flask, places: dict[str, list[str]]) -> None:
    client = app.test_client()
    csrf = token(client)
    client.post("/challenge/new", data={"csrf_token": csrf, **NEW})
    made = client.post("/challenge/new", data={"csrf_token": csrf, **NEW}).location
    places["id_"].append(made.rpartition("/")[2])
    joined = client.post("/api/v1/tournaments", json={"ruleset": NEW["ruleset"], "kind": "swiss"})
    places["id_"].append(joined.json["id"])
    with app.app_context():
        army = samples.stand_in(games.games()[NEW["ruleset"]])
    ladder = {"ruleset": NEW["ruleset"], "kind": "ladder", "rounds": 1}
    climbed = client.post("/api/v1/tournaments", json={**ladder, "entrants": [{"army": army}] * 2})
    places["id_"].append(climbed.json["id"])
    running = client.post("/api/v1/tournaments", json={**ladder, "places": 4})
    place = f"/api/v1/tournaments/{running.json['id']}"
    for name in ("Ann", "Bo"):
        app.test_client().post(f"{place}/join", json={"name": name, "army": army})
    begun = client.post(f"{place}/begin?edit={running.json['you']['edit']}")
    assert begun.status_code == 200, begun.text
    places["id_"].append(running.json["id"])
    # As far from the beginning as the ids that they belong to.
    edits = [made.json["you"]["edit"] for made in (joined, climbed, running)]
    places["token"] += [*edits[:2], *edits]
    rules = [rule for rule in app.url_map.iter_rules() if not rule.rule.startswith("/api/")]
    assert {argument for rule in rules for argument in rule.arguments} <= places.keys()

    @tries(40)
    @given(
        rule=st.sampled_from(rules),
        words=TEXTS,
        known=st.integers(0, 7),
        fields=st.dictionaries(st.sampled_from(FIELDS), TEXTS | st.sampled_from(BUTTONS)),
    )
    def ask(rule: Any, words: str, known: int, fields: dict[str, str]) -> None:
        address = rule.rule
        for argument in rule.arguments:
            offered = places[argument]
            # Most of the time something that is there.
            value = offered[known % len(offered)] if known else words
            place = quote(value.encode("utf-8", "replace"), safe="")[:500]
            for form in (f"<{argument}>", f"<path:{argument}>"):
                address = address.replace(form, place)
        sent = {name: value.encode("utf-8", "surrogatepass") for name, value in fields.items()}
        for method in (rule.methods or set()) & {"GET", "POST"}:
            THROWN["pages and forms, with what programs trip over"] += 1
            if method == "GET":
                query = "&".join(f"{name}={quote(value)}" for name, value in sent.items())
                answer = client.get(f"{address}?{query[:3500]}")
            else:
                answer = client.post(address, data={**sent, "csrf_token": csrf})
            assert answer.status_code != 500, f"{method} {address} {fields!r}"
            answer.close()

    ask()


NEW = {"ruleset": next(iter(games.games())), "name": "Ann", "best_of": "1", "hours": "24"}


@tries(100)
@given(st.sampled_from([*games.games()]), TEXTS)
def test_a_paste_is_read_or_refused_with_its_lines(ruleset: str, text: str) -> None:
    THROWN["pastes, of any text"] += 1
    with suppress(engine.InputError):
        importing.read(games.game(ruleset), text)


FILES = [
    found.battle_file(battle)
    for found in map(samples.load, games.games().values())
    for battle in found.battles.values()
]


@tries(100)
@given(spoilt(st.sampled_from(FILES), VALUES))
def test_a_battle_file_with_anything_in_it_is_read_or_refused(file: Any) -> None:
    THROWN["battle files with anything in them"] += 1
    with suppress(engine.InputError):
        engine.read(file)
