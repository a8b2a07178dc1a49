"""Nothing of an army that joined a tournament is told before it plays, by any address."""

import pytest
from flask import Flask

from tests.webapp.challengers import Person
from tests.webapp.in_background import finish
from tests.webapp.test_secrecy import MARKED, NAMES, PLAIN, PatientClock, Walk, digests_of
from webapp.tournaments import gathering, store


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


@pytest.mark.parametrize("ruleset", sorted(MARKED))
def test_nothing_is_told_of_an_army_that_joined_a_ladder_before_it_plays_nor_of_its_dice(
    app: Flask, ruleset: str
) -> None:
    """It runs and rests, and others may still join: they could choose an army for its dice."""
    api, places = "/api/v1/tournaments", []
    sent = {"ruleset": ruleset, "kind": "ladder", "rounds": 1}
    made = Person(app).client.post(api, json=sent).json
    place, edit = f"{api}/{made['id']}", made["you"]["edit"]
    for name in ("Bo", "Cem", "Dee"):
        if name == "Dee":
            Person(app).client.post(f"{place}/begin?edit={edit}")
            finish(app)
        joins = {"name": name, "army": (MARKED if name == "Dee" else PLAIN)[ruleset]}
        joined = Person(app).client.post(f"{place}/join", json=joins)
        places.append(joined.json["you"]["seat"])
    with app.app_context():
        row, begun = gathering.find(made["id"]), store.find(made["id"])
        assert row
        assert begun
        assert begun.ended_at_ms is not None
        late = gathering.entrants(row)[-1]
        hidden = [row.secret, str(store.document(begun)["seed"]), *digests_of(MARKED[ruleset])]
    arguments = {name: ["x"] for name in ("format_", "side", "day", "filename", "kind", "name")}
    arguments |= {"other": [made["id"]], "id_": [made["id"]], "ruleset": [ruleset]}
    walk = Walk(app, f"/t/{made['id']}", ruleset, arguments | {"token": [edit], "number": ["1"]})
    for seat in (None, places[0]):
        walk.token = seat
        seen = walk.everything(Person(app))
        assert not NAMES.search(seen)
        assert [one for one in (*hidden, late.salt) if one in seen] == []
    walk.token = places[2]
    seen = walk.everything(Person(app))
    assert NAMES.search(seen), "they see what they have sealed, so it would have been found"
    assert [one for one in hidden[:2] if one in seen] == []
    with app.app_context():
        row = gathering.find(made["id"])
        assert row
        assert gathering.may_join(row), "the walk has not closed it"
