"""The installed command, run as a person or a script runs it."""

import subprocess
import sys
from pathlib import Path

COMMAND = Path(sys.executable).parent / "battlereel"


def battlereel(*args: str | Path, stdin: bytes | str = b"") -> subprocess.CompletedProcess[str]:
    """What the command answers; its output is read as UTF-8, and no traceback is let through."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    done = subprocess.run([COMMAND, *args], input=data, capture_output=True, timeout=60)
    answer = subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )
    assert "Traceback" not in answer.stderr, answer.stderr
    return answer
