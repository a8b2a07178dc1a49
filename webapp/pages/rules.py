"""The rules, as the engine plays them, and the catalogs."""

import functools
import re
from pathlib import Path
from typing import Any, NamedTuple

from flask import Blueprint, render_template
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from webapp import games
from webapp.base.paths import PACKAGE
from webapp.base.texts import ENGLISH, _, language

blueprint = Blueprint("rules", __name__)

RULING = re.compile(r"\*\*([A-Z]\d+)\*\*|([A-Z]\d+)\b")


@blueprint.get("/rules")
def index() -> str:
    """The games, each with its rules."""
    return render_template("rules/index.html", games=games.games().values())


@blueprint.get("/rules/<ruleset>")
def rules(ruleset: str) -> str:
    """The rules of one game; a ruling's number is its anchor, as in /rules/manymarios#M12.

    So is the id of a row of the catalog.
    """
    game = games.game(ruleset)
    text = (game.ruleset.folder / "RULES.md").read_text("utf-8")
    return render_template(
        "rules/game.html",
        game=game,
        text=as_html(text),
        note=as_html(_(game.wording.catalog_note)),
        sheets=list(game.wording.sheets(game.ruleset.catalog())),
    )


@blueprint.get("/fair")
def fair() -> str:
    """What makes the dice of a challenge fair, and how that is checked."""
    return render_template("rules/fair.html", prose=prose(PACKAGE / "challenges", "FAIR"))


@blueprint.get("/verdict")
def verdict() -> str:
    """How it is worked out why a battle ended so."""
    return render_template("rules/verdict.html", prose=prose(PACKAGE / "battles", "VERDICT"))


class Prose(NamedTuple):
    """A document, and the language in which it is there."""

    text: Markup
    language: str


def prose(folder: Path, name: str) -> Prose:
    """A document as `NAME.LANGUAGE.md` has it, or `NAME.md`, which is English."""
    translated = folder / f"{name}.{language()}.md"
    if translated.is_file():
        return Prose(as_html(translated.read_text("utf-8")), language())
    return Prose(as_html((folder / f"{name}.md").read_text("utf-8")), ENGLISH)


@functools.lru_cache(32)
def as_html(text: str) -> Markup:
    """Markdown as HTML: its own HTML is shown as text, rulings and headings have anchors."""
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    environment: dict[str, Any] = {}
    tokens = parser.parse(text, environment)
    for place, token in enumerate(tokens):
        if token.type in ("list_item_open", "heading_open"):
            anchor(token, tokens[place + 1 : place + 3])
    return Markup(parser.renderer.render(tokens, parser.options, environment))


def anchor(opening: Token, following: list[Token]) -> None:
    """Gives a heading or a list item the ruling that it begins with as its id.

    Other headings have their words, after `on-`: a unit may be called the same.
    """
    text = next((token.content for token in following if token.type == "inline"), "")
    if match := RULING.match(text):
        opening.attrSet("id", match[1] or match[2])
    elif opening.type == "heading_open":
        opening.attrSet("id", "on-" + re.sub(r"\W+", "-", text.lower()).strip("-"))
