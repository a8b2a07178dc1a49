"""Viewers: real Socket.IO clients that follow the page's rules (static/js/player/source/net.js)."""

import json
import socket
import threading
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import requests
import socketio

from tests.webapp.live_server import PATIENCE_SECONDS
from webapp.battles.playback import Playback

PATIENCE_MS = 3500  # as in net.js: silence after which the connection is dead
LATE_MS = 250  # an event that is later than its cue by more counts as missing
LATER = (429, 503)


@dataclass(frozen=True)
class OnAir:
    """A battle that is on air, and what is to be seen of it."""

    id: str
    starts_at_ms: int
    playback: Playback

    @property
    def events(self) -> list[Any]:
        return [json.loads(bytes(event)) for event in self.playback.events]


def now_ms() -> float:
    """The time of the machine, which no fault touches."""
    return time.time_ns() / 1e6


class Watcher:
    """A client that watches a battle from its first event to its last, whatever happens."""

    def __init__(self, url: str, battle: OnAir, session: requests.Session | None = None) -> None:
        self.url, self.battle, self.session = url, battle, session
        self.events: list[Any] = []
        self.arrivals_ms: list[float] = []
        self.joined_ms = now_ms()
        self.repeated = 0
        self.refusals: Counter[int] = Counter()
        self.expected_ms: float | None = None
        self.is_over = threading.Event()
        self.lock = threading.Lock()
        self.client = socketio.Client(
            reconnection_delay=1,
            reconnection_delay_max=2,
            json=json,
            http_session=session,
            handle_sigint=False,
        )
        self.client.on("connect", self._ask, namespace="/live")
        self.client.on("disconnect", self._lost, namespace="/live")
        self.client.on("battle_events", self._take, namespace="/live")
        self.thread = threading.Thread(target=self._connect, daemon=True)
        self.thread.start()

    def _connect(self) -> None:
        headers = dict(self.session.headers) if self.session else {}
        with suppress(socketio.exceptions.ConnectionError):
            self.client.connect(
                self.url,
                headers=headers,
                namespaces=["/live"],
                transports=["websocket"],
                wait_timeout=5,
                retry=True,
            )

    def _ask(self) -> None:
        wish = {"battle": self.battle.id, "from_seq": len(self.events)}
        with suppress(socketio.exceptions.SocketIOError):
            self.client.emit("watch_battle", wish, namespace="/live", callback=self._answered)

    def _answered(self, answer: dict[str, Any]) -> None:
        if answer["ok"]:
            return
        self.refusals[answer["status"]] += 1
        if answer["status"] in LATER:
            later = threading.Timer(answer.get("retry_after", 5), self._ask)
            later.daemon = True
            later.start()

    def _lost(self, *_: Any) -> None:
        self.expected_ms = None

    def _take(self, chunk: dict[str, Any]) -> None:
        """As the page's store: what is there already is dropped, and a gap is asked for."""
        with self.lock:
            self.expected_ms = None
            known = len(self.events) - chunk["from_seq"]
            if known < 0:
                self._ask()
                return
            self.repeated += min(known, len(chunk["events"]))
            new = chunk["events"][known:]
            self.events += new
            self.arrivals_ms += [now_ms()] * len(new)
            if chunk["over"]:
                self.is_over.set()
            elif chunk["until_ms"] >= chunk["clock_ms"]:
                due = chunk["until_ms"] - chunk["clock_ms"]
                self.expected_ms = now_ms() + due + PATIENCE_MS

    def look(self) -> None:
        """Takes the connection for dead if something has been due for long; to be called often."""
        if self.expected_ms is not None and now_ms() > self.expected_ms:
            self.expected_ms = None
            with suppress(AttributeError, OSError):  # there may be none at the moment
                self.client.eio.ws.sock.shutdown(socket.SHUT_RDWR)

    def leave(self) -> None:
        """Stops watching."""
        self.client.reconnection = False
        with suppress(Exception):
            self.client.disconnect()
        self.thread.join(PATIENCE_SECONDS)

    def late(self) -> list[tuple[float, float]]:
        """When each event was due for this viewer that came too late, and when it came."""
        cues = self.battle.playback.schedule.cues
        found = []
        for cue, came in zip(cues, self.arrivals_ms, strict=False):
            due = max(self.battle.starts_at_ms + cue, self.joined_ms)
            if came > due + LATE_MS:
                found.append((due, came))
        return found

    def missing(self) -> int:
        """How many events are not here, or not those of the recording in this place."""
        wanted = self.battle.events
        same = sum(a == b for a, b in zip(wanted, self.events, strict=False))
        return len(wanted) - same

    def doubled(self) -> int:
        """How many events are on the screen that were there already."""
        seqs = Counter(event["seq"] for event in self.events)
        return sum(count - 1 for count in seqs.values())
