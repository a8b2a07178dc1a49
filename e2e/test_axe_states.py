"""What comes of what one does on a page breaks no rule of axe-core, in English and in German."""

import pytest

from e2e.axe import Asked, expect_accessible
from e2e.conftest import OpenContext
from e2e.controls import unlike_their_label
from e2e.guard import Guard
from e2e.server import Server
from e2e.states import STATES, Visitor, of_a_challenge, of_an_army

ASKED: dict[str, tuple[Asked, ...]] = {"en": ("light", "dark"), "de": ("words",)}


@pytest.mark.parametrize("language", ASKED)
def test_what_comes_of_a_press_is_for_everybody(
    open_context: OpenContext, german_server: Server, language: str, guard: Guard
) -> None:
    """Refused forms, results, an explained word, the tour, dialogs; an army and a challenge."""
    guard.expect("422")

    def expect_for_everybody(visitor: Visitor) -> None:
        expect_accessible(visitor.page, ASKED[language])
        assert unlike_their_label(visitor.page) == []

    one, other = (
        Visitor(open_context(reduced_motion="reduce"), german_server, language) for _ in range(2)
    )
    for go in STATES:
        go(one)
        expect_for_everybody(one)
    for _ in of_an_army(one):
        expect_for_everybody(one)
    for state in of_a_challenge(one, other):
        expect_for_everybody(other if state == "refused" else one)
