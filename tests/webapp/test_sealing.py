"""Sealing asks once; what there is to do when a challenge is over."""

import re
from html import unescape

import pytest

from tests.webapp.challengers import OTHER_LINEUP, Person
from tests.webapp.page_parts import page_data, sent_by
from tests.webapp.stopped_clock import StoppedClock

QUESTION = (
    "A sealed army cannot be changed, not even by you. "
    "Nobody else sees it until both armies are sealed."
)


@pytest.mark.parametrize(
    ("address", "fields"),
    [
        ("seal", {"army": "sample:mushroom-patch"}),
        ("seal", {"army": "other", "text": "= Mine\n2x Goomba"}),
        ("build", {"do": "seal", "units": "1", "u0__card": "unit:goomba"}),
    ],
)
def test_sealing_asks_once_and_in_the_same_words(
    ann: Person, address: str, fields: dict[str, str]
) -> None:
    page = ann.challenge("manymarios")
    assert page_data(ann.get(f"{page}/build"))["target"]["asks"] == QUESTION
    asked = ann.send(f"{page}/{address}", 200, **fields)
    assert QUESTION in unescape(asked.text)
    assert ann.standing(page)["you"]["army"] is None, "nobody has said yes"
    answer = sent_by(asked.text, f"{page}/seal")
    again = ann.client.post(f"{page}/seal", data=answer | {"do": "back"})
    assert again.status_code == 200
    assert ann.standing(page)["you"]["army"] is None
    assert 'value="other" checked' in again.text, "what was chosen is kept"
    change = ann.client.post(f"{page}/build", data=answer | {"do": "import"})
    assert page_data(change.text)["army"]["lineup"][0]["unit"] == "goomba" or fields["army"]
    assert ann.client.post(f"{page}/seal", data=answer).status_code == 303
    assert ann.standing(page)["you"]["army"] is not None


def test_an_army_is_drawn_under_the_terms_and_sealed(ann: Person) -> None:
    page = ann.challenge("manymarios", terms__ap_limit="12")
    drawn = ann.send(f"{page}/seal", 200, do="random")
    chosen = sent_by(drawn.text, f"{page}/seal")
    assert chosen["army"] == "other"
    assert ann.client.post(f"{page}/seal", data=chosen | {"sure": "1"}).status_code == 303
    assert ann.standing(page)["you"]["army"]["lineup"]


def test_when_it_is_over_there_is_something_to_do_next(
    ann: Person, bo: Person, cem: Person, page: str, clock: StoppedClock
) -> None:
    """For players and for somebody who looked on: a battle against either army, a new challenge."""
    ann.seal(page)
    bo.seal(page, OTHER_LINEUP)
    battle = cem.standing(page)["battle"]
    assert f"/b/{battle}/against/" not in cem.get(page)
    clock.ms += 1_000_000
    for person in (ann, cem):
        html = unescape(person.get(page))
        for side, name in (("a", "Ann"), ("b", "Bo")):
            assert f'href="/b/{battle}/against/{side}">Your army against {name}\'s</a>' in html
        assert 'href="/challenge/new?ruleset=manymarios">New challenge</a>' in html
    assert "Ground crew" in ann.get(f"/b/{battle}/against/b")


def test_the_army_of_the_game_before_is_chosen_already(
    ann: Person, bo: Person, clock: StoppedClock
) -> None:
    """Ann chose a sample, Bo built an army: each finds the own one, and may take another."""
    first = ann.challenge("manymarios", best_of="3")
    bo.join(ann.link(first, "join"))
    assert " checked" not in ann.get(first)
    ann.send(f"{first}/seal", army="sample:mushroom-patch", text="", sure="1")
    bo.seal(first, OTHER_LINEUP)
    clock.ms += 3_600_000
    second = ann.send(f"{first}/next").location
    assert chosen(ann.get(second)) == ["sample:mushroom-patch"]
    told = bo.get(second)
    assert chosen(told) == ["other"]
    assert "= Ground crew\nKoopa Troopa\n</textarea>" in told
    assert chosen(ann.get(f"{second}?army=sample:masked-trio")) == ["sample:masked-trio"]


def chosen(html: str) -> list[str]:
    return re.findall(r'name="army" value="([^"]+)" checked', html)


def test_players_without_names_are_called_the_same_in_challenge_and_battle(
    ann: Person, bo: Person, cem: Person
) -> None:
    page = ann.challenge("manymarios", name="")
    bo.join(ann.link(page, "join"), "")
    ann.seal(page)
    assert "Challenger has sealed." in cem.get(page)
    bo.seal(page, OTHER_LINEUP)
    battle = page_data(cem.get(f"/b/{cem.standing(page)['battle']}"))["battle"]
    assert [battle["sides"][side]["name"] for side in "ab"] == ["Challenger", "Opponent"]
    assert battle["title"] == "Challenger against Opponent"
