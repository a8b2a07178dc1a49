"""The server as several processes behind nginx, on PostgreSQL and Redis: `make e2e-several`."""

import atexit
import functools
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from tests.cluster.cluster import Cluster
from tests.cluster.servers import Postgres

PROCESSES: Final = int(os.environ.get("CLUSTER") or 0)  # 0: a single process


@functools.cache
def _postgres() -> Postgres:
    """The one of this process's tests; each server has a database of its own in it."""
    postgres = Postgres()
    atexit.register(postgres.remove)
    postgres.start()
    return postgres


class Several:
    """What `e2e.server.Server` starts, kills and stops in place of its one process."""

    def __init__(
        self, folder: Path, environment: Mapping[str, str], program: Sequence[str] = ()
    ) -> None:
        self.cluster = Cluster(
            folder / "cluster",
            PROCESSES,
            environment=environment,
            program=program,
            postgres=_postgres(),
            is_tls=False,
            is_spread=True,
        )

    def start(self) -> int:
        """Starts all, or the processes again; the port of nginx, which stays the same."""
        if not self.cluster.programs:
            self.cluster.__enter__()
            atexit.register(self.cluster.end)
        ended = [process for process in self.cluster.processes if not process.is_running]
        for process in ended:
            process.launch()
        for process in ended:
            process.wait()
        return self.cluster.nginx.port

    def kill(self) -> None:
        """Ends the processes at once; what they talk to goes on."""
        for process in self.cluster.processes:
            process.kill()

    def stop(self) -> None:
        """Ends all, the processes as Ctrl+C does."""
        for process in self.cluster.processes:
            process.send(process.stop_signal)
        for process in self.cluster.processes:
            process.stop()
        self.cluster.end()
