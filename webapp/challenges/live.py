"""Live viewers of challenges; each challenge is read once a second for all of them."""

import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import msgspec
from flask import Flask, current_app
from sqlalchemy.exc import NoResultFound, SQLAlchemyError

from engine import shown
from webapp.base.config import Clock
from webapp.base.errors import payload
from webapp.base.texts import _
from webapp.challenges import outcome, views
from webapp.challenges.limits import TICK_SECONDS
from webapp.live.namespace import IsNewest, Live

FINAL: Final = ("expired", "cancelled", "void")
Brief = dict[str, Any]
Send = Callable[[str, dict[str, Any]], None]


class ChallengeViewers:
    """The viewers of challenges in this process; the state of challenges is in the database."""

    def __init__(self, clock: Clock, send: Send, send_gone: Send) -> None:
        self.clock = clock
        self.send = send
        self.send_gone = send_gone
        self.viewers: dict[str, set[str]] = {}
        self.watched: dict[str, str] = {}
        self.briefs: dict[str, tuple[float, Brief]] = {}

    def known(self, challenge: str) -> Brief | None:
        """Return the brief of a challenge if it was read within the last second."""
        read_at, brief = self.briefs.get(challenge, (float("-inf"), None))
        return brief if time.monotonic() - read_at < TICK_SECONDS else None

    def read(self, challenge: str) -> Brief | None:
        """Read the brief of a challenge, or None if there is none, and share it for a second."""
        brief = brief_of(challenge)
        self.briefs.pop(challenge, None)
        now = time.monotonic()
        # The oldest come first.
        for id_, (read_at, _brief) in [*self.briefs.items()]:
            if now - read_at < TICK_SECONDS:
                break
            del self.briefs[id_]
        if brief:
            self.briefs[challenge] = now, brief
        return brief

    def join(self, sid: str, brief: Brief) -> bool:
        """Add a viewer; return True if the challenge must be watched from now on."""
        self.leave(sid)
        if is_final(brief):
            return False
        challenge = brief["challenge"]
        is_new = challenge not in self.viewers
        self.viewers.setdefault(challenge, set()).add(sid)
        self.watched[sid] = challenge
        return is_new

    def leave(self, sid: str) -> None:
        challenge = self.watched.pop(sid, None)
        if challenge in self.viewers:
            self.viewers[challenge].discard(sid)

    def tell_changes(self, app: Flask, brief: Brief) -> None:
        """Send each change to all viewers, until none is left or it is final."""
        challenge = brief["challenge"]
        try:
            while self.viewers[challenge] and not is_final(brief):
                self.clock.sleep(TICK_SECONDS)
                now = self._read_again(app, challenge) or brief
                if now != brief:
                    brief = now
                    for sid in [*self.viewers[challenge]]:
                        self.send(sid, brief)
        except NoResultFound:
            for sid in [*self.viewers[challenge]]:
                self.send_gone(sid, {"challenge": challenge})
        finally:
            # Also after an error, so that the next viewer starts it again.
            for sid in self.viewers.pop(challenge):
                del self.watched[sid]

    def _read_again(self, app: Flask, challenge: str) -> Brief | None:
        """Read the brief; None if that failed. Raise NoResultFound for a removed challenge."""
        with app.app_context():
            try:
                brief = self.read(challenge)
            except SQLAlchemyError:
                # The database was busy or unreachable: try again at the next tick.
                current_app.logger.exception("challenge %s could not be looked at", challenge)
                return None
        if brief is None:
            raise NoResultFound
        return brief


def brief_of(id_: str) -> Brief | None:
    """Return the public summary of a challenge, or None."""
    challenge = outcome.current(id_)
    return views.brief(views.public(challenge)) if challenge else None


def is_final(brief: Brief) -> bool:
    """Whether a challenge cannot change any more."""
    return brief["status"] in FINAL or brief["next"] is not None


class WatchChallenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The payload of `watch_challenge`."""

    challenge: str


class ChallengeTopic(ChallengeViewers):
    name = "challenge"
    message = WatchChallenge
    takes = "watch_challenge takes {challenge: id}"

    def __init__(self, live: Live) -> None:
        changed = partial(live.send_to, "challenge_changed")
        super().__init__(live.clock, changed, partial(live.send_to, "challenge_gone"))
        self.live = live

    def watch(self, asked: WatchChallenge, sid: str, is_newest: IsNewest) -> dict[str, Any]:
        """Answer the state of a challenge, then send its changes, in place of an earlier one."""
        brief = self.known(asked.challenge)
        if brief is None:
            brief = self.live.query(sid, self._known_or_read, asked.challenge)
        if brief is None:
            return payload(404, _("no challenge '{given}'", given=shown(asked.challenge)))
        if is_newest() and self.join(sid, brief):
            self.live.start_with_app(self.tell_changes, brief)
        return {"ok": True, **brief}

    def _known_or_read(self, challenge: str) -> Brief | None:
        """Return the brief of a challenge, perhaps as read for another viewer of the address."""
        return self.known(challenge) or self.read(challenge)
