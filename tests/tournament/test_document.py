"""The tournament file: what it may say, and what is said of one that is wrong."""

from typing import Any

import pytest

from engine import InputError, read, tournament
from tests.stacks import unit


def entrant(strength: int, **more: Any) -> dict[str, Any]:
    return {"army": {"stack": [unit(strength, 1)]}, **more}


def cup(*entrants: dict[str, Any], **more: Any) -> dict[str, Any]:
    rows = list(entrants) or [entrant(5), entrant(6)]
    return {"kind": "swiss", "ruleset": "warlords", "seed": 7, "entrants": rows, **more}


def problems(document: Any) -> list[str]:
    with pytest.raises(InputError) as caught:
        tournament.read(document)
    return [str(problem) for problem in caught.value.problems]


def test_a_game_is_a_battle_file_on_the_tournaments_terms() -> None:
    found = tournament.read(cup(entrant(5, name="Ann"), entrant(6), field={"terrain": ["hills"]}))
    (game,) = tournament.due(tournament.matches(found.plan, {}))
    file = found.battle_file(game)
    assert file == {
        "ruleset": "warlords",
        "field": {"terrain": ["hills"]},
        "seed": game.seed,
        "sides": [entrant(5, name="Ann"), entrant(6, name="Army 2")],
    }
    assert read(file).seed == game.seed


def test_rounds_are_as_many_as_leave_one_undefeated() -> None:
    counts = {2: 1, 3: 2, 4: 2, 5: 3, 8: 3, 9: 4}
    assert {
        count: tournament.read(cup(*[entrant(5)] * count)).plan.rounds for count in counts
    } == counts


def test_equal_names_get_a_number() -> None:
    names = tournament.read(cup(*[entrant(5, name="Ann")] * 3, entrant(5, name="Ann (2)"))).names
    assert names == ("Ann", "Ann (2)", "Ann (3)", "Ann (2) (2)")
    assert all(
        len(name) <= 60 for name in tournament.read(cup(*[entrant(5, name="x" * 60)] * 2)).names
    )


def test_everything_wrong_is_told_at_once() -> None:
    bad = cup(entrant(5), {"army": {"stack": [{"unit": "wolfs"}]}}, {}, seed=-1, legs=2)
    assert problems(bad) == [
        "legs: is for the kind 'round-robin' only; leave it out",
        "seed: is -1; it must be from 0 to 2**64 - 1",
        "entrants[2]: must be an object with 'army', such as a side of a battle file",
        "entrants[1].army.stack[0].unit: no unit 'wolfs'; did you mean 'wolfriders'?",
    ]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"kind": "swis"}, "kind: no kind 'swis'; did you mean 'swiss'?"),
        ({"rounds": 2}, "rounds: is 2; it must be from 1 to 1"),
        ({"best_of": 0}, "best_of: is 0; it must be from 1 to 99"),
        ({"best-of": 3}, "best-of: no key 'best-of'; did you mean 'best_of'?"),
        ({"entrants": []}, "entrants: has 0 entrants; it must have 2 to 256"),
        ({"field": {"terrain": ["hill"]}}, "did you mean 'hills'?"),
    ],
)
def test_what_is_wrong_is_named_with_a_remedy(change: dict[str, Any], told: str) -> None:
    found = problems(cup() | change)
    assert len(found) == 1
    assert told in found[0]


def test_what_is_no_tournament_is_refused() -> None:
    assert problems("[]") == [
        "a tournament is a JSON object with 'kind', 'ruleset', 'seed' and 'entrants'"
    ]
    assert problems({"kind": "swiss"})[0].startswith("ruleset: is missing; there are ")


def test_too_large_a_tournament_says_how_large_it_would_be() -> None:
    many = cup(*[entrant(5)] * 256, kind="round-robin", best_of=5)
    assert problems(many) == [
        "has 163,200 games; at most 100,000 are played: use fewer entrants or games a match"
    ]
