"""Fails a test in whose pages anything went wrong unseen."""

import re
from contextlib import suppress

from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Request, Response, WebError

LOST_FOCUS = """
  const STEP_MS = 100;
  const STEPS = 3; // without a request under way: time for what is drawn or focused a little later
  let last = null; // what had the focus
  let alone = null; // the dialog that came when nothing had the focus: it gives it back to nothing
  let requests = 0; // of the page, whose answers may be given the focus
  let isWaiting = false;
  const counted = (begin) =>
    function (...how) {
      requests += 1;
      return begin.apply(this, how).finally(() => (requests -= 1));
    };
  globalThis.fetch = counted(fetch).bind(globalThis);
  for (const read of ["arrayBuffer", "blob", "json", "text"])
    Response.prototype[read] = counted(Response.prototype[read]);
  const hasFocus = () => ![null, document.body].includes(document.activeElement);
  const isThere = (one) => one.isConnected && one.checkVisibility() && !one.disabled;
  async function check() {
    if (isWaiting || !last || hasFocus()) return;
    const gone = last;
    last = null;
    if (isThere(gone) || alone?.contains(gone)) return; // left by a press on nothing
    isWaiting = true;
    for (let left = STEPS; left > 0 && !last; left = requests > 0 ? STEPS : left - 1)
      await new Promise((resolve) => setTimeout(resolve, STEP_MS));
    if (!last) console.warn(`focus lost with ${gone.outerHTML.slice(0, 200)}`);
    isWaiting = false;
    check();
  }
  addEventListener("focusin", ({ target }) => {
    if (!last) alone = target.closest("dialog");
    last = target;
  }, true);
  // After what the page does at this event, and after the browser has noticed what is hidden.
  addEventListener("focusout", () => setTimeout(check), true);
  new MutationObserver(() => last && !last.isConnected && setTimeout(check))
    .observe(document, { childList: true, subtree: true });
  globalThis.awaitsFocus = () => {
    check();
    return isWaiting || (hasFocus() && last !== null && !isThere(last));
  };
"""
"""Warns when focus is lost to no element."""


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
                page.wait_for_function("() => !globalThis.awaitsFocus?.()", timeout=5000)

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
