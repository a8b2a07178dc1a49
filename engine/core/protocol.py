"""The protocol's documents, generated from the event classes: pages and TypeScript types."""

import types
from collections.abc import Iterator, Sequence
from inspect import getdoc
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from engine.core.battle import Header
from engine.core.errors import EngineError
from engine.core.events import CORE_EVENTS, PROTOCOL, BattleEnded, Event, wire_name
from engine.core.ruleset import AnyRuleset

_TYPE_NAMES = {int: "number", str: "string", bool: "boolean", type(None): "null", Any: "unknown"}

INTRODUCTION = f"""# The protocol, version {PROTOCOL}

Generated from the event classes by `make docs`; a test fails when it is out of date.

A recording is a header and a list of events. As JSON Lines, the header is on the first line and
each event on a line of its own. Events are facts in the past tense; they carry the values after the
change, so that viewers set values and do no arithmetic of the rules. Readers skip events of unknown
types.

This page describes what all rulesets share. Each ruleset also has its own events:
"""

OWN_INTRODUCTION = """Generated from the event classes by `make docs`; a test fails when it is out
of date.

[The protocol](../../PROTOCOL.md) has the header, the envelope that every event comes in, and the
events of every ruleset.
"""

GENERATED = "// Generated from the event classes by `make docs`."


def documents(rulesets: Sequence[AnyRuleset]) -> dict[str, str]:
    """Return the output of `make docs` for these rulesets: texts by path in the checkout."""
    found = {
        "engine/PROTOCOL.md": page(rulesets),
        "static/js/player/engine/protocol.d.ts": declarations(),
    }
    for ruleset in rulesets:
        found[f"engine/rulesets/{ruleset.id}/EVENTS.md"] = own_page(ruleset, OWN_INTRODUCTION)
        found[f"static/js/games/{ruleset.id}/events.d.ts"] = own_declarations(ruleset)
    return found


def page(rulesets: Sequence[AnyRuleset]) -> str:
    """Return PROTOCOL.md. Raises EngineError naming a field without a meaning."""
    links = sorted(f"- [{each.name}](rulesets/{each.id}/EVENTS.md)" for each in rulesets)
    parts = [INTRODUCTION, *links, "", "## The header\n", *_section(Header)]
    parts += ["## The envelope of every event\n", *_section(Event)]
    parts.append("## Events of every ruleset\n")
    for event in CORE_EVENTS:
        parts += [f"### `{_tag(event)}`\n", *_section(event)]
    return "\n".join(parts)


def own_page(ruleset: AnyRuleset, introduction: str = "") -> str:
    """Return EVENTS.md of a ruleset. Raises EngineError naming a field without a meaning."""
    parts = [f"# Events of {ruleset.name}\n", *filter(None, [introduction])]
    reasons = ", ".join(f"`{reason}`" for reason in ruleset.reasons)
    parts.append(f"Reasons for which a battle ends (`battle_ended`): {reasons}.\n")
    for event in ruleset.events:
        parts += [f"## `{_tag(event)}`\n", *_section(event)]
    for part in _parts(ruleset.events):
        parts += [f"## {part.__name__}\n", *_section(part)]
    return "\n".join(parts)


def declarations() -> str:
    """Return protocol.d.ts: the same classes as TypeScript interfaces."""
    lines = [GENERATED, "", *_interface(Header), *_interface(Event, "Envelope")]
    for event in CORE_EVENTS:
        lines += _interface(event)
    return "\n".join(lines)


def own_declarations(ruleset: AnyRuleset) -> str:
    """Return events.d.ts of a ruleset: its own events, and the union of its battles' events."""
    shared = ", ".join(sorted(["Envelope", *(event.__name__ for event in CORE_EVENTS)]))
    lines = [GENERATED, f'import type {{ {shared} }} from "../../player/engine/protocol";', ""]
    for struct in (*_parts(ruleset.events), *ruleset.events):
        lines += _interface(struct)
    lines.append("/** Every event that a battle may have, distinguished by its `type`. */")
    lines.append("export type Event =")
    for event in ruleset.all_events:
        name = event.__name__
        if event is BattleEnded:
            name = f"({name} & {{ reason: {_type(Literal[ruleset.reasons])} }})"
        lines.append(f"  | {name}")
    return "\n".join(lines) + ";\n"


def meanings(struct: type) -> tuple[str, dict[str, str]]:
    """Return a struct's description, and its fields' meanings.

    A meaning is a text in the field's annotation, or a line `field: meaning` of the docstring.
    """
    is_event = issubclass(struct, Event) and struct is not Event
    envelope = Event.__struct_fields__ if is_event else ()
    own = [f.name for f in msgspec.structs.fields(struct) if f.name not in envelope]
    hints = get_type_hints(struct, include_extras=True)
    annotated = {
        name: f"{hints[name].__metadata__[0]}."
        for name in own
        if get_origin(hints[name]) is Annotated
    }
    names = {*own} - annotated.keys()
    what: list[str] = []
    fields: dict[str, str] = {}
    for line in (getdoc(struct) or "").splitlines():
        name, colon, meaning = line.partition(": ")
        if colon and name in names:
            fields[name] = meaning.strip()
        elif fields and line.strip():
            raise EngineError(f"{struct.__name__}: {line.strip()!r} belongs to no field")
        elif not fields:
            what.append(line)
    if missing := names - fields.keys():
        raise EngineError(f"{struct.__name__}: no meaning given for {', '.join(sorted(missing))}")
    return "\n".join(what).strip(), annotated | fields


def _section(struct: type) -> Iterator[str]:
    what, fields = meanings(struct)
    yield what + "\n"
    if fields:
        hints = get_type_hints(struct)
        yield "| field | type | meaning |\n|---|---|---|"
        for name, meaning in fields.items():
            shown = _type(hints[name]).replace("|", "or")
            shown += " or absent" if name in _optional(struct) else ""
            yield f"| `{name}` | {shown} | {meaning} |"
        yield ""


def _interface(struct: type, name: str | None = None) -> Iterator[str]:
    _, fields = meanings(struct)
    hints = get_type_hints(struct)
    is_event = issubclass(struct, Event) and struct is not Event
    heritage = " extends Envelope" if is_event else ""
    yield f"export interface {name or struct.__name__}{heritage} {{"
    if is_event or struct is Header:
        yield f'  type: "{_tag(struct)}";'
    for field, meaning in fields.items():
        yield f"  /** {meaning} */"
        mark = "?" if field in _optional(struct) else ""
        yield f"  {field}{mark}: {_type(hints[field])};"
    yield "}"
    yield ""


def _optional(struct: Any) -> frozenset[str]:
    """Return the fields that are left out where they have their default."""
    if not struct.__struct_config__.omit_defaults:
        return frozenset()
    found = (field for field in msgspec.structs.fields(struct) if not field.required)
    return frozenset(field.name for field in found)


def _tag(struct: type) -> str:
    return "header" if struct is Header else wire_name(struct.__name__)


def _parts(events: Sequence[type]) -> list[type]:
    """Return the structs nested in these events, each once, the innermost first."""
    found: list[type] = []

    def visit(hint: Any) -> None:
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
            for inner in get_type_hints(hint).values():
                visit(inner)
            if hint not in found and not issubclass(hint, Event):
                found.append(hint)
        for inner in get_args(hint):
            visit(inner)

    for event in events:
        visit(event)
    return found


def _type(hint: Any) -> str:
    origin, arguments = get_origin(hint), get_args(hint)
    if hint in _TYPE_NAMES:
        return _TYPE_NAMES[hint]
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in arguments)
    if origin in (Union, types.UnionType):
        return " | ".join(_type(argument) for argument in arguments)
    if origin in (list, tuple):
        inner = _type(arguments[0])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<{_type(arguments[0])}, {_type(arguments[1])}>"
    return str(hint.__name__)
