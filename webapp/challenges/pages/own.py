"""A visitor's own challenges: the list for their page, and the end of an open one."""

from collections.abc import Iterator
from typing import Any, Final

from flask import Blueprint, url_for
from flask.typing import ResponseReturnValue

from webapp.base import games
from webapp.base.event_loop import give_way
from webapp.base.texts import N_, _
from webapp.challenges import sentences, store, views
from webapp.challenges.pages.challenges import as_player
from webapp.guard import keys
from webapp.html import notices, spoilers
from webapp.matches import seats

blueprint = Blueprint("own_challenges", __name__)

TITLES: Final = {"open": N_("Open"), "waiting": N_("Under way"), "over": N_("Over")}
GROUPS: Final = {"open": "open", "over": "over", "forfeit": "over", "cancelled": "over"}
GROUPS_ENDED: Final = ("expired", "void")


def listed() -> dict[str, list[dict[str, Any]]]:
    """Return this browser's challenges by the title of their group, the newest of a series each."""
    found: dict[str, list[dict[str, Any]]] = {title: [] for title in TITLES.values()}
    for group, one in _mine():
        found[TITLES[group]].append(one)
    return found


def _mine() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each challenge's group, and who meets whom, how it stands, and its address."""
    visitor = keys.known_visitor() or ""
    for challenge in store.held_by(visitor, keys.kept_ids()):
        give_way()  # to other requests
        side, game = seats.side_here(challenge), games.games().get(challenge.ruleset)
        if side is None or game is None:
            continue
        public = views.public(challenge, ())
        status = public["status"]
        is_hidden = status == "over" and spoilers.are_hidden()
        said = sentences.over(public) if is_hidden else sentences.status(public, side)
        names = views.side_names(public)
        title = public["title"] or (
            views.heading(public)
            if status == "open"
            else _("{a} against {b}", a=names["a"], b=names["b"])
        )
        group = "over" if status in GROUPS_ENDED else GROUPS.get(status, "waiting")
        yield (
            group,
            {
                "id": challenge.id,
                "title": title,
                "game": game,
                "number": challenge.number,
                "status": said,
                "address": public["address"] or url_for("challenge.show", id_=challenge.id),
                "is_open": status == "open",
            },
        )


@blueprint.post("/c/<id_>/cancel")
def cancel(id_: str) -> ResponseReturnValue:
    """Cancel an open challenge, so that no one can join it."""
    challenge, _side = as_player(id_)
    if store.cancel(challenge):
        return notices.redirected(_("The challenge was cancelled."), url_for("mine.mine"))
    said = _("Your opponent has joined: this challenge cannot be cancelled any more.")
    return notices.redirected(said, url_for("challenge.show", id_=id_))
