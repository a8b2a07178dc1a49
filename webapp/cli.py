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
from importlib import import_module, metadata
from pathlib import Path
from typing import Any, Final, Literal

import click
import msgspec

import engine
from engine import SAMPLES_MOST, SEED_MOST, InputError, Text
from webapp import games
from webapp.base.commands import Group, argument, option, speak
from webapp.base.texts import _, translated
from webapp.battles import parallel_odds
from webapp.console import REFUSED, STDIN, answer_lines, json_option, lines, refusing, write

LATER: Final = {
    **dict.fromkeys(("backup", "doctor", "remove", "restore"), "upkeep"),
    **dict.fromkeys(("best-order", "matchups"), "searches"),
    "archive": "archive",
    "best-armies": "recruiting",
    "tournament": "tournament",
    "branch": "branching",
    "verdict": "verdicts",
    "verify": "verify",
}
"""Commands whose modules are read when they are asked for."""

file_argument = argument("file")


class _Commands(Group):
    """What needs the database or numpy is read for its own commands only."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*super().list_commands(ctx), *LATER])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in LATER:
            module = import_module(f"webapp.{LATER[cmd_name]}")
            command: click.Command = getattr(module, cmd_name.replace("-", "_"))
            return command
        return super().get_command(ctx, cmd_name)

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        # Helps and errors are said while arguments are read, before main() is called.
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                # A name that the terminal cannot show is no reason to stop.
                stream.reconfigure(errors="backslashreplace")
        speak(os.environ, games.translations())
        return super().make_context(info_name, args, parent, **extra)


def _version(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:  # noqa: FBT001
    if wanted and not ctx.resilient_parsing:
        name, version = ctx.find_root().info_name, metadata.version("battlereel")
        click.echo(_("{name}, version {version}", name=name, version=version))
        ctx.exit()


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Show the version and exit.",
)
def main() -> None:
    """Battlereel: battles of three games, played, weighed and watched.

    FILE is a battle file in JSON; with - one battle file a line is read from standard input, and
    each gets a line of JSON in answer.
    """
    for id_, why in engine.broken_rulesets().items():
        click.echo(_("The ruleset '{id}' is left out: {why}", id=id_, why=why), err=True)


@main.command()
@option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@option("--port", default=5000, show_default=True, type=click.IntRange(0, 65535))
def serve(host: str, port: int) -> None:
    """Serve the web application."""
    from webapp.serving import serve as serve_app

    serve_app(host, port)


@main.command()
@file_argument
@option(
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
        answer_lines(lambda line: _play(line, seed).result)
        return
    recording = refusing(file, lambda data: _play(data, seed))
    if as_json:
        write(recording.lines())
    else:
        from webapp.words.terminal import print_battle

        print_battle(games.game(recording.header.ruleset), recording)


@main.command()
@file_argument
@option(
    "--method",
    type=click.Choice(["auto", "exact", "sample"]),
    default="auto",
    show_default=True,
    help="auto is exact wherever that can be had.",
)
@option(
    "--samples",
    type=click.IntRange(1, SAMPLES_MOST),
    help=Text(
        "Battles to play when sampling.  [default: {samples}, or {slow} if a player thinks long]",
        samples=engine.SAMPLES,
        slow=parallel_odds.SAMPLES,
    ),
)
@option(
    "--scheduler",
    metavar="ADDRESS",
    help="A Dask cluster that plays what has to be sampled, by its scheduler's address.",
)
@json_option
def odds(
    file: str,
    method: Literal["auto", "exact", "sample"],
    samples: int | None,
    scheduler: str | None,
    as_json: bool,  # noqa: FBT001 - click's flag
) -> None:
    """Win chances of a battle, with the way they were found; - always answers in JSON.

    A battle with a bot that thinks long (of the siege's: strong) is sampled on all cores.
    """

    def weigh(data: bytes) -> tuple[engine.Battle, engine.Odds]:
        read = engine.read(data)
        if scheduler:
            return read, _by_cluster(read, method, samples, scheduler)
        if method != "exact" and parallel_odds.is_slow(read):
            return read, parallel_odds.odds(read, samples)
        return read, engine.odds(read, method, samples or engine.SAMPLES)

    if file == STDIN:
        answer_lines(lambda line: weigh(line)[1])
        return
    read, chances = refusing(file, weigh)
    if as_json:
        write(msgspec.json.encode(chances) + b"\n")
    else:
        from webapp.words.terminal import print_odds

        print_odds(games.game(read.ruleset.id), read, chances)


def _by_cluster(
    battle: engine.Battle, method: engine.Method, samples: int | None, scheduler: str
) -> engine.Odds:
    """The odds by a cluster, unless they are exact: these are there at once."""
    from webapp.searches import clustered

    is_slow = parallel_odds.is_slow(battle)
    if method == "exact" or (method == "auto" and not is_slow):
        try:
            return engine.odds(battle, "exact")
        except InputError:
            if method == "exact":
                raise
    count = samples or (parallel_odds.SAMPLES if is_slow else engine.SAMPLES)
    with clustered():
        return parallel_odds.odds(battle, count, scheduler)


@main.command()
@file_argument
def validate(file: str) -> None:
    """Check a battle file: prints every error, or nothing."""
    if file != STDIN:
        refusing(file, engine.read)
        return
    refused = False
    for number, line in enumerate(lines(sys.stdin.buffer), start=1):
        try:
            engine.read(line)
        except InputError as error:
            refused = True
            for problem in error.problems:
                click.echo(f"{_('line {number}', number=number)}: {translated(problem)}", err=True)
    if refused:
        sys.exit(REFUSED)


@main.command()
@argument("ruleset", type=click.Choice(sorted(engine.rulesets())))
@json_option
def catalog(ruleset: str, as_json: bool) -> None:  # noqa: FBT001 - click's flag
    """List everything that armies of a ruleset are made of."""
    data = engine.rulesets()[ruleset].catalog()
    if as_json:
        write(msgspec.json.format(msgspec.json.encode(data), indent=2) + b"\n")
    else:
        from webapp.words.terminal import print_catalog

        print_catalog(games.game(ruleset))


@main.command(hidden=True)
@argument("ruleset", required=False, type=click.Choice(sorted(engine.rulesets())))
def docs(ruleset: str | None) -> None:
    """Write the protocol's pages and its types for the browser from the event classes.

    With the id of a ruleset its events are described on standard output, and nothing is written.
    """
    if ruleset is not None:
        click.echo(engine.events_page(engine.rulesets()[ruleset]))
        return
    root = Path(engine.__file__).parents[1]
    if not (root / "Makefile").is_file():
        raise click.UsageError(_("docs are written into a checkout of Battlereel; this is none"))
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
