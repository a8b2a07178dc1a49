"""Compiled kernels have a place in the instance where numba finds none of its own."""

import logging
import os
from pathlib import Path

import pytest

from webapp.base import kernels

SHUT = "/proc/nowhere"
"""No folder can be made there, by root neither."""


@pytest.fixture(autouse=True)
def unset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(kernels.VARIABLE, "")


def shut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels.engine, "__file__", f"{SHUT}/engine/__init__.py")
    monkeypatch.setenv("XDG_CACHE_HOME", SHUT)


def test_it_is_the_instances_where_nothing_else_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    shut(monkeypatch)
    with caplog.at_level(logging.WARNING):
        kernels.make_room(tmp_path)
        kernels.make_room(tmp_path)
    assert os.environ[kernels.VARIABLE] == str(tmp_path / "kernels")
    (said,) = caplog.messages
    assert said.startswith(f"kernels are kept in {tmp_path}/kernels: ")


@pytest.mark.parametrize("own", ["package", "user", "setting"])
def test_a_folder_of_its_own_is_taken_first(
    own: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shut(monkeypatch)
    if own == "package":
        monkeypatch.setattr(kernels.engine, "__file__", str(tmp_path / "engine" / "__init__.py"))
    elif own == "user":
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    else:
        monkeypatch.setenv(kernels.VARIABLE, "given")
    kernels.make_room(tmp_path / "instance")
    assert os.environ[kernels.VARIABLE] == ("given" if own == "setting" else "")
