"""What comes of a press on a page breaks no rule of axe-core and fits, in English and German."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page

from e2e.axe import BOTH, expect_accessible
from e2e.conftest import OpenContext
from e2e.controls import unlike_their_label
from e2e.guard import Guard
from e2e.pages import misfits
from e2e.server import Server
from e2e.states import STATES, Visitor, of_a_challenge, of_an_army

pytestmark = pytest.mark.long
Check = Callable[[Page], None]


def check_all(page: Page) -> None:
    expect_accessible(page)
    assert unlike_their_label(page) == []
    size = page.viewport_size
    assert size
    assert misfits(page, [(360, 740)]) == []
    page.set_viewport_size(size)


def check_with_colours(page: Page) -> None:
    expect_accessible(page, BOTH)
    check_all(page)


CHECKS = [
    pytest.param("en", check_with_colours, id="english"),
    pytest.param("de", check_all, id="german"),
]


@pytest.fixture
def visitors(
    open_context: OpenContext, server: Server, guard: Guard, language: str
) -> Iterator[Visitor]:
    guard.expect("422")
    return (Visitor(open_context(reduced_motion="reduce"), server, language) for _ in range(2))


@pytest.mark.parametrize(("language", "check"), CHECKS)
def test_state_of_a_page(visitors: Iterator[Visitor], check: Check) -> None:
    """Refused forms, results, an explained word, the tour, dialogs, a match."""
    visitor = next(visitors)
    for go in STATES:
        go(visitor)
        check(visitor.page)


@pytest.mark.parametrize(("language", "check"), CHECKS)
def test_saved_army_and_challenge(visitors: Iterator[Visitor], check: Check) -> None:
    one, other = visitors
    for _ in of_an_army(one):
        check(one.page)
    for state in of_a_challenge(one, other):
        check((other if state == "refused" else one).page)
