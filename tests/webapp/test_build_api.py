"""The builder's API: checks an army, reads one from text, draws one at random."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.webapp.page_parts import page_data
from tests.webapp.test_error_shape import assert_shape
from webapp import games


@pytest.fixture
def ask(client: FlaskClient) -> Any:
    def post(address: str, body: Any, status: int = 200) -> Any:
        answer = client.post(f"/api/v1/builder/{address}", json=body)
        assert answer.status_code == status, answer.text
        return answer.get_json() if status == 200 else assert_shape(answer, status)

    return post


def test_an_army_is_checked_with_its_figures(ask: Any) -> None:
    army = {"lineup": [{"unit": "goomba", "equipment": ["parawings"]}]}
    body = ask("manymarios/check", {"army": army, "terms": {"ap_limit": 6}})
    assert body["ok"] is True
    assert body["valid"] is False
    # A Goomba is 4 AP, Parawings 3.
    assert (body["cost"], body["limit"]) == (7, 6)
    assert body["problems"][0]["message"].startswith("costs 7 AP, 1 over the limit of 6")
    assert body["text"] == "Goomba @ Parawings\n"
    (unit,) = body["units"]
    assert (unit["id"], unit["name"], unit["tags"]) == ("a1", "Goomba", ["flying"])
    assert {"label": "AE", "value": 2, "parts": [unit["stats"][1]["parts"][0]]} in unit["stats"]


QUESTIONS: tuple[tuple[Any, str], ...] = (
    ({}, "army"),
    ({"army": {}, "side": "c"}, "side"),
    ({"army": {}, "limits": {"units": "many"}}, "limits.units.value"),
    ({"army": {}, "limits": {"units": -1}}, "limits.units.value"),
    ({"army": {}, "terms": []}, "terms"),
    ({"army": {}, "color": "red"}, "color"),
)


def test_a_question_that_is_none_is_refused_by_its_path(ask: Any) -> None:
    for body, path in QUESTIONS:
        errors = ask("manymarios/check", body, 422)["errors"]
        assert [error["path"] for error in errors] == [path]


def test_terms_cannot_put_another_army_in_its_place(ask: Any) -> None:
    terms = {"ruleset": "warlords", "sides": [], "seed": -1}
    body = ask("manymarios/check", {"army": {"lineup": [{"unit": "toad"}]}, "terms": terms})
    assert body["cost"] == 8
    assert [problem["path"] for problem in body["problems"]] == ["seed"]


def test_text_is_read_or_refused_by_line(ask: Any) -> None:
    body = ask("manymarios/text", {"text": "= A\nGoomba x2\nHamer Bro"})
    units = [row["unit"] for row in body["army"]["lineup"]]
    assert units == ["goomba", "goomba", "hammer-bro"]
    assert body["notes"] == [{"path": "line 3", "message": "'Hamer Bro' was taken for Hammer Bro"}]
    errors = ask("manymarios/text", {"text": "Goomba\nBanana"}, 422)["errors"]
    assert errors == [{"path": "line 2", "message": "no unit 'Banana'"}]
    ask("manymarios/text", {"text": ""}, 422)
    ask("manymarios/text", {"text": "x" * 200_001}, 422)


@pytest.mark.parametrize("ruleset", [*games.games()])
def test_the_same_seed_draws_the_same_army(ask: Any, ruleset: str) -> None:
    first = ask(f"{ruleset}/random", {"seed": 7})
    assert first == ask(f"{ruleset}/random", {"seed": 7})
    assert first["army"] != ask(f"{ruleset}/random", {"seed": 8})["army"]
    assert len({str(ask(f"{ruleset}/random", {"seed": seed})) for seed in range(20)}) > 17
    drawn = ask(f"{ruleset}/random", {})
    assert drawn["army"] == ask(f"{ruleset}/random", {"seed": drawn["seed"]})["army"]


def test_a_random_army_keeps_to_terms_that_there_are(ask: Any) -> None:
    body = ask("warlords/random", {"limits": {"units": 2, "heroes": 0}, "seed": 1})
    assert len(body["army"]["stack"]) == 2
    errors = ask("manymarios/random", {"terms": {"ap_limit": "x"}}, 422)["errors"]
    assert [error["path"] for error in errors] == ["ap_limit"]


def test_a_ruleset_that_is_none_lists_those_that_there_are(ask: Any) -> None:
    for address, body in (("check", {"army": {}}), ("text", {"text": "x"}), ("random", {})):
        assert "manymarios" in ask(f"nothing/{address}", body, 404)["error"]


@pytest.mark.parametrize("ruleset", [*games.games()])
def test_the_page_hands_the_editor_all_it_needs(client: FlaskClient, ruleset: str) -> None:
    data = page_data(client.get(f"/build/{ruleset}").text)
    assert data["ruleset"] == ruleset
    assert data["army"] == games.game(ruleset).builder.empty()
    assert data["target"]["kind"] == "save"
    assert data["form"]["list"] in data["army"]
    assert all(card["row"] for card in data["shelf"])
    assert {opponent["id"] for opponent in data["opponents"]} >= {
        f"sample:{sample['id']}" for sample in data["samples"]
    }
    checked = client.post(data["links"]["check"], json={"army": data["samples"][0]["army"]})
    assert checked.get_json()["valid"] is True
    assert client.post(data["links"]["random"], json={}).status_code == 200
    assert client.get(data["links"]["armies"]).status_code == 200
