"""The page of a challenge, as a player or a spectator uses it and reads it."""

import re
from typing import Self

from playwright.sync_api import Locator, Page, expect

BATTLE = re.compile(r"/b/[a-z0-9]{8}$")
CHALLENGE = re.compile(r"/c/[a-z0-9]{8}(#\w+)?$")
LOOK_AWAY = """(isHidden) => {
  Object.defineProperty(document, "hidden", { get: () => isHidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


class ChallengePage:
    """A person's own browser at a challenge. Every action waits for what it does to be seen."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.status = page.locator("#status")
        self.alert = page.get_by_role("alert")

    def make(self, ruleset: str = "manymarios", **fields: str) -> Self:
        """Makes a challenge; `ap_limit` and the like are named as in its terms."""
        self.page.goto(f"{self.url}/challenge/new?ruleset={ruleset}")
        self.page.locator(".more-terms summary").click()
        for name, value in fields.items():
            control = self.page.locator(
                f'[name="{name}"], [name="terms.{name}"], [name="limits.{name}"]'
            )
            if control.evaluate("(element) => element.tagName") == "SELECT":
                control.select_option(value)
            else:
                control.fill(value)
        self.page.get_by_role("button", name="Create the challenge").click()
        expect(self.page).to_have_url(CHALLENGE)
        return self

    def link(self, name: str) -> str:
        """A link that the page offers: "Opponent", "Spectators" or "Your seat"."""
        field = self.page.get_by_label(re.compile(f"^{name}"))
        return field.input_value()

    @property
    def address(self) -> str:
        return self.link("Spectators")

    def open(self, address: str) -> Self:
        self.page.goto(address)
        return self

    def join(self, link: str, name: str) -> Self:
        self.page.goto(link)
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_role("button", name="Take the orange seat").click()
        expect(self.page).to_have_url(CHALLENGE)
        return self

    def offer_text(self, text: str, button: str = "Seal it") -> None:
        """Paste an army and press Seal, which asks for confirmation."""
        self.page.locator('input[name="army"][value="other"]').check()
        self.page.get_by_role("textbox", name="Another army").fill(text)
        self.page.get_by_role("button", name=button).click()

    def seal_text(self, text: str) -> None:
        self.offer_text(text)
        # Computed by the page, which listens to the button from then on.
        expect(self.page.locator('form[data-sealing] [name="seal"]')).not_to_have_value("")
        self.page.get_by_role("button", name="Seal this army").click()

    def seat(self, side: str) -> Locator:
        return self.page.locator(f'[data-seat="{side}"]')

    def expect_sealed(self) -> None:
        expect(self.page.get_by_role("heading", name="Your sealed army")).to_be_visible()

    def expect_battle(self) -> str:
        """The address of the battle, to which the page has gone by itself."""
        expect(self.page).to_have_url(BATTLE)
        return self.page.url
