"""Delay a server's answers by 0 to E2E_DELAY ms by turns, which finds what expects them in time."""

import itertools
import os
import time
from typing import Any

import flask

MOST_S = int(os.environ["E2E_DELAY"]) / 1000
usual = flask.Flask.wsgi_app
delays = (turn * 0.618 % 1 * MOST_S for turn in itertools.count())


def wsgi_app(self: flask.Flask, environ: Any, start_response: Any) -> Any:
    if not environ["PATH_INFO"].startswith("/socket.io"):
        time.sleep(next(delays))  # of gevent: others go on
    return usual(self, environ, start_response)


flask.Flask.wsgi_app = wsgi_app  # type: ignore[method-assign]
