"""The win curve of a battle: side a's exact chance to win after each event."""

from typing import Any

from engine.core.battle import fold
from engine.core.recording import Recording
from engine.core.ruleset import Ruleset


def win_curve_of(
    ruleset: Ruleset[Any, Any], recording: Recording, *, compiled: bool = False
) -> tuple[float, ...] | None:
    """The win curve of a recording; None where the ruleset has no exact chances.

    `compiled` uses the ruleset's kernel if it has one. Raises RecordingError for a gap in the
    events.
    """
    if ruleset.chances is None:
        return None
    states = fold(ruleset, recording.events)
    kernel = ruleset.kernel() if compiled and ruleset.kernel else None
    if kernel is not None and kernel.gauge is not None:
        return tuple(kernel.gauge(states))
    curve: list[float] = []
    before: Any = None
    for state in states:
        # Many events change nothing, and finding the chances takes milliseconds.
        now = state.snapshot()
        curve.append(curve[-1] if now == before else ruleset.chances(state).a)
        before = now
    return tuple(curve)
