"""An appointment as a calendar file (RFC 5545)."""

from datetime import UTC, datetime, timedelta

from webapp.base.texts import _
from webapp.challenges.store import Appointment

MEDIA_TYPE = "text/calendar"
LENGTH = timedelta(minutes=30)  # blocked in the calendar: most battles are over by then
REMIND = timedelta(minutes=10)


def write(made: Appointment, page: str, heading: str, moves: int) -> bytes:
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
