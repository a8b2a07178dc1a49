"""Looking at anything: a few queries each, and nothing is written."""

from flask import Flask

from tests.webapp.addresses import addresses, everything
from tests.webapp.challengers import Person
from tests.webapp.match_players import begin
from tests.webapp.stopped_clock import StoppedClock
from tests.webapp.test_looks import MOST, statements


def test_every_address_needs_few_queries_and_writes_nothing(
    app: Flask, ann: Person, bo: Person, clock: StoppedClock
) -> None:
    made = everything(app, ann, bo, "manymarios", clock)
    made["match"] = begin(ann, bo).id
    many, written = {}, {}
    for rule, address in addresses(app, made):
        with statements(app) as sent:
            answer = ann.client.get(address)
        assert answer.status_code < 500, address
        writes = [one for one in sent if not one.startswith("SELECT")]
        if writes:
            written[rule] = writes
        if len(sent) > MOST:
            many[rule] = len(sent)
    assert (many, written) == ({}, {})
