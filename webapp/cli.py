"""The `battlereel` command: plays, weighs and checks battle files, lists catalogs, serves the page.

The engine plays battles, and words/ has the sentences for their events. This module has only what a
command line needs: arguments, standard input and output, exit codes. Exit status: 0 when all went
well; 2 for a refused battle file or a mistake on the command line, and after `-` when any line was
refused, so that a script notices although the other lines were answered; 1 when the command was
interrupted or its output was closed.
"""

import io
import os
import secrets
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final, Literal, TypeVar

import click
import msgspec

import engine
from engine import BYTES_MOST, SAMPLES_MOST, SEED_MOST, InputError, Text
from webapp import games
from webapp.base import texts
from webapp.base.texts import _, said
from webapp.battles import parallel_odds
from webapp.verify import verify

STDIN: Final = "-"
REFUSED: Final = 2
UPKEEP: Final = ("backup", "doctor", "remove", "restore")

T = TypeVar("T")

file_argument = click.argument("file")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")


class Refused(click.ClickException):
    """A battle file was refused: every problem on a line of standard error, exit status 2."""

    exit_code = REFUSED

    def __init__(self, file: str, error: InputError) -> None:
        super().__init__(str(error))
        name = _("standard input") if file == STDIN else file
        self.lines = [
            str(problem) if problem.path else f"{name}: {problem.message}"
            for problem in map(said, error.problems)
        ]

    def show(self, file: Any = None) -> None:
        """Prints the problems, one a line."""
        for line in self.lines:
            click.echo(line, file=file, err=file is None)


class _Commands(click.Group):
    """Those of upkeep.py are read when they are asked for: only they need the database."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*super().list_commands(ctx), *UPKEEP])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in UPKEEP:
            from webapp import upkeep

            command: click.Command = getattr(upkeep, cmd_name)
            return command
        return super().get_command(ctx, cmd_name)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="battlereel")
def main() -> None:
    """Battlereel: battles of three games, played, weighed and watched.

    FILE is a battle file in JSON; with - one battle file a line is read from standard input, and
    each gets a line of JSON in answer.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A name that the terminal cannot show is no reason to stop.
            stream.reconfigure(errors="backslashreplace")
    texts.speak(os.environ, games.translations())
    for id_, why in engine.broken_rulesets().items():
        click.echo(_("The ruleset '{id}' is left out: {why}", id=id_, why=why), err=True)


main.add_command(verify)


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=5000, show_default=True, type=click.IntRange(0, 65535))
def serve(host: str, port: int) -> None:
    """Serve the web application."""
    from webapp.serving import serve as serve_app

    serve_app(host, port)


@main.command()
@file_argument
@click.option(
    "--seed",
    type=click.IntRange(0, SEED_MOST),
    help="Seed of the dice, before the file's own; drawn and printed when neither gives one.",
)
@json_option
def battle(file: str, seed: int | None, as_json: bool) -> None:  # noqa: FBT001 - click's flag
    """Play one battle: a log in words, or JSON Lines with --json.

    With - each line is answered by its battle_ended event, or by {"error": …} if it was refused.
    """
    if file == STDIN:
        _answer_lines(lambda line: _play(line, seed).result)
        return
    recording = _refusing(file, lambda data: _play(data, seed))
    if as_json:
        _write(recording.lines())
    else:
        from webapp.words.terminal import print_battle

        print_battle(games.game(recording.header.ruleset), recording)


@main.command()
@file_argument
@click.option(
    "--method",
    type=click.Choice(["auto", "exact", "sample"]),
    default="auto",
    show_default=True,
    help="auto is exact wherever that can be had.",
)
@click.option(
    "--samples",
    type=click.IntRange(1, SAMPLES_MOST),
    help=f"Battles to play when sampling.  [default: {engine.SAMPLES}, or"
    f" {parallel_odds.SAMPLES} if a player thinks long]",
)
@json_option
def odds(
    file: str,
    method: Literal["auto", "exact", "sample"],
    samples: int | None,
    as_json: bool,  # noqa: FBT001 - click's flag
) -> None:
    """Win chances of a battle, with the way they were found; - always answers in JSON.

    A battle with a bot that thinks long (of the siege's: strong) is sampled on all cores.
    """

    def weigh(data: bytes) -> tuple[engine.Battle, engine.Odds]:
        read = engine.read(data)
        if method != "exact" and parallel_odds.is_slow(read):
            return read, parallel_odds.odds(read, samples)
        return read, engine.odds(read, method, samples or engine.SAMPLES)

    if file == STDIN:
        _answer_lines(lambda line: weigh(line)[1])
        return
    read, chances = _refusing(file, weigh)
    if as_json:
        _write(msgspec.json.encode(chances) + b"\n")
    else:
        from webapp.words.terminal import print_odds

        print_odds(games.game(read.ruleset.id), read, chances)


@main.command()
@file_argument
def validate(file: str) -> None:
    """Check a battle file: prints every error, or nothing."""
    if file != STDIN:
        _refusing(file, engine.read)
        return
    refused = False
    for number, line in enumerate(_lines(sys.stdin.buffer), start=1):
        try:
            engine.read(line)
        except InputError as error:
            refused = True
            for problem in error.problems:
                click.echo(f"{_('line {number}', number=number)}: {said(problem)}", err=True)
    if refused:
        sys.exit(REFUSED)


@main.command()
@click.argument("ruleset", type=click.Choice(sorted(engine.rulesets())))
@json_option
def catalog(ruleset: str, as_json: bool) -> None:  # noqa: FBT001 - click's flag
    """List everything that armies of a ruleset are made of."""
    data = engine.rulesets()[ruleset].catalog()
    if as_json:
        _write(msgspec.json.format(msgspec.json.encode(data), indent=2) + b"\n")
    else:
        from webapp.words.terminal import print_catalog

        print_catalog(games.game(ruleset))


@main.command(hidden=True)
@click.argument("ruleset", required=False, type=click.Choice(sorted(engine.rulesets())))
def docs(ruleset: str | None) -> None:
    """Write the protocol's pages and its types for the browser from the event classes.

    With the id of a ruleset its events are described on standard output, and nothing is written.
    """
    if ruleset is not None:
        click.echo(engine.events_page(engine.rulesets()[ruleset]))
        return
    root = Path(engine.__file__).parents[1]
    if not (root / "Makefile").is_file():
        raise click.UsageError("docs are written into a checkout of Battlereel; this is none")
    # A ruleset that is installed from elsewhere keeps its own documents.
    home = root / "engine" / "rulesets"
    ours = [found for found in engine.rulesets().values() if found.folder.is_relative_to(home)]
    for path, text in engine.protocol_documents(ours).items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
        click.echo(path)


def _play(source: Any, seed: int | None) -> engine.Recording:
    read = engine.read(source)
    if seed is None and read.seed is None:
        seed = secrets.randbelow(SEED_MOST + 1)
    return engine.play(read, seed)


def _refusing(file: str, answer: Callable[[bytes], T]) -> T:
    """What `answer` makes of the file's content; the command ends if it is refused."""
    try:
        return answer(_content(file))
    except InputError as error:
        raise Refused(file, error) from None


def _content(file: str) -> bytes:
    try:
        with Path(file).open("rb") as stream:
            return stream.read(BYTES_MOST + 1)
    except OSError as error:
        why = error.strerror or Text("cannot be read")
        raise InputError.single(
            "", Text("{why}; give the path of a battle file, or -", why=why)
        ) from None


def _answer_lines(answer: Callable[[bytes], Any]) -> None:
    """Answers each line of standard input as it comes; a refused line does not stop the rest."""
    refused = False
    for number, line in enumerate(_lines(sys.stdin.buffer), start=1):
        try:
            reply = answer(line)
        except InputError as error:
            refused = True
            problems = [said(problem) for problem in error.problems]
            message = "\n".join(map(str, problems))
            listed = [problem._asdict() for problem in problems]
            reply = {"error": {"line": number, "message": message, "problems": listed}}
        _write(msgspec.json.encode(reply) + b"\n")
    if refused:
        sys.exit(REFUSED)


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines, without their ends; of a line that is too long anyhow only the beginning."""
    most = BYTES_MOST + 2
    while line := stream.readline(most):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = stream.readline(most)
        yield line.rstrip(b"\r\n")


def _write(data: bytes) -> None:
    """Puts bytes on standard output at once, so that a closed pipe is noticed here."""
    stream = sys.stdout.buffer
    stream.write(data)
    stream.flush()
