"""The words of the log: there are some for every event of every ruleset, and they say enough."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import structs

import engine
from engine import Event
from engine.rulesets.manymarios import events as e
from engine.rulesets.siege import events as s
from tests.dsl import battle_file
from tests.golden.files import recorded
from webapp.base import games
from webapp.base.game import Template, Templates, load_words
from webapp.base.wording import Kinds, Names
from webapp.words import templates
from webapp.words.log import entries
from webapp.words.templates import KINDS, PLACEHOLDER

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
        type_ = getattr(field.type, "__origin__", field.type)  # of Annotated[type, …]
        if isinstance(type_, type) and issubclass(type_, msgspec.Struct):
            found |= {f"{field.name}.{inner.name}" for inner in structs.fields(type_)}
    return found


def test_every_ruleset_has_words() -> None:
    assert games.games().keys() == RULESETS.keys()


@pytest.mark.parametrize("id_", RULESETS)
def test_words_fit_the_events_of_the_ruleset(id_: str) -> None:
    """Each event has a sentence of its own fields, and each choice in it a default."""
    file = sentences_of(id_)
    events = RULESETS[id_].all_events
    types = {event.__struct_config__.tag for event in events}
    assert file.sentences.keys() == types
    assert {*file.headings, *file.minor} <= types
    assert set(games.game(id_).wording.details) <= set(events)
    for event in events:
        template = file.sentences[str(event.__struct_config__.tag)]
        assert placeholders(template) <= paths(event), event
        fields = {field.name for field in structs.fields(event)}
        for choice in choices(template):
            assert {"by", "default"} < choice.keys()
            assert choice["by"] in fields, event
        for sentence in sentences(template):
            assert not {"{", "}"} & {*PLACEHOLDER.sub("", sentence)}, sentence
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
            # A siege says "tires (2 of 3)" and "loses 1 hit point": by the new value.
            amount = "value" if members["type"] == "unit_changed" else "amount"
            for key in (amount, "ae", "de", "attacker_de", "round", "rounds"):
                assert key not in members or str(members[key]).lstrip("-") in text
            for key in ("unit", "attacker", "target", "opponent", "stunner", "pipe"):
                assert key not in members or names.units[members[key]] in text


def sentences_of(ruleset: str) -> Templates:
    return load_words(games.game(ruleset).scene.folder)


def kinds_of(ruleset: str) -> Kinds:
    return games.game(ruleset).wording.kinds


def story(armies: str, *names: str, first: str | None = "a") -> list[str]:
    file = battle_file(armies, first=first)
    for side, name in zip(file["sides"], names, strict=False):
        side["name"] = name
    return [one.sentence for one in entries(games.game("manymarios"), engine.play(file, seed=1))]


@pytest.mark.parametrize(
    ("armies", "names", "place", "sentence"),
    [
        ("goomba | goomba", ("Ann", "Ann"), 0, "Ann a and Ann b face each other"),
        ("goomba | goomba", ("Ann", "Ann"), 3, "Goomba (Ann a) hits Goomba (Ann b)"),
        ("goomba goomba toad | toad", ("Ann", "Bo"), 3, "Goomba 1 (Ann) hits Toad (Bo)"),
        ("goomba | toad", ("", ""), -1, "Orange wins after 2 rounds"),
        # A toad deals 1 to a Goomba with 1 DE, which is gone after round 1.
        ("toad | 1/1", (), -1, "Blue wins after 1 round"),
        (
            "chain-chomp | toad",
            ("Ann", "Bo"),
            3,
            "Chain Chomp (Ann) hits Toad (Bo) for 2 (1 base + 1 strength) "
            "· target: 2 DE left · attacker: 3 AE left",
        ),
    ],
)
def test_names_and_numbers(armies: str, names: tuple[str, ...], place: int, sentence: str) -> None:
    assert story(armies, *names)[place].startswith(sentence)


def test_who_begins_is_told_with_how_it_was_settled() -> None:
    tossed, begins = story("goomba | goomba", "Ann", "Bo", first=None)[1:3]
    assert tossed == "A coin is tossed for who begins"
    assert begins in ("Ann begins on the offense", "Bo begins on the offense")
    fixed = story("goomba | goomba", "Ann", "Bo", first="b")
    assert fixed[1] == "Bo begins on the offense, as was set beforehand"


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


ORDERS: dict[str, s.Order] = {"aA": "attack", "aB": "none"}


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (s.OrdersGiven("a", ORDERS, {}), "Ann orders: A attacks; B takes no action"),
        (
            s.OrdersGiven("a", ORDERS, {"aB": "recover"}),
            "Ann orders: A attacks; B takes no action · not allowed: B recover",
        ),
        (
            s.CastleBesieged("b", ("aA", "aD"), (), 5, 0),
            "The castle of Bo is besieged: A, D with ATK 5; no unit defends it",
        ),
        (s.UnitChanged("bC", "hp", -1, 2), "C (Bo) loses 1 hit point (2 left)"),
        (s.UnitChanged("aA", "exh", 1, 3), "A (Ann) tires (3 of 3)"),
        (s.UnitFought("bC", "aA", source="B2"), "C (Bo) against A (Ann): wounded (B2)"),
        (s.UnitFought("bC", "aA"), "C (Bo) against A (Ann): nothing changes"),
    ],
)
def test_a_siege_is_told_with_letters_and_sums(event: Event, sentence: str) -> None:
    names = Names(
        sides={"a": "Ann", "b": "Bo"},
        units={"aA": "A (Ann)", "bC": "C (Bo)"},
        things=sentences_of("siege").things | {"B2": "wounded (B2)"},
    )
    assert templates.write(sentences_of("siege"), event, names, kinds_of("siege")) == sentence
