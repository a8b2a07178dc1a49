"""Tournaments that people join, for their tests."""

import html
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gevent
from click.testing import CliRunner
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import HTTPException

from engine import InputError
from tests.webapp.challengers import Person
from tests.webapp.in_background import finish
from tests.webapp.page_parts import sent_by
from webapp.cli import main
from webapp.store.models import Entrant, Gathering
from webapp.tournaments import entries, registration
from webapp.tournaments.entries import Entry

API = "/api/v1/tournaments"
HOUR_MS = 3_600_000
RULESET = "manymarios"
GOOMBA: dict[str, Any] = {"name": "Quagga Vexillum", "lineup": [{"unit": "goomba"}]}
TOAD: dict[str, Any] = {"name": "Zyzzogeton", "lineup": [{"unit": "toad"}]}
KOOPA: dict[str, Any] = {"lineup": [{"unit": "koopa-troopa"}]}


def make(person: Person, **fields: str) -> str:
    """The address of a new tournament that people may join."""
    address = "/tournaments/people"
    page = person.client.get(f"{address}?ruleset={RULESET}").text
    sent = MultiDict(sent_by(page, address))
    sent["csrf_token"] = person.csrf_token()
    for name, value in fields.items():
        sent[name.replace("__", ".")] = value
    answer = person.client.post(address, data=sent)
    assert answer.status_code == 303, answer.text
    return str(answer.location)


def made_by_two(ann: Person, bo: Person, **fields: str) -> str:
    """The address of a tournament that Ann has made, which she and Bo have joined."""
    page = make(ann, **fields)
    join(ann, page, "Ann")
    join(bo, page, "Bo", TOAD)
    return page


def ladder(ann: Person, bo: Person, **fields: str) -> str:
    """A ladder of Ann, who made it, and Bo, whose first round is played."""
    page = made_by_two(ann, bo, kind="ladder", **{"rounds": "1", "places": "4", **fields})
    begin(ann, page)
    return page


def join(
    person: Person, page: str, name: str, army: Any = GOOMBA, status: int = 303, salt: str = ""
) -> str:
    sent = {"name": name, "text": json.dumps(army), "army": "other", "salt": salt, "sure": "1"}
    return html.unescape(str(person.send(f"{page}/join", status, **sent).text))


def edit_link(person: Person, page: str) -> str:
    found = re.search(rf'href="({page}/edit/[^"#]+)', person.get(page))
    assert found
    return found[1]


def told(person: Person, page: str) -> Any:
    return person.client.get(f"{API}/{page.rpartition('/')[2]}").get_json()


def begin(person: Person, page: str, status: int = 303) -> str:
    answer = person.send(edit_link(person, page), status, do="begin")
    finish(person.client.application)
    return html.unescape(str(answer.text))


def more(person: Person, page: str, rounds: int = 1) -> None:
    """Plays more rounds of a ladder."""
    person.send(edit_link(person, page), do="rounds", more=str(rounds))
    finish(person.client.application)


def meeting(person: Person, page: str, round_: int) -> set[str]:
    """The names of all who meet someone in a round, or have a bye."""
    there = [match for match in told(person, page)["matches"] if match["round"] == round_]
    return {name for match in there for name in (match["a"], match["b"]) if name}


def verify(folder: Path, proof: bytes, *noted: str) -> str:
    """What the command says of a proof; it says FAILS and ends, whatever is wrong with it."""
    file = folder / "proof.json"
    file.write_bytes(proof)
    checked = CliRunner().invoke(main, ["verify", str(file), *noted])
    assert isinstance(checked.exception, SystemExit | None), checked.exception
    assert bool(checked.exit_code) == ("FAILS" in checked.output)
    return checked.output


def found(page: str) -> Gathering:
    row = registration.find(page[3:])
    assert row is not None
    return row


def together(
    person: Person, page: str, enter: Callable[[Gathering, str, Entry], Entrant], count: int
) -> list[str]:
    """The names of those who get a place when several people come together, two as "Twin"."""
    app = person.client.application

    def come(number: int) -> str:
        with app.test_request_context():
            name = "Twin" if number < 2 else f"Somebody {number}"
            try:
                return enter(found(page), f"holder {number}", entries.Entry(name, TOAD)).name
            except (HTTPException, InputError):
                return ""

    tasks = [gevent.spawn(come, number) for number in range(count)]
    gevent.joinall(tasks, raise_error=True)
    return sorted(filter(None, (task.value for task in tasks)))
