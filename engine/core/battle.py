"""The runner: collects events from the stages, numbers them and applies them to the state."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain, cycle
from typing import Any, Final

from engine.core.budget import budget
from engine.core.errors import RecordingError
from engine.core.events import Event, Events, Stage, UnknownEvent
from engine.core.rng import Rng
from engine.core.ruleset import Ruleset, S, Setup


def run(
    ruleset: Ruleset[Setup, S],
    setup: Setup,
    rng: Rng,
    state: S | None = None,
    before: Callable[[Stage[S], S], Iterable[Stage[S]]] | None = None,
) -> Iterator[Event]:
    """Yield the events of one battle, each applied to the state before the next is decided.

    Pass an empty `state` to read it between events. `before` returns extra stages to run before a
    stage.
    """
    state = ruleset.new_state() if state is None else state
    begin: Stage[S] = partial(_begin, ruleset, setup)
    rounds = ruleset.round if ruleset.round_of is None else ruleset.round_of(setup)
    stages: Iterator[Stage[S]] = chain((begin,), ruleset.opening, cycle(rounds))
    if before is not None:
        stages = _with_more(stages, before, state)
    return perform(ruleset.apply, stages, state, rng)


def _with_more(
    stages: Iterable[Stage[S]], before: Callable[[Stage[S], S], Iterable[Stage[S]]], state: S
) -> Iterator[Stage[S]]:
    for stage in stages:
        yield from before(stage, state)
        yield stage


def perform(
    apply: Mapping[type[Event], Callable[[S, Any], object]],
    stages: Iterable[Stage[S]],
    state: S,
    rng: Rng,
    after: Event | None = None,
) -> Iterator[Event]:
    """Yield the events of these stages, numbered from `after` on, until stages or battle end.

    Every stage opens a new beat, and so does every BEAT that it yields. Beats without events are
    not counted. Raises the errors of the Budget that is active at the first event.
    """
    spent = budget()
    seq = opened = 0 if after is None else after.seq + 1
    beat = 0 if after is None else after.beat + 1
    for stage in stages:
        if seq > opened:
            beat, opened = beat + 1, seq
        for event in stage(state, rng):
            if event is None:
                if seq > opened:
                    beat, opened = beat + 1, seq
                continue
            if spent is not None:
                spent.spend(1)
            event.seq = seq
            event.beat = beat
            apply[event.__class__](state, event)
            seq += 1
            yield event
        if state.ended:
            return


def _begin(ruleset: Ruleset[Setup, S], setup: Setup, _state: S, rng: Rng) -> Events:
    return ruleset.begin(setup, rng)


UNFIT: Final = (LookupError, ValueError, ArithmeticError, AssertionError, AttributeError, TypeError)
"""Exceptions that `apply` may raise for an event that does not fit the state."""


def fold(ruleset: Ruleset[Setup, S], events: Iterable[Event]) -> Iterator[S]:
    """Yield the state after each event, built from the events alone: one object, changed in place.

    An event of an unknown type changes nothing. Raises RecordingError if the events are not
    numbered from 0 without gaps, or if one does not fit the state, such as an unknown unit.
    """
    state = ruleset.new_state()
    for expected, event in enumerate(events):
        if event.seq != expected:
            raise RecordingError(f"event {expected} is numbered {event.seq}")
        if not isinstance(event, UnknownEvent):
            try:
                ruleset.apply[type(event)](state, event)
            except UNFIT as error:
                raise RecordingError(f"event {expected} does not fit the battle") from error
        yield state
