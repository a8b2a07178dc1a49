"""The rules of games and their catalogs."""

import functools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from flask import Blueprint, render_template
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from webapp.base import games
from webapp.base.paths import PACKAGE
from webapp.base.texts import ENGLISH, _, language

blueprint = Blueprint("rules", __name__)

RULING = re.compile(r"\*\*([A-Z]\d+)\*\*|([A-Z]\d+)\b")
FIRST_PARAGRAPH = re.compile("<p>.*?</p>", re.DOTALL)


@blueprint.get("/rules")
def index() -> str:
    """The games, with the beginning of their rules and what all share."""
    known = games.games().values()
    rules = [(game, opening(prose(game.ruleset.folder, "RULES"))) for game in known]
    return render_template("rules/index.html", rules=rules)


@blueprint.get("/rules/<ruleset>")
def rules(ruleset: str) -> str:
    """The rules of a game; a ruling's number is its anchor, as in /rules/manymarios#M12."""
    game = games.game(ruleset)
    return render_template(
        "rules/game.html",
        game=game,
        prose=prose(game.ruleset.folder, "RULES"),
        note=as_html(_(game.wording.catalog_note)),
        sheets=list(game.wording.sheets(game.ruleset.catalog())),
    )


@blueprint.get("/fair")
def fair() -> str:
    """How the dice of challenges are provably fair."""
    return render_template("rules/fair.html", prose=prose(PACKAGE / "challenges", "FAIR"))


@blueprint.get("/tournament-rules")
def of_tournaments() -> str:
    """The rules of tournaments: pairings, scores, tie-breaks."""
    text = prose(PACKAGE.parent / "engine" / "tournament", "TOURNAMENT")
    return render_template("rules/tournaments.html", prose=text)


@blueprint.get("/verdict")
def verdict() -> str:
    """How verdicts on battles are computed."""
    return render_template("rules/verdict.html", prose=prose(PACKAGE / "battles", "VERDICT"))


class Prose(NamedTuple):
    text: Markup
    language: str


def prose(folder: Path, name: str) -> Prose:
    """Return the document `NAME.LANGUAGE.md`, or the English `NAME.md`."""
    original = (folder / f"{name}.md").read_text("utf-8")
    translated = folder / f"{name}.{language()}.md"
    if translated.is_file():
        return Prose(as_html(translated.read_text("utf-8"), original), language())
    return Prose(as_html(original), ENGLISH)


def opening(of: Prose) -> Prose:
    found = FIRST_PARAGRAPH.search(of.text)
    return Prose(Markup(found[0] if found else ""), of.language)


@functools.lru_cache(32)
def as_html(text: str, original: str | None = None) -> Markup:
    """Render Markdown with HTML escaped, and anchors at rulings and headings."""
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    environment: dict[str, Any] = {}
    tokens = parser.parse(text, environment)
    openings = list(places(tokens))
    ids = [anchor(*each) for each in openings]
    if original is not None:
        theirs = [anchor(*each) for each in places(parser.parse(original))]
        ids = theirs if len(theirs) == len(ids) else ids
    for (opening, _text), id_ in zip(openings, ids, strict=True):
        if id_:
            opening.attrSet("id", id_)
    return Markup(parser.renderer.render(tokens, parser.options, environment))


def places(tokens: list[Token]) -> Iterator[tuple[Token, str]]:
    """Yield the openings of headings and list items, each with its initial text."""
    for place, token in enumerate(tokens):
        if token.type in ("list_item_open", "heading_open"):
            following = tokens[place + 1 : place + 3]
            yield token, next((each.content for each in following if each.type == "inline"), "")


def anchor(opening: Token, text: str) -> str:
    """Return the ruling that begins a heading or list item, or `on-` and the heading's words."""
    if ruling := RULING.match(text):
        return ruling[1] or ruling[2]
    if opening.type == "heading_open":
        return "on-" + re.sub(r"\W+", "-", text.lower()).strip("-")
    return ""
