"""Why battles ended as they did: of one battle, and the sum of several."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

import engine
from engine import read, search
from tests.present import require
from tests.sieges import EVEN, side, siege_file
from tests.stacks import battle_file, unit
from tests.webapp.page_parts import page_data
from tests.webapp.stopped_clock import StoppedClock
from tests.webapp.test_error_shape import assert_shape
from tests.webapp.test_gallery import put
from webapp.battles import owed, search_guard
from webapp.guard import workshop

DUEL = battle_file([unit(8, 1)], [unit(5, 1)])
"""Side a wins 2 of 3 (tests/odds/stacks.py)."""
SIEGE = siege_file(side(EVEN, bot="random"), side(EVEN, bot="random"), seed=1)


def test_it_is_told_when_the_battle_is_over(client: FlaskClient, clock: StoppedClock) -> None:
    address = f"/api/v1/battles/{put(client, DUEL)}/verdict"
    clock.ms += 3_000
    assert_shape(client.get(address), 409)
    clock.ms += 1_000_000
    body = client.get(address).get_json()
    assert (body["ok"], body["method"], body["order"]) == (True, "exact", 0)
    assert body["chance"] == pytest.approx(2 / 3)
    assert body["armies"] == pytest.approx(1 / 6)
    assert body["dice"] == pytest.approx(body["result"] - 2 / 3)
    assert body["result"] in (0, 1)


def test_a_battle_of_sampled_odds_or_by_older_rules_is_refused(
    client: FlaskClient, clock: StoppedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    id_ = put(client, DUEL)
    clock.ms += 1_000_000
    siege = put(client, SIEGE)
    clock.ms += 1_000_000
    assert_shape(client.get(f"/api/v1/battles/{siege}/verdict"), 422)
    assert_shape(client.get("/api/v1/battles/zzzzzzzz/verdict"), 404)
    newer = replace(engine.rulesets()["warlords"], version=99)
    monkeypatch.setattr(engine, "read", lambda file: replace(read(file), ruleset=newer))
    answer = client.get(f"/api/v1/battles/{id_}/verdict")
    assert_shape(answer, 422)
    assert "The rules have changed" in answer.get_json()["error"]


def test_the_page_of_a_battle_leads_there_only_where_it_is_told(
    client: FlaskClient, clock: StoppedClock
) -> None:
    def after(file: dict[str, Any]) -> Any:
        return page_data(client.get(f"/b/{put(client, file)}").text)["after"]

    duel = after(DUEL)
    assert duel["order"]
    assert duel["verdict"]
    clock.ms += 1_000_000
    answer = client.get(duel["verdict"])
    assert answer.status_code == 200
    assert answer.cache_control.immutable
    siege = after(SIEGE)
    assert (siege["order"], siege["verdict"]) == (None, None)
    assert set(duel["armies"]) == {"a", "b"}
    for own, address in duel["armies"].items():
        page = client.get(address)
        assert page.status_code == 200
        assert re.findall(r'value="(\w)" autofocus', page.text) == [own]


ADDRESS = "/api/v1/verdict"


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    require("warlords")
    owed._chances.cache_clear()
    yield
    owed._chances.cache_clear()


def seeded(seed: int, file: dict[str, Any] = DUEL) -> dict[str, Any]:
    return {**file, "seed": seed}


def asked(client: FlaskClient, *rows: dict[str, Any]) -> Any:
    return client.post(ADDRESS, json={"battles": rows})


def test_several_battles_are_summed_up(client: FlaskClient) -> None:
    rows = [{"battle": seeded(seed), "side": "b"} for seed in range(3)]
    answer = asked(client, *rows).get_json()
    won = sum(engine.play(seeded(seed)).result.winner == "b" for seed in range(3))
    # Each duel is worth -1/6 to b by the armies; of three, one is owed.
    assert (answer["battles"], answer["won"], answer["spread"]) == (3, won, 0)
    assert answer["armies"] == pytest.approx(-1 / 2)
    assert answer["order"] == pytest.approx(0)
    assert answer["dice"] == pytest.approx(won - 1)


def test_stored_battles_are_named_by_their_ids(client: FlaskClient, clock: StoppedClock) -> None:
    id_ = put(client, DUEL)
    clock.ms += 3_000
    row = {"id": id_, "side": "a"}
    answer = asked(client, row, {"battle": seeded(5)})
    assert_shape(answer, 409)
    assert id_ in answer.get_json()["error"]
    clock.ms += 1_000_000
    body = asked(client, row, {"battle": seeded(5)}).get_json()
    recording = client.get(f"/api/v1/battles/{id_}/recording").get_json()
    fought = engine.read(recording["header"]["battle"])
    same = search.series_verdict([search.judged(fought), search.judged(seeded(5))])
    assert body["won"] == same.won
    assert body["dice"] == pytest.approx(same.dice)


REFUSED: tuple[tuple[list[Any], str, str], ...] = (
    ([], "battles", "Length must be between 1 and 100."),
    ([{"battle": seeded(1)}] * 101, "battles", "Holds 101 battles; it takes 1 to 100; the"),
    ([{"side": "a"}], "battles[0]", "Give an id or a battle, one of them."),
    ([{"battle": seeded(1), "side": "c"}], "battles[0].side", "Must be one of: a, b."),
    ([{"battle": seeded(1)}, {"id": "zzzzzzzz"}], "battles[1].id", "there is no battle"),
    ([{"battle": seeded(1)}, {"battle": DUEL}], "battles[1].battle.seed", "is missing"),
    ([{"battle": {}}], "battles[0].battle.ruleset", "is missing; there are"),
    ([{"battle": SIEGE}], "battles[0]", "its odds can only be sampled"),
)


def test_what_is_refused_says_where(client: FlaskClient) -> None:
    for rows, path, message in REFUSED:
        answer = asked(client, *rows)
        assert_shape(answer, 422)
        told = answer.get_json()["errors"][0]
        assert told["path"] == path
        assert message in told["message"]


def test_more_than_the_budget_says_how_else(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workshop, "OPERATIONS_MOST", 3)
    answer = asked(client, {"battle": seeded(1)})
    assert_shape(answer, 422)
    message = answer.get_json()["errors"][0]["message"]
    assert message.startswith("take over 1 second of one core, longer than is weighed")
    assert message.endswith("the command line does it: battlereel verdict FILE… --side a")


def test_how_long_all_of_them_take_is_told_by_those_that_were_begun(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The third of four spends the budget after 30 seconds; somebody was on either side."""
    fought = search.judged(seeded(1))
    outcomes = iter([fought, fought, None])

    def judge(_: owed.Fought) -> search.Judged:
        if (one := next(outcomes)) is None:
            raise engine.SpentError.single("", engine.Text("takes too long"))
        return one

    times = iter([70.0, 100.0])
    monkeypatch.setattr(owed, "_judge", judge)
    monkeypatch.setattr(owed.time, "monotonic", lambda: next(times))
    with pytest.raises(search_guard.TooLargeError) as refused:
        owed.summed([owed.Fought({}, whose, None) for whose in engine.SIDES * 2])
    ((path, message),) = refused.value.problems
    assert path == "battles"
    assert str(message).startswith("take over 40 seconds of one core")
    assert str(message).endswith("battlereel verdict FILE… --player NAME")
