"""`python -m tests.load dear` prints how long others wait during the dearest legal questions."""

import http.client
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing, suppress
from itertools import cycle
from json import dumps
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

from engine.core.rng import Seeded
from tests import sieges
from tests.load.slices import slowness
from tests.stacks import battle_file, unit
from tests.webapp.live_server import Server
from webapp.guard.limits import PER_MINUTE

SECONDS: Final = 60
PAGE_MS: Final = 50.0  # maximum extra delay of a page over the idle server's worst
CHEAP_MS: Final = 3_000.0
MEMORY_MB: Final = 60
AT_ONCE: Final = 4  # concurrent questions of an address
PAUSE: Final = AT_ONCE * 60 / PER_MINUTE["heavy"]  # seconds between questions
Asked = list[tuple[str, str | None]]  # addresses and bodies, in turn
PAGE: Final[Asked] = [("/", None)]


def dear(seed: int, sizes: tuple[int, int], **field: Any) -> dict[str, Any]:
    """A battle of strong units with powers, whose exact odds are dear."""
    dice = Seeded(seed)

    def row() -> Any:
        powers = {word: dice.below(10, word, "") for word in ("lightning", "acid", "missile")}
        return unit(1 + dice.below(15, "strength", ""), 10 + dice.below(11, "hits", ""), **powers)

    a, b = ([row() for _ in range(size)] for size in sizes)
    return battle_file(a, b, **field)


def questions() -> dict[str, Asked]:
    """The dear questions, by what they are."""
    warden = sieges.side(sieges.EVEN, bot="cautious")
    siege = dumps(sieges.siege_file(warden, warden))
    small = [dear(seed, (8, 8)) for seed in range(8)]
    large = [dear(seed, (8, 32), city="citadel") for seed in range(4)]
    series = [{"battle": {**dear(seed, (6, 6)), "seed": 1}, "side": "a"} for seed in range(100)]
    return {
        "exact odds": [("/api/v1/odds", dumps(battle)) for battle in (*small, *large)],
        "sampled odds": [(f"/api/v1/odds{more}", siege) for more in ("", "?samples=9000")],
        "best armies": [("/api/v1/best-armies?top=100&budget=9999", dumps({"battle": small[0]}))],
        "verdicts": [("/api/v1/verdict", dumps({"battles": series}))],
    }


Answers = list[tuple[float, int]]  # how long each took (ms), and its status


def ask(port: int, who: int, address: str, body: str | None = None) -> int:
    """Ask once, from this address, and return the status, or 0 after a long wait."""
    kind = {"Content-Type": "application/json"}
    source = (f"127.0.0.{who}", 0)
    connection = http.client.HTTPConnection(
        "127.0.0.1", port, timeout=SECONDS, source_address=source
    )
    with closing(connection), suppress(TimeoutError):
        connection.request("POST" if body else "GET", address, body, kind)
        answer = connection.getresponse()
        answer.read()
        return answer.status
    return 0


def keep_asking(port: int, who: int, asked: Asked, pause: float, seconds: float) -> Answers:
    """Ask these in turn for so long."""
    answers: Answers = []
    until = time.monotonic() + seconds
    for address, body in cycle(asked):
        time.sleep(max(0.0, min(pause, until - time.monotonic())))
        began = time.monotonic()
        if began >= until:
            break
        status = ask(port, who, address, body)
        answers.append(((time.monotonic() - began) * 1000, status))
    return answers


class Crowd:
    """Clients of a server at addresses of their own, and their answers by name. A process of its
    own asks for pages, where the threads of the others cannot delay it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.apart = ProcessPoolExecutor(1, get_context("spawn"))
        self.answers: dict[str, Answers] = {}

    def run(self, rows: list[tuple[str, int, Asked, float]], seconds: float) -> None:
        """Have all of these ask for so long, and wait for their last answers."""
        with ThreadPoolExecutor(len(rows)) as threads:
            asking = [
                (
                    name,
                    (self.apart if asked == PAGE else threads).submit(
                        keep_asking, self.port, who, asked, pause, seconds
                    ),
                )
                for name, who, asked, pause in rows
            ]
            for name, answers in asking:
                self.answers.setdefault(name, []).extend(answers.result())


def memory_mb(server: Server) -> float:
    """What the server's own process has in memory."""
    lines = Path(f"/proc/{server.process.pid}/status").read_text("utf-8").splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


def main() -> int:
    """Prints the table; how many limits were missed."""
    factor = slowness()
    odds: Asked = [("/api/v1/odds", dumps(battle_file([unit(6, 2)] * 4, [unit(5, 2)] * 4)))]
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            crowd = Crowd(server.port)
            while ask(server.port, 9, "/api/v1/best-order", odds[0][1]) == 503:
                time.sleep(1)
            # Kernels are loaded, and pages' templates: both keep others waiting once.
            crowd.run([("start", 9, [*PAGE, *odds], 0.2), ("started", 8, PAGE, 0.2)], SECONDS / 10)
            crowd.run([("idle page", 8, PAGE, 0.1), ("idle odds", 9, odds, 0.2)], SECONDS / 6)
            before = memory_mb(server)
            asking = [
                (what, 10 + place, asked, PAUSE)
                for place, (what, asked) in enumerate(questions().items())
                for _ in range(AT_ONCE)
            ]
            crowd.run([("page", 8, PAGE, 0.1), ("odds", 9, odds, 0.2), *asking], SECONDS)
            kept = memory_mb(server) - before
        finally:
            server.kill()
    worst = {name: max(wait for wait, _ in answers) for name, answers in crowd.answers.items()}
    page_ms = worst["idle page"] + PAGE_MS * factor
    limits = {"page": page_ms, "odds": CHEAP_MS * factor}
    sys.stdout.write("asked          answers   median    worst ms  statuses\n")
    for name, answers in crowd.answers.items():
        median = sorted(answers)[len(answers) // 2][0]
        limit = f"  (limit {limits[name]:.0f})" if name in limits else ""
        miss = "  MISS" if worst[name] > limits.get(name, worst[name]) else ""
        statuses = dict(Counter(status for _, status in answers))
        row = f"{name:14} {len(answers):7} {median:8.0f} {worst[name]:8.0f}    {statuses}"
        sys.stdout.write(f"{row}{limit}{miss}\n")
    miss = "  MISS" if kept > MEMORY_MB else ""
    sys.stdout.write(f"memory that stays: {kept:.0f} MB  (limit {MEMORY_MB}){miss}\n")
    missed = sum(worst[name] > limit for name, limit in limits.items())
    return missed + (kept > MEMORY_MB)
