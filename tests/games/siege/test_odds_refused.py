"""What the API says of sieges whose odds cannot be exact, to whoever has no command line."""

import pytest
from flask.testing import FlaskClient

from tests.sieges import EVEN, side, siege_file
from tests.webapp.conftest import app, client, clock, settings

__all__ = ["app", "client", "clock", "settings"]


@pytest.mark.parametrize("address", ["odds?method=exact", "odds/worth"])
def test_inexact_odds_are_refused_without_command_option(client: FlaskClient, address: str) -> None:
    """A bot that throws dice draws one of 2**32 streams of them each round."""
    file = siege_file(side(EVEN, bot="random"), side(EVEN))
    answer = client.post(f"/api/v1/{address}", json=file)
    assert answer.status_code == 422
    assert "its odds can only be sampled" in answer.json["error"]
    assert "--" not in answer.text
