"""`battlereel serve`: the application under gevent, in this process."""

import errno

import click
from gevent import pywsgi, socket

from webapp import create_app, samples
from webapp.config import ConfigError


def serve(host: str, port: int) -> None:
    """Migrates the database, stores the sample battles and serves until it is interrupted.

    Nothing is monkey-patched: Socket.IO, its timers and its WebSockets use gevent by themselves,
    database calls are short, and long work goes to gevent's thread pool.

    Raises ClickException, saying what to do, if it cannot listen or a setting cannot be used.
    """
    try:
        app = create_app()
    except ConfigError as error:
        raise click.ClickException(str(error)) from None
    with app.app_context():
        samples.store()
    listener = _listen(host, port)
    server = pywsgi.WSGIServer(listener, app, log=None)
    shown = f"[{host}]" if ":" in host else host
    click.echo(f"Battlereel is at http://{shown}:{listener.getsockname()[1]}/ (Ctrl+C stops it)")
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        server.stop(timeout=1)


def _listen(host: str, port: int) -> socket.socket:
    if not 0 <= port <= 65535:
        raise click.ClickException(f"port is {port}; it must be from 0 to 65535")
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return pywsgi.WSGIServer.get_listener(address, family=family)
    except socket.gaierror:
        raise click.ClickException(f"host '{host}' is not known; try 127.0.0.1") from None
    except OSError as error:
        remedy = {
            errno.EADDRINUSE: "it is taken; choose another with --port, or 0 for any free one",
            errno.EACCES: "it needs special rights; choose one above 1023 with --port",
            errno.EADDRNOTAVAIL: "the address is not one of this machine; try --host 127.0.0.1",
        }.get(error.errno or 0, error.strerror)
        raise click.ClickException(f"cannot listen on {host}, port {port}: {remedy}") from None
