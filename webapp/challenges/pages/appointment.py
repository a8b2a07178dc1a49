"""The appointment of a challenge: its calendar file, and proposals of another time."""

from flask import Blueprint, Response, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import Conflict, Gone, NotFound

from webapp.base.texts import _
from webapp.challenges import appointments, calendar_file, views
from webapp.challenges.pages.challenges import as_player, found, page_of
from webapp.challenges.pages.forms import TimeForm
from webapp.guard.headers import private
from webapp.guard.limits import heavy
from webapp.html import notices

blueprint = Blueprint("appointment", __name__)


@blueprint.get("/c/<id_>/calendar.ics")
@heavy
def calendar(id_: str) -> Response:
    """The appointment of a challenge as a calendar file."""
    challenge = found(id_)
    made = appointments.of(challenge)
    if made is None:
        raise NotFound(_(appointments.NONE))
    page = url_for("challenge.show", id_=id_, _external=True)
    heading = views.heading(views.public(challenge))
    response = Response(
        calendar_file.write(made, page, heading, challenge.moves),
        mimetype=calendar_file.MEDIA_TYPE,
    )
    response.headers.set("Content-Disposition", "attachment", filename=f"battlereel-{id_}.ics")
    return response


@blueprint.post("/c/<id_>/time")
@private
def move(id_: str) -> ResponseReturnValue:
    """Propose another start; `do` agrees to the other player's proposal, or declines it."""
    challenge, side = as_player(id_)
    form = TimeForm(request.form)
    try:
        match request.form.get("do"):
            case "decline":
                appointments.withdraw(challenge)
                notice = _("The time stays as it is.")
            case "agree":
                appointments.propose(challenge, side, challenge.proposed_ms or 0)
                notice = _("You have agreed on another time.")
            case _:
                start_ms = form.read_start()
                if start_ms is None:
                    return page_of(challenge, time=form), 422
                if not form.is_possible(lambda: appointments.propose(challenge, side, start_ms)):
                    return page_of(challenge, time=form), 422
                notice = _("The new time is set, or waits for your opponent's answer.")
    except (Conflict, Gone) as refused:
        return page_of(found(id_), notice=str(refused.description)), refused.code
    return notices.redirected(notice, url_for("challenge.show", id_=id_))


@blueprint.get("/c/<id_>/time")
def before_moving(id_: str) -> ResponseReturnValue:
    """Redirect a reloaded refusal to the challenge."""
    return redirect(url_for("challenge.show", id_=found(id_).id), 303)
