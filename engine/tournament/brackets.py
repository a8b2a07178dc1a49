"""Single and double elimination: empty places in a bracket are byes for the best seeds."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.tournament.plan import Bracket, Match, Plan, Results, bye, match_of

BYE: Final = -1  # an empty place


class From(NamedTuple):
    """The winner, or the loser, of the match with this id."""

    match: str
    wins: bool = True


Source = int | From  # where a player comes from: an entrant, BYE, or the winner or loser of a match


class Slot(NamedTuple):
    """A match of a bracket, with the sources of its players."""

    id: str
    bracket: Bracket
    round: int
    a: Source
    b: Source


def seeded_places(count: int) -> list[int]:
    """Return the seeds from top to bottom: the best two can only meet in the final, and so on.

    Seeds from `count` up to the next power of two are empty places.
    """
    places = [0]
    while len(places) < count:
        places = [place for seed in places for place in (seed, 2 * len(places) - 1 - seed)]
    return places


def single(plan: Plan, results: Results) -> list[Match]:
    """Return the matches of a single elimination, including those with players yet unknown."""
    return _matches(plan, results, _winners(plan.count, "R", ""))


def double(plan: Plan, results: Results) -> list[Match]:
    """Return the matches of a double elimination, without a second final that is not needed."""
    slots = double_slots(plan.count)
    found = _matches(plan, results, slots)
    first = next(match for match in found if match.id == FINAL)
    if first.state == "done" and first.winner == first.a:
        found.pop()
    return found


FINAL: Final = "F1-1"


def double_slots(count: int) -> list[Slot]:
    """Return the winners' bracket, the losers' bracket, a final, and a second final.

    Losers of the winners' bracket enter the losers' bracket in alternating orders, so that
    rematches come as late as possible.
    """
    upper = _winners(count, "W", "winners")
    rounds = max(slot.round for slot in upper)
    by_round = [[slot.id for slot in upper if slot.round == n + 1] for n in range(rounds)]
    lower: list[Slot] = []

    def add(ones: Sequence[Source], twos: Sequence[Source]) -> list[Source]:
        new = _round("L", lower[-1].round + 1 if lower else 1, "losers", ones, twos)
        lower.extend(new)
        return [From(slot.id) for slot in new]

    left: list[Source] = [From(id_, wins=False) for id_ in by_round[0]]
    for turn, ids in enumerate(by_round[1:], start=1):
        left = add(left[::2], left[1::2])
        coming: list[Source] = [From(id_, wins=False) for id_ in ids]
        half = len(coming) // 2
        coming = coming[::-1] if turn % 2 else coming[half:] + coming[:half]
        left = add(coming, left)
    last = From(by_round[-1][0])
    finals = [
        Slot(FINAL, "final", 1, last, left[0]),
        Slot("F2-1", "final", 2, From(FINAL, wins=False), From(FINAL)),
    ]
    return [*upper, *lower, *finals]


def _winners(count: int, letter: str, bracket: Bracket) -> list[Slot]:
    left: list[Source] = [seed if seed < count else BYE for seed in seeded_places(count)]
    slots: list[Slot] = []
    number = 0
    while len(left) > 1:
        number += 1
        new = _round(letter, number, bracket, left[::2], left[1::2])
        slots += new
        left = [From(slot.id) for slot in new]
    return slots


def _round(
    letter: str, number: int, bracket: Bracket, ones: Sequence[Source], twos: Sequence[Source]
) -> list[Slot]:
    pairs = enumerate(zip(ones, twos, strict=True), start=1)
    return [Slot(f"{letter}{number}-{n}", bracket, number, *pair) for n, pair in pairs]


def _matches(plan: Plan, results: Results, slots: Sequence[Slot]) -> list[Match]:
    """Return the matches of these slots, without those of two empty places."""
    winners: dict[str, int | None] = {}
    losers: dict[str, int | None] = {}

    def who(source: Source) -> int | None:
        if isinstance(source, From):
            return (winners if source.wins else losers)[source.match]
        return source

    found = []
    for slot in slots:
        a, b = who(slot.a), who(slot.b)
        match = _match(plan, results, slot, a, b)
        if match is None:
            winners[slot.id], losers[slot.id] = BYE, BYE
            continue
        found.append(match)
        winners[slot.id] = match.winner
        losers[slot.id] = BYE if match.state == "bye" else match.loser
    return found


def _match(plan: Plan, results: Results, slot: Slot, a: int | None, b: int | None) -> Match | None:
    if a == BYE and b == BYE:
        return None
    if BYE in (a, b):
        rests = b if a == BYE else a
        if rests is None:
            return Match(slot.id, slot.round, None, None, "pending", slot.bracket)
        return bye(slot.id, slot.round, rests, slot.bracket)
    if a is None or b is None:
        return Match(slot.id, slot.round, a, b, "pending", slot.bracket)
    return match_of(plan, results, slot.id, slot.round, a, b, slot.bracket)
