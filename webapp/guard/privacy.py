"""Headers against indexing and caching of private pages."""

from typing import Final

from flask import Flask, Response, g, request

OF_BATTLES: Final = ("/b/<id_>", "/embed/<id_>")  # pages of one battle: indexed if it is listed
# Challenges, matches, tournaments, armies, a visitor's own pages, and the API.
UNINDEXED: Final = ("/c/<", "/m/<", "/t/<", "/a/<", "/api/v1/", "/armies", "/dice")
# Endpoints with private responses, besides those with a token in the address.
PRIVATE: Final = (
    *("challenge.show", "challenge.build", "challenge.build_on", "challenge.seal"),
    *("challenge.play_again", "match.show", "match.act", "tournament.show", "tournament.new"),
    *("tournament.create", "gathering.join", "gathering.leave", "army_pages.mine"),
    *("dice_owed.mine", "armies.save_army", "armies.list_armies", "armies.change_army"),
    *("armies.renew_link", "branches.list_branches", "matches.get_match", "matches.get_events"),
    *("matches.get_notebook", "matches.give_orders", "matches.lock_orders"),
    *("matches.unlock_orders", "matches.resign"),
)
PRIVATE_BLUEPRINTS: Final = ("challenges", "tournaments", "ladders")


def attach(app: Flask) -> None:
    app.after_request(_restrict)


def note_listed(*, listed: bool) -> None:
    """Note whether the requested battle is listed."""
    g.is_listed = listed


def _restrict(response: Response) -> Response:
    rule = request.url_rule.rule if request.url_rule else ""
    is_unlisted = rule.startswith(OF_BATTLES) and not g.get("is_listed", False)
    if is_unlisted or rule.startswith(UNINDEXED):
        response.headers["X-Robots-Tag"] = "noindex"
    endpoint = request.endpoint or ""
    is_private = endpoint in PRIVATE or endpoint.partition(".")[0] in PRIVATE_BLUEPRINTS
    if is_private or "<token>" in rule:
        response.headers["Cache-Control"] = "private, no-store"
    return response
