"""Saved armies: link for everyone, edit link for the maker, forks."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from flask import url_for
from sqlalchemy import func, or_, select, update
from sqlalchemy.orm import Session
from werkzeug.exceptions import NotFound

from engine import InputError, Reader, decode
from webapp.armies.builder import checking, importing
from webapp.armies.limits import FILED_MOST
from webapp.base import games, samples
from webapp.base.clock import now_ms
from webapp.base.errors import required
from webapp.base.form import Json
from webapp.base.game import Game
from webapp.base.jobs import give_way
from webapp.base.texts import N_, _
from webapp.battles.store import stored_under_new_id
from webapp.guard import keys
from webapp.html.forms import in_words
from webapp.store import database
from webapp.store.models import NAME_LENGTH, TITLE_LENGTH, Army
from webapp.store.paging import FIRST, Page, PageRequest, page_of, place
from webapp.store.removal import remove

PURPOSE: Final = "army"  # what edit links are signed for
SAMPLE: Final = "sample:"  # prefix of references to sample armies
LINK: Final = re.compile(r"(?=(?:^|/a/)(\w++)(?:[/?#]|\W*+$))")
LINK_MOST: Final = 2_000  # longest link, about as long as a valid address
WORDS_MOST: Final = 8  # of a search
MOVED_ON: Final = (
    "This army has been changed in the meantime. Load it again, or save yours as a new army."
)


class ConflictError(Exception):
    """The army has a newer revision than the one that was read."""


def save(
    game: Game, document: Any, *, owner: str, note: str = "", parent: str | None = None
) -> Army:
    """Save an army under a new id. Raises InputError for an invalid one."""
    values = _values(game, document, note) | {"ruleset": game.id, "owner": owner, "revision": 1}
    if parent is not None and find(parent) is None:
        raise InputError.single("parent", "there is no such army")

    def store(id_: str) -> Army:
        own = {"id": id_, "place": place(now_ms(), id_), "parent_id": parent}
        return database.add(Army(**own, **values))

    return stored_under_new_id(store)


def change(
    game: Game, army: Army, document: Any, *, revision: int, note: str | None = None
) -> Army:
    """Change an army and increment its revision. Raises ConflictError and InputError."""
    values = _values(game, document, army.note if note is None else note)
    now = now_ms()
    values |= {"revision": revision + 1, "place": place(now, army.id)}
    values |= {"changed_at": datetime.fromtimestamp(now / 1000, UTC).replace(tzinfo=None)}
    held = update(Army).where(Army.id == army.id, Army.revision == revision)
    # compared here first: a database refuses numbers that do not fit its column
    if revision != army.revision or not database.execute(held.values(**values)):
        raise ConflictError
    return database.fresh(army)


def _values(game: Game, document: Any, note: str) -> dict[str, Any]:
    checked = checking.inspect(game, document)
    reader = Reader(note, "note", [*checked.problems])
    note = reader.text(TITLE_LENGTH)
    reader.finish()
    army = importing.normal(game, document)
    name, cost = army.get("name", "")[:NAME_LENGTH], checked.figures.cost
    return {"name": name, "note": note, "document": encoded(army), "cost": cost}


def encoded(army: Mapping[str, Any]) -> str:
    return json.dumps(army, ensure_ascii=False, separators=(",", ":"))


def delete(army: Army) -> None:
    """Delete an army; its forks stay."""
    with database.session() as db, db.begin():
        remove(db, army)


def find(id_: str) -> Army | None:
    return database.by_id(Army, id_)


def found(id_: str) -> Army:
    """Return the army with this id. Raise NotFound."""
    missing = _("No army has this link. A letter may be wrong or missing, or it was deleted.")
    return required(find(id_), NotFound(missing))


def document(army: Army) -> Any:
    return json.loads(army.document)


def edit_token(army: Army) -> str:
    return keys.sign(PURPOSE, _signed_for(army))


def may_edit(army: Army, token: str) -> bool:
    return bool(keys.signed(PURPOSE, token) == _signed_for(army))


def renew(army: Army) -> Army:
    """Replace an army's edit link; the old one stops working."""
    database.execute(update(Army).where(Army.id == army.id).values(link=Army.link + 1))
    return database.fresh(army)


def _signed_for(army: Army) -> str | list[str | int]:
    """Return what an edit link signs; a first link has no number."""
    return [army.id, army.link] if army.link else army.id


def owned(
    owner: str, games: Iterable[str], asked: PageRequest = FIRST, text: str = ""
) -> Page[Army]:
    """Return a page of a visitor's armies of these games, the last changed first.

    With `text`, only those with all its words in their name, note or units.
    """
    places = select(Army.place).where(Army.owner == owner, Army.ruleset.in_(games))
    for word in text.split()[:WORDS_MOST]:
        columns = (Army.name, Army.note, Army.document)
        places = places.where(or_(*(column.icontains(word, autoescape=True) for column in columns)))

    def ask(db: Session) -> Page[Army]:
        page = page_of(db, places, asked)
        mine = select(Army).where(Army.owner == owner, Army.place.in_(page.rows))
        return page.with_rows(db.scalars(mine.order_by(Army.place.desc())).all())

    return database.looked_up(ask)


def all_of(owner: str) -> Sequence[Army]:
    """Return all armies of a visitor, the last changed first."""
    return database.rows(select(Army).where(Army.owner == owner).order_by(Army.place.desc()))


def forks(army: Army) -> int:
    of_it = select(func.count()).select_from(Army).where(Army.parent_id == army.id)
    return database.one(of_it) or 0


def linked(reference: str) -> Army | None:
    """Return the saved army with this id or page address."""
    link = reference.strip()
    if len(link) > LINK_MOST or link.split() != [link]:
        return None
    ids = LINK.findall(link)
    return find(ids[-1].lower()) if ids else None


def resolve(game: Game, reference: str) -> dict[str, Any] | None:
    """Return this game's army by `sample:ID`, id or page address, or None."""
    if reference.strip().startswith(SAMPLE):
        sample = samples.load(game).armies.get(reference.strip().removeprefix(SAMPLE))
        return sample.army if sample else None
    army = linked(reference)
    return document(army) if army is not None and army.ruleset == game.id else None


def links(army: Army) -> Mapping[str, str]:
    return {
        "self": url_for("armies.get_army", id_=army.id, _external=True),
        "page": url_for("army_pages.army", id_=army.id, _external=True),
    }


def edit_links(army: Army) -> Mapping[str, str]:
    token = edit_token(army)
    return {
        "edit": url_for("army_pages.edit", id_=army.id, token=token, _external=True),
        "update": url_for("armies.change_army", id_=army.id, edit=token, _external=True),
        "renew": url_for("armies.renew_link", id_=army.id, edit=token, _external=True),
    }


NOT_OURS: Final = N_("Choose a file made with “Export all armies”.")


def export_file(owner: str) -> str:
    """Return all armies of a visitor as a file, the last changed first."""
    saved = all_of(owner)
    rows = [{"ruleset": row.ruleset, "note": row.note, "army": document(row)} for row in saved]
    return json.dumps({"armies": rows}, ensure_ascii=False, indent=1)


def import_file(owner: str, text: str) -> tuple[int, int, list[str]]:
    """Save the armies of a file, except equal ones. Raises InputError for another file.

    Return how many were saved, how many were there already, and lines of errors.
    """
    document = decode(text)
    listed = document.get("armies") if isinstance(document, dict) else None
    if not isinstance(listed, list):
        raise InputError.single("", NOT_OURS)
    known = {(row.ruleset, row.document) for row in all_of(owner)}
    saved: Counter[bool] = Counter()  # armies by whether they are new
    refused: list[str] = []
    # The last one is saved first, so that the list keeps its order.
    for number, one in [*enumerate(listed[:FILED_MOST], 1)][::-1]:
        give_way()
        entry = one if isinstance(one, dict) else {}
        game = games.games().get(str(entry.get("ruleset")))
        try:
            saved[_import_one(owner, game, entry, known)] += 1
        except InputError as error:
            refused = [*_lines(number, game, entry.get("army"), error), *refused]
    if len(listed) > FILED_MOST:
        refused.insert(0, _("Only the first {most} armies of the file were read.", most=FILED_MOST))
    return saved[True], saved[False], refused


def _import_one(owner: str, game: Game | None, entry: Json, known: set[tuple[str, str]]) -> bool:
    """Save an army unless it is known. Raises InputError for an invalid one."""
    if game is None:
        raise InputError.single("", _("This server does not have its game."))
    normal = importing.normal(game, entry.get("army"))
    key = game.id, encoded(normal)
    if key in known:
        return False
    save(game, normal, owner=owner, note=entry.get("note", ""))
    known.add(key)
    return True


def _lines(number: int, game: Game | None, army: Any, error: InputError) -> Iterator[str]:
    name = army.get("name") if isinstance(army, dict) else None
    label = name if isinstance(name, str) and name else _("Army {number}", number=number)
    for problem in error.problems:
        said = in_words(game.builder, army, problem) if game else _(problem.message)
        yield f"{label}: {said}"
