"""The catalog of Warlords as tables, for terminal and page."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from engine import Text
from webapp.base.texts import N_, _, listing
from webapp.base.wording import ORIGINS, Cell, Link, Sheet, Style, listed

Row = Mapping[str, Any]
Catalog = Mapping[str, Any]

UNIT: Final = (
    *("id", "name", "strength", "hits", "abilities"),
    *("strength on its ground", "race", "note"),
)
HERO: Final = (
    *("id", "class", "strength", "hits", "points at levels 2 to 10"),
    *("purchases, in points", "spells, in points", "note"),
)
ITEM: Final = ("id", "name", "what it gives", "note")
SPELL: Final = (
    *("id", "name", "mana", "who learns it"),
    *("at levels 1 to 5", "at level 10", "note"),
)
CITY: Final = ("id", "name", "fortify")
WORD: Final = ("id", "name", "what it does")

STYLES: Final[Mapping[str, Style]] = {
    **dict.fromkeys(("strength", "hits", "mana", "fortify"), "number"),
    **dict.fromkeys(("purchases, in points", "spells, in points", "at levels 1 to 5"), "wide"),
    "points at levels 2 to 10": "unbroken",
    "note": "notes",
}
PAGE_ONLY: Final = ("points at levels 2 to 10", "at level 10", "note")
AT_LEVEL_10: Final = {
    "bands": N_("three times as much"),
    "life-drain": N_("twice as much"),
    "none": "",
}
NOTE: Final = N_("""\
Units, classes of heroes, items and spells, all with the numbers of Darklords Rising 1.02. A note
says where the original's number is in doubt.
""")


DOUBTS: Final = {  # by catalog note; the catalog cannot change, since recordings hold its hash
    "LOW CONFIDENCE: sibling classes in the same folder are copy-paste placeholders; "
    "confirm before use": N_("hardly certain: what stands beside it in the source is unfinished"),
    "an unfinished Java class in the same repo says morale +2; both text lists say +1 -> +1": N_(
        "one unfinished source says morale +2; both lists say +1, which is taken"
    ),
    "item.txt annotates leadership +2 (by the remaster author); wowitems says +1 "
    "and group move +4": N_(
        "one list says leadership +2, the other +1 and group move +4, which is taken"
    ),
    "single source": N_("found in one source only"),
}
EFFECTS: Final = {  # effects that are no abilities, by id
    "strength": N_("Strength"),
    "hits": N_("Hits"),
    "self-strength": N_("Self strength"),
    "self-hits": N_("Self hits"),
    "group-hits": N_("Group hits"),
    "group-medals": N_("Group medals"),
    "group-acid": N_("Group acid"),
    "group-lightning": N_("Group lightning"),
    "flight": N_("Flight"),
    "self-flight": N_("Self flight"),
    "bless-stack": N_("Bless stack"),
    "life-drain": N_("Life drain"),
    "banish-summoned-radius": N_("Banish summoned radius"),
    "cancel-spells-radius": N_("Cancel spells radius"),
    "city-income": N_("City income"),
    "destroy-items-radius": N_("Destroy items radius"),
    "engineering": N_("Engineering"),
    "group-move": N_("Group move"),
    "income": N_("Income"),
    "invisibility": N_("Invisibility"),
    "mana-drain": N_("Mana drain"),
    "move": N_("Move"),
    "move-bonus": N_("Move bonus"),
    "necromancy": N_("Necromancy"),
    "questing": N_("Questing"),
    "renown": N_("Renown"),
    "reveal-map": N_("Reveal map"),
    "self-move": N_("Self move"),
    "speed": N_("Speed"),
    "summon-item": N_("Summon item"),
    "teleport-group": N_("Teleport group"),
    "view": N_("View"),
}


def plain_doubt(doubt: str) -> str:
    return DOUBTS.get(doubt, doubt)


def lay_out(catalog: Catalog) -> Iterator[Sheet]:
    """Return one table per kind of thing, abilities and effects last."""
    by_kind: dict[str, list[Row]] = {}
    for row in catalog["entries"].values():
        by_kind.setdefault(row["kind"], []).append(row)
    yield _sheet("Units", UNIT, [_unit(catalog, row) for row in by_kind["unit"]], by_kind["unit"])
    yield _sheet("Heroes", HERO, [_hero(catalog, row) for row in by_kind["hero"]], by_kind["hero"])
    items = [
        (row["id"], row["name"], _points(catalog, row["effects"]), _notes(row))
        for row in by_kind["item"]
    ]
    yield _sheet("Items", ITEM, items)
    yield _sheet("Spells", SPELL, [_spell(catalog, row) for row in by_kind["spell"]])
    cities = [(row["id"], row["name"], str(row["fortify"])) for row in by_kind["city"]]
    yield _sheet("Cities", CITY, cities)
    places = [(row["id"], row["name"]) for row in catalog["terrains"].values()]
    yield _sheet("Terrain", ("id", "name"), places)
    abilities = [(row["id"], row["name"], row["text"]) for row in catalog["abilities"].values()]
    yield Sheet("Abilities", WORD, abilities, anchor="abilities", prefix="ability-")
    for title, anchor, in_battle in (
        ("Other effects in battle", "battle-effects", True),
        ("Effects on the map only", "effects", False),
    ):
        effects = [
            (row["id"], EFFECTS.get(row["id"], row["id"]), row["text"])
            for row in catalog["effects"].values()
            if row["battle"] == in_battle
        ]
        yield Sheet(title, WORD, effects, anchor=anchor, prefix="effect-")


def _sheet(
    title: str,
    columns: tuple[str, ...],
    cells: Sequence[tuple[Cell, ...]],
    pictured: Sequence[Row] = (),
) -> Sheet:
    icons = {row["id"]: row["icon"] for row in pictured}
    return Sheet(
        *(title, columns, cells),
        anchor=title.lower(),
        icons=icons,
        styles=STYLES,
        page_only=PAGE_ONLY,
    )


def _unit(catalog: Catalog, row: Row) -> tuple[Cell, ...]:
    abilities: list[Cell | Link] = [*_words(catalog, row["abilities"])]
    if row["banding"]:
        abilities.append((Link("banding", "W3"), f" {row['banding']}"))
    if row["flying"]:
        abilities.append(N_("flies"))
    return (
        *(row["id"], row["name"], str(row["strength"]), str(row["hits"])),
        *(listed(abilities), _points(catalog, row["terrain"])),
        *(listing(map(Text, row["race"])), _notes(row)),
    )


def _hero(catalog: Catalog, row: Row) -> tuple[Cell, ...]:
    buys: list[Cell] = [
        (_word(catalog, id_), Text(" +{step} for {ap}", step=bought["step"], ap=bought["ap"]))
        for id_, bought in row["buy"].items()
    ]
    for word, ap in row["special_buy"].items():
        id_, plus, amount = word.partition("+")
        buys.append(
            (
                _word(catalog, id_),
                Text(" +{step} for {ap}", step=amount, ap=ap) if plus else Text(" for {ap}", ap=ap),
            )
        )
    spells = [(_link(catalog, id_), f" {ap}") for id_, ap in row["spells"].items()]
    return (
        *(row["id"], row["name"], str(row["strength"]), str(row["hits"])),
        " ".join(map(str, row["ability_points_levels_2_10"])),
        *(listed(buys), listed(spells), _notes(row)),
    )


def _spell(catalog: Catalog, row: Row) -> tuple[Cell, ...]:
    effects: list[Cell] = [*_words(catalog, row["effects"])]
    effects += [
        (
            Text("calls {least} to {most}: ", least=s["least"], most=s["most"]),
            _link(catalog, s["unit"]),
            N_(", on the map"),
        )
        for s in row["summons"]
    ]
    classes = listed(_link(catalog, id_) for id_ in row["classes"])
    return (
        *(row["id"], row["name"], str(row["mana"]), classes),
        *(listed(effects), AT_LEVEL_10[row["scaling"]], _notes(row)),
    )


def _points(catalog: Catalog, amounts: Mapping[str, int]) -> Cell:
    """Return words with amounts: `Morale 1, Fear 2`."""
    return listed(_words(catalog, amounts))


def _words(catalog: Catalog, amounts: Mapping[str, int]) -> Iterator[Cell]:
    for id_, amount in amounts.items():
        yield (_word(catalog, id_), f" {amount}")


def _word(catalog: Catalog, id_: str) -> str | Link:
    """Return the name of an ability, ground or effect, linked to its entry."""
    if id_ in catalog["abilities"]:
        return Link(catalog["abilities"][id_]["name"], f"ability-{id_}")
    if id_ in catalog["terrains"]:
        return str(catalog["terrains"][id_]["name"])
    return Link(EFFECTS.get(id_, id_), f"effect-{id_}") if id_ in catalog["effects"] else id_


def _link(catalog: Catalog, id_: str) -> Link:
    return Link(catalog["entries"][id_]["name"], id_)


def _notes(row: Row) -> str:
    """Return notes on estimated numbers and doubts about the original, one per line."""
    ours = [ORIGINS["house"]] if row.get("origin") == "house" else []
    return "\n".join(_(note) for note in (*ours, *map(plain_doubt, row["uncertain"])))
