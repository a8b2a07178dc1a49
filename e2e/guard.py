"""Fails a test in whose pages anything went wrong unseen."""

import re
from contextlib import suppress

from playwright.sync_api import (
    BrowserContext,
    ConsoleMessage,
    Error,
    Request,
    Response,
    WebError,
)

LOST_FOCUS = """
  let last = null; // what had the focus
  let gone = null; // the same, since it went away and nothing else has the focus
  let alone = null; // the dialog that came when nothing had the focus: it gives it back to nothing
  let looks = 0; // since then: what is drawn anew gets the focus a little later
  addEventListener("focusin", ({ target }) => {
    if (!last) alone = target.closest("dialog");
    last = target;
    gone = null;
  }, true);
  const hasFocus = () => ![null, document.body].includes(document.activeElement);
  const wentAway = () => {
    const isThere = last && last.isConnected && last.checkVisibility() && !last.disabled;
    return last && !isThere && !alone?.contains(last);
  };
  setInterval(() => {
    if (hasFocus()) return;
    if (gone) {
      looks += 1;
      if (looks === 3) console.warn(`focus lost with ${gone}`);
      return;
    }
    gone = wentAway() ? last.outerHTML.slice(0, 200) : null;
    looks = 0;
    last = null;
  }, 100);
  globalThis.awaitsFocus = () => !hasFocus() && (gone ? looks < 3 : wentAway());
"""
"""Says so when what had the focus went away and nothing else was given it."""


class Guard:
    """Notes console errors, uncaught exceptions, failed requests, answers from 400, lost focus."""

    def __init__(self) -> None:
        self.complaints: list[str] = []
        self.expected: list[str] = []

    def watch(self, context: BrowserContext) -> None:
        """Listens to all pages of a context."""
        context.add_init_script(LOST_FOCUS)
        context.on("console", self._console)
        context.on("weberror", self._error)
        context.on("requestfailed", self._failed)
        context.on("response", self._response)

    def wait_for_focus(self, context: BrowserContext) -> None:
        """Does not let a test end before it is known whether focus that went away was lost."""
        for page in context.pages:
            with suppress(Error):  # on its way to another page, or gone
                page.wait_for_function("() => !globalThis.awaitsFocus?.()", timeout=1000)

    def expect(self, pattern: str) -> None:
        """Lets complaints that match a regular expression pass: the test provokes them."""
        self.expected.append(pattern)

    def unexpected(self) -> list[str]:
        return [
            complaint
            for complaint in self.complaints
            if not any(re.search(pattern, complaint) for pattern in self.expected)
        ]

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            where = message.location["url"]
            self.complaints.append(f"console {message.type}: {message.text} ({where})")

    def _error(self, error: WebError) -> None:
        self.complaints.append(f"uncaught: {error.error}")

    def _failed(self, request: Request) -> None:
        # Leaving a page aborts what it was still fetching.
        if request.failure != "net::ERR_ABORTED":
            self.complaints.append(f"failed: {request.method} {request.url}: {request.failure}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self.complaints.append(f"{response.status}: {response.request.method} {response.url}")
