"""Links that are secret can be made anew: the old ones end, tokens and cookies of theirs, too."""

from typing import Any

import pytest
from flask import Flask

from tests.present import require
from tests.webapp.challengers import API, LINEUP, OTHER_LINEUP, Person, id_of
from tests.webapp.in_background import finish
from tests.webapp.stopped_clock import StoppedClock
from webapp.store import database, removal

HOUR_MS = 3_600_000
TOURNAMENTS = "/api/v1/tournaments"


@pytest.fixture(autouse=True)
def _game() -> None:
    require("manymarios")


def ask(app: Flask, token: str, page: str) -> Any:
    headers = {"Authorization": f"Bearer {token}"}
    return app.test_client().get(f"{API}/{id_of(page)}", headers=headers).get_json()["you"]


def next_game(ann: Person, bo: Person, page: str, clock: StoppedClock) -> str:
    ann.seal(page)
    bo.seal(page, OTHER_LINEUP)
    clock.ms += HOUR_MS
    return str(ann.send(f"{page}/next").location)


def test_old_seat_link_ends_everywhere(app: Flask, ann: Person, cem: Person, page: str) -> None:
    old = ann.link(page, "seat")
    cem.get(old)
    assert cem.standing(page)["you"]["side"] == "a"
    token = ann.standing(page)["you"]["seat"]
    ann.send(f"{page}/renew")
    assert ann.standing(page)["you"]["side"] == "a", "who took the seat keeps it"
    assert cem.standing(page)["you"] is None
    assert ask(app, token, page) is None
    assert cem.client.get(old).status_code == 404
    new = ann.link(page, "seat")
    cem.get(new)
    assert cem.standing(page)["you"]["side"] == "a"
    cem.send(f"{page}/renew")
    assert cem.standing(page)["you"]["side"] == "a", "by the link alone"
    token = ann.standing(page)["you"]["seat"]
    stranger = Person(app)
    stranger.send(f"{page}/renew", 403)
    answer = stranger.client.post(f"{API}/{id_of(page)}/renew", json={"link": "seat"})
    assert answer.status_code == 403
    assert ask(app, token, page)["side"] == "a"
    assert ask(app, ann.standing(page)["you"]["seat"], page)["side"] == "a"


def test_the_new_token_is_good_for_the_whole_series_and_the_old_one_for_none_of_it(
    app: Flask, ann: Person, bo: Person, page: str, clock: StoppedClock
) -> None:
    following = next_game(ann, bo, page, clock)
    old = ann.standing(following)["you"]["seat"]
    answer = app.test_client().post(
        f"{API}/{id_of(following)}/renew",
        json={"link": "seat"},
        headers={"Authorization": f"Bearer {old}"},
    )
    assert answer.status_code == 200
    new = ann.standing(following)["you"]["seat"]
    assert new != old
    for game, side in ((page, "a"), (following, "b")):
        assert ask(app, old, game) is None
        assert ask(app, new, game)["side"] == side
    assert bo.standing(page)["you"]["side"] == "b", "the other player's links stay"


def test_links_stay_as_they_were_made_anew_when_the_first_game_of_a_series_is_removed(
    app: Flask, ann: Person, bo: Person, page: str, clock: StoppedClock
) -> None:
    following = next_game(ann, bo, page, clock)
    tokens = [ann.standing(following)["you"]["seat"]]
    for is_gone in (False, True):
        if is_gone:
            with app.app_context(), database.session() as db:
                (first,) = removal.things(db, id_of(page))
                removal.remove(db, first)
                db.commit()
            assert ann.client.get(page).status_code == 404
        else:
            ann.send(f"{following}/renew")
            tokens.append(ann.standing(following)["you"]["seat"])
        assert ask(app, tokens[0], following) is None
        assert ask(app, tokens[1], following)["side"] == "b"
    ann.send(f"{following}/renew")
    assert ask(app, tokens[1], following) is None
    assert ask(app, ann.standing(following)["you"]["seat"], following)["side"] == "b"
    assert bo.standing(following)["you"]["side"] == "a"


def test_unused_invitation_is_renewed(ann: Person, bo: Person) -> None:
    page = ann.challenge("manymarios")
    old = ann.link(page, "join")
    ann.send(f"{page}/renew", invitation="1")
    new = ann.link(page, "join")
    assert bo.client.get(old).status_code == 404
    bo.join(new)
    assert bo.standing(page)["you"]["side"] == "b"
    headers = {"X-CSRFToken": ann.csrf_token()}
    late = ann.client.post(
        f"{API}/{id_of(page)}/renew", json={"link": "invitation"}, headers=headers
    )
    assert late.status_code == 409


def test_an_army_s_edit_link_is_made_anew(ann: Person) -> None:
    headers = {"X-CSRFToken": ann.csrf_token()}
    body = {"ruleset": "manymarios", "army": LINEUP}
    kept = ann.client.post("/api/v1/armies", json=body, headers=headers).get_json()
    links = kept["links"]
    other = ann.client.application.test_client()
    answer = other.post(links["renew"].removeprefix("http://localhost"), json={})
    assert answer.status_code == 200
    new = answer.get_json()["links"]
    changed = {"army": OTHER_LINEUP, "revision": 1}
    assert other.put(links["update"], json=changed).status_code == 403
    assert other.get(links["edit"]).status_code == 404
    assert other.put(new["update"], json=changed).status_code == 200
    html = ann.get(f"/a/{kept['id']}")
    assert "New edit link" in html
    token = new["edit"].rsplit("/", 1)[1]
    answer = ann.send(f"/a/{kept['id']}/edit/{token}/renew")
    assert other.get(new["edit"]).status_code == 404
    assert other.get(answer.location).status_code == 200


def test_a_tournament_s_tokens_are_made_anew_by_the_api(app: Flask) -> None:
    client = app.test_client()
    body = {"ruleset": "manymarios", "kind": "ladder", "rounds": 1}
    made = client.post(TOURNAMENTS, json=body).get_json()
    address, old = f"{TOURNAMENTS}/{made['id']}", made["you"]["edit"]
    seats = [
        app.test_client()
        .post(f"{address}/join", json={"name": name, "army": LINEUP})
        .get_json()["you"]["seat"]
        for name in ("Ann", "Bo")
    ]

    def renewed(link: str, status: int = 200, edit: str = "", seat: str = "") -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {seat}"}
        sent = {"query_string": {"edit": edit}, "json": {"link": link}, "headers": headers}
        answer = app.test_client().post(f"{address}/renew", **sent)
        assert answer.status_code == status, answer.text
        return dict(answer.get_json().get("you") or {})

    renewed("edit", 403, seat=seats[0])
    renewed("seat", 403, edit=old)
    renewed("both", 422, edit=old)
    edit, own = renewed("edit", edit=old), renewed("seat", seat=seats[0])
    assert client.get(made["you"]["links"]["edit"]).status_code == 404
    assert client.get(edit["links"]["edit"]).status_code == 200
    renewed("edit", 403, edit=old)
    renewed("seat", 403, seat=seats[0])
    assert own["number"] == 1
    assert renewed("seat", seat=seats[1])["number"] == 2, "the other's place is untouched"
    begun = client.post(f"{address}/begin", query_string={"edit": edit["edit"]})
    assert begun.status_code == 200
    finish(app)
    again = renewed("edit", edit=edit["edit"])["edit"]
    more = [
        client.post(f"{address}/rounds", query_string={"edit": token}, json={"rounds": 1})
        for token in (edit["edit"], again)
    ]
    assert [answer.status_code for answer in more] == [403, 200]
    assert renewed("seat", seat=own["seat"])["number"] == 1, "a ladder that runs has places"
    finish(app)
