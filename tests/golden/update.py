"""`python -m tests.golden.update [RULESET]` records the golden battles anew: review the diff."""

import sys

import engine
from tests.golden.files import battle_files, recording_of


def main() -> None:
    """Plays every battle file and writes its recording beside it."""
    ruleset = sys.argv[1] if len(sys.argv) > 1 else None
    files = battle_files(ruleset)
    if not files:
        sys.exit(f"there are no battle files for {ruleset!r} in tests/games")
    for path in files:
        recording_of(path).write_bytes(engine.play(path.read_bytes()).lines())


if __name__ == "__main__":
    main()
