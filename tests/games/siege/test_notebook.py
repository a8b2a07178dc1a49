"""The notebook: true in every match, no wider than it has to be, and of nothing that is secret."""

from collections.abc import Iterator
from functools import partial

import pytest

import engine
from engine import other_side, seen_by
from engine.core.battle import fold
from engine.core.events import SIDES, SideId
from engine.core.rng import Seeded
from engine.players.siege.bots import BOTS
from engine.players.siege.inference import knowledge, notebook, sight_of, sight_of_view
from engine.players.siege.inference.notebook import Besieged, Meeting, RoundKnown, Span
from engine.players.siege.kernel.possible import Case
from engine.rulesets.siege.catalog import TABLES
from engine.rulesets.siege.match import Match
from engine.rulesets.siege.snapshot import LETTERS, STATS
from engine.rulesets.siege.state import Record
from engine.rulesets.siege.view import by_letter
from tests.games.siege.test_inference import some
from tests.games.siege.worlds import WORDS, State, combinations, followers, only, text
from tests.sieges import EVEN, orders, play_round, random_army, side, siege_file

EASY_BOTS = ("random", "cautious", "aggressive")
VIEWERS: tuple[SideId | None, ...] = ("a", "b", None)


def match_of(army_a: str, army_b: str, *rounds: str) -> Match:
    """A match after these rounds, `aaddr|ddnnn`."""
    match = Match(engine.read(siege_file(side(army_a), side(army_b))))
    for given in rounds:
        one, two = given.split("|")
        match.resolve(orders(one), orders(two))  # type: ignore[arg-type]
    return match


def bots_match(seed: int, most: int = 40) -> Iterator[Match]:
    """A match between two bots, after each of its rounds but one that ends it."""
    rng = Seeded(seed)
    match = match_of(random_army(rng), random_army(rng))
    bots = [BOTS[EASY_BOTS[rng.below(3, "which bot", "")]] for _ in SIDES]
    for _ in range(most):
        one, two = (
            by_letter(bot.decide(match.view(side_id), rng))
            for bot, side_id in zip(bots, SIDES, strict=True)
        )
        match.resolve(one, two)
        if match.ended:
            return
        yield match


def allotment(match: Match, side_id: SideId) -> State:
    return tuple(
        (*(unit.values[stat] for stat in STATS),)  # type: ignore[misc]
        for unit in match.state.sides[side_id].allotment
    )


@pytest.mark.parametrize("viewer", VIEWERS)
def test_what_is_true_is_among_what_can_be_true(viewer: SideId | None) -> None:
    for seed in range(3 if viewer else 1):
        for match in bots_match(seed, 40 if viewer else 8):
            book = notebook(sight_of(match.state, viewer, TABLES))
            for side_id in SIDES:
                start, now = allotment(match, side_id), match.state.sides[side_id].five()
                for letter, *true in zip(LETTERS, start, now, strict=True):
                    stats = book.units.get(f"{side_id}{letter}", {})
                    assert (stats == {}) == (side_id == viewer)
                    for place, stat in enumerate(stats):
                        assert true[0][place] in stats[stat].start.values, (seed, match.round)
                        assert true[1][place] in stats[stat].now.values, (seed, match.round)
            assert book.exact or not viewer


def paths_to(match: Match, viewer: SideId, start: State) -> dict[State, list[str]]:
    """Where the enemy can stand that began like this, and orders that lead there unnoticed."""
    enemy: SideId = other_side(viewer)
    paths: dict[State, list[str]] = {start: []}
    for record in match.state.records:
        truth = play_round(
            *(text(record.values[side_id]) for side_id in SIDES),
            "|".join(letters(record, side_id) for side_id in SIDES),
            rounds_played=record.number - 1,
        )
        follow = followers(truth, {viewer: record.values[viewer]}, viewer)
        further: dict[State, list[str]] = {}
        for now, path in paths.items():
            for step, then in follow(now):
                further.setdefault(then, [*path, step[SIDES.index(enemy)]])
        paths = further
    return paths


def letters(record: Record, side_id: SideId) -> str:
    given = record.orders[side_id]
    return "".join(WORDS[given[f"{side_id}{letter}"]] for letter in LETTERS)


def twin(match: Match, viewer: SideId, start: State, path: list[str]) -> Match:
    """The match with another hidden side, as it would have been played."""
    armies = [text(army) for army in (allotment(match, "a"), allotment(match, "b"))]
    own = [letters(record, viewer) for record in match.state.records]
    hidden = text(start)
    armies = [armies[0], hidden] if viewer == "a" else [hidden, armies[1]]
    rounds = zip(own, path, strict=True) if viewer == "a" else zip(path, own, strict=True)
    plain = [" ".join(unit.rpartition("/")[0] for unit in army.split()) for army in armies]
    return match_of(plain[0], plain[1], *("|".join(both) for both in rounds))


@pytest.mark.parametrize(
    ("seed", "viewer"), some((4, "a"), (8, "b"), (7, "a"), (9, "b"), (10, "b"))
)
def test_every_end_of_a_range_has_a_match_that_looks_the_same(seed: int, viewer: SideId) -> None:
    *_, match = bots_match(seed, most=6)
    known = knowledge(sight_of(match.state, viewer, TABLES))
    true = [letters(record, other_side(viewer)) for record in match.state.records]
    played = twin(match, viewer, allotment(match, other_side(viewer)), true)
    rng = Seeded(seed)
    for layer in range(5):
        part = rng.below(2, "start or now", "")
        place = rng.below(4 if part else 3, "stat", "")
        values = [case[part][place] for case in known.cases(layer)]
        for end in {min(values), max(values)}:
            fits = partial(has, part=part, place=place, value=end)
            cases = next(iter(combinations(only(known, layer, fits))))
            start: State = tuple((*points, 0) for points, _ in cases)
            path = paths_to(match, viewer, start)[tuple(now for _, now in cases)]
            other = twin(match, viewer, start, path)
            assert seen_by(other.events, viewer) == seen_by(played.events, viewer)


def has(case: Case, part: int, place: int, value: int) -> bool:
    return case[part][place] == value


@pytest.mark.parametrize("viewer", VIEWERS)
def test_it_needs_nothing_but_the_events_that_its_viewer_was_shown(viewer: SideId | None) -> None:
    ruleset = engine.rulesets()["siege"]
    for seed in range(2):
        for match in bots_match(seed, most=8):
            *_, shown = fold(ruleset, seen_by(match.events, viewer))
            sight = sight_of(match.state, viewer, TABLES)
            assert sight_of(shown, viewer, TABLES) == sight
            if viewer:
                assert sight_of_view(match.view(viewer)) == sight


def test_before_the_first_round_anything_that_may_be_allotted_is_possible() -> None:
    book = notebook(sight_of(match_of(EVEN, EVEN).state, "a", TABLES))
    assert book.units.keys() == {"bA", "bB", "bC", "bD", "bE"}
    anything, none = Span(0, 4, (0, 1, 2, 3, 4)), Span(0, 0, (0,))
    for stats in book.units.values():
        assert {stat: (known.now, known.start) for stat, known in stats.items()} == {
            "atk": (anything, anything),
            "def": (anything, anything),
            "hp": (anything, anything),
            "exh": (none, none),
        }
    assert (book.rounds, book.exact) == ((), True)


def test_it_keeps_what_each_round_revealed_and_what_follows_from_it() -> None:
    """a's A (ATK 4) meets b's B (ATK 2); a's B, C, D are left over: A = 2 + 2 + 1 against b's D, E.

    b's D and E have DEF 4 each, since D = 8: b's others have 2 between them, and D and E have at
    most 3 ATK and HP together each. a's A got B4, so B's ATK 2 was below A's and not above its DEF.
    """
    army_a = "4/2/1 2/2/2 2/2/2 1/2/2 1/2/3"
    army_b = "4/1/2 2/1/2 4/0/3 0/4/1 0/4/2"
    book = notebook(sight_of(match_of(army_a, army_b, "aaaan|nandd").state, "a", TABLES))
    assert book.rounds == (
        RoundKnown(
            number=1,
            meetings=(Meeting("aA", "bB", 4, 2),),
            defenders={"a": (), "b": ("bD", "bE")},
            besieged=Besieged("b", ("aB", "aC", "aD"), 5, 8),
        ),
    )
    known = book.units
    assert known["bB"]["atk"].start == Span(2, 2, (2,))
    assert known["bD"]["def"].now == known["bE"]["def"].now == Span(4, 4, (4,))
    assert known["bA"]["def"].now == Span(0, 2, (0, 1, 2))
    assert known["bE"]["hp"].start == Span(0, 3, (0, 1, 2, 3))
    # S6: both defenders are tired; B, beaten by 2 and with less DEF than a's ATK, is tired too.
    assert [known[f"b{letter}"]["exh"].now.values for letter in LETTERS] == [
        (0,),
        (1,),
        (0,),
        (1,),
        (1,),
    ]
    # The top defender has lost 1 HP, and B has lost 1 HP or, without any, 1 ATK.
    assert known["bB"]["atk"].now == Span(1, 2, (1, 2))
    assert known["bB"]["hp"].start == Span(0, 4, (0, 1, 2, 3, 4))
    assert known["bB"]["hp"].now == Span(0, 3, (0, 1, 2, 3))
