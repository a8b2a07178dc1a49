"""What a server works: its processor time, with that of PostgreSQL for it."""

import time
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event


class Work:
    """A counter of SQLite's work in this process, or of the PostgreSQL processes that serve it
    (Linux)."""

    def __init__(self, engine: Engine) -> None:
        self.files: set[Path] = set()
        if engine.dialect.name == "postgresql":
            event.listen(engine, "connect", self._note)
            engine.dispose()  # connections from before are made anew, and noted

    def _note(self, connection: Any, _record: object) -> None:
        self.files.add(Path(f"/proc/{connection.info.backend_pid}/schedstat"))

    def ms(self) -> float:
        """All that has been worked so far."""
        elsewhere = sum(int(file.read_text().split()[0]) for file in self.files if file.exists())
        return time.process_time() * 1000 + elsewhere / 1_000_000
