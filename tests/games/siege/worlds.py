"""Hidden worlds, found by playing: which secrets of the others would have shown the same round."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import product

import msgspec
import numpy as np

from engine import seen_by
from engine.core.events import SIDES, SideId
from engine.players.siege.kernel import possible as sets
from engine.players.siege.kernel.possible import Case, Points, Possible
from engine.rulesets.siege.catalog import TABLES
from engine.rulesets.siege.rules import Stats, Tables
from tests.sieges import ORDERS, Round, play_round

WORDS = {word: letter for letter, word in ORDERS.items()}

State = tuple[Stats, ...]
World = tuple[tuple[Points, ...], State]  # hidden units' allotments, and their state
Step = tuple[str, str]  # both sides' orders for a round


def text(units: Iterable[Stats]) -> str:
    """Units as play_round takes them."""
    return " ".join("/".join(map(str, unit)) for unit in units)


def shown(played: Round, viewer: SideId | None) -> list[bytes]:
    return [msgspec.json.encode(event) for event in seen_by(played.events, viewer)]


def given(played: Round, side_id: SideId, *, seen: bool = False) -> str:
    """The orders of a side in letters; as `seen`, a `?` for each that only its owner was shown."""
    hidden = {"recover": "?", "none": "?"} if seen else {}
    words = [unit.order or "none" for unit in played.state.sides[side_id].units]
    return "".join(hidden.get(word, WORDS[word]) for word in words)


def guesses(seen: str, now: State) -> Iterator[str]:
    """All that a side with these units may have done of which this was seen (D2)."""
    options = [
        letter if letter != "?" else "nr" if hp and exh else "n"
        for letter, (_, _, hp, exh) in zip(seen, now, strict=True)
    ]
    yield from map("".join, product(*options))


def followers(
    truth: Round, before: dict[SideId, State], viewer: SideId | None, tables: Tables = TABLES
) -> Callable[[State], list[tuple[Step, State]]]:
    """What may have followed on a state of the hidden sides in a round, and by which orders."""
    seen = shown(truth, viewer)
    letters = {side_id: given(truth, side_id, seen=side_id != viewer) for side_id in SIDES}
    hidden = [side_id for side_id in SIDES if side_id != viewer]

    @cache
    def outcome(army_a: State, army_b: State, orders: Step) -> State | None:
        number = truth.state.round - 1
        played = play_round(text(army_a), text(army_b), "|".join(orders), tables, number)
        if shown(played, viewer) != seen:
            return None
        return tuple(unit for side in hidden for unit in played.state.sides[side].five())

    def follow(now: State) -> list[tuple[Step, State]]:
        armies = {**before, **dict(zip(hidden, (now[:5], now[5:]), strict=False))}
        tried = product(*(guesses(letters[side_id], armies[side_id]) for side_id in SIDES))
        return [
            ((one, two), then)
            for one, two in tried
            if (then := outcome(armies["a"], armies["b"], (one, two))) is not None
        ]

    return follow


def joined(possible: Possible) -> set[World]:
    return {
        (tuple(start for start, _ in cases), tuple(now for _, now in cases))
        for cases in combinations(possible)
    }


def only(possible: Possible, layer: int, fits: Callable[[Case], bool]) -> Possible:
    """Those combinations in which the case of a unit fits."""
    good = np.array([fits(case) for case in possible.labels.cases])

    def step(label: sets.Ints, state: sets.Ints) -> tuple[sets.Ints, ...]:
        on = np.flatnonzero(good[label])
        return on, label[on], state[on]

    swept = sets.run_automaton(possible.diagram, {layer: step})
    return possible._replace(diagram=sets.reduced(swept))


def combinations(possible: Possible) -> Iterator[tuple[Case, ...]]:
    cases = possible.labels.cases
    return (tuple(cases[label] for label in labels) for labels in tuples(possible.diagram))


def tuples(graph: sets.Diagram) -> Iterator[tuple[int, ...]]:
    """Every tuple of a small set whose diagram is reduced."""

    def after(depth: int, node: int) -> Iterator[tuple[int, ...]]:
        if depth == len(graph):
            yield ()
            return
        layer = graph[depth]
        for edge in np.flatnonzero(layer.src == node).tolist():
            for rest in after(depth + 1, int(layer.dst[edge])):
                yield (int(layer.label[edge]), *rest)

    return after(0, 0) if graph else iter(())
