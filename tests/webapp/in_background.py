"""What an application does by itself, after it has answered."""

import gevent
from flask import Flask

from webapp.base import background


def finish(app: Flask) -> None:
    gevent.joinall([*app.extensions[background.KEY].running.values()], raise_error=True)
