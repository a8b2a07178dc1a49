"""The words of Warlords for people: what abilities, effects and things are called."""

from collections.abc import Iterable, Mapping
from functools import cache

from engine.rulesets.warlords.catalog import CATALOG, PLACES, plain_word
from webapp.base.paths import scene_folder
from webapp.words import templates


@cache
def thing_names() -> dict[str, str]:
    """What things, abilities and other sources of values are called, by id."""
    shelves = (
        *(CATALOG.cities, CATALOG.terrains, CATALOG.heroes, CATALOG.units),
        *(CATALOG.items, CATALOG.spells, CATALOG.abilities),
    )
    things = {id_: row.name for shelf in shelves for id_, row in shelf.items()}
    return things | templates.load(scene_folder("warlords")).things


def word_name(word: str) -> str:
    """An ability, an effect or a special purchase: `Group warding`, `Missile +3`."""
    plain, plus, amount = word.partition("+")
    if plain in CATALOG.abilities:
        name = CATALOG.abilities[plain].name
    else:
        name = plain.replace("-", " ").capitalize()
    return f"{name} +{amount}" if plus else name


def word_text(word: str) -> str:
    """What an ability, an effect or a special purchase does."""
    plain = plain_word(word)
    row = CATALOG.abilities.get(plain) or CATALOG.effects.get(plain)
    return row.text if row else ""


def place_name(word: str) -> str:
    """What a kind of ground is called."""
    return CATALOG.terrains[word].name if word in CATALOG.terrains else word.capitalize()


def points(amounts: Mapping[str, int]) -> str:
    """Words with their amounts: `Morale 1, Fear 2`."""
    return ", ".join(f"{word_name(word)} {amount}" for word, amount in amounts.items())


def matters(words: Iterable[str]) -> bool:
    """Whether any of these words does something in battle."""
    plain = set(map(plain_word, words))
    return any(w in CATALOG.abilities or CATALOG.effects[w].battle for w in plain)


PLACE_NAMES = {word: place_name(word) for word in PLACES}
