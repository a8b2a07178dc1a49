"""Every sentence of the source has a translation, and no translation is left over."""

import re
import string
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from tests.present import OURS, require
from tests.repo.files import ROOT
from webapp.base.paths import TRANSLATIONS
from webapp.translations.extracting import extracted, forms, of_click, untranslated

FILES = sorted(TRANSLATIONS.glob("*/LC_MESSAGES/messages.po"))
OF_CLICK = sorted(TRANSLATIONS.glob("*/LC_MESSAGES/click.po"))
PLACEHOLDER = re.compile(r"\{([\w.]+)(?::[^}]*)?\}")


@pytest.fixture(autouse=True)
def _all_games() -> None:
    """A catalog has the sentences of all our games: without one of them it has too many."""
    require(*OURS)


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.parents[1].name)


def source_of(message: object) -> tuple[str, ...]:
    return message if isinstance(message, tuple) else (str(message),)


@pytest.fixture(scope="module")
def source() -> set[tuple[str, ...]]:
    return {source_of(message.id) for message in extracted(ROOT) if message.id}


def test_the_engine_tells_of_no_command() -> None:
    told = [
        message.id
        for message in extracted(ROOT)
        if any(file.startswith("engine/") for file, _line in message.locations)
        and re.search(r"battlereel |(?<!\w)--\w", str(message.id))
    ]
    assert told == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parents[1].name)
def test_a_catalog_has_all_sentences_and_no_other(path: Path, source: set[tuple[str, ...]]) -> None:
    catalog = read(path)
    there = {source_of(message.id) for message in catalog if message.id}
    assert there == source, "run `make texts`, then translate what is new"
    assert not catalog.obsolete
    assert untranslated(catalog) == []
    assert [message.id for message in catalog if message.id and message.fuzzy] == []


def test_a_sentence_within_another_is_found(tmp_path: Path) -> None:
    """Babel's own extractor finds the first one alone."""
    script = tmp_path / "static/js/scene.js"
    script.parent.mkdir(parents=True)
    values = ['left: tn("{n} ox", "{n} oxen", 2)', 'rounds: t("all")', 'of: [...t("some")]']
    script.write_text(f't("{{left}} after {{rounds}}", {{ {", ".join(values)} }});')
    found = {source_of(message.id) for message in extracted(tmp_path)}
    assert {("{left} after {rounds}",), ("{n} ox", "{n} oxen"), ("all",), ("some",)} <= found


def test_a_sentence_has_one_plural(tmp_path: Path) -> None:
    """Of two, gettext would find the one that was written last."""
    (tmp_path / "templates").mkdir()
    for name, plural in (("one", "{count} armies fight"), ("two", "{count} armies")):
        line = f'{{{{ ngettext("{{count}} army", "{plural}", count) }}}}'
        (tmp_path / "templates" / f"{name}.html").write_text(line, "utf-8")
    with pytest.raises(ValueError, match="has another plural elsewhere"):
        extracted(tmp_path)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parents[1].name)
def test_a_translation_has_the_placeholders_of_its_sentence(path: Path) -> None:
    catalog = read(path)
    for message in catalog:
        if not message.id:
            continue
        wanted = set(PLACEHOLDER.findall(" ".join(source_of(message.id))))
        told = forms(message)
        if message.pluralizable:
            assert len(told) == catalog.num_plurals, message.id
            # "1 unit" need not hold the number.
            assert [set(PLACEHOLDER.findall(form)) | {"count"} for form in told] == [
                wanted | {"count"}
            ] * len(told), message.id
        else:
            assert set(PLACEHOLDER.findall(told[0])) == wanted, message.id


GLOSSARY = (
    # one English word, and what German calls it everywhere; another word would be another thing
    (r"\b[Ll]ock(ed)?\b", r"[Bb]estätig", r"[Ff]estleg|[Ff]estgelegt|Leg dich fest"),
    (r"\b[Bb]ranch(es)?\b", r"[Zz]weig", r"[Aa]bzweig"),
    (r"\b[Pp]roof\b", r"Nachweis", r"Beweis"),
    (r"\bid\b", r"\bID\b|-id\b", r"Kennung"),
    (r"\[default:", r"\[Standard:", r"Vorgabe"),
    (r"command line", r"Befehlszeile", r"Kommandozeile"),
    (r"\bAP limit\b", r"AP-Limit", r"AP-Grenze"),
    (r"\bgames? (a match|of this tournament|are played|follow)\b", r"Kampf|Kämpfe", r"\bSpiele?\b"),
)


def test_german_has_one_word_for_a_thing_and_each_language_one_kind_of_marks() -> None:
    for message in read(TRANSLATIONS / "de" / "LC_MESSAGES" / "messages.po"):
        told = " ".join(forms(message)) if message.id else ""
        source = PLACEHOLDER.sub("", " ".join(source_of(message.id)))
        assert not re.search("[\u2018\u2019\u201e\u00ab]", source), source
        assert not re.search(r"[\u2018\u2019\u201d\u00ab]|\w'\w", told), told
        for english, german, never in GLOSSARY:
            if re.search(english, source):
                assert re.search(german, told), (message.id, told)
                assert not re.search(never, told), (message.id, told)


def test_sentences_are_found_wherever_they_may_stand(source: set[tuple[str, ...]]) -> None:
    for sentence in (
        "is missing",  # a reader's problem
        "no {kind} '{given}'; there are {listed}",  # a Text
        "There is nothing at this address. It may have been copied without its last characters.",
        "{winner} wins after {rounds} rounds",  # words.json
        "AP limit",  # a form
        "Check a battle file: prints every error, or nothing.",  # a command's docstring
        "Everything since the backup is lost.",  # its second paragraph
        "Do not ask.",  # an option's help
    ):
        assert (sentence,) in source
    assert ("{count} unit", "{count} units") in source


def test_sentences_can_be_filled_in_and_hold_no_markup(source: set[tuple[str, ...]]) -> None:
    """A brace that is no placeholder would stop a page."""
    wrong = re.compile(r"</?[a-z]+[ >]|%\(\w+\)|%[sd]\b")
    assert [sentence for sentence in source if wrong.search(" ".join(sentence))] == []
    for template in (s for sentence in source for s in sentence if PLACEHOLDER.search(s)):
        assert all(name != "" for _, name, _, _ in string.Formatter().parse(template)), template


def test_all_that_click_says_itself_is_translated() -> None:
    """Some placeholders are left out: Click puts English words into them when a module is read."""
    placeholder = re.compile(r"%\(\w+\)s|\{[^{}]*\}")
    said = {source_of(message.id) for message in of_click() if message.id}
    assert ("No such option {name!r}.",) in said
    assert [path.parent for path in OF_CLICK] == [path.parent for path in FILES]
    for catalog in map(read, OF_CLICK):
        there = {source_of(message.id) for message in catalog if message.id}
        assert there == said, "run `make texts`, then translate what is new"
        assert untranslated(catalog) == []
        for message in catalog:
            given = set(placeholder.findall(" ".join(source_of(message.id))))
            for form in forms(message) if message.id else []:
                assert set(placeholder.findall(form)) <= given, message.id
                assert len(re.findall(r"[{}]", form)) == 2 * form.count("{"), message.id
