"""Two battles side by side on one clock, and the page that chooses the second."""

import re
from collections.abc import Iterator
from typing import Final

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from webapp.base import games, samples
from webapp.base.clock import now_ms
from webapp.base.texts import _
from webapp.battles import branches, gallery
from webapp.battles import store as battles
from webapp.battles.limits import OFFERED_MOST
from webapp.battles.pages import viewer
from webapp.html import spoilers
from webapp.store.models import Battle

blueprint = Blueprint("pairs", __name__)

GIVEN_MOST: Final = 500  # longest link that is parsed
LINK: Final = re.compile(r"/(?:b|embed)/(\w+)")
BEHIND: Final = re.compile(r"[^A-Za-z0-9_-]+$")  # punctuation pasted after a link


@blueprint.get("/b/<id_>/beside/<other>")
def show(id_: str, other: str) -> ResponseReturnValue:
    """Show two battles side by side, or say why they cannot be."""
    first = viewer.found(id_)
    second = battles.find(other)
    if second is None and (meant := battles.find(_id_in(other))):
        return redirect(url_for(".show", id_=first.id, other=meant.id))
    problem, status = _problem(first, second)
    if second is None or problem:
        return _choice(first, other, problem), status
    own, _of_it = branches.family(second)
    is_branch = own is not None and own.parent_id == first.id
    other_data = viewer.page_data(second)
    data = viewer.page_data(first) | {
        "spoilers_hidden": spoilers.are_hidden(),
        "is_branch": is_branch,
        "labels": [_("Original"), _("Branch")] if is_branch else [_("First"), _("Second")],
        "other": {key: other_data[key] for key in ("battle", "recording_url")},
    }
    return render_template("pair/page.html", battle=first, other=second, page_data=data)


@blueprint.get("/b/<id_>/beside")
def choose(id_: str) -> ResponseReturnValue:
    """Choose the battle to compare with; `?other=` is its link or id."""
    first = viewer.found(id_)
    given = request.args.get("other", "").strip()[:GIVEN_MOST]
    if not given:
        return _choice(first)
    other = _id_in(given)
    problem, status = _problem(first, battles.find(other))
    if problem:
        return _choice(first, given, problem), status
    return redirect(url_for(".show", id_=first.id, other=other), 303)


def _id_in(given: str) -> str:
    """Return the id in a link or id that was pasted, with punctuation behind it or in capitals."""
    found = LINK.search(given)
    return (found[1] if found else BEHIND.sub("", given)).lower()


def _problem(first: Battle, second: Battle | None) -> tuple[str, int]:
    """Return why two battles cannot be compared and an HTTP status; '' if they can."""
    if second is None:
        return _(
            "No battle has this link or id. Copy the address of a battle's page, "
            "or the letters at its end."
        ), 404
    if first.ruleset != second.ruleset:
        return _(
            "This is a battle of {first}, the other one of {second}. "
            "Choose a battle of {first} to compare.",
            first=_(games.game(first.ruleset).name),
            second=_(games.game(second.ruleset).name),
        ), 422
    if not (viewer.is_over(first) and viewer.is_over(second)):
        return _("A battle on air cannot be compared yet. Come back when it is over."), 409
    return "", 200


def _choice(first: Battle, given: str = "", problem: str = "") -> str:
    return render_template(
        "pair/choose.html", battle=first, given=given, problem=problem, offered=[*_offered(first)]
    )


def _offered(first: Battle) -> Iterator[tuple[Battle, str]]:
    """Yield battles to compare with, each with its relation to this one."""
    own, of_it = branches.family(first)
    if own is not None:
        yield own.parent, _("the original")
    yield from ((branch.battle, _("a branch")) for branch in of_it[:OFFERED_MOST])
    recent = gallery.lately([first.ruleset], now_ms(), OFFERED_MOST).recent
    yield from ((battle, "") for battle in recent if battle.id != first.id)
    of_game = samples.load(games.game(first.ruleset))
    ids = [of_game.page_id(sample) for sample in samples.best_first(of_game)]
    stored = battles.find_all(ids)
    known = {first.id, *(battle.id for battle in recent)}
    yield from [(stored[id_], _("a sample")) for id_ in ids if id_ in stored.keys() - known][
        : max(0, OFFERED_MOST - len(recent))
    ]
