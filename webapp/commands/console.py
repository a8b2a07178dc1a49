"""Shared by commands: battle files from paths or standard input, refusals, answers, options."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeVar

import click
import msgspec

import engine
from engine import BYTES_MOST, InputError, Problem, Text, search
from webapp.base import games
from webapp.base.localized_click import option
from webapp.base.texts import N_, _, translated

STDIN: Final = "-"
REFUSED: Final = 2
HEADER: Final = b'{"type":"header"'

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


def refusing(file: str, answer: Callable[[bytes], T]) -> T:
    """Return `answer` of the file's content; a refusal ends the command."""
    try:
        return answer(content(file))
    except InputError as error:
        raise Refused(file, error) from None


def content(file: str) -> bytes:
    try:
        with Path(file).open("rb") as stream:
            return stream.read(BYTES_MOST + 1)
    except OSError as error:
        why = Text(error.strerror or "cannot be read")
        raise InputError.single(
            "", Text("{why}; give the path of a battle file, or -", why=why)
        ) from None


def recorded(data: bytes) -> Any:
    """Return a recording if the data begins like one, otherwise the battle file."""
    if not data.startswith(HEADER):
        return data
    try:
        return engine.load_recording(data)
    except engine.RecordingError as error:
        raise InputError.single("", str(error)) from None


def answer_lines(answer: Callable[[bytes], Any], given: Sequence[bytes] | None = None) -> None:
    """Answer each line of standard input as it arrives; a refused line does not stop the rest.

    `given` are lines that were read before. Bytes are written unchanged.
    """
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


workers_option = option(
    "--workers",
    type=click.IntRange(1, 1_024),
    default=os.cpu_count() or 1,
    help="How many work at a time; results are the same for any number.  [default: one a core]",
)
scheduler_option = option(
    "--scheduler",
    metavar="ADDRESS",
    help="A Dask cluster that works in their place, by its scheduler, such as tcp://10.0.0.1:8786.",
)
side_option = option(
    "--side", type=click.Choice(engine.SIDES), default="a", show_default=True, help="Whose units."
)
against_option = option(
    "--against",
    multiple=True,
    metavar="FILE",
    help="One more opponent: an army, or a battle file's side a. Then the mean counts.",
)
samples_option = option(
    "--samples",
    type=click.IntRange(1, engine.SAMPLES_MOST),
    default=search.SAMPLES,
    show_default=True,
    help="Battles to play for each number that cannot be exact.",
)


@contextmanager
def clustered() -> Iterator[None]:
    """End the command with a message if its cluster cannot be used."""
    try:
        yield
    except search.ClusterError as error:
        raise Refused(error.address, InputError([error.problem])) from None


def compiled(battle: engine.Battle) -> None:
    """Compile the kernels of a search over such battles, with a message."""
    if search.needs_compiler(battle):
        game = games.game(battle.ruleset.id).ruleset.name
        text = N_("{game}: what searches need is being compiled, once; that takes up to a minute.")
        message = _(text, game=_(game))
        click.echo(message, err=True)
        engine.warm(battle.ruleset.id)


def sources_in(files: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    """Yield name and content of each file, or of each line of standard input."""
    for file in files:
        if file == STDIN:
            for number, line in enumerate(lines(sys.stdin.buffer), start=1):
                yield _("line {number}", number=number), line
        else:
            try:
                yield file, content(file)
            except InputError as error:
                raise Refused(file, error) from None


def labelled(error: InputError, labels: list[str]) -> InputError:
    """Return the error with files in place of their numbers."""
    problems = []
    for path, message in error.problems:
        number, _bracket, rest = path.removeprefix("[").partition("]")
        is_numbered = path.startswith("[") and number.isdigit()
        label = labels[int(number)] if is_numbered else ""
        inner = rest.removeprefix(".") if is_numbered else path
        problems.append(Problem(": ".join(filter(None, (label, inner))), message))
    return InputError(problems)


def armies_in(_file: str) -> Callable[[bytes], list[dict[str, Any]]]:
    """Return a reader of opponents: armies, or side a of battle files."""

    def read(data: bytes) -> list[dict[str, Any]]:
        (entrant,) = search.read_entrants([data])
        army: dict[str, Any] = entrant.battle.document["sides"][0]["army"]
        return [army]

    return read
