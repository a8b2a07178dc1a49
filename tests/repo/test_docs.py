"""Documents that are true: runnable, complete, with links that lead somewhere."""

import doctest
import json
import re
from pathlib import Path
from typing import Any

import click
import pytest
from markdown_it import MarkdownIt

import engine
from tests.present import OURS, require
from tests.repo.files import ROOT, committed, kept
from webapp.cli import main

RULESETS = engine.rulesets()
LINK = re.compile(r"(?<!!)\[[^\]]+\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)")
RULING = re.compile(r"(?m)^- \*\*([A-Z])(\d+)\*\* (?=\S)")


@pytest.fixture(autouse=True)
def _every_game() -> None:
    """The documents tell of all our games."""
    require(*OURS)


def text(path: str | Path) -> str:
    return (ROOT / path).read_text("utf-8")


def rules(id_: str) -> str:
    return (RULESETS[id_].folder / "RULES.md").read_text("utf-8")


def rulings(id_: str) -> list[tuple[str, int]]:
    """The rulings in a ruleset's RULES.md, as letter and number."""
    return [(letter, int(number)) for letter, number in RULING.findall(rules(id_))]


def test_the_session_in_the_readme_runs() -> None:
    (session,) = re.findall(r"(?s)```pycon\n(.*?)```", text("README.md"))
    example = doctest.DocTestParser().get_doctest(session, {}, "README.md", "README.md", 0)
    told: list[str] = []
    outcome = doctest.DocTestRunner().run(example, out=told.append)
    assert outcome == (0, 10), "".join(told)


def test_the_readme_has_its_parts_in_short_sentences_and_pictures_of_every_game() -> None:
    readme = text("README.md")
    marks = ["# Battlereel", "![", "make run", "make test", ">>> import engine", "- Rules: ["]
    places = [readme.index(mark) for mark in marks]
    assert places == sorted(places)
    for id_, ruleset in RULESETS.items():
        assert f"]({(ruleset.folder / 'RULES.md').relative_to(ROOT)})" in readme
        assert f"](static/pictures/{id_}.webp)" in readme
    sizes = {path: (ROOT / path).stat().st_size for path in re.findall(r"static/\S+\.webp", readme)}
    assert sum(sizes.values()) < 1_500_000, sizes
    prose = re.sub(r"(?s)```.*?```|\[[^\]]*\]\([^)]*\)", "", readme)
    sentences = re.split(r"[.:;|]\s|\n[-|\n]", prose)
    assert [one for one in sentences if len(one.split()) > 25] == []


def test_every_command_is_on_its_page() -> None:
    named = re.findall(r"(?m)^\| `([a-z-]+)[^`]*` \|", text("webapp/commands/COMMANDS.md"))
    context = click.Context(main)
    commands = {name: main.get_command(context, name) for name in main.list_commands(context)}
    assert {*named} == {name for name, one in commands.items() if one and not one.hidden}


def test_links_between_documents_lead_somewhere() -> None:
    links = [(path, link) for path in kept("*.md") for link in LINK.findall(text(path))]
    assert [pair for pair in links if not (ROOT / pair[0].parent / pair[1]).exists()] == []


@pytest.mark.parametrize("path", kept("*.de.md"), ids=str)
def test_a_translated_document_is_built_like_its_original(path: Path) -> None:
    """Heading by heading, item by item, row by row; numbers, rulings and code stay as they are."""
    original = path.with_name(path.name.replace(".de.md", ".md"))
    assert shape(text(path)) == shape(text(original))


def shape(document: str) -> list[str]:
    """Return the blocks of a document: each block's ruling, its code (without comments) and digits
    in any order."""
    tokens = MarkdownIt("commonmark").enable("table").parse(document)
    found = []
    for token in tokens:
        codes = [child.content for child in token.children or () if child.type == "code_inline"]
        digits = re.findall(r"\d+", token.content) if token.type == "inline" else []
        ruling = re.findall(r"^\*\*[A-Z]\d+\*\*", token.content)
        block = re.sub(r"(?m)#.*$", "", token.content) if token.type == "fence" else ""
        parts = [token.type, token.tag, *ruling, *sorted(codes), *sorted(digits), block]
        found.append(" ".join(parts))
    return found


def battle_files() -> list[dict[str, Any]]:
    """The examples of the page on battle files."""
    found = re.findall(r"(?s)```json\n(.*?)```", text("engine/BATTLEFILE.md"))
    return [json.loads(example) for example in found]


def test_the_battle_files_of_their_page_can_be_played() -> None:
    played = {file["ruleset"]: engine.play(file, file.get("seed", 1)) for file in battle_files()}
    assert played.keys() == RULESETS.keys()
    assert played["siege"].result.rounds == 2
    assert played["siege"].result.reason == "resigned"


def test_the_page_on_battle_files_names_every_key_that_they_may_have() -> None:
    """Which there are, a reader tells who is given another one."""
    for file in battle_files():
        sides = [{**side, "?": 0} for side in file["sides"]]
        with pytest.raises(engine.InputError) as refused:
            engine.read({**file, "sides": sides, "?": 0})
        for _, message in refused.value.problems:
            _, _, listed = message.partition("there are ")
            assert listed
            for key in listed.split(", "):
                assert f"`{key}`" in text("engine/BATTLEFILE.md"), key


@pytest.mark.parametrize("id_", RULESETS)
def test_rulings_are_numbered_and_each_is_tested(id_: str) -> None:
    """From 1 without gaps; each has a test and each such test a ruling; the code cites no other."""
    numbers = [number for _, number in rulings(id_)]
    assert numbers == list(range(1, len(numbers) + 1))
    (letter,) = {letter for letter, _ in rulings(id_)}
    folder = ROOT / "tests/games" / id_
    sources = "".join(path.read_text("utf-8") for path in folder.glob("test_*.py"))
    tested = re.findall(r"(?m)^def test_([a-z])(\d\d)_\w+", sources)
    assert {(letter.upper(), int(number)) for letter, number in tested} == set(rulings(id_))
    sources = "".join(path.read_text("utf-8") for path in RULESETS[id_].folder.glob("*.py"))
    cited = {int(number) for number in re.findall(rf"\b{letter}(\d+)\b", sources)}
    assert cited <= {*numbers}


def test_decisions_are_short_and_indexed_and_have_every_number_that_code_cites() -> None:
    page = text("DECISIONS.md")
    entries = dict(re.findall(r"(?ms)^### (D-\d{3} .+?)$(.+?)(?=^##|\Z)", page))
    assert [*map("".join, re.findall(r"(?m)^- \[(D-\d+)\]\(.+\)( .+)$", page))] == [*entries]
    assert [t for t, body in entries.items() if len(f"{t} {body}".split()) > 120] == []
    numbers = re.findall(r"D-\d{3}", "".join(re.findall(r"(?m)^(?:### |Also ).+", page)))
    assert len(numbers) == len({*numbers})
    sources = "".join(text(path) for path in kept("*.py", "*.js"))
    assert {*re.findall(r"\bD-\d{3}\b", sources)} <= {*numbers}
    assert (len(entries) <= 50, len(page.encode()) <= 60_000) == (True, True)


def test_changelog_and_contributing_stay_short() -> None:
    assert text("CHANGELOG.md").partition("\n## 0.1.0")[2].count("\n") <= 60
    assert len(text("CHANGELOG.md").encode()) <= 20_000
    assert text("CONTRIBUTING.md").count("\n") <= 110


def test_contributing_names_only_targets_that_the_makefile_has() -> None:
    targets = set(re.findall(r"(?m)^([a-z0-9-]+):", text("Makefile")))
    assert set(re.findall(r"`make ([a-z0-9-]+)", text("CONTRIBUTING.md"))) <= targets


def test_top_level_folders_are_exactly_those_of_the_design() -> None:
    found = {path.parts[0] for path in committed() if len(path.parts) > 1}
    folders = {"engine", "webapp", "templates", "static", "tests", "e2e"}
    assert {name for name in found if not name.startswith(".")} == folders
