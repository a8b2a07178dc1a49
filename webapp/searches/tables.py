"""Search results for a terminal, laid out by rich, and match-ups as data tables."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rich import box
from rich.table import Table

import engine
from engine import Battle, SideId, search
from webapp.base import display_names
from webapp.base.game import Game
from webapp.base.tables import Column, Row
from webapp.base.tables import Table as DataTable
from webapp.base.texts import N_, _, decimals_within, ngettext, number, percent, signed
from webapp.words.templates import by_places
from webapp.words.terminal import new_console

# Names in a line of an army's compact text: `2x Goomba @ Frog Suit, Parawings`.
NAMES: Final = re.compile(r"(?<![^ ])(?!\d+x )[^\W\d][^,@]*[^,@ ]")
WIDE: Final = 12  # the most armies of a printed table


def print_best_order(game: Game, battle: Battle, found: search.BestOrder) -> None:
    """Print the best orders below their method and the share of the file's own order."""
    names = by_places(game, battle, found.side)
    orders = (found.own, *found.orders)
    rows = [(one, [", ".join(names[place] for place in one.order)]) for one in orders]
    _print_ranked(found_by(found), [_("order of units")], rows)


def _print_ranked(
    how: Sequence[str],
    heads: Sequence[str],
    rows: Sequence[tuple[search.FoundArmy | search.Order, list[str]]],
) -> None:
    """Print results below their method, the file's own first; `heads` name their further cells."""
    console = new_console()
    for line in how:
        console.print(line)
    table = Table(box=box.SIMPLE, pad_edge=False)
    for head in (_("wins"), _("difference"), *heads[:-1]):
        table.add_column(head, justify="right", no_wrap=True)
    table.add_column(heads[-1])
    own = rows[0][0]
    for one, cells in rows:
        change = _("now") if one is own else difference(one, own)
        table.add_row(share(one.win, one.interval), change, *cells)
    console.print(table)


def found_by(found: search.BestOrder) -> list[str]:
    """Return how orders were found and what that proves, in sentences."""
    method = method_of(found.method, found.samples)
    if found.search != "all":
        text = N_(
            "There are too many orders to compare them all. A local search compared {count:,}, "
            "from {starts} starts: no swap of two units and no move of one makes the first better, "
            "but another order may."
        )
        return [method, _(text, count=found.tried, starts=found.starts)]
    compared = ngettext(
        "{count} order was compared: there is no other.",
        "All {count} orders were compared: none is better than the first.",
        found.tried,
    )
    different = ngettext(
        "Swapping equal units changes nothing: there is {count} different order.",
        "Swapping equal units changes nothing: there are {count} different orders.",
        found.weighed,
    )
    return [method, compared, *([different] if found.weighed < found.tried else [])]


def print_best_armies(
    game: Game, found: search.BestArmies, opponents: Sequence[search.Opponent]
) -> None:
    """Print the best armies below their method and the share of the file's own army."""
    names = opponent_names(game, opponents, found.side)
    rows = []
    for one in (found.own, *found.armies):
        army = army_in_words(game, one.army)
        if found.search == "halving" and one.wins:
            army = f"{army}\n{shares_against(names, one)}"
        cost = "" if one.cost is None else number(one.cost)
        rows.append((one, [cost, army] if found.money else [army]))
    heads = [_(found.money), _("army")] if found.money else [_("army")]
    _print_ranked(armies_found_by(found), heads, rows)


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
    each = zip(names, wins, found.intervals or (None,) * len(wins), strict=True) if wins else ()
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
            spans = found.interval[place - 1] if found.interval else [None] * len(row)
            cells = [share(win, span, 1) for win, span in zip(row, spans, strict=True)]
            table.add_row(str(place), name, *cells)
        console.print(table)
    else:
        text = N_("{count} armies are too many for a table here; use --json.")
        console.print(_(text, count=len(found.armies)))
    console.print(_("No other choice beats this mixture on average:"))
    brought = sorted(zip(found.strategy, found.armies, strict=True), key=lambda pair: -pair[0])
    for often, name in brought:
        if often:
            console.print(f"  {percent(often, 1)}  {name}")


def share(win: float, interval: tuple[float, float] | None, exact_digits: int = 2) -> str:
    """Write a share; a sampled one with half the width of its interval, both as precise as that."""
    if interval is None:
        return percent(win, exact_digits)
    digits = decimals_within(interval)
    return f"{percent(win, digits)} ± {number(50 * (interval[1] - interval[0]), digits)}"


def difference(found: search.FoundArmy | search.Order, own: search.FoundArmy | search.Order) -> str:
    """Write how much more an army or order wins than another, as precise as its share."""
    return points(found.win - own.win, decimals_within(found.interval) if found.interval else 2)


def points(change: float, digits: int = 2) -> str:
    """Write a change of a share in percentage points, with its sign."""
    return signed(100 * change, digits)


def method_of(method: str, samples: int | None) -> str:
    """Return the method of shares, and its precision."""
    if method == "exact":
        return _("exact")
    return _("sampled: {count:,} battles for each number, ± at 95%", count=samples)


ARMIES: Final = (
    Column("place", "integer", "the army's number, from 0, in the order in which it was given"),
    Column("name", "text", "what it is called"),
    Column("position", "integer", "its number, from 0, in the heat map: neighbours are alike"),
    Column("style", "integer", "the number of its style, from 0, in the order of the heat map"),
    Column("strategy", "number", "how often the mixture that no other beats brings it"),
    Column("mean", "number", "its share against all armies, itself too, each side as often"),
    Column("side", "text", "its side of a battle file, as JSON"),
)
SHARES: Final = (
    Column("a", "integer", "the place of the army that is side a"),
    Column("b", "integer", "the place of the army that is side b"),
    Column("name_a", "text", "what a is called"),
    Column("name_b", "text", "what b is called"),
    Column("share", "number", "a's chance to win and half of that of a draw"),
    Column("low", "number", "the lower end of its 95 % interval; the share itself if exact"),
    Column("high", "number", "the upper end"),
)
METHODS: Final = {
    "exact": "each share follows from all falls of the dice",
    "sample": "shares are of `samples` battles each, with Wilson's interval at 95 %; those of an "
    "exact pair have no width",
}


def matchup_tables(found: search.Matchups, files: Sequence[Mapping[str, Any]]) -> list[DataTable]:
    """Return the tables of armies given as battle files, of which side a counts."""
    return [
        DataTable("armies", ARMIES, _army_rows(found, search.styles(found.win), files)),
        DataTable("shares", SHARES, _share_rows(found)),
    ]


def matchup_manifest(found: search.Matchups, files: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the manifest: question, method, seeds."""
    first = files[0]
    ruleset = engine.rulesets()[first["ruleset"]]
    return {
        "what": "matchups: the share of every army, as side a, against every army, as side b",
        "asked": {"terms": engine.terms_of(first), "armies": len(files), "samples": found.samples},
        "ruleset": {"id": ruleset.id, "version": ruleset.version},
        "method": found.method,
        "method_is": METHODS[found.method],
        "seeds": {} if found.samples is None else {"samples": 0},
        "styles": "complete linkage over the root mean square of the differences of shares; any "
        f"two armies of one style are at most {search.APART_MOST} apart",
        "strategy": "by a linear programme (HiGHS); either player is side a as often as side b",
    }


def _army_rows(
    found: search.Matchups, styles: search.Styles, files: Sequence[Mapping[str, Any]]
) -> Iterator[Row]:
    places = [(place, number) for number, style in enumerate(styles) for place in style]
    position = {place: (at, style) for at, (place, style) in enumerate(places)}
    count = len(found.armies)
    for place, name in enumerate(found.armies):
        mean = sum(found.win[place][j] + 1 - found.win[j][place] for j in range(count)) / count / 2
        side = json.dumps(files[place]["sides"][0], ensure_ascii=False)
        yield place, name, *position[place], found.strategy[place], mean, side


def _share_rows(found: search.Matchups) -> Iterator[Row]:
    for a, row in enumerate(found.win):
        for b, share in enumerate(row):
            low, high = found.interval[a][b] if found.interval else (share, share)
            yield a, b, found.armies[a], found.armies[b], share, low, high
