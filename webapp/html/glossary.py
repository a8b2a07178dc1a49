"""Game terms that explain themselves on a page.

A term is a button that opens its explanation without a script; `static/js/site/glossary.js` adds
hover and focus. The page has each explanation once, at its end. Terms come from a game's record and
its catalog's abilities, or from a mapping of English words to explanations.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple, cast

from flask import g
from markupsafe import Markup, escape

from webapp.base import games
from webapp.base.game import Game
from webapp.base.texts import _


class Term(NamedTuple):
    """A term with its explanation's id; `text` is the English explanation."""

    id: str
    word: str
    text: str
    is_ability: bool = False


def term(of: Any, label: str, said: str = "") -> Markup:
    """Return a label, explained if it is a term of this game or mapping; `said` replaces it."""
    shown = said or _(label)
    found = _find(of, label)
    return _button(found, escape(shown)) if found else escape(shown)


def mark(of: Any, label: str) -> Markup:
    """Return a question mark that explains a control's label, since labels cannot hold buttons."""
    found = _find(of, label)
    if not found:
        return Markup()
    name = Markup(' aria-label="{}"').format(_("What does {word} mean?", word=_(label)))
    return _button(found, Markup("?"), kind="term term-mark", more=name)


def within(of: Any, text: str, *, in_control: bool = False) -> Markup:
    """Return a text with this game's abbreviations explained, by `title` attributes in controls."""
    explained = _pointed_at if in_control else term
    parts = re.split(r"\b([A-Z]{2,})\b", text)
    return Markup().join(
        explained(of, part, part) if k % 2 else escape(part) for k, part in enumerate(parts)
    )


def use(of: Any, *, abilities: bool = True) -> str:
    """Add the explanations of all terms of a game for scripts; returns ''."""
    for found in _terms(_game(of)):
        if abilities or not found.is_ability:
            _used().setdefault(found.id, found)
    return ""


def explanations() -> Markup:
    """Return the explanations used since the last call."""
    used = list(_used().values())
    waiting = used[g.get("terms_explained", 0) :]
    g.terms_explained = len(used)
    return Markup("\n").join(map(_explanation, waiting))


def begin_anew() -> None:
    """Forget the terms used so far."""
    for kept in ("terms_used", "terms_explained", "term_stops"):
        g.pop(kept, None)


def _button(found: Term, content: Markup, *, kind: str = "term", more: str = "") -> Markup:
    # Only a word's first occurrence is a tab stop.
    stops: set[str] = g.setdefault("term_stops", set())
    is_first = found.id not in stops
    stops.add(found.id)
    _used().setdefault(found.id, found)
    return Markup(
        '<button type="button" class="{kind}" popovertarget="{id}" aria-describedby="{id}"'
        "{more}{stop}>{content}</button>"
    ).format(
        kind=kind,
        id=found.id,
        more=more,
        stop=Markup("" if is_first else ' tabindex="-1"'),
        content=content,
    )


def _pointed_at(of: Any, label: str, shown: str) -> Markup:
    found = _find(of, label)
    if not found:
        return escape(shown)
    _used().setdefault(found.id, found)
    return Markup('<span data-told="{}">{}</span>').format(found.id, shown)


def _explanation(found: Term) -> Markup:
    said = _(found.word)
    return Markup(
        '<div popover class="term-told" id="{id}" role="tooltip" data-words="{words}">'
        "<strong>{said}</strong> {text}</div>"
    ).format(id=found.id, words="|".join(_words(found)), said=said, text=_(found.text))


def _game(of: Any) -> Game:
    return games.game(of if isinstance(of, str) else of.id)


def _find(of: Any, label: str) -> Term | None:
    if isinstance(of, Mapping):
        return Term(f"term-{_slug(label)}", label, of[label]) if label in of else None
    game = _game(of)
    known = g.setdefault("terms_known", {})
    if game.id not in known:
        known[game.id] = {word: one for one in _terms(game) for word in _words(one)}
    return cast("Term | None", known[game.id].get(str(label).lower()))


def _words(found: Term) -> Iterable[str]:
    """Return label words of a term in lower case, in English and the page's language."""
    word = found.word
    return dict.fromkeys((word.lower(), _(word).lower(), _(word.lower()).lower()))


@cache
def _terms(game: Game) -> tuple[Term, ...]:
    return tuple({one.word.lower(): one for one in _named(game)}.values())


def _named(game: Game) -> Iterator[Term]:
    abilities: Mapping[str, Any] = game.ruleset.catalog().get("abilities", {})
    rows = ((row.get("name"), row.get("text"), True) for row in abilities.values())
    own = ((word, text, False) for word, text in game.glossary.items())
    for word, text, is_ability in (*rows, *own):
        if word and text:
            yield Term(f"term-{game.id}-{_slug(word)}", word, text, is_ability)


def _slug(word: str) -> str:
    return re.sub(r"\W+", "-", word.lower())


def _used() -> dict[str, Term]:
    return cast("dict[str, Term]", g.setdefault("terms_used", {}))
