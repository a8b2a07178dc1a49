"""`battlereel catalog`: the catalog of a ruleset."""

import click
import msgspec

import engine
from webapp.base import games
from webapp.base.localized_click import argument, command
from webapp.commands.console import json_option, write


@command()
@argument("ruleset", type=click.Choice(sorted(engine.rulesets())))
@json_option
def catalog(ruleset: str, *, as_json: bool) -> None:
    """List everything that armies of a ruleset are made of."""
    data = engine.rulesets()[ruleset].catalog()
    if as_json:
        write(msgspec.json.format(msgspec.json.encode(data), indent=2) + b"\n")
    else:
        from webapp.words.terminal import print_catalog

        print_catalog(games.game(ruleset))
