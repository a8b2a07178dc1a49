"""States that a page comes to by what one does on it, in the language of whoever does it."""

import gettext
import re
from collections.abc import Callable, Iterator

from playwright.sync_api import BrowserContext, Locator, Page, expect

from e2e.builder_page import BuilderPage
from e2e.match_page import MatchPage
from e2e.pages import TWO_ARMIES, go
from e2e.played import sample_page
from e2e.server import ROOT, Server

TOLD_MS = 40_000
BATTLE = re.compile(r"/b/[a-z0-9]{8}$")


class Visitor:
    """Somebody who presses what a page says in their language, which they have chosen before."""

    def __init__(self, context: BrowserContext, server: Server, language: str) -> None:
        context.add_cookies([{"name": "language", "value": language, "url": server.url}])
        self.page: Page = context.new_page()
        self.server = server
        self.dialog = self.page.get_by_role("dialog")
        self.said = gettext.translation(
            "messages", ROOT / "webapp/translations", [language], fallback=language == "en"
        ).gettext

    def go(self, path: str) -> None:
        go(self.page, path if path.startswith("http") else f"{self.server.url}{path}")

    def press(self, name: str, within: Locator | None = None) -> None:
        (within or self.page).get_by_role("button", name=self.said(name), exact=True).first.click()

    def close_dialog(self) -> None:
        self.page.keyboard.press("Escape")
        expect(self.dialog).to_have_count(0)


def refused_form(visitor: Visitor) -> None:
    visitor.go("/tournaments/people?ruleset=siege")
    visitor.page.locator('[name="places"]').fill("many")
    visitor.press("Make the tournament")
    expect(visitor.page.locator("[aria-invalid=true]").first).to_be_visible()


def best_order(visitor: Visitor) -> None:
    visitor.go(f"/best-order?{TWO_ARMIES}")
    visitor.page.locator('.order-search [name="side"]').first.click()
    expect(visitor.page.locator("#order-result tbody tr").first).to_be_visible(timeout=TOLD_MS)


def best_armies(visitor: Visitor) -> None:
    visitor.go(f"/best-armies?{TWO_ARMIES}")
    visitor.page.locator("#budget").fill("60")
    visitor.page.locator('.order-search [name="side"]').first.click()
    expect(visitor.page.locator(".order-acts a").first).to_be_visible(timeout=TOLD_MS)


def open_term(visitor: Visitor) -> None:
    visitor.go("/rules/manymarios")
    visitor.page.locator("th .term").first.click()
    expect(visitor.page.locator(".term-told:popover-open")).to_have_class(re.compile("placed"))


def tour(visitor: Visitor) -> None:
    visitor.go(f"/b/{sample_page('first-steps')}")
    visitor.press("Tour")
    expect(visitor.page.locator('.tour[data-tour="told"]')).to_be_visible(timeout=TOLD_MS)


def what_if(visitor: Visitor) -> None:
    visitor.go(f"/b/{sample_page('dragons-over-greenwood', 'warlords')}?spoilers=1")
    visitor.page.locator("[data-whatif=open]").click()
    expect(visitor.page.locator(".whatif-units li").first).to_be_visible()


def ended_battle(visitor: Visitor) -> None:
    visitor.go(f"/b/{sample_page('first-steps')}?spoilers=1#at=5")
    visitor.page.keyboard.press("End")
    expect(visitor.page.locator(".ending-panel")).to_be_visible()


def share_dialog(visitor: Visitor) -> None:
    visitor.page.locator('[data-share="open"]').click()
    expect(visitor.dialog).to_be_visible()


def refused_army(visitor: Visitor) -> None:
    builder = BuilderPage(visitor.page, visitor.server.url).open("warlords", "sample:pilgrims")
    builder.choose(3)
    builder.set_number("level", 11)
    expect(builder.row(3).locator(".row-problem")).to_be_visible()


def veiled_battle(visitor: Visitor) -> None:
    visitor.go(f"/b/{sample_page('first-steps')}#at=3")
    expect(visitor.page.locator("#watch")).to_have_attribute("data-landed", re.compile(r"^[34]$"))


def help_of_the_builder(visitor: Visitor) -> None:
    visitor.page.keyboard.press("Escape")
    visitor.page.locator("#builder").focus()
    visitor.page.keyboard.press("?")
    expect(visitor.dialog).to_be_visible()


def match(visitor: Visitor) -> None:
    """Orders of a match against a bot."""
    visitor.go("/challenge/new?ruleset=siege")
    visitor.page.locator("form.spar button").first.click()
    MatchPage(visitor.page, visitor.server.url).expect_there().order(A="attack", D="defend")


def resignation(visitor: Visitor) -> None:
    visitor.press("Resign")
    expect(visitor.dialog).to_be_visible()


def ended_match(visitor: Visitor) -> None:
    visitor.press("Resign", visitor.dialog)
    ending = MatchPage(visitor.page, visitor.server.url).ending
    expect(ending).to_be_visible(timeout=TOLD_MS)


STATES: tuple[Callable[[Visitor], None], ...] = (
    refused_form,
    best_order,
    best_armies,
    open_term,
    tour,
    what_if,
    ended_battle,
    share_dialog,
    refused_army,
    help_of_the_builder,
    veiled_battle,
    match,
    resignation,
    ended_match,
)


def of_an_army(visitor: Visitor) -> Iterator[str]:
    """An army as it is saved: the builder's dialogs, and where it is edited."""
    visitor.go("/build/manymarios?from=sample:mushroom-patch")
    for name in ("Import", "Export"):
        visitor.press(name)
        expect(visitor.dialog).to_be_visible()
        yield name
        visitor.close_dialog()
    visitor.press("Save the army")
    edit = visitor.dialog.get_by_label(visitor.said("Edit link"), exact=True).input_value()
    yield "saved"
    visitor.go(edit)
    yield "edited"


def of_a_challenge(visitor: Visitor, other: Visitor) -> Iterator[str]:
    """A challenge as its maker sees it while both seal, and when both armies are revealed."""
    page = visitor.page
    visitor.go("/challenge/new?ruleset=manymarios")
    visitor.press("Make the challenge")
    invitation = page.locator(".link input").first.input_value()
    challenge, _, _ = page.url.partition("#")
    other.go(invitation)
    other.press("Take the orange seat")
    _offer(other, "3x")
    expect(other.page.get_by_role("alert")).to_be_visible()
    yield "refused"
    visitor.go(f"{challenge}/build")
    yield "builder"
    visitor.go(challenge)
    _offer(visitor, "Toad")
    yield "question"
    visitor.press("Seal this army")
    expect(page.locator("h2", has_text=visitor.said("Your sealed army"))).to_be_visible()
    yield "sealed"
    _offer(other, "Goomba")
    other.press("Seal this army")
    expect(page).to_have_url(BATTLE)
    visitor.server.end(page.url.rsplit("/", 1)[-1])
    visitor.go(challenge)
    expect(page.locator(".fair-answer")).to_have_attribute("data-holds", "true")
    page.locator("summary", has_text=visitor.said("What was checked")).click()
    yield "revealed"


def _offer(visitor: Visitor, army: str) -> None:
    visitor.page.locator('input[name="army"][value="other"]').check()
    visitor.page.locator('textarea[name="other"], textarea[name="text"]').first.fill(army)
    visitor.press("Seal it")
