"""Odds for display: numbers as text, lengths of bars, names."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec

import engine
from engine import SIDES
from webapp.base import display_names, games, texts
from webapp.base.texts import N_, _
from webapp.battles import participants as battle_names
from webapp.searches import limits
from webapp.words.chances import chance_text
from webapp.words.units import unit_names

SAMPLES: Final = 1_000  # battles of a sample: a balance of waiting and precision


@dataclass(frozen=True)
class Bar:
    """A chance: label, text, and the wish for a battle like it.

    size: 0 to 100, against the largest of its chart. side: whose colour it has, or empty.
    """

    label: str
    chance: float
    text: str
    size: float
    wish: str
    side: str = ""

    @property
    def is_possible(self) -> bool:
        """Whether there is a battle to watch."""
        return self.chance > 0


@dataclass(frozen=True)
class Gain:
    """A bonus's worth: its owner's chance with and without it, and the difference."""

    label: str
    kind: str
    owner: str
    side: str
    bearers: str
    without: str
    text: str
    size: float
    helps: bool


@dataclass(frozen=True)
class OddsReport:
    """The data of the odds page.

    gains: None without exact odds. more: battles of the next refinement, or 0.
    """

    ruleset: str
    names: Mapping[str, str]
    method: str
    wins: tuple[Bar, ...]
    survivors: Mapping[str, tuple[Bar, ...]]
    units: Mapping[str, tuple[Bar, ...]]
    gains: tuple[Gain, ...] | None
    has_order: bool
    has_best_armies: bool
    more: int
    file: str


def report_of(battle: engine.Battle, samples: int = SAMPLES) -> OddsReport:
    """Return the odds of a battle, exact if possible, with the worth of its bonuses.

    Otherwise by this many battles. Raises InputError where they take too long.
    """
    odds = limits.odds(battle, samples=samples)
    names = side_names(battle)
    return OddsReport(
        ruleset=battle.ruleset.name,
        names=names,
        method=method(odds),
        wins=tuple(_wins(odds, names)),
        survivors={side: tuple(_survivors(odds, side)) for side in SIDES},
        units={side: tuple(_units(odds, battle, side)) for side in SIDES} if odds.units else {},
        gains=tuple(_gains(battle, odds, names)) if odds.method == "exact" else None,
        has_order=battle.ruleset.ordered is not None,
        has_best_armies=battle.ruleset.recruiting is not None,
        more=limits.more_samples(odds, SAMPLES),
        file=msgspec.json.encode(battle.document).decode(),
    )


def method(odds: engine.Odds) -> str:
    """Return the method of the odds, and its precision."""
    if odds.interval is None:
        return _("exact")
    low, high = odds.interval
    half = texts.percent((high - low) / 2, 1)
    return _("sampled, ± {half} at 95%, n = {count:,}", half=half, count=odds.samples)


def side_names(battle: engine.Battle) -> dict[str, str]:
    """Return both sides' display names."""
    game = games.game(battle.ruleset.id)
    armies = {side: getattr(battle.setup, side) for side in SIDES}
    return battle_names.distinct(
        {side: display_names.called(game, army.name, army.army) for side, army in armies.items()}
    )


def _wins(odds: engine.Odds, names: Mapping[str, str]) -> Iterator[Bar]:
    for side in SIDES:
        chance = getattr(odds, side)
        text = N_("{name} wins")
        yield Bar(_(text, name=names[side]), chance, chance_text(chance), 100 * chance, side, side)
    if odds.draw:
        yield Bar(_("Draw"), odds.draw, chance_text(odds.draw), 100 * odds.draw, "draw")


def _survivors(odds: engine.Odds, side: str) -> Iterator[Bar]:
    most = max(odds.survivors[side])
    for left, chance in enumerate(odds.survivors[side]):
        size = 100 * chance / most
        yield Bar(str(left), chance, chance_text(chance), size, f"{side}={left}", side)


def _units(odds: engine.Odds, battle: engine.Battle, side: str) -> Iterator[Bar]:
    names = _unit_names(battle)
    for id_, chance in (odds.units or {}).items():
        if id_.startswith(side):
            label = names[id_]
            yield Bar(label, chance, chance_text(chance), 100 * chance, f"{id_} left", side)


def _unit_names(battle: engine.Battle) -> dict[str, str]:
    game = games.game(battle.ruleset.id)
    cards = (game.army_card(battle.setup, side) for side in SIDES)
    return {id_: name for card in cards for id_, name in unit_names(card.units).items()}


def _gains(battle: engine.Battle, odds: engine.Odds, names: Mapping[str, str]) -> Iterator[Gain]:
    rows = engine.ablation(battle)
    things, units = _thing_names(battle.ruleset.catalog()), _unit_names(battle)
    most = max((abs(row.gain) for row in rows), default=0) or 1
    for row in rows:
        label = things.get(row.id, row.id.replace("-", " ").capitalize())
        owner = row.side or "a"
        yield Gain(
            label=f"{_(label)} {row.amount}" if row.amount is not None else _(label),
            kind=_(row.kind),
            owner=names[row.side] if row.side else _("the field"),
            side=row.side or "",
            bearers=", ".join(units[id_] for id_ in row.units),
            without=chance_text(getattr(row, owner)),
            text=texts.signed(100 * row.gain, 2),
            size=100 * abs(row.gain) / most,
            helps=row.gain > 0,
        )


def _thing_names(catalog: Any) -> dict[str, str]:
    """Return the names in a catalog by id, from all its tables."""
    return {
        id_: row["name"]
        for table in catalog.values()
        if isinstance(table, dict)
        for id_, row in table.items()
        if isinstance(row, dict) and "name" in row
    }
