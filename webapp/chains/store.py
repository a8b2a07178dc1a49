"""Stored chains: the battles of survivors, and gauntlets with their stations."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

import msgspec
from sqlalchemy import or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, joinedload
from werkzeug.exceptions import Conflict

import engine
from engine import SIDES, Army, InputError, SideId, Text
from webapp.base import games
from webapp.base.clock import now_ms
from webapp.base.game import Game
from webapp.base.jobs import Run
from webapp.base.texts import _
from webapp.battles import store as battles
from webapp.chains.limits import OWNED_MOST, STATIONS_MOST
from webapp.guard import admission, keys, request_guard
from webapp.store import database
from webapp.store.models import Battle, Fight, Gauntlet

PURPOSE: Final = "gauntlet"  # what tokens of makers are signed for
ARMY_SIDE: Final = "a"  # of a gauntlet's army in all of its battles

Status = Literal["ahead", "soon", "on_air", "won", "fell"]


class Course(msgspec.Struct, omit_defaults=True):
    """A gauntlet as it is stored; `battle` is the one that its army survived, if any."""

    army: dict[str, Any]
    opponents: list[dict[str, Any]]
    terms: dict[str, Any] = {}
    side: dict[str, Any] = {}
    blessings: int = 0
    battle: str = ""
    from_side: SideId = "a"


class Station(NamedTuple):
    """A station: its opponent, how it went, and the chance to win it from the start."""

    number: int
    opponent: Mapping[str, Any]
    status: Status
    battle: str | None  # the id of its battle
    chance: float | None
    survivors: Army | None  # the army after it, once its battle is over


class State(NamedTuple):
    """How far a gauntlet has come."""

    row: Gauntlet
    course: Course
    stations: tuple[Station, ...]
    army: Army | None  # at its next station; None if there is none, or a battle is on air

    @property
    def won(self) -> int:
        """Number of stations won, as far as their battles are over."""
        return sum(one.status == "won" for one in self.stations)

    @property
    def next(self) -> Station | None:
        """The station that can be played now."""
        ahead = (one for one in self.stations if one.status == "ahead")
        return next(ahead, None) if self.army is not None else None

    @property
    def is_over(self) -> bool:
        return self.won == len(self.stations) or any(one.status == "fell" for one in self.stations)


def survivors(recording: engine.Recording) -> dict[SideId, Army]:
    found = {side: admission.work_out(engine.survivors, recording, side) for side in SIDES}
    return {side: army for side, army in found.items() if army is not None}


def blessable(game: Game, army: Army) -> list[int]:
    """Return the places of the units that a blessing would change."""
    if game.ruleset.ordered is None:
        return []
    places = range(len(army[game.ruleset.ordered]))
    return [place for place in places if engine.blessed(army, [place], game.ruleset) != army]


def read_blessings(game: Game, army: Army, places: Sequence[int], most: int | None = None) -> Army:
    """Return the army with the units at these places blessed. Raises InputError."""
    chosen = sorted({*places})
    if not chosen:
        return army
    allowed = blessable(game, army)
    for place in chosen:
        if place not in allowed:
            raise InputError.single("bless", Text("unit {place} cannot be blessed", place=place))
    if most is not None and len(chosen) > most:
        text = Text.counted(
            "bless at most {count} unit (now {chosen})",
            "bless at most {count} units (now {chosen})",
            most,
            chosen=len(chosen),
        )
        raise InputError.single("bless", text)
    return engine.blessed(army, chosen, game.ruleset)


def fight_on(
    parent: Battle, from_side: SideId, read: engine.Battle, side: SideId, run: Run
) -> Battle:
    """Play a battle of the survivors of another one, who have this side in it."""
    fight = {"previous_id": parent.id, "from_side": from_side, "side": side}
    return _put(read, fight, run, draws_survive=True)


def links(battle: Battle) -> tuple[Fight | None, list[Fight]]:
    """Return a battle's own record in its chain, or None, and those of its survivors' battles.

    Of the latter, those that this visitor may know of, the first one first.
    """
    visitor = keys.known_visitor()
    either = or_(Fight.battle_id == battle.id, Fight.previous_id == battle.id)
    found = database.rows(select(Fight).where(either).order_by(Fight.id))
    own = next((row for row in found if row.battle_id == battle.id), None)
    gauntlet = own.gauntlet_id if own else None
    after = [
        row
        for row in found
        if row.previous_id == battle.id
        and row.battle_id
        and ((gauntlet and row.gauntlet_id == gauntlet) or (visitor and row.owner == visitor))
    ]
    return own, after


def create(game: Game, name: str, course: Course, owner: str) -> Gauntlet:
    """Store a gauntlet. Raises InputError for one that cannot be fought."""
    check(game, course)
    chances = _chances(game, course)

    def store(id_: str) -> Gauntlet:
        row = Gauntlet(
            id=id_,
            ruleset=game.id,
            name=name,
            document=msgspec.json.encode(course).decode(),
            chances=None if chances is None else msgspec.json.encode(chances).decode(),
            owner=owner,
            created_at_ms=now_ms(),
        )
        return database.add(row)

    return battles.stored_under_new_id(store)


def check(game: Game, course: Course) -> None:
    """Raise InputError for a gauntlet that cannot be fought."""
    count = len(course.opponents)
    if count == 0:
        raise InputError.single("opponents", Text("choose at least one opponent"))
    if count > STATIONS_MOST:
        text = Text("are {count}; choose at most {most}", count=count, most=STATIONS_MOST)
        raise InputError.single("opponents", text)
    problems: list[engine.Problem] = []
    for number in range(count):
        try:
            engine.read(document(game, course, number, course.army))
        except InputError as error:
            problems += [
                one._replace(path=_course_path(one.path, number))
                for one in error.problems
                # The army and the terms are the same in all battles.
                if number == 0 or one.path.startswith("sides[1]")
            ]
    if problems:
        raise InputError(problems)


def _course_path(path: str, number: int) -> str:
    """Return the path in a gauntlet of a problem in its battle file of this number, from 0."""
    for place, name in enumerate(("", f"opponents[{number}]")):
        if path.startswith(f"sides[{place}]"):
            return f"{name}{path.removeprefix(f'sides[{place}]')}".removeprefix(".")
    return path


def document(game: Game, course: Course, number: int, army: Army) -> dict[str, Any]:
    """Return the battle file of a station, by its number from 0, for an army."""
    own = {**course.side, "army": army}
    return {"ruleset": game.id, **course.terms, "sides": [own, course.opponents[number]]}


def _chances(game: Game, course: Course) -> list[float] | None:
    """Return the exact chances to win each station, else None. Raises ServiceUnavailable."""
    files = (document(game, course, number, course.army) for number in range(len(course.opponents)))
    read = [engine.read(file) for file in files]
    if any(battle.slow_bots() for battle in read) or game.ruleset.bots is not None:
        return None
    try:
        return admission.work_out(engine.reach, read)
    except InputError:
        return None


def find(id_: str) -> Gauntlet | None:
    """Return the gauntlet of an installed game with this id."""
    row = database.by_id(Gauntlet, id_)
    return row if row is not None and row.ruleset in games.games() else None


def owned(owner: str) -> Sequence[Gauntlet]:
    latest = select(Gauntlet).where(Gauntlet.owner == owner).order_by(Gauntlet.created_at_ms.desc())
    return database.rows(latest.limit(OWNED_MOST))


def token(row: Gauntlet) -> str:
    """Return the token whose holder may play a gauntlet's stations."""
    return keys.sign(PURPOSE, row.id)


def may_play(row: Gauntlet, given: str = "") -> bool:
    """Whether this visitor made the gauntlet, or the token is its maker's."""
    return row.owner == keys.known_visitor() or keys.signed(PURPOSE, given) == row.id


def course_of(row: Gauntlet) -> Course:
    return msgspec.json.decode(row.document, type=Course)


def state_of(row: Gauntlet) -> State:
    """Return how far a gauntlet has come, as far as its battles are over."""
    of_it = select(Fight).where(Fight.gauntlet_id == row.id).options(joinedload(Fight.battle))
    fights = {one.station: one for one in database.rows(of_it)}
    course = course_of(row)
    chances = msgspec.json.decode(row.chances) if row.chances else [None] * len(course.opponents)
    stations = tuple(
        _station(number, opponent, fights.get(number), chance)
        for number, (opponent, chance) in enumerate(zip(course.opponents, chances, strict=True), 1)
    )
    played = [one for one in stations if one.status != "ahead"]
    return State(row, course, stations, played[-1].survivors if played else course.army)


def _station(
    number: int, opponent: Mapping[str, Any], fight: Fight | None, chance: float | None
) -> Station:
    if fight is None:
        return Station(number, opponent, "ahead", None, chance, None)
    now, battle, left = now_ms(), fight.battle, None
    if battle is not None and not battle.is_over(now):
        status: Status = "on_air" if battle.has_begun(now) else "soon"
    else:
        left = msgspec.json.decode(fight.survivors) if fight.survivors else None
        status = "fell" if left is None else "won"
    return Station(number, opponent, status, fight.battle_id, chance, left)


def play_next(row: Gauntlet, bless: Sequence[int], run: Run) -> Battle:
    """Play the next station of a gauntlet. Raises Conflict and InputError."""
    state = state_of(row)
    station, army = state.next, state.army
    if station is None or army is None:
        raise Conflict(
            _("This gauntlet is over.")
            if state.is_over
            else _("The last battle of this gauntlet is still on air. Watch it first.")
        )
    game, number = games.game(row.ruleset), station.number
    if number == 1 and bless:
        raise InputError.single("bless", Text("units can only be blessed between two battles"))
    army = read_blessings(game, army, bless, state.course.blessings)
    read = engine.read(document(game, state.course, number - 1, army))
    fight = {"gauntlet_id": row.id, "station": number, "side": ARMY_SIDE}
    if number > 1:
        fight |= {"previous_id": state.stations[number - 2].battle, "from_side": ARMY_SIDE}
    else:
        origin = battles.find(state.course.battle)
        fight |= {"previous_id": origin and origin.id, "from_side": state.course.from_side}
    try:
        return _put(read, fight, run)
    except IntegrityError:
        raise Conflict(_("This station has just been played.")) from None


def _put(
    read: engine.Battle, fight: Mapping[str, Any], run: Run, *, draws_survive: bool = False
) -> Battle:
    recording = battles.play(read, run)
    side: SideId = fight["side"]
    survives = recording.result.winner == side or draws_survive
    left = run(engine.survivors, recording, side) if survives else None
    packed = None if left is None else msgspec.json.encode(left).decode()
    owner = keys.visitor() if request_guard.has_believed_session() else None

    def within(db: Session, battle: Battle) -> None:
        db.add(Fight(id=battle.id, battle_id=battle.id, survivors=packed, owner=owner, **fight))
        db.flush()

    game = games.game(read.ruleset.id)
    return battles.put_on_air(game, recording, battles.Airing(within=within), run)
