"""Pages in Firefox and WebKit, where they are installed; a complaint of a page fails its test."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from e2e.browsers import firefox, webkit
from e2e.browsers.firefox import Firefox, FirefoxTab
from e2e.browsers.webkit import WebKit, WebKitTab
from e2e.conftest import FAILED, RESULTS

Tab = FirefoxTab | WebKitTab
OpenTab = Callable[[], Tab]
KINDS: dict[str, tuple[Any, type[Firefox] | type[WebKit]]] = {
    "firefox": (firefox, Firefox),
    "webkit": (webkit, WebKit),
}


@pytest.fixture(scope="module", params=KINDS)
def other_browser(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Firefox | WebKit]:
    module, kind = KINDS[request.param]
    if module.find() is None:
        pytest.skip(f"no {kind.__name__} here: `make browsers` installs it or says how")
    with kind(tmp_path_factory.mktemp(request.param)) as browser:
        yield browser


@pytest.fixture
def open_tab(other_browser: Firefox | WebKit, request: pytest.FixtureRequest) -> Iterator[OpenTab]:
    """Opens a page for one more person."""
    tabs: list[Tab] = []

    def open_tab() -> Tab:
        tabs.append(other_browser.new_tab())
        return tabs[-1]

    yield open_tab
    complaints = [complaint for tab in tabs for complaint in tab.complaints()]
    if request.node.stash.get(FAILED, False):
        RESULTS.mkdir(exist_ok=True)
        for number, tab in enumerate(tabs):
            stem = re.sub(r"[^\w-]+", "-", request.node.name)
            tab.picture(RESULTS / f"{stem}-{number}.png")
    for tab in tabs:
        tab.close()
    assert complaints == []


@pytest.fixture
def tab(open_tab: OpenTab) -> Tab:
    return open_tab()
