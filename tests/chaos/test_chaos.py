"""The short form of `make chaos`: one process, once, and all that may happen to it at once."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.chaos.faults import Fault, everything, no_mount, start_read_only
from tests.chaos.run import run
from tests.chaos.stands import Alone
from tests.cluster.servers import program
from tests.present import require

SHORT = ("manymarios", "ghosts-and-hammers")
"""23 seconds."""


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="processes are ended with their test there")
def test_nothing_is_lost_and_nothing_comes_twice_whatever_fails() -> None:
    """The lock is held elsewhere, viewers are cut off and hear everything twice, and it is killed.

    How long people wait is told by `make chaos`: here other tests run beside.
    """
    require("manymarios")
    if program("setpriv") is None:
        pytest.skip("needs setpriv")
    counts = run(Fault("short", "everything", everything, Alone), 1, 1, SHORT)
    assert {
        what: why for what, why in counts.misses().items() if what not in ("back", "waited")
    } == {}
    assert counts.acknowledged > 10
    assert counts.answers.unreachable > 0, "it was away"
    assert counts.sent_twice > 0, "viewers were sent something again"
    assert counts.back_seconds < 15


def test_a_server_on_a_disk_that_can_be_read_only_names_it(tmp_path: Path) -> None:
    if why := no_mount():
        pytest.skip(why)
    said = start_read_only(tmp_path)
    assert f"BATTLEREEL_INSTANCE: {tmp_path}/instance cannot be made or written" in said
    assert "Traceback" not in said


def test_a_fault_that_there_is_not_is_refused_with_those_that_there_are() -> None:
    given = [sys.executable, "-m", "tests.chaos", "lock", "nonsense"]
    done = subprocess.run(given, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "no fault 'nonsense'; there are: kill, lock, disk, disk-kill, clock" in done.stderr
