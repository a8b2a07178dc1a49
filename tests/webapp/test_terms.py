"""Words of a game that explain themselves: how they are marked up, and what the page holds."""

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.present import require
from webapp.pages import terms


@pytest.fixture(autouse=True)
def _request(app: Flask) -> Iterator[None]:
    require("manymarios")
    with app.test_request_context():
        yield


AE = "term-manymarios-ae"


def test_a_label_that_is_a_term_is_a_button_that_opens_its_explanation() -> None:
    assert terms.term("manymarios", "AE") == (
        f'<button type="button" class="term" popovertarget="{AE}" aria-describedby="{AE}">'
        "AE</button>"
    )
    assert 'tabindex="-1">AE<' in terms.term("manymarios", "AE"), "one stop a page"


def test_a_label_that_is_none_is_text() -> None:
    assert terms.term("manymarios", "<b>") == "&lt;b&gt;"
    assert terms.mark("manymarios", "Name of the army") == ""
    assert terms.explanations() == ""


def test_what_is_explained_is_told_once() -> None:
    terms.term("manymarios", "AE")
    terms.within("manymarios", "28 AP")
    told = terms.explanations()
    assert told.count("popover class") == 2
    assert "Attack energy: each point of damage" in told
    assert "Army Points: what a unit or a thing costs" in told
    terms.term("manymarios", "AE")
    assert terms.explanations() == ""


def test_abbreviations_in_a_text_are_terms_and_nothing_else_is() -> None:
    marked = terms.within("manymarios", "28 AP & more")
    assert marked.startswith('28 <button type="button" class="term"')
    assert marked.endswith(">AP</button> &amp; more")


def test_abilities_are_terms_by_their_names_and_as_tags() -> None:
    for label in ("Air Strike", "air strike"):
        assert 'popovertarget="term-manymarios-air-strike"' in terms.term("manymarios", label)
    assert "the three units behind it each deal 1" in terms.explanations()


def test_the_viewer_gets_a_games_own_terms_alone() -> None:
    terms.use("manymarios", abilities=False)
    told = terms.explanations()
    assert f'id="{AE}"' in told
    assert "air-strike" not in told


def test_german_labels_are_found_by_german_words(app: Flask) -> None:
    app.config["LANGUAGES"] = ("de",)
    with app.test_request_context():
        assert ">Schaden<" in terms.term("manymarios", "Damage")
        told = terms.explanations()
    assert "<strong>Schaden</strong>" in told
    assert "|schaden" in told or "schaden|" in told
