"""Pages of challenges: create, also of a bot at one click; join, seal, watch, play again."""

import json
from typing import Any, Final, NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import Conflict, Forbidden, Gone, NotFound

import engine
from engine import SideId, other_side
from webapp.armies import choices
from webapp.armies import store as armies
from webapp.armies.builder.draft import Draft, Target, editor
from webapp.armies.pages.builder import step
from webapp.base import display_names, games, samples
from webapp.base.errors import required
from webapp.base.game import Game, Opponent
from webapp.base.jobs import give_way
from webapp.base.texts import N_, _
from webapp.challenges import appointments, outcome, sentences, series, store, terms, views
from webapp.challenges.pages.context import card_of, context, pick_army, sealing_of
from webapp.challenges.pages.forms import NameForm, NewForm, SealForm, TimeForm
from webapp.guard import keys
from webapp.guard.headers import private
from webapp.guard.limits import heavy
from webapp.html import notices, spoilers
from webapp.matches import seats
from webapp.store import database
from webapp.store.models import Challenge

blueprint = Blueprint("challenge", __name__)

NO_SEAT: Final = N_(
    "You have no seat in this challenge. If you had one, open your seat's link to get it back."
)


@blueprint.get("/challenge/new")
def new() -> str:
    """The form for a new challenge; `?ruleset=` chooses the game, `?army=` an army to go with."""
    form = NewForm(games.chosen(request.args.get("ruleset")))
    form.army.data = request.args.get("army", "")
    return _new(form)


@blueprint.post("/challenge/new")
def create() -> ResponseReturnValue:
    """Create a challenge and redirect to it; 422 with the form and its errors."""
    form = NewForm(games.game(request.form.get("ruleset", "")), request.form)
    made = form.create(keys.visitor())
    return _to(made, army=form.army.data or None) if made else (_new(form), 422)


@blueprint.get("/c/<id_>")
@private
def show(id_: str) -> str:
    """The page of a challenge; `?army=` chooses one of the armies that a player may seal."""
    challenge = outcome.found(id_)
    return page_of(challenge, SealForm(games.game(challenge.ruleset), request.args))


@blueprint.get("/c/<id_>/join/<token>")
def invitation(id_: str, token: str) -> ResponseReturnValue:
    """The invitation. Opening it takes no seat: chat programs open links as well."""
    challenge = _by_invitation(id_, token)
    if seats.side_here(challenge) is not None:
        return _to(challenge)
    return _invitation(challenge, token, NameForm())


@blueprint.post("/c/<id_>/join/<token>")
def join(id_: str, token: str) -> ResponseReturnValue:
    """Take the second seat; 409 if it is taken, 410 if it is too late."""
    challenge = _by_invitation(id_, token)
    if seats.side_here(challenge) is not None:
        return _to(challenge)
    form = NameForm(request.form)
    if not form.validate():
        return _invitation(challenge, token, form), 422
    try:
        seats.take(challenge, keys.visitor(), form.name.data)
    except (Conflict, Gone) as refused:
        return _invitation(outcome.found(id_), token, form), refused.code
    return _to(challenge)


@blueprint.get("/c/<id_>/seat/<token>")
def come_back(id_: str, token: str) -> ResponseReturnValue:
    """Ask whether this browser should take the seat of this link; 409 if it has taken another."""
    challenge, side = _by_seat_link(id_, token)
    if seats.side_here(challenge) == side:
        return _to(challenge)
    names = seats.names(challenge)
    own = seats.side_taken_here(challenge)
    page = render_template(
        "seat.html",
        heading=views.heading(views.public(challenge)),
        page=url_for(".show", id_=id_),
        name=names[seats.player(challenge, side)],
        own=names[seats.player(challenge, own)] if own else None,
    )
    return page, 409 if own else 200


@blueprint.post("/c/<id_>/seat/<token>")
def take_seat(id_: str, token: str) -> ResponseReturnValue:
    """Give this browser the seat of this link, unless it has taken another."""
    challenge, side = _by_seat_link(id_, token)
    if seats.side_taken_here(challenge) not in (None, side):
        return come_back(id_, token)
    seats.keep(challenge, side)
    return _to(challenge)


@blueprint.post("/c/<id_>/renew")
def renew(id_: str) -> ResponseReturnValue:
    """Replace the player's own link or, with `invitation`, the opponent's."""
    challenge, side = as_player(id_)
    if "invitation" not in request.form:
        seats.renew(challenge, side)
    elif views.public(challenge)["status"] == "open":
        seats.renew(challenge, other_side(side))
    else:
        return _to(challenge)
    return _to(challenge, notice=_("The link was replaced. The old one no longer works."))


@blueprint.get("/c/<id_>/build")
@private
def build(id_: str) -> ResponseReturnValue:
    """The builder under the terms of a challenge, empty or with the army of `?from=`."""
    challenge, side = as_player(id_)
    is_late = appointments.of(challenge) and not appointments.takes_drafts(challenge)
    if seats.seat_of(challenge, side).army is not None or is_late:
        return _to(challenge)
    draft = _draft(challenge, side)
    game, reference = games.game(challenge.ruleset), request.args.get("from", "")
    army = armies.resolve(game, reference) or appointments.draft_of(challenge, side)
    if army is not None:
        draft.army = draft.builder.normal(display_names.army(game, army))
    return _builder(challenge, side, draft)


@blueprint.post("/c/<id_>/build")
@heavy
@private
def build_on(id_: str) -> ResponseReturnValue:
    """One step of the builder's plain form: a button changes the army, or seals it."""
    challenge, side = as_player(id_)
    draft = _draft(challenge, side)

    def finish() -> ResponseReturnValue:
        if appointments.of(challenge):
            return _save_draft(challenge, side, draft.army)
        return _confirm_page(challenge, side, draft.army)

    return step(draft, lambda: _builder(challenge, side, draft), finish)


@blueprint.get("/c/<id_>/seal")
@blueprint.get("/c/<id_>/time")
def reload(id_: str) -> ResponseReturnValue:
    """Redirect a reloaded refusal or question to the challenge."""
    return _to(outcome.found(id_))


@blueprint.post("/c/<id_>/seal")
@heavy
@private
def seal(id_: str) -> ResponseReturnValue:
    """Seal the army if `sure`, else ask; 422 with errors. `do` draws an army, or goes back."""
    challenge, side = as_player(id_)
    form = SealForm(games.game(challenge.ruleset), request.form)
    match request.form.get("do"):
        case choices.DRAW:
            kept = terms.agreed(challenge)
            form.draw_army(kept["battle"], kept["limits"])
            return page_of(challenge, form)
        case "back":
            return page_of(challenge, form)
    army = form.read()
    if army is None:
        return page_of(challenge, form), 422
    if appointments.of(challenge):
        return _save_draft(challenge, side, army)
    try:
        if "sure" not in request.form:
            return _confirm_page(challenge, side, army)
        salt, expected = (request.form.get(name, "") for name in ("salt", "seal"))
        outcome.seal(challenge, side, army, salt, expected)
    except engine.InputError as error:
        for problem in error.problems:
            form.note_army(army, problem)
        return page_of(challenge, form), 422
    except (Conflict, Gone) as refused:
        return refusal(id_, refused)
    return _to(challenge)


@blueprint.post("/c/<id_>/next")
@private
def play_again(id_: str) -> ResponseReturnValue:
    """The next game with sides swapped, the same for both players."""
    challenge, _side = as_player(id_)
    try:
        return _to(series.start_next(challenge))
    except Conflict as refused:
        return refusal(id_, refused)


def _save_draft(challenge: Challenge, side: SideId, army: Any) -> ResponseReturnValue:
    try:
        appointments.save_draft(challenge, side, army, request.form.get("salt", ""))
    except (Conflict, Gone) as refused:
        return refusal(challenge.id, refused)
    except engine.InputError as error:
        form = SealForm(games.game(challenge.ruleset), request.form)
        form.note_all(error)
        return page_of(challenge, form), 422
    return _to(challenge, notice=_("Your draft is saved. You can change it until the deadline."))


def _confirm_page(challenge: Challenge, side: SideId, army: Any) -> ResponseReturnValue:
    """Return the page that asks before sealing. Raise InputError for an invalid army."""
    terms.refuse_army(challenge, side, army)
    game = games.game(challenge.ruleset)
    return render_template(
        "challenge/confirm.html",
        **context(challenge, side),
        card=card_of(challenge, side, army),
        sealing=sealing_of(challenge, side),
        army_text=json.dumps(game.builder.normal(army), ensure_ascii=False),
    )


def _new(form: NewForm) -> str:
    return render_template("challenge/new.html", form=form, partner=partner(form.game))


def page_of(
    challenge: Challenge,
    form: SealForm | None = None,
    notice: str = "",
    time: TimeForm | None = None,
) -> str:
    side = seats.side_here(challenge)
    form = form or SealForm(games.game(challenge.ruleset))
    shown = context(challenge, side)
    builds = side and shown["stage"] == "build"
    return render_template(
        "challenge/page.html",
        **shown,
        pick=pick_army(challenge, side, form) if side and builds else None,
        form=form,
        time=time or TimeForm(),
        notice=notice,
        here=url_for("challenge.show", id_=challenge.id, army=form.army.data or None),
    )


def refusal(id_: str, refused: Conflict | Gone) -> ResponseReturnValue:
    """Return the page of a challenge as it is now, with the reason of a refusal."""
    return page_of(outcome.found(id_), notice=_(refused.description)), refused.code


def _draft(challenge: Challenge, side: SideId) -> Draft:
    game, kept = games.game(challenge.ruleset), terms.agreed(challenge)
    return Draft(game, game.builder.empty(), kept["battle"], kept["limits"], side, fixed=True)


def _builder(challenge: Challenge, side: SideId, draft: Draft) -> str:
    is_draft = appointments.of(challenge) is not None
    call = "challenges.save_draft" if is_draft else "challenges.seal_army"
    target = Target(
        kind="draft" if is_draft else "seal",
        label=_("Save the draft") if is_draft else _("Seal this army"),
        asks=sentences.seal_for_good(games.game(challenge.ruleset)),
        url=url_for(call, id_=challenge.id),
        method="PUT" if is_draft else "POST",
        form_url=url_for("challenge.build_on", id_=challenge.id),
        sealing=sealing_of(challenge, side),
    )
    return render_template(
        "challenge/build.html", **context(challenge, side), **editor(draft, target)
    )


def _invitation(challenge: Challenge, token: str, form: NameForm) -> str:
    shown = context(challenge, seats.side_here(challenge))
    return render_template("challenge/invitation.html", **shown, token=token, form=form)


def _to(
    challenge: Challenge, army: str | None = None, notice: str | None = None
) -> ResponseReturnValue:
    address = url_for("challenge.show", id_=challenge.id, army=army)
    return notices.redirected(notice, address) if notice else redirect(address, 303)


def _by_invitation(id_: str, token: str) -> Challenge:
    challenge = outcome.found(id_)
    if not seats.is_invitation(challenge, token):
        raise NotFound(keys.why_not("invitation", token, challenge.id, _(outcome.NONE)))
    return challenge


def _by_seat_link(id_: str, token: str) -> tuple[Challenge, SideId]:
    challenge = outcome.found(id_)
    side = seats.side_by(challenge, token)
    if side is None:
        unknown = _("No seat has this link. It may have been copied without its last letters.")
        raise NotFound(keys.why_not("seat", token, challenge.series_id, unknown))
    return challenge, side


def as_player(id_: str) -> tuple[Challenge, SideId]:
    challenge = outcome.found(id_)
    return challenge, required(seats.side_here(challenge), Forbidden(NO_SEAT))


TITLES: Final = {"open": N_("Open"), "waiting": N_("Under way"), "over": N_("Over")}
ENDED: Final = ("over", "forfeit", "cancelled", "expired", "void")
GROUPS: Final = {"open": "open", **dict.fromkeys(ENDED, "over")}


def listed() -> dict[str, list[dict[str, Any]]]:
    """Return this browser's challenges by the title of their group, the newest of a series each."""
    found: dict[str, list[dict[str, Any]]] = {title: [] for title in TITLES.values()}
    for challenge in store.held_by(keys.known_visitor() or "", keys.kept_ids()):
        give_way()  # to other requests
        side, game = seats.side_here(challenge), games.games().get(challenge.ruleset)
        if side is None or game is None:
            continue
        public = views.public(challenge, ())
        status = public["status"]
        is_hidden = status == "over" and spoilers.are_hidden()
        said = sentences.over(public) if is_hidden else sentences.status(public, side)
        title = public["title"]
        if not title:
            versus = _("{a} against {b}", **views.side_names(public))
            title = versus if views.has_both(public) else views.heading(public)
        found[TITLES[GROUPS.get(status, "waiting")]].append(
            {
                "id": challenge.id,
                "title": title,
                "game": game,
                "number": challenge.number,
                "status": said,
                "moment": sentences.moment(challenge, public),
                "address": public["address"] or url_for("challenge.show", id_=challenge.id),
                "is_open": status == "open",
            }
        )
    return found


@blueprint.post("/c/<id_>/cancel")
def cancel(id_: str) -> ResponseReturnValue:
    """Cancel an open challenge, so that no one can join it."""
    challenge, side = as_player(id_)
    if store.cancel(challenge):
        return notices.redirected(_("The challenge was cancelled."), url_for("mine.mine"))
    public = views.public(outcome.found(id_), ())
    joined = _("Your opponent has joined: this challenge cannot be cancelled any more.")
    said = joined if views.has_both(public) else sentences.status(public, side)
    return _to(challenge, notice=said)


sparring_blueprint = Blueprint("sparring", __name__)


class Partner(NamedTuple):
    """A game's easiest bot, and the id of the newcomer's sample army."""

    game: Game
    bot: Opponent
    army: str


def partner(game: Game) -> Partner | None:
    """Return the weakest bot of a game; None without a bot or a suitable sample army."""
    army, _other = samples.load(game).first_pair()
    bot = next(iter(game.opponents.values()), None)
    return Partner(game, bot, army) if bot and army else None


@sparring_blueprint.post("/challenge/bot/<ruleset>")
@heavy
def play(ruleset: str) -> ResponseReturnValue:
    """Challenge the bot `opponent`, or the weakest, with a sample army; 404 if there is none."""
    missing = NotFound(_("This game has no bot that could be played at one click."))
    game, weakest, army = required(partner(games.game(ruleset)), missing)
    id_ = request.form.get("opponent", weakest.id)
    bot = required(game.opponents.get(id_), NotFound(_("There is no such bot.")))
    challenge = store.create(game.id, terms.read(game, {}, {}), keys.visitor(), opponent=bot.id)
    outcome.seal(challenge, "a", samples.load(game).armies[army].army)
    address = views.public(database.fresh(challenge))["address"]
    return redirect(address or url_for("challenge.show", id_=challenge.id), 303)
