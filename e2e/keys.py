"""Somebody at the keyboard, who hears what has the focus and goes on from there."""

import re

from playwright.sync_api import Page, expect


class Keys:
    """Presses keys, and reads the focus by role and name, as a screen reader does."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.keyboard = page.keyboard
        self.focused = page.locator(":focus")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.keyboard.press(key)

    def act(self, *keys: str) -> None:
        """Press keys that keep the focus on the page."""
        self.press(*keys)
        expect(self.focused).to_have_count(1)

    def tab_to(self, told: str, most: int = 90, key: str = "Tab") -> None:
        """Press Tab until the focus matches a regular expression, such as `button "Seal it"`."""
        wanted = re.compile(told)
        for _ in range(most):
            self.press(key)
            if wanted.search(self.told()):
                return
        raise AssertionError(f"{key} does not lead to {told}")

    def told(self) -> str:
        """Return the focused element as `role "name"`, or nothing after the page's last one."""
        if self.focused.count() == 0:
            return ""
        # In quotes if it is no plain YAML.
        return self.focused.first.aria_snapshot().removeprefix("- ").removeprefix("'")
