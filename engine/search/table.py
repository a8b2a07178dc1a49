"""Matchups: the share of every army against every other, the best mixture, and styles of armies.

Armies come from battle files, whose side a is used, or alone.
"""

import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec
import numpy as np

from engine.core.battlefile import read_battle, terms_of, unique_names
from engine.core.errors import InputError, Problem, Text
from engine.core.reading import decode
from engine.core.ruleset import Battle
from engine.rulesets import read_once, rulesets
from engine.search import shares
from engine.search.shares import EQUAL_DIGITS, SAMPLES, Share, best_mixture, rounded
from engine.search.work import Progress, Stop, Workers


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
    given = [
        entrant.name or (names[place] if place < len(names) else "") or f"army {place + 1}"
        for place, entrant in enumerate(entrants)
    ]
    pairs = zip(entrants, unique_names(given), strict=True)
    return [entrant._replace(name=name) for entrant, name in pairs]


def _document(source: Any) -> Mapping[str, Any]:
    """Return a valid battle file, or an army alone."""
    if isinstance(source, Battle):
        return source.document
    found = decode(source) if isinstance(source, bytes | str) else source
    if not isinstance(found, dict):
        raise InputError.single("", "is neither a battle file nor an army")
    return read_battle(found, rulesets()).document if "ruleset" in found else found


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


SAMPLED_MOST: Final = 100_000_000  # maximum number of battles of a sampled table
BATTLES_OF_A_PART: Final = 4_096


class Matchups(msgspec.Struct, frozen=True, omit_defaults=True):
    """The share of each army, as side a, against each as side b; a draw counts half."""

    method: Literal["exact", "sample"]
    armies: tuple[str, ...]
    win: tuple[tuple[float, ...], ...]  # by row and column
    # how often to bring each army so that no other choice beats it, on average over both sides
    strategy: tuple[float, ...]
    samples: int | None = None  # battles played for each share, where shares must be sampled
    # then the 95 % interval of each share; exact ones have width 0
    interval: tuple[tuple[tuple[float, float], ...], ...] | None = None


def matchups(
    sources: Sequence[Any],
    *,
    names: Sequence[str] = (),
    samples: int = SAMPLES,
    workers: int = 1,
    scheduler: str | None = None,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> Matchups:
    """Return the table of armies against each other: row against column, the row as side a.

    `sources` are battle files, whose side a takes part, or armies alone; all are of one game, and
    battle files have the same terms. `names` are for armies without a name. Raises InputError for a
    bad source, whose path begins with its place in the list, and for too many.
    """
    if not sources:
        raise InputError.single("", "there are no armies; give at least one")
    entrants = read_entrants(sources, names)
    battles = [entrant.battle for entrant in entrants]
    files = [json.dumps(battle.without_dice().document) for battle in battles]
    count = len(battles)
    has_kernel = shares.of_table(battles[:1], battles[:1]) is not None
    if not has_kernel:
        _refuse_too_many(battles[0], count, samples)
    each = BATTLES_OF_A_PART if has_kernel else max(1, BATTLES_OF_A_PART // samples)
    # A part is several rows, or several cells of one row.
    high, wide = max(1, each // count), min(count, each)
    parts = [
        (row, min(row + high, count), column, min(column + wide, count))
        for row in range(0, count, high)
        for column in range(0, count, wide)
    ]
    cells: list[list[Share]] = [[] for _ in range(count)]
    done = 0
    with Workers(workers, stop, scheduler, progress) as crew:
        found = crew.each(partial(_part, files, samples), parts, by_kernel=has_kernel)
        for (row, below, column, right), block in zip(parts, found, strict=True):
            for n, line in zip(range(row, below), block, strict=True):
                cells[n] += line
            done += (below - row) * (right - column)
            crew.report(done, count * count)
    win = tuple(tuple(rounded(share) for share, _ in row) for row in cells)
    is_exact = all(interval is None for row in cells for _, interval in row)
    return Matchups(
        method="exact" if is_exact else "sample",
        armies=tuple(entrant.name for entrant in entrants),
        win=win,
        strategy=best_mixture(win),
        samples=None if is_exact else samples,
        interval=None
        if is_exact
        else tuple(tuple(interval or (share, share) for share, interval in row) for row in cells),
    )


def _part(files: list[str], samples: int, part: tuple[int, int, int, int]) -> list[list[Share]]:
    """Return the shares in a part of the table; each file is of an army against itself."""
    row, below, column, right = part
    rows, columns = [*map(read_once, files[row:below])], [*map(read_once, files[column:right])]
    exact = shares.of_table(rows, columns)
    if exact is not None:
        return [[(share, None) for share in line] for line in exact]
    return [[_cell(one, two, samples) for two in columns] for one in rows]


def _cell(one: Battle, two: Battle, samples: int) -> Share:
    sides = [one.document["sides"][0], two.document["sides"][1]]
    battle = read_battle({**one.document, "sides": sides}, rulesets())
    return shares.of_battle(battle, "a", samples)


def _refuse_too_many(battle: Battle, count: int, samples: int) -> None:
    if count * count * samples > SAMPLED_MOST:
        raise InputError.single(
            "",
            "{count:,} armies make {pairs:,} pairs and {battles:,} battles; at most {most:,} are "
            "played: use fewer armies or samples",
            count=count,
            pairs=count * count,
            battles=count * count * samples,
            most=SAMPLED_MOST,
        )


APART_MOST: Final = 0.25  # distance of a style's armies: root mean square of differences

Styles: TypeAlias = tuple[tuple[int, ...], ...]
"""The styles in order, each as the places of its armies in order."""


def styles(win: Sequence[Sequence[float]], apart: float = APART_MOST) -> Styles:
    """Return the armies by style, with similar ones next to each other, the stronger end first.

    `win[i][j]` is the share of army i as side a against army j as side b. Armies are compared by
    their shares against each opponent, averaged over both sides. The clusters are those of complete
    linkage, so that any two armies of one style are at most `apart` from each other.
    """
    from scipy.cluster import hierarchy
    from scipy.spatial.distance import pdist

    as_a = np.array(win, float)
    gets = (as_a + 1 - as_a.T) / 2
    if len(gets) == 1:
        return ((0,),)
    distances = np.round(pdist(gets) / np.sqrt(len(gets)), EQUAL_DIGITS)
    tree = hierarchy.linkage(distances, "complete", optimal_ordering=True)
    style_of = hierarchy.fcluster(tree, apart, "distance")
    order = hierarchy.leaves_list(tree).tolist()
    means = gets.mean(axis=1)
    half = len(order) // 2
    if means[order[:half]].mean() < means[order[-half:]].mean():
        order.reverse()
    found: list[list[int]] = []
    for place in order:
        if not found or style_of[place] != style_of[found[-1][0]]:
            found.append([])
        found[-1].append(place)
    return tuple(map(tuple, found))
