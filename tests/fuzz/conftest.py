"""The application, answering as a real server does: with 500 where a test would see an error."""

import pytest
from flask import Flask

from tests.webapp.conftest import app as made
from tests.webapp.conftest import client, clock, settings

__all__ = ["client", "clock", "made", "settings"]


@pytest.fixture
def app(made: Flask) -> Flask:
    made.config.update(TESTING=False, PROPAGATE_EXCEPTIONS=False)
    return made
