"""Topics whose state is in the database: each thing is polled once for all its viewers."""

from typing import Any, Final, Generic, TypeVar

from flask import Flask, current_app
from sqlalchemy.exc import NoResultFound, SQLAlchemyError
from werkzeug.exceptions import Gone

from webapp.live.namespace import Live

Viewer = TypeVar("Viewer")
Message = dict[str, Any]


class PolledTopic(Generic[Viewer]):
    """The viewers of a kind of thing in this process, by the thing's id and their own."""

    name: str
    TICK_SECONDS: float  # between two queries

    def __init__(self, live: Live) -> None:
        self.live: Final = live
        self.viewers: dict[str, dict[str, Viewer]] = {}
        self.watched: dict[str, str] = {}

    def look(self, id_: str, last: Any) -> Any:
        """Send changes since `last`; return the new state. Raise NoResultFound or Gone."""
        raise NotImplementedError

    def join(self, id_: str, sid: str, viewer: Viewer) -> bool:
        """Add a viewer; return True if the thing must be polled from now on."""
        self.leave(sid)
        is_new = id_ not in self.viewers
        self.viewers.setdefault(id_, {})[sid] = viewer
        self.watched[sid] = id_
        return is_new

    def leave(self, sid: str) -> None:
        id_ = self.watched.pop(sid, None)
        if id_ in self.viewers:
            self.viewers[id_].pop(sid, None)

    def poll(self, app: Flask, id_: str, last: Any = None) -> None:
        """Send changes until no viewer is left, or the thing is removed or refused by the rules."""
        try:
            while self.viewers[id_]:
                with app.app_context():
                    last = self._look(id_, last)
                self.live.clock.sleep(self.TICK_SECONDS)
        except (Gone, NoResultFound):
            for sid in [*self.viewers[id_]]:
                self.live.send_to(f"{self.name}_gone", sid, {self.name: id_})
        finally:
            # Also after an error, so that the next viewer starts it again.
            for sid in self.viewers.pop(id_):
                del self.watched[sid]

    def _look(self, id_: str, last: Any) -> Any:
        try:
            return self.look(id_, last)
        except NoResultFound:
            raise
        except SQLAlchemyError:
            # The database was busy or unreachable: try again at the next tick.
            current_app.logger.exception("%s %s could not be looked at", self.name, id_)
            return last
