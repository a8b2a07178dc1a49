"""Check an army while it is built, and compute its figures from the engine's setup of it."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

import engine
from engine import SIDES, Problem, SideId, Text, other_side
from webapp.armies.builder import inventory
from webapp.base import samples
from webapp.base.builder import CUSTOM, CUSTOM_ICON, ArmyContext, ArmyFigures, Builder, Figures
from webapp.base.form import is_beyond, rows_of, value_at
from webapp.base.game import Game
from webapp.base.texts import N_, _
from webapp.html.forms import in_words, with_ranges

NONE: Final[Mapping[str, Any]] = {}  # no terms, or no limits
MENDED_MOST: Final = 3  # leaving one member out can invalidate another


class Checked(NamedTuple):
    battle: engine.Battle | None
    problems: list[Problem]
    figures: ArmyFigures
    text: str  # '' for an invalid shape
    garrison: bool = False  # it may only defend
    messages: tuple[str, ...] = ()  # the problems as lines for people

    @property
    def valid(self) -> bool:
        return not self.problems


def check(
    game: Game, army: Any, terms: Mapping[str, Any] = NONE, side: SideId = "a"
) -> tuple[engine.Battle | None, list[Problem]]:
    """Return the battle of this army on this side, or problems whose paths start at the army."""
    place = f"sides[{SIDES.index(side)}].army"
    for enemy in (army, samples.stand_in(game)):
        sides = [samples.side_of(game, army if letter == side else enemy) for letter in SIDES]
        try:
            return engine.read({**terms, "ruleset": game.id, "sides": sides}), []
        except engine.InputError as error:
            problems = [
                Problem(path.removeprefix(place).removeprefix("."), message)
                for path, message in error.problems
                if path.startswith(place) or not path.startswith("sides")
            ]
            # An army that may only defend is refused where it attacks itself.
            if problems:
                return None, [*dict.fromkeys(problems)]
    return None, [Problem("", Text("cannot fight under these terms"))]


def judge(
    game: Game, army: Any, terms: Mapping[str, Any], limits: Mapping[str, Any], side: SideId = "a"
) -> tuple[engine.Battle | None, list[Problem]]:
    """Return the army's battle, or its problems under these terms and limits."""
    battle, problems = check(game, army, terms, side)
    problems += over_limits(game, battle and getattr(battle.setup, side), army, limits)
    return (battle if not problems else None), problems


def over_limits(game: Game, read: Any, army: Any, limits: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield the problems of an army under limits; `read` is None if the engine refuses it."""
    if read is not None:
        yield from game.builder.over_limits(read, limits)
    if not is_beyond(game.builder.form, army):
        yield from inventory.of_limits(game, limits).problems(army)


def inspect(
    game: Game,
    army: Any,
    terms: Mapping[str, Any] = NONE,
    limits: Mapping[str, Any] = NONE,
    side: SideId | None = None,
    against: Any = None,
) -> Checked:
    """Return an army's problems, figures and text; by default it attacks, or defends a garrison."""
    builder = game.builder
    fought: SideId = side or "a"
    rows = rows_of(builder.form, army)
    garrison = side is None and len(rows) > (builder.attackers_most or len(rows))
    if garrison:
        fought, terms = "b", _merged(builder.garrison, terms)
    battle, broken = check(game, army, terms, fought)
    unmet = over_limits(game, battle and getattr(battle.setup, fought), army, limits)
    problems = with_ranges(builder.form, army, [*broken, *unmet])
    known = {k: v for k, v in terms.items() if not any(p.path.startswith(k) for p in problems)}
    other = other_side(fought)
    hostile = check(game, against, known, other)[0] if against is not None else None
    enemy = getattr(hostile.setup, other) if hostile else None

    def figures_in(battle: engine.Battle, *, empty: bool = False) -> ArmyFigures:
        read = getattr(battle.setup, fought)
        read = builder.emptied(read) if empty else read
        return builder.figures(ArmyContext(read, battle.setup, fought, known, limits, enemy))

    if battle is not None:
        figures = figures_in(battle)
    elif builder.unfinished:
        figures = builder.unfinished(rows)
    else:
        figures = _rough(game, army, broken, known, fought, figures_in)
    units = []
    for row, unit in zip(rows, figures.units, strict=True):
        if isinstance(row, Mapping):
            spent, budget = builder.points(row) or (None, None)
            notes = (*unit.notes, *_idle(builder, row))
            unit = replace(unit, spent=spent, budget=budget, notes=notes)
        units.append(unit)
    figures = replace(figures, units=tuple(units))
    messages = tuple(in_words(builder, army, problem) for problem in problems)
    allowed = None if problems else battle
    return Checked(allowed, problems, figures, text_of(builder, army), garrison, messages)


def _merged(default: Mapping[str, Any], terms: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the terms, with defaults for what they leave out."""
    merged = {**default, **terms}
    for name, value in default.items():
        given = terms.get(name)
        if given is None:
            merged[name] = value
        elif isinstance(value, Mapping) and isinstance(given, Mapping):
            merged[name] = _merged(value, given)
    return merged


def text_of(builder: Builder, army: Any) -> str:
    """Return the army as compact text, or '' for an invalid shape."""
    if is_beyond(builder.form, army):
        return ""
    try:
        return builder.write(builder.normal(army))
    except (msgspec.ValidationError, UnicodeError, KeyError):
        return ""


def _rough(
    game: Game,
    army: Any,
    problems: Sequence[Problem],
    terms: Mapping[str, Any],
    side: SideId,
    figures_in: Callable[..., ArmyFigures],
) -> ArmyFigures:
    """Return the figures of a refused army's valid units and members; limits do not count."""
    builder, form = game.builder, game.builder.form
    rows = rows_of(form, army)
    unlimited = {key: value for key, value in terms.items() if not key.endswith("_limit")}
    battle, kept = None, dict(enumerate(rows))
    for _time in range(MENDED_MOST):
        heads = (f.path for f in form.head if isinstance(army, Mapping) and f.path in army)
        head = {k: army[k] for k in heads if not any(p.path.startswith(k) for p in problems)}
        mended = (
            (place, _mended(builder, f"{form.list}[{at}]", row, problems))
            for at, (place, row) in enumerate(kept.items())
        )
        kept = {place: row for place, row in mended if row is not None}
        # An army without units still has costs, such as its buildings.
        units = [*kept.values()] or rows_of(form, samples.stand_in(game))
        rough = {**head, form.list: units} if form.list else head
        battle, problems = check(game, rough, unlimited, side)
        if battle is not None:
            break
    found = figures_in(battle, empty=not kept) if battle else ArmyFigures(None, None, (), ())
    by_place = dict(zip(kept, found.units, strict=True)) if battle else {}
    units_found = tuple(
        replace(by_place[i], id=f"{side}{i + 1}") if i in by_place else _unknown(builder, i, row)
        for i, row in enumerate(rows)
    )
    return replace(found, units=units_found)


def _mended(builder: Builder, start: str, row: Any, problems: Iterable[Problem]) -> Any:
    """Return a row without its invalid members, or None if one is required."""
    paths = [p.path for p in problems if p.path == start or p.path.startswith(f"{start}.")]
    wrong = {re.split(r"[.\[]", path[len(start) :].lstrip("."))[0] for path in paths}
    if not isinstance(row, Mapping) or "" in wrong or wrong & builder.form.keys:
        return None
    return {key: value for key, value in row.items() if key not in wrong}


def _unknown(builder: Builder, place: int, row: Any) -> Figures:
    item = builder.item_of(row)
    name = item.name if item else ""
    if isinstance(row, Mapping):
        custom = row.get(CUSTOM)
        given = (custom.get("name") if isinstance(custom, Mapping) else None, row.get("name"))
        found = (v for v in (*given, name, row.get("unit")) if isinstance(v, str) and v)
        name = next(found, name)
    return Figures(id=f"{place + 1}", name=name[:60], icon=item.icon if item else CUSTOM_ICON)


def _idle(builder: Builder, row: Mapping[str, Any]) -> Iterator[str]:
    """Return what a unit carries without effect."""
    item, kind = builder.item_of(row), builder.kind_of(row)
    had = set(item.tags) if item else set()
    for field in kind.fields if kind else ():
        options = {option.id: option for option in field.options_for(row) if option.grants}
        value = value_at(row, field.path)
        for id_ in value if field.type == "many" and isinstance(value, list) else ():
            option = options.get(id_) if isinstance(id_, str) else None
            if option is None:
                continue
            if had.issuperset(option.grants):
                text = N_("{item} adds nothing: the unit has {has} without it.")
                yield _(text, item=option.name, has=", ".join(option.grants))
            had.update(option.grants)


def details(builder: Builder, row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Return labels and values of a valid row that its figures do not show."""
    kind = builder.kind_of(row)
    for field in kind.fields if kind else ():
        value = value_at(row, field.path)
        names = {option.id: _(option.name) for option in field.options_for(row)}
        if not value:
            continue
        if field.type == "many":
            yield field.label, ", ".join(names.get(id_, id_) for id_ in value)
        elif field.type == "counts":
            yield (
                field.label,
                ", ".join(
                    names.get(id_, id_)
                    + (f" \N{MULTIPLICATION SIGN} {times}" if times != 1 else "")
                    for id_, times in value.items()
                ),
            )
        elif field.path == "level":
            yield field.label, str(value)
