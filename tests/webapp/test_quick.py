"""Quick battles: two armies, a field, a seed; battles once more; two beside each other."""

import json
import re
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.strategies import problems_of
from tests.webapp.battle_files import BATTLE, UNKNOWN_UNIT
from tests.webapp.page_parts import page_data, post, sent_by, token
from tests.webapp.stack_files import STACKS
from tests.webapp.stopped_clock import StoppedClock
from tests.webapp.test_before_the_end import put
from webapp.armies import choices
from webapp.base import games, samples
from webapp.battles import store

GAMES = list(games.games())
ARMIES = {"army_a": "sample:star-guard", "army_b": "sample:giant-garden", "listed": "on"}
RAID = {"army_a": "sample:dragon-raid", "army_b": "sample:greenwood", "listed": "on"}
START = "/quick/manymarios"


def recorded(client: FlaskClient, clock: StoppedClock, address: str) -> Any:
    """The battle file that a battle at this address was played from, once it is over."""
    clock.ms += 1_000_000
    data = page_data(client.get(address).text)
    return client.get(data["recording_url"]).get_json()["header"]["battle"]


def test_two_armies_go_on_air(client: FlaskClient, clock: StoppedClock) -> None:
    """One of them is pasted."""
    pasted = {"army_b": "other", "other_b": json.dumps(ARMY)}
    answer = post(client, START, **ARMIES | pasted | {"name_a": "Zoë", "seed": "5", "first": "b"})
    assert answer.status_code == 303
    data = page_data(client.get(answer.location).text)
    assert data["battle"]["sides"]["a"] == {"name": "Zoë", "army": "Star guard"}
    assert "On air now" in client.get("/").text
    file = recorded(client, clock, answer.location)
    assert (file["options"], file["sides"][1]["army"]) == ({"first": "b"}, ARMY)
    assert "Recent battles" in client.get("/").text


SEED = "Enter a whole number from 0 to 18,446,744,073,709,551,615, or leave it blank."


COSTLY = "costs 58 AP, 19 over the limit of 39: leave something out or raise the limit"
MISTAKES = {
    "manymarios": {
        ("seed", "12x"): SEED,
        ("ap_limit", "39"): COSTLY,
        ("ap_limit", "9" * 5000): "Enter a whole number.",
        ("name_b", "x" * 61): "at most 60",
        ("army_a", "sample:nobody"): "Choose one of these armies.",
        ("first", "c"): "no side 'c'",
    },
    "warlords": {
        ("die", "17"): " is 17; it must be 18 to 26.",
        ("city", "metropolis"): "no city 'metropolis'",
        ("army_b", "sample:citadel"): "it must have 1 to 8",
    },
}


@pytest.mark.parametrize("game", MISTAKES)
def test_a_mistake_comes_back_beside_its_field(client: FlaskClient, game: str) -> None:
    armies = ARMIES if game == "manymarios" else RAID | {"terrain_hills": "on"}
    for (field, typed), message in MISTAKES[game].items():
        answer = post(client, f"/quick/{game}", **armies | {"name_a": "Kept", field: typed})
        assert answer.status_code == 422
        place = "army_a" if message == COSTLY else field
        found = re.search(rf'<p class="field-error" id="{place}-error">([^<]+)</p>', answer.text)
        assert found, field
        assert message in unescape(found[1])
        assert 'value="Kept"' in answer.text
        assert f'action="/quick/{game}"' in answer.text
        assert ('name="terrain" value="hills" checked' in answer.text) == (game == "warlords")


@pytest.mark.parametrize("id_", GAMES)
def test_example_is_a_valid_battle_file_of_the_game(client: FlaskClient, id_: str) -> None:
    html = client.get(f"/quick/file?example={id_}").text
    found = re.search(r"<textarea[^>]*>(.*?)</textarea>", html, re.S)
    assert found
    assert json.loads(unescape(found[1]))["ruleset"] == id_
    answer = post(client, "/quick/file", file=unescape(found[1]))
    assert page_data(client.get(answer.location).text)["battle"]["ruleset"] == id_
    assert "On air now" not in client.get("/").text, "it is not to be listed"


def test_every_mistake_in_a_battle_file_is_listed(client: FlaskClient) -> None:
    """One in each side, one outside of them; what was sent stays in the field."""
    text = json.dumps(UNKNOWN_UNIT | {"seed": -1})
    html = unescape(post(client, "/quick/file", file=text).text)
    assert "3 problems to fix" in html
    assert [f"<code>{path}</code> {told}" in html for path, told in problems_of(text)] == [True] * 3
    assert text in html


def test_a_sample_battle_starts_anew(client: FlaskClient, clock: StoppedClock) -> None:
    answer = post(client, "/start/sample/manymarios/first-steps")
    assert page_data(client.get(answer.location).text)["battle"]["status"] == "on_air"
    seeds = set()
    for _ in range(3):
        address = post(client, "/start/sample/manymarios/first-steps").location
        seeds.add(recorded(client, clock, address)["seed"])
    assert len(seeds) == 3, "each time with other dice"
    assert post(client, "/start/sample/manymarios/nothing").status_code == 404
    assert post(client, "/start/sample/chess/first-steps").status_code == 404


def test_a_game_that_is_not_there_is_not_started(client: FlaskClient) -> None:
    assert post(client, "/quick/chess", **ARMIES).status_code == 404
    assert client.get("/quick/chess").status_code == 404
    assert client.get("/quick?ruleset=chess").location == "/quick/manymarios"
    assert client.get("/quick?ruleset=warlords").location == "/quick/warlords"


def value(html: str, field: str) -> str:
    found = re.search(rf'<input id="{field}"[^>]* value="([^"]*)"', html) or re.search(
        rf'<textarea id="{field}"[^>]*>\n(.*?)</textarea>', html, re.S
    )
    assert found, field
    return unescape(found[1])


def chosen(html: str, side: str) -> str:
    found = re.search(rf'name="army_{side}" value="([^"]+)" checked', html)
    assert found
    return found[1]


def test_another_seed_is_drawn_and_nothing_else_is_lost(client: FlaskClient) -> None:
    seeds = {value(client.get(START).text, "seed") for _ in range(3)}
    assert len(seeds) == 3
    assert all(int(seed) < 1_000_000_000 for seed in seeds)
    form = ARMIES | {"name_a": "Kept", "army_a": "sample:boo-choir", "seed": "5"}
    answer = post(client, START, **form, do="seed")
    assert answer.status_code == 200
    assert value(answer.text, "seed").isdigit()
    assert value(answer.text, "seed") != "5"
    assert value(answer.text, "name_a") == "Kept"
    assert chosen(answer.text, "a") == "sample:boo-choir"


def test_who_should_win_is_told_before_the_battle(client: FlaskClient) -> None:
    """Two identical lineups end as a draw whoever begins; mushrooms never beat masks."""
    same = ARMIES | {"army_a": "sample:masked-trio", "army_b": "sample:masked-trio"}
    html = post(client, START, **same, do="show").text
    assert re.findall(r"<b>([^<]+)</b> to win", html) == ["0%", "0%"]
    assert "A draw: 100%" in html
    one_sided = same | {"army_a": "sample:mushroom-patch"}
    html = post(client, START, **one_sided, do="show").text
    assert re.findall(r"<b>([^<]+)</b> to win", html) == ["0%", "100%"]
    assert "Chances before any dice are rolled: exact" in html


def test_htmx_gets_the_match_up_alone(client: FlaskClient) -> None:
    form = ARMIES | {"csrf_token": token(client), "do": "show"}
    answer = client.post(START, data=form, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert answer.text.lstrip().startswith('<section class="matchup"')
    answer = client.post(START, data=form | {"seed": "x"}, headers={"HX-Request": "true"})
    assert "Seed of the dice: Enter a whole number" in answer.text
    assert 'hx-sync="replace"' in client.get(START).text, "the last choice counts"


ARMY = {"name": "Guests", "lineup": [{"unit": "toad"}, {"unit": "toad"}]}


@pytest.mark.parametrize(
    ("fields", "army"),
    [
        ({"army_a": "other", "other_a": "= Ghosts\n2x Boo"}, "other"),
        # Text that was left behind is not the choice.
        ({"army_a": "sample:boo-choir", "other_a": "= Ghosts\n2x Boo"}, "sample:boo-choir"),
        # Links of a battle's page have an army alone in its field.
        ({"other_a": "= Ghosts\n2x Boo"}, "other"),
    ],
)
def test_chosen_army_is_weighed(client: FlaskClient, fields: dict[str, str], army: str) -> None:
    html = client.get(START, query_string={"army_b": ARMIES["army_b"], **fields}).text
    assert chosen(html, "a") == army
    met = html.split('id="matchup"')[1].split("</section>")[0]
    assert ("Ghosts" in met) == (army == "other")


def test_saved_army_is_offered_to_its_maker_and_has_links(app: Flask, client: FlaskClient) -> None:
    body, headers = {"ruleset": "manymarios", "army": ARMY}, {"X-CSRFToken": token(client)}
    saved = client.post("/api/v1/armies", json=body, headers=headers).get_json()
    assert f'value="{saved["id"]}"' in client.get(START).text
    stranger = app.test_client()
    assert f'value="{saved["id"]}"' not in stranger.get(START).text
    for reference in (saved["id"], saved["links"]["page"]):
        html = stranger.get(START, query_string={"army_b": reference}).text
        assert chosen(html, "b") == saved["id"]
        assert "Guests" in html.split('id="matchup"')[1]
    answer = post(stranger, "/quick/warlords", **RAID | {"army_a": "other", "other_a": saved["id"]})
    assert answer.status_code == 422
    assert "Guests is an army of Many Marios 0." in answer.text


@pytest.mark.parametrize(
    ("game", "side", "given", "met"),
    [
        # 58 AP: the usual opponent costs 58, too. 12 AP: 18 is the closest. 40 AP: the first of 40.
        ("manymarios", "a", "sample:star-guard", "sample:giant-garden"),
        ("manymarios", "a", "sample:mushroom-patch", "sample:masked-trio"),
        ("manymarios", "b", "sample:hammer-line", "sample:boo-choir"),
        # Units of stacks have no cost: 7 and 7 units, and 1 of the lone dragon and 1.
        ("warlords", "a", "sample:silver-order", "sample:greenwood"),
        ("warlords", "a", "sample:lone-dragon", "sample:lone-knight"),
    ],
)
def test_one_army_meets_a_sample_of_about_its_cost(
    client: FlaskClient, game: str, side: str, given: str, met: str
) -> None:
    html = client.get(f"/quick/{game}", query_string={f"army_{side}": given}).text
    assert chosen(html, "ab"[side == "a"]) == met


WRONG = {
    '{"lineup": [{"unit": "gomba"}]}': "lineup[0].unit: no unit 'gomba'",
    "= Ghosts\n2x Bou": "line 2",
    "nobody we know": "line 1",
    "http://localhost/a/bcdfghjk": "No army has this link.",
    "[" * 5000: "nested too deeply",
}


def test_what_is_wrong_with_a_pasted_army_is_told_beside_it(client: FlaskClient) -> None:
    for pasted, message in WRONG.items():
        answer = post(client, START, **ARMIES | {"army_a": "other", "other_a": pasted})
        assert answer.status_code == 422
        found = re.search(r'<p class="field-error" id="other_a-error">([^<]+)</p>', answer.text)
        assert found
        assert message in unescape(found[1])
        assert value(answer.text, "other_a") == pasted


@pytest.mark.parametrize("game", games.games())
def test_an_army_is_drawn_at_random_for_either_side(client: FlaskClient, game: str) -> None:
    """It keeps to the terms of the form."""
    address = f"/quick/{game}"
    form = sent_by(client.get(address).text, address)
    if game == "manymarios":
        form["ap_limit"] = "12"
    elif game == "siege":
        form["bot_a"] = form["bot_b"] = "random"  # who does not think
    for side in ("a", "b"):
        drawn = sent_by(client.post(address, data=form | {"do": f"random:{side}"}).text, address)
        assert drawn[f"army_{side}"] == "other"
        assert drawn[f"other_{side}"].strip()
        rest = {key for key in form if form[key] != drawn[key]} - {"csrf_token"}
        assert rest == {f"army_{side}", f"other_{side}"}
        form = drawn
    assert client.post(address, data=form).status_code == 303


NAMES = [c * 58 for c in "大家好世界你来我去上下中"]
MANY = {"lineup": [{"custom": {"name": name, "energy": 2}} for name in NAMES]}
LONG = BATTLE | {"sides": [BATTLE["sides"][0], {"name": "Bo", "army": MANY}]}
"""Its army takes 12 · 58 · 9 = 6,264 characters in an address; the limit is 4,000."""


def put_on_air(client: FlaskClient, clock: StoppedClock, file: dict[str, Any], **query: str) -> str:
    answer = client.post("/api/v1/battles", json=file, query_string=query)
    clock.ms += 3_000
    return str(answer.get_json()["id"])


@pytest.mark.parametrize("swap", [{}, {"swap": "on"}], ids=["as before", "swapped"])
def test_again_has_new_dice(client: FlaskClient, clock: StoppedClock, swap: dict[str, str]) -> None:
    wish = {"wish": "b"}
    wanted = client.post("/api/v1/odds/wanted", json=STACKS, query_string=wish).get_json()["battle"]
    battle_id = put_on_air(client, clock, wanted)
    answer = post(client, f"/b/{battle_id}/again", **swap)
    assert answer.status_code == 303
    clock.ms += 1_000_000
    again = client.get(f"{answer.location}/battle.json").get_json()
    assert again["sides"] == STACKS["sides"][:: -1 if swap else 1]
    assert again["field"] == STACKS["field"]
    assert again["seed"] != wanted["seed"]
    assert "rolls" not in again
    assert ("Bo against Ann" in client.get(answer.location).text) is bool(swap)


def test_it_is_as_public_as_before(client: FlaskClient, clock: StoppedClock) -> None:
    for listed in ("true", "false"):
        battle_id = put_on_air(client, clock, BATTLE, listed=listed, title="A grudge")
        again = post(client, f"/b/{battle_id}/again").location
        assert (again in client.get("/battles").text) is (listed == "true")
        assert page_data(client.get(again).text)["battle"]["title"] == "A grudge"


def test_battle_that_has_not_begun_keeps_its_armies(client: FlaskClient, battle_id: str) -> None:
    data = page_data(client.get(f"/b/{battle_id}").text)
    (extra,) = [extra for extra in data["extras"] if extra["kind"] == "again"]
    assert extra["url"] == f"/b/{battle_id}/again"
    answer = client.post(extra["url"], data={"csrf_token": extra["csrf_token"]})
    assert answer.status_code == 409
    assert "about to begin" in answer.text
    assert post(client, "/b/nothing/again").status_code == 404


def test_a_garrison_cannot_attack(client: FlaskClient, clock: StoppedClock) -> None:
    rats = {"army": {"stack": [{"unit": "giant-rats"}] * 9}}
    siege = STACKS | {"field": {"city": "town"}, "sides": [STACKS["sides"][0], rats]}
    battle_id = put_on_air(client, clock, siege)
    assert post(client, f"/b/{battle_id}/again").status_code == 303
    answer = post(client, f"/b/{battle_id}/again", swap="on")
    assert answer.status_code == 422
    text = unescape(answer.text)
    assert re.search(r"These armies cannot meet like this: .*it must have 1 to 8", text)


@pytest.mark.parametrize("file", [BATTLE, STACKS, LONG], ids=["lineups", "stacks", "long names"])
def test_armies_meet_again(client: FlaskClient, clock: StoppedClock, file: dict[str, Any]) -> None:
    battle_id = put_on_air(client, clock, file)
    address = f"/b/{battle_id}/against/b"
    assert client.get(address).status_code == 409
    clock.ms += 1_000_000
    answer = client.get(address)
    assert answer.status_code == 200
    form = sent_by(answer.text, f"/quick/{file['ruleset']}")
    game = games.game(file["ruleset"])
    fought = file["sides"][1]
    assert (form["army_b"], form["name_b"]) == ("other", fought["name"])
    sent = choices.resolve(game, form["other_b"].strip())
    assert game.builder.normal(sent) == game.builder.normal(fought["army"])
    assert client.get(f"/b/{battle_id}/against/c").status_code == 404


def test_after_sample_comes_next_and_after_last_first(app: Flask, client: FlaskClient) -> None:
    game = games.game("manymarios")
    of_game = samples.load(game)
    with app.app_context():
        store.store_samples([game])
    titles = [sample.title for sample in of_game.battles.values()]
    for sample, following in zip(of_game.battles.values(), [*titles[1:], titles[0]], strict=True):
        page = page_data(client.get(f"/b/{of_game.page_id(sample)}").text)
        assert page["after"]["next"]["title"] == following
    first, *others = map(of_game.page_id, samples.best_first(of_game))
    offered = re.findall(rf'href="/b/{first}/beside/(\w+)"', client.get(f"/b/{first}/beside").text)
    assert offered == others[:8]


@pytest.fixture
def over(client: FlaskClient, clock: StoppedClock) -> tuple[str, str]:
    """Two battles that are over."""
    both = put(client), put(client)
    clock.ms += 1_000_000
    return both


def data_of(client: FlaskClient, path: str) -> Any:
    return page_data(client.get(path).text)


def test_page_has_both_battles_without_ends(client: FlaskClient, over: tuple[str, str]) -> None:
    one, other = over
    data = data_of(client, f"/b/{one}/beside/{other}")
    assert (data["battle"]["id"], data["other"]["battle"]["id"]) == over
    assert data["labels"] == ["First", "Second"]
    assert data["spoilers_hidden"] is True
    for part, id_ in ((data, one), (data["other"], other)):
        assert f"/battles/{id_}/recording" in part["recording_url"]
    assert "winner" not in json.dumps(data)
    shown = data_of(client, f"/b/{one}/beside/{other}?spoilers=1")
    assert shown["spoilers_hidden"] is False


def test_branch_beside_its_original_is_named(client: FlaskClient, over: tuple[str, str]) -> None:
    one, _other = over
    change = {"at": 2, "change": {"seed": 5}}
    address = f"/api/v1/battles/{one}/branches"
    branch = client.post(address, json=change).json["id"]
    assert client.post(address, json=change).json["id"] == branch, "it is kept once"
    assert client.post(address, json=change | {"at": 1}).json["id"] != branch
    data = data_of(client, f"/b/{one}/beside/{branch}")
    assert data["labels"] == ["Original", "Branch"]
    assert data_of(client, f"/b/{branch}/beside/{one}")["labels"] == ["First", "Second"]
    (extra,) = (row for row in data_of(client, f"/b/{branch}")["extras"] if row["kind"] == "whatif")
    assert extra["parent"]["beside_url"] == f"/b/{one}/beside/{branch}"
    assert extra["beside_url"] == f"/b/{branch}/beside"
    offered = client.get(f"/b/{branch}/beside").text
    assert f'href="/b/{branch}/beside/{one}"' in offered
    assert "the original" in offered


def test_other_battle_is_chosen_by_link_or_id(client: FlaskClient, over: tuple[str, str]) -> None:
    one, other = over
    links = ("{}", " {} ", "http://localhost/b/{}", "/b/{}?spoilers=1#at=3", "/embed/{}")
    for given in links:
        answer = client.get(f"/b/{one}/beside", query_string={"other": given.format(other)})
        assert (answer.status_code, answer.location) == (303, f"/b/{one}/beside/{other}"), given
    for given in ("nobody", "", "\0", "http://localhost/battles", "x" * 900):
        answer = client.get(f"/b/{one}/beside", query_string={"other": given})
        told = "No battle has this link or id." in answer.text
        assert (answer.status_code, told) == ((404, True) if given else (200, False)), given
    assert client.get("/b/nobody12/beside").status_code == 404


def test_a_battle_of_another_game_is_refused_with_what_helps(
    client: FlaskClient, over: tuple[str, str], clock: StoppedClock
) -> None:
    made = client.post("/api/v1/battles", json=BATTLE)
    clock.ms += 1_000_000
    answer = client.get(f"/b/{over[0]}/beside/{made.json['id']}")
    assert answer.status_code == 422
    assert "a battle of Warlords III stacks, the other one of Many Marios 0." in answer.text
    assert "Choose a battle of Warlords III stacks" in answer.text
    assert 'name="other"' in answer.text


def test_on_air_is_hidden(client: FlaskClient, over: tuple[str, str], clock: StoppedClock) -> None:
    live = put(client)
    clock.ms += 5000
    for path in (f"/b/{over[0]}/beside/{live}", f"/b/{live}/beside/{over[0]}"):
        answer = client.get(path)
        assert answer.status_code == 409
        assert "on air cannot be compared yet" in answer.text
        assert "page-data" not in answer.text
    clock.ms += 1_000_000
    assert client.get(f"/b/{over[0]}/beside/{live}").status_code == 200
