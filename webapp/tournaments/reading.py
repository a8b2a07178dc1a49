"""Reads the tournament in a folder: its file, and the armies and battle files that it names.

A ladder that has begun keeps its file beside its recordings, as far as it has grown. Armies that
were added to the folder or removed since are added or removed from the next round on.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import engine
from engine import BYTES_MOST, InputError, Problem, Text, tournament
from engine.tournament import Tournament

FILE: Final = "tournament.json"
RECORDINGS: Final = "recordings"
KEPT: Final = "ladder.json"
"""The file of a ladder as played, beside its recordings."""
ROUND: Final = re.compile(r"R(\d+)-")
MAY_CHANGE: Final = {"name", "rounds", "entrants"}
"""What may be changed of a ladder after it has begun."""


class Found(NamedTuple):
    """A tournament, and its complete file with all armies."""

    tournament: Tournament
    document: Mapping[str, Any]


def read_folder(folder: Path) -> Found:
    """The folder's tournament, with the armies of the files that it names."""
    document, labels = _document(folder)
    found = Found(_read(document, labels, str(folder / FILE)), document)
    if found.tournament.plan.kind != "ladder":
        return found
    grown = _grown(folder, document)
    return Found(_read(grown, [], str(folder / RECORDINGS / KEPT)), grown)


def _grown(folder: Path, document: Mapping[str, Any]) -> dict[str, Any]:
    """The file of a ladder after the rounds that have begun, with its current entrants."""
    path = folder / RECORDINGS / KEPT
    rounds = [
        int(found[1])
        for recording in path.parent.glob("R*.jsonl")
        if (found := ROUND.match(recording.name))
    ]
    begun = max(rounds, default=0)
    if not begun:
        return dict(document)
    try:
        kept = json.loads(path.read_bytes())
        changed = {key for key in {*kept, *document} if kept.get(key) != document.get(key)}
        sides = [
            tournament.side_of(one) for one in document["entrants"] if tournament.takes_part(one)
        ]
        grown = tournament.with_entrants(kept, sides, begun)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        text = Text(
            "is missing or broken: it says who took part in the rounds that were played; "
            "remove the folder '{folder}' to begin anew",
            folder=RECORDINGS,
        )
        raise InputError.single(str(path), text) from None
    if fixed := sorted(changed - MAY_CHANGE):
        text = Text(
            "is not that of the rounds that were played; "
            "remove the folder '{folder}' to begin anew",
            folder=RECORDINGS,
        )
        raise InputError(Problem(f"{folder / FILE}: {key}", text) for key in fixed)
    wanted = document.get("rounds", tournament.LADDER_ROUNDS)
    return {**grown, **document, "rounds": max(wanted, begun), "entrants": grown["entrants"]}


def _document(folder: Path) -> tuple[Any, list[str | None]]:
    """The tournament's file with the armies of its files, and the paths of these files."""
    try:
        document = engine.decode(_content(folder / FILE))
    except InputError as error:
        raise _in_file(str(folder / FILE), error) from None
    if isinstance(document, dict) and "entrants" not in document:
        names = sorted(path.name for path in folder.glob("*.json") if path.name != FILE)
        document = {**document, "entrants": names}
    entrants = document["entrants"] if isinstance(document, dict) else None
    labels: list[str | None] = []
    if isinstance(entrants, list):
        sides, labels, terms = _sides(folder, entrants, document)
        document = {**terms, **document, "entrants": sides}
    return document, labels


def _read(document: Any, labels: list[str | None], label: str) -> Tournament:
    try:
        return tournament.read(document)
    except InputError as error:
        raise InputError(_labelled(problem, labels, label) for problem in error.problems) from None


def _sides(
    folder: Path, entrants: list[Any], document: Mapping[str, Any]
) -> tuple[list[Any], list[str | None], dict[str, Any]]:
    """The sides of the entrants, the files that they come from, and the terms of these files."""
    sides: list[Any] = []
    labels: list[str | None] = []
    terms: dict[str, Any] = {}
    problems: list[Problem] = []
    for place, entrant in enumerate(entrants[: tournament.ENTRANTS_MOST + 1]):
        named = {"file": entrant} if isinstance(entrant, str) else entrant
        if not isinstance(named, dict) or "file" not in named:
            sides.append(entrant)
            labels.append(None)
            continue
        try:
            side, further = _side(folder, named, f"entrants[{place}]")
        except InputError as error:
            problems += error.problems
            continue
        label = str(folder / named["file"])
        for key, value in further.items():
            if key == "ruleset" and document.get(key, value) not in engine.rulesets():
                continue  # reported later, in more detail
            if document.get(key, terms.setdefault(key, value)) != value:
                told = Text("is not that of the tournament; all games are played on the same terms")
                problems.append(Problem(f"{label}: {key}", told))
        sides.append(side)
        labels.append(label)
    if problems:
        raise InputError(problems)
    return sides, labels, terms


def _side(
    folder: Path, entrant: Mapping[str, Any], path: str
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The side in an army's file or in a battle file, and the terms of the latter."""
    name = entrant["file"]
    if unknown := sorted(set(entrant) - {"file", "name"}):
        raise InputError.single(
            f"{path}.{unknown[0]}", engine.unknown("key", unknown[0], ("name",))
        )
    if not isinstance(name, str) or not name or Path(name).name != name:
        raise InputError.single(f"{path}.file", Text("must be the name of a file in this folder"))
    try:
        found = engine.decode(_content(folder / name))
        if not isinstance(found, dict):
            raise InputError.single("", Text("is neither a battle file nor an army"))
    except InputError as error:
        raise _in_file(str(folder / name), error) from None
    further: dict[str, Any] = {}
    side: dict[str, Any] = {"army": found}
    if "ruleset" in found:
        try:
            engine.read(found)
        except InputError as error:
            raise _in_file(str(folder / name), error) from None
        side = {**found["sides"][0]}
        further = engine.terms_of(found)
    own = entrant.get("name") or side.get("name") or _name_in(side["army"])
    return {**side, "name": own or Path(name).stem[: engine.NAME_MOST]}, further


def _name_in(army: Any) -> Any:
    return army.get("name") if isinstance(army, dict) else None


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(BYTES_MOST + 1)
    except OSError as error:
        why = error.strerror or str(error)
        if path.name == FILE:
            text = Text("{why}; give a folder with a tournament.json", why=why)
        else:
            text = Text("{why}; name a file in this folder", why=why)
        raise InputError.single("", text) from None


def _in_file(label: str, error: InputError) -> InputError:
    return InputError(
        Problem(": ".join(filter(None, (label, path))), message) for path, message in error.problems
    )


def _labelled(problem: Problem, labels: list[str | None], label: str) -> Problem:
    """The problem with its file: an army's own file, or that of the tournament."""
    path, inner = problem.path, problem.path
    number, _bracket, rest = path.removeprefix("entrants[").partition("]")
    is_numbered = path.startswith("entrants[") and number.isdigit() and int(number) < len(labels)
    if is_numbered and (own := labels[int(number)]):
        label, inner = own, rest.removeprefix(".").removeprefix("army").removeprefix(".")
    return Problem(": ".join(filter(None, (label, inner))), problem.message)
