"""Tests that need the game installed; tests/plugin/test_installed.py runs them where it is."""

import engine
from tests.plugin.installing import ID
from tests.webapp.conftest import ann, app, bo, client, clock, settings

__all__ = ["ann", "app", "bo", "client", "clock", "settings"]

collect_ignore_glob = [] if ID in engine.rulesets() else ["test_*.py"]
