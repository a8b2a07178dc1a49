"""No address at all reveals an army that joined a tournament before the army plays.

`test_gatherings.py` and `test_ladder_people.py` ask the addresses of the tournament itself.
"""

from typing import Any

import pytest
from flask import Flask

from tests.webapp.challengers import Person
from tests.webapp.in_background import finish
from tests.webapp.test_secrecy import MARKED, NAMES, PLAIN, PatientClock, Walk, digests_of
from webapp.tournaments import gathering, store

API = "/api/v1/tournaments"


@pytest.fixture
def clock() -> PatientClock:
    return PatientClock()


def made(app: Flask, ruleset: str, **fields: Any) -> tuple[str, Walk]:
    """The address of a new tournament in the API, and a walk through all that can be asked of it.

    `walk.token` is the seat of who asks; who asks knows the edit link.
    """
    made = Person(app).client.post(API, json={"ruleset": ruleset, **fields}).json
    arguments = {name: ["x"] for name in ("format_", "side", "day", "filename", "kind", "name")}
    arguments |= {"other": [made["id"]], "id_": [made["id"]], "ruleset": [ruleset]}
    arguments |= {"token": [made["you"]["edit"]], "number": ["1"]}
    return f"{API}/{made['id']}", Walk(app, f"/t/{made['id']}", ruleset, arguments)


def joined(app: Flask, place: str, name: str, army: Any) -> str:
    """The seat of somebody who joins."""
    sent = {"name": name, "army": army}
    return str(Person(app).client.post(f"{place}/join", json=sent).json["you"]["seat"])


@pytest.mark.parametrize(
    "ruleset", ["manymarios", pytest.param("warlords", marks=pytest.mark.long)]
)
def test_no_army_is_shown_before_its_tournament_begins(app: Flask, ruleset: str) -> None:
    place, walk = made(app, ruleset, kind="swiss")
    bo = joined(app, place, "Bo", MARKED[ruleset])
    cem = joined(app, place, "Cem", PLAIN[ruleset])
    with app.app_context():
        row = gathering.find(place.rpartition("/")[2])
        assert row
        salts = [one.salt for one in gathering.entrants(row)]
    hidden = [row.secret, salts[0], *digests_of(MARKED[ruleset])]
    for seat, secrets in ((None, [*hidden, salts[1]]), (cem, hidden)):
        walk.token = seat
        seen = walk.everything(Person(app))
        assert not NAMES.search(seen)
        assert [one for one in secrets if one in seen] == []
    walk.token = bo
    seen = walk.everything(Person(app))
    assert NAMES.search(seen), "the walk finds a sealed army: its own"
    assert row.secret not in seen
    with app.app_context():
        assert gathering.state_of(row, 2) == "open", "the walk has not begun it"


@pytest.mark.long
@pytest.mark.parametrize("ruleset", sorted(MARKED))
def test_no_army_that_joined_a_running_ladder_is_shown_before_it_plays_nor_the_dice(
    app: Flask, ruleset: str
) -> None:
    """Others could choose an army for these dice."""
    place, walk = made(app, ruleset, kind="ladder", rounds=1)
    bo = joined(app, place, "Bo", PLAIN[ruleset])
    joined(app, place, "Cem", PLAIN[ruleset])
    Person(app).client.post(f"{place}/begin?edit={walk.arguments['token'][0]}")
    finish(app)
    dee = joined(app, place, "Dee", MARKED[ruleset])
    id_ = place.rpartition("/")[2]
    with app.app_context():
        row, begun = gathering.find(id_), store.find(id_)
        assert row
        assert begun
        assert begun.ended_at_ms is not None
        late = gathering.entrants(row)[-1]
        dice = [row.secret, str(store.document(begun)["seed"])]
    for seat in (None, bo):
        walk.token = seat
        seen = walk.everything(Person(app))
        assert not NAMES.search(seen)
        hidden = [*dice, late.salt, *digests_of(MARKED[ruleset])]
        assert [one for one in hidden if one in seen] == []
    walk.token = dee
    seen = walk.everything(Person(app))
    assert NAMES.search(seen), "the walk finds a sealed army: its own"
    assert [one for one in dice if one in seen] == []
    with app.app_context():
        row = gathering.find(id_)
        assert row
        assert gathering.may_join(row), "the walk has not closed it"
