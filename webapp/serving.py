"""`battlereel serve`: the application under gevent, in this process."""

import errno
import signal
from typing import Final

import click
import gevent
from gevent import pywsgi, socket

from webapp import create_app, games
from webapp.base.config import Clock, ConfigError
from webapp.battles import analysis as analyses
from webapp.battles import samples

BACKLOG: Final = 128
STOP_SECONDS: Final = 1
REMEDIES: Final = {
    errno.EADDRINUSE: "it is taken; choose another with --port, or 0 for any free one",
    errno.EACCES: "it needs special rights; choose one above 1023 with --port",
    errno.EADDRNOTAVAIL: "the address is not one of this machine; try --host 127.0.0.1",
}


class _Handler(pywsgi.WSGIHandler):
    """Hangs up when a WebSocket has ended: gevent by itself would read on, as if it were HTTP."""

    def run_application(self) -> None:
        """Answers one request."""
        super().run_application()
        if not self.status:  # nobody began an HTTP response: the connection was a WebSocket's
            self.close_connection = True


def serve(host: str, port: int, clock: Clock | None = None) -> None:
    """Migrates the database, stores the sample battles and serves until it is interrupted.

    `clock` is for tests that cannot wait; otherwise it goes by the machine's.

    Nothing is monkey-patched: Socket.IO, its timers and its WebSockets use gevent by themselves,
    database calls are short, and long work goes to gevent's thread pool.

    Raises ClickException, saying what to do, if it cannot listen or a setting cannot be used.
    """
    with listen(host, port) as listener:
        try:
            app = create_app(clock=clock)
        except ConfigError as error:
            raise click.ClickException(str(error)) from None
        # Runs while samples are stored; the kernels speed up the odds of the last ones.
        gevent.get_hub().threadpool.spawn(analyses.load_kernels)
        with app.app_context():
            samples.store(games.games().values())
        server = pywsgi.WSGIServer(listener, app, log=None, handler_class=_Handler)
        server.start()
        for number in (signal.SIGINT, signal.SIGTERM):
            gevent.signal_handler(number, server.stop, STOP_SECONDS)
        shown = f"[{host}]" if ":" in host else host
        bound = listener.getsockname()[1]
        click.echo(f"Battlereel is at http://{shown}:{bound}/ (Ctrl+C stops it)")
        server.serve_forever()


def listen(host: str, port: int) -> socket.socket:
    """A socket that waits for connections. Raises ClickException, as `serve` does."""
    if not 0 <= port <= 65535:
        raise click.ClickException(f"port is {port}; it must be from 0 to 65535")
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except socket.gaierror:
        raise click.ClickException(f"host '{host}' is not known; try 127.0.0.1") from None
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        # A server that was killed may be started again at once.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Its connections inherit this. gevent sends head and body separately, and the body would
        # wait until the client has acknowledged the head: 40 ms for each answer on a kept
        # connection.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        remedy = REMEDIES.get(error.errno or 0, error.strerror)
        raise click.ClickException(f"cannot listen on {host}, port {port}: {remedy}") from None
    return listener
