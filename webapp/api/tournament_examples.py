"""Lines of curl for tournaments, as in `examples.py`."""

import hashlib
from collections.abc import Iterator
from typing import Any

from webapp.api.example import Example


def lines(ruleset: str, army: Any) -> Iterator[Example]:
    """Calls that make tournaments of this army and go on with them."""
    path = "/api/v1/tournaments/OPENED"
    salt = hashlib.sha256(b"Cem's dice").hexdigest()
    yield Example(
        *("POST", "/api/v1/tournaments"),
        "A tournament of these armies, played at once.",
        body={"ruleset": ruleset, "kind": "swiss", "entrants": [{"army": army}, {"army": army}]},
        gives={"CUP": "id"},
    )
    yield Example("GET", "/api/v1/tournaments/CUP", "Its standings, ratings and matches.")
    yield Example(
        *("POST", "/api/v1/tournaments"),
        "A ladder of these armies; keep you.edit.",
        body={
            "ruleset": ruleset,
            "kind": "ladder",
            "rounds": 1,
            "entrants": [{"army": army}, {"army": army}, {"army": army}],
        },
        gives={"CLIMB": "id", "HOLDER": "you.edit"},
    )
    ladder, edit = "/api/v1/tournaments/CLIMB", "edit=HOLDER"
    text, body = "Lets another army take part in the rounds to come.", {"name": "New", "army": army}
    yield Example("POST", f"{ladder}/entrants", text, edit, body)
    text = "Takes the first army out of the rounds to come."
    yield Example("PUT", f"{ladder}/entrants/1", text, edit, {"takes_part": False})
    text = "Plays a round more, and the ladder goes on where it was."
    yield Example("POST", f"{ladder}/rounds", text, edit, {"rounds": 1})
    yield Example(
        *("POST", "/api/v1/tournaments"),
        "One that people join: send them links.page, and keep you.edit.",
        body={"ruleset": ruleset, "kind": "round-robin", "name": "Cup", "hours": 24},
        gives={"OPENED": "id", "MAKER": "you.edit"},
    )
    yield Example(
        *("POST", f"{path}/join", "Takes part with a sealed army; draw the salt yourself."),
        body={"name": "Cem", "army": army, "salt": salt},
        gives={"PLACE": "you.seat"},
    )
    text, body = "Seals another army, until it begins.", {"name": "Cem", "army": army}
    yield Example("PUT", f"{path}/army", text, body=body, seat="PLACE")
    text, body = "Without a salt the server draws it.", {"name": "Dee", "army": army}
    yield Example("POST", f"{path}/join", text, body=body)
    text, body = "A third one joins.", {"name": "Eva", "army": army}
    yield Example("POST", f"{path}/join", text, body=body, gives={"SPARE": "you.seat"})
    yield Example("POST", f"{path}/leave", "Gives the place back.", body={}, seat="SPARE")
    yield Example(
        *("POST", f"{path}/renew", "Makes your place's token anew: the old one ends."),
        body={"link": "seat"},
        gives={"PLACE": "you.seat"},
        seat="PLACE",
    )
    text = "Makes the maker's token anew, of a ladder, too."
    body, gives = {"link": "edit"}, {"MAKER": "you.edit"}
    yield Example("POST", f"{path}/renew", text, "edit=MAKER", body, gives)
    text = "Begins now, with those who take part, by the maker's token."
    yield Example("POST", f"{path}/begin", text, "edit=MAKER", {})
    yield from _climbed(ruleset, army)
    text = "All that was secret, to be checked by battlereel verify; 409 until it is over."
    yield Example("GET", f"{path}/proof", text)


def _climbed(ruleset: str, army: Any) -> Iterator[Example]:
    """Calls of a ladder that people join, also while it runs."""
    path, edit = "/api/v1/tournaments/STEPS", "edit=WARDEN"
    yield Example(
        *("POST", "/api/v1/tournaments"),
        "A ladder that people join; places counts all who ever do.",
        body={"ruleset": ruleset, "kind": "ladder", "rounds": 1, "places": 8, "hours": 720},
        gives={"STEPS": "id", "WARDEN": "you.edit"},
    )
    for name in ("Fay", "Gus"):
        yield Example("POST", f"{path}/join", f"{name} joins.", body={"name": name, "army": army})
    yield Example("POST", f"{path}/begin", "It begins, and others may still join.", edit, {})
    text = "Plays from the next round on, and stays as it is."
    yield Example("POST", f"{path}/join", text, body={"name": "Hal", "army": army})
    text = "Nobody joins any more: then the proof is there while the ladder rests."
    yield Example("POST", f"{path}/close", text, edit, {})
