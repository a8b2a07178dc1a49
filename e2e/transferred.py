"""What a page has transferred over the network, headers included, as the browser counts it."""

from typing import Any

from playwright.sync_api import Page


class Transferred:
    """Bytes of each answer to a page, by address, from its creation on."""

    def __init__(self, page: Page) -> None:
        self.sizes: dict[str, int] = {}
        self._addresses: dict[str, str] = {}
        devtools = page.context.new_cdp_session(page)
        devtools.on("Network.responseReceived", self._begin)
        devtools.on("Network.loadingFinished", self._finish)
        devtools.send("Network.enable")

    @property
    def bytes(self) -> int:
        """All of them together."""
        return sum(self.sizes.values())

    def _begin(self, event: dict[str, Any]) -> None:
        self._addresses[event["requestId"]] = event["response"]["url"]

    def _finish(self, event: dict[str, Any]) -> None:
        address = self._addresses.get(event["requestId"], event["requestId"])
        if not address.startswith("data:"):
            self.sizes[address] = round(event["encodedDataLength"])
