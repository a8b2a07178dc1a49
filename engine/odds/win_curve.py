"""The win curve of a battle: side a's exact chance to win after each event."""

from typing import Any

from engine.core.battle import fold
from engine.core.recording import Recording
from engine.core.ruleset import Ruleset
from engine.kernels.loading import loaded


def win_curve_of(ruleset: Ruleset[Any, Any], recording: Recording) -> tuple[float, ...] | None:
    """Return the win curve of a recording, or None if the ruleset has no exact chances.

    The ruleset's kernel computes it if it is loaded. Raises RecordingError for a gap in the events.
    """
    if ruleset.chances is None:
        return None
    states = fold(ruleset, recording.events)
    if gauge := loaded(ruleset).gauge:
        return tuple(gauge(states))
    curve: list[float] = []
    before: Any = None
    for state in states:
        # Many events change nothing, and computing the chances takes milliseconds.
        now = state.snapshot()
        curve.append(curve[-1] if now == before else ruleset.chances(state).a)
        before = now
    return tuple(curve)
