"""Drawing a long page, and taking a long form apart, leave the loop free for others."""

from urllib.parse import parse_qsl, urlencode

import pytest
from flask import Flask, request

from tests.load.slices import kept_ms
from webapp.guard.request_guard import FORM

ROWS = 60
PARTS = "multipart/form-data"


def busy() -> str:
    """Work of some milliseconds, which nobody can interrupt."""
    return str(sum(number * number for number in range(60_000)))[:1]


@pytest.mark.long
def test_a_long_page_is_drawn_with_breaks(app: Flask) -> None:
    page = app.jinja_env.from_string("{% for row in range(rows) %}{{ busy() }}{% endfor %}")
    drawn = []
    with app.test_request_context():
        whole = kept_ms(lambda: [busy() for _ in range(ROWS)])
        kept = kept_ms(lambda: drawn.append(page.render(rows=ROWS, busy=busy)))
    assert drawn[0] == busy() * ROWS
    assert kept < whole / 3


def test_a_part_of_a_page_is_text(app: Flask) -> None:
    page = app.jinja_env.from_string(
        "{% macro one(name) %}<b>{{ name }}</b>{% endmacro %}"
        "{% set all %}{% for name in names %}{{ one(name) }}{% endfor %}{% endset %}{{ all }}"
    )
    with app.test_request_context():
        assert page.render(names=["<i>", "b"]) == "<b>&lt;i&gt;</b><b>b</b>"


@pytest.mark.long
def test_a_long_form_is_read_in_a_thread(app: Flask) -> None:
    taken = []

    def read() -> str:
        taken.append(request.form.to_dict())
        return ""

    app.config["WTF_CSRF_ENABLED"] = False
    app.add_url_rule("/read", view_func=read, methods=["POST"])
    client = app.test_client()
    long = {"file": "{}" * 150_000, "side": "a"}
    body = urlencode(long)
    on_the_loop = kept_ms(lambda: parse_qsl(body))
    assert kept_ms(lambda: client.post("/read", data=body, content_type=FORM)) < on_the_loop / 2
    forms = ((FORM, {"side": "b", "note": "é&="}), (PARTS, {"file": "x" * 80_000, "note": "é"}))
    for kind, form in forms:
        client.post("/read", data=form, content_type=kind)
    assert taken[-3:] == [long, *(form for _, form in forms)]
