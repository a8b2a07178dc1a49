"""Nothing of an army that joined a tournament is told before it begins, by any address."""

import pytest
from flask import Flask

from tests.webapp.challengers import Person
from tests.webapp.test_secrecy import MARKED, NAMES, PLAIN, PatientClock, Walk, digests_of
from webapp.tournaments import gathering


@pytest.fixture
def clock() -> PatientClock:
    return PatientClock()


@pytest.mark.parametrize("ruleset", sorted(MARKED))
def test_nothing_is_told_of_an_army_that_joined_a_tournament_before_it_begins(
    app: Flask, ruleset: str
) -> None:
    """Not to who made it, nor to others who take part, with or without their tokens."""
    api, places = "/api/v1/tournaments", []
    made = Person(app).client.post(api, json={"ruleset": ruleset, "kind": "swiss"}).json
    page = f"/t/{made['id']}"
    for name, army in (("Bo", MARKED[ruleset]), ("Cem", PLAIN[ruleset])):
        sent = {"name": name, "army": army}
        places.append(
            Person(app).client.post(f"{api}/{made['id']}/join", json=sent).json["you"]["seat"]
        )
    with app.app_context():
        row = gathering.find(made["id"])
        assert row
        salts = [one.salt for one in gathering.entrants(row)]
        hidden = [row.secret, *salts, *digests_of(MARKED[ruleset])]
    arguments = {name: ["x"] for name in ("format_", "side", "day", "filename", "kind", "name")}
    arguments["number"] = ["1"]
    arguments |= {"other": [made["id"]], "id_": [made["id"]], "ruleset": [ruleset]}
    walk = Walk(app, page, ruleset, {**arguments, "token": [made["you"]["edit"]]})
    roles = {"the maker": None, "another entrant": places[1]}
    for role, seat in roles.items():
        walk.token = seat
        seen = walk.everything(Person(app))
        assert not NAMES.search(seen), role
        assert [one for one in hidden if one in seen and one not in salts[1:] * bool(seat)] == []
    walk.token = places[0]
    seen = walk.everything(Person(app))
    assert NAMES.search(seen), "they see what they have sealed, so it would have been found"
    assert row.secret not in seen
    with app.app_context():
        assert gathering.state_of(row, 2) == "open", "the walk has not begun it"
