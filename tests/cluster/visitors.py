"""People who ask one process or another, each from an address of their own."""

import asyncio
import functools
import json
import queue
import ssl
import threading
from collections.abc import Coroutine
from typing import Any

import requests
import socketio

from tests.cluster.cluster import Cluster
from tests.cluster.nginx import TEST_ADDRESS

PATIENCE_SECONDS = 30
CHALLENGES = "/api/v1/challenges"
MATCHES = "/api/v1/matches"


class Visitor:
    """A client at `address` of process number `at`, or of nginx if that is None."""

    def __init__(self, cluster: Cluster, address: str, at: int | None = None) -> None:
        self.session = requests.Session()
        self.session.trust_env = False  # no proxy, no other certificates
        self.certificate: str | None = None
        self.headers = {TEST_ADDRESS: address}
        self.url = cluster.url
        if at is None:
            self.certificate = str(cluster.folder / "fullchain.pem")
            self.session.verify = self.certificate
        else:  # says what nginx would
            self.url = cluster.processes[at].url
            self.headers = {"X-Forwarded-For": address, "X-Forwarded-Proto": "https"}
        self.session.headers.update(self.headers)

    def ask(
        self, method: str, path: str, body: Any = None, status: int = 200, token: str | None = None
    ) -> Any:
        """What the API answers; AssertionError if its status is another one."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = self.session.request(
            method, f"{self.url}{path}", json=body, headers=headers, timeout=PATIENCE_SECONDS
        )
        assert answer.status_code == status, answer.text
        return answer.json()

    def get(self, path: str) -> requests.Response:
        """The answer to a GET that follows no redirect."""
        return self.session.get(
            f"{self.url}{path}", allow_redirects=False, timeout=PATIENCE_SECONDS
        )


@functools.cache
def _loop() -> asyncio.AbstractEventLoop:
    """The loop in which all viewers' connections are, in a thread of its own."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()
    return loop


def _done(what: Coroutine[Any, Any, Any]) -> Any:
    """What comes of something in that loop."""
    return asyncio.run_coroutine_threadsafe(what, _loop()).result(PATIENCE_SECONDS + 1)


class Viewer:
    """A page that watches: messages by name, in order. It reconnects and asks for missing ones."""

    def __init__(self, visitor: Visitor) -> None:
        self.told: dict[str, queue.Queue[Any]] = {}
        self.events: list[dict[str, Any]] = []
        self.cues: list[int] = []
        self.connected = 0
        self.is_over = False
        self.battle: str | None = None
        trusted = visitor.certificate and ssl.create_default_context(cafile=visitor.certificate)
        # In one thread: python-socketio's other client reads and writes in two, and a TLS
        # connection of Python's sometimes ends when that happens at once (python-engineio #461).
        self.client = socketio.AsyncClient(
            reconnection_delay=0.1,
            json=json,
            handle_sigint=False,
            websocket_extra_options={"ssl": trusted} if trusted else {},
        )
        for name in ("battle_events", "challenge_changed", "match_changed", "match_events"):
            self.told[name] = queue.Queue()
            self.client.on(name, self.told[name].put, namespace="/live")
        self.client.on("connect", self._connected, namespace="/live")
        _done(
            self.client.connect(
                visitor.url,
                namespaces=["/live"],
                transports=["websocket"],
                # Where a browser says that the page came from.
                headers={**visitor.headers, "Origin": visitor.url.replace("http:", "https:")},
            )
        )

    async def _connected(self) -> None:
        self.connected += 1
        if self.battle is not None:
            wish = {"battle": self.battle, "from_seq": len(self.events)}
            await self.client.emit("watch_battle", wish, namespace="/live")

    def __enter__(self) -> "Viewer":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connection, and connects no more."""
        _done(self.client.shutdown())

    def call(self, message: str, data: Any) -> Any:
        """The acknowledgement of a message, which has to be good."""
        told = _done(self.client.call(message, data, namespace="/live", timeout=PATIENCE_SECONDS))
        assert told["ok"], told
        return told

    def next(self, name: str) -> Any:
        """The next message of a name."""
        return self.told[name].get(timeout=PATIENCE_SECONDS)

    def until(self, name: str, **members: Any) -> Any:
        """The next message of a name with these members."""
        while True:
            told = self.next(name)
            if members.items() <= told.items():
                return told

    def watch(self, battle: str) -> None:
        """Asks for a battle from its first event on."""
        self.battle = battle
        self.call("watch_battle", {"battle": battle, "from_seq": 0})

    def take(self) -> None:
        """Takes the next piece of the battle; AssertionError if it does not follow on."""
        piece = self.next("battle_events")
        assert piece["from_seq"] == len(self.events), "nothing is missing, nothing comes twice"
        self.events += piece["events"]
        self.cues += piece["cues"]
        self.is_over = piece["over"]

    def to_the_end(self) -> None:
        """Takes all pieces."""
        while not self.is_over:
            self.take()
