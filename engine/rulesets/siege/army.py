"""Reading siege armies and orders from a battle file."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations, product
from typing import Any, Final, NamedTuple

import msgspec

from engine.core.battlefile import read_sides
from engine.core.errors import Text
from engine.core.events import SideId
from engine.core.reading import Members, Reader
from engine.core.rng import Rng
from engine.core.ruleset import Army, Recruiting
from engine.rulesets.siege.catalog import POINTS, STAT_MOST, TABLES, UNIT_MOST, read_tables
from engine.rulesets.siege.events import LETTERS, ORDERS, STATS, Letter, Order, Values
from engine.rulesets.siege.rules import ROUNDS, Five, Orders, Tables
from engine.rulesets.siege.state import View

POOLS: Final = ("atk", "def", "hp")  # the stats that cost points; EXH starts at 0 (D1)
NO_UNITS: Final[Five] = ((0, 0, 0, 0),) * 5
WORTH_ADDING: Final = 1_000  # larger numbers are invalid: their pool is not checked


class Bot(NamedTuple):
    id: str
    name: str
    description: str
    # returns the orders of the five units for the next round, from the view and these dice
    decide: Callable[[View, Rng], Orders]
    allot: Callable[[Rng], Five]  # returns the allotment that the bot prefers
    # a decision takes hundredths of a second instead of microseconds, too long for sampled odds
    slow: bool = False


class Player(msgspec.Struct, frozen=True):
    """One side before the match."""

    name: str
    army: str
    units: Five
    # of each round from the first on, unless a `bot` decides
    orders: tuple[Mapping[Letter, Order], ...] = ()
    bot: Bot | None = None
    # orders that replace the bot's own, by round (D14)
    instead: Mapping[int, Mapping[Letter, Order]] = {}
    resigns: int | None = None  # the round in which the side resigns

    def values(self, side: SideId) -> tuple[Values, ...]:
        return tuple(
            Values(f"{side}{letter}", dict(zip(STATS, unit, strict=True)))
            for letter, unit in zip(LETTERS, self.units, strict=True)
        )


class Setup(msgspec.Struct, frozen=True):
    """Both players and the tables. Side b was challenged and wins the last tie-break."""

    a: Player
    b: Player
    tables: Tables = TABLES

    def player(self, side: SideId) -> Player:
        return self.a if side == "a" else self.b


def read(fields: Members, bots: Mapping[str, Bot]) -> Setup:
    options = fields["options"].mapping(("tables",))
    tables = read_tables(options["tables"], TABLES) if "tables" in options else TABLES
    players = [Player("", "", NO_UNITS)] * 2
    sides = read_sides(fields, ("orders", "bot", "instead", "resigns"))
    for place, (name, members) in enumerate(sides):
        army, units = _read_army(members["army"])
        orders, bot = _read_decisions(members, bots)
        if members and not {"orders", "bot"} & members.keys():
            side = Reader(None, f"{fields['sides'].path}[{place}]", fields["sides"].problems)
            side.fail("takes 'orders' (a list of rounds, [] for none at all) or 'bot' (a name)")
        resigns = members["resigns"].integer(1, ROUNDS) if "resigns" in members else None
        numbers = [str(number) for number in range(1, ROUNDS + 1)]
        changed = members["instead"].mapping(numbers, kind="round")
        instead = {int(number): read_orders(orders) for number, orders in changed.items()}
        if instead and "orders" in members:
            members["instead"].fail("works only with a 'bot'; change the 'orders' themselves")
        players[place] = Player(name, army, units, orders, bot, instead, resigns)
    a, b = players
    if a.resigns is not None and a.resigns == b.resigns:
        sides[1][1]["resigns"].fail(
            "is {round} for both sides; the one that resigns first loses, so leave one out",
            round=b.resigns,
        )
    return Setup(a, b, tables)


def sizes(_setup: Setup) -> tuple[int, int]:
    return len(LETTERS), len(LETTERS)


def slow(setup: Setup) -> Iterator[tuple[str, str]]:
    """Yield the path in the battle file and the name of each slow bot."""
    for place, player in enumerate((setup.a, setup.b)):
        if player.bot is not None and player.bot.slow:
            yield f"sides[{place}].bot", player.bot.name


def _read_army(reader: Reader) -> tuple[str, Five]:
    """Return an army's name and its five units, noting breaches of D1 on the readers."""
    members = reader.mapping(("name", "units"), required=("units",))
    name, allotment = members["name"].text(), members["units"]
    fields = allotment.mapping(LETTERS, kind="unit")
    units = {letter: _read_unit(field) for letter, field in fields.items()}
    for letter in LETTERS:
        if isinstance(allotment.value, dict) and letter not in fields:
            allotment.child(letter).fail("is missing; there are five units, A to E")
    if len(units) == len(LETTERS):
        _check_pools(allotment, list(units.values()))
    rows = [[units.get(letter, {}).get(stat) or 0 for stat in POOLS] for letter in LETTERS]
    return name, tuple((atk, def_, hp, 0) for atk, def_, hp in rows)


def _read_unit(reader: Reader) -> dict[str, int | None]:
    """Return the points of one unit, None for a value that is no usable number."""
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
        remedy = Text("take away {points}", points=change)
        if change < 0:
            remedy = Text("give {points} more", points=-change)
        reader.fail(
            "{stat} adds up to {total} over A to E; it must be {points}: {remedy}",
            stat=stat.upper(),
            total=sum(spent),
            points=POINTS,
            remedy=remedy,
        )


def _read_decisions(
    members: Members, bots: Mapping[str, Bot]
) -> tuple[tuple[Mapping[Letter, Order], ...], Bot | None]:
    """Return a side's orders or its bot, never both."""
    if "bot" in members:
        if "orders" in members:
            members["bot"].fail("cannot be combined with 'orders'; leave one of them out")
        return (), members["bot"].choice(bots, "bot")
    return tuple(map(read_orders, members["orders"].sequence(0, ROUNDS, "rounds"))), None


def read_orders(reader: Reader) -> Mapping[Letter, Order]:
    """Return the orders of one round by letter, noting unknown letters and orders."""
    fields = reader.mapping(LETTERS, kind="unit")
    given = {letter: fields[letter].word(ORDERS, "order") for letter in LETTERS}
    return {letter: order for letter, order in given.items() if order}


SPLITS: Final = tuple(
    points for points in product(range(STAT_MOST + 1), repeat=len(LETTERS)) if sum(points) == POINTS
)
"""Every way to distribute the points of one stat."""

Points = Sequence[int]


def random_allotment(rng: Rng) -> Five:
    """Return a random legal allotment (D1), uniformly distributed."""
    while True:
        atk, def_, hp = (SPLITS[rng.below(len(SPLITS), "pool", stat)] for stat in POOLS)
        units = tuple(zip(atk, def_, hp, (0,) * len(LETTERS), strict=True))
        if all(sum(unit) <= UNIT_MOST for unit in units):
            return units


def army_of(units: Sequence[Points]) -> dict[str, Any]:
    """Return the army, as in a battle file, whose units A to E have these points."""
    return {
        "units": {
            letter: dict(zip(POOLS, points, strict=False))
            for letter, points in zip(LETTERS, units, strict=True)
        }
    }


class Allotments(Recruiting):
    """How a search moves between allotments, which have no price.

    Letters matter only between equal units (D3 to D5), and bots draw the same dice for each letter,
    so allotments that differ only in letters have equal chances. The search keeps the one that
    sorts units by ATK, then DEF, then HP, the highest first.
    """

    def draw(self, budget: int, rng: Rng) -> Army:
        return _sorted(random_allotment(rng))

    def kinds(self, army: Army) -> int:
        """Return the number of stats, one kind of change each."""
        return len(POOLS)

    def changes(self, army: Army, kind: int, budget: int) -> list[Army]:
        """Return the allotments with one point of a stat moved between two units."""
        found = []
        for giver, taker in permutations(range(len(LETTERS)), 2):
            units = [[*points] for points in _points(army)]
            units[giver][kind] -= 1
            units[taker][kind] += 1
            is_legal = units[giver][kind] >= 0 and units[taker][kind] <= STAT_MOST
            if is_legal and sum(units[taker]) <= UNIT_MOST:
                found.append(_sorted(units))
        return found

    def alike(self, army: Army) -> str:
        """Return a key that is equal for allotments which differ only in letters."""
        return str(sorted(_points(army)))


def _points(army: Army) -> list[tuple[int, ...]]:
    return [tuple(army["units"][letter][stat] for stat in POOLS) for letter in LETTERS]


def _sorted(units: Sequence[Points]) -> Army:
    return army_of(sorted(map(tuple, units), reverse=True))


RECRUITING: Final = Allotments(starts=40)
