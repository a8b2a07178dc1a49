"""A worker of `guard/worker_processes.py`: does calls in this process, one after the other.

`python -m webapp.guard.worker FD` is started by the server, with a socket to it.
"""

import os
import queue
import signal
import sys
import time
import traceback
from contextvars import copy_context
from multiprocessing.connection import Connection
from threading import Lock, Thread
from typing import Any, Final

from werkzeug.exceptions import HTTPException

import engine
from webapp.base import games, texts
from webapp.base.threads import Progress
from webapp.guard.worker_processes import STOP, Answer, Call, packed, unpacked

IDLE_SECONDS: Final = 300
"""A worker without work ends after this time, and its memory is free again."""
NICENESS: Final = 5
"""The server, which answers everybody, goes first."""
REPORT_SECONDS: Final = 0.1


class Worker:
    """Reads calls from a connection, does them, and can be stopped meanwhile."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.calls: queue.SimpleQueue[tuple[bytes, engine.Budget]] = queue.SimpleQueue()
        self.budget = engine.Budget(0)
        self.sending = Lock()

    def listen(self) -> None:
        """Queue what is called, and stop the current call when the server says so."""
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
                data, budget = self.calls.get(timeout=IDLE_SECONDS)
            except queue.Empty:
                return
            self.send(copy_context().run(self._answer, data, budget))

    def send(self, answer: Answer) -> None:
        """Send an answer or a progress."""
        try:
            data = packed(answer)
        except Exception as error:  # whatever a value raises that cannot be pickled
            data = packed(("failed", RuntimeError(f"{answer!r:.200} cannot be sent: {error!r}")))
        with self.sending:
            self.connection.send_bytes(data)

    def _answer(self, data: bytes, budget: engine.Budget) -> Answer:
        try:
            call: Call = unpacked(data, _Reported(self, budget))
            texts.speak({"LANG": call.language}, games.translations())
            budget.operations = budget.left = call.operations
            with budget:
                return "done", call.function(*call.args, **call.kwargs)
        except (engine.EngineError, HTTPException) as error:
            return "failed", error
        except Exception as error:
            error.add_note(traceback.format_exc())
            return "failed", error


class _Reported(Progress):
    """A Progress that the server is told of."""

    def __init__(self, worker: Worker, budget: engine.Budget) -> None:
        self.worker = worker
        self.budget = budget
        self.reported_at = 0.0

    def __call__(self, done: int, of: int) -> None:
        now = time.monotonic()
        if now >= self.reported_at + REPORT_SECONDS or done == of:
            self.reported_at = now
            self.worker.send(("progress", (done, of)))

    def stopped(self) -> bool:
        return self.budget.is_stopped


def _load_exact() -> None:
    rulesets: Any = engine.rulesets().values()
    engine.warm(*(ruleset.id for ruleset in rulesets if ruleset.chances), in_subprocess=True)


def main() -> None:
    """Work for the server at the other end of the socket that the first argument names."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # meant for the server, with which it ends
    os.nice(NICENESS)
    worker = Worker(Connection(int(sys.argv[1])))
    Thread(target=worker.listen, daemon=True).start()
    Thread(target=_load_exact, daemon=True).start()
    worker.work()


if __name__ == "__main__":
    main()
