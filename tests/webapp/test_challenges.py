"""Challenges, from the first link to the reveal: without JavaScript, and by programs."""

import re
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.webapp.challengers import API, LINEUP, OTHER_LINEUP, Person
from tests.webapp.page_parts import assert_shape, page_data, sent_by, token
from tests.webapp.stack_files import STACKS
from tests.webapp.stopped_clock import StoppedClock
from webapp.challenges.limits import COUNTDOWN_MS

HOUR_MS = 3_600_000


@pytest.fixture
def on_air(ann: Person, bo: Person, page: str) -> str:
    ann.seal(page)
    bo.seal(page, OTHER_LINEUP)
    return page


def test_challenge_is_listed_on_request(ann: Person, bo: Person, cem: Person, on_air: str) -> None:
    assert "Ann against Bo" not in cem.get("/")
    listed = ann.challenge("manymarios", listed="on", title="For all to see", name="")
    bo.join(ann.link(listed, "join"), "")
    ann.seal(listed)
    assert "Challenger has sealed." in cem.get(listed)
    bo.seal(listed)
    assert "For all to see" in cem.get("/")


def test_terms_are_told_to_everybody_and_kept(ann: Person, bo: Person, cem: Person) -> None:
    page = ann.challenge(
        "warlords",
        terms__field__terrain="hills",
        terms__field__city="town",
        limits__units="3",
        limits__heroes="0",
    )
    told = cem.standing(page)
    assert told["terms"] == {"field": {"terrain": ["hills"], "city": "town"}}
    assert told["limits"] == {"units": 3, "heroes": 0}
    for text in ("Hills", "Town", "<dd>3</dd>", "<dd>0</dd>", "Blue side attacks"):
        assert text in cem.get(page)
    refused = ann.seal(page, {"stack": [{"unit": "ogres"}] * 4}, status=422)
    assert "has 4 units; these terms allow 3" in refused.text
    refused = ann.seal(page, {"stack": [{"hero": "monk", "level": 1}]}, status=422)
    assert "has 1 heroes; these terms allow 0" in refused.text
    ann.seal(page, {"stack": [{"unit": "ogres"}] * 3})
    citadel = ann.challenge("warlords", terms__field__city="citadel")
    bo.join(ann.link(citadel, "join"))
    garrison = {"stack": [{"unit": "archers"}] * 20}
    assert "it must have 1 to 8" in ann.seal(citadel, garrison, status=422).text, (
        "only a defender may"
    )
    bo.seal(citadel, garrison)


@pytest.mark.parametrize(
    ("army", "message"),
    [
        ({"lineup": [{"unit": "gomba"}]}, "did you mean 'goomba'"),
        ({"lineup": [{"unit": "goomba"}] * 20}, "costs 80 AP, 40 over the limit of 40"),
        (STACKS["sides"][0]["army"], "lineup"),
    ],
    ids=["unknown unit", "over the limit", "another game"],
)
def test_army_breaks_terms(ann: Person, cem: Person, army: dict[str, object], message: str) -> None:
    page = ann.challenge("manymarios", terms__ap_limit="40")
    answer = ann.seal(page, army, status=422)
    assert message in unescape(answer.text)
    assert cem.standing(page)["seats"]["a"]["sealed"] is False
    assert 'aria-invalid="true"' in answer.text or "form-errors" in answer.text
    assert 'data-stage="build"' in ann.get(f"{page}/seal"), "loaded anew, it is the challenge"


def test_an_army_is_built_in_place_and_sealed(ann: Person, cem: Person) -> None:
    page = ann.challenge("manymarios", terms__ap_limit="8")
    assert "Seal this army" in ann.get(f"{page}/build")
    added = ann.send(f"{page}/build", 200, units="0", do="add:unit:goomba")
    assert 'name="u0.card"' in added.text
    too_dear = {"units": "3", **{f"u{place}__card": "unit:goomba" for place in range(3)}}
    refused = ann.send(f"{page}/build", 422, do="seal", **too_dear)
    assert "4 over the limit of 8" in refused.text
    assert cem.standing(page)["seats"]["a"]["sealed"] is False
    asked = ann.send(f"{page}/build", 200, do="seal", units="1", u0__card="unit:goomba")
    ann.client.post(f"{page}/seal", data=sent_by(asked.text, f"{page}/seal"))
    assert ann.standing(page)["you"]["army"]["lineup"] == [{"unit": "goomba"}]
    assert "Your sealed army" in ann.get(f"{page}/build"), "there is nothing to build any more"


def test_a_sealed_army_cannot_be_changed(
    ann: Person, bo: Person, cem: Person, page: str, clock: StoppedClock
) -> None:
    ann.seal(page)
    refused = ann.seal(page, OTHER_LINEUP, status=409)
    assert "already sealed" in refused.text
    assert ann.standing(page)["you"]["army"] == LINEUP
    ann.seal(page)  # the same one again, as after a double click, is no error
    assert "Ann has sealed" in cem.get(page)
    told = cem.standing(page)
    assert (told["status"], told["battle"]) == ("joined", None)
    clock.ms += 5000
    bo.seal(page, OTHER_LINEUP)
    before = cem.standing(page)
    assert before["status"] == "countdown"
    assert before["starts_at_ms"] == clock.ms + COUNTDOWN_MS
    battle = page_data(cem.get(f"/b/{before['battle']}"))["battle"]
    assert battle["title"] == "Ann against Bo"
    assert battle["sides"]["a"] == {"name": "Ann", "army": "Sky fleet"}
    ann.seal(page)
    ann.seal(page, OTHER_LINEUP, status=409)
    assert cem.standing(page) == before
    clock.ms += 100 * HOUR_MS
    assert cem.standing(page)["status"] == "over", "it was made in time, and does not expire"


def test_an_army_that_one_comes_with_is_chosen_already(ann: Person, cem: Person) -> None:
    body = {"ruleset": "manymarios", "army": {"name": "Mine", "lineup": [{"unit": "boo"}]}}
    saved = cem.client.post("/api/v1/armies", json=body).get_json()["id"]
    assert f'name="army" value="{saved}"' in ann.get(f"/challenge/new?army={saved}")
    page = ann.challenge("manymarios", army=saved)
    assert page.endswith(f"?army={saved}")
    assert f'value="{saved}" checked' in ann.get(page)
    again = f'<noscript><a href="{page}">Check again'
    assert again in ann.get(page), "who has no script looks again, and has chosen it still"
    refresh = '<noscript><meta http-equiv="refresh"'
    assert refresh in cem.get(page), "who waits need not"
    assert refresh not in ann.get(page), "what is being filled in would be lost"
    page = ann.challenge("manymarios", army=saved, terms__ap_limit="4")
    html = ann.get(page)
    assert f'value="{saved}"' not in html, "it costs more"
    assert "Mine does not keep to these terms" in html


@pytest.mark.parametrize(
    ("ruleset", "field", "value", "message"),
    [
        ("manymarios", "name", "x" * 61, "at most 60"),
        ("manymarios", "title", "x" * 141, "at most 140"),
        ("manymarios", "terms__ap_limit", "0", "AP limit is 0; it must be 1 to 100000."),
        ("manymarios", "terms__ap_limit", "9" * 500, "whole number"),
        ("manymarios", "terms__options__first", "c", "no side 'c'"),
        ("manymarios", "best_of", "2", "Choose one of these."),
        ("manymarios", "hours", "0", "Choose one of these."),
        ("warlords", "limits__units", "0", "it must be 1 to 32"),
    ],
)
def test_wrong_fields(ann: Person, ruleset: str, field: str, value: str, message: str) -> None:
    fields = {"name": "Kept", "best_of": "1", "hours": "24", field: value}
    answer = ann.send("/challenge/new", 422, ruleset=ruleset, **fields)
    name = field.replace("__", ".")
    found = re.search(rf'<p class="field-error" id="{name}-error">([^<]+)</p>', answer.text)
    assert found
    assert message in unescape(found[1])
    if field != "name":
        assert 'value="Kept"' in answer.text


def test_army_is_chosen_or_pasted_line_by_line(ann: Person) -> None:
    page = ann.challenge("manymarios", terms__ap_limit="40")
    html = ann.get(page)
    assert 'value="sample:mushroom-patch"' in html
    assert 'value="sample:grand-parade"' not in html, "it is over the limit"
    for text, army, message in (
        ("= Mine\nGoomba\nxyzzy", "", "line 3"),
        ("xyzzy", "other", "line 1"),
        ("", "", "Choose an army."),
        ("Goomba", "sample:nothing", "Choose an army."),
    ):
        assert message in ann.send(f"{page}/seal", 422, sure="1", text=text, army=army).text
        assert ann.standing(page)["you"]["army"] is None
    ann.send(f"{page}/seal", text="= Mine\n2x Goomba", army="", sure="1")
    assert "Mine" in ann.get(page)


@pytest.mark.parametrize(
    ("address", "fields"),
    [
        ("seal", {"army": "other", "text": "= Mine\n2x Goomba"}),
        ("build", {"do": "seal", "units": "1", "u0__card": "unit:goomba"}),
    ],
)
def test_sealing_asks_once(ann: Person, address: str, fields: dict[str, str]) -> None:
    page = ann.challenge("manymarios")
    question = page_data(ann.get(f"{page}/build"))["target"]["asks"]
    assert question.startswith("A sealed army cannot be changed, not even by you.")
    asked = ann.send(f"{page}/{address}", 200, **fields)
    assert question in unescape(asked.text)
    assert ann.standing(page)["you"]["army"] is None, "nobody has said yes"
    answer = sent_by(asked.text, f"{page}/seal")
    again = ann.client.post(f"{page}/seal", data=answer | {"do": "back"})
    assert again.status_code == 200
    assert ann.standing(page)["you"]["army"] is None
    assert 'value="other" checked' in again.text, "what was chosen is kept"
    change = ann.client.post(f"{page}/build", data=answer | {"do": "import"})
    assert page_data(change.text)["army"]["lineup"][0]["unit"] == "goomba"
    assert ann.client.post(f"{page}/seal", data=answer).status_code == 303
    assert ann.standing(page)["you"]["army"] is not None


def test_an_army_is_drawn_under_the_terms_and_sealed(ann: Person) -> None:
    page = ann.challenge("manymarios", terms__ap_limit="12")
    drawn = ann.send(f"{page}/seal", 200, do="random")
    chosen = sent_by(drawn.text, f"{page}/seal")
    assert chosen["army"] == "other"
    assert ann.client.post(f"{page}/seal", data=chosen | {"sure": "1"}).status_code == 303
    assert ann.standing(page)["you"]["army"]["lineup"]


def test_end_is_told_on_request(ann: Person, cem: Person, on_air: str, clock: StoppedClock) -> None:
    battle = cem.standing(on_air)["battle"]
    assert f"/b/{battle}/against/" not in cem.get(on_air)
    clock.ms += HOUR_MS
    html = cem.get(on_air)
    told, _, press = html.partition("<summary>How it ended</summary>")
    assert not re.search(r"(has won|draw|won</)", told)
    assert re.search(r"(has won|draw)", press)
    assert re.search(r'id="status" role="status">\s*The battle is over\.\s*<', html)
    cem.client.set_cookie("spoilers", "1")
    html = cem.get(on_air)
    assert "<summary>How" not in html
    assert re.search(r"(has won|draw)", html)
    for person in (ann, cem):
        html = unescape(person.get(on_air))
        for side, name in (("a", "Ann"), ("b", "Bo")):
            assert f'href="/b/{battle}/against/{side}">Your army against {name}\'s</a>' in html
        assert 'href="/challenge/new?ruleset=manymarios">New challenge</a>' in html
    assert "Ground crew" in ann.get(f"/b/{battle}/against/b")


def test_army_of_last_game_is_chosen(ann: Person, bo: Person, clock: StoppedClock) -> None:
    """Ann chose a sample, Bo built an army: each finds the own one, and may take another."""
    first = ann.challenge("manymarios", best_of="3")
    bo.join(ann.link(first, "join"))
    assert " checked" not in ann.get(first)
    ann.send(f"{first}/seal", army="sample:mushroom-patch", text="", sure="1")
    bo.seal(first, OTHER_LINEUP)
    clock.ms += 3_600_000
    second = ann.send(f"{first}/next").location
    for person, query, chosen in (
        (ann, "", "sample:mushroom-patch"),
        (bo, "", "other"),
        (ann, "?army=sample:masked-trio", "sample:masked-trio"),
    ):
        html = person.get(f"{second}{query}")
        assert re.findall(r'name="army" value="([^"]+)" checked', html) == [chosen]
        assert ("= Ground crew\nKoopa Troopa\n</textarea>" in html) is (person is bo)


def bearer(told: dict[str, Any]) -> dict[str, str]:
    return {"Authorization": f"Bearer {told['you']['seat']}"}


@pytest.fixture
def made(client: FlaskClient) -> dict[str, Any]:
    terms = {"ap_limit": 40, "options": {"first": "b"}}
    body = {"ruleset": "manymarios", "terms": terms, "name": "Ann", "title": "By hand"}
    answer = client.post(API, json=body)
    assert answer.status_code == 201, answer.text
    told: dict[str, Any] = answer.get_json()
    assert answer.location == told["links"]["self"]
    return told


@pytest.fixture
def joined(client: FlaskClient, made: dict[str, Any]) -> dict[str, Any]:
    token = made["you"]["links"]["join"].rsplit("/", 1)[-1]
    answer = client.post(f"{API}/{made['id']}/join", json={"token": token, "name": "Bo"})
    assert answer.status_code == 201, answer.text
    return dict(answer.get_json())


def seal(client: FlaskClient, told: dict[str, Any], army: Any) -> TestResponse:
    return client.post(f"{API}/{told['id']}/seal", json={"army": army}, headers=bearer(told))


def test_two_programs_play(
    client: FlaskClient, made: dict[str, Any], joined: dict[str, Any], clock: StoppedClock
) -> None:
    assert (made["status"], made["you"]["side"]) == ("open", "a")
    assert (joined["status"], joined["you"]["side"]) == ("joined", "b")
    assert made["terms"] == {"ap_limit": 40, "options": {"first": "b"}}
    assert made["listed"] is False
    sealed = seal(client, made, LINEUP).get_json()
    assert sealed["you"]["army"] == LINEUP
    told = client.get(f"{API}/{made['id']}").get_json()
    assert told["you"] is None
    assert [told["seats"][side]["sealed"] for side in "ab"] == [True, False]
    revealed = seal(client, joined, OTHER_LINEUP).get_json()
    assert revealed["status"] == "countdown"
    assert revealed["links"]["battle"].endswith(f"/b/{revealed['battle']}")
    clock.ms += HOUR_MS
    over = client.get(f"{API}/{made['id']}").get_json()
    battle = client.get(f"/api/v1/battles/{over['battle']}").get_json()
    assert over["winner"] == battle["result"]["winner"]
    answer = client.post(f"{API}/{made['id']}/next", headers=bearer(made))
    assert answer.status_code == 201
    following = answer.get_json()
    assert following["you"]["side"] == "b"
    assert seal(client, {**following, "you": made["you"]}, LINEUP).status_code == 200


@pytest.mark.parametrize(
    ("body", "path", "message"),
    [
        ({}, "ruleset", "Missing"),
        ({"ruleset": "chess"}, "ruleset", "no ruleset 'chess'"),
        ({"ruleset": "manymarios", "terms": {"ap_limit": 0}}, "terms.ap_limit", "from 1"),
        ({"ruleset": "manymarios", "terms": {"seed": 1}}, "terms.seed", "no key 'seed'"),
        ({"ruleset": "manymarios", "terms": {"rolls": [1]}}, "terms.rolls", "no key 'rolls'"),
        ({"ruleset": "manymarios", "limits": {"units": 3}}, "limits.units", "no key 'units'"),
        ({"ruleset": "warlords", "limits": {"units": "3"}}, "limits.units", "whole number"),
        ({"ruleset": "warlords", "limits": {"units": 33}}, "limits.units", "from 1 to 32"),
        ({"ruleset": "warlords", "terms": {"field": {"die": 4}}}, "terms.field.die", "18 to 26"),
        ({"ruleset": "manymarios", "terms": []}, "terms", "mapping"),
        ({"ruleset": "manymarios", "title": "a\nb"}, "title", "cannot be shown"),
        ({"ruleset": "manymarios", "best_of": 2}, "best_of", "Must be one of"),
        ({"ruleset": "manymarios", "hours": 721}, "hours", "720"),
        ({"ruleset": "manymarios", "seed": 7}, "seed", "Unknown"),
    ],
)
def test_wrong_terms(client: FlaskClient, body: dict[str, Any], path: str, message: str) -> None:
    (error,) = assert_shape(client.post(API, json=body), 422)["errors"]
    assert error["path"] == path
    assert message in error["message"]


def test_everything_that_is_wrong_is_told_at_once(client: FlaskClient) -> None:
    body = {"ruleset": "warlords", "name": "x" * 61, "terms": {"x": 1}, "limits": {"heroes": -1}}
    errors = assert_shape(client.post(API, json=body), 422)["errors"]
    assert [error["path"] for error in errors] == ["name", "terms.x", "limits.heroes"]


def test_who_may_not_is_told_so(client: FlaskClient, made: dict[str, Any]) -> None:
    """Also who has the cookie of a seat, which is no token."""
    address = f"{API}/{made['id']}"
    assert_shape(client.post(f"{address}/seal", json={"army": LINEUP}), 403)
    assert_shape(client.post(f"{address}/next"), 403)
    assert_shape(client.post(f"{address}/join", json={"token": made["you"]["seat"]}), 403)
    forged = {"Authorization": f"Bearer {made['you']['seat'][:-1]}"}
    assert client.get(address, headers=forged).get_json()["you"] is None
    assert_shape(client.post(f"{address}/seal", json={"army": LINEUP}, headers=forged), 403)
    seat = f"/c/{made['id']}/seat/{made['you']['seat']}"
    assert client.post(seat, data={"csrf_token": token(client)}).status_code == 303
    assert_shape(client.post(f"{address}/seal", json={"army": LINEUP}), 403)


def test_what_cannot_be_undone_is_refused_with_its_status(
    client: FlaskClient, made: dict[str, Any], joined: dict[str, Any], clock: StoppedClock
) -> None:
    seal(client, made, LINEUP)
    assert seal(client, made, LINEUP).status_code == 200, "the same one again is no error"
    assert_shape(seal(client, made, OTHER_LINEUP), 409)
    token = made["you"]["links"]["join"].rsplit("/", 1)[-1]
    join = {"token": token, "name": "Eve"}
    assert_shape(client.post(f"{API}/{made['id']}/join", json=join), 409)
    assert_shape(client.post(f"{API}/{made['id']}/next", headers=bearer(made)), 409)
    clock.ms += 168 * HOUR_MS
    assert_shape(seal(client, joined, OTHER_LINEUP), 410)
    assert_shape(client.post(f"{API}/{made['id']}/join", json=join), 410)
