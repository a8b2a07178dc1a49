"""Branches of battles: what if something had been otherwise from a moment on."""

import secrets
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import ValidationError
from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

import engine
from engine import SideId, search
from webapp.base.event_loop import give_way
from webapp.base.game import Game
from webapp.base.threads import Run
from webapp.battles import analysis as analyses
from webapp.battles import names, store
from webapp.guard import keys, readiness, request_guard
from webapp.store.database import session
from webapp.store.models import Battle, Branch, Recording
from webapp.words import changes
from webapp.words.units import by_places

LISTED_MOST: Final = 50
"""Branches of one battle that its page shows to whoever made them: the latest."""
EVENTS_MOST: Final = 1_000_000
"""Events of these battles, about: half of what a question may take."""
DICE: Final = ("seed", "rolls", "changes")
LATER: Final = frozenset(("order", "army"))
"""Changes of units, which belong to a battle if they are made in its middle."""
OPENINGS_KEPT: Final = 4_096
OPENING_EVENTS_MOST: Final = 5_000
"""Played for the odds of a battle before its first die, while a page waits: some milliseconds."""


class Told(NamedTuple):
    """A branch, and what is told of it.

    text: how it differs from its parent, in words. odds: side a's exact chance to win after the
    first event that may differ: here, in the parent; None where there are no exact odds, and where
    one of them tells how it ends.
    """

    branch: Branch
    change: dict[str, Any]
    text: str
    odds: tuple[float, float] | None


class Family(NamedTuple):
    """Where a battle stands among its branches.

    own: how it came of its parent; None if it did not. branches: those of it that the visitor made,
    the latest first.
    """

    own: Branch | None
    branches: tuple[Branch, ...]


def recording_of(parent: engine.Recording, at: int, change: Mapping[str, Any]) -> engine.Recording:
    """A battle once more with this change. Raises InputError if it cannot be made."""
    return _played(parent).branch(at, change)


def rolls(recording: engine.Recording) -> Sequence[search.Roll]:
    """All rolls of a battle. Raises InputError if it was played by older rules."""
    return _played(recording).draws


def moment(
    recording: engine.Recording, at: int
) -> tuple[search.Moment | None, tuple[search.RoundOrders, ...]]:
    """Who was left when orders could be changed last up to an event, and what was ordered then.

    Raises InputError if it was played by older rules.
    """
    played = _played(recording)
    return played.last_moment(at), played.asked(at)


def moment_of(recording: engine.Recording, at: int, change: Mapping[str, Any]) -> int:
    """The first event of a branch that may differ: units wait until the rules allow it."""
    changes = recording.header.battle.get("changes", ())
    waits = at > 0 and not LATER.isdisjoint(change)
    return int(changes[-1]["at"]) if waits else at


def as_written(
    game: Game, recording: engine.Recording, at: int, change: Mapping[str, Any]
) -> dict[str, Any]:
    """The change, its army with all units written as the battle has them that are still the same.

    Whoever builds one writes it in the builder's own way.
    """
    army, normal = change.get("army"), game.builder.normal
    listed = game.ruleset.ordered
    if at == 0 or army is None or listed is None:
        return dict(change)
    try:
        side = engine.SIDES[engine.SIDES.index(change["side"])]
        before = changes.army_at(recording.header.battle, side, at)
        pairs = zip(normal(army)[listed], normal(before)[listed], before[listed], strict=True)
        rows = [then if now == same else now for now, same, then in pairs]
    except (ValidationError, ValueError, LookupError, TypeError):
        return dict(change)  # the engine says what is wrong with it
    return {**change, "army": {**army, listed: rows}}


def drawn(change: Mapping[str, Any]) -> dict[str, Any]:
    """The change with a seed for new dice that were left to us."""
    is_left = "seed" in change and change["seed"] is None
    return {**change, "seed": secrets.randbits(64)} if is_left else dict(change)


def put(
    game: Game,
    parent: Battle,
    at: int,
    change: Mapping[str, Any],
    recording: engine.Recording,
    run: Run,
) -> Battle:
    """The branch as a battle of its own, over from the start; a maker's same one is kept once."""
    told = msgspec.json.encode(change, order="sorted").decode()
    owner = keys.visitor() if request_guard.has_believed_session() else None
    if known := _known(parent, at, told, owner):
        return known

    def within(db: Session, battle: Battle) -> None:
        db.add(Branch(battle_id=battle.id, parent_id=parent.id, at=at, change=told, owner=owner))

    airing = store.Airing(starts_at_ms=store.NEVER_ON_AIR, title=parent.title, within=within)
    return store.put_on_air(game, recording, airing, run)


def family(battle: Battle) -> Family:
    """How a battle came of another one, and which ones this visitor made of it."""
    both = (joinedload(Branch.battle), joinedload(Branch.parent))
    with session() as db:
        own = db.get(Branch, battle.id, options=both)
        visitor = keys.known_visitor()
        if visitor is None:
            return Family(own, ())
        mine = (Branch.parent_id == battle.id, Branch.owner == visitor)
        of_it = select(Branch).where(*mine).options(*both)
        latest = of_it.join(Branch.battle).order_by(Battle.created_at.desc(), Battle.id)
        return Family(own, tuple(db.scalars(latest.limit(LISTED_MOST))))


def winning_order(
    recording: engine.Recording,
    side: SideId,
    at: int = 0,
    progress: search.Progress | None = None,
    stop: search.Stop | None = None,
) -> search.WinningOrder:
    """An order in which a side wins with the same dice, among those that there is time for.

    With `at`, an order of those left at that event.
    """
    most = min(search.PLAYED_MOST, max(1, EVENTS_MOST // len(recording.events)))
    return _played(recording).winning_order(side, most, at=at, progress=progress, stop=stop)


def _played(recording: engine.Recording) -> search.PlayedBattle:
    """A battle, played again. Raises ServiceUnavailable while its bots are being prepared."""
    readiness.refuse_bots(engine.read(recording.header.battle))
    return search.PlayedBattle(recording)


def told(game: Game, listed: Sequence[Branch]) -> list[Told]:
    """What is told of branches of this game, in their order. Others are answered in between."""
    if not listed:
        return []
    digests = {one.digest for branch in listed for one in (branch.battle, branch.parent)}
    wanted = select(Recording.digest, Recording.analysis).where(Recording.digest.in_(digests))
    with session() as db:
        packed = {row.digest: row.analysis for row in db.execute(wanted) if row.analysis}
    opened = [branch.battle for branch in listed if branch.at == 0]
    files = store.files_of([*opened, *(branch.parent for branch in listed)])
    asked = [(branch.at, branch.battle.digest, branch.parent.digest) for branch in listed]
    rows = []
    for branch, odds in zip(listed, store.UNPACKING.run(_odds, asked, packed, files), strict=True):
        change, file = msgspec.json.decode(branch.change), files[branch.parent.digest]
        sides = names.side_names(game, branch.parent)
        text = changes.in_words(game, file, branch.at, change, sides)
        rows.append(Told(branch, change, text, odds))
        give_way()
    return rows


def unit_names(game: Game, battle: Battle) -> dict[str, list[str]] | None:
    """What the units of both sides are called, by their places; None where they have no order."""
    if game.ruleset.ordered is None:
        return None
    read = engine.read(_file(battle))
    return {side: by_places(game, read, side) for side in engine.SIDES}


def _odds(
    asked: Sequence[tuple[int, str, str]], packed: Mapping[str, bytes], files: Mapping[str, Any]
) -> list[tuple[float, float] | None]:
    """Of each event, branch and parent the odds; from analyses, or battle files, by digest."""

    @cache
    def chances(digest: str) -> Sequence[float]:
        return analyses.unpack(packed[digest]).chances

    def chance(digest: str, at: int) -> float | None:
        if digest in packed:
            known = chances(digest)
        else:
            known = _before_all_dice(files[digest]) if at == 0 else ()
        return known[at] if at < len(known) and 0 < known[at] < 1 else None

    pairs = [(chance(digest, at), chance(parent, at)) for at, digest, parent in asked]
    return [None if here is None or there is None else (here, there) for here, there in pairs]


def _before_all_dice(file: Mapping[str, Any]) -> tuple[float, ...]:
    """Side a's exact chance before anything is rolled, by playing all outcomes; () if too many.

    Bots of some games think long before they roll, and a later order is part of a battle: () too.
    """
    later = any(not LATER.isdisjoint(change) for change in file.get("changes", ()))
    if later or engine.rulesets()[file["ruleset"]].slow:
        return ()
    return _opening(msgspec.json.encode({k: v for k, v in file.items() if k not in DICE}))


@lru_cache(OPENINGS_KEPT)
def _opening(file: bytes) -> tuple[float, ...]:
    try:
        with engine.Budget(OPENING_EVENTS_MOST):
            return (engine.odds(file, "exact").a,)
    except engine.InputError:
        return ()


def _file(battle: Battle) -> dict[str, Any]:
    file: dict[str, Any] = store.files_of([battle])[battle.digest]
    return file


def _known(parent: Battle, at: int, change: str, owner: str | None) -> Battle | None:
    same = (
        *(Branch.parent_id == parent.id, Branch.at == at, Branch.change == change),
        Branch.owner == owner,  # of None, that it is null
    )
    with session() as db:
        return db.scalars(
            select(Battle).join(Branch, Branch.battle_id == Battle.id).where(*same)
        ).first()
