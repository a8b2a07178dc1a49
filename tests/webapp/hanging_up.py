"""Searches that nobody waits for any more."""

import threading

import gevent
from flask import Flask

import engine
from engine import search
from tests.webapp.live_server import PATIENCE_SECONDS
from webapp.guard import workshop


def search_until(stop: search.Stop) -> None:
    turn = threading.Event()
    while not stop():
        turn.wait(0.01)
    raise engine.StoppedError("nobody waits for it")


def wait_until_idle(app: Flask) -> None:
    with gevent.Timeout(PATIENCE_SECONDS):
        while app.extensions[workshop.KEY].asked:
            gevent.sleep(0.01)
