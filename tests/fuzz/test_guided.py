"""A short run of each target that atheris leads; long ones are `make fuzz`'s."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz.effort import FACTOR, THROWN

ROOT = Path(__file__).parents[2]
RUNS = 40
SECONDS = 60  # for each target; `make fuzz` multiplies it by FUZZ


@pytest.mark.long
@pytest.mark.parametrize("target", ["pastes", "recordings"])
def test_what_is_read_is_refused_in_words(target: str, tmp_path: Path) -> None:
    if importlib.util.find_spec("atheris") is None:
        pytest.skip("atheris is not there: it has no package for this system")
    most = [f"-runs={RUNS}"] if FACTOR == 1 else [f"-max_total_time={SECONDS * FACTOR}"]
    command = [sys.executable, "-m", "tests.fuzz.guided", target, "-seed=1", *most]
    done = subprocess.run(
        [*command, f"-artifact_prefix={tmp_path}/"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert "Uncaught Python exception" not in done.stderr
    begun, ended = (re.search(rf"^#(\d+)\s+{at}", done.stderr, re.M) for at in ("INITED", "DONE"))
    assert begun
    assert ended
    THROWN[f"{target}, led by what code they reach"] += int(ended[1]) - int(begun[1])
    assert int(ended[1]) - int(begun[1]) >= RUNS
