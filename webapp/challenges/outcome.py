"""What two sealed armies lead to: a registry by ruleset.

Of most rulesets a battle comes, played at once and put on air after a countdown; of the siege a
match, in which players decide round by round.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from flask import current_app
from sqlalchemy import update
from sqlalchemy.orm import Session

import engine
from webapp import games
from webapp.battles import store as battles
from webapp.challenges import titles
from webapp.challenges.store import SIDES, Side, seat_of
from webapp.matches import rounds
from webapp.matches import store as matches
from webapp.store.database import session
from webapp.store.models import Battle, Challenge

COUNTDOWN_MS: Final = 10_000
"""From the reveal to the first blow: everybody's page has to be there by then."""


class Staged(NamedTuple):
    """What came of a challenge: where it is watched, and when; `winner` is secret until the end.

    address: the path of its page. ends_at_ms: None as long as nobody can tell. shows_armies:
    whether everybody may see both armies, which players of a match keep secret until its end.
    """

    id: str
    address: str
    starts_at_ms: int
    ends_at_ms: int | None
    winner: Side | None
    shows_armies: bool = True

    def is_over(self, now_ms: int) -> bool:
        """Whether nothing about it is secret any more."""
        return self.ends_at_ms is not None and now_ms >= self.ends_at_ms


class Reveal(NamedTuple):
    """How the challenges of a ruleset go on when both armies are sealed.

    begin: makes what they lead to. It may be called by several processes at once, or again after
    one was cut off: all but one leave everything as it is. staged: what was made, if anything was.
    """

    begin: Callable[[Challenge], None]
    staged: Callable[[Challenge], Staged | None]


class _AlreadyBegunError(Exception):
    """Another process was faster."""


def _put_on_air(challenge: Challenge) -> None:
    """The battle of both armies under the seed that was committed to, on air after a countdown."""
    recording = battles.play(engine.read(battle_file(challenge)))

    def claim(db: Session, battle: Battle) -> None:
        """Lets the challenge have this battle, unless it has one: then nothing is stored."""
        free = update(Challenge).where(Challenge.id == challenge.id, Challenge.battle_id.is_(None))
        if not db.execute(free.values(battle_id=battle.id)).rowcount:  # type: ignore[attr-defined]
            raise _AlreadyBegunError

    airing = battles.Airing(
        lead_in_ms=COUNTDOWN_MS,
        title=titles.of(challenge, battles.title(recording)),
        listed=challenge.listed,
        within=claim,
    )
    try:
        battles.put_on_air(games.of(challenge.ruleset), recording, airing)
    except _AlreadyBegunError:
        return


def _airing(challenge: Challenge) -> Staged | None:
    if challenge.battle_id is None:
        return None
    with session() as db:
        battle = db.get_one(Battle, challenge.battle_id)
    winner = battle.recording.winner
    return Staged(
        battle.id,
        _path("watch.watch", id_=battle.id),
        battle.starts_at_ms,
        battle.ends_at_ms,
        next((side for side in SIDES if side == winner), None),
    )


def _begin_match(challenge: Challenge) -> None:
    matches.begin(challenge)


def _match(challenge: Challenge) -> Staged | None:
    """The match; when it is over, its replay."""
    match = matches.of_challenge(challenge.id)
    if match is None:
        return None
    match = rounds.settle(match)
    began_ms = match.started_at_ms
    if match.battle_id is None:
        page = _path("match.show", id_=match.id)
        return Staged(match.id, page, began_ms, None, None, shows_armies=False)
    with session() as db:
        battle = db.get_one(Battle, match.battle_id)
    winner: Side = "a" if battle.recording.winner == "a" else "b"
    page = _path("watch.watch", id_=battle.id)
    return Staged(battle.id, page, began_ms, battle.ends_at_ms, winner)


ON_AIR: Final = Reveal(_put_on_air, _airing)
IN_ROUNDS: Final = Reveal(_begin_match, _match)
REVEALS: Final[Mapping[str, Reveal]] = {
    "manymarios": ON_AIR,
    "warlords": ON_AIR,
    "siege": IN_ROUNDS,
}


def staged(challenge: Challenge) -> Staged | None:
    """What was made of a challenge, if anything was."""
    return REVEALS[challenge.ruleset].staged(challenge)


def _path(endpoint: str, **values: str) -> str:
    """The path of a page, also where no request is being answered."""
    return current_app.url_map.bind("localhost").build(endpoint, values)


def rulesets() -> dict[str, engine.Ruleset[Any, Any]]:
    """The games that one can be challenged to, by id."""
    return {id_: ruleset for id_, ruleset in engine.rulesets().items() if id_ in REVEALS}


def battle_file(challenge: Challenge) -> dict[str, Any]:
    """The battle file of both sealed armies, with the seed."""
    sides = []
    for side in SIDES:
        seat = seat_of(challenge, side)
        sides.append({"name": seat.name, "army": json.loads(seat.army or "null")})
    terms = json.loads(challenge.terms)["battle"]
    seed = int(challenge.seed)
    return {"ruleset": challenge.ruleset, "seed": seed, **terms, "sides": sides}
