"""Parse pasted armies: compact text or exported JSON."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from engine import InputError, Problem, Reader, Text, decode
from webapp.armies.builder.checking import check
from webapp.armies.builder.grammar import check_length, is_json, unwrapped
from webapp.armies.limits import JSON_MOST
from webapp.base.builder import ParsedArmy
from webapp.base.form import is_beyond
from webapp.base.game import Game
from webapp.base.jobs import Threads
from webapp.html.forms import in_words

READING: Final = Threads(2)  # threads that parse: a long text with many typos is slow


def read(game: Game, text: str, *, partial: bool = False) -> ParsedArmy:
    """Parse an army, noting what the rules will refuse. Raises InputError by line or JSON path.

    With `partial`, unreadable parts of a text are in `unread` as long as there is a unit.
    """
    bare = unwrapped(text)
    parsed = _from_json(game, bare) if is_json(bare) else READING.run(game.builder.read, text)
    if parsed.unread and not partial:
        raise InputError(parsed.unread)
    return msgspec.structs.replace(parsed, notes=(*parsed.notes, *_bad_names(parsed.army)))


def _bad_names(part: Any, path: str = "") -> Iterator[Problem]:
    """Yield problems of names that saving or fighting would refuse."""
    if isinstance(part, list):
        for place, one in enumerate(part):
            yield from _bad_names(one, f"{path}[{place}]")
    elif isinstance(part, dict):
        for key, value in part.items():
            at = f"{path}.{key}" if path else key
            if key == "name" and isinstance(value, str):
                reader = Reader(value, at)
                reader.text()
                yield from reader.problems
            else:
                yield from _bad_names(value, at)


def _from_json(game: Game, text: str) -> ParsedArmy:
    check_length(text, JSON_MOST)
    document = decode(text)
    if isinstance(document, dict) and isinstance(document.get("sides"), list):
        raise InputError.single("sides", "is a battle file; paste the 'army' of one of its sides")
    if isinstance(document, dict) and isinstance(document.get("army"), dict):
        document = document["army"]
    return ParsedArmy(normal(game, document))


def normal(game: Game, document: Any) -> dict[str, Any]:
    """Return the army's normal form without defaults. Raises InputError for an invalid shape."""
    try:
        if is_beyond(game.builder.form, document):
            raise msgspec.ValidationError("has too many units")
        return game.builder.normal(document)
    except msgspec.ValidationError as error:
        # The engine's messages are clearer than the form's.
        _, problems = check(game, document)
        raise InputError(problems or [Problem("", str(error))]) from None


def in_form_words(game: Game, error: InputError) -> list[Problem]:
    """Return the problems of a pasted army: by line, or with the form's names instead of a path."""
    return [
        one if isinstance(one.path, Text) else Problem("", in_words(game.builder, {}, one))
        for one in error.problems
    ]
