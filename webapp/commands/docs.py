"""`battlereel docs`: protocol documents from the event classes, addresses from the views."""

import inspect
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import click

import engine
from webapp.base.localized_click import argument, command
from webapp.base.texts import _

ADDRESSES: Final = """\
# Addresses

Written by `make docs`, from the OpenAPI description of the API and the docstrings of other views.
"""


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
        raise click.UsageError(_("docs writes into a checkout of Battlereel; this is not one"))
    # An installed ruleset keeps its own documents.
    home = root / "engine" / "rulesets"
    ours = [found for found in engine.rulesets().values() if found.folder.is_relative_to(home)]
    documents = {**engine.protocol_documents(ours), "webapp/ADDRESSES.md": addresses()}
    for path, text in documents.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
        click.echo(path)


def addresses() -> str:
    from webapp import create_app
    from webapp.base.config import from_environment

    with TemporaryDirectory() as folder:
        app = create_app(from_environment({"BATTLEREEL_INSTANCE": folder}))
        described = app.test_client().get("/api/v1/openapi.json").get_json()["paths"]
    calls, pages = [], []
    for rule in sorted(app.url_map.iter_rules(), key=lambda rule: rule.rule):
        api_path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            if call := described.get(api_path, {}).get(method.lower()):
                calls.append((method, rule.rule, _summary(call)))
            else:
                text = inspect.getdoc(app.view_functions[rule.endpoint]) or "A static file."
                pages.append((method, rule.rule, " ".join(text.partition("\n\n")[0].split())))
    return "".join((ADDRESSES, *_table("Pages", pages), *_table("API", calls)))


def _summary(call: dict[str, Any]) -> str:
    query = [f"`?{row['name']}=`" for row in call.get("parameters", ()) if row["in"] == "query"]
    return " ".join([call["summary"], *query])


def _table(title: str, rows: list[tuple[str, str, str]]) -> list[str]:
    lines = [f"| `{method} {address}` | {text} |\n" for method, address, text in rows]
    return [f"\n## {title}\n\n| address | does |\n|---|---|\n", *lines]
