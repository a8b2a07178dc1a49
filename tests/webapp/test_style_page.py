"""The style page shows what it is there for, and each page loads the styles that it needs."""

import re
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.present import OURS, require
from tests.repo.style_sheets import SHEETS, is_on_stage, rules, sheet
from webapp.base import games

ELSEWHERE = {
    *("error-page", "error-status"),  # any address that is not there
    *("language", "nav-short", "site-foot", "site-head", "brand", "skip", "page"),  # all around it
    *("of-ladder", "of-swiss"),  # fields of a kind
    *("watch-page", "beside"),  # columns of a page
    *("build-page", "no-shelf"),
    "embed",  # what is in frames
}
"""Classes that are no components, or already around the page."""


def components(path: Path) -> set[str]:
    """The classes that a sheet styles wherever they are, or wherever they are in the editor."""
    found: set[str] = set()
    for rule in rules(sheet(path)):
        found |= rule.own_classes()
        if rule.around[:1] == (".builder",):
            found |= rule.classes()
    return found - ELSEWHERE


def shown(html: str) -> set[str]:
    return {name for names in re.findall(r'class="([^"]*)"', html) for name in names.split()}


def test_every_component_is_on_the_style_page_in_both_themes(client: FlaskClient) -> None:
    """Those on a stage, which scripts draw, are for e2e/test_pages.py."""
    require(*OURS)  # components that one game alone needs
    html = client.get("/style").text
    there = shown(html)
    # `<battle-reel>` has its frame within its shadow root.
    sheets = [path for path in SHEETS if not is_on_stage(path) and path.parent.name != "reel"]
    missing = {path: components(path) - there for path in sheets}
    assert {path: names for path, names in missing.items() if names} == {}
    assert re.findall('data-scheme="([^"]+)"', html) == ["light", "dark"]
    _before, light, dark = re.split(r'data-scheme="\w+"', html)
    assert shown(light) - shown(dark) <= {"style-theme"}
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert sorted(ids) == sorted(set(ids))
    named = re.findall(r'(?:popovertarget|aria-labelledby|aria-describedby|for)="([^"]+)"', html)
    assert {id_ for one in named for id_ in one.split()} - {*ids} == set()
    # Units, signs and effects are the games' own: they are drawn in the page for frames.
    for theme in ("light", "dark"):
        frame = rf'<iframe src="/embed/\w+\?theme={theme}&beat=\d+" title="([^"]+)"'
        of_games = [f"{game.name}, {theme}" for game in games.games().values()]
        assert re.findall(frame, unescape(html)) == of_games


def test_nothing_leads_to_the_style_page(client: FlaskClient) -> None:
    assert '<meta name="robots" content="noindex">' in client.get("/style").text
    for page in ("/", "/credits", "/rules"):
        assert 'href="/style"' not in client.get(page).text


@pytest.mark.parametrize("id_", games.games())
def test_the_builders_styles_are_where_the_builder_is(id_: str, client: FlaskClient) -> None:
    assert "builder.css" in client.get(f"/build/{id_}").text
    for page in ("/", "/odds", f"/quick/{id_}", "/mine", "/build"):
        assert "builder.css" not in client.get(page).text
