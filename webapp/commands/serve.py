"""`battlereel serve`: the web application."""

import click

from webapp.base.localized_click import command, option


@command()
@option("--host", default="127.0.0.1", help="Address to listen on.")
@option("--port", default=5000, type=click.IntRange(0, 65535))
def serve(host: str, port: int) -> None:
    """Serve the web application."""
    from webapp.serving import serve as serve_app

    serve_app(host, port)
