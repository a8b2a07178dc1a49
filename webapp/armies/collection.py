"""A visitor's armies as one file: written, and read back in any browser."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine import InputError, Problem, decode
from webapp.armies import store as armies
from webapp.armies.builder import importing
from webapp.armies.limits import FILED_MOST
from webapp.base import games
from webapp.base.event_loop import give_way
from webapp.base.texts import N_, _
from webapp.html.field_errors import in_words

NOT_OURS: Final = N_("Choose a file that “Export all armies” has made.")


def export(owner: str) -> str:
    """Return all armies of a visitor as a file, the last changed first."""
    rows = [
        {"ruleset": row.ruleset, "note": row.note, "army": armies.document(row)}
        for row in armies.all_of(owner)
    ]
    return json.dumps({"armies": rows}, ensure_ascii=False, indent=1)


def read(owner: str, text: str) -> tuple[int, int, list[str]]:
    """Save the armies of a file, except equal ones. Raises InputError for another file.

    Return how many were saved, how many were there already, and lines of errors.
    """
    try:
        document = decode(text)
    except InputError:
        raise InputError.single("", NOT_OURS) from None
    listed = document.get("armies") if isinstance(document, dict) else None
    if not isinstance(listed, list):
        raise InputError.single("", NOT_OURS)
    known = {(row.ruleset, row.document) for row in armies.all_of(owner)}
    added, same = 0, 0
    refused: list[str] = []
    # The last one is saved first, so that the list keeps its order.
    for number, one in [*enumerate(listed[:FILED_MOST], 1)][::-1]:
        give_way()
        try:
            is_new = _keep(owner, one, known)
        except InputError as error:
            refused += _lines(number, one, error)
        else:
            added, same = added + is_new, same + (not is_new)
    if len(listed) > FILED_MOST:
        more = _("Only the first {most} armies of the file were read.", most=FILED_MOST)
        refused.insert(0, more)
    return added, same, refused


def _keep(owner: str, one: Any, known: set[tuple[str, str]]) -> bool:
    """Save an army unless it is known. Raises InputError for an invalid one."""
    entry = one if isinstance(one, Mapping) else {}
    game = games.games().get(str(entry.get("ruleset")))
    if game is None:
        raise InputError.single("", _("This server does not have its game."))
    normal = importing.normal(game, entry.get("army"))
    key = game.id, armies.encoded(normal)
    if key in known:
        return False
    armies.save(game, normal, owner=owner, note=entry.get("note", ""))
    known.add(key)
    return True


def _lines(number: int, one: Any, error: InputError) -> Iterator[str]:
    army = one.get("army") if isinstance(one, dict) else None
    name = army.get("name") if isinstance(army, dict) else None
    label = name if isinstance(name, str) and name else _("Army {number}", number=number)
    game = games.games().get(str(one.get("ruleset"))) if isinstance(one, dict) else None
    for problem in error.problems:
        inner = Problem(problem.path, problem.message)
        said = in_words(game.builder, army, inner) if game else _(problem.message)
        yield f"{label}: {said}"
