"""Search results for a terminal, laid out by rich."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich import box
from rich.table import Table

from engine import Battle, SideId, search
from webapp.base import display_names
from webapp.base.game import Game
from webapp.base.texts import N_, _, decimals_within, ngettext, number, percent, signed
from webapp.words.terminal import new_console
from webapp.words.units import by_places

# Names in a line of an army's compact text: `2x Goomba @ Frog Suit, Parawings`.
NAMES: Final = re.compile(r"(?<![^ ])(?!\d+x )[^\W\d][^,@]*[^,@ ]")
WIDE: Final = 12  # the most armies of a printed table


def print_best_order(game: Game, battle: Battle, found: search.BestOrder) -> None:
    """Print the best orders below their method and the share of the file's own order."""
    console = new_console()
    names = by_places(game, battle, found.side)
    for line in found_by(found):
        console.print(line)
    table = Table(box=box.SIMPLE, pad_edge=False)
    table.add_column(_("wins"), justify="right", no_wrap=True)
    table.add_column(_("difference"), justify="right", no_wrap=True)
    table.add_column(_("order of units"))
    for order in (found.own, *found.orders):
        is_own = order is found.own
        table.add_row(
            share(order.win, order.interval),
            _("now") if is_own else difference(order, found.own),
            ", ".join(names[place] for place in order.order),
        )
    console.print(table)


def found_by(found: search.BestOrder) -> list[str]:
    """Return how orders were found and what that proves, in sentences."""
    lines = [method_of(found.method, found.samples)]
    if found.search == "all":
        lines.append(
            ngettext(
                "{count} order was compared: there is no other.",
                "All {count} orders were compared: none is better than the first.",
                found.tried,
            )
        )
        if found.weighed < found.tried:
            lines.append(
                ngettext(
                    "Swapping equal units changes nothing: there is {count} different order.",
                    "Swapping equal units changes nothing: there are {count} different orders.",
                    found.weighed,
                )
            )
    else:
        text = N_(
            "There are too many orders to compare them all. A local search compared {count:,}, "
            "from {starts} starts: no swap of two units and no move of one makes the first better, "
            "but another order may."
        )
        lines.append(_(text, count=found.tried, starts=found.starts))
    return lines


def print_best_armies(
    game: Game, found: search.BestArmies, opponents: Sequence[search.Opponent]
) -> None:
    """Print the best armies below their method and the share of the file's own army."""
    console = new_console()
    for line in armies_found_by(found):
        console.print(line)
    table = Table(box=box.SIMPLE, pad_edge=False)
    table.add_column(_("wins"), justify="right", no_wrap=True)
    table.add_column(_("difference"), justify="right", no_wrap=True)
    if found.money:
        table.add_column(_(found.money), justify="right", no_wrap=True)
    table.add_column(_("army"))
    names = opponent_names(game, opponents, found.side)
    for one in (found.own, *found.armies):
        is_own = one is found.own
        army = army_in_words(game, one.army)
        if found.search == "halving" and one.wins:
            army = f"{army}\n{shares_against(names, one)}"
        table.add_row(
            share(one.win, one.interval),
            _("now") if is_own else difference(one, found.own),
            *(["" if one.cost is None else number(one.cost)] if found.money else []),
            army,
        )
    console.print(table)


def armies_found_by(found: search.BestArmies) -> list[str]:
    """Return how armies were found and what that proves, in sentences."""
    if found.search == "halving":
        how = ngettext(
            "{tried:,} armies, {starts:,} of them drawn at random, were compared by {battles:,} "
            "battles in a round, which dropped the worse half. The armies listed, in the order of "
            "this selection, then played {samples:,} more against each opponent. Another army may "
            "be better.",
            "{tried:,} armies, {starts:,} of them drawn at random, were compared by {battles:,} "
            "battles in {count} rounds, each of which dropped the worse half. The armies listed, "
            "in the order of this selection, then played {samples:,} more against each opponent. "
            "Another army may be better.",
            found.rounds or 0,
            tried=found.tried,
            starts=found.starts,
            battles=found.battles,
            samples=found.samples,
        )
    else:
        how = _(
            "A local search compared {count:,} armies, from {starts:,} starts: within the budget, "
            "changing, adding or removing one unit or thing, or moving a unit, does not make the "
            "first better, but another army may be.",
            count=found.tried,
            starts=found.starts,
        )
    return [method_of(found.method, found.samples), how]


def opponent_names(game: Game, opponents: Sequence[search.Opponent], side: SideId) -> list[str]:
    names = []
    for place, (battle, bot) in enumerate(opponents, start=1):
        enemy = battle.setup.b if side == "a" else battle.setup.a
        bots = battle.ruleset.bots
        if bot is not None and bots is not None:
            names.append(_(bots.names[bot]))
        else:
            found = display_names.translated(game, enemy.name, enemy.army)
            names.append(found.army or found.name or _("opponent {number}", number=place))
    return names


def shares_against(names: Sequence[str], found: search.FoundArmy | search.Order) -> str:
    """Return the shares against each of several opponents; '' for a single one."""
    wins = found.wins or ()
    intervals = found.intervals or (None,) * len(wins)
    each = zip(names, wins, intervals, strict=True) if wins else ()
    return " · ".join(f"{name} {share(win, interval, 1)}" for name, win, interval in each)


def army_in_words(game: Game, army: Mapping[str, Any]) -> str:
    """Return the units of an army as a line of compact text, with translated names."""
    lines = game.builder.write(game.builder.normal(dict(army))).splitlines()
    listed = (line for line in lines if line and not line.startswith("="))
    return " · ".join(NAMES.sub(lambda name: _(name[0]), line) for line in listed)


def print_matchups(found: search.Matchups) -> None:
    console = new_console()
    console.print(method_of(found.method, found.samples))
    if len(found.armies) <= WIDE:
        table = Table(box=box.SIMPLE, pad_edge=False)
        table.add_column("")
        table.add_column(_("army"))
        for place in range(len(found.armies)):
            table.add_column(str(place + 1), justify="right")
        for place, (name, row) in enumerate(zip(found.armies, found.win, strict=True), start=1):
            table.add_row(str(place), name, *_cells(row, found, place - 1))
        console.print(table)
    else:
        text = N_("{count} armies are too many for a table here; use --json.")
        console.print(_(text, count=len(found.armies)))
    console.print(_("No other choice beats this mixture on average:"))
    brought = sorted(zip(found.strategy, found.armies, strict=True), key=lambda pair: -pair[0])
    for often, name in brought:
        if often:
            console.print(f"  {percent(often, 1)}  {name}")


def _cells(row: Sequence[float], found: search.Matchups, place: int) -> list[str]:
    if found.interval is None:
        return [percent(win, 1) for win in row]
    return [share(win, interval) for win, interval in zip(row, found.interval[place], strict=True)]


def share(win: float, interval: tuple[float, float] | None, exact_digits: int = 2) -> str:
    """Write a share; a sampled one with half the width of its interval, both as precise as that."""
    if interval is None:
        return percent(win, exact_digits)
    digits = decimals_within(interval)
    return f"{percent(win, digits)} ± {number(50 * (interval[1] - interval[0]), digits)}"


def difference(found: search.FoundArmy | search.Order, own: search.FoundArmy | search.Order) -> str:
    """Write how much more an army or order wins than another, as precise as its share."""
    digits = decimals_within(found.interval) if found.interval else 2
    return points(found.win - own.win, digits)


def points(change: float, digits: int = 2) -> str:
    """Write a change of a share in percentage points, with its sign."""
    return signed(100 * change, digits)


def method_of(method: str, samples: int | None) -> str:
    """Return the method of shares, and its precision."""
    if method == "exact":
        return _("exact")
    return _("sampled: {count:,} battles for each number, ± at 95%", count=samples)
