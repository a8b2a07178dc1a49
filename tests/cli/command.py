"""The command line as a person or a script runs it."""

import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner

from webapp.cli import main

COMMAND = Path(sys.executable).parent / "battlereel"  # for tests of signals, pipes, imports


def battlereel(*args: str | Path, stdin: bytes | str = b"") -> subprocess.CompletedProcess[str]:
    """Run the command in this process, and return its exit status and output."""
    words = [str(arg) for arg in args]
    result = CliRunner().invoke(main, words, input=stdin, prog_name="battlereel")
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return subprocess.CompletedProcess(words, result.exit_code, result.stdout, result.stderr)
