"""Pytest plugin of a whole run: the test that caught the fault last goes first."""

import os

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.option.dist, config.option.maxschedchunk = "load", 1  # a worker ends its queue after -x


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.nodeid != os.environ["FAULTS_FIRST"])
