"""What if an army had been another: the builder on a side of a battle that is over."""

from typing import Final, NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from msgspec import ValidationError
from werkzeug.exceptions import Conflict, NotFound

import engine
from engine import SIDES, SideId
from webapp.armies.builder.draft import Draft, Target, editor
from webapp.armies.pages.builder import step
from webapp.base import display_names, games
from webapp.base.inputs import number_up_to
from webapp.base.jobs import give_way
from webapp.base.texts import N_, _
from webapp.battles import branches, participants
from webapp.battles import store as battles
from webapp.battles.limits import EVENT_MOST
from webapp.battles.pages import viewer
from webapp.guard.admission import equivalent, playing, work_out
from webapp.guard.limits import heavy
from webapp.store.models import Battle
from webapp.words import changes

blueprint = heavy(Blueprint("changed_army", __name__))

OLDER: Final = N_("The rules have changed since this battle was fought, and so have its armies.")


@blueprint.get("/b/<id_>/what-if/<side>")
def build(id_: str, side: str) -> str:
    """Show the builder with a side's army as it was in the battle."""
    return _page(*_asked(id_, side))


@blueprint.post("/b/<id_>/what-if/<side>")
@equivalent("battlereel branch FILE")
def build_on(id_: str, side: str) -> ResponseReturnValue:
    """Handle a step of the plain form: change the army or play the battle with it."""
    battle, whose, draft, moment = _asked(id_, side)

    def play() -> ResponseReturnValue:
        change = {"side": whose, "army": draft.army} | ({"seed": None} if _has_new_dice() else {})
        try:
            with playing() as run:
                branch = branches.make(battle, moment.at, change, run)
        except engine.InputError as error:
            own = f"sides[{SIDES.index(whose)}]."
            raise engine.InputError(
                engine.Problem(path.removeprefix(own).removeprefix("army").removeprefix("."), words)
                for path, words in error.problems
            ) from None
        return redirect(url_for("watch.watch", id_=branch.id), 303)

    return step(draft, lambda: _page(battle, whose, draft, moment), play)


def _has_new_dice() -> bool:
    return request.args.get("dice") == "new"


class Moment(NamedTuple):
    """The event from which an army is replaced (0: whole battle), and the replaceable units."""

    at: int
    fresh: list[str]


def _moment(battle: Battle, side: SideId) -> Moment:
    """Return the moment of `?at=`. Raises NotFound if no unit can be replaced then."""
    at = number_up_to(EVENT_MOST, request.args.get("at", "0"))
    if at == 0:
        return Moment(0, [])
    if at is not None:
        found, _orders = work_out(branches.moment, battles.recording_of(battle), at)
        if found is not None and found.fresh is not None:
            names = branches.unit_names(battle) or {}
            return Moment(found.at, [names[side][unit.place] for unit in found.fresh[side]])
    raise NotFound(_("At this moment of the battle no unit can be replaced."))


def _asked(id_: str, name: str) -> tuple[Battle, SideId, Draft, Moment]:
    """Return the battle and the side of an address, the army at the moment asked for, and that."""
    battle, side = viewer.over(id_, branches.ON_AIR), viewer.side_named(name)
    moment = _moment(battle, side)
    game = games.game(battle.ruleset)
    file = battles.files_of([battle])[battle.digest]
    try:
        army = game.builder.normal(display_names.army(game, changes.army_at(file, side, moment.at)))
    except ValidationError:
        raise Conflict(_(OLDER)) from None
    terms = {key: value for key, value in engine.terms_of(file).items() if key != "ruleset"}
    return battle, side, Draft(game, army, terms=terms, side=side, fixed=True), moment


def _page(battle: Battle, side: SideId, draft: Draft, moment: Moment) -> str:
    dice = "new" if _has_new_dice() else None
    target = Target(
        kind="play",
        label=_("Watch this version"),
        url=url_for("branches.make_branch", id_=battle.id),
        form_url=url_for(".build_on", id_=battle.id, side=side, at=moment.at or None, dice=dice),
        side=side,
        at=moment.at,
    )
    drawn_from = editor(draft, target)
    give_way()  # to other requests, between judging an army and drawing it
    return render_template(
        "builder/changed.html",
        battle=battle,
        called=participants.side_names(battle)[side],
        has_new_dice=_has_new_dice(),
        moment=moment,
        **drawn_from,
    )
