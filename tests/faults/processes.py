"""Coverage by test, in the process that runs the tests and in those that they start.

A context is the id of a test, or `fixture:…` for a fixture that several tests share. The process
that runs the tests writes the context into a file and signals its children, which switch as well.
"""

import gettext
import hashlib
import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from coverage import Coverage, CoverageData

ROOT: Final = Path(__file__).parents[2]
RECORDED: Final = ("engine", "webapp", "templates")
INHERITED: Final = ("FAULTS_RAW", "FAULTS_CONTEXT")


def text_key(text: str) -> str:
    """The name under which the use of a translation is recorded."""
    return f"text:{hashlib.md5(text.encode()).hexdigest()}"


class Recorder:
    """Records one process: lines of Python and templates by coverage.py, and `used` files.

    A line number 0 stands for a file that was loaded without it being known which lines ran.
    """

    def __init__(self, raw: Path) -> None:
        self.raw = raw
        self.context = ""
        self.used: dict[str, set[int]] = {}
        self.others: CoverageData | None = None
        self.coverage = Coverage(
            data_file=raw / "lines",
            data_suffix=True,
            config_file=False,
            auto_data=True,
            include=[f"{ROOT / folder}/*" for folder in RECORDED],
            concurrency=["thread", "greenlet"],
            messages=False,
        )
        self.coverage.set_option("run:core", "ctrace")
        self.coverage.set_option("run:patch", ["_exit", "fork"])
        self.coverage._warn = lambda *_, **__: None  # warnings are errors in tests

    def use(self, path: str, lines: set[int]) -> None:
        self.used.setdefault(path, set()).update(lines)

    def switch(self, context: str) -> None:
        used, self.used = self.used, {}
        if used:
            if self.others is None:
                self.others = CoverageData(self.raw / "others", suffix=True)
            self.others.set_context(self.context)
            self.others.add_lines(used)
        self.context = context
        if current := Coverage.current():
            current.switch_context(context)


recorder: Recorder | None = None


def start() -> None:
    """Records this process from now on, and has its children recorded."""
    global recorder
    recorder = Recorder(Path(os.environ["FAULTS_RAW"]))
    recorder.coverage.start()
    _note_translations(recorder)
    if "FAULTS_CONTEXT" in os.environ:
        signal.signal(signal.SIGUSR1, lambda *_: _follow())
        _join()
        os.register_at_fork(after_in_child=_join)


def _join() -> None:
    """Follows the process that runs the tests, in a child of it."""
    if recorder:
        recorder.others = None
    _follow()
    folder = Path(os.environ["FAULTS_CONTEXT"] + ".pids")
    folder.mkdir(exist_ok=True)
    (folder / str(os.getpid())).touch()


def _follow() -> None:
    if recorder:
        recorder.switch(Path(os.environ["FAULTS_CONTEXT"]).read_text("utf-8"))


def _note_translations(recorder: Recorder) -> None:
    for name in ("gettext", "ngettext"):
        original = getattr(gettext.GNUTranslations, name)

        def noted(self: Any, text: str, *rest: Any, original: Any = original) -> str:
            recorder.use(text_key(text), {0})
            return str(original(self, text, *rest))

        setattr(gettext.GNUTranslations, name, noted)


def switch(context: str) -> None:
    """In the process that runs the tests: the context of all processes from now on."""
    if recorder is None:
        return
    file = Path(os.environ["FAULTS_CONTEXT"])
    file.write_text(context, "utf-8")
    recorder.switch(context)
    folder = Path(f"{file}.pids")
    for pid in folder.iterdir() if folder.exists() else ():
        try:
            os.kill(int(pid.name), signal.SIGUSR1)
        except ProcessLookupError:
            with suppress(FileNotFoundError):
                pid.unlink()


def mind_children() -> None:
    """Has every process that a test starts import this tree, and be recorded as the test is."""
    original = subprocess.Popen.__init__

    def init(self: Any, args: Any, *rest: Any, env: Any = None, **options: Any) -> None:
        env = dict(os.environ if env is None else env)
        env |= {name: os.environ[name] for name in INHERITED if name in os.environ}
        paths = [*env.get("PYTHONPATH", "").split(os.pathsep), str(ROOT)]
        env["PYTHONPATH"] = os.pathsep.join(dict.fromkeys(filter(None, paths)))
        original(self, args, *rest, env=env, **options)

    subprocess.Popen.__init__ = init  # type: ignore[method-assign]
