"""QR codes say our own addresses and no others."""

import pytest
import segno
from flask import Flask, render_template_string

from webapp.base import qr


def test_the_macro_draws_the_code_of_an_address_on_this_host(app: Flask) -> None:
    template = "{% from 'parts.html' import qr %}{{ qr('/c/abc<', 'the \"other\" seat') }}"
    with app.test_request_context(base_url="https://example.org"):
        html = render_template_string(template)
    code = segno.make_qr("https://example.org/c/abc<", error="m")
    uri = code.svg_data_uri(border=4, light="#fff", omitsize=True)
    assert f'src="{uri.replace(chr(39), "&#39;")}"' in html
    assert 'alt="QR code: the &#34;other&#34; seat"' in html


def test_each_code_that_opens_is_named_for_what_it_leads_to(app: Flask) -> None:
    template = """{% from 'challenge/parts.html' import link with context %}
        {{ link('a', 'Your seat', '/c/abc', '') }}{{ link('b', 'For all', '/c/abd', '') }}"""
    with app.test_request_context(base_url="https://example.org"):
        html = render_template_string(template)
    assert "<summary>QR code: Your seat</summary>" in html
    assert "<summary>QR code: For all</summary>" in html


@pytest.mark.parametrize("path", ["//evil.example/", "https://evil.example/", "", "b/abc"])
def test_there_are_no_codes_of_other_addresses(app: Flask, path: str) -> None:
    with app.test_request_context(), pytest.raises(ValueError, match="no path of ours"):
        qr.image(path, "svg")
