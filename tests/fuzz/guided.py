"""Coverage-guided fuzzing by atheris: `python -m tests.fuzz.guided pastes|recordings [LIBFUZZER
OPTION...]`. The samples are its corpus; it ends with the first undocumented exception."""

import sys
import tempfile
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import atheris

from tests.repo.files import ROOT

FOLDERS: Final = [path for path in ROOT.glob("engine/**/kernel*") if path.is_dir()]
KERNELS: Final = [".".join(path.relative_to(ROOT).parts) for path in FOLDERS]
"""Compiled by numba, so not instrumented."""
with atheris.instrument_imports(["engine", "webapp.armies", "webapp.games"], KERNELS):
    import engine
    from webapp.armies.builder import importing
    from webapp.base import games, samples

    games.games()

Target = Callable[[bytes], None]
BYTES_MOST: Final = 4_000


def pastes(data: bytes) -> None:
    """Read a text as an army of each game."""
    text = data.decode("utf-8", "replace")
    for game in games.games().values():
        with suppress(engine.InputError):
            importing.read(game, text)


def recordings(data: bytes) -> None:
    """Open a text as a recording, and replay it."""
    with suppress(engine.RecordingError):
        deque(engine.replay(engine.load_recording(data)), maxlen=0)


def _armies() -> Iterator[bytes]:
    for game in games.games().values():
        for army in samples.load(game).armies.values():
            yield game.builder.write(army.army).encode()


def _battles() -> Iterator[bytes]:
    for game in games.games().values():
        found = samples.load(game)
        for battle in found.battles.values():
            # As much as is changed within reason: the header, the armies and the first blows.
            lines = engine.play(found.battle_file(battle)).lines().splitlines()
            yield b"\n".join(lines[:12])


TARGETS: Final[dict[str, tuple[Target, Callable[[], Iterator[bytes]]]]] = {
    "pastes": (pastes, _armies),
    "recordings": (recordings, _battles),
}


def main(name: str, *options: str) -> None:
    """Does not return: libFuzzer ends the process."""
    target, seeds = TARGETS[name]
    with tempfile.TemporaryDirectory() as folder:
        corpus = Path(folder)
        longest = BYTES_MOST
        for number, seed in enumerate(seeds()):
            (corpus / str(number)).write_bytes(seed)
            longest = max(longest, len(seed))
        known = len([*corpus.iterdir()]) + 1  # libFuzzer counts them, and an empty one before
        given = [_beyond(known, option) for option in options]
        arguments: list[Any] = [sys.argv[0], *given, f"-max_len={longest}", str(corpus)]
        atheris.Setup(arguments, target)
        atheris.Fuzz()


def _beyond(known: int, option: str) -> str:
    name, _, number = option.partition("=")
    return f"{name}={known + int(number)}" if name == "-runs" else option


if __name__ == "__main__":
    main(*sys.argv[1:])
