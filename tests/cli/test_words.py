"""The words of the log: there are some for every event of every ruleset, and they say enough."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import structs

import engine
from engine import Event, Recording
from engine.core.errors import Problem
from engine.rulesets.manymarios import events as e
from engine.rulesets.siege import events as s
from tests.dsl import battle_file
from tests.golden.files import recorded
from webapp import games
from webapp.base.wording import MINUS, Kinds, Names
from webapp.words import templates
from webapp.words.log import Entry, entries
from webapp.words.templates import KINDS, PLACEHOLDER, Template, Templates

RULESETS = engine.rulesets()
UNTOLD = {"dice_rolled", "round_ended"}  # may be left out: the events beside them say it


def sentences(template: Template) -> Iterator[str]:
    """Every sentence that can be chosen."""
    if isinstance(template, str):
        yield template
    else:
        for value, chosen in template.items():
            if value != "by":
                yield from sentences(chosen)


def choices(template: Template) -> Iterator[dict[str, Any]]:
    """Every choice, also within another."""
    if not isinstance(template, str):
        yield template
        for value, chosen in template.items():
            if value != "by":
                yield from choices(chosen)


def placeholders(template: Template) -> set[str]:
    return {
        found[1] for sentence in sentences(template) for found in PLACEHOLDER.finditer(sentence)
    }


def paths(event: type[msgspec.Struct]) -> set[str]:
    """What a placeholder may name: the fields of an event, and those of a struct within it."""
    found = set()
    for field in structs.fields(event):
        found.add(field.name)
        if isinstance(field.type, type) and issubclass(field.type, msgspec.Struct):
            found |= {f"{field.name}.{inner.name}" for inner in structs.fields(field.type)}
    return found


def test_every_ruleset_has_words() -> None:
    assert games.games().keys() == RULESETS.keys()


@pytest.mark.parametrize("id_", RULESETS)
def test_there_are_words_for_exactly_the_events_of_the_ruleset(id_: str) -> None:
    file = sentences_of(id_)
    types = {event.__struct_config__.tag for event in RULESETS[id_].all_events}
    assert file.sentences.keys() == types
    assert {*file.headings, *file.minor} <= types
    assert set(games.game(id_).wording.details) <= set(RULESETS[id_].all_events)


@pytest.mark.parametrize("id_", RULESETS)
def test_a_sentence_names_only_fields_of_its_event(id_: str) -> None:
    file = sentences_of(id_)
    for event in RULESETS[id_].all_events:
        template = file.sentences[str(event.__struct_config__.tag)]
        assert placeholders(template) <= paths(event), event
        fields = {field.name for field in structs.fields(event)}
        assert {choice["by"] for choice in choices(template)} <= fields, event
        for sentence in sentences(template):
            assert not {"{", "}"} & {*PLACEHOLDER.sub("", sentence)}, sentence


@pytest.mark.parametrize("id_", RULESETS)
def test_a_choice_always_has_something_to_choose(id_: str) -> None:
    for template in sentences_of(id_).sentences.values():
        for choice in choices(template):
            assert {"by", "default"} < choice.keys()


@pytest.mark.parametrize("id_", RULESETS)
def test_what_fields_hold_is_known_and_of_use(id_: str) -> None:
    file = sentences_of(id_)
    used = set().union(*map(placeholders, file.sentences.values()))
    assert set(file.fields.values()) <= {*KINDS, *kinds_of(id_)}
    assert file.fields.keys() <= {path.rpartition(".")[2] for path in used}


@pytest.mark.parametrize("id_", RULESETS)
def test_every_event_is_told_in_words_with_its_numbers_and_names(id_: str) -> None:
    """Each number of an event stands in its line, and each unit by its name and side."""
    file = sentences_of(id_)
    for recording in recorded(id_):
        names = games.game(id_).wording.names(recording.events[0])
        for event in recording.events:
            names = games.game(id_).wording.names_with(names, event)
            text = templates.write(file, event, names, kinds_of(id_))
            members = msgspec.to_builtins(event)
            if members["type"] in UNTOLD:
                continue
            assert text
            for key in ("amount", "ae", "de", "attacker_de", "round", "rounds"):
                assert key not in members or str(members[key]).lstrip("-") in text
            for key in ("unit", "attacker", "target", "opponent", "stunner", "pipe"):
                assert key not in members or names.units[members[key]] in text


def log_of(recording: Recording) -> Iterator[Entry]:
    return entries(games.game(recording.header.ruleset), recording)


def sentences_of(ruleset: str) -> Templates:
    return templates.load(games.game(ruleset).scene.folder)


def kinds_of(ruleset: str) -> Kinds:
    return games.game(ruleset).wording.kinds


def story(armies: list[list[str]], names: tuple[str, str], first: str | None = "a") -> list[str]:
    sides = [
        {"name": name, "army": {"lineup": [{"unit": unit} for unit in units]}}
        for name, units in zip(names, armies, strict=True)
    ]
    options = {"first": first} if first else {}
    document = {"ruleset": "manymarios", "sides": sides, "options": options}
    return [entry.sentence for entry in log_of(engine.play(document, seed=1))]


def test_units_of_one_name_are_told_apart_by_their_numbers() -> None:
    told = story([["goomba", "goomba", "toad"], ["toad"]], ("Ann", "Bo"))
    assert any(line.startswith("Goomba 1 (Ann) hits Toad (Bo)") for line in told)


def test_sides_of_one_name_are_told_apart_by_their_letters() -> None:
    told = story([["goomba"], ["goomba"]], ("Ann", "Ann"))
    assert told[0] == "Ann a and Ann b face each other"
    assert any(line.startswith("Goomba (Ann a) hits Goomba (Ann b)") for line in told)


def test_sides_without_a_name_are_called_by_their_colours() -> None:
    told = story([["goomba"], ["toad"]], ("", ""))
    assert told[-1] == "Orange wins after 2 rounds"


def test_a_blow_of_several_parts_says_what_they_are() -> None:
    told = story([["chain-chomp"], ["toad"]], ("Ann", "Bo"))
    made = "1 base + 1 strength"
    assert f"Chain Chomp (Ann) hits Toad (Bo) for 2 ({made}) · DE 2 left, own AE 3" in told


def test_who_begins_is_told_with_how_it_was_settled() -> None:
    names = ("Ann", "Bo")
    drawn = story([["goomba"], ["goomba"]], names, first=None)
    assert drawn[1:3] in (
        ["A coin is tossed for who begins", "Ann begins on the offense"],
        ["A coin is tossed for who begins", "Bo begins on the offense"],
    )
    fixed = story([["goomba"], ["goomba"]], names, first="b")
    assert fixed[1] == "Bo begins on the offense, as was set beforehand"


def test_one_round_is_one_round() -> None:
    """A toad deals 1 to a Goomba with 1 DE, which is gone after round 1."""
    recording = engine.play(battle_file("toad | 1/1", first="a"), seed=1)
    *_, last = log_of(recording)
    assert last.sentence == "Blue wins after 1 round"
    assert last.is_heading


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("launch", "X bombs Y for nothing: a Cannon Pipe takes no damage"),
        ("defender", "X does not bomb Y: a defender deals nothing on the offense"),
        ("fog", "X bombs Y for nothing: Fog"),
    ],
)
def test_a_bomb_that_does_nothing_says_why(source: str, sentence: str) -> None:
    names = Names(sides={}, units={"a1": "X", "b1": "Y"}, things={"fog": "Fog"})
    event = e.BombNegated(attacker="a1", target="b1", source=source)
    assert templates.write(sentences_of("manymarios"), event, names, {}) == sentence


def siege_told_by(event: Event) -> str:
    """A siege event in words."""
    names = Names(
        sides={"a": "Ann", "b": "Bo"},
        units={"aA": "A (Ann)", "bC": "C (Bo)"},
        things=sentences_of("siege").things | {"B2": "wounded (B2)"},
    )
    return templates.write(sentences_of("siege"), event, names, kinds_of("siege"))


def test_orders_are_told_by_letter_with_those_that_do_not_count() -> None:
    orders: dict[str, s.Order] = {"aA": "attack", "aB": "none"}
    assert siege_told_by(s.OrdersGiven("a", orders, {})) == "Ann orders: A attack, B none"
    told = siege_told_by(s.OrdersGiven("a", orders, {"aB": "recover"}))
    assert told == "Ann orders: A attack, B none · not allowed: B recover"


def test_a_siege_is_told_with_letters_and_sums() -> None:
    besieged = s.CastleBesieged("b", ("aA", "aD"), (), 5, 0)
    assert siege_told_by(besieged) == (
        "The castle of Bo is besieged: A, D with ATK 5 against nobody with DEF 0"
    )


def test_a_change_is_told_with_its_sign_and_what_is_left() -> None:
    changed = s.UnitChanged("bC", "hp", -1, 2)
    assert siege_told_by(changed) == f"C (Bo) has {MINUS}1 HP · HP 2"
    assert siege_told_by(s.UnitChanged("aA", "exh", 1, 3)) == "A (Ann) has +1 EXH · EXH 3"


def test_a_fight_is_told_by_the_name_of_its_row() -> None:
    fought = s.UnitFought("bC", "aA", source="B2")
    assert siege_told_by(fought) == "C (Bo) against A (Ann): wounded (B2)"
    assert siege_told_by(s.UnitFought("bC", "aA")) == "C (Bo) against A (Ann): nothing changes"


def test_a_problem_without_a_path_is_only_its_message() -> None:
    assert str(Problem("", "is empty")) == "is empty"
    assert str(Problem("seed", "is missing")) == "seed: is missing"
