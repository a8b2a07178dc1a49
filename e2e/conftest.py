"""One server and one Chromium for all tests of a process, and guarded pages. The cheapest first:
`shared_viewer`, `shared_page` and the like (per module), `page`, `viewer`, `open_context()`
(fresh)."""

import functools
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from e2e.builder_page import BuilderPage
from e2e.chromium import find_chromium
from e2e.frames import GAP_MS, limit_frames
from e2e.guard import Guard
from e2e.played import Played, sample_page
from e2e.server import Server
from e2e.viewer_page import ViewerPage
from webapp.base import games, samples

RESULTS = Path(__file__).parents[1] / "test-results"
FAILED = pytest.StashKey[bool]()

# The sandbox needs rights that root in a container has not; the rest keeps Chromium from calling
# its maker, which a closed network refuses over and over.
FLAGS = [
    *(["--no-sandbox"] if os.geteuid() == 0 else []),
    "--disable-gpu",
    "--disable-quic",
    # Pictures of one moment are compared to the pixel.
    "--disable-partial-raster",
    "--disable-lcd-text",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

expect.set_options(timeout=30_000)  # longer than any page needs while others keep the cores busy

NAVIGATION_MS = 90_000  # long, since axe may be busy on the same processor
OpenContext = Callable[..., BrowserContext]
Stored = Callable[[str, str], tuple[Played, str]]
SCRIPTS = [True, pytest.param(False, id="without-script", marks=pytest.mark.long)]


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores, for `-n auto`: tests often wait for what is on air."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


@pytest.fixture(scope="session", autouse=True)
def seeded(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Share a seeded database among the servers of all xdist workers. Without xdist, each server
    seeds its own, which is faster for the few servers of one process."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        Server.seeded = tmp_path_factory.getbasetemp().parent / "seeded"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """It speaks German, too, to those who want it: `german_page`, or `locale="de"`."""
    server = Server(tmp_path_factory.mktemp("server"), languages=("en", "de"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def quick_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that shows each event in a third of its time, for what is on air."""
    server = Server(tmp_path_factory.mktemp("quick"), program=["-m", "e2e.quick_serve"])
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def new_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without the battles of other tests' modules."""
    server = Server(tmp_path_factory.mktemp("new"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = find_chromium()  # before Playwright is started: it may start it to ask for its own
    assert path, "no Chromium: `make chromium` finds or installs one"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def frame_gap_ms() -> int:
    """Delay before each animation frame; modules whose subject is motion override it with 0."""
    return GAP_MS


@pytest.fixture
def guard() -> Iterator[Guard]:
    guard = Guard()
    yield guard
    assert guard.unexpected() == []


def guarded_context(
    browser: Browser, guard: Guard, frame_gap_ms: int, options: dict[str, Any]
) -> BrowserContext:
    """Open a browser context that a guard watches; options as Playwright's."""
    context = browser.new_context(**options)
    context.set_default_navigation_timeout(NAVIGATION_MS)
    limit_frames(context, frame_gap_ms)
    guard.watch(context)
    return context


@pytest.fixture(scope="session")
def played() -> Played:
    return Played.sample("first-steps")


@pytest.fixture
def open_context(
    browser: Browser, guard: Guard, frame_gap_ms: int, request: pytest.FixtureRequest
) -> Iterator[OpenContext]:
    """Opens a browser context of its own, as another person would; options as Playwright's."""
    contexts: list[BrowserContext] = []

    def open_context(**options: Any) -> BrowserContext:
        options = {"viewport": {"width": 1280, "height": 900}, **options}
        context = guarded_context(browser, guard, frame_gap_ms, options)
        contexts.append(context)
        return context

    yield open_context
    failed = request.node.stash.get(FAILED, False)
    for number, context in enumerate(contexts):
        if failed:
            keep_pictures(context, f"{request.node.name}-{number}")
        guard.wait_for_focus(context)
        context.close()


def keep_pictures(context: BrowserContext, name: str) -> None:
    """Screenshots of a failed test's pages, in test-results/."""
    RESULTS.mkdir(exist_ok=True)
    stem = re.sub(r"[^\w-]+", "-", name)
    for number, page in enumerate(context.pages):
        page.screenshot(path=RESULTS / f"{stem}-{number}.png")


@pytest.fixture
def page(open_context: OpenContext) -> Page:
    return open_context().new_page()


@pytest.fixture(scope="module")
def shared_pages(
    browser: Browser, frame_gap_ms: int
) -> Iterator[Callable[..., tuple[Page, Guard]]]:
    """Pages that the tests of a module share, one for each set of context options."""
    opened: dict[str, tuple[Page, Guard]] = {}

    def open_page(**options: Any) -> tuple[Page, Guard]:
        key = repr(sorted(options.items()))
        if key not in opened:
            watching = Guard()
            context = guarded_context(browser, watching, frame_gap_ms, options)
            opened[key] = context.new_page(), watching
        return opened[key]

    yield open_page
    for page, _ in opened.values():
        page.context.close()


@pytest.fixture
def share_page(
    shared_pages: Callable[..., tuple[Page, Guard]], guard: Guard, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Page]]:
    """Return a page of the module without cookies and storage; `page.on` and init scripts stay."""
    pages: list[Page] = []

    def share_page(**options: Any) -> Page:
        size = options.setdefault("viewport", {"width": 1280, "height": 900})
        page, watching = shared_pages(**{"reduced_motion": "reduce", **options})
        watching.complaints = guard.complaints
        page.set_viewport_size(size)
        pages.append(page)
        return page

    yield share_page
    for number, page in enumerate(pages):
        if request.node.stash.get(FAILED, False):
            keep_pictures(page.context, f"{request.node.name}-{number}")
        guard.wait_for_focus(page.context)
        for other in page.context.pages:
            if other != page:
                other.close()
        page.unroute_all()
        page.emulate_media(color_scheme="light")
        origin = page.evaluate("location.origin")
        page.goto("about:blank")
        # The page stores a draft when it is left, so its storage is cleared afterwards.
        clear = {"origin": origin, "storageTypes": "local_storage"}
        if origin.startswith("http"):
            session = page.context.new_cdp_session(page)
            session.send("Storage.clearDataForOrigin", clear)
            session.detach()
        page.context.clear_cookies()


@pytest.fixture
def shared_page(share_page: Callable[..., Page]) -> Page:
    return share_page()


@pytest.fixture
def german_page(share_page: Callable[..., Page]) -> Page:
    return share_page(locale="de")


@pytest.fixture
def builder(shared_page: Page, server: Server) -> BuilderPage:
    return BuilderPage(shared_page, server.url)


@pytest.fixture
def viewer(page: Page, server: Server) -> ViewerPage:
    return ViewerPage(page, server.url)


@pytest.fixture
def still(open_context: OpenContext) -> Page:
    """A page with reduced motion: it shows everything immediately."""
    return open_context(reduced_motion="reduce").new_page()


@pytest.fixture
def still_viewer(still: Page, server: Server) -> ViewerPage:
    return ViewerPage(still, server.url)


@pytest.fixture(scope="module")
def module_viewer(
    browser: Browser, server: Server, frame_gap_ms: int
) -> Iterator[tuple[ViewerPage, Guard]]:
    """The page of all tests of a module; they take it as `shared_viewer`."""
    guard = Guard()
    options = {"viewport": {"width": 1280, "height": 900}}
    context = guarded_context(browser, guard, frame_gap_ms, options)
    yield ViewerPage(context.new_page(), server.url), guard
    context.close()


@pytest.fixture
def shared_viewer(
    module_viewer: tuple[ViewerPage, Guard], request: pytest.FixtureRequest
) -> Iterator[ViewerPage]:
    """The module's viewer, in which opening the same battle again only seeks."""
    viewer, guard = module_viewer
    yield viewer
    if request.node.stash.get(FAILED, False):
        keep_pictures(viewer.page.context, request.node.name)
        viewer.page.goto("about:blank")
        viewer.page.emulate_media(media="null", color_scheme="null")
    guard.wait_for_focus(viewer.page.context)
    complaints = guard.unexpected()
    guard.complaints.clear()
    assert complaints == []
    viewer.reset()


@pytest.fixture
def shared_still_viewer(shared_viewer: ViewerPage) -> Iterator[ViewerPage]:
    """The same page while its reader prefers reduced motion."""
    shared_viewer.page.emulate_media(reduced_motion="reduce")
    yield shared_viewer
    shared_viewer.page.emulate_media(reduced_motion="no-preference")


@pytest.fixture(scope="session")
def stored(server: Server) -> Stored:
    """Gives a sample or golden battle by ruleset and name, and the id of its page."""

    @functools.cache
    def stored(ruleset: str, name: str) -> tuple[Played, str]:
        if name in samples.load(games.game(ruleset)).battles:
            return Played.sample(name, ruleset), sample_page(name, ruleset)
        played = Played.golden(ruleset, name)
        return played, server.store(played.recording.header.battle)

    return stored
