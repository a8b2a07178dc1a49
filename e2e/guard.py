"""Fails a test in whose pages anything went wrong unseen."""

import re

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, Response, WebError

LOST_FOCUS = """
  let last = null;
  let gone = null;
  let alone = null; // the dialog that came when nothing had the focus: it gives it back to nothing
  let looks = 0; // at nothing, since: what is drawn anew gets the focus a little later
  const look = () => {
    const now = document.activeElement;
    const isNowhere = now === null || now === document.body;
    looks = isNowhere && gone ? looks + 1 : 0;
    if (looks === 3) console.warn(`focus lost with ${gone}`);
    if (looks) return setTimeout(look, 100);
    if (!isNowhere && !last) alone = now.closest("dialog");
    const isThere = last && last.isConnected && last.checkVisibility() && !last.disabled;
    const isTaken = isNowhere && last && !isThere && !alone?.contains(last);
    gone = isTaken ? last.outerHTML.slice(0, 200) : null;
    last = isNowhere ? null : now;
    setTimeout(look, 100);
  };
  look();
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
