"""Errors as they leave the application: one shape for programs, one page for people."""

from collections.abc import Sequence
from typing import Any

from flask import Flask, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from engine import InputError, Problem
from webapp.base.config import BODY_BYTES_MOST

FOR_PROGRAMS = ("/api/", "/oembed")

REMEDIES = {
    404: "There is nothing at this address. It may have been copied without its last characters.",
    405: "This address is there, but not for this kind of request.",
    409: "That cannot be done now. Reload the page and look at how things stand.",
    413: f"That is too much at once: at most {BODY_BYTES_MOST:,} bytes are taken.",
    414: "That address is too long.",
    415: "This address takes JSON. Send it with the header Content-Type: application/json.",
    422: "Some of what was sent cannot be used.",
    429: "Too many requests in a short time. Wait a minute, then try again.",
    500: "Something broke on our side. It has been noted; trying again may help.",
}


def payload(status: int, error: str, problems: Sequence[Problem] = ()) -> dict[str, Any]:
    """An error in the one shape that all interfaces use."""
    errors = [{"path": problem.path, "message": problem.message} for problem in problems]
    return {"ok": False, "error": error, "errors": errors, "status": status}


def attach(app: Flask) -> None:
    """Lets the application answer errors: with JSON for programs, with a page elsewhere."""
    app.register_error_handler(HTTPException, answer)
    app.register_error_handler(InputError, _input_error)


def answer(error: HTTPException) -> ResponseReturnValue:
    """An error as it leaves: with JSON for programs, with a page elsewhere."""
    status = error.code or 500
    if error.response is not None or status < 400:
        return error  # a redirect, or an answer that is ready
    text = _text(error)
    if request.path.startswith(FOR_PROGRAMS):
        body: dict[str, Any] | str = payload(status, text, _argument_problems(error))
    else:
        body = render_template("error.html", status=status, name=error.name, text=text)
    headers = [(key, value) for key, value in error.get_headers() if key != "Content-Type"]
    return body, status, headers


def _text(error: HTTPException) -> str:
    """What to tell: what the code that raised the error said, or else the remedy for its status."""
    if isinstance(error, CSRFError):
        return "This form is too old to be taken. Go back, reload the page and send it again."
    if error.description and error.description != type(error).description:
        return error.description
    return REMEDIES.get(error.code or 500, error.name)


def _input_error(error: InputError) -> ResponseReturnValue:
    count = len(error.problems)
    text = str(error) if count == 1 else f"{count} problems: {error.problems[0]}; …"
    return payload(422, text, error.problems), 422


def _argument_problems(error: HTTPException) -> list[Problem]:
    """What marshmallow found wrong with query arguments, as webargs hands it on."""
    messages = getattr(error, "data", {}).get("messages", {})
    return [
        Problem(field, " ".join(map(str, texts)))
        for fields in messages.values()
        for field, texts in fields.items()
    ]
