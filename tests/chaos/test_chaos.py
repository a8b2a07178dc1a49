"""The short form of `make chaos`: one process, once, and all that may happen to it at once."""

import sys
from pathlib import Path

import pytest

from tests.chaos.faults import Fault, everything, no_mount
from tests.chaos.run import run
from tests.chaos.stands import Alone, Small
from tests.cluster.servers import program
from tests.present import require
from webapp.base.config import ConfigError, from_environment

SHORT = ("manymarios", "ghosts-and-hammers")  # 23 seconds


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="processes are ended with their test there")
def test_nothing_is_lost_and_nothing_comes_twice_whatever_fails() -> None:
    """A held lock, cut viewers, doubled frames and a killed server; `make chaos` measures waits."""
    require("manymarios")
    if program("setpriv") is None:
        pytest.skip("needs setpriv")
    counts = run(Fault("short", "everything", everything, Alone), 1, 1, SHORT)
    assert counts.misses().keys() <= {"way back", "longest wait"}, counts.misses()
    assert counts.acknowledged > 10
    assert counts.answers.unreachable > 0, "it was away"
    assert counts.sent_twice > 0, "viewers were sent something again"
    assert counts.back_seconds < 15


def test_a_folder_on_a_disk_that_can_be_read_only_is_named(tmp_path: Path) -> None:
    if why := no_mount():
        pytest.skip(why)
    disk = Small(tmp_path / "instance")
    try:
        disk.lock()
        with pytest.raises(ConfigError) as refused:
            from_environment({"BATTLEREEL_INSTANCE": str(disk.folder)})
    finally:
        disk.remove()
    told = f"BATTLEREEL_INSTANCE: {disk.folder} cannot be made or written: Read-only"
    assert str(refused.value).startswith(told)
