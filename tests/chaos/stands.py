"""What faults happen to: one process on SQLite, or several behind nginx on PostgreSQL and Redis."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

import requests

from tests.chaos.proxy import Proxy
from tests.cluster.cluster import Cluster
from tests.cluster.servers import Battlereel, program
from tests.cluster.visitors import Visitor

ROOT = Path(__file__).parents[2]
DISK = "64m"


class Small:
    """A folder on a small disk of its own, which root can make."""

    def __init__(self, folder: Path, size: str = DISK) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._mount("-t", "tmpfs", "-o", f"size={size},mode=700", "tmpfs")

    def _mount(self, *arguments: str) -> None:
        subprocess.run(["mount", *arguments, str(self.folder)], check=True, capture_output=True)

    def fill(self) -> Path:
        """Takes all that is left; removing the file gives it back."""
        file = self.folder / "filler"
        with file.open("wb", buffering=0) as out:
            for size in (1 << 20, 4096, 1):
                try:
                    while True:
                        out.write(b"x" * size)
                except OSError:
                    continue
        return file

    def lock(self) -> None:
        """From now on it can be read only."""
        self._mount("-o", "remount,ro", "tmpfs")

    def remove(self) -> None:
        subprocess.run(["umount", "-l", str(self.folder)], check=False, capture_output=True)


class Alone:
    """One process on SQLite; viewers come through a proxy."""

    def __init__(
        self,
        folder: Path,
        *,
        small: bool = False,
        environment: Mapping[str, str] | None = None,
        run_by: tuple[str, ...] = (),
    ) -> None:
        self.folder = folder
        self.instance = folder / "instance"
        self.database_url = f"sqlite:///{self.instance / 'battlereel.sqlite3'}"
        self.environment = {
            "BATTLEREEL_INSTANCE": str(self.instance),
            "BATTLEREEL_LIMITS": "off",
            **(environment or {}),
        }
        self.is_small = small
        self.run_by = run_by
        self.stack = ExitStack()

    def __enter__(self) -> "Alone":
        with ExitStack() as stack:
            if self.is_small:
                self.disk = Small(self.instance)
                stack.callback(self.disk.remove)
            self.process = Battlereel("battlereel", self.folder, self.environment, self.run_by)
            stack.callback(self.process.kill)
            self.process.start()
            self.proxy = stack.enter_context(Proxy(self.process.port))
            self.stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self.stack.close()

    @property
    def url(self) -> str:
        return self.process.url

    @property
    def viewers_url(self) -> str:
        return self.proxy.url

    def session(self, _number: int) -> requests.Session:
        return requests.Session()

    def logs(self) -> str:
        """What the processes have said."""
        return self.process.log.read_text("utf-8", "replace")

    def settings(self) -> dict[str, str]:
        """Those that the process has."""
        return {"DATABASE_URL": self.database_url, **self.environment}

    def settings_elsewhere(self, folder: Path) -> dict[str, str]:
        """Those of another one, with nothing stored yet."""
        database = f"sqlite:///{folder / 'battlereel.sqlite3'}"
        return {"BATTLEREEL_INSTANCE": str(folder), "DATABASE_URL": database}


class Together(Cluster):
    """Three processes; each person comes from an address of their own."""

    def session(self, number: int) -> requests.Session:
        return Visitor(self, f"203.0.113.{number + 1}").session

    @property
    def viewers_url(self) -> str:
        return self.url

    def logs(self) -> str:
        """What the processes have said."""
        return "".join(one.log.read_text("utf-8", "replace") for one in self.processes)

    def settings(self) -> dict[str, str]:
        """Those that the processes have."""
        # They run PostgreSQL's own programs, which are not on everybody's path.
        found = Path(str(program("postgres"))).parent
        return {**self._settings(), "PATH": f"{found}:{os.environ['PATH']}"}

    def settings_elsewhere(self, folder: Path) -> dict[str, str]:
        """Those of another one, with nothing stored yet."""
        database = {"DATABASE_URL": self.postgres.new_database()}
        return {**self.settings(), **database, "BATTLEREEL_INSTANCE": str(folder)}


Stand = Alone | Together


def battlereel(settings: Mapping[str, str], *command: str) -> str:
    """Runs a command with these settings; what it says if it fails, and nothing if all is well."""
    program = shutil.which("battlereel", path=str(Path(sys.executable).parent))
    assert program
    # Of this checkout, as the servers are, wherever the environment's own code is.
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), **settings}
    done = subprocess.run([program, *command], env=env, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stdout + done.stderr[-2000:]


def examined(settings: Mapping[str, str]) -> str:
    """What `battlereel doctor` finds."""
    return battlereel(settings, "doctor")
