"""Whole pages on the style guide: their own templates with sample data."""

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from flask.typing import ResponseReturnValue
from markupsafe import Markup

from webapp.html import glossary
from webapp.searches.pages import odds
from webapp.site import style_contests, tv
from webapp.site import style_samples as sample

MAIN: Final = re.compile(r'<main id="content" class="page ?([^"]*)"[^>]*>(.*)</main>', re.DOTALL)
TOLD: Final = re.compile(r'<div popover class="term-told".*?</div>', re.DOTALL)
ASIDE: Final = re.compile(r"<(script|noscript)\b.*?</\1>|\sautofocus\b", re.DOTALL)
IDS: Final = re.compile(
    r'\b(id|for|form|list|popovertarget|aria-(?:labelledby|describedby|controls))="([^"]+)"'
)
GROUP: Final = re.compile(r'(<input type="radio" name=")')


class Part(NamedTuple):
    """A page or a part of one: its classes and content."""

    title: str
    classes: str
    content: str

    def within(self, theme: str) -> Markup:
        """Return the content with ids and radio groups of this theme."""
        own = f"{theme}-{self.title.lower().replace(' ', '-')}-"

        def named(found: re.Match[str]) -> str:
            ids = " ".join(f"{own}{id_}" for id_ in found[2].split())
            return f'{found[1]}="{ids}"'

        return Markup(GROUP.sub(rf"\1{own}", IDS.sub(named, self.content)))


def parts() -> Iterator[Part]:
    for title, draw in PAGES.items():
        glossary.begin_anew()  # explanations of terms belong to their part
        if (drawn := draw()) is None:
            continue
        html = str(drawn[0] if isinstance(drawn, tuple) else drawn)
        page = MAIN.search(html)
        classes, content = page.groups() if page else ("", html)
        explained = TOLD.findall(html, page.end()) if page else []
        content = ASIDE.sub("", "".join((content, *explained)))
        yield Part(title, classes, content)


def _odds() -> ResponseReturnValue:
    return odds.page(sample.a_battle(sample.a_game()))


PAGES: Final[dict[str, Callable[[], ResponseReturnValue | None]]] = {
    "Home": sample.home_page,
    "Battles": sample.found_battles,
    "No battles": sample.no_battles,
    "Quick battle": sample.matchup,
    "Odds": _odds,
    "Best order": sample.order,
    "Who beats whom": sample.heat_map,
    "Puzzle": sample.answered_puzzle,
    "An army": sample.army,
    "The builder without scripts": sample.plain_builder,
    "Rules": sample.rules_page,
    "A challenge": style_contests.challenge,
    "A series": style_contests.a_series,
    "A bracket": style_contests.knockout,
    "A round robin": style_contests.round_robin,
    "A ladder": style_contests.ladder,
    "TV": tv.tv,
    "API": sample.api_call,
}
