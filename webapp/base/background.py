"""Background tasks in greenlets: no request waits for them."""

from collections.abc import Callable
from typing import Any, Final

import gevent
from flask import Flask, current_app
from gevent import Greenlet
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException, ServiceUnavailable

from webapp.base import metrics
from webapp.base.clock import now_ms

KEY: Final = "battlereel.background"
RETRY_MS: Final = 60_000  # pause after a failure


class Background:
    """The running tasks of this process, by unique name."""

    def __init__(self) -> None:
        self.running: dict[str, Greenlet[..., None]] = {}
        self.failed: dict[str, int] = {}

    def start(self, app: Flask, name: str, task: Callable[..., object], *args: Any) -> None:
        if name not in self.running and now_ms() - self.failed.get(name, -RETRY_MS) >= RETRY_MS:
            self.running[name] = gevent.spawn(self._run, app, name, task, *args)

    def _run(self, app: Flask, name: str, task: Callable[..., object], *args: Any) -> None:
        with app.app_context():
            try:
                task(*args)
            except SQLAlchemyError:
                metrics.ERRORS.labels("background").inc()
                app.logger.exception("%s: the database did not answer", name)
            except ServiceUnavailable as error:
                # Too much is running, as expected: a later request retries.
                app.logger.info("%s: %s", name, error.description)
                self._note_failure(name)
            except Exception as error:
                metrics.ERRORS.labels("background").inc()
                # The cause of an HTTP error has been logged where it was raised: no traceback here.
                is_told = isinstance(error, HTTPException)
                app.logger.error("%s: %s", name, error, exc_info=not is_told)
                self._note_failure(name)
            finally:
                del self.running[name]

    def _note_failure(self, name: str) -> None:
        now = now_ms()
        self.failed = {n: at for n, at in self.failed.items() if now - at < RETRY_MS} | {name: now}


def attach(app: Flask) -> None:
    app.extensions[KEY] = Background()


def start(name: str, task: Callable[..., object], *args: Any) -> None:
    """Start a task in the current application's context, and log what it raises.

    Does nothing if a task of this name is running in this process or failed within a minute.
    """
    app = current_app._get_current_object()  # type: ignore[attr-defined]
    app.extensions[KEY].start(app, name, task, *args)
