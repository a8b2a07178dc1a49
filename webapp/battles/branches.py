"""Branches: replays of a battle with one change from an event on."""

import secrets
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

import engine
from engine import SideId, search
from webapp.base import display_names, games
from webapp.base.game import Game
from webapp.base.jobs import Run, give_way
from webapp.base.texts import N_
from webapp.battles import analysis as analyses
from webapp.battles import participants, playback, store
from webapp.battles.limits import BRANCHES_MOST, EVENTS_MOST, OPENING_EVENTS_MOST, OPENINGS_KEPT
from webapp.guard import admission, keys, request_guard
from webapp.store.database import session
from webapp.store.models import BRANCH_TITLE, Battle, Branch, Recording
from webapp.words import changes
from webapp.words.templates import by_places

ON_AIR: Final = N_("This battle is still on air. It can be branched as soon as it is over.")
DICE: Final = ("seed", "rolls", "changes")
# unit changes, which a battle file holds if made after its start
LATER: Final = frozenset(("order", "army"))


class BranchView(NamedTuple):
    branch: Branch
    change: dict[str, Any]
    text: str  # how it differs from its parent
    # side a's exact chance after the first event that may differ, here and in the parent; None
    # without exact odds, or if one would reveal the end to a visitor who did not choose the dice
    odds: tuple[float, float] | None


def rolls(recording: engine.Recording) -> Sequence[search.Roll]:
    """Return all rolls of a battle. Raises InputError if older rules played it."""
    return _played(recording).draws


def moment(
    recording: engine.Recording, at: int
) -> tuple[search.Moment | None, tuple[search.RoundOrders, ...]]:
    """Return units and orders at the last reorder before `at`. Raises InputError: older rules."""
    played = _played(recording)
    return played.last_moment(at), played.asked(at)


def as_written(
    game: Game, recording: engine.Recording, at: int, change: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the change with unchanged units written as in the battle, not as the builder does."""
    army, normal = change.get("army"), game.builder.normal
    listed = game.ruleset.ordered
    if at == 0 or army is None or listed is None:
        return dict(change)
    try:
        side = engine.SIDES[engine.SIDES.index(change["side"])]
        before = changes.army_at(recording.header.battle, side, at)
        pairs = zip(normal(army)[listed], normal(before)[listed], before[listed], strict=True)
        rows = [then if now == same else now for now, same, then in pairs]
    except (msgspec.ValidationError, ValueError, LookupError, TypeError):
        return dict(change)  # the engine says what is wrong with it
    return {**change, "army": {**army, listed: rows}}


def make(parent: Battle, at: int, change: Mapping[str, Any], run: Run) -> Battle:
    """Replay a battle with this change, and store it as a battle that is over.

    A seed of None is drawn. A maker's equal branches are stored once. Raises InputError for an
    impossible change.
    """
    game, before = games.game(parent.ruleset), store.recording_of(parent)
    change = as_written(game, before, at, change)
    if "seed" in change and change["seed"] is None:
        change["seed"] = secrets.randbits(64)
    recording = run(lambda: _played(before).branch(at, change))
    if at > 0 and not LATER.isdisjoint(change):
        # Units wait until the rules allow a change.
        at = int(recording.header.battle["changes"][-1]["at"])
    packed = msgspec.json.encode(change, order="sorted").decode()
    owner = keys.visitor() if request_guard.has_believed_session() else None
    if known := _known(parent, at, packed, owner):
        return known

    def within(db: Session, battle: Battle) -> None:
        db.add(Branch(battle_id=battle.id, parent_id=parent.id, at=at, change=packed, owner=owner))

    title = BRANCH_TITLE.format(title=parent.title.removeprefix(BRANCH_TITLE.format(title="")))
    airing = store.Airing(starts_at_ms=store.NEVER_ON_AIR, title=title, within=within)
    return store.put_on_air(game, recording, airing, run)


def family(battle: Battle) -> tuple[Branch | None, Sequence[Branch]]:
    """Return a battle's own branch record, and this visitor's branches, the latest first."""
    both = (joinedload(Branch.battle), joinedload(Branch.parent))
    with session() as db:
        own = db.get(Branch, battle.id, options=both)
        visitor = keys.known_visitor()
        if visitor is None:
            return own, ()
        of_it = select(Branch).where(Branch.parent_id == battle.id, Branch.owner == visitor)
        latest = of_it.join(Branch.battle).order_by(Battle.created_at.desc(), Battle.id)
        return own, db.scalars(latest.options(*both).limit(BRANCHES_MOST)).all()


def winning_order(
    recording: engine.Recording, side: SideId, at: int, progress: search.Progress, stop: search.Stop
) -> search.WinningOrder:
    """Return an order of the units left at `at` with which a side wins by the same dice."""
    most = min(search.PLAYED_MOST, max(1, EVENTS_MOST // len(recording.events)))
    return _played(recording).winning_order(side, most, at=at, progress=progress, stop=stop)


def _played(recording: engine.Recording) -> search.PlayedBattle:
    """Replay a battle. Raises ServiceUnavailable while its bots are being compiled."""
    admission.refuse_bots(engine.read(recording.header.battle))
    return search.PlayedBattle(recording)


def views(listed: Sequence[Branch]) -> list[BranchView]:
    """Describe branches of one game, yielding to other requests in between."""
    if not listed:
        return []
    digests = {one.digest for branch in listed for one in (branch.battle, branch.parent)}
    wanted = select(Recording.digest, Recording.lines, Recording.analysis)
    with session() as db:
        stored = db.execute(wanted.where(Recording.digest.in_(digests))).all()
    packed = {row.digest: (row.lines, row.analysis) for row in stored if row.analysis}
    opened = [branch.battle for branch in listed if branch.at == 0]
    files = store.files_of([*opened, *(branch.parent for branch in listed)])
    decoded = [msgspec.json.decode(branch.change) for branch in listed]
    visitor = keys.known_visitor()
    asked = [
        _Moment(
            *(branch.at, branch.battle.digest, branch.parent.digest),
            has_dice="rolls" in change,
            may_be_certain=visitor is not None and branch.owner == visitor,
        )
        for branch, change in zip(listed, decoded, strict=True)
    ]
    rows = []
    found = store.UNPACKING.run(_odds, asked, packed, files)
    for branch, change, odds in zip(listed, decoded, found, strict=True):
        game, parent, who = games.game(branch.parent.ruleset), branch.parent, ""
        if "rolls" in change:
            played = store.recording_of(branch.battle)
            events = display_names.in_recording(game, played)
            who = changes.rollers(game.wording, events, branch.at)
        sides = participants.side_names(parent)
        text = changes.in_words(game, files[parent.digest], branch.at, change, sides, who)
        rows.append(BranchView(branch, change, text, odds))
        give_way()
    return rows


def unit_names(battle: Battle) -> dict[str, list[str]] | None:
    """Return the unit names of both sides by place, or None if units have no order."""
    game = games.game(battle.ruleset)
    if game.ruleset.ordered is None:
        return None
    read = engine.read(store.files_of([battle])[battle.digest])
    return {side: by_places(game, read, side) for side in engine.SIDES}


class _Moment(NamedTuple):
    """Where a branch leaves its parent."""

    at: int
    digest: str
    parent: str
    has_dice: bool  # whether dice were chosen: their effect is seen at the end of their beat
    may_be_certain: bool  # whether the visitor chose them, and so may see that they decide it


def _odds(
    asked: Sequence[_Moment],
    packed: Mapping[str, tuple[bytes, bytes]],
    files: Mapping[str, Any],
) -> list[tuple[float, float] | None]:
    """Return both odds per branch, from stored analyses or, by digest, from battle files."""

    @cache
    def chances(digest: str) -> Sequence[float]:
        return analyses.unpack(packed[digest][1]).chances

    def chance(digest: str, one: _Moment) -> float | None:
        at = one.at
        known: Sequence[float] = ()
        if digest in packed:
            known = chances(digest)
            at = playback.last_of_beat(packed[digest][0], at) if one.has_dice else at
        elif at == 0:
            known = _before_all_dice(files[digest])
        if at >= len(known) or (known[at] in (0, 1) and not (one.has_dice and one.may_be_certain)):
            return None
        return known[at]

    pairs = [(chance(one.digest, one), chance(one.parent, one)) for one in asked]
    return [None if here is None or there is None else (here, there) for here, there in pairs]


def _before_all_dice(file: Mapping[str, Any]) -> tuple[float, ...]:
    """Return side a's exact chance before the first roll, as a tuple; () if too many outcomes.

    Also () with bots, which can think long before they roll, and with later orders.
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


def _known(parent: Battle, at: int, change: str, owner: str | None) -> Battle | None:
    branched = select(Battle).join(Branch, Branch.battle_id == Battle.id)
    same = branched.where(Branch.parent_id == parent.id, Branch.at == at, Branch.change == change)
    with session() as db:
        return db.scalars(same.where(Branch.owner == owner)).first()  # of None, that it is null
