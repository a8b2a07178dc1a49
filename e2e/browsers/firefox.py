"""Firefox by WebDriver BiDi: Debian has no geckodriver, and its Firefox lacks commands that
Playwright needs."""

import base64
import contextlib
import itertools
import json
import re
import shutil
import subprocess
import threading
from pathlib import Path
from typing import Any, Self

import websocket

from e2e.browsers.tab import Actions, GoneError, Tab

PACKAGES = ["firefox-esr"]
LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
GONE = {"no such frame", "no such realm", "unknown error"}
"""Firefox's errors while one document replaces another."""
ANSWER_S = 60
BAD = 400


def find() -> str | None:
    """The path of a Firefox."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


class RefusedError(Exception):
    """A command failed; `code` is the protocol's word for it."""

    def __init__(self, answer: dict[str, Any]) -> None:
        super().__init__(f"{answer['error']}: {answer['message']}")
        self.code = answer["error"]


class Firefox:
    """A Firefox without windows, with a profile in `folder`."""

    def __init__(self, folder: Path) -> None:
        path = find()
        assert path
        command = [path, "--headless", "--no-remote", "--profile", str(folder)]
        self.process = subprocess.Popen(
            [*command, "--remote-debugging-port", "0"],
            env={"HOME": str(folder), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.numbers = itertools.count(1)
        self.told: list[dict[str, Any]] = []
        self.socket = websocket.create_connection(
            f"{self._address()}/session", timeout=ANSWER_S, suppress_origin=True
        )
        self.command("session.new", capabilities={})
        self.command("session.subscribe", events=["log.entryAdded", "network.responseCompleted"])

    def _address(self) -> str:
        """Where it listens; what else it says has to be read, or it would stand still."""
        assert self.process.stderr is not None
        found = next(filter(None, map(LISTENS.search, self.process.stderr)))
        self.reader = threading.Thread(target=self._read_on, daemon=True)
        self.reader.start()
        return found[1]

    def _read_on(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr as told:
            told.read()

    def command(self, method: str, **params: Any) -> dict[str, Any]:
        """The result of a command; keeps the events that come before it."""
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer: dict[str, Any] = json.loads(self.socket.recv())
            if answer.get("id") != number:
                self.told.append(answer)
            elif answer["type"] == "error":
                raise RefusedError(answer)
            else:
                return dict(answer["result"])

    def new_tab(self) -> "FirefoxTab":
        return FirefoxTab(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(RefusedError, websocket.WebSocketException, OSError):
            self.command("browser.close")
        self.socket.close()
        try:
            self.process.wait(20)
            self.reader.join(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class FirefoxTab(Tab):
    """A tab in a user context of its own."""

    def __init__(self, firefox: Firefox) -> None:
        self.firefox = firefox
        self.user = firefox.command("browser.createUserContext")["userContext"]
        # A window: a tab behind another one is hidden, and waits there when a battle begins.
        made = firefox.command("browsingContext.create", type="window", userContext=self.user)
        self.id = made["context"]

    def goto(self, url: str) -> None:
        self.firefox.command("browsingContext.navigate", context=self.id, url=url, wait="complete")

    def _call(self, function: str) -> str:
        try:
            answer = self.firefox.command(
                "script.callFunction",
                functionDeclaration=function,
                target={"context": self.id},
                awaitPromise=False,
            )
        except RefusedError as refused:
            if refused.code in GONE:
                raise GoneError(str(refused)) from refused
            raise
        if answer["type"] == "exception":
            raise GoneError(answer["exceptionDetails"]["text"])
        return str(answer["result"]["value"])

    def perform(self, actions: Actions) -> None:
        self.firefox.command("input.performActions", context=self.id, actions=actions)

    def resize(self, width: int, height: int) -> None:
        viewport = {"width": width, "height": height}
        self.firefox.command("browsingContext.setViewport", context=self.id, viewport=viewport)

    def picture(self, path: Path) -> None:
        taken = self.firefox.command("browsingContext.captureScreenshot", context=self.id)
        path.write_bytes(base64.b64decode(taken["data"]))

    def complaints(self) -> list[str]:
        self.firefox.command("session.status")  # whatever was told before its answer is here
        told = [complaint(event["method"], event["params"], self.id) for event in self.firefox.told]
        return [text for text in told if text]

    def close(self) -> None:
        self.firefox.command("browser.removeUserContext", userContext=self.user)
        self.firefox.told.clear()


def complaint(method: str, told: dict[str, Any], tab: str) -> str | None:
    """What is wrong by an event of a tab, or None."""
    if method == "log.entryAdded" and told["source"].get("context") == tab:
        loud = told["level"] == "error" or (told["level"] == "warn" and told["type"] == "console")
        return f"{told['type']} {told['level']}: {told['text']}" if loud else None
    if method == "network.responseCompleted" and told["context"] == tab:
        answer = told["response"]
        return f"{answer['status']}: {answer['url']}" if answer["status"] >= BAD else None
    return None
