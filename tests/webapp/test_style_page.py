"""The style page shows what it is there for, and each page loads the styles that it needs."""

import re
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.repo.files import ROOT
from tests.repo.style_sheets import SHEETS, rules, sheet
from webapp import games

SHARED = re.findall(
    r'"\./(site/[\w-]+\.css)" layer\((?:base|parts)\)',
    (ROOT / "static/css/site.css").read_text("utf-8"),
)
THEATER = [
    f"watch/{name}.css"
    for name in ("page", "overlay", "cards", "panels", "share", "ending", "whatif")
]
COMPONENTS = [
    path
    for path in SHEETS
    if path.as_posix().startswith("static/css/builder/")
    or path.relative_to("static").as_posix() in [f"css/{name}" for name in SHARED + THEATER]
    or path.name in ("controls.css", "signs.css")
    or path.parent.name == "match"
]

ELSEWHERE = {
    *("error-page", "error-status"),  # any address that is not there
    *("language", "nav-short", "site-foot", "site-head", "brand", "skip", "page"),  # all around it
    *("watch-page", "beside"),  # columns of a page
    *("build-page", "no-shelf"),
}
"""Classes of these sheets that are no components, and what stands around the page already."""


def components(path: Path) -> set[str]:
    """The classes that a sheet styles wherever they are, or wherever they are in the editor."""
    found: set[str] = set()
    for rule in rules(sheet(path)):
        found |= rule.own_classes()
        if rule.around[:1] == (".builder",):
            found |= rule.classes()
    return found - ELSEWHERE


def shown(html: str) -> set[str]:
    """The classes of all elements of a page."""
    return {name for names in re.findall(r'class="([^"]*)"', html) for name in names.split()}


@pytest.mark.parametrize("path", COMPONENTS, ids=str)
def test_every_component_is_on_the_style_page(path: Path, client: FlaskClient) -> None:
    assert components(path) - shown(client.get("/style").text) == set()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_game_has_its_stage_on_the_style_page(theme: str, client: FlaskClient) -> None:
    """Units, signs and effects are the games' own: they are drawn in the page for frames."""
    html = unescape(client.get("/style").text)
    frames = re.findall(
        rf'<iframe src="(/embed/\w+)\?theme={theme}&beat=\d+" title="([^"]+)"', html
    )
    assert [title for _, title in frames] == [
        f"{game.name}, {theme}" for game in games.games().values()
    ]


def test_it_shows_all_in_both_themes_and_nothing_leads_there(client: FlaskClient) -> None:
    html = client.get("/style").text
    assert re.findall('data-scheme="([^"]+)"', html) == ["light", "dark"]
    _before, light, dark = re.split(r'data-scheme="\w+"', html)
    assert shown(light) - shown(dark) <= {"style-theme"}
    assert '<meta name="robots" content="noindex">' in html
    for page in ("/", "/credits", "/rules"):
        assert 'href="/style"' not in client.get(page).text


def test_ids_are_used_once(client: FlaskClient) -> None:
    ids = re.findall(r'\sid="([^"]+)"', client.get("/style").text)
    assert len(ids) == len(set(ids))


def test_pages_with_the_builder_load_its_styles() -> None:
    templates = [(path, path.read_text("utf-8")) for path in (ROOT / "templates").rglob("*.html")]
    pages = [(path, text) for path, text in templates if '"builder/editor.html"' in text]
    assert len(pages) == 3
    assert [path for path, text in pages if "builder.css" not in text] == []


@pytest.mark.parametrize("id_", games.games())
def test_the_builders_styles_are_where_the_builder_is(id_: str, client: FlaskClient) -> None:
    assert "builder.css" in client.get(f"/build/{id_}").text
    for page in ("/", "/odds", f"/quick/{id_}", "/armies", "/build"):
        assert "builder.css" not in client.get(page).text
