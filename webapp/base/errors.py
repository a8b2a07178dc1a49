"""Error responses: one JSON shape for programs, one page for people."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeVar

from flask import Flask, current_app, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import BadHost, HTTPException, RequestEntityTooLarge

from engine import InputError, Problem, Text
from webapp.base import texts
from webapp.base.texts import N_, _

T = TypeVar("T")
FOR_PROGRAMS = ("/api/", "/oembed")
KEY_SHOWN_MOST: Final = 60  # letters of a member's name in a path

REMEDIES = {
    404: N_(
        "There is nothing at this address. It may have been copied without its last characters."
    ),
    405: N_("This address does not accept this kind of request."),
    408: N_("The request did not arrive in time. Try again on a better connection."),
    409: N_("That is not possible right now. Reload the page to see the current state."),
    414: N_("That address is too long."),
    415: N_("This address takes JSON. Send it with the header Content-Type: application/json."),
    422: N_("Some of the input is invalid."),
    429: N_("Too many requests in a short time. Wait a minute, then try again."),
    500: N_("Something went wrong on our side, and we have logged it. Try again."),
}
NO_COOKIE: Final = N_(
    "Your browser sent no cookie with this form. Allow cookies for this site, then go back, reload "
    "the page and send the form again. Forms, and seats in challenges and tournaments, need a "
    "cookie; watching battles works without one."
)
NO_NAME: Final = "The header Host has to be the name of a host."
# titles of error pages, by status; others use HTTP's names
NAMES: Final = {
    400: N_("Request not understood"),
    403: N_("Not allowed"),
    404: N_("Page not found"),
    405: N_("Method not allowed"),
    409: N_("Not now"),
    410: N_("Too late"),
    413: N_("Too large"),
    422: N_("Invalid input"),
    429: N_("Too many requests"),
    500: N_("Server error"),
    503: N_("Not at the moment"),
}


def required(value: T | None, otherwise: HTTPException) -> T:
    """Return a value that is there. Raise the error if it is None."""
    if value is None:
        raise otherwise
    return value


def payload(status: int, error: str, problems: Sequence[Problem] = ()) -> dict[str, Any]:
    """Return an error in the JSON shape of all interfaces."""
    errors = [texts.translated(problem)._asdict() for problem in problems]
    return {"ok": False, "error": _(error), "errors": errors, "status": status}


def attach(app: Flask) -> None:
    app.register_error_handler(HTTPException, answer)
    app.register_error_handler(InputError, _input_error)


def answer(error: HTTPException) -> ResponseReturnValue:
    """Answer an error: with JSON for programs, with a page elsewhere."""
    status = error.code or 500
    if error.response is not None or status < 400:
        return error  # a redirect, or a finished response
    text = text_of(error)
    if request.path.startswith(FOR_PROGRAMS):
        body: dict[str, Any] | str = payload(status, text, _argument_problems(error))
    elif isinstance(error, BadHost):
        return NO_NAME, status, {"Content-Type": "text/plain"}  # a page has links to this host
    else:
        body = render_template(
            "error.html", status=status, name=_(NAMES.get(status, error.name)), text=text
        )
    headers = [(key, value) for key, value in error.get_headers() if key != "Content-Type"]
    return body, status, headers


def text_of(error: HTTPException) -> str:
    """Return the text of the code that raised the error, or else the remedy for its status."""
    if isinstance(error, CSRFError):
        if current_app.config["SESSION_COOKIE_NAME"] not in request.cookies:
            return _(NO_COOKIE)
        return _("This form has expired. Go back, reload the page and send it again.")
    if error.description and error.description != type(error).description:
        return _(error.description)
    if isinstance(error, RequestEntityTooLarge):
        return _("Too large: send at most {most:,} bytes.", most=request.max_content_length)
    return _(REMEDIES.get(error.code or 500, error.name))


def _input_error(error: InputError) -> ResponseReturnValue:
    count = len(error.problems)
    first = str(texts.translated(error.problems[0]))
    text = first if count == 1 else _("{count} problems: {first}; …", count=count, first=first)
    return payload(422, text, error.problems), 422


def _argument_problems(error: HTTPException) -> list[Problem]:
    """Return marshmallow's problems with query arguments, as webargs passes them."""
    messages = getattr(error, "data", {}).get("messages", {})
    return [
        Problem(path, " ".join(_(text) if isinstance(text, Text) else str(text) for text in texts))
        for fields in messages.values()
        for path, texts in by_path(fields)
    ]


def by_path(found: Any, path: str = "") -> Iterator[tuple[str, list[str]]]:
    """Yield marshmallow's messages with their paths; list items by number."""
    if not isinstance(found, dict):
        yield path, found
        return
    for key, inner in found.items():
        member = "" if key == "_schema" else str(key)[:KEY_SHOWN_MOST]
        place = ".".join(filter(None, (path, member)))
        yield from by_path(inner, f"{path}[{key}]" if isinstance(key, int) else place)


def by_command(refusal: str, command: str) -> Text:
    """Append the equivalent command to a "too large" error."""
    return Text("{refusal}; the command line does it: {command}", refusal=refusal, command=command)
