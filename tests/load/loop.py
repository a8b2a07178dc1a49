"""How long each endpoint keeps the loop, fed the worst that it takes in; `make load` prints it."""

import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from flask import Flask
from werkzeug.exceptions import HTTPException

from tests.load.slices import kept_ms, slowness
from tests.load.worst import Call, calls
from webapp import create_app
from webapp.base import games
from webapp.base.config import from_environment
from webapp.battles import store

LIMIT_MS = 50.0


@dataclass
class Kept:
    """The longest stretch in which an endpoint kept the loop, and by which call."""

    ms: float
    call: Call
    calls: int = 1


def endpoint(app: Flask, call: Call) -> str:
    """The endpoint that a call goes to."""
    try:
        path = call.address.partition("?")[0]
        return str(app.url_map.bind("localhost").match(path, method=call.method)[0])
    except HTTPException:
        return "nowhere"


def measure(app: Flask, limit_ms: float = LIMIT_MS, *, each: int = 1) -> dict[str, Kept]:
    """Return the worst case by endpoint, from the first and `each` further calls; those within the
    limit are measured once."""
    client = app.test_client()
    there = [*games.games().values()]
    with app.app_context():
        store.store_samples(there if each == 1 else there[:1])
    found: dict[str, Kept] = {}
    count = Counter[str]()
    for call in calls(app, client):
        name = endpoint(app, call)
        count[name] += 1
        if count[name] % each != 1 % each:
            continue
        ms = kept_ms(lambda call=call: call.send(client), limit_ms)  # type: ignore[misc]
        before = found.get(name)
        if before is None or ms > before.ms:
            found[name] = Kept(ms, call, before.calls + 1 if before else 1)
        else:
            before.calls += 1
    return found


def main() -> int:
    """Prints the table; how many endpoints are over the limit."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {"BATTLEREEL_INSTANCE": str(Path(folder)), "BATTLEREEL_LIMITS": "off"}
        app = create_app(from_environment(environment))
        factor = slowness()
        limit = LIMIT_MS * factor
        rows = sorted(measure(app, limit).items(), key=lambda row: -row[1].ms)
    lines = [
        f"This machine is {factor:.1f} times as slow as the one that the limit is for.",
        f"{'endpoint':32} {'ms':>6} {'calls':>5}  worst by (limit {limit:.0f} ms)",
    ]
    for name, kept in rows:
        miss = "MISS " if kept.ms > limit else ""
        lines.append(f"{name:32} {kept.ms:6.1f} {kept.calls:5}  {miss}{kept.call.what}")
    sys.stdout.write("\n".join(lines) + "\n")
    return sum(kept.ms > limit for _, kept in rows)
