"""What pages draw: icons, of installed games too; words that explain themselves; QR codes."""

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import segno
from flask import Flask, render_template_string
from flask.testing import FlaskClient
from markupsafe import escape

from tests.webapp.stopped_clock import StoppedClock
from webapp import create_app
from webapp.base import games, icons, qr
from webapp.base.config import Settings
from webapp.base.game import symbols_in
from webapp.html import glossary

PAWN = '<symbol id="mine-pawn" viewBox="0 0 9 9"><path d="M4 0h1v9z"/></symbol>'


@pytest.fixture
def richer(
    settings: Settings, clock: StoppedClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Flask:
    path = tmp_path / "mine.svg"
    path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg">\n{PAWN}\n</svg>\n')
    monkeypatch.setattr(games, "icon_files", lambda: [path])
    return create_app(settings, clock)


def test_those_of_the_build_and_of_games_are_in_one_file(app: Flask, richer: Flask) -> None:
    for application, names in ((app, ["mushroom", "spade"]), (richer, ["mushroom", "spade", PAWN])):
        with application.test_request_context():
            address = icons.url()
        answer = application.test_client().get(address)
        assert answer.mimetype == "image/svg+xml"
        found = symbols_in(answer.text)
        assert [*found][:2] == names[:2]
        assert [*found.values()][2:] == names[2:]
        assert answer.text.count("</svg>") == 1
        assert answer.headers["Access-Control-Allow-Origin"] == "*", "for battles in a sandbox"


def test_who_names_icons_gets_those_and_no_others(richer: Flask) -> None:
    with richer.test_request_context():
        address = icons.url(["spade", "mine-pawn"])
    answer = richer.test_client().get(address)
    assert [*symbols_in(answer.text)] == ["mine-pawn", "spade"], "one address, however asked"
    client = richer.test_client()
    assert answer.headers["ETag"] != client.get("/icons.svg").headers["ETag"]
    assert "max-age=31536000" in answer.headers["Cache-Control"]
    assert "immutable" in answer.headers["Cache-Control"]
    with richer.test_request_context():
        tag = client.get(icons.url(["spade"])).headers["ETag"]
    again = client.get("/icons.svg?names=spade", headers={"If-None-Match": tag})
    assert again.status_code == 304
    for other in ("/icons.svg?names=spade", "/icons.svg?names=spade&v=0000"):
        assert client.get(other).headers["Cache-Control"] == "no-cache", other
    # A page of another version gets all.
    answer = client.get("/icons.svg?v=0000&of=AQ")
    assert [*symbols_in(answer.text)] == ["mushroom", "spade", "mine-pawn"]
    assert answer.headers["Cache-Control"] == "no-cache"
    with richer.test_request_context():
        all_ = icons.url(icons.symbols())
    assert len(all_) < 60, "a page of hundreds has the address in each of them"
    assert [*symbols_in(client.get(all_).text)] == ["mine-pawn", "mushroom", "spade"]


REFUSED = {
    "spade,unicorn": (404, "no icon 'unicorn'"),
    "": (404, "no icon ''"),
    "spade," * 100 + "spade": (422, "at most 100 icons"),
}


def test_what_cannot_be_sent_is_refused_in_words(client: FlaskClient, app: Flask) -> None:
    for names, (status, said) in REFUSED.items():
        answer = client.get("/icons.svg", query_string={"names": names})
        assert answer.status_code == status
        assert said in html.unescape(answer.text)
    # The build of tests has two icons: of the numbers from 0 to 3 all but 0 are addresses.
    with app.test_request_context():
        version = icons.version()
    for packed in ("", "AA", "!", "BQ==", "////////", "é"):
        answer = client.get("/icons.svg", query_string={"v": version, "of": packed})
        assert answer.status_code == 404, packed
        assert "pages of this version" in answer.text


def test_a_page_asks_for_the_icons_that_are_on_it(client: FlaskClient, app: Flask) -> None:
    with app.test_request_context():
        shown = str(escape(icons.url(["mushroom"])))
    page = client.get("/rules/manymarios").text
    found = re.findall(r'<use href="([^"#]+)#([\w-]+)"', page)
    assert (shown, "mushroom") in found
    assert {address for address, _ in found} == {shown}, "the build of tests has no others"


@pytest.fixture
def _request(app: Flask) -> Iterator[None]:
    with app.test_request_context():
        yield


AE = "term-manymarios-ae"


@pytest.mark.usefixtures("_request")
def test_a_label_that_is_a_term_is_a_button_that_opens_its_explanation() -> None:
    assert glossary.term("manymarios", "AE") == (
        f'<button type="button" class="term" popovertarget="{AE}" aria-describedby="{AE}">'
        "AE</button>"
    )
    assert 'tabindex="-1">AE<' in glossary.term("manymarios", "AE"), "one stop a page"
    assert ' aria-label="What does AP mean?">?</button>' in glossary.mark("manymarios", "AP")
    for label in ("Air Strike", "air strike"):
        assert 'popovertarget="term-manymarios-air-strike"' in glossary.term("manymarios", label)
    assert "the three units behind it each deal 1" in glossary.explanations()


@pytest.mark.usefixtures("_request")
def test_what_is_explained_is_told_once() -> None:
    glossary.term("manymarios", "AE")
    glossary.within("manymarios", "28 AP")
    told = glossary.explanations()
    assert glossary.term("manymarios", "<b>") == "&lt;b&gt;"
    assert glossary.mark("manymarios", "Name of the army") == ""
    assert told.count("popover class") == 2
    assert "Attack energy: each point of damage" in told
    assert "Army Points: what a unit or an item costs" in told
    glossary.term("manymarios", "AE")
    assert glossary.explanations() == ""
    glossary.use("manymarios", abilities=False)  # as the viewer has them
    told = glossary.explanations()
    assert ('id="term-manymarios-de"' in told, "air-strike" in told) == (True, False)


@pytest.mark.usefixtures("_request")
def test_abbreviations_in_a_text_are_terms_and_in_a_control_no_buttons() -> None:
    marked = glossary.within("manymarios", "28 AP", in_control=True)
    assert marked == '28 <span data-told="term-manymarios-ap">AP</span>'
    marked = glossary.within("manymarios", "28 AP & more")
    assert marked.startswith('28 <button type="button" class="term"')
    assert "tabindex" not in marked, "the control takes no stop from it"
    assert marked.endswith(">AP</button> &amp; more")
    assert 'id="term-manymarios-ap"' in glossary.explanations()


@pytest.mark.usefixtures("_request")
def test_german_labels_are_found_by_german_words(app: Flask) -> None:
    app.config["LANGUAGES"] = ("de",)
    with app.test_request_context():
        assert ">Schaden<" in glossary.term("manymarios", "Damage")
        told = glossary.explanations()
    assert "<strong>Schaden</strong>" in told
    assert "|schaden" in told or "schaden|" in told


def test_the_macro_draws_and_names_the_code_of_an_address_on_this_host(app: Flask) -> None:
    macro = "{% from 'parts.html' import qr %}{{ qr('/c/abc<', 'the \"other\" seat') }}"
    links = """{% from 'challenge/parts.html' import link with context %}
        {{ link('a', 'Your seat', '/c/abc', '') }}{{ link('b', 'For all', '/c/abd', '') }}"""
    with app.test_request_context(base_url="https://example.org"):
        html = render_template_string(macro + links)
    code = segno.make_qr("https://example.org/c/abc<", error="m")
    uri = code.svg_data_uri(border=4, light="#fff", omitsize=True)
    assert f'src="{uri.replace(chr(39), "&#39;")}"' in html
    assert 'alt="QR code: the &#34;other&#34; seat"' in html
    assert "<summary>QR code: Your seat</summary>" in html
    assert "<summary>QR code: For all</summary>" in html


@pytest.mark.parametrize("path", ["//evil.example/", "https://evil.example/", "", "b/abc"])
def test_there_are_no_codes_of_other_addresses(app: Flask, path: str) -> None:
    with app.test_request_context(), pytest.raises(ValueError, match="no path of ours"):
        qr.image(path, "svg")


def test_a_part_of_a_page_is_text(app: Flask) -> None:
    page = app.jinja_env.from_string(
        "{% macro one(name) %}<b>{{ name }}</b>{% endmacro %}"
        "{% set all %}{% for name in names %}{{ one(name) }}{% endfor %}{% endset %}{{ all }}"
    )
    with app.test_request_context():
        assert page.render(names=["<i>", "b"]) == "<b>&lt;i&gt;</b><b>b</b>"
