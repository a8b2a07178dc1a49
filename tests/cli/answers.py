"""What the command answers to many calls, in one process and in the language of its environment."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from click.testing import CliRunner

from tests.repo.files import ROOT


class Answer(NamedTuple):
    """Exit status, standard output and standard error."""

    status: int
    output: str
    errors: str


def answers(calls: Sequence[Sequence[str]], environment: Mapping[str, str]) -> list[Answer]:
    """The answers to these calls; a process of their own, since Click keeps what it has said."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.cli.answers"],
        input=json.dumps(calls).encode(),
        capture_output=True,
        # In a copy without a game (tests/without.py) the path says which games there are.
        env={
            "PYTHONIOENCODING": "utf-8",
            "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
            **environment,
        },
        cwd=ROOT,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr.decode()
    return [Answer(*answer) for answer in json.loads(done.stdout)]


def _answer() -> None:
    from webapp.cli import main

    told = []
    for call in json.load(sys.stdin):
        result = CliRunner().invoke(main, call, prog_name="battlereel")
        told.append((result.exit_code, result.stdout, result.stderr))
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    _answer()
