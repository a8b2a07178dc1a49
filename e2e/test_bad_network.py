"""A battle on air behind a bad network, and while the server's storage is away."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from e2e.conftest import OpenContext
from e2e.guard import Guard
from e2e.server import Server
from e2e.test_live_stream import LONG, Airing, reach
from e2e.viewer_page import ViewerPage
from tests.chaos.proxy import Proxy

PROGRAM = """
import signal, sys
import gevent
import e2e.quick_serve
from webapp.store import database
connect = database.connect
def connected(url):
    engine = connect(url)
    gevent.signal_handler(signal.SIGUSR1, engine.dispose)
    return engine
database.connect = connected
from webapp.cli import main
main()
"""
"""A server that opens its database anew when it is told to by a signal."""
DEAD_SECONDS = 5.0
"""Longer than the page waits for what is due."""


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    folder = tmp_path / "instance"
    folder.mkdir()
    server = Server(folder, program=["-c", PROGRAM])
    server.start()
    yield server
    server.stop()


def test_a_page_comes_back_from_cuts_and_silence_and_shows_all_of_it_once(
    open_context: OpenContext, quick_server: Server, guard: Guard
) -> None:
    """Cut on its own side only, so that the server talks on; then a network that says nothing."""
    guard.expect("ERR_|WebSocket")
    airing = Airing(quick_server, *LONG, seed=21)
    with Proxy(quick_server.port) as proxy:
        viewer = ViewerPage(open_context().new_page(), proxy.url)
        viewer.page.goto(f"{proxy.url}/b/{airing.id}")
        viewer.expect_status("on_air")
        reach(viewer, 3)
        proxy.cut(half=True)
        viewer.expect_status("reconnecting")
        viewer.expect_status("on_air")
        with proxy.hole():
            viewer.expect_status("reconnecting", timeout=2 * DEAD_SECONDS * 1000)
        viewer.expect_status("on_air")
        airing.expect_end(viewer)


@contextmanager
def storage_away(server: Server) -> Iterator[list[Path]]:
    """Meanwhile nothing reaches the database; gives the logs of who asks for it."""
    if server.several:
        cluster = server.several.cluster
        cluster.postgres.kill()
        yield [process.log for process in cluster.processes]
        cluster.postgres.start()
        return
    away = server.folder.rename(server.folder.with_name("away"))
    assert server.process is not None
    server.process.send_signal(signal.SIGUSR1)
    yield [away / "server.log"]
    away.rename(server.folder)


@pytest.mark.long
def test_a_page_asks_again_while_the_storage_is_away(
    open_context: OpenContext, mortal: Server, guard: Guard
) -> None:
    guard.expect("ERR_|WebSocket")
    airing = Airing(mortal, *LONG, seed=22)
    with Proxy(mortal.port) as proxy:
        viewer = ViewerPage(open_context().new_page(), proxy.url)
        viewer.page.goto(f"{proxy.url}/b/{airing.id}")
        viewer.expect_status("on_air")
        reach(viewer, 3)
        with storage_away(mortal) as logs:
            proxy.cut()
            until = time.monotonic() + 20
            while not any("storage does not answer" in log.read_text() for log in logs):
                assert time.monotonic() < until, "the page has asked"
                viewer.page.wait_for_timeout(50)
            viewer.expect_status("reconnecting")
        viewer.expect_status("on_air")
        airing.expect_end(viewer)
