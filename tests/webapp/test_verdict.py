"""Why battles ended as they did: one, several, those of a series, and those of a browser."""

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient

import engine
from engine import SideId, read, search
from tests.present import require
from tests.sieges import EVEN, side, siege_file
from tests.stacks import battle_file, unit
from tests.webapp.challengers import Person
from tests.webapp.page_parts import assert_shape, page_data
from tests.webapp.stopped_clock import StoppedClock
from webapp.base.wording import MINUS
from webapp.battles import analysis
from webapp.searches import limits, verdicts

DUEL = battle_file([unit(8, 1)], [unit(5, 1)])  # a wins 2 of 3 (tests/odds/stacks.py)
SIEGE = siege_file(side(EVEN, bot="random"), side(EVEN, bot="random"), seed=1)


def put(client: FlaskClient, file: dict[str, Any]) -> str:
    return str(client.post("/api/v1/battles?listed=true", json=file).json["id"])


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


def test_battle_page_links_to_known_verdicts(client: FlaskClient, clock: StoppedClock) -> None:
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
    verdicts._chances.cache_clear()
    yield
    verdicts._chances.cache_clear()


def seeded(seed: int, file: dict[str, Any] = DUEL) -> dict[str, Any]:
    return {**file, "seed": seed}


def asked(client: FlaskClient, *rows: dict[str, Any]) -> Any:
    return client.post(ADDRESS, json={"battles": rows})


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
    same = search.series_verdict([search.judge(fought), search.judge(seeded(5))])
    assert body["won"] == same.won
    assert body["dice"] == pytest.approx(same.dice)


REFUSED: tuple[tuple[list[Any], str, str], ...] = (
    ([], "battles", "Length must be between 1 and 100."),
    ([{"battle": seeded(1)}] * 101, "battles", "Has 101 battles; it must have 1 to 100; the"),
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


def test_too_dear_names_command(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.guard.limits.OPERATIONS_MOST", 3)
    answer = asked(client, {"battle": seeded(1)})
    assert_shape(answer, 422)
    message = answer.get_json()["errors"][0]["message"]
    assert message.startswith("take over 1 CPU second, too long while you wait")
    assert message.endswith("the command line does it: battlereel verdict FILE… --side a")


def test_too_dear_is_refused_first(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has two pairs of orders, of one operation."""
    monkeypatch.setattr("webapp.guard.limits.OPERATIONS_MOST", 3)
    monkeypatch.setattr(analysis, "_verdicts", {})
    monkeypatch.setattr(verdicts, "_judge", lambda _: pytest.fail("it has begun"))
    stacks = [battle_file([unit(5, 1), unit(6, 1)], [unit(enemy, 1)]) for enemy in (5, 6)]
    rows = [{"battle": {**file, "seed": seed}} for file in stacks for seed in (1, 2)]
    assert_shape(asked(client, *rows), 422)


def test_time_is_estimated_from_battles_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    """The third of four spends the budget after 30 seconds; somebody was on either side."""
    fought = search.judge(seeded(1))
    outcomes = iter([fought, fought, None])

    def judge(_: verdicts.Fought) -> search.JudgedBattle:
        if (one := next(outcomes)) is None:
            raise engine.SpentError.single("", engine.Text("takes too long"))
        return one

    times = iter([70.0, 100.0])
    monkeypatch.setattr(verdicts, "_judge", judge)
    monkeypatch.setattr(verdicts.time, "monotonic", lambda: next(times))
    with pytest.raises(limits.TooLargeError) as refused:
        verdicts.series_verdict([verdicts.Fought({}, whose, None) for whose in engine.SIDES * 2])
    ((path, message),) = refused.value.problems
    assert path == "battles"
    assert str(message).startswith("take over 40 CPU seconds")
    assert str(message).endswith("battlereel verdict FILE… --player NAME")


HOUR_MS = 3_600_000
VERSION = engine.rulesets()["warlords"].version
STRONG = {"stack": [unit(8, 1)]}
WEAK = {"stack": [unit(5, 1)]}  # strength 8 against 5 of 20: 8 * 15 : 5 * 12 = 2 : 1


def told(person: Person, address: str) -> str:
    main = person.get(address).partition("<main")[2]
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", main)))


def play(page: str, a: Person, b: Person) -> None:
    a.seal(page, STRONG)
    b.seal(page, WEAK)


def test_series_luck(ann: Person, bo: Person, cem: Person, clock: StoppedClock) -> None:
    """Ann has 2/3, then 1/3: 0.7 and then 1 win expected. Of half a win the army makes 0.2, the
    dice the rest."""
    first = ann.challenge("warlords", best_of="3")
    bo.join(ann.link(first, "join"))
    play(first, ann, bo)
    assert "No finished battle has exact odds yet" in told(cem, f"{first}/dice"), "it is on air"
    assert "No finished battle" in told(ann, "/dice")
    assert "Luck so far over" not in told(cem, first)
    clock.ms += HOUR_MS
    won = cem.standing(first)["winner"] == "a"
    page = told(cem, f"{first}/dice")
    of_ann = f"{'0.3 wins more' if won else '0.7 wins fewer'} than expected (battles: 1)."
    of_bo = f"{'0.3 wins fewer' if won else '0.7 wins more'} than expected (battles: 1)."
    for text in (f"Ann: {of_ann}", f"Bo: {of_bo}", f"{MINUS}0.7 to +0.3", f"{MINUS}0.3 to +0.7"):
        assert text in page
    mine = "+0.3" if won else f"{MINUS}0.7"
    assert (
        f"Ann: {won:.1f} wins of 1. Half of them would be 0.5; the armies gave +0.2, "
        f"the order of the units 0.0, the dice {mine}."
    ) in page
    assert "± " not in page, "all is exact"
    hidden = ann.get(f"{first}/dice?spoilers=0")
    shown = re.sub(r'<details class="spoiler">.*?</details>', "", hidden, flags=re.S)
    assert ("than expected" in hidden, "than expected" in shown) == (True, False)
    ann.get("/c/bcdfghjk/dice", 404)
    assert f"You: {of_ann}" in told(ann, "/dice")
    assert "No finished battle" in told(cem, "/dice"), "she has only looked on"

    second = ann.send(f"{first}/next").location
    play(second, bo, ann)
    assert "(battles: 1)." in told(cem, f"{second}/dice"), "the second one is on air"
    clock.ms += HOUR_MS
    wins = won + (cem.standing(second)["winner"] == "b")
    words = ["1.0 wins fewer than", "as many wins as", "1.0 wins more than"][wins]
    page = told(cem, f"{second}/dice")
    assert f"Ann: {words} expected (battles: 2)." in page
    assert f"{MINUS}1.0 to +1.0" in page
    assert f"You: {words} expected (battles: 2)." in told(ann, "/dice")
    assert "Luck over all their games" in told(cem, second)


def won_by(winner: SideId, file: Any, version: int = VERSION) -> verdicts.Fought:
    return verdicts.Fought({"battle": file, "ruleset_version": version}, winner, "a")


def test_what_has_no_exact_odds_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A siege between bots, and a battle of rules that are not installed any more."""
    bots = siege_file(side(EVEN, bot="cautious"), side(EVEN, bot="aggressive"))
    duel = battle_file([unit(8, 1)], [unit(5, 1)])
    outdated = won_by("a", duel, VERSION - 1)
    found = verdicts.report([won_by("a", bots, 2), outdated, won_by("b", duel)])
    assert (found.left_out, found.owed.battles) == (2, 1)
    assert found.owed.dice == pytest.approx(-1 / 3)

    def refuse(*_: object) -> None:
        raise engine.InputError.single("", "too many orders")

    monkeypatch.setattr(analysis, "verdict", refuse)
    found = verdicts.report([won_by("a", duel)])
    assert (found.owed.battles, found.verdict, found.waiting) == (1, None, 0), "the dice are left"


def test_so_much_is_worked_out_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """One battle at a time; known ones cost nothing, so that each repeated request gets further."""
    monkeypatch.setattr(limits, "VERDICT_OPERATIONS_MOST", 1)
    fought = [
        won_by("a", battle_file([unit(3 + k, 2), unit(9, 1)], [unit(4, 1), unit(6, 2)]))
        for k in range(3)
    ]
    looks = [verdicts.report(fought) for _ in range(3)]
    assert [one.waiting for one in looks] == [2, 1, 0]
    assert [one.verdict is None for one in looks] == [True, True, False]
    assert all(one.owed == looks[0].owed for one in looks)
