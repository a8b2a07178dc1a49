"""QR codes of our own addresses, to open them on a phone."""

import io
from typing import Any, Final

import segno
from flask import Flask, request

MIME_TYPES: Final = {"svg": "image/svg+xml", "png": "image/png"}
QUIET_ZONE: Final = 4  # light modules around a code; readers need four
PNG_SCALE: Final = 8


def attach(app: Flask) -> None:
    """Give templates `qr_uri(path)`; the macro `qr` in parts.html draws it."""
    app.jinja_env.globals["qr_uri"] = uri


def image(path: str, kind: str) -> bytes:
    """Return the code of one of our addresses, as SVG or PNG."""
    file = io.BytesIO()
    options = {"scale": PNG_SCALE} if kind == "png" else {"light": "#fff", "omitsize": True}
    _code(path).save(file, kind=kind, border=QUIET_ZONE, **options)
    return file.getvalue()


def uri(path: str) -> str:
    """Return the code as a `data:` address, so that a secret path is not requested."""
    return str(_code(path).svg_data_uri(border=QUIET_ZONE, light="#fff", omitsize=True))


def _code(path: str) -> Any:
    if not path.startswith("/") or path.startswith("//"):
        raise ValueError(f"{path!r} is no path of ours")
    return segno.make_qr(request.host_url.rstrip("/") + path, error="m")
