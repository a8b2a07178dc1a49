"""What a game is to the web: one frozen record with its ruleset and all that the web adds to it.

CONTRIBUTING.md ("Add a game") says how to make one. Whatever is optional has a plain default that
works on every page.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

import engine
from engine import SideId
from webapp.base.builder import ArmyContext, Builder
from webapp.base.built_in_names import BuiltIn, of_samples
from webapp.base.form import Field
from webapp.base.match import MatchRules
from webapp.base.texts import _, ngettext
from webapp.base.wording import Wording

LAST = 100
OF_SEVERAL: Final = re.compile(r"(.+)( \(\d+\))")
"""A name that several have, with the number of this one."""
NUMBERED: Final = re.compile(r"Army (\d+)")
"""What a tournament calls those who have no name, and no name for their army."""


class UnitFace(Protocol):
    """A unit as lists of armies show it."""

    @property
    def id(self) -> str:
        """Its side's letter and its place in the army."""
        ...

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    @property
    def icon(self) -> str | None:
        """Name of its picture in the game-icons set."""
        ...


class ArmyCard(NamedTuple):
    """What an army shows of itself before a battle: its name, how large it is, its units."""

    name: str
    size: str
    units: Sequence[UnitFace]


@dataclass(frozen=True)
class Scene:
    """The files that the page shows a game with; the server reads two of them, too.

    folder: has `words.json` (the sentences) and `pace.json` (how long each event is shown).
    module, style: names of a JavaScript module that exports `createView`, and of a style sheet.
    icons: name of an SVG file with a `<symbol>` for each icon that the build does not have; their
    ids begin with the game's id and a hyphen.
    built: whether `make build` makes module and style in static/dist; otherwise they are in
    `folder`, as they are to be served.
    match, match_style: as module and style, for the page of a match, of a game that is played round
    by round.
    """

    folder: Path
    module: str
    style: str | None = None
    icons: str | None = None
    built: bool = False
    match: str | None = None
    match_style: str | None = None

    @property
    def files(self) -> list[str]:
        """The names of all modules and styles."""
        names = (self.module, self.style, self.match, self.match_style)
        return [name for name in names if name]


@dataclass(frozen=True)
class Puzzles:
    """The puzzles of a game: which order of side a's units is best.

    file: made by `python -m webapp.commands.puzzles`: JSON Lines, first what it is, then a puzzle
        a line.
    limits: by side, those under which the builder's `random` draws armies of `size` units.
    terms: the terms of battles, each as likely as it is often here.
    """

    file: Path
    size: Mapping[SideId, int]
    limits: Mapping[SideId, Mapping[str, Any]]
    terms: Sequence[Mapping[str, Any]] = ({},)


class Opponent(Protocol):
    """A bot that can be challenged."""

    @property
    def id(self) -> str:
        """What addresses and battle files call it."""
        ...

    @property
    def name(self) -> str:
        """What people call it."""
        ...

    @property
    def description(self) -> str:
        """A line about how it plays."""
        ...

    @property
    def slow(self) -> bool:
        """Whether a battle with it takes too long to be played a thousand times."""
        ...

    def army(self, rng: Any) -> dict[str, Any]:
        """The army that it chooses for itself, as in a battle file."""
        ...


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """A game: its rules, and all that anybody on the web asks about it.

    place: lists of games are in this order, then by name.
    samples: a JSON file with sample armies and battles.
    card: what an army shows of itself, from the army in a setup or in the first event; by default
    its name, what it costs or how many units it has, and its units as `builder.figures` has them.
    undecided: members of a battle file's side, beside the army, without which none can be read.
    challenge_terms, challenge_limits: what two who meet can agree on beside the builder's terms and
    limits.
    opponents: bots that can be challenged, by id, the weakest first: newcomers meet that one.
    match: for a game that is played round by round; without it, two sealed armies make a battle.
    glossary: words that its pages explain where they stand, each with a sentence, by the word as
    labels have it; the abilities of its catalog need not be named again.
    orders: what orders are called that sides give in rounds, by what battle files call them.
    puzzles: armies to be put in order, one a day, for a game with exact odds.
    ground: members of a battle file that say what the landscape looks like, for a page that waits
    for the beginning.
    translations: a folder with its own catalogs of sentences, `de/LC_MESSAGES/messages.mo`.
    """

    ruleset: "engine.Ruleset[Any, Any]"
    builder: Builder
    wording: Wording[Any]
    scene: Scene
    place: int = LAST
    samples: Path | None = None
    card: Callable[[Any], ArmyCard] | None = None
    undecided: Mapping[str, Any] = field(default_factory=dict)
    challenge_terms: tuple[Field, ...] = ()
    challenge_limits: tuple[Field, ...] = ()
    opponents: Mapping[str, Opponent] = field(default_factory=dict)
    match: MatchRules[Any] | None = None
    glossary: Mapping[str, str] = field(default_factory=dict)
    orders: Mapping[str, str] = field(default_factory=dict)
    puzzles: Puzzles | None = None
    ground: tuple[str, ...] = ()
    translations: Path | None = None

    def __repr__(self) -> str:
        """Its id alone, since the whole record fills screens."""
        return f"<Game {self.id}>"

    @property
    def id(self) -> str:
        """The id of its ruleset."""
        return self.ruleset.id

    @property
    def name(self) -> str:
        """What people call it."""
        return self.ruleset.name

    def army_card(self, setup: Any, side: SideId) -> ArmyCard:
        """What a side's army shows of itself, in a battle's setup or in its first event."""
        card = self._card(setup, side)
        return card._replace(name=self.army_called(card.name))

    def _card(self, setup: Any, side: SideId) -> ArmyCard:
        army = getattr(setup, side)
        if self.card is not None:
            return self.card(army)
        figures = self.builder.figures(ArmyContext(army, setup, side, {}, {}))
        if figures.cost is None:
            return ArmyCard(army.army, counted(len(figures.units)), figures.units)
        return ArmyCard(army.army, f"{figures.cost} {figures.meters[0].label}", figures.units)

    def built_in(self) -> BuiltIn:
        """What its samples call armies and sides."""
        return of_samples(self.samples)

    def army_called(self, name: str) -> str:
        """An army's name: a built-in one is said in the language of whoever reads it."""
        return _(name) if name in self.built_in().armies else name

    def side_called(self, name: str, army: str) -> str:
        """The name of a side that leads this army: likewise, if a sample has both.

        Tournaments call sides by their armies, which may have a number, or by a number alone.
        """
        if (name, army) in self.built_in().sides:
            return _(name)
        several = OF_SEVERAL.fullmatch(name)
        base, mark = several.groups() if several else (name, "")
        if base == army and army in self.built_in().armies:
            return _(army) + mark
        if not army and (found := NUMBERED.fullmatch(name)):
            return _("Army {number}", number=found[1])
        return name


def counted(units: int) -> str:
    """How many units, in words."""
    return ngettext("{count} unit", "{count} units", units)
