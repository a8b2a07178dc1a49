"""The catalog of the siege: the standard result tables, limits, stats and orders."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from engine.core import catalog
from engine.core.errors import CatalogError
from engine.core.reading import Reader
from engine.rulesets.siege import rules
from engine.rulesets.siege.events import ORDERS, STATS

FOLDER: Final = Path(__file__).parent
FILE: Final = "tables.json"

POINTS: Final = 10
UNIT_MOST: Final = 7
STAT_MOST: Final = 4
LIMITS: Final[Mapping[str, int]] = {
    "points_per_stat": POINTS,
    "unit_total": UNIT_MOST,
    "unit_stat": STAT_MOST,
    "exhaustion": rules.EXH_MOST,
    "rounds": rules.ROUNDS,
}
RANKING: Final[Mapping[str, list[str]]] = {
    "battle": ["-ATK", "-DEF", "+EXH", "-HP", "letter"],
    "siege": ["-DEF", "+EXH", "-HP", "-ATK", "letter"],
    "rest": ["-HP", "-ATK", "-EXH", "-DEF", "letter"],
}
"""The ranking keys of each phase, as in rules.py: - is highest first, + lowest first."""

KEYS: Final = ("ruleset", "version", "grammar", "battle", "siege", "ranking", "limits")


def read_tables(reader: Reader, standard: rules.Tables | None = None) -> rules.Tables:
    """Return the tables in a table file, with the standard one for a missing table.

    Problems are noted on the readers. Rankings and limits are part of the rules, so a file with
    other values is invalid.
    """
    fields = reader.mapping(KEYS, required=() if standard else ("battle", "siege"))
    fields["ruleset"].word(("siege",), "ruleset")
    if isinstance(fields["ranking"].value, dict):
        _refuse_other_values(fields["ranking"], {**RANKING, "note": None})
    else:
        fields["ranking"].mapping(tuple(RANKING))
    _refuse_other_values(fields["limits"], LIMITS)
    phases: tuple[rules.Phase, ...] = ("battle", "siege")
    given = {phase: fields[phase] for phase in phases if phase in fields}
    rows: dict[rules.Phase, rules.Rows] = {p: getattr(standard, p, ()) for p in phases}
    rows |= {phase: rules.read_rows(reader, phase) for phase, reader in given.items()}
    rules.refuse_duplicate_ids(rows, given)
    return rules.Tables(rows["battle"], rows["siege"])


def _refuse_other_values(reader: Reader, own: Mapping[str, Any]) -> None:
    for key, member in reader.mapping(tuple(own)).items():
        if own[key] is not None and member.value != own[key]:
            fixed = json.dumps(own[key])
            member.fail("is {fixed} by the rules (RULES.md); leave it out", fixed=fixed)


def load(folder: Path = FOLDER) -> rules.Tables:
    """Return the tables in a folder's file. Raises CatalogError naming a malformed row."""
    try:
        document = json.loads((folder / FILE).read_bytes())
    except (OSError, ValueError) as error:
        raise CatalogError(f"{FILE}: {error}") from None
    reader = Reader(document)
    tables = read_tables(reader)
    if reader.problems:
        raise CatalogError("\n".join(f"{FILE}: {problem}" for problem in reader.problems))
    return tables


class Word(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name, icon and description of a stat or an order."""

    id: str
    kind: Literal["stat", "order"]
    name: str
    icon: str
    text: str


def load_words(folder: Path = FOLDER) -> dict[str, Word]:
    """Return the words by id. Raises CatalogError unless each stat and order has exactly one."""
    words = catalog.load_rows(folder / "words.json", Word)
    catalog.refuse_dangling("words.json", "stat or order", words, (*STATS, *ORDERS))
    catalog.refuse_dangling("words.json", "word", (*STATS, *ORDERS), words)
    return words


TABLES: Final = load()
WORDS: Final = load_words()
CATALOG_HASH: Final = catalog.content_hash(FOLDER)


def as_data() -> dict[str, Any]:
    document = json.loads((FOLDER / FILE).read_bytes())
    return {
        "ruleset": "siege",
        "abilities": {},
        "entries": {
            **{id_: msgspec.to_builtins(word) for id_, word in WORDS.items()},
            **{
                row["id"]: {"kind": f"{phase}_row", **row}
                for phase in ("battle", "siege")
                for row in document[phase]
            },
        },
        "grammar": [{"id": id_, "text": text} for id_, text in document["grammar"].items()],
        "ranking": [{"id": phase, "by": by} for phase, by in RANKING.items()],
        "limits": [{"id": id_, "most": most} for id_, most in LIMITS.items()],
    }
