"""What an application does by itself, after it has answered."""

import gevent
from flask import Flask

from webapp.base import jobs


def finish(app: Flask) -> None:
    gevent.joinall([*app.extensions[jobs.KEY].running.values()], raise_error=True)
