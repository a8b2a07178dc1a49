"""Match-ups: the table against `engine.odds`; mixtures and styles worked out by hand."""

from typing import Any

import pytest

import engine
from engine import search
from engine.odds.chances import wilson
from engine.search import table
from engine.search.shares import best_mixture
from tests import sieges
from tests.dsl import battle_file as lineups
from tests.games.manymarios import kernel_cases as lineup_cases
from tests.games.warlords.test_kernel_parity import Draw
from tests.stacks import Row, battle_file, unit


def siege_file(bot: str, name: str = "") -> Row:
    return sieges.siege_file(*[sieges.side(sieges.EVEN, bot=bot, name=name)] * 2)


def test_duels_by_hand() -> None:
    """Strength 8 against 5 wins 2 of 3 (tests/odds/stacks.py), and 1/2 against itself."""
    found = search.matchups(
        [{"name": "Strong", "stack": [unit(8, 1)]}, {"name": "Weak", "stack": [unit(5, 1)]}]
    )
    assert (found.method, found.armies) == ("exact", ("Strong", "Weak"))
    assert found.win[0] == pytest.approx((1 / 2, 2 / 3))
    assert found.win[1] == pytest.approx((1 / 3, 1 / 2))
    assert found.strategy == (1, 0)
    assert (found.samples, found.interval) == (None, None)


def test_a_draw_counts_half() -> None:
    """Flyer against walker is a win or a draw (tests/odds/test_exact.py)."""
    flyer, walker = (side["army"] for side in lineups("2/2:flying | 2/2", first=None)["sides"])
    found = search.matchups([flyer, walker], names=["flyer", "walker"])
    assert found.armies == ("flyer", "walker")
    assert (found.win[0][1], found.win[1][0]) == (0.75, 0.25)


def lineup_files(first: dict[str, Any]) -> list[Row]:
    draw = lineup_cases.Draw(41)
    armies = [lineup_cases.army(draw, 1, 6) for _ in range(5)]
    terms = {"ruleset": "manymarios", **first}
    return [{**terms, "sides": [{"army": army}, {"army": armies[0]}]} for army in armies]


def stack_files() -> list[Row]:
    draw, field = Draw(42), {"terrain": ["hills"], "city": "town", "die": 22}
    stacks = [[draw.unit() for _ in range(3)] for _ in range(4)]
    files = [battle_file(stack, stacks[0], **field) for stack in stacks]
    files[1]["changes"] = [{"at": 2, "seed": 5}]  # the dice of a branch are no terms
    return files


@pytest.mark.parametrize(
    "files", [lineup_files({}), lineup_files({"options": {"first": "b"}}), stack_files()]
)
def test_a_table_is_that_of_the_odds_on_the_terms_of_the_files(files: list[Row]) -> None:
    found = search.matchups(files)
    for i, one in enumerate(files):
        for j, two in enumerate(files):
            sides = [file["sides"][0] for file in (one, two)]
            odds = engine.odds({**one, "sides": sides}, "exact")
            assert found.win[i][j] == pytest.approx(odds.a + odds.draw / 2, abs=1e-9)


def test_bots_are_sampled_with_an_interval_beside_each_number() -> None:
    files = [siege_file("random", "R"), siege_file("aggressive", "A")]
    found = search.matchups(files, samples=40)
    assert (found.method, found.samples, found.armies) == ("sample", 40, ("R", "A"))
    sides = [files[0]["sides"][0], files[1]["sides"][1]]
    odds = engine.odds({"ruleset": "siege", "sides": sides}, "sample", 40)
    assert found.win[0][1] == odds.a + odds.draw / 2
    assert found.interval is not None
    assert found.interval[0][1] == pytest.approx(wilson(found.win[0][1] * 40, 40))


def test_it_can_be_stopped_midway(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "BATTLES_OF_A_PART", 1)
    told: list[int] = []
    with pytest.raises(engine.StoppedError):
        search.matchups(
            [{"stack": [unit(5, 1)]}] * 3,
            progress=lambda done, _all: told.append(done),
            stop=lambda: len(told) > 3,
        )
    assert told == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("gains", "strategy"),
    [
        # Scissors, stone, paper. What a choice is brought by is what the other two win.
        ([[0, 0.3, -0.2], [-0.3, 0, 0.1], [0.2, -0.1, 0]], [1 / 6, 2 / 6, 3 / 6]),
        ([[0, 0.5, -0.5], [-0.5, 0, 0.5], [0.5, -0.5, 0]], [1 / 3, 1 / 3, 1 / 3]),
        ([[0, 0.2], [-0.2, 0]], [1, 0]),
        ([[0]], [1]),
    ],
)
def test_the_best_mixture_by_hand(gains: list[list[float]], strategy: list[float]) -> None:
    assert best_mixture([[0.5 + gain for gain in row] for row in gains]) == pytest.approx(strategy)


def test_side_a_is_tossed_for_in_the_best_mixture() -> None:
    """Who begins wins 9 of 10 whatever is brought; the second choice is better by 1 of 100."""
    assert str(best_mixture([[0.9, 0.89], [0.91, 0.9]])) == "(0.0, 1.0)"  # not -0.0
    # The first choice wins 0.9 on side a and 0.4 on side b: 0.65 on average.
    assert best_mixture([[0.5, 0.9], [0.6, 0.5]]) == pytest.approx((1, 0))


def test_no_army_beats_the_best_mixture_of_a_table() -> None:
    draw = Draw(43)
    found = search.matchups([{"stack": [draw.unit() for _ in range(3)]} for _ in range(12)])
    assert sum(found.strategy) == pytest.approx(1)
    for j in range(12):
        gained = [(found.win[i][j] + 1 - found.win[j][i]) / 2 for i in range(12)]
        share = sum(often * one for often, one in zip(found.strategy, gained, strict=True))
        assert share >= 0.5 - 1e-6


def test_armies_of_one_name_are_told_apart() -> None:
    army = {"name": "Twin", "stack": [unit(5, 1)]}
    found = search.matchups([army, army, {"stack": [unit(5, 1)]}])
    assert found.armies == ("Twin", "Twin (2)", "army 3")


@pytest.mark.parametrize(
    ("sources", "problems"),
    [
        ([], ["there are no armies; give at least one"]),
        ([[]], ["[0]: is neither a battle file nor an army"]),
        (["{"], ["[0]: is not JSON"]),
        (
            [{"stack": [{"unit": "rat"}]}, {"stack": [{"custom": {"strength": 3, "hits": 1}}]}],
            ["[0].stack[0].unit: no unit 'rat'", "[1].stack[0].custom.name: is missing"],
        ),
        (
            [battle_file([unit(5, 1)], [unit(5, 1)]), lineups("1/1 | 1/1")],
            ["[1].options: differs from that of [0]", "[1].ruleset: differs from that of [0]"],
        ),
        (
            [battle_file([unit(5, 1)], [unit(5, 1)]), lineups("1/1 | 1/1")["sides"][0]["army"]],
            ["[1].lineup: no key 'lineup'", "[1].stack: is missing"],
        ),
    ],
    ids=["none", "list", "no JSON", "units", "games", "an army of another game"],
)
def test_what_is_wrong_is_told_with_its_place(sources: list[Any], problems: list[str]) -> None:
    with pytest.raises(engine.InputError) as refused:
        search.matchups(sources)
    told = sorted(map(str, refused.value.problems))
    assert len(told) == len(problems)
    for line, beginning in zip(told, problems, strict=True):
        assert line.startswith(beginning), told


def test_a_table_that_would_take_days_says_what_it_comes_to() -> None:
    files = [siege_file("random")] * 20
    with pytest.raises(engine.InputError, match="400 pairs and 400,000,000 battles"):
        search.matchups(files, samples=1_000_000)


ROCK, PAPER, SCISSORS = (0.5, 0, 1), (1, 0.5, 0), (0, 1, 0.5)


def test_equal_armies_are_of_one_style_and_the_stronger_style_comes_first() -> None:
    """Armies 0 and 2 lose to 1 and 3; all else is even."""
    weak, strong = (0.5, 0, 0.5, 0), (1, 0.5, 1, 0.5)
    found = search.styles([weak, strong, weak, strong])
    assert [set(style) for style in found] == [{1, 3}, {0, 2}]


def test_rock_paper_and_scissors_are_three_styles() -> None:
    """Any two of them differ by 1/2, 1/2 and 1: the root of the mean square is 0.71."""
    found = search.styles([ROCK, PAPER, SCISSORS])
    assert sorted(found) == [(0,), (1,), (2,)]
    assert len(search.styles([ROCK, PAPER, SCISSORS], apart=0.70)) == 3
    assert len(search.styles([ROCK, PAPER, SCISSORS], apart=0.72)) == 1


def test_the_side_does_not_make_a_style() -> None:
    """If side a always wins, all get 1/2 of all where they are either side as often."""
    for share in (1, 0.5):
        assert [len(style) for style in search.styles([(share, share)] * 2)] == [2]
    assert [len(style) for style in search.styles([(0.5,)])] == [1]


def test_any_two_armies_of_a_style_are_near() -> None:
    """Army k gets 0.3 + 0.2 k of three equal others: shares 0, 0.2 and 0.4 above their mean; the
    ends differ."""
    rows = [[0.5 + (i - j) * 0.2 for j in range(3)] for i in range(3)]
    near = [set(style) for style in search.styles(rows, apart=0.21)]
    assert {0, 2} not in near
    assert max(len(style) for style in near) == 2
    assert len(search.styles(rows, apart=0.41)) == 1
