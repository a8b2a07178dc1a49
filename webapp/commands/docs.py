"""`battlereel docs`: the protocol's pages, written from the event classes."""

from pathlib import Path

import click

import engine
from webapp.base.localized_click import argument, command
from webapp.base.texts import _


@command(hidden=True)
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
