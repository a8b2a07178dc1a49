"""The appointment of a challenge: its calendar file, and proposals of another time."""

from flask import Blueprint, Response, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import Conflict, Gone, NotFound

from engine import InputError
from webapp.base.errors import required
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
    made = required(appointments.of(challenge), NotFound(_(appointments.NONE)))
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
                if (start_ms := form.read_start()) is None:
                    return page_of(challenge, time=form), 422
                appointments.propose(challenge, side, start_ms)
                notice = _("The new time is set, or waits for your opponent's answer.")
    except InputError as error:
        form.note_start(error)
        return page_of(challenge, time=form), 422
    except (Conflict, Gone) as refused:
        return page_of(found(id_), notice=str(refused.description)), refused.code
    return notices.redirected(notice, url_for("challenge.show", id_=id_))
