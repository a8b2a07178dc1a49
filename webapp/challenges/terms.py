"""The terms of a challenge: a battle file's members besides the armies, and limits of armies."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

import engine
from engine import InputError, Problem, Reader, SideId
from webapp.armies.builder import checking, inventory
from webapp.base import games, samples
from webapp.base.form import Field, Json
from webapp.base.game import Game
from webapp.base.texts import _
from webapp.matches import store
from webapp.store.models import Challenge
from webapp.words.terms import battle_fields, labelled

BATTLE: Final = "terms"
LIMITS: Final = "limits"  # key of the limits in forms and in the API


def limit_fields(game: Game, *, timed: bool = True) -> tuple[Field, ...]:
    """Return the possible limits of an army, besides the battle file's, and of time."""
    on_time = (store.FIELD,) if game.match and timed else ()
    return game.builder.form.limits + game.challenge_limits + on_time


def read(game: Game, battle: Any, limits: Any) -> dict[str, Any]:
    """Return validated terms. Raise InputError, paths beginning with `terms` or `limits`."""
    agreed, wrong = read_limits(game, limits)
    problems = [*_wrong_members(game, battle), *wrong]
    if problems:
        raise InputError(problems)
    return {"battle": battle, "limits": agreed}


def read_limits(game: Game, limits: Any, *, timed: bool = True) -> tuple[Json, list[Problem]]:
    """Return the limits, with a document for an inventory's text, and problems below `limits`."""
    fields = {field.path: field for field in limit_fields(game, timed=timed)}
    has_inventory = inventory.is_offered(game)
    reader = Reader(limits, LIMITS)
    rows = reader.mapping((*fields, inventory.KEY) if has_inventory else tuple(fields))
    own, problems = rows.pop(inventory.KEY, None), reader.problems
    agreed: Json = {
        key: row.integer(fields[key].least or 0, fields[key].most or 0) for key, row in rows.items()
    }
    try:
        if own is not None and (rules := inventory.read(game, own.value, own.path)):
            agreed[inventory.KEY] = rules
    except InputError as error:
        problems += error.problems
    return agreed, problems


def _wrong_members(game: Game, battle: Any) -> Iterable[Problem]:
    # No seed and no rolls: the dice of a challenge are not chosen.
    reader = Reader(battle, BATTLE)
    reader.mapping(game.ruleset.battle_keys)
    if reader.problems:
        return reader.problems
    anybody = samples.side_of(game, samples.stand_in(game))
    try:
        engine.read({"ruleset": game.id, "sides": [anybody, anybody], **battle})
    except InputError as error:
        # The sample army may exceed a requested limit, which is no fault of the terms.
        found = [problem for problem in error.problems if not problem.path.startswith("sides")]
        return [Problem(f"{BATTLE}.{problem.path}", problem.message) for problem in found]
    return ()


def agreed(challenge: Challenge) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(challenge.terms)
    return found


def public(challenge: Challenge) -> dict[str, Any]:
    """Return ruleset, terms and limits as in the API and in proofs."""
    kept = agreed(challenge)
    return {"ruleset": challenge.ruleset, "terms": kept["battle"], "limits": kept["limits"]}


def refuse_army(challenge: Challenge, side: SideId, army: Any) -> None:
    """Raise InputError for an army that breaks the rules or the terms; paths begin at the army."""
    problems = judge(challenge, side, army)[1]
    if problems:
        raise InputError(problems)


def judge(
    challenge: Challenge, side: SideId, army: Any
) -> tuple[engine.Battle | None, list[Problem]]:
    """Return the battle of this army on this side, or all problems under the terms."""
    kept = agreed(challenge)
    game = games.game(challenge.ruleset)
    return checking.judge(game, army, kept["battle"], kept["limits"], side)


def in_words(
    game: Game,
    battle: Mapping[str, Any],
    limits: Mapping[str, Any],
    *,
    defaults: bool = True,
    timed: bool = True,
) -> list[tuple[str, str]]:
    """Return terms as pairs of label and value; without `defaults` only chosen ones."""
    fields = [(battle, field) for field in battle_fields(game)]
    fields += [(limits, field) for field in limit_fields(game, timed=timed)]
    rules = "; ".join(inventory.of_limits(game, limits).lines())
    return [*labelled(fields, defaults=defaults), *([(_("Inventory"), rules)] if rules else [])]


def headlines(game: Game, battle: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the terms that a player must know before building, such as the AP limit."""
    return labelled([(battle, one) for one in battle_fields(game) if one.proposed is not None])
