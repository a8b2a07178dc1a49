"""Somebody else's page, from an origin of its own, that puts a battle into a frame."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from playwright.sync_api import FrameLocator, Page, expect

PAGE = """<!doctype html><title>A blog</title><link rel="icon" href="data:,">
<iframe id="battle" src="{src}" width="{width}" height="{height}" {more}></iframe>
<ol id="heard"></ol>
<script>
  addEventListener("message", ({{ source, origin, data }}) => {{
    if (source !== document.querySelector("iframe").contentWindow) return;
    const line = document.createElement("li");
    line.dataset.type = data.type;
    line.dataset.origin = origin;
    line.textContent = JSON.stringify(data);
    document.querySelector("#heard").append(line);
  }});
  window.command = (data) =>
    document.querySelector("iframe").contentWindow.postMessage(data, "*");
</script>"""


class Foreign:
    """The framing page, as its reader sees it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frame: FrameLocator = page.frame_locator("#battle")
        self.root = self.frame.locator("#watch")

    def heard(self, kind: str) -> list[dict[str, Any]]:
        """The messages of a type so far."""
        texts = self.page.locator(f'#heard [data-type="{kind}"]').all_text_contents()
        return [json.loads(text) for text in texts]

    def expect_heard(self, kind: str, timeout: float | None = None) -> dict[str, Any]:
        """The first message of a type, which may still be on its way."""
        first = self.page.locator(f'#heard [data-type="{kind}"]').first
        expect(first).to_be_attached(timeout=timeout)
        message: dict[str, Any] = json.loads(first.text_content() or "")
        return message

    def command(self, **message: Any) -> None:
        self.page.evaluate("(message) => window.command(message)", message)

    def control(self, name: str) -> Any:
        return self.frame.locator(f'[data-control="{name}"]')


@contextmanager
def blog(
    page: Page, src: str, width: int = 720, height: int = 560, more: str = ""
) -> Iterator[Foreign]:
    """Serves a page that frames `src`, from another port, and opens it; `more` are attributes."""
    with served(page, PAGE.format(src=src, width=width, height=height, more=more)):
        yield Foreign(page)


@contextmanager
def served(page: Page, text: str) -> Iterator[None]:
    """Serves a page from another host and port, and opens it."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        # Another host by name, so that it is another site, too: no cookie of ours goes along.
        page.goto(f"http://localhost:{server.server_port}/")
        yield
    finally:
        page.goto("about:blank")
        server.shutdown()
        server.server_close()
