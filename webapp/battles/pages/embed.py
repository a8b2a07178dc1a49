"""Battles embedded in other sites: the only page that may be framed."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from webapp.base.inputs import number_up_to
from webapp.battles.pages import viewer
from webapp.guard.headers import framed
from webapp.html import spoilers

NAME: Final = "embed"

blueprint = Blueprint(NAME, __name__)

SPEEDS: Final = {f"{speed}": speed for speed in (0.25, 0.5, 1, 2, 4, 8, 16)}
THEMES: Final = {theme: theme for theme in ("auto", "dark", "light")}
FLAGS: Final = {"0": False, "1": True, "false": False, "true": True}
BEAT_MOST: Final = 9_999_999


def _one_of(values: Mapping[str, Any], named: str = "") -> Callable[[str], Any]:
    """Return a parser of one of these values; its errors name them, or say `named`."""

    def parse(text: str) -> Any:
        if text not in values:
            raise ValueError(named or f"one of {', '.join(values)}")
        return values[text]

    return parse


def _beat(text: str) -> int:
    beat = number_up_to(BEAT_MOST, text)
    if beat is None:
        raise ValueError(f"a number from 0 to {BEAT_MOST}")
    return beat


_flag: Final = _one_of(FLAGS, "0 or 1")
# parser and default of each option
OPTIONS: Final[Mapping[str, tuple[Callable[[str], Any], Any]]] = {
    "autoplay": (_flag, False),
    "speed": (_one_of(SPEEDS), 1),
    "loop": (_flag, False),
    "controls": (_flag, True),
    "title": (_flag, True),
    "beat": (_beat, None),
    "theme": (_one_of(THEMES), "auto"),
    spoilers.NAME: (_flag, False),
}


def options(given: Mapping[str, str]) -> tuple[dict[str, Any], list[str]]:
    """Return the options in an address, and a message for each invalid one, which is ignored."""
    found = {name: default for name, (_, default) in OPTIONS.items()}
    problems = []
    for name, (read, default) in OPTIONS.items():
        if name not in given:
            continue
        try:
            found[name] = read(given[name])
        except ValueError as error:
            held = {None: "the beginning", True: "1", False: "0"}.get(default, default)
            problems.append(f"{name}={given[name][:40]}: takes {error}; {held} is used")
    return found, problems


@blueprint.get("/embed/<id_>")
@framed
def embed(id_: str) -> str:
    """Show a battle in a frame, without cookies."""
    battle = viewer.found(id_)
    chosen, problems = options(request.args)
    data = viewer.page_data(battle) | {
        "spoilers_hidden": not chosen[spoilers.NAME],
        "embed": {"options": chosen, "problems": problems},
    }
    return render_template("embed/battle.html", battle=battle, page_data=data)


def missing(error: NotFound) -> ResponseReturnValue:
    return render_template("embed/missing.html", text=error.description), 404
