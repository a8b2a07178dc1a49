"""Helps and errors of the command line in German: ours, and Click's own."""

import re
from collections.abc import Iterator
from contextvars import Context
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from tests.cli.answers import answers
from tests.present import OURS, require
from webapp.base import localized_click, texts
from webapp.base.localized_click import paragraphs
from webapp.cli import main

GERMAN = {"LC_ALL": "de_DE.UTF-8"}
COMMANDS = ["", *main.list_commands(click.Context(main)), "docs"]
ENGLISH_WORDS = {
    *("the", "of", "and", "is", "are", "or", "with", "without", "that", "to", "for", "from"),
    *("it", "its", "be", "been", "not", "no", "how", "each", "this", "only", "one", "where"),
    *("usage", "options", "commands", "command", "args", "default", "show", "message", "exit"),
    *("file", "folder", "integer", "range", "print", "list", "write", "error", "missing"),
}
"""Words in English helps that no German one has."""
NAMES = re.compile(r"--?[\w-]+|[\[{][\w|]+[\]}]|^  [a-z-]+  |\{[^}]*\}", re.MULTILINE)
"""Options, choices, commands in lists, and JSON."""
ERRORS = (
    (["od"], "Fehler: Den Befehl 'od' gibt es nicht. Meinst du 'odds'?"),
    (["odds", "--colour"], "Fehler: Die Option '--colour' gibt es nicht."),
    (["odds", "--metod", "x"], "Meinst du '--method'?"),
    (["odds"], "Fehler: Es fehlt das Argument 'DATEI'."),
    (["matchups"], "Fehler: Es fehlt das Argument 'DATEI...'."),
    (["odds", "a", "b"], "Fehler: Ein Argument ist zu viel (b)"),
    (["serve", "--port", "70000"], "'--port': 70000 liegt nicht im Bereich 0<=x<=65535."),
    (["serve", "--port", "x"], "Ungültiger Wert für '--port': 'x' ist hier keine gültige Zahl."),
    (["odds", "-", "--method", "x"], "'x' steht nicht zur Wahl; möglich sind 'auto', 'exact', "),
    (["odds", "-", "--samples"], "Fehler: Die Option '--samples' braucht einen"),
    (["odds", "no.json"], "no.json: Diese Datei oder diesen Ordner gibt es nicht;"),
    (["verify", "no.json"], "no.json: Diese Datei oder diesen Ordner gibt es nicht"),
    (["restore", "no.zip"], "Fehler: Ungültiger Wert für 'DATEI': 'no.zip' gibt es nicht."),
)


@pytest.fixture(scope="module")
def helps() -> dict[str, str]:
    require(*OURS)
    told = answers([[*filter(None, [name]), "--help"] for name in COMMANDS], GERMAN)
    assert [answer.status for answer in told] == [0] * len(COMMANDS)
    return {name: answer.output for name, answer in zip(COMMANDS, told, strict=True)}


def command_of(name: str) -> click.Command:
    found = main.get_command(click.Context(main), name) if name else main
    assert found is not None
    return found


def in_english(name: str) -> Iterator[str]:
    """All that a command's help says of it and its options."""
    command = command_of(name)
    yield from paragraphs(command.help or "")
    for param in command.params:
        if isinstance(param, click.Option):
            assert param.help is not None or param.name == "port", f"{name} {param.name}"
            yield from paragraphs(param.help or "")


@pytest.mark.parametrize("name", COMMANDS)
def test_a_help_has_no_english_in_it(name: str, helps: dict[str, str]) -> None:
    told = " ".join(helps[name].split())
    english = Context().run(lambda: [*in_english(name)])
    assert english
    assert [sentence for sentence in english if " ".join(sentence.split()) in told] == []
    plain = NAMES.sub(" ", helps[name])
    assert set(re.findall(r"\w+", plain.lower())) & ENGLISH_WORDS == set()
    assert told.startswith(f"Aufruf: battlereel {name}".strip())
    options = [opt for param in command_of(name).params for opt in param.opts if opt[0] == "-"]
    assert [opt for opt in options if f" {opt}" not in helps[name]] == []
    assert [line for line in helps[name].splitlines() if len(line) > 80] == []


def test_mistakes_are_told_in_german() -> None:
    found = answers([[], *(call for call, _ in ERRORS)], GERMAN)
    usage = "Aufruf: battlereel [OPTIONEN] BEFEHL [ARGUMENTE]...\n"
    for answer, sentence in zip(found, [usage, *(one for _, one in ERRORS)], strict=True):
        assert (answer.status, answer.output) == (2, "")
        assert sentence in answer.errors
        assert not re.search(r"Usage|Try|Error|OPTIONS", answer.errors)


def test_a_setting_is_refused_in_german(tmp_path: Path) -> None:
    instance = {"BATTLEREEL_INSTANCE": str(tmp_path / "instance")}
    (found,) = answers([["doctor"]], {**GERMAN, **instance, "DATABASE_URL": "mysql://x"})
    assert found.status == 1
    told = "DATABASE_URL nennt mysql; möglich sind: sqlite, postgres"
    assert told in found.output + found.errors


@pytest.mark.parametrize(
    ("environment", "usage", "own"),
    [
        ({"LC_ALL": "C.UTF-8", "LANGUAGE": "de"}, "Usage: ", "Serve the web application."),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "en"}, "Aufruf: ", "Startet den Webserver."),
        ({"LANG": "xx_XX", "LANGUAGE": "de"}, "Usage: ", "Serve the web application."),
    ],
)
def test_click_speaks_the_same_language(environment: dict[str, str], usage: str, own: str) -> None:
    (found,) = answers([["serve", "--help"]], environment)
    assert found.output.startswith(usage)
    assert own in found.output


def test_english_stays_as_it_is_written() -> None:
    (version, odds) = answers([["--version"], ["odds", "--help"]], {"LANG": "en_US.UTF-8"})
    assert re.fullmatch(r"battlereel, version [\w.]+\n", version.output)
    assert odds.output.startswith(
        "Usage: battlereel odds [OPTIONS] FILE\n"
        "\n"
        "  Win chances of a battle, with their method; - always answers in JSON.\n"
    )
    assert "Battles to play when sampling.  [default:" in odds.output
    assert "  -h, --help                    Show this message and exit.\n" in odds.output


@click.command()
def ask_first() -> None:
    localized_click.confirm("?")


@pytest.mark.parametrize(
    ("language", "said", "goes_on"),
    [
        *[("de", said, True) for said in ("j", "ja", "JA ", "y", "yes", "vielleicht\nja")],
        *[("de", said, False) for said in ("n", "nein", "no", "")],
        *[("en", said, True) for said in ("y", "YES", "ja\nyes")],
        *[("en", said, False) for said in ("n", "j", "")],
    ],
)
def test_questions_take_translated_yes_and_no(language: str, said: str, *, goes_on: bool) -> None:
    def call() -> Result:
        texts.speak({"LANG": language})
        return CliRunner().invoke(ask_first, input=f"{said}\n")

    answer = Context().run(call)
    assert (answer.exit_code == 0) is goes_on
    assert answer.output.startswith("? [j/N]: " if language == "de" else "? [y/N]: ")
    if "\n" in said:
        hint = "Antworte mit ja oder nein." if language == "de" else "Answer yes or no."
        assert hint in answer.output
