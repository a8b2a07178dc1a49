"""The terms of a challenge: what a battle file of it has beside the armies, and the limits.

What there is to agree on comes from the ruleset's builder; MORE adds what only two who meet need.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

import engine
from engine import InputError, Problem, Reader
from webapp import games
from webapp.armies.builder import checking
from webapp.base import durations
from webapp.base.dotted import value_at
from webapp.base.form import Field, Option
from webapp.battles import samples
from webapp.challenges.store import Side
from webapp.matches.clock import CLOCK_S, CLOCK_S_LEAST, CLOCK_S_MOST
from webapp.store.models import Challenge

BATTLE: Final = "terms"
LIMITS: Final = "limits"
"""Of the two parts of terms, the names in forms and in the API."""

MORE: Final[Mapping[str, tuple[Field, ...]]] = {
    "manymarios": (
        Field(
            *("options.first", "Who begins", "choice"),
            options=(Option("a", "the blue side"), Option("b", "the orange side")),
            default="is drawn",
        ),
    )
}
CLOCKS: Final = ("30 seconds", "1 minute", "3 minutes", "10 minutes", "1 hour", "1 day")
"""Times for a round that are suggested; any other will do."""
LIMITS_MORE: Final[Mapping[str, tuple[Field, ...]]] = {
    "siege": (
        Field(
            *("clock_s", "Time for a round", "span", "10 seconds to 1 day; blank: 3 minutes"),
            options=tuple(Option(text, text) for text in CLOCKS),
            least=CLOCK_S_LEAST,
            most=CLOCK_S_MOST,
            default=CLOCK_S,
        ),
    )
}
"""What is limited beside the armies."""


def battle_fields(ruleset: str) -> tuple[Field, ...]:
    """The members of the battle file that two can agree on."""
    return games.of(ruleset).builder.form.terms + MORE.get(ruleset, ())


def limit_fields(ruleset: str) -> tuple[Field, ...]:
    """What limits there may be, on an army beyond those in the battle file, and on time."""
    return games.of(ruleset).builder.form.limits + LIMITS_MORE.get(ruleset, ())


def read(ruleset: str, battle: Any, limits: Any) -> dict[str, Any]:
    """Terms as they are kept. Raises InputError, paths beginning with `terms` or `limits`."""
    problems = [*_wrong_members(ruleset, battle)]
    reader = Reader(limits, LIMITS)
    fields = {field.path: field for field in limit_fields(ruleset)}
    for key, row in reader.mapping(tuple(fields)).items():
        row.integer(fields[key].least or 0, fields[key].most or 0)
    if problems or reader.problems:
        raise InputError([*problems, *reader.problems])
    return {"battle": battle, "limits": limits}


def _wrong_members(ruleset: str, battle: Any) -> Iterable[Problem]:
    keys = engine.rulesets()[ruleset].battle_keys
    # Neither seed nor rolls: nobody chooses the dice of a challenge.
    reader = Reader(battle, BATTLE)
    reader.mapping(keys)
    if reader.problems:
        return reader.problems
    game = games.of(ruleset)
    anybody = samples.side_of(game, samples.stand_in(game))
    try:
        engine.read({"ruleset": ruleset, "sides": [anybody, anybody], **battle})
    except InputError as error:
        # The sample army may be over the limit that is asked for; that is no fault of the terms.
        found = [problem for problem in error.problems if not problem.path.startswith("sides")]
        return [Problem(f"{BATTLE}.{problem.path}", problem.message) for problem in found]
    return ()


def of(challenge: Challenge) -> dict[str, Any]:
    """The terms of a challenge: `battle` and `limits`."""
    found: dict[str, Any] = json.loads(challenge.terms)
    return found


def refuse_army(challenge: Challenge, side: Side, army: Any) -> None:
    """Raises InputError for an army that breaks the rules or the terms; paths begin at the army."""
    _, problems = judge(challenge, side, army)
    if problems:
        raise InputError(problems)


def judge(
    challenge: Challenge, side: Side, army: Any
) -> tuple[engine.Battle | None, list[Problem]]:
    """The battle of this army on this side, or all that is wrong with it under the terms."""
    kept = of(challenge)
    game = games.of(challenge.ruleset)
    return checking.judge(game, army, kept["battle"], kept["limits"], side)


def in_words(
    ruleset: str, terms: Mapping[str, Any], *, defaults: bool = True
) -> list[tuple[str, str]]:
    """Terms for people: pairs of label and value; without `defaults` only what was chosen."""
    fields = [(terms["battle"], field) for field in battle_fields(ruleset)]
    fields += [(terms["limits"], field) for field in limit_fields(ruleset)]
    values = [(field, value_at(part, field.path)) for part, field in fields]
    told = [(f.label, _in_words(f, value)) for f, value in values if defaults or value is not None]
    return [(label, text) for label, text in told if text]


def _in_words(field: Field, value: Any) -> str:
    if field.type == "span":
        return durations.in_words(field.default if value is None else value)
    names = {option.id: option.name for option in field.options}
    if value is not None:
        chosen = map(str, value if isinstance(value, list) else [value])
        return ", ".join(names.get(id_, id_) for id_ in chosen)
    if field.default is not None:
        return str(field.default)
    return "as the rules allow" if field.type == "number" else ""
