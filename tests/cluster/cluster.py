"""Several processes behind nginx, on PostgreSQL and Redis. nginx believes the header
`nginx.TEST_ADDRESS`, a process `X-Forwarded-For`; `require()` skips where a server is missing."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from tests.cluster.nginx import Nginx
from tests.cluster.servers import Battlereel, Postgres, Program, Redis, missing


def require() -> None:
    """Skips the test, or the module, where a server is not installed, and says which."""
    if names := missing():
        pytest.skip(
            f"{', '.join(names)} not installed: `make servers`, as root on Debian",
            allow_module_level=True,
        )


class Cluster:
    """A context manager of all servers: `environment` replaces settings, `program` replaces
    `battlereel`, `postgres` is a running one; `is_spread` sends requests to any process."""

    def __init__(
        self,
        folder: Path,
        processes: int = 3,
        *,
        environment: Mapping[str, str] | None = None,
        program: Sequence[str] = (),
        postgres: Postgres | None = None,
        is_tls: bool = True,
        is_spread: bool = False,
    ) -> None:
        self.folder = folder
        self.count = processes
        self.environment = environment or {}
        self.program = tuple(program)
        self.shared = postgres
        self.is_tls = is_tls
        self.is_spread = is_spread
        self.programs: list[Program] = []
        self.processes: list[Battlereel] = []

    def __enter__(self) -> "Cluster":
        try:
            self._start()
        except BaseException:
            self.end()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def _start(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.postgres = self.shared or Postgres()
        if not self.shared:
            self.programs.append(self.postgres)
            self.postgres.launch()
        self.redis = Redis(self.folder)
        self.programs.append(self.redis)
        self.redis.launch()
        self.postgres.wait()
        self.redis.wait()
        self.database_url = self.postgres.new_database()
        self.processes = [
            Battlereel(f"battlereel-{number}", self.folder, self._settings(), self.program)
            for number in range(self.count)
        ]
        self.programs += self.processes
        # The first one plays the samples, which takes the others no time then.
        self.processes[0].start()
        for process in self.processes[1:]:
            process.launch()
        self.nginx = Nginx(
            self.folder,
            [process.port for process in self.processes],
            is_tls=self.is_tls,
            is_spread=self.is_spread,
        )
        self.programs.append(self.nginx)
        self.nginx.launch()
        for program in (self.nginx, *self.processes):
            program.wait()

    def _settings(self) -> dict[str, str]:
        return {
            "DATABASE_URL": self.database_url,
            "BATTLEREEL_INSTANCE": str(self.folder / "instance"),
            "BATTLEREEL_LIMITS_STORAGE": self.redis.url,
            "BATTLEREEL_PROXIES": "1",
            "BATTLEREEL_HTTPS": str(int(self.is_tls)),
            "BATTLEREEL_HOSTS": "127.0.0.1",
            **self.environment,
        }

    @property
    def url(self) -> str:
        """Where nginx is."""
        return self.nginx.url

    def end(self) -> None:
        """Ends all that was started."""
        for program in reversed(self.programs):
            program.kill()
        if self.programs and not self.shared:
            self.postgres.remove()
        self.programs, self.processes = [], []
