"""Armies to be compared, from battle files, whose side a is used, or from armies alone."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.core.battlefile import read_battle, terms_of
from engine.core.errors import InputError, Problem
from engine.core.reading import decode
from engine.core.ruleset import Battle
from engine.core.text import Text
from engine.rulesets import rulesets


class Entrant(NamedTuple):
    """An army in a comparison: its name, and a battle of the army against itself."""

    name: str
    battle: Battle


def read_entrants(sources: Sequence[Any], names: Sequence[str] = ()) -> list[Entrant]:
    """Return the armies under the terms of the sources' battle files. Raises InputError."""
    problems: list[Problem] = []
    documents: dict[int, Mapping[str, Any]] = {}
    for place, source in enumerate(sources):
        try:
            documents[place] = _document(source)
        except InputError as error:
            problems += _within(place, error)
    files = {place: found for place, found in documents.items() if "ruleset" in found}
    terms = _terms(files, problems)
    if problems:
        raise InputError(problems)
    entrants = []
    for place, found in documents.items():
        try:
            entrants.append(_entrant(found, terms))
        except InputError as error:
            problems += _within(place, error)
    if problems:
        raise InputError(problems)
    return _with_names(entrants, names)


def _document(source: Any) -> Mapping[str, Any]:
    """Return a valid battle file, or an army alone."""
    if isinstance(source, Battle):
        return source.document
    found = decode(source) if isinstance(source, bytes | str) else source
    if not isinstance(found, dict):
        raise InputError.single("", "is neither a battle file nor an army")
    if "ruleset" in found:
        return read_battle(found, rulesets()).document
    return found


def _terms(files: Mapping[int, Mapping[str, Any]], problems: list[Problem]) -> Mapping[str, Any]:
    """Return the terms of the battle files; note a problem wherever they differ."""
    if not files:
        return {}
    (first, one), *others = files.items()
    terms = terms_of(one)
    for place, other in others:
        others_terms = terms_of(other)
        message = Text(
            "differs from that of [{first}]; armies are compared on the same terms", first=first
        )
        problems += [
            Problem(f"[{place}].{key}", message)
            for key in sorted({*terms, *others_terms})
            if terms.get(key) != others_terms.get(key)
        ]
    return terms


def _entrant(found: Mapping[str, Any], terms: Mapping[str, Any]) -> Entrant:
    if "ruleset" in found:
        side = found["sides"][0]
        battle = read_battle({**terms, "sides": [side, side]}, rulesets())
        return Entrant(side["army"].get("name") or side.get("name") or "", battle)
    side = {"army": found}
    ids = [terms["ruleset"]] if terms else [*rulesets()]
    refused: list[InputError] = []
    for id_ in ids:
        try:
            battle = read_battle({"ruleset": id_, **terms, "sides": [side, side]}, rulesets())
        except InputError as error:
            refused.append(error)
        else:
            return Entrant(found.get("name") or "", battle)
    # The game with the fewest problems is most likely the intended one.
    raise min(refused, key=lambda error: len(error.problems))


def _within(place: int, error: InputError) -> list[Problem]:
    """Return the problems of one source, without side b's, as both sides are the same army."""
    found = []
    for path, message in error.problems:
        if path.startswith("sides[1]"):
            continue
        inner = path.removeprefix("sides[0].army.") if path.startswith("sides[0].army.") else path
        found.append(Problem(f"[{place}]{'.' * bool(inner)}{inner}", message))
    return found


def _with_names(entrants: Sequence[Entrant], names: Sequence[str]) -> list[Entrant]:
    given = [
        entrant.name or (names[place] if place < len(names) else "") or f"army {place + 1}"
        for place, entrant in enumerate(entrants)
    ]
    seen: Counter[str] = Counter()
    found = []
    for name, entrant in zip(given, entrants, strict=True):
        seen[name] += 1
        found.append(entrant._replace(name=name if seen[name] == 1 else f"{name} ({seen[name]})"))
    return found
