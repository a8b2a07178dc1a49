"""The style guide: every component in both themes, for authors of style sheets."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from webapp.base import games, samples
from webapp.base.builder import Meter
from webapp.base.figures import Face
from webapp.base.form import Field, FieldType, Option
from webapp.base.game import ArmyCard
from webapp.base.inputs import Input
from webapp.html import glossary, scenes
from webapp.searches.pages import odds, quick
from webapp.site import api_page, tv
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


PAGES: Final[dict[str, Callable[[], ResponseReturnValue | None]]] = {
    "Home": sample.home_page,
    "Battles": sample.found_battles,
    "No battles": sample.no_battles,
    "Quick battle": lambda: quick.filled_in(sample.a_game(), MultiDict()),
    "Odds": lambda: odds.page(sample.a_battle(sample.a_game())),
    "Best order": sample.order,
    "Who beats whom": sample.heat_map,
    "Puzzle": sample.answered_puzzle,
    "An army": sample.army,
    "Mine": sample.mine,
    "The builder without scripts": sample.plain_builder,
    "Rules": sample.rules_page,
    "A challenge": sample.challenge,
    "A series": sample.a_series,
    "A bracket": lambda: sample.cup("single-elimination"),
    "A round robin": lambda: sample.cup("round-robin"),
    "A ladder": lambda: sample.cup("ladder", rounds=2),
    "A gauntlet": sample.gauntlet,
    "TV": tv.tv,
    "API": lambda: api_page.page({"battles": api_page.calls()["battles"][:1]}),
}


blueprint = Blueprint("style", __name__)

THEMES: Final = ("light", "dark")
ICONS: Final = ("overlord-helm", "shield", "crossed-swords", "laurels-trophy", "scroll-quill")


BEAT: Final = 6  # beat of a sample battle after the first hits
ARMY: Final = ArmyCard(
    "Night shift", "5 units", [Face(icon, icon.replace("-", " "), icon) for icon in ICONS]
)
# an army over its limit
OVER: Final = SimpleNamespace(figures=SimpleNamespace(meters=[Meter("AP", 59, 30)]))
TERMS_SHOWN: Final = 3
OPTIONS: Final = (Option("wings", "Wings", cost=3), Option("armour", "Armour", cost=5))


class SampleField(NamedTuple):
    """A field of a submitted form, as in the macros of templates/parts.html."""

    data: str = ""
    errors: Sequence[str] = ()
    options: Mapping[str, str] = {}


class SampleForm(dict[str, SampleField]):
    """A submitted form, with a problem that belongs to no field."""

    error_count = 2
    problems: Final = ({"path": "b.army", "message": "costs 59 AP, 29 over the limit of 30"},)


@blueprint.get("/style")
def style() -> str:
    """All components with sample content, drawn by the pages' macros."""
    pages = list(parts())
    glossary.begin_anew()
    explained_by = next(game for game in games.games().values() if game.glossary)
    return render_template(
        "style/page.html",
        themes=THEMES,
        army=ARMY,
        forms={theme: _form(theme) for theme in THEMES},
        inputs={theme: _inputs(theme) for theme in THEMES},
        games=games.games().values(),
        over=OVER,
        explained_by=explained_by,
        explained=dict(islice(explained_by.glossary.items(), TERMS_SHOWN)),
        stages=[
            {"game": game, "battle": of_game.page_id(battle), "beat": BEAT}
            for game, of_game in ((one, samples.load(one)) for one in games.games().values())
            for battle in islice(of_game.battles.values(), 1)
        ],
        pages=pages,
        match_styles=[
            scenes.match_files(game)["match"]["style"]
            for game in games.games().values()
            if game.match
        ],
    )


def _form(theme: str) -> SampleForm:
    """Names are ids as well, so each theme has its own."""
    return SampleForm(
        {
            f"{theme}-name": SampleField("Ann"),
            f"{theme}-rounds": SampleField("abc", ["Enter a whole number"]),
            f"{theme}-turn": SampleField("a", options={"a": "Blue", "draw": "Random"}),
        }
    )


def _inputs(theme: str) -> list[Input]:
    def an_input(type_: FieldType, label: str, value: Any, options: Sequence[Option] = ()) -> Input:
        name = f"{theme}-{type_}"
        return Input(Field(type_, label, type_), name, name, label, value, options)

    return [
        an_input("flag", "Leader", "1"),
        an_input("many", "Abilities", ["wings"], OPTIONS),
        an_input("counts", "Items", {"wings": "2"}, OPTIONS),
    ]
