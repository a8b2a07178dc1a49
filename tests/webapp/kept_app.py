"""One application that tests use in turn: to make one takes 200 ms, to reset one takes 5."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import CodeType
from typing import Any

import jinja2
from flask import Flask
from jinja2.bccache import Bucket
from sqlalchemy import Engine

from tests.webapp import databases
from tests.webapp.in_background import finish
from webapp import create_app
from webapp.base import jobs
from webapp.base.config import Clock, Settings
from webapp.features import TOPICS
from webapp.guard import admission
from webapp.live.namespace import NAMESPACE, Live
from webapp.store import database

OWN = {"CLOCK", "SETTINGS"}  # members of `app.config` that each test gets anew


class Compiled(jinja2.BytecodeCache):
    """Compiled templates, shared by all applications of this process."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.kept.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        assert bucket.code
        self.kept[bucket.key, bucket.checksum] = bucket.code


COMPILED = Compiled()


@dataclass
class Kept:
    """An application that no test uses, with its state for a test and its tables' version."""

    app: Flask
    state: object
    extensions: set[str]
    config: dict[str, Any]
    version: object


_free: dict[Settings, Kept] = {}  # by settings without database and folder


@contextmanager
def application(settings: Settings, clock: Clock) -> Iterator[Flask]:
    """An application with these settings: a kept one, if there is one that no test has changed."""
    key = replace(settings, database_url="", static=Path())
    is_kept = not settings.limits and databases.VARIABLE not in os.environ
    kept = _free.pop(key, None) if is_kept else None
    if kept:
        for name in {*kept.app.extensions} - kept.extensions:
            del kept.app.extensions[name]  # made by those who first asked for it
        kept.app.config.update(kept.config)
    if kept and _state(kept.app) == kept.state:
        app = kept.app
        _reset(app, settings, clock, kept.version)
    else:
        app = create_app(settings, clock)
        app.config["TESTING"] = True
        app.jinja_env.bytecode_cache = COMPILED
        version = _version(app.extensions[database.KEY].kw["bind"])
        kept = Kept(app, _state(app), {*app.extensions}, _config(app), version)
    yield app
    finish(app)
    app.extensions[database.KEY].kw["bind"].dispose()
    if is_kept and not _is_watched(app):
        _free[key] = kept


def _config(app: Flask) -> dict[str, Any]:
    return {name: value for name, value in app.config.items() if name not in OWN}


def _state(app: Flask) -> object:
    """All that a test may change of an application and that `_reset` does not undo."""
    hooks = [app.before_request_funcs, app.after_request_funcs]
    return (
        _config(app),
        dict(app.view_functions),
        [{name: [*each] for name, each in hook.items()} for hook in hooks],
        app.wsgi_app,
    )


def _version(engine: Engine) -> object:
    with engine.connect() as connection:
        return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()


def _reset(app: Flask, settings: Settings, clock: Clock, version: object) -> None:
    """Gives a kept application another database, folder and clock, and nothing to do."""
    app.config.update(SETTINGS=settings, CLOCK=clock)
    app.static_folder = str(settings.static)
    app._got_first_request = False  # a test may add routes
    engine = database.connect(settings.database_url)
    if _version(engine) != version:
        database.migrate(engine)  # it was kept since an earlier version
    app.extensions[database.KEY].configure(bind=engine)
    jobs.attach(app)
    admission.attach(app)
    app.extensions["socketio"].on_namespace(Live(clock, None, TOPICS))


def _is_watched(app: Flask) -> bool:
    """Whether viewers have stayed, whose greenlets go on."""
    live: Any = app.extensions["socketio"].server.namespace_handlers[NAMESPACE]
    return any(topic.viewers for topic in live.topics.values())
