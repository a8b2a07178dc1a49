"""Generated armies that the engine takes, of each ruleset, for the text and the forms of both."""

from typing import Any

from hypothesis import strategies as st

from engine.core.reading import BLANKS
from engine.core.rng import Seeded
from engine.rulesets.warlords.army import most_buys, points_cost, prices
from engine.rulesets.warlords.catalog import CATALOG, PLACES, SLAYERS
from tests.strategies import ARMIES
from webapp.games.siege.random_army import random_army

Json = Any

NAMES = st.text(
    st.characters(
        categories=["L", "N", "P", "S"],
        include_characters=' "\\@:;,#=+x1',
        exclude_characters=BLANKS,
    ),
    max_size=60,
).filter(lambda name: name.isprintable())
"""All characters of names, preferably those with a meaning in the text."""
FULL_NAMES = NAMES.filter(lambda name: name.strip() != "")


@st.composite
def lineups(draw: st.DrawFn) -> Json:
    """A Many Marios army whose own units are called anything."""
    army = draw(ARMIES)
    army = {**army, "name": draw(NAMES)}
    for row in army["lineup"]:
        if "custom" in row:
            row["custom"] = {**row["custom"], "name": draw(FULL_NAMES), "figure": "cat"}
    return army


CONDITIONS = st.fixed_dictionaries(
    {}, optional={"medals": st.integers(0, 4), "poisoned": st.booleans(), "diseased": st.booleans()}
) | st.just({"blessed": True})
ITEMS = st.lists(st.sampled_from([*CATALOG.items]), unique=True, max_size=3)


def _points(words: Any) -> Any:
    return st.dictionaries(st.sampled_from([*words]), st.integers(1, 20), max_size=4)


@st.composite
def heroes(draw: st.DrawFn) -> Json:
    hero = draw(st.sampled_from([*CATALOG.heroes.values()]))
    level = draw(st.integers(1, 10))
    buys: dict[str, int] = {}
    spells: list[str] = []
    wishes = st.sampled_from([*prices(hero), *hero.spells])
    for wish in draw(st.lists(wishes, max_size=8)):
        more = {**buys, wish: buys.get(wish, 0) + 1} if wish in prices(hero) else buys
        learned = [*spells, wish] if wish not in prices(hero) and wish not in spells else spells
        fits = points_cost(hero, more, learned) <= hero.points(level)
        if fits and all(times <= most_buys(hero, word) for word, times in more.items()):
            buys, spells = more, learned
    row = {"hero": hero.id, "level": level, "name": draw(NAMES)}
    return row | {"buys": buys, "spells": spells, "items": draw(ITEMS)}


@st.composite
def customs(draw: st.DrawFn) -> Json:
    """A unit of one's own with any words there are."""
    abilities = draw(_points(CATALOG.abilities))
    if "group-flight" in abilities:
        abilities["group-flight"] = draw(st.sampled_from([True, 1]))
    is_hero = draw(st.booleans())
    custom = {
        "name": draw(FULL_NAMES),
        "strength": draw(st.integers(1, 15)),
        "hits": draw(st.integers(1, 20)),
        "flying": draw(st.booleans()),
        "abilities": abilities,
        "terrain": draw(_points(PLACES)),
        "banding": draw(st.integers(0, 20)),
        "race": draw(st.lists(st.sampled_from([*SLAYERS.values()]), max_size=3)),
        "hero": is_hero,
        "figure": "bear",
        "tint": draw(st.sampled_from(["", "red"])),
    }
    return {"custom": custom, **({"items": draw(ITEMS)} if is_hero else {})}


@st.composite
def stacks(draw: st.DrawFn) -> Json:
    units = st.sampled_from([*CATALOG.units]).map(lambda id_: {"unit": id_})
    rows = draw(st.lists(units | heroes() | customs(), min_size=1, max_size=8))
    stack = [{**row, **draw(CONDITIONS)} for row in rows]
    return {"name": draw(NAMES), "stack": stack}


@st.composite
def allotments(draw: st.DrawFn) -> Json:
    """An allotment that keeps to every rule of the siege."""
    seed = draw(st.integers(0, 2**32 - 1))
    return {**random_army({}, {}, Seeded(seed)), "name": draw(NAMES)}


OF_RULESETS = {"manymarios": lineups(), "warlords": stacks(), "siege": allotments()}
