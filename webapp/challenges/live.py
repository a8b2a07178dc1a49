"""Live viewers of challenges; each challenge is read once a second for all of them."""

import time

import msgspec
from sqlalchemy.exc import NoResultFound

from engine import shown
from webapp.base.errors import payload
from webapp.base.texts import _
from webapp.challenges import outcome, views
from webapp.challenges.limits import TICK_SECONDS
from webapp.live.namespace import IsNewest, Live, Message, PolledTopic

Brief = Message


def brief_of(id_: str) -> Brief | None:
    challenge = outcome.current(id_)
    return views.brief(views.public(challenge)) if challenge else None


def is_final(brief: Brief) -> bool:
    return brief["status"] in ("expired", "cancelled", "void") or brief["next"] is not None


class WatchChallenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    challenge: str


class ChallengeTopic(PolledTopic[None]):
    name = "challenge"
    message = WatchChallenge
    takes = "watch_challenge takes {challenge: id}"
    TICK_SECONDS = TICK_SECONDS

    def __init__(self, live: Live) -> None:
        super().__init__(live)
        self.briefs: dict[str, tuple[float, Brief]] = {}

    def watch(self, asked: WatchChallenge, sid: str, is_newest: IsNewest) -> Message:
        """Answer the state of a challenge, then send its changes, in place of an earlier one."""
        id_ = asked.challenge
        # It may be read for another viewer of the address while this query waits.
        brief = self.known(id_) or self.live.query(sid, lambda: self.known(id_) or self.read(id_))
        if brief is None:
            return payload(404, _("no challenge '{given}'", given=shown(id_)))
        if is_newest():
            self.leave(sid)
            if not is_final(brief) and self.join(id_, sid, None):
                self.live.start_with_app(self.poll, id_, brief)
        return {"ok": True, **brief}

    def look(self, id_: str, last: Brief) -> Brief:
        brief = self.read(id_)
        if brief is None:
            raise NoResultFound
        for sid in [*self.viewers[id_]]:
            if brief != last:
                self.live.send_to("challenge_changed", sid, brief)
            if is_final(brief):
                self.leave(sid)
        return brief

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
