"""README.md and live/README.md say what there is."""

import re

from flask import Flask

from webapp.base.paths import PACKAGE
from webapp.live.namespace import Live

README = (PACKAGE / "README.md").read_text("utf-8")
LIVE = (PACKAGE / "live" / "README.md").read_text("utf-8")
MESSAGES = re.findall(r"(?m)^### `(\w+)` \((\w+) to \w+\)$", LIVE)
SENDER = (PACKAGE / "live" / "namespace.py").read_text("utf-8")


def test_every_endpoint_is_documented_and_no_other(app: Flask) -> None:
    served = {
        (method, rule.rule)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    documented = set(re.findall(r"`(GET|POST|PUT) (/[^`?]*)`", README))
    assert documented == served


def test_every_message_has_a_handler_or_is_sent_and_no_other() -> None:
    handlers = {name.removeprefix("on_") for name in vars(Live) if name.startswith("on_")}
    sent = re.findall(r'(?:self\.emit\(|wire\.shared\([\w.]+,)\s*"(\w+)"', SENDER)
    for who, names in (("client", handlers - {"connect", "disconnect"}), ("server", {*sent})):
        assert {name for name, sender in MESSAGES if sender == who} == names


def test_every_module_is_in_the_table() -> None:
    listed = set(re.findall(r"`([\w/]+(?:\.py)?/?)`", README.split("## Storage")[0]))
    modules = {
        path.name if path.is_file() else f"{path.name}/"
        for path in PACKAGE.iterdir()
        if path.suffix == ".py" or (path.is_dir() and path.name != "__pycache__")
    }
    assert modules - listed <= {"__init__.py"}
