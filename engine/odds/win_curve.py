"""The course of a battle: how its exact chances moved, event by event."""

from typing import Any

from engine.core.battle import fold
from engine.core.recording import Recording
from engine.core.ruleset import Ruleset


def win_curve_of(
    ruleset: Ruleset[Any, Any], recording: Recording, *, compiled: bool = False
) -> tuple[float, ...] | None:
    """Side a's exact chance to win after each event; None for a ruleset that cannot tell it.

    `compiled` asks the kernel where there is one: it agrees to 1e-12 and takes milliseconds, but
    its first call of a process loads it or compiles it. Raises RecordingError for a gap in the
    events.
    """
    if ruleset.chances is None:
        return None
    states = fold(ruleset, recording.events)
    kernel = ruleset.kernel() if compiled and ruleset.kernel else None
    if kernel is not None and kernel.gauge is not None:
        return tuple(kernel.gauge(states))
    told: list[float] = []
    before: Any = None
    for state in states:
        # Many events only tell something, and to ask for chances anew is not cheap.
        now = state.snapshot()
        told.append(told[-1] if now == before else ruleset.chances(state).a)
        before = now
    return tuple(told)
