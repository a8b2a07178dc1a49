"""The builder's page: its form, whose buttons change the army without JavaScript, and its data."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, Final, Literal, NamedTuple

from flask import url_for
from flask_wtf.csrf import generate_csrf

from engine import InputError, Problem, SideId, decode
from webapp.armies import store as armies
from webapp.armies.builder import drawing, importing, inventory
from webapp.armies.builder.checking import inspect
from webapp.armies.builder.names import to_edit
from webapp.armies.limits import UNDO_CHARACTERS_MOST, UNDO_MOST
from webapp.base import display_names, icons, samples
from webapp.base.builder import CUSTOM, Builder, ShelfItem
from webapp.base.form import ROWS_MOST, Field, Json, as_data, put_at, rows_of
from webapp.base.game import Game
from webapp.base.inputs import (
    Posted,
    document_value,
    field_name,
    input_of,
    number_up_to,
    posted_value,
    read_number,
)
from webapp.base.texts import _
from webapp.guard import keys
from webapp.html.forms import Placed, in_words, place, with_ranges

HEAD: Final = "army"
TERMS: Final = "terms"
# values left out of fixed rows, whose numbers have no default, and of other rows; False is 0, too
BLANK_FIXED: Final[Sequence[Any]] = (None, "", [], {})
BLANK: Final = (*BLANK_FIXED, False)


def army_of(builder: Builder, form: Posted) -> Json:
    """Return the posted army; invalid numbers stay text."""
    shape = builder.form
    army: Json = _filled({}, shape.head, form, HEAD)
    if not shape.list:
        return army
    if shape.fixed is None:
        return army | {shape.list: list(_rows(builder, form))}
    fields = shape.rows[0].fields
    units = (_filled({}, fields, form, f"u{i}", BLANK_FIXED) for i in range(len(shape.fixed)))
    return army | {shape.list: dict(zip(shape.fixed, units, strict=True))}


def battle_terms(builder: Builder, form: Posted) -> Json:
    return _filled({}, builder.form.terms, form, TERMS)


def _rows(builder: Builder, form: Posted) -> Iterator[Json]:
    count = read_number(form.get("units", ""))
    for index in range(min(count, ROWS_MOST) if isinstance(count, int) else 0):
        key, _, id_ = form.get(f"u{index}.card", "").partition(":")
        if key not in builder.form.keys:
            continue
        row: Json = {key: {} if key == CUSTOM else id_}
        kind = builder.kind_of(row)
        yield _filled(row, kind.fields, form, f"u{index}") if kind else row


def _filled(
    target: Json, fields: tuple[Field, ...], form: Posted, place: str, blank: Sequence[Any] = BLANK
) -> Json:
    for one in fields:
        value = document_value(one, posted_value(one, field_name(place, one), target, form))
        # Keep a typed 0 where 0 is the default: the rules require some of these numbers.
        is_meant = type(value) is int and one.default == 0
        if is_meant or value not in blank:
            put_at(target, one.path, value)
    return target


@dataclass
class Draft:
    """The state of the builder's plain form; the army must fit `terms`, `limits` and `side`."""

    game: Game
    army: Json
    terms: Mapping[str, Any] = field(default_factory=dict)
    limits: Mapping[str, Any] = field(default_factory=dict)
    side: SideId | None = None
    fixed: bool = False  # whether these are given
    query: str = ""
    tag: str = ""
    text: str = ""
    note: str = ""
    sent: bool = False  # whether a form was posted
    taken: frozenset[str] | None = None  # names that a sample must not have
    before: list[Json] = field(default_factory=list)  # the undo stack, the latest last
    problems: list[Problem] = field(default_factory=list)
    text_problems: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)

    @cached_property
    def builder(self) -> Builder:
        """Return the game's builder, with reasons at what the limits do not allow."""
        return inventory.of_limits(self.game, self.limits).builder()

    def fill(self, form: Posted) -> None:
        self.sent = True
        self.army = army_of(self.builder, form)
        if not self.fixed:
            self.terms = battle_terms(self.builder, form)
        self.query = form.get("q", "")[:60]
        self.tag = form.get("tag", "")[:60]
        self.text = form.get("text", "")
        self.note = form.get("note", "")
        self.before = _armies(form.get("before", ""))

    def act(self, command: str) -> bool:
        """Do a button's action, like `up:2`; return False for one that changes no army."""
        verb, _, argument = command.partition(":")
        if verb not in ACTS:
            return False
        army = self.army
        ACTS[verb](self, argument)
        if self.army != army and verb != "undo":
            self.before = [*self.before, army][-UNDO_MOST:]
        return True

    @property
    def rows(self) -> list[Any]:
        return rows_of(self.builder.form, self.army)

    def with_rows(self, rows: list[Any]) -> None:
        self.army = {**self.army, self.builder.form.list: rows}

    @property
    def placed(self) -> Placed:
        form = self.builder.form
        return place(form, with_ranges(form, self.army, self.problems))

    @property
    def unplaced(self) -> list[str]:
        """Return the problems of no field, as lines."""
        return [in_words(self.builder, self.army, problem) for problem in self.placed.rest]

    @property
    def before_text(self) -> str:
        """Return the undo stack for a hidden field."""
        return json.dumps(self.before, separators=(",", ":"))

    def found(self) -> list[ShelfItem]:
        """Return the items of the shelf that match the search and are allowed."""
        return [item for item in self._matching() if not item.barred]

    def barred(self) -> list[ShelfItem]:
        """Return the items that match the search and are not allowed."""
        return [item for item in self._matching() if item.barred]

    def _matching(self) -> Iterator[ShelfItem]:
        wanted = self.query.casefold().split()
        for item in self.builder.shelf:
            is_tagged = not self.tag or self.tag in item.tags
            cost = f"{item.cost} ap" if item.cost is not None else ""
            text = " ".join((item.name, item.group, cost, *item.tags, *item.lines)).casefold()
            if is_tagged and all(word in text for word in wanted):
                yield item

    def item_of(self, row: Any) -> str:
        """Return the shelf item in a row's hidden input, like `unit:goomba`."""
        for kind in self.builder.form.rows if isinstance(row, dict) else ():
            if kind.key in row:
                id_ = row[kind.key]
                return f"{kind.key}:{id_ if isinstance(id_, str) else CUSTOM}"
        return ""


def _armies(text: str) -> list[Json]:
    try:
        found = decode(text) if text and len(text) <= UNDO_CHARACTERS_MOST else []
    except InputError:
        return []
    armies = found if isinstance(found, list) else []
    return [army for army in armies[-UNDO_MOST:] if isinstance(army, dict)]


def _add(draft: Draft, argument: str) -> None:
    key, _, id_ = argument.partition(":")
    for item in draft.builder.shelf:
        is_meant = (item.key, item.id) == (key, id_) and not item.barred
        if is_meant and len(draft.rows) < draft.builder.form.most:
            draft.with_rows([*draft.rows, json.loads(json.dumps(item.row))])
            return


def _move(draft: Draft, argument: str, step: int) -> None:
    rows, at = draft.rows, _place(draft, argument)
    if at is not None and 0 <= at + step < len(rows):
        rows[at], rows[at + step] = rows[at + step], rows[at]
        draft.with_rows(rows)


def _place(draft: Draft, argument: str) -> int | None:
    at = number_up_to(len(draft.rows) - 1, argument)
    return at if draft.builder.form.fixed is None else None


def _remove(draft: Draft, argument: str) -> None:
    at = _place(draft, argument)
    if at is not None:
        draft.with_rows([row for place, row in enumerate(draft.rows) if place != at])


def _copy(draft: Draft, argument: str) -> None:
    rows, at = draft.rows, _place(draft, argument)
    if at is not None and len(rows) < draft.builder.form.most:
        draft.with_rows([*rows[: at + 1], json.loads(json.dumps(rows[at])), *rows[at + 1 :]])


def _undo(draft: Draft, _argument: str) -> None:
    if draft.before:
        draft.army = draft.before.pop()


def _import(draft: Draft, _argument: str) -> None:
    try:
        parsed = importing.read(draft.game, draft.text, partial=True)
    except InputError as error:
        draft.text_problems = importing.in_form_words(draft.game, error)
        return
    draft.text_problems, draft.notes = list(parsed.unread), list(parsed.notes)
    draft.army = display_names.army(draft.game, parsed.army)
    if not parsed.unread:
        draft.text = ""


def _sample(draft: Draft, argument: str) -> None:
    sample = samples.load(draft.game).armies.get(argument)
    if sample is not None:
        draft.army = draft.builder.normal(to_edit(draft.game, sample.army, draft.taken))


def _random(draft: Draft, _argument: str) -> None:
    try:
        draft.army = drawing.draw(draft.game, draft.terms, draft.limits)
    except InputError as error:
        draft.problems = list(error.problems)


ACTS: Final[Mapping[str, Callable[[Draft, str], None]]] = {
    "add": _add,
    "up": partial(_move, step=-1),
    "down": partial(_move, step=1),
    "remove": _remove,
    "copy": _copy,
    "clear": lambda draft, _argument: draft.with_rows([]),
    "undo": _undo,
    "import": _import,
    "sample": _sample,
    "random": _random,
    "find": lambda _draft, _argument: None,
    "show": lambda _draft, _argument: None,
}


class Target(NamedTuple):
    """Where an army goes: `save` stores, `seal` commits, `draft` keeps to seal it, `play` plays."""

    kind: Literal["save", "seal", "draft", "play"]
    label: str
    url: str  # where the editor sends JSON by `method`, with `revision` if set
    form_url: str  # where the plain form posts
    method: Literal["POST", "PUT"] = "POST"
    revision: int | None = None
    parent: str | None = None
    links: Mapping[str, str] | None = None  # `page` and `edit` of a saved army
    side: SideId | None = None  # that plays the army, from event `at` on
    asks: str = ""  # the confirmation before sealing
    sealing: Mapping[str, Json] | None = None  # the further input of the seal
    at: int = 0


def editor(draft: Draft, target: Target) -> dict[str, Any]:
    """Return the template variables of `builder/editor.html`."""
    return {
        "draft": draft,
        "target": target,
        "checked": inspect(draft.game, draft.army, draft.terms, draft.limits, draft.side),
        "page_data": page_data(draft, target),
        "input_of": input_of,
    }


def page_data(draft: Draft, target: Target) -> dict[str, Any]:
    """Return the data of the editor's script; README.md describes it."""
    game, builder = draft.game, draft.builder
    ready_made = samples.load(game).armies.values()
    offered = [(one, display_names.army(game, one.army)) for one in ready_made]
    shown = ("army", "note", "sent", "terms", "limits", "side")  # as the draft has them
    return {
        "ruleset": game.id,
        "ruleset_name": game.name,
        "form": as_data(builder.form),
        "shelf": as_data(builder.shelf),
        "filters": as_data(builder.filters),
        "samples": [
            {
                "id": one.id,
                "name": army.get("name", one.id),
                "text": _(one.text),
                "army": to_edit(game, one.army, draft.taken),
            }
            for one, army in offered
        ],
        "example": draft.builder.write(draft.builder.normal(samples.stand_in(draft.game))),
        **{name: getattr(draft, name) for name in shown},
        "fixed_terms": draft.fixed,
        "target": target._asdict(),
        "links": {
            "check": url_for("building.check_army", ruleset=game.id),
            "text": url_for("building.read_text", ruleset=game.id),
            "random": url_for("building.draw_army", ruleset=game.id),
            "odds": url_for("odds.weigh"),
            "armies": url_for("armies.list_armies"),
            "quick": url_for("quick.choose", ruleset=game.id),
        },
        "csrf_token": generate_csrf(),
        "icons_url": icons.url(),
        "opponents": [
            *(
                {"id": f"sample:{one.id}", "name": army.get("name", one.id), "army": army}
                for one, army in offered
            ),
            *(
                {"id": row.id, "name": row.name or _("Unnamed army"), "army": armies.document(row)}
                for row in armies.owned(keys.visitor(), [game.id]).rows
            ),
        ],
    }
