"""The language of a request, and its effects on templates and caches."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import flask_babel
from babel import Locale
from babel.messages.mofile import read_mo
from flask import Flask, Response, current_app, g, has_request_context, request

from engine import Problem, Text
from webapp.base import assets, texts
from webapp.base.paths import TRANSLATIONS

COOKIE: Final = "language"


def attach(app: Flask, languages: Sequence[str], folders: Sequence[Path]) -> None:
    """Offer these languages; `folders` are the catalogs of installed games."""
    app.config["LANGUAGES"] = tuple(languages)
    app.config["BABEL_TRANSLATION_DIRECTORIES"] = ";".join(map(str, [TRANSLATIONS, *folders]))
    flask_babel.Babel(app, configure_jinja=False, locale_selector=_chosen)
    texts.ask(_speech)
    app.jinja_env.globals.update(_=texts.in_page, ngettext=texts.many_in_page, texts_script=script)
    for name in ("isolated", "number", "percent", "moment", "deadline", "iso_time"):
        app.jinja_env.filters[name] = getattr(texts, name)
    app.jinja_env.finalize = _finalized
    app.context_processor(_known)
    app.after_request(_vary)


def script() -> str | None:
    """Return the address of the page's catalog; None for English."""
    spoken = texts.language()
    return None if spoken == texts.ENGLISH else assets.asset(f"text-{spoken}.js")


def of_game(folder: Path | None) -> dict[str, str | list[str]]:
    """Return an installed game's catalog in this language, plural forms as lists, or nothing."""
    path = folder and folder / texts.language() / "LC_MESSAGES" / f"{texts.DOMAIN}.mo"
    if not path or not path.is_file():
        return {}
    with path.open("rb") as file:
        catalog = read_mo(file)
    sentences: dict[str, str | list[str]] = {}
    for message in catalog:
        if isinstance(message.id, list | tuple):
            sentences[message.id[0]] = list(map(str, message.string or ()))
        elif message.id:
            sentences[message.id] = str(message.string)
    return sentences


def inlined() -> str:
    """Return the page's catalog as an inline script; empty for English."""
    spoken = texts.language()
    if spoken == texts.ENGLISH:
        return ""
    return assets.path(f"text-{spoken}.js").read_text("utf-8").replace("</script", r"<\/script")


def _speech() -> texts.Speech | None:
    if not has_request_context():
        return None
    # Cached: a page has thousands of sentences.
    speech: texts.Speech | None = g.get("speech")
    if speech is None:
        spoken = str(flask_babel.get_locale() or texts.ENGLISH)
        speech = g.speech = texts.Speech(spoken, flask_babel.get_translations())
    return speech


def _chosen() -> str:
    """Return the visitor's choice, a cookie, or else the browser's language."""
    languages: tuple[str, ...] = current_app.config["LANGUAGES"]
    g.language_asked = len(languages) > 1
    chosen = request.cookies.get(COOKIE)
    if chosen in languages:
        return chosen
    return request.accept_languages.best_match(languages) or languages[0]


def _known() -> dict[str, Any]:
    names = {
        code: (Locale(code).get_language_name(code) or code).title()
        for code in current_app.config["LANGUAGES"]
    }
    return {"language": texts.language(), "languages": names}


def _finalized(value: Any) -> Any:
    """Return what a template prints: a Text or a Problem in the reader's language."""
    if isinstance(value, Problem):
        return str(texts.translated(value))
    return texts._(value) if isinstance(value, Text) else value


def _vary(response: Response) -> Response:
    """Mark responses that hold sentences as varying by language."""
    if g.get("language_asked"):
        response.vary.update(["Accept-Language", "Cookie"])
        response.content_language.add(texts.language())
    return response
