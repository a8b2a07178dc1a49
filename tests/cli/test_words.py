"""The words of the log: there are some for every event of every ruleset, and they say enough."""

import msgspec
import pytest

import engine
from engine.core.errors import Problem
from tests.golden.files import recorded
from webapp.words import WORDS
from webapp.words.telling import tell

RULESETS = engine.rulesets()
UNTOLD = {"dice_rolled", "round_ended"}  # may be left out: the events beside them say it


def test_every_ruleset_has_words() -> None:
    assert WORDS.keys() == RULESETS.keys()


@pytest.mark.parametrize("id_", RULESETS)
def test_there_are_words_for_exactly_the_events_of_the_ruleset(id_: str) -> None:
    assert WORDS[id_].told.keys() == set(RULESETS[id_].all_events)
    assert WORDS[id_].headings <= WORDS[id_].told.keys()


@pytest.mark.parametrize("id_", RULESETS)
def test_every_event_is_told_in_words_with_its_numbers_and_names(id_: str) -> None:
    """Each number of an event stands in its line, and each unit by its name and side."""
    for recording in recorded(id_):
        cast = WORDS[id_].cast(recording.events[0])
        for event in recording.events:
            text = WORDS[id_].told[type(event)](cast, event)
            members = msgspec.to_builtins(event)
            if members["type"] in UNTOLD:
                continue
            assert text
            for key in ("amount", "ae", "de", "attacker_de", "round", "rounds"):
                assert key not in members or str(members[key]) in text
            for key in ("unit", "attacker", "target", "opponent", "stunner", "pipe"):
                assert key not in members or cast.units[members[key]] in text


def story(armies: list[list[str]], names: tuple[str, str]) -> list[str]:
    sides = [
        {"name": name, "army": {"lineup": [{"unit": unit} for unit in units]}}
        for name, units in zip(names, armies, strict=True)
    ]
    document = {"ruleset": "manymarios", "sides": sides, "options": {"first": "a"}}
    return [text for _, text in tell(WORDS["manymarios"], engine.play(document, seed=1))]


def test_units_of_one_name_are_told_apart_by_their_ids() -> None:
    told = story([["goomba", "goomba", "toad"], ["toad"]], ("Ann", "Bo"))
    assert any(line.startswith("Goomba a1 (Ann) hits Toad (Bo)") for line in told)


def test_sides_of_one_name_are_told_apart_by_their_letters() -> None:
    told = story([["goomba"], ["goomba"]], ("Ann", "Ann"))
    assert any(line.startswith("Goomba (Ann a) hits Goomba (Ann b)") for line in told)


def test_sides_without_a_name_are_called_by_their_letters() -> None:
    told = story([["goomba"], ["toad"]], ("", ""))
    assert told[-1].startswith("b wins after 2 rounds")


def test_a_blow_of_several_parts_says_what_they_are() -> None:
    told = story([["chain-chomp"], ["toad"]], ("Ann", "Bo"))
    assert "Chain Chomp (Ann) hits Toad (Bo) for 2: DE 2, own AE 3 (1 base + 1 own bonus)" in told


def test_a_problem_without_a_path_is_only_its_message() -> None:
    assert str(Problem("", "is empty")) == "is empty"
    assert str(Problem("seed", "is missing")) == "seed: is missing"
