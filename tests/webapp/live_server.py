"""The real thing: `serve` in a process of its own, with its own database, and a real client."""

import json
import os
import queue
import re
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import socketio
import websocket
from flask import Flask

from webapp import create_app
from webapp.base.config import from_environment

COMMAND = (
    *(sys.executable, "-c"),
    "import sys; from webapp.serving import serve; serve('127.0.0.1', int(sys.argv[1]))",
)
QUICK = """
import sys
from webapp.challenges import live as challenges
from webapp.matches import live as matches
from webapp.serving import serve
challenges.TICK_SECONDS = matches.TICK_SECONDS = 0.1
serve('127.0.0.1', int(sys.argv[1]))
"""
"""A server that polls challenges and matches ten times as often."""
FOR_SOCKETS = """
import os
from webapp.battles import analysis
if os.path.exists(os.environ["BATTLEREEL_INSTANCE"] + "/battlereel.sqlite3"):
    analysis.load_kernels = dict  # does nothing
"""
"""Loads no kernels (which takes seconds) if all samples are stored."""
LOGGED = f"""{FOR_SOCKETS}
import sys
from webapp.guard import limits
from webapp.live import wire
from webapp.serving import serve
os.environ["BATTLEREEL_HOSTS"] = "127.0.0.1,a,battles.example"
wire.HANG_UP_SECONDS = 0.2
limits.SEND_SECONDS = 0.3
os.dup2(os.open(os.environ["BATTLEREEL_INSTANCE"] + "/log", os.O_WRONLY | os.O_CREAT), 2)
serve('127.0.0.1', int(sys.argv[1]))
"""
"""A server with host names, a log file, and a short limit for clients that do not read."""
SENT = (
    *("battle_events", "challenge_changed", "challenge_gone"),
    *("match_changed", "match_events", "match_gone"),
)
PATIENCE_SECONDS = 90
ROOT = Path(__file__).parents[2]


class Server:
    """A server process on a database; it can be killed and started again."""

    seeded = b""

    def __init__(
        self, instance: Path, database_url: str = "", command: tuple[str, ...] = COMMAND
    ) -> None:
        self.command = command
        self.environment = {
            "BATTLEREEL_INSTANCE": str(instance),
            "BATTLEREEL_LIMITS": "off",
            "DATABASE_URL": database_url,
        }
        self.port = 0
        self.start()

    def start(self) -> None:
        """Starts it; a new database begins with the samples of this process' first server."""
        own = Path(self.environment["BATTLEREEL_INSTANCE"], "battlereel.sqlite3")
        is_new = not self.environment["DATABASE_URL"] and not own.exists()
        if is_new and Server.seeded:
            own.write_bytes(Server.seeded)
            own.chmod(0o600)
        self._start()
        if is_new and not Server.seeded:
            with closing(sqlite3.connect(own)) as stored:
                Server.seeded = stored.serialize()

    def _start(self) -> None:
        self.process = subprocess.Popen(
            [*self.command, str(self.port)],
            cwd=ROOT,
            env={**os.environ, **self.environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, line + self.process.stdout.read()
        self.port = int(found[1])

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def app(self) -> Flask:
        return create_app(from_environment(self.environment))


def log(server: Server) -> str:
    return (Path(server.environment["BATTLEREEL_INSTANCE"]) / "log").read_text("utf-8")


class Viewer:
    """A real Socket.IO client in the namespace /live, with all that it was sent."""

    def __init__(self, url: str) -> None:
        self.client = socketio.Client(reconnection=False, json=json)
        self.got: dict[str, queue.Queue[dict[str, Any]]] = {name: queue.Queue() for name in SENT}
        for name, sent in self.got.items():
            self.client.on(name, sent.put, namespace="/live")
        self.client.connect(url, namespaces=["/live"], transports=["websocket"])

    def call(self, message: str, data: Any = None) -> Any:
        return self.client.call(message, data, namespace="/live", timeout=PATIENCE_SECONDS)

    def watch(self, battle: str, from_seq: int = 0) -> Any:
        return self.call("watch_battle", {"battle": battle, "from_seq": from_seq})

    def next(self, name: str = "battle_events") -> dict[str, Any]:
        return self.got[name].get(timeout=PATIENCE_SECONDS)

    def to_the_end(self) -> list[dict[str, Any]]:
        chunks = [self.next()]
        while not chunks[-1]["over"]:
            chunks.append(self.next())
        return chunks


@contextmanager
def viewer(server: Server) -> Iterator[Viewer]:
    one = Viewer(server.url)
    try:
        yield one
    finally:
        one.client.disconnect()


@contextmanager
def connection(server: Server, *, room: int | None = None) -> Iterator[websocket.WebSocket]:
    """A WebSocket in the namespace; with `room`, its system takes in only so many bytes."""
    options = ((socket.SOL_SOCKET, socket.SO_RCVBUF, room),) if room else ()
    one = websocket.create_connection(
        f"ws://127.0.0.1:{server.port}/socket.io/?EIO=4&transport=websocket",
        sockopt=options,
        timeout=PATIENCE_SECONDS,
    )
    try:
        one.send("40/live,")
        while not str(one.recv()).startswith("40/live,"):
            pass
        yield one
    finally:
        one.shutdown()


def seqs(chunks: list[dict[str, Any]]) -> list[int]:
    return [event["seq"] for chunk in chunks for event in chunk["events"]]
