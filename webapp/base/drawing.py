"""Long pages, drawn while others are answered."""

import time
from typing import Any, Final

import gevent
from flask import current_app

SLICE_SECONDS: Final = 0.01
"""So long a page is drawn without a break; then others have their turn."""


def draw_page(template: str, **context: Any) -> str:
    """What `flask.render_template` gives; the loop is free in between."""
    current_app.update_template_context(context)
    parts = []
    began = time.monotonic()
    for part in current_app.jinja_env.get_template(template).generate(context):
        parts.append(part)
        if time.monotonic() - began > SLICE_SECONDS:
            gevent.sleep(0)
            began = time.monotonic()
    return "".join(parts)
