"""The runner: lets the stages decide, applies what they decided, and numbers it."""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain, cycle

from engine.core.errors import RecordingError
from engine.core.events import Event, Stage
from engine.core.rng import Chance
from engine.core.ruleset import Ruleset, S, Setup


def run(
    ruleset: Ruleset[Setup, S], setup: Setup, rng: Chance, state: S | None = None
) -> Iterator[Event]:
    """The events of one battle, each applied to the state before the next is decided.

    Pass an empty `state` to look into it between events. Every stage opens a new beat, and so does
    every BEAT that a stage yields; a beat without events is not counted.
    """
    state = ruleset.new_state() if state is None else state
    apply = ruleset.apply
    seq = beat = opened = 0
    muster: Stage[S] = partial(_muster, ruleset, setup)
    stages: Iterator[Stage[S]] = chain((muster,), ruleset.opening, cycle(ruleset.round))
    for stage in stages:
        if seq > opened:
            beat, opened = beat + 1, seq
        for event in stage(state, rng):
            if event is None:
                if seq > opened:
                    beat, opened = beat + 1, seq
                continue
            event.seq = seq
            event.beat = beat
            apply[event.__class__](state, event)
            seq += 1
            yield event
        if state.ended:
            return


def _muster(
    ruleset: Ruleset[Setup, S], setup: Setup, _state: S, rng: Chance
) -> Iterator[Event | None]:
    return ruleset.muster(setup, rng)


def fold(ruleset: Ruleset[Setup, S], events: Iterable[Event]) -> Iterator[S]:
    """The state after each event, built from nothing but the events: one object, changed in place.

    Raises RecordingError if the events are not numbered from 0 without gaps.
    """
    state = ruleset.new_state()
    for expected, event in enumerate(events):
        if event.seq != expected:
            raise RecordingError(f"event {expected} is numbered {event.seq}")
        ruleset.apply[type(event)](state, event)
        yield state
