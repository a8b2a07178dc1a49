"""Words of a game that explain themselves: how they are marked up, and what the page holds."""

from collections.abc import Iterator

import pytest
from flask import Flask

from webapp.pages import glossary


@pytest.fixture(autouse=True)
def _request(app: Flask) -> Iterator[None]:
    with app.test_request_context():
        yield


AE = "term-manymarios-ae"


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


def test_what_is_explained_is_told_once() -> None:
    glossary.term("manymarios", "AE")
    glossary.within("manymarios", "28 AP")
    told = glossary.explanations()
    assert glossary.term("manymarios", "<b>") == "&lt;b&gt;"
    assert glossary.mark("manymarios", "Name of the army") == ""
    assert told.count("popover class") == 2
    assert "Attack energy: each point of damage" in told
    assert "Army Points: what a unit or a thing costs" in told
    glossary.term("manymarios", "AE")
    assert glossary.explanations() == ""
    glossary.use("manymarios", abilities=False)  # as the viewer has them
    told = glossary.explanations()
    assert ('id="term-manymarios-de"' in told, "air-strike" in told) == (True, False)


def test_abbreviations_in_a_text_are_terms_and_in_a_control_no_buttons() -> None:
    marked = glossary.within("manymarios", "28 AP", in_control=True)
    assert marked == '28 <span data-told="term-manymarios-ap">AP</span>'
    marked = glossary.within("manymarios", "28 AP & more")
    assert marked.startswith('28 <button type="button" class="term"')
    assert "tabindex" not in marked, "the control takes no stop from it"
    assert marked.endswith(">AP</button> &amp; more")
    assert 'id="term-manymarios-ap"' in glossary.explanations()


def test_german_labels_are_found_by_german_words(app: Flask) -> None:
    app.config["LANGUAGES"] = ("de",)
    with app.test_request_context():
        assert ">Schaden<" in glossary.term("manymarios", "Damage")
        told = glossary.explanations()
    assert "<strong>Schaden</strong>" in told
    assert "|schaden" in told or "schaden|" in told
