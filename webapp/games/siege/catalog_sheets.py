"""The catalog of the siege laid out in tables, for the command line and the page."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from webapp.base.wording import Sheet, Style

TABLES: Final = {"battle_row": "Battle table", "siege_row": "Siege table"}
WORDS: Final = {"stat": ("Stats", "what it is for"), "order": ("Orders", "what it does")}
COLUMNS: Final = {
    "id": "id",
    "name": "name",
    "origin": "origin",
    "when": "condition_text",
    "what it does": "effect_text",
    "why": "why",
}
"""The columns of the tables, and what a row calls them."""
STYLES: Final[Mapping[str, Style]] = {
    "origin": "tag",
    **dict.fromkeys(("when", "what it does", "why", "what it is for", "how it plays"), "wide"),
}
NOTE: Final = """\
The [battle table](#battle_row) and the [siege table](#siege_row) that matches are played with
unless their file brings its own, the [stats](#stat), the [orders](#order) and the [bots](#bots).
Tables are read from the top: the first row that holds is the only one ([D3](#D3), [D4](#D4)). AU is
the unit in question, EU the one that it faces.
"""


def lay_out(catalog: Mapping[str, Any]) -> Iterator[Sheet]:
    """Both tables from top to bottom, stats and orders, and the bots."""
    by_kind: dict[str, list[Mapping[str, Any]]] = {}
    for row in catalog["entries"].values():
        by_kind.setdefault(row["kind"], []).append(row)
    for kind, title in TABLES.items():
        cells = [tuple(row[key] for key in COLUMNS.values()) for row in by_kind[kind]]
        yield Sheet(
            *(title, tuple(COLUMNS), cells),
            anchor=kind,
            ids_in_names=True,
            styles=STYLES,
            page_only=("why",),
        )
    for kind, (title, column) in WORDS.items():
        rows = by_kind[kind]
        yield Sheet(
            *(title, ("id", "name", column)),
            [(row["id"], row["name"], row["text"]) for row in rows],
            anchor=kind,
            icons={row["id"]: row["icon"] for row in rows},
            styles=STYLES,
        )
    bots = [(row["id"], row["name"], row["text"]) for row in catalog["bots"].values()]
    yield Sheet("Bots", ("id", "name", "how it plays"), bots, anchor="bots", styles=STYLES)
