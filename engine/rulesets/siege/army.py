"""Armies and orders of the siege: from the battle file to what both sides bring and decide."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

import msgspec

from engine.core.battlefile import read_sides
from engine.core.events import SideId
from engine.core.reading import Reader
from engine.core.rng import Rng
from engine.core.text import Text
from engine.rulesets.siege.catalog import POINTS, STAT_MOST, TABLES, UNIT_MOST, read_tables
from engine.rulesets.siege.rules import ROUNDS, Five, Orders
from engine.rulesets.siege.snapshot import LETTERS, ORDERS, STATS, Letter, Order, Values
from engine.rulesets.siege.tables import Tables
from engine.rulesets.siege.view import View

POOLS: Final = ("atk", "def", "hp")
"""The stats that points are spent on; EXH starts at 0 (D1)."""
NO_UNITS: Final[Five] = ((0, 0, 0, 0),) * 5
WORTH_ADDING: Final = 1_000
"""A number beyond this is refused in any case, so the sum of its pool is not checked."""


class Bot(NamedTuple):
    """Something that decides for a side.

    `decide` gives the orders of the five units for the next round. It knows what the view holds
    and nothing else, and takes all its dice from its second argument. `allot` gives the allotment
    that it plays with when it may choose one. A `slow` one takes hundredths of a second for a
    decision, where others take microseconds: too long for the many battles of sampled odds.
    """

    id: str
    name: str
    description: str
    decide: Callable[[View, Rng], Orders]
    allot: Callable[[Rng], Five]
    slow: bool = False


class Player(msgspec.Struct, frozen=True):
    """One side before the match: its name, its army, and how it decides.

    `orders` are those of the rounds from the first on, unless a `bot` decides; `instead` are those
    of single rounds that are not the bot's own (D14). The side gives up instead of ordering in
    round `resigns`.
    """

    name: str
    army: str
    units: Five
    orders: tuple[Mapping[Letter, Order], ...] = ()
    bot: Bot | None = None
    instead: Mapping[int, Mapping[Letter, Order]] = {}
    resigns: int | None = None

    def values(self, side: SideId) -> tuple[Values, ...]:
        """The allotment as events show it."""
        return tuple(
            Values(f"{side}{letter}", dict(zip(STATS, unit, strict=True)))
            for letter, unit in zip(LETTERS, self.units, strict=True)
        )


class Setup(msgspec.Struct, frozen=True):
    """A match ready to begin. Side b was challenged, and wins the last tie."""

    a: Player
    b: Player
    tables: Tables = TABLES

    def player(self, side: SideId) -> Player:
        """The player of a side."""
        return self.a if side == "a" else self.b


def read(fields: dict[str, Reader], bots: Mapping[str, Bot]) -> Setup:
    """The setup in a battle file's members; whatever is wrong is noted on their readers."""
    tables = _read_options(fields["options"]) if "options" in fields else TABLES
    players = [Player("", "", NO_UNITS)] * 2
    sides = read_sides(fields, ("orders", "bot", "instead", "resigns"))
    for place, (name, members) in enumerate(sides):
        army, units = _read_army(members["army"]) if "army" in members else ("", NO_UNITS)
        orders, bot = _read_decisions(members, bots)
        if members and not {"orders", "bot"} & members.keys():
            side = Reader(None, f"{fields['sides'].path}[{place}]", fields["sides"].problems)
            side.fail("takes 'orders' (a list of rounds, [] for none at all) or 'bot' (a name)")
        resigns = members["resigns"].integer(1, ROUNDS) if "resigns" in members else None
        instead = _read_instead(members["instead"]) if "instead" in members else {}
        if instead and "orders" in members:
            members["instead"].fail("stands beside a 'bot'; change the 'orders' themselves")
        players[place] = Player(name, army, units, orders, bot, instead, resigns)
    a, b = players
    if a.resigns is not None and a.resigns == b.resigns:
        sides[1][1]["resigns"].fail(
            "is {round} for both sides; the one that resigns first loses, so leave one out",
            round=b.resigns,
        )
    return Setup(a, b, tables)


def sizes(_setup: Setup) -> tuple[int, int]:
    """How many units each side has: five, always."""
    return len(LETTERS), len(LETTERS)


def slow(setup: Setup) -> Iterator[tuple[str, str]]:
    """The slow bots of a battle: the path in the battle file and the name of each."""
    for place, player in enumerate((setup.a, setup.b)):
        if player.bot is not None and player.bot.slow:
            yield f"sides[{place}].bot", player.bot.name


def _read_options(reader: Reader) -> Tables:
    fields = reader.mapping(("tables",))
    return read_tables(fields["tables"], TABLES) if "tables" in fields else TABLES


def read_allotment(reader: Reader) -> Five:
    """Five units from an object by letter, every breach of D1 noted on its readers."""
    fields = _members(reader, LETTERS, "unit")
    units = {letter: _read_unit(fields[letter]) for letter in LETTERS if letter in fields}
    for letter in LETTERS:
        if isinstance(reader.value, dict) and letter not in fields:
            reader.child(letter).fail("is missing; there are five units, A to E")
    if len(units) == len(LETTERS):
        _check_pools(reader, list(units.values()))
    rows = [tuple(units.get(letter, {}).get(stat) or 0 for stat in POOLS) for letter in LETTERS]
    a, b, c, d, e = ((atk, def_, hp, 0) for atk, def_, hp in rows)
    return a, b, c, d, e


def _read_army(reader: Reader) -> tuple[str, Five]:
    fields = reader.mapping(("name", "units"), required=("units",))
    name = fields["name"].text() if "name" in fields else ""
    return name, read_allotment(fields["units"]) if "units" in fields else NO_UNITS


def _members(reader: Reader, names: tuple[str, ...], kind: str) -> dict[str, Reader]:
    """The members of an object whose keys are names of something; others are noted as such."""
    if not isinstance(reader.value, dict):
        return reader.mapping(names)
    for key in reader.value:
        if key not in names:
            reader.child(str(key)).fail_unknown(kind, str(key), names)
    return {name: reader.child(name) for name in names if name in reader.value}


def _read_unit(reader: Reader) -> dict[str, int | None]:
    """The points of one unit; None for what is no number."""
    fields = reader.mapping(POOLS, required=POOLS)
    points: dict[str, int | None] = {}
    for stat, field in fields.items():
        field.integer(0, STAT_MOST)
        is_number = isinstance(field.value, int) and not isinstance(field.value, bool)
        points[stat] = field.value if is_number and abs(field.value) < WORTH_ADDING else None
    known = [value for value in points.values() if value is not None]
    if len(known) == len(POOLS) and sum(known) > UNIT_MOST:
        reader.fail(
            "has {total} points in all; a unit takes at most {most}",
            total=sum(known),
            most=UNIT_MOST,
        )
    return points


def _check_pools(reader: Reader, units: list[dict[str, int | None]]) -> None:
    for stat in POOLS:
        spent = [value for unit in units if (value := unit.get(stat)) is not None]
        if len(spent) < len(units) or sum(spent) == POINTS:
            continue
        change = sum(spent) - POINTS
        remedy = (
            Text("take away {points}", points=change)
            if change > 0
            else Text("give {points} more", points=-change)
        )
        reader.fail(
            "{stat} adds up to {total} over A to E; it must be {points}: {remedy}",
            stat=stat.upper(),
            total=sum(spent),
            points=POINTS,
            remedy=remedy,
        )


def _read_decisions(
    members: dict[str, Reader], bots: Mapping[str, Bot]
) -> tuple[tuple[Mapping[Letter, Order], ...], Bot | None]:
    """A side's orders, or the bot that gives them: just one of the two."""
    if "bot" in members:
        if "orders" in members:
            members["bot"].fail("stands beside 'orders'; a side has one of them, so leave one out")
        return (), members["bot"].choice(bots, "bot")
    if "orders" not in members:
        return (), None
    rounds = members["orders"].sequence(0, ROUNDS, "rounds")
    return tuple(map(read_orders, rounds)), None


def _read_instead(reader: Reader) -> Mapping[int, Mapping[Letter, Order]]:
    """The orders of single rounds, by their numbers as text."""
    rounds = _members(reader, tuple(str(number) for number in range(1, ROUNDS + 1)), "round")
    return {int(number): read_orders(orders) for number, orders in rounds.items()}


def read_orders(reader: Reader) -> Mapping[Letter, Order]:
    """The orders of one round by letter; unknown letters and words are noted on the readers."""
    words: dict[str, Order] = {order: order for order in ORDERS}
    fields = _members(reader, LETTERS, "unit")
    given = {
        letter: fields[letter].choice(words, "order") for letter in LETTERS if letter in fields
    }
    return {letter: order for letter, order in given.items() if order}
