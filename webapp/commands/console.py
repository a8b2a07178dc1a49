"""Shared by commands: battle files from paths or standard input, refusals, JSON answers."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeVar

import click
import msgspec

import engine
from engine import BYTES_MOST, InputError, Text
from webapp.base import file_kinds
from webapp.base.localized_click import option
from webapp.base.texts import N_, _, translated

STDIN: Final = "-"
REFUSED: Final = 2

# system messages for unreadable files
UNREADABLE: Final = (N_("No such file or directory"), N_("Permission denied"), N_("Is a directory"))

T = TypeVar("T")

json_option = option("--json", "as_json", is_flag=True, help="Print JSON for programs.")


class Refused(click.ClickException):
    """A battle file was refused: every problem on a line of standard error, exit status 2."""

    exit_code = REFUSED

    def __init__(self, file: str, error: InputError) -> None:
        super().__init__(str(error))
        name = _("standard input") if file == STDIN else file
        self.lines = [
            str(problem) if problem.path else f"{name}: {problem.message}"
            for problem in map(translated, error.problems)
        ]

    def show(self, file: Any = None) -> None:
        for line in self.lines:
            click.echo(line, file=file, err=file is None)


def refusing(file: str, answer: Callable[[bytes], T], needed: str = file_kinds.BATTLE) -> T:
    """Return `answer` of the content of a file of the needed kind; a refusal ends the command."""
    try:
        return answer(content(file, needed))
    except InputError as error:
        raise Refused(file, error) from None


def answer(
    file: str,
    find: Callable[[bytes], tuple[engine.Battle, T]],
    show: Callable[[engine.Battle, T], None],
    *,
    as_json: bool,
) -> None:
    """Show what a search finds for a battle file, or answer lines of standard input in JSON."""
    if file == STDIN:
        answer_lines(lambda line: find(line)[1])
        return
    battle, found = refusing(file, find)
    if as_json:
        write(msgspec.json.encode(found) + b"\n")
    else:
        show(battle, found)


def content(file: str, needed: str) -> bytes:
    """Return a file's content. Raise InputError if it cannot be read or is of another kind."""
    try:
        with Path(file).open("rb") as stream:
            data = stream.read(BYTES_MOST + 1)
    except OSError as error:
        why = Text(error.strerror or "cannot be read")
        text = N_("{why}; give the path of a battle file, or -")
        raise InputError.single("", text, why=why) from None
    file_kinds.check(data, needed)
    return data


def recorded(data: bytes) -> Any:
    """Return a recording if the data begins like one, otherwise the battle file."""
    if not data.startswith(file_kinds.RECORDING_START):
        return data
    try:
        return engine.load_recording(data)
    except engine.RecordingError as error:
        raise InputError.single("", str(error)) from None


def answer_lines(answer: Callable[[bytes], Any], given: Sequence[bytes] | None = None) -> None:
    """Answer `given` lines, then others as they arrive; a refused line does not stop the rest."""
    refused = False
    for number, line in enumerate(lines(sys.stdin.buffer) if given is None else given, start=1):
        try:
            reply = answer(line)
        except InputError as error:
            refused = True
            problems = [translated(problem) for problem in error.problems]
            message = "\n".join(map(str, problems))
            listed = [problem._asdict() for problem in problems]
            reply = {"error": {"line": number, "message": message, "problems": listed}}
        write(reply if isinstance(reply, bytes) else msgspec.json.encode(reply) + b"\n")
    if refused:
        sys.exit(REFUSED)


def lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield lines without their ends, cut off at the size limit."""
    most = BYTES_MOST + 2
    while line := stream.readline(most):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = stream.readline(most)
        yield line.rstrip(b"\r\n")


def write(data: bytes) -> None:
    """Write bytes to standard output unbuffered, so that a closed pipe is noticed here."""
    stream = sys.stdout.buffer
    stream.write(data)
    stream.flush()


@contextmanager
def progress(label: str) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar on standard error if it is a terminal."""
    bar = click.progressbar(
        length=1, label=label, file=sys.stderr, hidden=not sys.stderr.isatty(), show_pos=True
    )
    with bar:

        def tell(done: int, of: int) -> None:
            bar.length = of
            bar.update(done - bar.pos)

        yield tell
