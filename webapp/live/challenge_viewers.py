"""Who watches which challenge: one look a second at each, however many watch it."""

from collections.abc import Callable
from typing import Any, Final

from flask import Flask, current_app
from sqlalchemy.exc import SQLAlchemyError

from webapp.base.config import Clock
from webapp.challenges import seal, store, views

TICK_SECONDS: Final = 1.0
FINAL: Final = ("expired", "void")
Told = dict[str, Any]


class Watching:
    """The viewers of challenges in this process; what there is to tell is in the database."""

    def __init__(self, clock: Clock, send: Callable[[str, Told], None]) -> None:
        self.clock = clock
        self.send = send
        self.viewers: dict[str, set[str]] = {}
        self.watched: dict[str, str] = {}

    def join(self, sid: str, told: Told) -> bool:
        """Notes that a viewer watches a challenge; whether somebody has to begin to look at it."""
        self.leave(sid)
        if is_final(told):
            return False
        challenge = told["challenge"]
        is_new = challenge not in self.viewers
        self.viewers.setdefault(challenge, set()).add(sid)
        self.watched[sid] = challenge
        return is_new

    def leave(self, sid: str) -> None:
        """Forgets a viewer."""
        challenge = self.watched.pop(sid, None)
        if challenge in self.viewers:
            self.viewers[challenge].discard(sid)

    def look(self, app: Flask, told: Told) -> None:
        """Tells all viewers of a challenge of each change, until none is left or it is final."""
        challenge = told["challenge"]
        while self.viewers[challenge] and not is_final(told):
            self.clock.sleep(TICK_SECONDS)
            now = _seen(app, challenge) or told
            if now != told:
                told = now
                for sid in [*self.viewers[challenge]]:
                    self.send(sid, told)
        for sid in self.viewers.pop(challenge):
            del self.watched[sid]


def brief(id_: str) -> Told | None:
    """What everybody may know of a challenge at a glance; None if there is none."""
    challenge = store.find(id_)
    return views.brief(seal.reveal_late(challenge)) if challenge else None


def is_final(told: Told) -> bool:
    """Whether nothing about it can change any more."""
    return told["status"] in FINAL or told["next"] is not None


def _seen(app: Flask, challenge: str) -> Told | None:
    with app.app_context():
        try:
            return brief(challenge)
        except SQLAlchemyError:
            # A database that was busy or away for a moment: the next look may tell.
            current_app.logger.exception("challenge %s could not be looked at", challenge)
            return None
