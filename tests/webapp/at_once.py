"""Acts that happen at the same moment in two processes."""

from collections.abc import Callable
from threading import Barrier, Thread
from typing import Any

from flask import Flask
from gevent import get_hub

Act = Callable[[], Any]


def at_once(apps: list[Flask], *acts: Act) -> list[Any]:
    """What each of these gives, done at the same moment by turns in either application."""
    barrier = Barrier(len(acts))
    results: list[Any] = [None] * len(acts)

    def run(place: int, act: Act) -> None:
        with apps[place % len(apps)].app_context():
            barrier.wait()
            try:
                results[place] = act()
            except Exception as error:
                results[place] = error
        get_hub().destroy(destroy_loop=True)

    threads = [Thread(target=run, args=item) for item in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results
