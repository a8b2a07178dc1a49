"""Worker processes for long work: the server's end, the wire format, and the process's end."""

import importlib
import logging
import os
import pickle
import queue
import signal
import socket
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from contextvars import copy_context
from io import BytesIO
from multiprocessing.connection import Connection
from threading import Lock, Thread
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from werkzeug.exceptions import HTTPException

import engine
from webapp.base import games, texts
from webapp.base.jobs import Progress

LOOK_SECONDS: Final = 0.2
STOP: Final = b"stop"  # sent when no client waits any more
IDLE_SECONDS: Final = 300  # idle time before a worker exits to free memory
NICENESS: Final = 5  # the server goes first
KEPT_NICENESS: Final = 2  # workers that a visitor waits for go before the others
REPORT_SECONDS: Final = 0.1
# -P: keep the working directory out of the module path.
# Niceness is set before the imports, which take a second of processor time.
START: Final = f"import os, sys; os.nice(int(sys.argv[1])); from {__name__} import main; main()"
COMMAND: Final = (sys.executable, "-P", "-c", START)
Answer: TypeAlias = tuple[Literal["progress", "done", "failed"], Any]

logger = logging.getLogger("webapp.apart")


class Call(NamedTuple):
    """A function with its arguments, its budget, and the language of the request."""

    function: Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    operations: int
    language: str
    means: engine.Means = "all"


class UnsendableError(Exception):
    """A call cannot leave its process."""


class WorkerLostError(Exception):
    """The worker ended before its work did, for example out of memory."""


class _Pickler(pickle.Pickler):
    """Pickles a battle as its file, an error as its problems, a Progress as a marker."""

    def persistent_id(self, value: Any) -> str | None:
        return "progress" if isinstance(value, Progress) else None

    def reducer_override(self, value: Any) -> Any:
        if isinstance(value, engine.Battle):
            return engine.read, (value.document,)
        if isinstance(value, engine.InputError):
            return type(value), (value.problems,), value.__dict__
        return NotImplemented


class _Unpickler(pickle.Unpickler):
    """Reads what `_Pickler` writes; `progress` replaces the marker."""

    def __init__(self, data: bytes, progress: Progress | None) -> None:
        super().__init__(BytesIO(data))
        self.progress = progress

    def persistent_load(self, _id: str) -> Any:
        return self.progress


def _packed(value: Call | Answer) -> bytes:
    into = BytesIO()
    _Pickler(into).dump(value)
    return into.getvalue()


class WorkerProcess:
    """A process that does one call after another and, unless it has `modules`, ends when idle."""

    def __init__(self, modules: Sequence[str] = ()) -> None:
        ours, theirs = socket.socketpair()
        niceness = KEPT_NICENESS if modules else NICENESS
        with theirs:
            number = theirs.fileno()
            command = [*COMMAND, str(niceness), str(number), *modules]
            self.process = subprocess.Popen(command, pass_fds=[number], stdin=subprocess.DEVNULL)
        self.connection = Connection(ours.detach())

    @property
    def is_alive(self) -> bool:
        return self.process.poll() is None

    def answer(self, data: bytes, budget: engine.Budget, progress: Progress | None) -> Answer:
        """Return the answer to a packed call. Raise EOFError or OSError if the process ends."""
        self.connection.send_bytes(data)
        is_stopped = False
        while True:
            if self.connection.poll(LOOK_SECONDS):
                kind, value = _Unpickler(self.connection.recv_bytes(), progress).load()
                if kind != "progress":
                    return kind, value
                if progress is not None:
                    progress(*value)
            if not is_stopped and (budget.is_stopped or (progress and progress.is_stopped)):
                self.connection.send_bytes(STOP)
                is_stopped = True

    def end(self) -> None:
        self.connection.close()
        self.process.kill()
        self.process.wait()


class Crew:
    """Worker processes, started on demand; the last used has the warmest caches."""

    def __init__(self, modules: Sequence[str] = ()) -> None:
        self.idle: list[WorkerProcess] = []
        self.modules = modules

    def start(self) -> None:
        """Start a worker unless one is idle, so that the first call need not wait for it."""
        if not self.idle:
            self.idle.append(WorkerProcess(self.modules))

    def do(self, call: Call, budget: engine.Budget) -> Any:
        """Return a call's result or raise its error, an UnsendableError or a WorkerLostError."""
        try:
            data = _packed(call)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise UnsendableError from error
        given = (*call.args, *call.kwargs.values())
        progress = next((value for value in given if isinstance(value, Progress)), None)
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

    def _worker(self) -> WorkerProcess:
        while True:
            try:
                worker = self.idle.pop()
            except IndexError:  # none is left, or another thread was faster
                return WorkerProcess(self.modules)
            if worker.is_alive:
                return worker
            worker.end()


class _Worker:
    """The process's end: reads calls from a connection and does them; a call can be stopped."""

    def __init__(self, connection: Connection, *, is_kept: bool) -> None:
        self.connection = connection
        self.idle_seconds = None if is_kept else IDLE_SECONDS
        self.calls: queue.SimpleQueue[tuple[bytes, engine.Budget]] = queue.SimpleQueue()
        self.budget = engine.Budget(0)
        self.sending = Lock()

    def listen(self) -> None:
        """Queue calls, and stop the current one on request."""
        try:
            while True:
                data = self.connection.recv_bytes()
                if data == STOP:
                    self.budget.stop()
                else:
                    self.budget = engine.Budget(0)
                    self.calls.put((data, self.budget))
        except (EOFError, OSError):
            os._exit(0)  # the server has ended

    def work(self) -> None:
        """Answer calls until there are none for a while."""
        while True:
            try:
                data, budget = self.calls.get(timeout=self.idle_seconds)
            except queue.Empty:
                return
            self.send(copy_context().run(self._answer, data, budget))

    def send(self, answer: Answer) -> None:
        try:
            data = _packed(answer)
        except Exception as error:  # any error of a value that cannot be pickled
            data = _packed(("failed", RuntimeError(f"{answer!r:.200} cannot be sent: {error!r}")))
        with self.sending:
            self.connection.send_bytes(data)

    def _answer(self, data: bytes, budget: engine.Budget) -> Answer:
        try:
            call: Call = _Unpickler(data, _SentProgress(self, budget)).load()
            texts.speak({"LANG": call.language}, games.translations())
            budget.operations = budget.left = call.operations
            budget.means = call.means
            with budget:
                return "done", call.function(*call.args, **call.kwargs)
        except (engine.EngineError, HTTPException) as error:
            return "failed", error
        except Exception as error:
            error.add_note(traceback.format_exc())
            return "failed", error


class _SentProgress(Progress):
    def __init__(self, worker: _Worker, budget: engine.Budget) -> None:
        self.worker = worker
        self.budget = budget
        self.sent_at = 0.0

    def __call__(self, done: int, of: int) -> None:
        now = time.monotonic()
        if now >= self.sent_at + REPORT_SECONDS or done == of:
            self.sent_at = now
            self.worker.send(("progress", (done, of)))

    def stopped(self) -> bool:
        return self.budget.is_stopped


def _load_exact() -> None:
    rulesets: Any = engine.rulesets().values()
    engine.warm(*(ruleset.id for ruleset in rulesets if ruleset.chances), in_subprocess=True)


def main() -> None:
    """Work for the server at the other end of the socket given after the niceness."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # meant for the server; the worker ends with it
    number, *modules = sys.argv[2:]
    worker = _Worker(Connection(int(number)), is_kept=bool(modules))
    Thread(target=worker.listen, daemon=True).start()
    for module in modules:
        importlib.import_module(module)
    if not modules:
        Thread(target=_load_exact, daemon=True).start()
    worker.work()
