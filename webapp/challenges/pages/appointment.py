"""The appointment of a challenge: its calendar file, and proposals of another time."""

from datetime import UTC, datetime, timedelta

from flask import Blueprint, Response, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import Conflict, Gone, NotFound

from engine import InputError
from webapp.base.errors import required
from webapp.base.texts import _
from webapp.challenges import appointments, outcome, views
from webapp.challenges.pages.challenges import as_player, page_of, refusal
from webapp.challenges.pages.forms import TimeForm
from webapp.challenges.store import Appointment
from webapp.guard.headers import private
from webapp.guard.limits import heavy
from webapp.html import notices

blueprint = Blueprint("appointment", __name__)


@blueprint.get("/c/<id_>/calendar.ics")
@heavy
def calendar(id_: str) -> Response:
    """The appointment of a challenge as a calendar file."""
    challenge = outcome.found(id_)
    made = required(appointments.of(challenge), NotFound(_(appointments.NONE)))
    page = url_for("challenge.show", id_=id_, _external=True)
    heading = views.heading(views.public(challenge))
    response = Response(calendar_file(made, page, heading, challenge.moves), mimetype=MEDIA_TYPE)
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
        return refusal(id_, refused)
    return notices.redirected(notice, url_for("challenge.show", id_=id_))


MEDIA_TYPE = "text/calendar"
LENGTH = timedelta(minutes=30)  # blocked in the calendar: most battles are over by then
REMIND = timedelta(minutes=10)


def calendar_file(made: Appointment, page: str, heading: str, moves: int) -> bytes:
    """Return the file of an appointment on this page; `moves` counts its changes.

    A calendar replaces an event by a later one with the same UID and a higher sequence.
    """
    from icalendar import Alarm, Calendar, Event  # 50 ms, for this answer alone

    calendar = Calendar()
    calendar.add("prodid", "-//Battlereel//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    deadline = _("{heading}: armies are sealed", heading=heading)
    for name, at_ms, length, summary in (
        ("deadline", made.lock_ms, timedelta(), deadline),
        ("start", made.start_ms, LENGTH, heading),
    ):
        at = datetime.fromtimestamp(at_ms / 1000, UTC)
        event = Event()
        event.add("uid", f"{name}@{page.partition('://')[2]}")
        event.add("sequence", moves)
        event.add("dtstamp", at)
        event.add("dtstart", at)
        event.add("dtend", at + length)
        event.add("summary", summary)
        event.add("description", page)
        event.add("url", page)
        alarm = Alarm()
        alarm.add("action", "DISPLAY")
        alarm.add("description", summary)
        alarm.add("trigger", -REMIND)
        event.add_component(alarm)
        calendar.add_component(event)
    written: bytes = calendar.to_ical()
    return written
