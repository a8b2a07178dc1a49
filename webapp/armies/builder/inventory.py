"""Inventories (README.md): the units, items and buildings that an army may use, and how many."""

import dataclasses
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from engine import InputError, Problem, Reader, Text, shown
from webapp.armies.builder.names import NameIndex, fold
from webapp.armies.limits import NAMES_MOST, OF_EACH_MOST, RULES_MOST, SHOWN_NAMES_MOST
from webapp.base.builder import CUSTOM, Builder, ShelfItem
from webapp.base.form import Field, Json, put_at, rows_of, value_at
from webapp.base.game import Game
from webapp.base.texts import N_, _, listing

KEY: Final = "inventory"  # among the limits
ONLY: Final = "only"
NOT: Final = "not"
EACH: Final = "each"
MOST: Final = "most"

ANY: Final = "any"

ONLY_THESE: Final = N_("only: {names}")
NOT_THESE: Final = N_("not: {names}")
ONE_OF_EACH: Final = N_("one of each")
MOST_OF_EACH: Final = N_("at most {count} of each")
MOST_OF_THESE: Final = N_("at most {count}: {names}")
LINES: Final = (ONLY_THESE, NOT_THESE, ONE_OF_EACH, MOST_OF_EACH, MOST_OF_THESE)

Key = tuple[str, str]  # kind and id of a thing


class Thing(NamedTuple):
    """Something that armies are made of; its kind is the key of a row or the path of a field."""

    kind: str
    id: str
    name: str
    tags: frozenset[str] = frozenset()

    @property
    def key(self) -> Key:
        return self.kind, self.id


class Preset(NamedTuple):
    """A rule that a form offers to tick."""

    id: str
    label: str
    document: Json


PRESETS: Final = (
    Preset("custom", N_("No custom units"), {NOT: [CUSTOM]}),
    Preset("official", N_("Official units only"), {ONLY: ["unit:official"]}),
    Preset("each", N_("One of each"), {EACH: 1}),
)


class Stock:
    """All things of a game, and the tokens that name them: `goomba`, `unit:any`, `unit:flying`."""

    def __init__(self, builder: Builder) -> None:
        self.builder = builder
        self.things = {one.key: one for one in _things(builder)}
        self.chosen: dict[str, frozenset[Key]] = {}
        self.texts: dict[str, Text] = {}
        for kind, word in builder.inventory.items():
            of_kind = [one for one in self.things.values() if one.kind == kind]
            self._add(f"{kind}:{ANY}", Text(word), of_kind)
            for tag in dict.fromkeys(tag for one in of_kind for tag in sorted(one.tags)):
                text = Text("{word} ({tag})", word=Text(word), tag=Text(tag))
                tagged = [one for one in of_kind if tag in one.tags]
                if len(tagged) < len(of_kind):
                    self._add(f"{kind}:{fold(tag)}", text, tagged)
        for one in self.things.values():
            self._add(self.token(one), Text(one.name), [one])
        self.names = NameIndex({token: str(text) for token, text in self.texts.items()})

    def _add(self, token: str, text: Text, things: Iterable[Thing]) -> None:
        self.chosen[token] = frozenset(one.key for one in things)
        self.texts[token] = text

    def token(self, thing: Thing) -> str:
        """Return a thing's id, after its kind if another kind has the same id."""
        kinds = [kind for kind, id_ in self.things if id_ == thing.id]
        return thing.id if kinds[0] == thing.kind else f"{thing.kind}.{thing.id}"

    def find(self, name: str) -> str | None:
        """Return the token of a name, in English or the reader's language, or None."""
        translated = {fold(_(text)): token for token, text in self.texts.items()}
        return self.names.find(name) or translated.get(fold(name))

    def presets(self) -> Iterator[Preset]:
        """Yield the presets that mean something in this game."""
        for one in PRESETS:
            tokens = (token for key in (ONLY, NOT, MOST) for token in one.document.get(key, ()))
            if all(token in self.chosen for token in tokens):
                yield one


@cache
def stock(game: Game) -> Stock:
    return Stock(game.builder)


def is_offered(game: Game) -> bool:
    """Whether armies of this game are made of things that terms can allow and ban."""
    return bool(game.builder.inventory)


def _things(builder: Builder) -> Iterator[Thing]:
    for item in builder.shelf:
        if item.key == CUSTOM:
            yield Thing(CUSTOM, CUSTOM, N_("custom units"))
        elif item.key in builder.inventory:
            yield Thing(item.key, item.id, item.name, frozenset(item.tags))
    for one in _fields(builder):
        yield from (Thing(one.path, option.id, option.name) for option in one.options)


def _fields(builder: Builder) -> Iterator[Field]:
    """Yield the fields that hold things."""
    form = builder.form
    fields = {one.path: one for kind in form.rows for one in kind.fields}
    fields |= {one.path: one for one in form.head}
    yield from (one for path, one in fields.items() if path in builder.inventory)


@dataclasses.dataclass(frozen=True)
class Inventory:
    """The rules of an inventory. Without any it allows everything.

    only: tokens; of a kind that is named nothing else may be used, where units of all sorts are one
    kind. banned: tokens. each: how often a thing may be used. most: how often, by token.
    """

    stock: Stock
    only: Sequence[str] = ()
    banned: Sequence[str] = ()
    each: int | None = None
    most: Mapping[str, int] = dataclasses.field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.only or self.banned or self.each or self.most)

    @cached_property
    def reasons(self) -> Mapping[Key, Text]:
        """Why each thing that is not allowed is not."""
        families: dict[str, list[str]] = {}  # of each kind of things, the tokens that restrict it
        for token in self.only:
            for family in sorted({self._family(key) for key in self.stock.chosen[token]}):
                families.setdefault(family, []).append(token)
        found: dict[Key, Text] = {}
        for family, tokens in families.items():
            allowed = frozenset[Key]().union(*(self.stock.chosen[token] for token in tokens))
            text = Text(N_("these terms allow only {names}"), names=self._listed(tokens))
            others = self.stock.things.keys() - allowed
            found |= {key: text for key in others if self._family(key) == family}
        for token in self.banned:
            text = Text(N_("these terms ban {names}"), names=self._listed([token]))
            found |= dict.fromkeys(self.stock.chosen[token], text)
        return found

    def _family(self, key: Key) -> str:
        kind = key[0]
        return "" if kind in self.stock.builder.form.keys else kind

    def most_of(self, thing: Thing) -> int | None:
        own = self.most.get(self.stock.token(thing))
        return min((n for n in (own, self.each) if n is not None), default=None)

    def problems(self, army: Any) -> Iterator[Problem]:
        """Yield what an army must not use, with paths that start at the army."""
        sorts: Counter[str] = Counter()
        groups: Counter[str] = Counter()
        for path, thing, sort in _uses(self.stock, army):
            name = self.stock.texts[self.stock.token(thing)]
            if reason := self.reasons.get(thing.key):
                # A row is named by its unit anyway.
                is_row = thing.kind in self.stock.builder.form.keys
                carried = Text(N_("{name}: {why}"), name=name, why=reason)
                yield Problem(path, reason if is_row else carried)
                continue
            sorts[sort] += 1
            most = self.each if thing.kind == CUSTOM else self.most_of(thing)
            if most is not None and sorts[sort] > most:
                yield Problem(path, _surplus(name, most))
            for token, allowed in self.most.items():
                is_group = ":" in token or token == CUSTOM
                if is_group and thing.key in self.stock.chosen[token]:
                    groups[token] += 1
                    if groups[token] > allowed:
                        yield Problem(path, _surplus(self.stock.texts[token], allowed))

    def without_problems(self, army: Json) -> Json:
        builder, bad = self.stock.builder, {problem.path for problem in self.problems(army)}
        form = builder.form
        kept = [
            _without(builder, row, f"{form.list}[{index}].", bad)
            for index, row in enumerate(rows_of(form, army))
            if bad.isdisjoint(f"{form.list}[{index}].{key}" for key in form.keys)
        ]
        return {**_without(builder, army, "", bad), form.list: kept}

    def lines(self) -> Iterator[str]:
        """Yield the rules as lines that `parse` reads."""
        if self.only:
            yield _(ONLY_THESE, names=self._names(self.only))
        if self.banned:
            yield _(NOT_THESE, names=self._names(self.banned))
        if self.each is not None:
            yield _(ONE_OF_EACH) if self.each == 1 else _(MOST_OF_EACH, count=self.each)
        for count in sorted({*self.most.values()}):
            names = self._names([token for token, most in self.most.items() if most == count])
            yield _(MOST_OF_THESE, count=count, names=names)

    def _names(self, tokens: Sequence[str]) -> str:
        return ", ".join(_(self.stock.texts[token]) for token in tokens)

    def _listed(self, tokens: Sequence[str]) -> str:
        names = [self.stock.texts[token] for token in tokens[:SHOWN_NAMES_MOST]]
        return listing(names if len(tokens) <= SHOWN_NAMES_MOST else [*names, "…"])

    def builder(self) -> Builder:
        """Return the game's builder, with the reason at each thing that is not allowed."""
        builder = self.stock.builder
        if not self:
            return builder
        form = builder.form
        head = tuple(map(self._field, form.head))
        rows = tuple(replace(one, fields=tuple(map(self._field, one.fields))) for one in form.rows)
        form = replace(form, head=head, rows=rows)
        return dataclasses.replace(builder, form=form, shelf=tuple(map(self._item, builder.shelf)))

    def _field(self, field: Field) -> Field:
        whys = [self.reasons.get((field.path, option.id), "") for option in field.options]
        barred = (replace(one, barred=why) for one, why in zip(field.options, whys, strict=True))
        return replace(field, options=tuple(barred))

    def _item(self, item: ShelfItem) -> ShelfItem:
        key = (item.key, item.id)
        if reason := self.reasons.get(key):
            return replace(item, barred=reason)
        most = self.most_of(self.stock.things[key]) if key in self.stock.things else None
        more = () if most is None else (Text(N_("These terms allow {most}"), most=most),)
        return replace(item, lines=(*item.lines, *more))


def _surplus(name: str, most: int) -> Text:
    return Text(N_("these terms allow {most}x {name}"), name=name, most=most)


def _without(builder: Builder, part: Json, place: str, bad: set[str]) -> Json:
    """Return a row or an army without the list items at bad paths."""
    kept: Json = msgspec.json.decode(msgspec.json.encode(part))
    for field in _fields(builder):
        ids = value_at(part, field.path)
        if isinstance(ids, list):
            at = f"{place}{field.path}"
            put_at(kept, field.path, [id_ for i, id_ in enumerate(ids) if f"{at}[{i}]" not in bad])
    return kept


def _uses(of: Stock, army: Any) -> Iterator[tuple[str, Thing, str]]:
    """Yield path, thing and sort of each use; uses of the same sort are counted together."""
    form = of.builder.form
    yield from _carried(of, army, "")
    for index, row in enumerate(rows_of(form, army)):
        place = f"{form.list}[{index}]."
        for key in form.keys:
            held = row.get(key) if isinstance(row, Mapping) else None
            if isinstance(held, Mapping) and (thing := of.things.get((key, CUSTOM))):
                # Equal custom units differ in nothing but their names.
                sort = {name: value for name, value in held.items() if name != "name"}
                # `json` also takes half a surrogate pair, which msgspec refuses.
                yield f"{place}{key}", thing, json.dumps(sort, sort_keys=True)
            elif isinstance(held, str) and (thing := of.things.get((key, held))):
                yield f"{place}{key}", thing, of.token(thing)
        yield from _carried(of, row, place)


def _carried(of: Stock, part: Any, place: str) -> Iterator[tuple[str, Thing, str]]:
    for field in _fields(of.builder):
        ids = value_at(part, field.path)
        for index, id_ in enumerate(ids if isinstance(ids, list) else ()):
            thing = of.things.get((field.path, id_)) if isinstance(id_, str) else None
            if thing is not None:
                yield f"{place}{field.path}[{index}]", thing, of.token(thing)


def of_limits(game: Game, limits: Mapping[str, Any]) -> Inventory:
    """Return the inventory among limits; what the installed catalog does not know is left out."""
    own, document = stock(game), limits.get(KEY)
    if not isinstance(document, Mapping):
        return Inventory(own)

    def known(key: str) -> list[str]:
        tokens = document.get(key)
        listed = tokens if isinstance(tokens, list) else []
        return [one for one in listed if isinstance(one, str) and one in own.chosen]

    most, each = document.get(MOST), document.get(EACH)
    given = most.items() if isinstance(most, Mapping) else ()
    counts = {token: n for token, n in given if token in own.chosen and isinstance(n, int)}
    each = each if isinstance(each, int) else None
    return Inventory(own, known(ONLY), known(NOT), each, counts)


def read(game: Game, given: Any, path: str) -> Json:
    """Return the document of an inventory, from its text or its document. Raise InputError."""
    if isinstance(given, str):
        return parse(game, given, path)
    reader, own = Reader(given, path), stock(game)
    members = reader.mapping((ONLY, NOT, EACH, MOST))
    found: Json = {}
    for key in (ONLY, NOT):
        if key in members:
            tokens = members[key].sequence(0, NAMES_MOST, "names")
            found[key] = [one.value for one in tokens if one.choice(own.chosen, "thing")]
    if EACH in members:
        found[EACH] = members[EACH].integer(1, OF_EACH_MOST)
    if MOST in members:
        counts = members[MOST].mapping(own.chosen)
        found[MOST] = {token: one.integer(1, OF_EACH_MOST) for token, one in counts.items()}
    reader.finish()
    return {key: value for key, value in found.items() if value}


def parse(game: Game, text: str, path: str) -> Json:
    """Return the document of an inventory's text, a rule a line. Raise InputError."""
    if len(text) > RULES_MOST:
        template = N_("Use at most {most:,} characters (now {count:,})")
        raise InputError.single(path, Text(template, most=RULES_MOST, count=len(text)))
    own, found = stock(game), Json()
    problems: list[Problem] = []
    for number, line in enumerate(re.split(r"[\n;]", text), 1):
        if not line.strip():
            continue
        rule, wrong = _rule(own, line.strip())
        merge(found, rule)
        where = Text("line {number}", number=number)
        said = (Text("{place}: {message}", place=where, message=why) for why in wrong)
        problems += [Problem(path, message) for message in said]
    if problems:
        raise InputError(problems)
    return found


def merge(found: Json, rule: Mapping[str, Any]) -> None:
    """Add rules to a document; of two numbers the lower one counts."""
    for key in (ONLY, NOT):
        if key in rule:
            found[key] = [*dict.fromkeys([*found.get(key, []), *rule[key]])]
    if EACH in rule:
        found[EACH] = min(rule[EACH], found.get(EACH, OF_EACH_MOST))
    for token, most in rule.get(MOST, {}).items():
        counts = found.setdefault(MOST, {})
        counts[token] = min(most, counts.get(token, OF_EACH_MOST))


def _rule(own: Stock, line: str) -> tuple[Json, list[Text]]:
    """Return the rule of a line, or why it has none."""
    for preset in own.presets():
        if fold(line) in (fold(preset.label), fold(_(preset.label))):
            return preset.document, []
    for template in LINES:
        for pattern in {template, _(template)}:
            if match := re.fullmatch(_pattern(pattern), line, re.IGNORECASE):
                return _matched(own, template, match.groupdict())
    text = Text(
        N_("'{given}' is not a rule; write “{only}”, “{banned}” or “{most}”"),
        given=shown(line),
        only=Text(ONLY_THESE, names="…"),
        banned=Text(NOT_THESE, names="…"),
        most=Text(MOST_OF_THESE, count=2, names="…"),
    )
    return {}, [text]


def _pattern(template: str) -> str:
    """Return the pattern of a line: `only: {names}` without the colon, too."""
    escaped = re.escape(template).replace(":", ":?")
    counted = escaped.replace(re.escape("{count}"), r"(?P<count>\d{1,3})")
    return counted.replace(re.escape("{names}"), "(?P<names>.+)").replace(r"\ ", r"\s+")


def _matched(own: Stock, template: str, values: Mapping[str, str]) -> tuple[Json, list[Text]]:
    tokens, wrong = _named(own, values.get("names", ""))
    count = int(values.get("count", "1"))
    if not 1 <= count <= OF_EACH_MOST:
        wrong.append(Text("give a number from 1 to {most}", most=OF_EACH_MOST))
    rules: Mapping[str, Json] = {
        ONLY_THESE: {ONLY: tokens},
        NOT_THESE: {NOT: tokens},
        MOST_OF_THESE: {MOST: dict.fromkeys(tokens, count)},
    }
    return ({} if wrong else rules.get(template, {EACH: count})), wrong


def _named(own: Stock, names: str) -> tuple[list[str], list[Text]]:
    """Return the tokens of names between commas, and a message for each unknown name."""
    found, wrong = [], []
    for name in filter(None, map(str.strip, names.split(","))):
        token = own.find(name)
        if token is not None:
            found.append(token)
            continue
        likes = [own.texts[like] for like in own.names.near(name).likes]
        if likes:
            text = N_("there is no '{given}'; did you mean '{like}'?")
            wrong.append(Text(text, given=shown(name), like=likes[0]))
        else:
            wrong.append(Text("there is no '{given}'", given=shown(name)))
    return found, wrong
