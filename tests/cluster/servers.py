"""PostgreSQL, Redis and nginx from Debian's packages, on free ports and in temporary folders. They
end with the thread that started them (`setpriv --pdeathsig`)."""

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from sqlalchemy import create_engine, make_url, text
from sqlalchemy.exc import OperationalError

PATIENCE_SECONDS = 60
ROOT = Path(__file__).parents[2]
POSTGRES_VERSIONS = Path("/usr/lib/postgresql")
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
PACKAGES = {"nginx": "nginx-light", "postgres": "postgresql", "redis-server": "redis-server"}
"""Debian package of each program."""
_taken: set[int] = set()


def program(name: str) -> str | None:
    """Where a server's program is, if it is installed."""
    newest = sorted(POSTGRES_VERSIONS.glob("*/bin"), key=lambda path: int(path.parent.name))
    return shutil.which(name, path=os.pathsep.join([*map(str, newest[-1:]), PATH]))


def missing() -> list[str]:
    """The programs that a cluster needs and this machine lacks."""
    return [name for name in (*PACKAGES, "setpriv") if program(name) is None]


def free_port() -> int:
    """Return a free port below the ephemeral ones, so that a restarted server finds it free."""
    first = 12_000 + os.getpid() * 53 % 16_000
    for port in range(first, first + 2_000):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            if port not in _taken:
                _taken.add(port)
                return port
    raise AssertionError("no port is free")


def wait_until(is_so: Callable[[], bool], what: str, seconds: float = PATIENCE_SECONDS) -> None:
    """Waits for something; AssertionError if it does not happen."""
    until = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < until, f"{what}: not within {seconds} s"
        time.sleep(0.02)


class Program:
    """A server's process, which can be killed, stopped and started again; `log` is what it said."""

    stop_signal = signal.SIGTERM

    def __init__(self, name: str, folder: Path, user: str | None = None) -> None:
        self.name = name
        self.folder = folder
        self.log = folder / f"{name}.log"
        self.port = free_port()
        self.environment: Mapping[str, str] = {"PATH": PATH, "LC_ALL": "C.UTF-8"}
        self.process: subprocess.Popen[bytes] | None = None
        switch = [f"--reuid={user}", f"--regid={user}", "--init-groups"] if user else []
        self.within = ["setpriv", "--pdeathsig", "KILL", *switch, "--"]

    def command(self) -> list[str]:
        """What is run."""
        raise NotImplementedError

    def is_ready(self) -> bool:
        """Whether it answers."""
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 5):
            return True
        return False

    def launch(self) -> None:
        """Starts it, and does not wait."""
        assert not self.is_running, f"{self.name} runs already"
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*self.within, *self.command()],
                cwd=self.folder,
                env=dict(self.environment),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    def wait(self) -> None:
        """Waits until it answers; AssertionError with its log if it ends instead."""

        def is_there() -> bool:
            assert self.is_running, f"{self.name} has ended:\n{self.log.read_text()[-3000:]}"
            return self.is_ready()

        wait_until(is_there, f"{self.name} answers")

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        self.launch()
        self.wait()

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def send(self, number: signal.Signals) -> None:
        """Sends it a signal, such as SIGSTOP."""
        assert self.process is not None
        self.process.send_signal(number)

    def kill(self) -> None:
        """Ends it at once, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ends it as its operator would, and waits."""
        self._end(self.stop_signal)

    def _end(self, number: signal.Signals) -> None:
        if self.process is None:
            return
        if self.is_running:
            self.send(number)
            try:
                self.process.wait(PATIENCE_SECONDS)
            except subprocess.TimeoutExpired:
                self.process.kill()
                raise
        self.process = None


class Postgres(Program):
    """A PostgreSQL of its own; as the user postgres where this process is root's."""

    stop_signal = signal.SIGINT  # ends connections; SIGTERM would wait for them

    def __init__(self) -> None:
        user = "postgres" if os.geteuid() == 0 else None
        # Not in a folder of pytest's, which only their owner may enter.
        super().__init__("postgres", Path(tempfile.mkdtemp(prefix="battlereel-pg-")), user)
        password = secrets.token_hex(8)
        (self.folder / "password").write_text(password)
        self.log.touch()
        if user:
            for path in (self.folder, *self.folder.iterdir()):
                shutil.chown(path, user, user)
        self.server = f"postgresql+psycopg://postgres:{password}@127.0.0.1:{self.port}"
        subprocess.run(
            [
                *(*self.within, str(program("initdb")), "--pgdata=data", "--username=postgres"),
                *("--pwfile=password", "--auth=scram-sha-256", "--no-sync"),
                *("--encoding=UTF8", "--locale=C.UTF-8"),
            ],
            cwd=self.folder,
            env=dict(self.environment),
            stdout=subprocess.DEVNULL,
            check=True,
        )

    def command(self) -> list[str]:
        """It listens on one port, and keeps its socket in its folder."""
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": self.folder,
            "max_connections": 200,
        }
        options = [f"--{name}={value}" for name, value in settings.items()]
        return [str(program("postgres")), "-D", "data", *options]

    def launch(self) -> None:
        """Starts it; after `kill` when its other processes have noticed that they are alone."""
        pid_file = self.folder / "data" / "postmaster.pid"
        if pid_file.exists():
            wait_until(lambda: not _lives_in(self.folder), "the old postgres is gone")
        super().launch()

    def is_ready(self) -> bool:
        """Whether it takes queries."""
        engine = create_engine(f"{self.server}/postgres", connect_args={"connect_timeout": 5})
        try:
            with engine.connect():
                return True
        except OperationalError:
            return False
        finally:
            engine.dispose()

    def new_database(self) -> str:
        """The URL of an empty database."""
        name = f"battlereel_{secrets.token_hex(4)}"
        engine = create_engine(f"{self.server}/postgres", isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        engine.dispose()
        return make_url(f"{self.server}/{name}").render_as_string(hide_password=False)

    def remove(self) -> None:
        """Ends it and removes its folder."""
        self.kill()
        with suppress(AssertionError):
            wait_until(lambda: not _lives_in(self.folder), "postgres is gone", 10)
        shutil.rmtree(self.folder, ignore_errors=True)


def _lives_in(folder: Path) -> bool:
    """Whether a process works in this folder."""
    for link in Path("/proc").glob("[0-9]*/cwd"):
        with suppress(OSError):
            if link.readlink().is_relative_to(folder):
                return True
    return False


class Redis(Program):
    """A Redis that keeps nothing on disk."""

    def __init__(self, folder: Path) -> None:
        super().__init__("redis", folder)
        self.url = f"redis://127.0.0.1:{self.port}"

    def command(self) -> list[str]:
        """It listens on one port."""
        port = ["--port", str(self.port), "--bind", "127.0.0.1"]
        return [str(program("redis-server")), *port, "--save", "", "--appendonly", "no"]


class Battlereel(Program):
    """A process of `battlereel serve`; `program` is what Python runs in place of it."""

    def __init__(
        self, name: str, folder: Path, environment: Mapping[str, str], program: tuple[str, ...] = ()
    ) -> None:
        super().__init__(name, folder)
        self.environment = {
            "PATH": PATH,
            "HOME": str(folder),
            "PYTHONPATH": str(ROOT),
            **environment,
        }
        self.program = (
            [sys.executable, *program]
            if program
            else [str(Path(sys.executable).with_name("battlereel"))]
        )
        self.url = f"http://127.0.0.1:{self.port}"

    def command(self) -> list[str]:
        """It listens on one port."""
        return [*self.program, "serve", "--port", str(self.port)]

    def is_ready(self) -> bool:
        """Whether it has said that it serves."""
        return b"Battlereel is at" in self.log.read_bytes()[self._said :]

    def launch(self) -> None:
        """Starts it, and does not wait."""
        self._said = self.log.stat().st_size if self.log.exists() else 0
        super().launch()
