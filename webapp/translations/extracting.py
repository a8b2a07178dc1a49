"""Extraction of all translatable sentences of a source tree, including JSON files."""

import ast
import io
import json
import os
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, Final

import click
import msgspec
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir, extract_javascript, extract_python
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po, write_po

from webapp.base import games
from webapp.base.localized_click import CLICK, paragraphs
from webapp.base.paths import HOUSE, TRANSLATIONS
from webapp.base.texts import DOMAIN

Found = Iterator[tuple[int, str, str, list[str]]]  # line, function, sentence, comments

GETTEXT: Final[dict[str, Any]] = {"_": None, "ngettext": (1, 2)}
PYTHON: Final = {
    **GETTEXT,
    "N_": None,
    "Text": None,
    "counted": (1, 2),
    # problems of the engine's readers, and the nouns in them
    "fail": None,
    "single": (2,),
    "fail_unknown": None,
    "_failure": None,  # of a cluster
    "unknown": None,
    "choice": (2,),
    "word": (2,),
    "sequence": (3,),
}
# By folder: functions whose arguments are sentences, with their positions.
KEYWORDS: Final = {
    "engine": PYTHON,
    "webapp": PYTHON,
    "templates": GETTEXT,
    "static/js": {"t": None, "tn": (1, 2)},
}
# visible members of our JSON files
SAID: Final = {
    *("name", "text", "note", "title", "description", "short", "effect"),
    *("condition_text", "effect_text", "why", "tags"),
    *("label", "hint", "list_name", "unit_word", "points_name", "group"),
    *("name_a", "name_b", "uncertain"),
}
HELPED: Final = {"argument", "command", "group", "option"}  # commands' decorators
WRITTEN: Final = datetime(2026, 11, 22, tzinfo=UTC)  # fixed, so that only sentences change


def words(file: IO[bytes], *_args: Any, **_options: Any) -> Found:
    """Yield the sentences and names of things in a scene's words.json."""
    content = json.load(file)
    for sentence in _texts([*content["things"].values(), *content["sentences"].values()]):
        yield 1, "", sentence, []


def named(file: IO[bytes], *_args: Any, **_options: Any) -> Found:
    """Yield the visible members of a JSON file, at any depth."""
    yield from ((1, "", text, []) for text in _sentences(json.load(file)))


def commands(
    file: IO[bytes], keywords: Any, comment_tags: Any, options: Any
) -> Iterator[tuple[int, Any, Any, Any]]:
    """Yield the sentences of a Python file, and the helps and metavars of its commands."""
    yield from extract_python(file, keywords, comment_tags, options)
    file.seek(0)
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.FunctionDef) and any(map(_is_helped, node.decorator_list)):
            for paragraph in paragraphs(ast.get_docstring(node) or ""):
                yield node.lineno, "", paragraph, []
        elif isinstance(node, ast.Call) and _is_helped(node):
            for given in node.keywords:
                text = given.value
                if given.arg in ("help", "metavar") and isinstance(text, ast.Constant):
                    yield node.lineno, "", str(text.value), []


def calls(
    file: IO[bytes], keywords: Mapping[str, Any], comment_tags: Any, options: Any
) -> Iterator[tuple[int, Any, Any, Any]]:
    """Yield a script's sentences, each parsed from its own call: Babel skips nested calls."""
    script = file.read()
    called = "|".join(map(re.escape, keywords)).encode()
    for call in re.finditer(rb"(?<![\w$])(?:(?<!\.)|(?<=\.\.\.))(?:%s)\(" % called, script):
        rest = io.BytesIO(script[call.start() :])
        for found in extract_javascript(rest, keywords, comment_tags, options):
            yield found
            break


def _is_helped(node: ast.expr) -> bool:
    made = node.func if isinstance(node, ast.Call) else None
    return getattr(made, "attr", getattr(made, "id", None)) in HELPED


def of_games() -> Iterator[tuple[str, str]]:
    """Yield the visible texts of our games' records, with their folders."""
    for game in games.games().values():
        if not game.ruleset.folder.is_relative_to(HOUSE):
            continue
        builder, sheets = game.builder, game.wording.sheets(game.ruleset.catalog())
        rows = [*builder.shelf, *builder.filters, *game.opponents.values()]
        records = msgspec.to_builtins(builder.form, enc_hook=str), *map(_public, rows)
        said = [
            *_sentences(list(records)),
            *(tag for filter_ in builder.filters for tag in filter_.tags),
            *builder.form.roles.values(),
            builder.garrison_rule,
            game.name,
        ]
        # A text with numbers is assembled from catalog rows, which are translated one by one.
        for sheet in sheets:
            names = [str(row[1]) for row in sheet.rows if sheet.columns[1] == "name"]
            for word in (sheet.title, *sheet.columns, *names):
                yield f"webapp/games/{game.id}", word
        for text in said:
            if not re.search(r"\d", text):
                yield f"webapp/games/{game.id}", text


def _public(record: Any) -> dict[str, Any]:
    if isinstance(record, msgspec.Struct):
        found: dict[str, Any] = msgspec.to_builtins(record, enc_hook=str)
        return {key: value for key, value in found.items() if key != "row"}
    return {"name": record.name, "description": record.description}


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        if value:
            yield value
    elif isinstance(value, Mapping):
        yield from _texts([inner for key, inner in value.items() if key != "by"])
    else:
        for inner in value:
            yield from _texts(inner)


def _sentences(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if key in SAID and isinstance(inner, str | list):
                yield from _texts(inner)
            else:
                yield from _sentences(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _sentences(inner)


def extracted(root: Path) -> Catalog:
    """Return all sentences with their files. Raises ValueError for two plurals of one sentence."""
    with (TRANSLATIONS / "babel.cfg").open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)  # type: ignore[no-untyped-call]
    catalog = Catalog(project="Battlereel", charset="utf-8", creation_date=WRITTEN)
    for folder, keywords in KEYWORDS.items():
        for name, _, message, comments, context in extract_from_dir(
            root / folder,
            [(pattern.removeprefix(f"{folder}/"), method) for pattern, method in methods],
            {pattern.removeprefix(f"{folder}/"): given for pattern, given in options.items()},
            keywords,
            strip_comment_tags=True,
        ):
            place = f"{folder}/{name}".replace(os.sep, "/")
            known = catalog.get(message, context)
            if known and {type(known.id), type(message)} == {tuple} and known.id != message:
                raise ValueError(f"{place}: {message} has another plural elsewhere: {known.id}")
            catalog.add(message, None, [(place, 1)], auto_comments=comments, context=context)
    for place, text in of_games():
        catalog.add(text, None, [(place, 1)])
    return catalog


def of_click() -> Catalog:
    """Click's own sentences, of the version that is installed."""
    catalog = Catalog(project="Battlereel", charset="utf-8", creation_date=WRITTEN)
    folder = Path(click.__file__).parent
    for name, _, message, _, _ in extract_from_dir(folder, [("**.py", "python")], {}, GETTEXT):
        catalog.add(message, None, [(f"click/{name}", 1)])
    return catalog


FOUND: Final = {DOMAIN: lambda: extracted(HOUSE), CLICK: of_click}
"""What finds the sentences of a domain, each of which has a file a language."""


def update(path: Path) -> Catalog:
    """Brings a .po file up to date with the source: new ones empty, unused ones gone."""
    with path.open("rb") as file:
        catalog = read_po(file, locale=path.parents[1].name)
    catalog.update(FOUND[path.stem](), no_fuzzy_matching=True, update_creation_date=False)
    catalog.header_comment = (
        f"# Battlereel, {catalog.locale}: written by `make texts`, see README.md"
    )
    catalog.fuzzy = False
    with path.open("wb") as file:
        write_po(
            file, catalog, width=110, sort_by_file=True, ignore_obsolete=True, include_lineno=False
        )
    return catalog


def untranslated(catalog: Catalog) -> list[str]:
    """The sentences that lack a translation, or one of its forms for numbers."""
    return [
        message.id if isinstance(message.id, str) else message.id[0]
        for message in catalog
        if message.id and not all(forms(message))
    ]


def forms(message: Message) -> list[str]:
    """The translation of a sentence, or its forms for numbers; empty ones, too."""
    string = message.string
    return list(map(str, string)) if isinstance(string, list | tuple) else [str(string or "")]
