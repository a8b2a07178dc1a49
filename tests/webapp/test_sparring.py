"""Playing a bot at one click: a challenge, sealed on both sides at once."""

import pytest
from flask.testing import FlaskClient

from tests.present import require
from tests.webapp.page_parts import page_data, post


@pytest.fixture(autouse=True)
def _siege() -> None:
    require("siege")


def test_one_click_leads_to_a_match_against_the_weakest_bot(client: FlaskClient) -> None:
    answer = client.get(post(client, "/challenge/bot/siege").location)
    assert answer.request.path.startswith("/m/")
    match = page_data(answer.text)["match"]
    assert match["state"] == "playing"
    assert match["round"] == 1
    assert match["you"]["side"] == "a"
    assert match["sides"]["b"]["name"] == "Dice"
    # The Spearhead, which new forms begin with.
    first = match["you"]["units"]["A"]
    assert (first["atk"], first["def"], first["hp"]) == (4, 0, 3)
    answer = client.get(post(client, "/challenge/bot/siege", opponent="cautious").location)
    assert page_data(answer.text)["match"]["sides"]["b"]["name"] == "Warden"


@pytest.mark.parametrize(
    ("game", "opponent"), [("siege", "nobody"), ("manymarios", "random"), ("nothing", "random")]
)
def test_unknown_bot_is_refused(client: FlaskClient, game: str, opponent: str) -> None:
    answer = post(client, f"/challenge/bot/{game}", opponent=opponent)
    assert answer.status_code == 404


def test_both_pages_offer_it(client: FlaskClient) -> None:
    for address in ("/", "/challenge/new?ruleset=siege"):
        assert "/challenge/bot/siege" in client.get(address).text
    assert "/challenge/bot/" not in client.get("/challenge/new?ruleset=manymarios").text
