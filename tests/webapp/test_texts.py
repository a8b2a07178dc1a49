"""Sentences in the reader's language: filled in, escaped, and none left over in English."""

import gettext
import re
import subprocess
from collections.abc import Iterator

import pytest
from markupsafe import Markup

import engine
from engine import InputError, Text
from tests.cli.command import COMMAND
from webapp import games
from webapp.base import texts
from webapp.base.paths import TRANSLATIONS
from webapp.base.texts import Speech, _, listing, ngettext, number, percent, translated
from webapp.battles import samples
from webapp.words import log

BEGIN, END = "⟦", "⟧"


class Pseudo(gettext.NullTranslations):
    """A language whose sentences are the English ones in brackets."""

    def gettext(self, message: str) -> str:
        return f"{BEGIN}{message}{END}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"{BEGIN}{msgid1 if n == 1 else msgid2}{END}"


@pytest.fixture
def pseudo() -> Iterator[None]:
    token = texts._spoken.set(lambda: Speech("en", Pseudo()))
    yield
    texts._spoken.reset(token)


@pytest.fixture
def german() -> Iterator[None]:
    catalog = gettext.translation("messages", TRANSLATIONS, ["de"])
    token = texts._spoken.set(lambda: Speech("de", catalog))
    yield
    texts._spoken.reset(token)


def test_a_sentence_is_filled_in_and_escaped_where_something_is_markup() -> None:
    told = _("{winner} wins after {rounds} rounds", winner="{x}", rounds=3)
    assert told == "{x} wins after 3 rounds"
    assert (number(12_345.5, 1), percent(0.625, 1)) == ("12,345.5", "62.5 %")
    link = Markup('<a href="/">here</a>')
    told = _("{name} & {link}", name="<b>", link=link)
    assert told == Markup('&lt;b&gt; &amp; <a href="/">here</a>')
    assert not isinstance(_("{name} & more", name="<b>"), Markup)


def test_numbers_and_sentences_are_written_as_the_language_does(german: None) -> None:
    assert number(12_345.5, 1) == "12.345,5"
    assert percent(0.625, 1) == "62,5 %"
    assert ngettext("{count} unit", "{count} units", 1) == "1 Einheit"
    assert ngettext("{count} unit", "{count} units", 1_000) == "1.000 Einheiten"
    assert texts.moment(0) == "1. Jan. 1970, 00:00"
    error = InputError.single("x" * 400, Text("is missing"))
    assert translated(error.problems[0]).message == "fehlt"


def test_a_text_is_english_and_can_be_said(german: None) -> None:
    text = Text("no {kind} '{given}'", kind=Text("unit"), given="x")
    assert text == "no unit 'x'"
    assert _(text) == "Einheit 'x' gibt es nicht"
    assert _(listing([Text("unit"), "B", Text("hero")])) == "Einheit, B, Held"


def test_problems_of_the_rules_are_sentences_of_the_catalog(pseudo: None) -> None:
    """Whatever is wrong with a file, no part of the message is left in English."""
    bad = {
        "ruleset": "manymarios",
        "seed": "one",
        "sides": [
            {"army": {"lineup": [{"unit": "gomba"}, {"unit": 3}, {"custom": {"name": 5}}, "toad"]}},
            {"army": {"lineup": []}, "x": None},
        ],
        "ap_limit": 0,
    }
    with pytest.raises(InputError) as caught:
        engine.read(bad)
    assert len(caught.value.problems) > 6
    for problem in caught.value.problems:
        assert str(translated(problem).message).startswith(BEGIN), problem


@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_a_log_holds_no_sentence_that_is_in_no_catalog(ruleset: str, pseudo: None) -> None:
    game = games.games()[ruleset]
    ours = samples.load(game)
    for sample in list(ours.battles.values())[:4]:
        recording = engine.play(ours.battle_file(sample), 1)
        for entry in log.entries(game, recording):
            assert entry.sentence.startswith(BEGIN), entry.sentence


def in_german(*args: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """What the command answers somebody whose terminal speaks German."""
    env = {"LC_ALL": "de_DE.UTF-8", "PYTHONIOENCODING": "utf-8", "COLUMNS": "200"}
    return subprocess.run([COMMAND, *args], input=stdin, capture_output=True, env=env, timeout=60)


def test_the_terminal_speaks_german() -> None:
    told = in_german("catalog", "warlords").stdout.decode()
    assert re.search(r"(?m)^ gold-dragons +Golddrachen ", told), "ids are not German"
    assert re.search(r"(?m)^ acid +Säure +10 % je Punkt bei jedem neuen Gegner", told)
    told = in_german("validate", "-", stdin=b'{"ruleset": "x"}\n').stderr.decode()
    assert told.startswith("Zeile 1: ruleset: Regelwerk 'x' gibt es nicht; es gibt "), told
