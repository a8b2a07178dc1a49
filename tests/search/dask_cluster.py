"""A Dask cluster of processes on this machine, and work that leaves traces of who did it."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.core.budget import budget

ROOT = Path(__file__).parents[2]
HOST = "127.0.0.1"
WORKERS = 2
START_SECONDS = 60


class Processes:
    """A scheduler and its workers, each in a process of its own, in this folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind((HOST, 0))
            self.address = f"tcp://{HOST}:{free.getsockname()[1]}"
        self.all = [self._start("scheduler", "--host", self.address)]
        self.workers: list[subprocess.Popen[bytes]] = []

    def add_worker(self) -> None:
        """Starts a worker."""
        self.workers.append(self._start("worker", self.address, "--nthreads", "1", "--no-nanny"))
        self.all.append(self.workers[-1])

    def kill_worker(self) -> None:
        """Kill the first worker without notice, as a power cut would."""
        worker = self.workers.pop(0)
        worker.kill()
        worker.wait()

    def wait_for(self, workers: int) -> None:
        """Waits until so many have joined."""
        from distributed import Client

        with Client(self.address, timeout=START_SECONDS, set_as_default=False) as client:
            if workers:
                client.wait_for_workers(workers, timeout=START_SECONDS)

    def wait_until_idle(self, seconds: float) -> bool:
        """Whether no worker has anything to do any more, within so long."""
        from distributed import Client

        ends = time.monotonic() + seconds
        with Client(self.address, set_as_default=False) as client:
            while time.monotonic() < ends:
                busy = client.run(lambda dask_worker: len(dask_worker.state.executing))
                if not any(busy.values()) and not any(client.processing().values()):
                    return True
                time.sleep(0.1)
        return False

    def end(self) -> None:
        for process in reversed(self.all):
            process.kill()
            process.wait()

    def _start(self, *args: str) -> subprocess.Popen[bytes]:
        environment = os.environ | {
            "PYTHONPATH": str(ROOT),  # the tests' own functions
            "DASK_TEMPORARY_DIRECTORY": str(self.folder),
        }
        log = (self.folder / f"{args[0]}-{time.monotonic_ns()}.log").open("wb")
        with log:
            return subprocess.Popen(
                [sys.executable, "-m", "dask", *args, "--no-dashboard"],
                cwd=self.folder,
                env=environment,
                stdout=log,
                stderr=log,
            )


@contextmanager
def cluster(folder: Path) -> Iterator[Processes]:
    """A scheduler with two workers of one thread each."""
    processes = Processes(folder)
    try:
        for _ in range(WORKERS):
            processes.add_worker()
        processes.wait_for(WORKERS)
        yield processes
    finally:
        processes.end()


def noted(folder: Path, part: int) -> int:
    """Takes some time, and leaves a file of each time that a part was done."""
    time.sleep(0.1)
    (folder / f"{part}-{os.getpid()}").touch()
    return part * part


def broken(_part: int) -> None:
    """Fails as a mistake in a ruleset may."""
    raise AttributeError("no such attribute")


def endless(folder: Path, part: int) -> int:
    """Works until it is stopped, as battles are that the rules play."""
    (folder / f"began-{part}").touch()
    spent = budget()
    assert spent is not None
    while True:
        spent.spend(1)
        time.sleep(0.01)


def spending(events: int) -> int:
    """Work for so many events, under a counter."""
    if spent := budget():
        spent.spend(events)
    return events
