"""Kernels are compiled once, by one process, elsewhere; where that fails the rules play on."""

import fcntl
import importlib
import logging
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import engine
from engine.core.ruleset import Kernel
from engine.kernels import loading
from engine.kernels.compiled import is_cached
from engine.odds.chances import BULK_LEAST, sampled_odds
from tests.dsl import COIN_FLIP, battle_file

EVEN = engine.read(battle_file(COIN_FLIP, None))
NUMBERS = count()
KERNEL = """
from engine.kernels.compiled import bare_kernel

@bare_kernel
def twice(n: int) -> int:
    return n + n
"""
MADE = """
from engine.core.ruleset import Kernel

def make():
    from {name}.kernel import twice
    return Kernel(warm=lambda: twice(1), sampler=lambda battle: None)
"""

NEW_TYPES = """
import engine.kernels.compiled
from numba.core.typing.typeof import typeof_impl

import engine

before = {*typeof_impl.registry}
engine.warm("manymarios")
print({*typeof_impl.registry} - before)
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    name = f"doubling{next(NUMBERS)}"
    folder = tmp_path / name
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "kernel.py").write_text(KERNEL, "utf-8")
    (folder / "made.py").write_text(MADE.format(name=name), "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield name
    for module in [module for module in sys.modules if module.partition(".")[0] == name]:
        del sys.modules[module]


def ruleset_with(kernel: Any) -> engine.Ruleset[Any, Any]:
    return replace(EVEN.ruleset, kernel=kernel)


def ruleset_of(package: str) -> engine.Ruleset[Any, Any]:
    return ruleset_with(importlib.import_module(f"{package}.made").make)


def for_other_processor(index: Path) -> None:
    with index.open("rb") as file:
        version, (stamp, found) = pickle.load(file), pickle.load(file)
    found = {(key[0], ("z80",), *key[2:]): name for key, name in found.items()}
    index.write_bytes(pickle.dumps(version) + pickle.dumps((stamp, found)))


def without_code(index: Path) -> None:
    for path in index.parent.glob("*twice*.nbc"):
        path.unlink()


@pytest.mark.parametrize("spoil", [for_other_processor, without_code])
def test_kernel_is_cached_and_not_recompiled(package: str, spoil: Callable[[Path], None]) -> None:
    module = importlib.import_module(f"{package}.kernel")
    assert not is_cached(module.twice)
    assert module.twice(2) == 4
    module = importlib.reload(module)
    assert is_cached(module.twice)
    (index,) = Path(module.twice.stats.cache_path).glob("*twice*.nbi")
    spoil(index)
    assert not is_cached(module.twice)
    module.twice(2)
    assert not module.twice.stats.cache_hits


def test_server_leaves_first_compiling_away(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = ruleset_of(package)
    assert not loading.is_compiled(ruleset)
    assert engine.lack_of(ruleset) is None, "nobody else shares this process"
    begun = threading.Event()
    monkeypatch.setattr(loading, "load", lambda *_, in_subprocess: in_subprocess and begun.set())
    monkeypatch.setattr(loading, "USE_SUBPROCESS", threading.Event())
    assert engine.warm("of no game", in_subprocess=True)
    assert engine.lack_of(ruleset) == "compiling"
    assert begun.wait(60)
    until = time.monotonic() + 60
    while engine.lack_of(ruleset) == "compiling":
        assert time.monotonic() < until
        time.sleep(0.01)
    assert engine.lack_of(ruleset) == "failed", "the other process has left nothing"
    importlib.import_module(f"{package}.kernel").twice(2)
    assert loading.is_compiled(ruleset)
    assert engine.lack_of(ruleset) is None, "somebody has compiled it meanwhile"


def executable(path: Path, script: str) -> str:
    path.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    path.chmod(0o755)
    return str(path)


def test_in_a_process_a_kernel_is_compiled_for_the_first_and_found_by_the_second(
    package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = tmp_path / "runs"
    compiler = executable(tmp_path / "compiler", f'echo "$*" >> {runs}; sleep 0.3')
    monkeypatch.setattr(sys, "executable", compiler)
    ruleset = ruleset_of(package)
    threads = [
        threading.Thread(target=loading.load, args=(ruleset,), kwargs={"in_subprocess": True})
        for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # -P: of Battlereel, wherever the process has begun.
    assert runs.read_text("utf-8") == f"-P -m engine.kernels {ruleset.id}\n"


def test_a_process_that_compiles_keeps_others_waiting_until_it_ends(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from engine.kernels.loading import alone\n"
        "with alone(Path(sys.argv[1])): print(flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stdout.readline()
        with (tmp_path / loading.LOCK).open("w") as file, pytest.raises(BlockingIOError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        assert process.stdin
        process.stdin.close()
        with loading.alone(tmp_path):
            process.wait(60)
    assert process.returncode == 0


def test_a_compiler_that_fails_is_told_and_nobody_compiles_here(
    package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failing = executable(tmp_path / "compiler", "echo first >&2; echo no room left >&2; exit 3")
    monkeypatch.setattr(sys, "executable", failing)
    ruleset = ruleset_of(package)
    assert loading.load(ruleset, in_subprocess=True) is None
    (told,) = caplog.records
    assert told.levelno == logging.WARNING
    assert told.getMessage().endswith("cannot be loaded: its compiler failed: no room left")
    assert not is_cached(importlib.import_module(f"{package}.kernel").twice)
    assert sampled_odds(replace(EVEN, ruleset=ruleset), 300) == sampled_odds(EVEN, 300)
    assert len(caplog.records) == 1


def broken() -> None:
    raise engine.KernelError("a wheel is off")


def cannot_be_warmed() -> Kernel:
    return Kernel(warm=broken, sampler=no_sampler)


def no_sampler(_: engine.Battle) -> Any:
    raise AssertionError("it was never loaded")


def test_broken_kernel_is_reported_once_and_rules_play(caplog: pytest.LogCaptureFixture) -> None:
    assert loading.load(ruleset_with(broken), in_subprocess=True, compiles=False) is None
    battle = replace(EVEN, ruleset=ruleset_with(cannot_be_warmed))
    while loading.ready(battle.ruleset) is None:
        time.sleep(0.01)
    for seed in range(2):
        assert sampled_odds(battle, BULK_LEAST, seed) == sampled_odds(EVEN, BULK_LEAST, seed)
    assert ["wheel" in record.getMessage() for record in caplog.records] == [True, True]
    with pytest.raises(engine.KernelError, match="wheel"):
        loading.load(battle.ruleset)


ENDING = """
import sys, threading, time
from dataclasses import replace
import engine
from engine.core.ruleset import Kernel
from engine.kernels import loading
begun = threading.Event()
def warm():
    begun.set()
    time.sleep(0.3)
    print("loaded", flush=True)
kernel = lambda: Kernel(warm=warm, sampler=lambda battle: None)
loading.ready(replace(engine.rulesets()["manymarios"], kernel=kernel))
begun.wait()
"""


def test_a_process_ends_when_the_thread_in_the_compiler_is_out_of_it() -> None:
    """One that ends while LLVM works may crash."""
    done = subprocess.run(
        [sys.executable, "-c", ENDING], capture_output=True, text=True, timeout=60, check=True
    )
    assert (done.stdout, done.stderr) == ("loaded\n", "")


WAITING = """
import os, sys, time
from pathlib import Path
import engine
from engine.kernels import loading
sys.executable = sys.argv[1]
loading.ready(engine.rulesets()["warlords"])
while not Path(sys.argv[2]).exists():
    time.sleep(0.01)
"""


@pytest.mark.long
def test_process_does_not_await_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, fifo = tmp_path / "begun", tmp_path / "fifo"
    compiler = executable(tmp_path / "compiler", f"mkfifo {fifo}; echo > {begun}; cat {fifo}")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    try:
        subprocess.run(
            [sys.executable, "-c", WAITING, compiler, str(begun)],
            stdout=subprocess.DEVNULL,
            timeout=60,
            check=True,
        )
    finally:
        fifo.write_text("", "utf-8")  # opened by the one that waits, who then ends


def test_loading_a_kernel_does_not_disturb_calls_of_another() -> None:
    """A call of a kernel iterates over numba's table of types, which has no lock."""
    command = [sys.executable, "-c", NEW_TYPES]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)
    assert done.stdout.strip() == "set()"
