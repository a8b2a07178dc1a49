"""The `battlereel` command line: a group of the commands in `webapp/commands`.

Exit status: 0 for success; 2 for a refused battle file or a usage error, and after `-` if any line
was refused; 1 if the command was interrupted or its output closed.
"""

import io
import os
import sys
from importlib import import_module, metadata
from typing import Any, Final, cast

import click

import engine
from webapp.base import games
from webapp.base.localized_click import Group, option, speak
from webapp.base.texts import _

# each is a module of `webapp/commands`, imported on demand
COMMANDS: Final = (
    *("archive", "backup", "battle", "best-armies", "best-order", "branch", "catalog", "docs"),
    *("doctor", "gauntlet", "matchups", "odds", "remove", "restore", "serve", "tournament"),
    *("validate", "verdict", "verify"),
)


class _Commands(Group):
    """The commands; only the called one imports its dependencies, such as numpy."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        name = cmd_name.replace("-", "_")
        return cast("click.Command", getattr(import_module(f"webapp.commands.{name}"), name))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.exceptions.NoSuchCommand as error:
            # Click itself looks only among loaded commands for one that is meant.
            raise click.exceptions.NoSuchCommand(
                error.command_name, possibilities=COMMANDS, ctx=ctx
            ) from None

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        # Helps and errors are translated while arguments are parsed, before main() is called.
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                # A name that the terminal cannot show must not end the program.
                stream.reconfigure(errors="backslashreplace")
        speak(os.environ, games.translations())
        return super().make_context(*args, **extra)


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
    """Battlereel: play, analyse and watch battles of three games.

    FILE is a battle file in JSON; with - one battle file per line is read from standard input, and
    each is answered by a line of JSON.
    """
    for id_, why in engine.broken_rulesets().items():
        click.echo(_("The ruleset '{id}' is left out: {why}", id=id_, why=why), err=True)
