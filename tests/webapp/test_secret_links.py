"""Secret links: who gets a seat by one, who keeps it, and how they are made anew."""

from typing import Any

import pytest
from flask import Flask

from tests.webapp.challengers import API, LINEUP, OTHER_LINEUP, Person, id_of
from tests.webapp.in_background import finish
from tests.webapp.stopped_clock import StoppedClock
from webapp.store import database, removal

HOUR_MS = 3_600_000


def test_looking_at_the_opponents_link_takes_no_seat(ann: Person, bo: Person, cem: Person) -> None:
    page = ann.challenge("manymarios")
    link = ann.link(page, "join")
    assert "Ann challenges you" in cem.get(link)
    assert cem.standing(page)["status"] == "open"
    bo.join(link)
    html = cem.get(link)
    assert "This seat is taken" in html
    assert f'href="{page}"' in html
    assert "This seat is taken" in cem.send(link, 409, name="Eve").text
    assert 'data-stage="build"' in bo.get(link), "whoever has it goes to it"
    taken = {"player": "b", "name": "Bo", "taken": True, "sealed": False}
    assert cem.standing(page)["seats"]["b"] == {**taken, "seal": None, "salted_by": None}


def test_maker_opens_the_opponents_link(ann: Person, cem: Person) -> None:
    page = ann.challenge("manymarios")
    link = ann.link(page, "join")
    assert ann.client.get(link).location == page
    ann.send(link, name="Me, too")
    assert cem.standing(page)["seats"]["b"]["taken"] is False


def test_links_are_secret(ann: Person, bo: Person, cem: Person, page: str) -> None:
    assert "/join/" not in ann.get(page), "the seat is taken"
    assert "/join/" not in bo.get(page)
    assert 'data-stage="build"' in bo.get(ann.link(page, "page"))
    assert ann.link(page, "seat") != bo.link(page, "seat")
    for secret in ("/seat/", "/join/", f"{page}/build"):
        assert secret not in cem.get(page)
    assert cem.send(f"{page}/seal", 403, text="Goomba", army="").status_code == 403
    assert "You have no seat" in cem.get(f"{page}/build", 403)
    assert cem.send(f"{page}/next", 403).status_code == 403


@pytest.mark.parametrize("kind", ["join", "seat"])
def test_a_link_that_was_tampered_with_gives_nothing(ann: Person, cem: Person, kind: str) -> None:
    page, other = ann.challenge("manymarios"), ann.challenge("manymarios")
    link = ann.link(page, kind)
    cem.get(link[:-1], 404)
    cem.get(link.replace(id_of(page), id_of(other)), 404)
    swapped = {"join": "seat", "seat": "join"}[kind]
    cem.get(link.replace(f"/{kind}/", f"/{swapped}/"), 404)


def test_expired_challenge_is_closed(ann: Person, bo: Person, clock: StoppedClock) -> None:
    page = ann.challenge("manymarios", hours="1")
    joined = ann.challenge("manymarios", hours="1")
    bo.join(ann.link(joined, "join"))
    ann.seal(joined)
    link = ann.link(page, "join")
    clock.ms += HOUR_MS - 1
    assert "Ann challenges you" in bo.get(link)
    clock.ms += 1
    assert "This challenge has expired" in bo.get(link)
    assert "expired" in bo.send(link, 410, name="Bo").text
    assert "This challenge has expired" in ann.get(page)
    assert ann.standing(page)["status"] == "expired"
    assert "has expired" in bo.seal(joined, status=410).text
    assert bo.standing(joined)["battle"] is None
    assert "Your sealed army" not in ann.get(joined)


def test_a_seat_is_not_given_to_who_only_asks_for_the_head(ann: Person, cem: Person) -> None:
    page = ann.challenge("manymarios")
    link = ann.link(page, "seat")
    head = cem.client.head(link)
    assert head.status_code == 303
    assert "Set-Cookie" not in head.headers
    assert cem.standing(page)["you"] is None
    assert "Set-Cookie" in cem.client.get(link).headers
    assert cem.standing(page)["you"]["side"] == "a"


HOUR_MS = 3_600_000
TOURNAMENTS = "/api/v1/tournaments"


def ask(app: Flask, token: str, page: str) -> Any:
    headers = {"Authorization": f"Bearer {token}"}
    return app.test_client().get(f"{API}/{id_of(page)}", headers=headers).get_json()["you"]


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
    Person(app).send(f"{page}/renew", 403)
    answer = app.test_client().post(f"{API}/{id_of(page)}/renew", json={"link": "seat"})
    assert answer.status_code == 403
    assert ask(app, token, page)["side"] == "a"


def test_the_new_token_is_good_for_the_whole_series_and_the_old_one_for_none_of_it(
    app: Flask, ann: Person, bo: Person, page: str, clock: StoppedClock
) -> None:
    """And stays it when the first game, which all tokens come from, is removed."""
    ann.seal(page)
    bo.seal(page, OTHER_LINEUP)
    clock.ms += HOUR_MS
    following = str(ann.send(f"{page}/next").location)
    old = ann.standing(following)["you"]["seat"]
    address, headers = f"{API}/{id_of(following)}/renew", {"Authorization": f"Bearer {old}"}
    answer = app.test_client().post(address, json={"link": "seat"}, headers=headers)
    assert answer.status_code == 200
    new = ann.standing(following)["you"]["seat"]
    for game, side in ((page, "a"), (following, "b")):
        assert ask(app, old, game) is None
        assert ask(app, new, game)["side"] == side
    assert bo.standing(page)["you"]["side"] == "b", "the other player's links stay"
    with app.app_context(), database.session() as db, db.begin():
        removal.remove(db, *removal.things(db, id_of(page)))
    assert ask(app, old, following) is None
    assert ask(app, new, following)["side"] == "b"
    ann.send(f"{following}/renew")
    assert ask(app, new, following) is None
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
    address, headers = f"{API}/{id_of(page)}/renew", {"X-CSRFToken": ann.csrf_token()}
    late = ann.client.post(address, json={"link": "invitation"}, headers=headers)
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
    seats = []
    for name in ("Ann", "Bo"):
        joined = app.test_client().post(f"{address}/join", json={"name": name, "army": LINEUP})
        seats.append(joined.get_json()["you"]["seat"])

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
    for token, status in ((edit["edit"], 403), (renewed("edit", edit=edit["edit"])["edit"], 200)):
        query = {"edit": token}
        answer = client.post(f"{address}/rounds", query_string=query, json={"rounds": 1})
        assert answer.status_code == status
    assert renewed("seat", seat=own["seat"])["number"] == 1, "a ladder that runs has places"
    finish(app)
