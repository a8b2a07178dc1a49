"""`battlereel serve`: the application under gevent, in this process."""

import errno
import gc
import logging
import os
import signal
import sys
import tempfile
from pathlib import Path
from typing import Final

import click
import gevent
from flask import Flask
from gevent import socket
from sqlalchemy.exc import SQLAlchemyError

import engine
from webapp import create_app
from webapp.base import games, logs
from webapp.base.config import Clock, ConfigError, Settings, from_environment
from webapp.base.jobs import in_thread
from webapp.base.texts import N_, _
from webapp.battles import analysis as analyses
from webapp.battles import store
from webapp.challenges import outcome
from webapp.guard import admission
from webapp.live import wire
from webapp.live.http_server import Server
from webapp.rest import api
from webapp.site import health
from webapp.store import outage, removal
from webapp.tournaments import registration

BACKLOG: Final = 1024  # connections waiting to be accepted: a crowd arrives within a second
COLLECT_AFTER: Final = 20_000  # new objects between two garbage collections
GRACE_SECONDS: Final = 10.0  # how long a stopping server finishes responses
WORKER_SECONDS: Final = 5.0  # until a worker starts that no question has started
# Modules of questions that sample odds, imported before the first question.
SAMPLING: Final = ("webapp.searches.api", "webapp.searches.pages.quick")
KERNEL_CACHE: Final = "NUMBA_CACHE_DIR"  # numba's setting, inherited by child processes
REMEDIES: Final = {
    errno.EADDRINUSE: N_("it is taken; choose another with --port, or 0 for any free one"),
    errno.EACCES: N_("it needs special rights; choose one above 1023 with --port"),
    errno.EADDRNOTAVAIL: N_("the address is not one of this machine; try --host 127.0.0.1"),
}

kernel_log = logging.getLogger("webapp.kernels")


def serve(host: str, port: int, clock: Clock | None = None) -> None:
    """Migrate the database, store the sample battles and serve until interrupted.

    `clock` is for tests; the default is the machine's. Nothing is monkey-patched: Socket.IO, its
    timers and its WebSockets use gevent natively, database calls are short, and long work goes to
    gevent's thread pool. Raises ClickException if it cannot listen or a setting cannot be used.
    """
    with bind(host, port) as listener:
        try:
            settings = from_environment(os.environ)
            if not settings.proxies:
                listen(listener)  # requests that arrive now are answered after the start
            app = create_app(settings, clock)
        except ConfigError as error:
            raise click.ClickException(str(error)) from None
        prepare(app)
        _store_samples(app)
        # Behind proxies all connections are theirs: they limit addresses.
        server = Server(listener, app, is_limited=settings.limits and not settings.proxies)
        if settings.proxies:
            listen(listener)  # until now the proxy has used another process
        server.start()
        for number in (signal.SIGINT, signal.SIGTERM):
            gevent.signal_handler(number, stop, app, server)
        start_upkeep(app)
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{listener.getsockname()[1]}/"
        click.echo(_("Battlereel is at {address} (Ctrl+C stops it)", address=address))
        server.serve_forever()


def prepare(app: Flask) -> None:
    """Prepare what no request should wait for."""
    settings: Settings = app.config["SETTINGS"]
    logs.configure(as_json=settings.log_json)
    keep_kernels(settings.instance)
    api.description(app)  # takes 100 ms
    admission.work_apart(app, SAMPLING)
    # Takes a second; storing the samples takes 6 s longer without kernels.
    in_thread(analyses.load_kernels, compiles=False)
    gevent.get_hub().threadpool.spawn(analyses.load_kernels)
    gevent.spawn_later(WORKER_SECONDS, admission.start_worker, app)


def keep_kernels(instance: Path | None) -> None:
    """Cache kernels in the instance if no other cache is writable; call before importing numba."""
    if instance is None or os.environ.get(KERNEL_CACHE) or any(map(_is_writable, _cache_folders())):
        return
    folder = (instance / "kernels").absolute()
    os.environ[KERNEL_CACHE] = str(folder)
    kernel_log.warning(
        "kernels are kept in %s: neither their package nor the user's cache can be written", folder
    )


def _cache_folders() -> tuple[Path, Path]:
    """Return numba's default cache folders."""
    beside = Path(engine.__file__).parent / "kernels" / "__pycache__"
    caches = "Library/Caches" if sys.platform == "darwin" else ".cache"
    user = Path(os.environ.get("XDG_CACHE_HOME") or Path("~").expanduser() / caches)
    return beside, user / "numba"


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def start_upkeep(app: Flask) -> None:
    """Start what runs besides requests."""
    gevent.spawn(removal.forget_unlisted, app)
    gevent.spawn(registration.keep_going, app)
    gevent.spawn(outcome.keep_appointments, app)
    tune_interpreter()


def tune_interpreter() -> None:
    """Collect garbage less often, and not existing objects: collections block all requests.

    Threads switch more often: a page can wait for the interval (5 ms by default) after each query.
    """
    sys.setswitchinterval(0.0002)
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER, *gc.get_threshold()[1:])


def _store_samples(app: Flask) -> None:
    """Store the sample battles. Raise ClickException if the database refuses."""
    try:
        with app.app_context():
            store.store_samples(games.games().values())
    except SQLAlchemyError as error:
        if not outage.is_outage(error):
            raise
        text = N_("DATABASE_URL: the database cannot be written: {why}")
        why = str(getattr(error, "orig", None) or error)
        raise click.ClickException(_(text, why=why)) from None


def stop(app: Flask, server: Server) -> None:
    """Stop a server within GRACE_SECONDS: finish responses, and disconnect viewers."""
    if app.extensions.get(health.STOPPING):
        server.stop(0)
        return
    app.extensions[health.STOPPING] = True
    server.take_no_more()
    # Requests in progress may still need them: only viewers' connections end.
    wire.send_away(app.extensions["socketio"])
    server.wait_until_done(GRACE_SECONDS)
    server.stop(0)


def bind(host: str, port: int) -> socket.socket:
    """Bind a socket to this address without listening. Raise ClickException, as `serve` does."""
    if not 0 <= port <= 65535:
        raise click.ClickException(_("port is {port}; it must be from 0 to 65535", port=port))
    try:
        family, *_kind, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except socket.gaierror:
        text = N_("host '{host}' is not known; try 127.0.0.1")
        raise click.ClickException(_(text, host=host)) from None
    listener = socket.socket(family, socket.SOCK_STREAM)
    # A killed server must be able to restart immediately.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # Its connections inherit this. gevent sends head and body separately, and the body would
    # wait until the client has acknowledged the head: 40 ms for each answer on a kept connection.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        listener.bind(address)
    except OSError as error:
        listener.close()
        raise _refused(host, port, error) from None
    return listener


def listen(listener: socket.socket) -> None:
    """Start to listen. Raise ClickException if another server was faster."""
    try:
        listener.listen(BACKLOG)
    except OSError as error:
        host, port = listener.getsockname()[:2]
        raise _refused(host, port, error) from None


def _refused(host: str, port: int, error: OSError) -> click.ClickException:
    remedy = _(REMEDIES.get(error.errno or 0, error.strerror or ""))
    text = N_("cannot listen on {host}, port {port}: {remedy}")
    return click.ClickException(_(text, host=host, port=port, remedy=remedy))
