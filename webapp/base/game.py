"""The record of a game for the web: its ruleset and what pages need (ADD_A_GAME.md)."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

import msgspec

import engine
from engine import Reader, SideId
from webapp.base.builder import ArmyContext, Builder
from webapp.base.form import Field
from webapp.base.texts import N_, _, ngettext
from webapp.base.wording import Wording

ROUNDS_MOST: Final = 999

Orders: TypeAlias = Any  # a side's orders in a round, as JSON; {} for none


class RunningMatch(Protocol):
    @property
    def events(self) -> Sequence[engine.Event]:
        """All events so far, with their audiences."""

    @property
    def ended(self) -> bool: ...

    @property
    def rounds_played(self) -> int: ...

    @property
    def winner(self) -> SideId | None:
        """None before the end."""

    @property
    def reason(self) -> str | None:
        """Why it ended, in a word; None before the end."""

    def resolve(self, orders_a: Orders, orders_b: Orders, /) -> object:
        """Play a round. Orders that are not allowed count as none."""

    def resign(self, side: SideId, /) -> object:
        """End the match: the other side wins."""

    def document(self) -> dict[str, Any]:
        """Return the battle file that plays to the same events."""


M = TypeVar("M", bound=RunningMatch)


class MatchPage(NamedTuple):
    """The game-specific parts of a match's page, besides the script in its `Scene`."""

    templates: Path  # a folder of Jinja templates, included as `games/<id>/NAME`
    # the template of the no-JavaScript order fields, one per unit, named as in the orders; it gets
    # `match`, the API's representation, and `catalog`
    orders: str
    explains: bool = False  # whether the script explains results of a match against the weakest bot


@dataclass(frozen=True)
class MatchRules(Generic[M]):
    """How a game is played in rounds with secret simultaneous orders."""

    rounds: int  # the maximum
    begin: Callable[[engine.Battle], M]  # start a match of a battle without decisions
    read_orders: Callable[[Reader], Orders]  # parse orders from JSON, reporting errors
    judge: Callable[[M, SideId, Orders, Reader], None]  # report orders that are refused now
    # a player's view of their side: `units`, current values by unit, and `refusals`, by unit and
    # order why it is refused, or None; no refusals after the end
    own: Callable[[M, SideId], dict[str, Any]]
    page: MatchPage
    # a bot's orders from what its side has seen and random numbers
    decide: Callable[[M, SideId, str, Any], Orders] | None = None
    # deductions from what a player (None: a spectator) has been shown, in the API's shape
    notebook: Callable[[M, SideId | None], dict[str, Any]] | None = None
    idle: str = ""  # the order of a unit without one
    # what to confirm before locking these orders, which may lose the match by an omission, or ""
    risk: Callable[[M, SideId, Orders], str] | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= ROUNDS_MOST:
            raise ValueError(f"rounds is {self.rounds}; it must be from 1 to {ROUNDS_MOST}")


class BuiltIn(NamedTuple):
    """Built-in names in English; a side's with its army's: with another army it is a player's."""

    armies: frozenset[str]
    sides: frozenset[tuple[str, str]]


class SampleArmy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sample army with a line about its strength; a `garrison` may only defend."""

    id: str
    text: str
    army: dict[str, Any]
    garrison: bool = False


class SampleBattle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A battle between the sample armies `a` and `b` with a fixed seed."""

    id: str
    title: str
    text: str
    seed: int
    a: str
    b: str
    name_a: str
    name_b: str
    terms: dict[str, Any] = {}  # further members of the battle file
    tags: tuple[str, ...] = ()  # short notes for visitors
    decided: dict[SideId, dict[str, Any]] = {}  # further members of a side: orders, a bot
    moment: int | None = None  # its most dramatic event, if it stands for its game in pictures
    featured: bool = False  # shown first where nothing is on air


class SampleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The samples of a game; new forms begin with the two armies of `pair`."""

    armies: tuple[SampleArmy, ...] = ()
    battles: tuple[SampleBattle, ...] = ()
    pair: tuple[str, str] | None = None


@cache
def read_samples(file: Path | None) -> SampleFile:
    """Return the samples in a game's file, or none without one."""
    return msgspec.json.decode(file.read_bytes(), type=SampleFile) if file else SampleFile()


OF_SEVERAL: Final = re.compile(r"(.+)( \(\d+\))")  # a name shared by several, with its number
NUMBERED: Final = re.compile(r"Army (\d+)")  # a tournament's name for an unnamed entrant
BOT_ARMY: Final = N_("{bot}'s own")


class NamedUnit(Protocol):
    @property
    def id(self) -> str:
        """The side's letter and the place in the army."""

    @property
    def name(self) -> str: ...


class UnitFace(NamedUnit, Protocol):
    @property
    def icon(self) -> str | None:
        """Name of its picture in the game-icons set."""


class ArmyCard(NamedTuple):
    """The card of an army before a battle: name, size, units, and its cost where units have one."""

    name: str
    size: str
    units: Sequence[UnitFace]
    cost: int | None = None

    @property
    def worth(self) -> int:
        """Return the cost, or the number of units where they have none."""
        return len(self.units) if self.cost is None else self.cost


@dataclass(frozen=True)
class Scene:
    """The files of a game's scene; the server reads two of them as well."""

    folder: Path  # has `words.json` (sentences) and `pace.json` (event durations)
    module: str  # name of a JavaScript module that exports `createView`
    style: str | None = None  # name of its style sheet
    icons: str | None = None  # an SVG file with a `<symbol>` for each icon missing from the build
    built: bool = False  # whether `make build` puts them in static/dist; else `folder` serves them
    match: str | None = None  # module of the match page, for a game played in rounds
    match_style: str | None = None  # its style sheet

    @property
    def files(self) -> list[str]:
        """The names of all modules and styles."""
        return [name for name in (self.module, self.style, self.match, self.match_style) if name]


SYMBOL: Final = re.compile(r'(?s)<symbol\b[^>]*?\bid="([\w-]+)".*?</symbol>')


def symbols_in(svg: str) -> dict[str, str]:
    """Return the symbols in an SVG file, by name."""
    return {found[1]: found[0] for found in SYMBOL.finditer(svg)}


# A sentence with {field}, {field.inner} or {field:hits|hit}, or a choice `by` a field's value.
Template = str | dict[str, Any]


class Templates(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A words.json. Only the page uses `minor`, only the command line `headings`."""

    headings: tuple[str, ...]
    minor: tuple[str, ...]
    fields: dict[str, str]
    things: dict[str, str]
    sentences: dict[str, Template]
    many: tuple[str, ...] = ()


@cache
def load_words(folder: Path) -> Templates:
    return msgspec.json.decode((folder / "words.json").read_bytes(), type=Templates)


# Kinds of fields that any game may use; `webapp.words.templates` writes them.
FIELD_KINDS: Final = frozenset(("unit", "side", "thing", "sum", "replaced", "signed"))


@dataclass(frozen=True)
class Pace:
    """Display durations of events in ms, shared by server and scenes (pace.json)."""

    events: Mapping[str, int]  # by type, and `other` for the rest
    other: int
    each_more: int  # added by every further event of a beat
    beat_most: int  # the longest beat
    # the latest start of an airing's last beat; longer ones accelerate from half of it on
    airing_most: int
    blows: frozenset[str] = frozenset()  # types of events that affect a unit
    misses: frozenset[str] = frozenset()  # attempts; a beat with one and no blow is a miss
    flurry: int | None = None  # added by every further miss of a tally of repeated ones
    quiet_most: int | None = None  # longest time between two blows; longer ones accelerate as well
    opening_most: int | None = None  # the same before the first one
    together: frozenset[str] = frozenset()  # types whose consecutive beats are merged
    # by type the field that makes a beat take no time if it is 0
    unless_zero: Mapping[str, str] = field(default_factory=dict)
    # by type and boolean field the type whose duration applies
    shown_as: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def latest_ms(self) -> int:
        """By when any battle is over."""
        return self.airing_most + self.beat_most


@dataclass(frozen=True)
class Puzzles:
    """The puzzles of a game: find the best order of side a's units."""

    file: Path  # JSON Lines from `python -m webapp.commands.puzzles`: header, then a puzzle a line
    size: Mapping[SideId, int]
    limits: Mapping[SideId, Mapping[str, Any]]  # of armies drawn by the builder's `random`
    terms: Sequence[Mapping[str, Any]] = ({},)  # the terms of battles, weighted by repetition


@dataclass
class Opponent:
    """A bot that can be challenged."""

    id: str  # in addresses and battle files
    name: str
    description: str  # a line about how it plays
    slow: bool  # whether a battle with it takes too long to be played a thousand times
    army: Callable[[Any], dict[str, Any]]  # draws the army that it chooses for itself


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    ruleset: "engine.Ruleset[Any, Any]"
    builder: Builder
    wording: Wording[Any]
    scene: Scene
    place: int = 100  # position in lists, then by name
    summary: str = ""  # what it is about, in a sentence
    samples: Path | None = None  # a JSON file with sample armies and battles
    # return the card of an army in a setup or first event; by default from `builder.figures`
    card: Callable[[Any], ArmyCard] | None = None
    # required members of a battle file's side besides the army
    undecided: Mapping[str, Any] = field(default_factory=dict)
    # challenge_terms, challenge_limits: agreed in challenges, besides the builder's
    challenge_terms: tuple[Field, ...] = ()
    challenge_limits: tuple[Field, ...] = ()
    opponents: Mapping[str, Opponent] = field(default_factory=dict)  # bots by id, weakest first
    match: MatchRules[Any] | None = None  # None: two sealed armies make a battle
    # explanations by the word as in labels; abilities of the catalog are included anyway
    glossary: Mapping[str, str] = field(default_factory=dict)
    # names of orders given in rounds, by their key in battle files
    orders: Mapping[str, str] = field(default_factory=dict)
    puzzles: Puzzles | None = None  # for a game with exact odds
    # members of a battle file that describe the landscape, for a page that waits for the start
    ground: tuple[str, ...] = ()
    # return the name of the stage of a battle file, for a game with several: see base/assets.py
    stage: Callable[[Mapping[str, Any]], str] | None = None
    translations: Path | None = None  # a folder with catalogs, `de/LC_MESSAGES/messages.mo`

    def __repr__(self) -> str:
        return f"<Game {self.id}>"

    @property
    def id(self) -> str:
        return self.ruleset.id

    @property
    def name(self) -> str:
        return self.ruleset.name

    def army_card(self, setup: Any, side: SideId) -> ArmyCard:
        """Return the card of a side's army in a battle's setup or first event."""
        card = self._card(setup, side)
        return card._replace(name=self.army_name(card.name))

    def _card(self, setup: Any, side: SideId) -> ArmyCard:
        army = getattr(setup, side)
        if self.card is not None:
            return self.card(army)
        figures = self.builder.figures(ArmyContext(army, setup, side, {}, {}))
        if figures.cost is None:
            return ArmyCard(army.army, counted(len(figures.units)), figures.units)
        size = f"{figures.cost} {figures.meters[0].label}"
        return ArmyCard(army.army, size, figures.units, figures.cost)

    @cached_property
    def built_in(self) -> BuiltIn:
        samples = read_samples(self.samples)
        armies = {one.id: one.army.get("name", "") for one in samples.armies}
        sides = (
            (name, armies.get(army, ""))
            for battle in samples.battles
            for name, army in ((battle.name_a, battle.a), (battle.name_b, battle.b))
        )
        return BuiltIn(frozenset(armies.values()) - {""}, frozenset(sides))

    def bot_with(self, army: str) -> Opponent | None:
        """Return the bot whose army has this name, which battles keep in English."""
        bots = self.opponents.values()
        return next((bot for bot in bots if army == BOT_ARMY.format(bot=bot.name)), None)

    def army_name(self, name: str) -> str:
        """Return an army's name, translated if it is built in or a bot's."""
        if bot := self.bot_with(name):
            return _(BOT_ARMY, bot=_(bot.name))
        return _(name) if name in self.built_in.armies else name

    def side_name(self, name: str, army: str) -> str:
        """Return a side's name, translated if a sample, a bot or a tournament has given it."""
        bot = self.bot_with(army)
        if (name, army) in self.built_in.sides or (bot and bot.name == name):
            return _(name)
        several = OF_SEVERAL.fullmatch(name)
        base, mark = several.groups() if several else (name, "")
        if base == army and army in self.built_in.armies:
            return _(army) + mark
        if not army and (found := NUMBERED.fullmatch(name)):
            return _("Army {number}", number=found[1])
        return name


def counted(units: int) -> str:
    return ngettext("{count} unit", "{count} units", units)


@cache
def pace_of(game: Game) -> Pace:
    return msgspec.json.decode((game.scene.folder / "pace.json").read_bytes(), type=Pace)
