"""`battlereel serve` in its own process, with its own database; several with `CLUSTER`."""

import fcntl
import itertools
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Sequence
from contextlib import closing
from functools import cached_property
from pathlib import Path
from typing import Any

from flask import Flask
from sqlalchemy import create_engine, text

import engine
from e2e.several import PROCESSES, Several
from webapp import create_app
from webapp.base import games
from webapp.base.config import Settings
from webapp.battles import store as battles
from webapp.store import database

ROOT = Path(__file__).parents[1]
PROGRAM = [str(Path(sys.executable).with_name("battlereel"))]
DELAY = {"E2E_DELAY": os.environ["E2E_DELAY"]} if "E2E_DELAY" in os.environ else {}
LATE = ROOT / "e2e" / "late" if DELAY else None  # has a sitecustomize.py
FOUND_MS = 120_000  # the first search of a server starts a process for it, of low priority


class Server:
    """Battlereel on a free port: database in `folder`, games in `site`, `program` starts it."""

    seeded: Path | None = None
    """Folder of a seeded database that further servers copy, since migrations and samples take 4
    s."""

    def __init__(
        self,
        folder: Path,
        *,
        site: Path | None = None,
        languages: Sequence[str] = ("en",),
        program: Sequence[str] = (),
    ) -> None:
        self.folder = folder
        self.languages = languages
        self.program = [sys.executable, *program] if program else PROGRAM
        self.site = site
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        self.several = Several(folder, self._settings(), program) if PROCESSES else None
        # Lists show the newest first: what is stored later has to be newer.
        self.starts_ms = itertools.count(1)  # samples have 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def database_url(self) -> str:
        if self.several:
            return self.several.cluster.database_url
        return f"sqlite:///{self.folder / 'battlereel.sqlite3'}"

    def start(self) -> None:
        """Starts it; again after `kill`, on the same port. Returns when it listens."""
        if self.several:
            self.port = self.several.start()
            return
        if self.seeded:
            self._copy(self.seeded)
        with (self.folder / "server.log").open("a") as log:
            self.process = subprocess.Popen(
                [*self.program, "serve", "--port", str(self.port)],
                cwd=ROOT,
                env={
                    "PATH": "/usr/bin:/bin",
                    "BATTLEREEL_INSTANCE": str(self.folder),
                    **self._settings(),
                },
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()  # "Battlereel is at http://127.0.0.1:40123/ (…"
        assert "Battlereel is at" in said, (self.folder / "server.log").read_text()
        self.port = int(said.split("127.0.0.1:")[1].split("/")[0])

    def _copy(self, seeded: Path) -> None:
        """Begins with the database of the first server, unless it has one already."""
        name = "battlereel.sqlite3"
        if (self.folder / name).exists():
            return
        seeded.mkdir(exist_ok=True)
        with (seeded / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (seeded / "seeded").exists():
                first = Server(seeded)
                first.seeded = None
                first.start()
                first.stop()
                with closing(sqlite3.connect(seeded / name)) as database:
                    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                (seeded / "seeded").touch()
        shutil.copy(seeded / name, self.folder)

    def _settings(self) -> dict[str, str]:
        return {
            # All pages of all tests come from one address.
            "BATTLEREEL_LIMITS": "off",
            **DELAY,
            "BATTLEREEL_LANGUAGES": ",".join(self.languages),
            # This checkout's own code, whichever one is installed.
            "PYTHONPATH": os.pathsep.join(
                str(folder) for folder in (self.site, LATE, ROOT) if folder is not None
            ),
        }

    def kill(self) -> None:
        """Ends it at once, as a power cut would."""
        if self.several:
            self.several.kill()
            return
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ends it as Ctrl+C does."""
        if app := vars(self).pop("_app", None):
            app.extensions[database.KEY].kw["bind"].dispose()
        if self.several:
            self.several.stop()
            return
        self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        if self.process is None:
            return
        self.process.send_signal(how)
        self.process.communicate(timeout=30)
        self.process = None

    def put_on_air(self, battle_file: dict[str, Any], *, listed: bool = False) -> str:
        """The id of this battle, which begins in three seconds."""
        request = urllib.request.Request(
            f"{self.url}/api/v1/battles?listed={str(listed).lower()}",
            data=json.dumps(battle_file).encode(),
            headers={"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            return str(json.load(answer)["id"])

    def store(
        self, battle_file: dict[str, Any], starts_at_ms: int | None = None, *, listed: bool = True
    ) -> str:
        """Store a finished battle and return its id; listed ones show on TV in later tests."""
        with self._app.app_context():
            recording = engine.play(battle_file)
            starts_at_ms = next(self.starts_ms) if starts_at_ms is None else starts_at_ms
            airing = battles.Airing(starts_at_ms, listed=listed)
            game = games.game(recording.header.ruleset)
            return battles.put_on_air(game, recording, airing).id

    @cached_property
    def _app(self) -> Flask:
        """An application in this process, on the same database."""
        return create_app(Settings(self.database_url, secret_key="not used: no session is made"))

    def end(self, battle: str) -> None:
        """End a battle on air without waiting for its last event."""
        store = create_engine(self.database_url)
        with store.begin() as db:
            over = text("UPDATE battles SET starts_at_ms = 1, ends_at_ms = 2 WHERE id = :id")
            db.execute(over, {"id": battle})
        store.dispose()
