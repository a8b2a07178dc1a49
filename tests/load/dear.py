"""What dear questions make others wait for: `python -m tests.load dear` prints a table.

Some addresses ask the dearest exact odds, samples, searches and verdicts that are legal. Meanwhile
others ask for a page and for cheap exact odds.
"""

import http.client
import json
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from engine.core.rng import Seeded
from tests import sieges
from tests.load.slices import slowness
from tests.webapp.live_server import Server
from webapp import games
from webapp.battles import samples
from webapp.guard.limits import PER_MINUTE

SECONDS: Final = 60
PAGE_MS: Final = 50.0
"""How much longer a page may take at worst than it does on an idle server at worst."""
CHEAP_MS: Final = 3_000.0
MEMORY_MB: Final = 60
AT_ONCE: Final = 4
"""Questions that each address asks at a time."""
PAUSE: Final = AT_ONCE * 60 / PER_MINUTE["heavy"]
"""Seconds between two of them: the server itself has no limits here."""


def stack(dice: Seeded, count: int) -> dict[str, Any]:
    """An army of strong units with powers, whose exact odds are dear."""

    def number(least: int, most: int) -> int:
        return least + dice.below(most - least + 1, "number", "")

    words = ("lightning", "acid", "missile")
    rows = [
        {
            "custom": {
                "name": "X",
                "strength": number(1, 15),
                "hits": number(10, 20),
                "abilities": {word: number(0, 9) for word in words},
            },
            "medals": number(0, 3),
        }
        for _ in range(count)
    ]
    return {"army": {"stack": rows}}


def exact() -> list[dict[str, Any]]:
    """Small and large battles whose exact odds are dear."""
    dice = Seeded(7)
    small = [{"sides": [stack(dice, 8), stack(dice, 8)]} for _ in range(8)]
    large = [{"sides": [stack(dice, 8), stack(dice, 32)]} for _ in range(4)]
    city = {"ruleset": "warlords", "field": {"city": "citadel"}}
    return [*({"ruleset": "warlords", **one} for one in small), *(city | one for one in large)]


def questions() -> dict[str, list[tuple[str, Any]]]:
    """The dear questions by what they are: addresses and bodies, to be asked in turn."""
    warden = sieges.side(sieges.EVEN, bot="cautious")
    siege = sieges.siege_file(warden, warden)
    battles = exact()
    dice = Seeded(8)
    series = [
        {
            "battle": {
                "ruleset": "warlords",
                "seed": 1,
                "sides": [stack(dice, 6), stack(dice, 6)],
            },
            "side": "a",
        }
        for _ in range(100)
    ]
    army = {"battle": battles[0]}
    return {
        "exact odds": [("/api/v1/odds", battle) for battle in battles],
        "sampled odds": [
            ("/api/v1/odds?samples=1000", siege),
            ("/api/v1/odds?samples=9000", siege),
        ],
        "best armies": [("/api/v1/best-armies?top=100&budget=9999", army)],
        "verdicts": [("/api/v1/verdict", {"battles": series})],
    }


def cheap() -> dict[str, Any]:
    """A battle of two of our armies."""
    of_game = samples.load(games.game("warlords"))
    a, b = of_game.first_pair()
    return {
        "ruleset": "warlords",
        "sides": [{"army": of_game.armies[id_].army} for id_ in (a, b)],
    }


Row = tuple[str, int, list[tuple[str, Any]], float]
"""Who asks: a name, the last part of the address, what is asked in turn, and the pause between."""


class Crowd:
    """Clients of a server at addresses of their own, and how long they waited, in ms."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.over = threading.Event()
        self.waits: dict[str, list[float]] = {}
        self.statuses: dict[str, Counter[int]] = {}

    def ask(self, who: int, address: str, body: Any = None) -> int:
        """Ask once, from this address, and return the status, or 0 after a long wait."""
        kind = {"Content-Type": "application/json"}
        data = None if body is None else json.dumps(body)
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.server.port, timeout=SECONDS, source_address=(f"127.0.0.{who}", 0)
        )
        with closing(connection):
            try:
                connection.request("POST" if data else "GET", address, data, kind)
                answer = connection.getresponse()
                answer.read()
            except TimeoutError:
                return 0
            return answer.status

    def keep_asking(self, name: str, who: int, asked: list[tuple[str, Any]], pause: float) -> None:
        """Ask these in turn until it is over."""
        place = 0
        while not self.over.wait(pause):
            began = time.monotonic()
            status = self.ask(who, *asked[place % len(asked)])
            self.waits.setdefault(name, []).append((time.monotonic() - began) * 1000)
            self.statuses.setdefault(name, Counter())[status] += 1
            place += 1

    def run(
        self, rows: list[tuple[str, int, list[tuple[str, Any]], float]], seconds: float
    ) -> None:
        """Have all of these ask for so long, and wait for their last answers."""
        self.over.clear()
        threads = [threading.Thread(target=self.keep_asking, args=row) for row in rows]
        for thread in threads:
            thread.start()
        time.sleep(seconds)
        self.over.set()
        for thread in threads:
            thread.join()


def memory_mb(server: Server) -> float:
    """What the server's own process has in memory."""
    lines = Path(f"/proc/{server.process.pid}/status").read_text("utf-8").splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


def main() -> int:
    """Prints the table; how many limits were missed."""
    factor = slowness()
    page = [("/", None)]
    odds = [("/api/v1/odds", cheap())]
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            crowd = Crowd(server)
            while crowd.ask(9, "/api/v1/best-order", cheap()) == 503:
                time.sleep(1)
            # Kernels are loaded, and pages' templates: both keep others waiting once.
            crowd.run([("start", 9, [*page, *odds], 0.2)], SECONDS / 10)
            bystanders = [("idle page", 8, page, 0.1), ("idle odds", 9, odds, 0.2)]
            crowd.run(bystanders, SECONDS / 6)
            before = memory_mb(server)
            asking = [
                (what, 10 + place, asked, PAUSE)
                for place, (what, asked) in enumerate(questions().items())
                for _ in range(AT_ONCE)
            ]
            crowd.run([("page", 8, page, 0.1), ("odds", 9, odds, 0.2), *asking], SECONDS)
            kept = memory_mb(server) - before
        finally:
            server.kill()
    return _printed(crowd, kept, factor)


def _printed(crowd: Crowd, kept: float, factor: float) -> int:
    page_ms = max(crowd.waits["idle page"]) + PAGE_MS * factor
    limits = {"page": page_ms, "odds": CHEAP_MS * factor}
    lines = [f"{'asked':14} {'answers':>7} {'median':>8} {'worst':>8} ms   (limit) statuses"]
    missed = 0
    for name, waits in crowd.waits.items():
        statuses = dict(crowd.statuses[name])
        limit = limits.get(name)
        is_missed = limit is not None and max(waits) > limit
        missed += is_missed
        median = sorted(waits)[len(waits) // 2]
        told = f"{'MISS ' if is_missed else ''}({limit:.0f})" if limit else ""
        lines.append(
            f"{name:14} {len(waits):7} {median:8.0f} {max(waits):8.0f}      {told} {statuses}"
        )
    is_large = kept > MEMORY_MB
    miss = "MISS " if is_large else ""
    lines.append(f"memory that stays: {kept:.0f} MB  {miss}(limit {MEMORY_MB} MB)")
    sys.stdout.write("\n".join(lines) + "\n")
    return missed + is_large
