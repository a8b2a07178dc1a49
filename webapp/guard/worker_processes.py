"""Long work in processes of their own, which hold no lock of the server's.

Here is the server's end and what goes over the wire; `webapp/guard/worker.py` is the other end.
"""

import logging
import pickle
import socket
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO
from multiprocessing.connection import Connection
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import engine
from webapp.base.threads import Progress

LOOK_SECONDS: Final = 0.2
STOP: Final = b"stop"
"""Sent to a worker whose work nobody waits for any more."""
Answer: TypeAlias = tuple[Literal["progress", "done", "failed"], Any]

logger = logging.getLogger("webapp.apart")


class Call(NamedTuple):
    """A function with its arguments, its budget, and the language of the request."""

    function: Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    operations: int
    language: str


class WorkerLostError(Exception):
    """The worker ended before its work did, as when the system ran out of memory."""


class _Pickler(pickle.Pickler):
    """Sends a battle as its file, an error as its problems, and of a Progress that there is one."""

    def persistent_id(self, value: Any) -> str | None:
        return "progress" if isinstance(value, Progress) else None

    def reducer_override(self, value: Any) -> Any:
        if isinstance(value, engine.Battle):
            return engine.read, (value.document,)
        if isinstance(value, engine.InputError):
            return type(value), (value.problems,), value.__dict__
        return NotImplemented


class _Unpickler(pickle.Unpickler):
    def __init__(self, data: bytes, progress: Progress | None) -> None:
        super().__init__(BytesIO(data))
        self.progress = progress

    def persistent_load(self, _id: str) -> Any:
        return self.progress


def packed(value: Call | Answer) -> bytes:
    """Return a call or an answer as bytes. Raises an error for what cannot leave its process."""
    into = BytesIO()
    _Pickler(into).dump(value)
    return into.getvalue()


def unpacked(data: bytes, progress: Progress | None) -> Any:
    """Return what was packed; `progress` stands for that of the other end."""
    return _Unpickler(data, progress).load()


def progress_in(call: Call) -> Progress | None:
    """Return the Progress among the arguments of a call."""
    given = (*call.args, *call.kwargs.values())
    return next((value for value in given if isinstance(value, Progress)), None)


class Worker:
    """A process that does one call after another; it ends with this one, or when it is idle."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            number = theirs.fileno()
            # -P: the folder that somebody is in is not where modules come from.
            command = [sys.executable, "-P", "-m", "webapp.guard.worker", str(number)]
            self.process = subprocess.Popen(command, pass_fds=[number], stdin=subprocess.DEVNULL)
        self.connection = Connection(ours.detach())

    @property
    def is_alive(self) -> bool:
        """Whether the process is there."""
        return self.process.poll() is None

    def answer(self, data: bytes, budget: engine.Budget, progress: Progress | None) -> Answer:
        """Return the answer to a packed call. Raises EOFError or OSError if the process ends."""
        self.connection.send_bytes(data)
        is_stopped = False
        while True:
            if self.connection.poll(LOOK_SECONDS):
                kind, value = unpacked(self.connection.recv_bytes(), progress)
                if kind != "progress":
                    return kind, value
                if progress is not None:
                    progress(*value)
            if not is_stopped and (budget.is_stopped or (progress and progress.is_stopped)):
                self.connection.send_bytes(STOP)
                is_stopped = True

    def end(self) -> None:
        """End the process."""
        self.connection.close()
        self.process.kill()
        self.process.wait()


class Crew:
    """Workers, started when there is something to do; the last one used remembers most."""

    def __init__(self) -> None:
        self.idle: list[Worker] = []

    def do(self, data: bytes, budget: engine.Budget, progress: Progress | None) -> Any:
        """Return what a packed call returns, or raise its error. It blocks its thread."""
        worker = self._worker()
        try:
            kind, value = worker.answer(data, budget, progress)
        except (EOFError, OSError) as error:
            worker.end()
            logger.warning("a worker has ended in the middle of its work: %r", error)
            raise WorkerLostError from error
        self.idle.append(worker)
        if kind == "failed":
            raise value
        return value

    def _worker(self) -> Worker:
        while self.idle:
            try:
                worker = self.idle.pop()
            except IndexError:  # another thread was faster
                break
            if worker.is_alive:
                return worker
            worker.end()
        return Worker()

    def end(self) -> None:
        """End all idle workers."""
        while self.idle:
            self.idle.pop().end()
