"""A line of curl for every endpoint: what the page about the API shows, and what a test runs.

Words in capitals stand for something of the reader's: SERVER for the address of this server, SAMPLE
for a sample battle, and what an answer gives to later lines.
"""

import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from webapp import games
from webapp.battles import samples


class Example(NamedTuple):
    """A call of an endpoint; `gives` says which word later lines have from where in its answer.

    link: the word that stands for the whole address, where an answer has given it. seat: the word
    that stands for the token of a seat, which says who asks.
    """

    method: str
    path: str
    text: str
    query: str = ""
    body: Any = None
    gives: Mapping[str, str] = {}
    link: str = ""
    seat: str = ""

    @property
    def curl(self) -> str:
        """The call as a line for a shell."""
        address = self.link or f"SERVER{self.path}" + (f"?{self.query}" if self.query else "")
        verb = "" if self.method in ("GET", "POST") else f" -X {self.method}"
        parts = [f"curl{verb} '{address}'"]
        if self.seat:
            parts.append(f"-H 'Authorization: Bearer {self.seat}'")
        if self.method != "GET":
            parts.append("-H 'Content-Type: application/json'")
            parts.append("-d '" + json.dumps(self.body, ensure_ascii=False) + "'")
        return " \\\n  ".join(parts)


LINEUPS: Final = {
    "ruleset": "manymarios",
    "sides": [
        {"name": "Ann", "army": {"lineup": [{"unit": "goomba"}, {"unit": "toad"}]}},
        {"name": "Bo", "army": {"lineup": [{"unit": "shy-guy"}]}},
    ],
}
STACKS: Final = {
    "ruleset": "warlords",
    "field": {"terrain": ["hills"]},
    "sides": [{"army": {"stack": [{"unit": "ogres"}]}}, {"army": {"stack": [{"unit": "archers"}]}}],
}

EVEN: Final = {"units": {letter: {"atk": 2, "def": 2, "hp": 2} for letter in "ABCDE"}}
GHOSTS: Final = {"name": "Ghosts", "lineup": [{"unit": "boo"}, {"unit": "boo"}]}

EXAMPLES: Final = (
    Example(
        "POST",
        "/api/v1/battles",
        "Puts a battle on air in three seconds; the answer has all its links.",
        "title=First+try&listed=true",
        LINEUPS,
        {"BATTLE": "id"},
    ),
    Example(
        "GET",
        "/api/v1/battles",
        "Listed battles with a Goomba.",
        "unit=goomba&page=1",
    ),
    Example("GET", "/api/v1/battles/BATTLE", "How a battle stands."),
    Example("GET", "/api/v1/battles/SAMPLE/recording", "Everything that happened in it."),
    Example("POST", "/api/v1/odds", "Who should win?", "method=auto", LINEUPS),
    Example("POST", "/api/v1/odds/worth", "What is each bonus worth?", body=STACKS),
    Example("POST", "/api/v1/odds/wanted", "A battle that b wins.", "wish=b", STACKS),
    Example("GET", "/api/v1/catalogs/warlords", "Everything that stacks are made of."),
    Example(
        "POST",
        "/api/v1/builder/manymarios/check",
        "What does it cost, and is it within a limit?",
        body={"army": GHOSTS, "terms": {"ap_limit": 40}},
    ),
    Example(
        "POST",
        "/api/v1/builder/manymarios/text",
        "An army as people write it in a chat.",
        body={"text": "= Ghosts\n2x Boo"},
    ),
    Example(
        "POST",
        "/api/v1/builder/manymarios/random",
        "Any army for at most 60 AP.",
        body={"terms": {"ap_limit": 60}},
    ),
    Example(
        "POST",
        "/api/v1/armies",
        "Keeps an army under a link; keep links.update, which is shown only here.",
        body={"ruleset": "manymarios", "army": GHOSTS, "note": "Two to begin with."},
        gives={"ARMY": "id", "UPDATE": "links.update"},
    ),
    Example("GET", "/api/v1/armies/ARMY", "The army, also as text."),
    Example(
        "PUT",
        "/api/v1/armies/ARMY",
        "Changes it, if nobody else has since revision 1.",
        body={"army": GHOSTS | {"name": "Pale ghosts"}, "revision": 1},
        link="UPDATE",
    ),
    Example("GET", "/api/v1/armies", "The armies of the browser that asks; curl has none."),
    Example(
        "POST",
        "/api/v1/challenges",
        "Challenges somebody: send them the opponent's link, and keep your seat's token.",
        body={"ruleset": "manymarios", "terms": {"ap_limit": 40}, "name": "Ann"},
        gives={"CHALLENGE": "id", "SEAT_A": "you.seat", "INVITATION": "you.invitation"},
    ),
    Example(
        "POST",
        "/api/v1/challenges/CHALLENGE/join",
        "Takes the other seat.",
        body={"token": "INVITATION", "name": "Bo"},
        gives={"SEAT_B": "you.seat"},
    ),
    Example(
        "POST",
        "/api/v1/challenges/CHALLENGE/seal",
        "Seals an army for good.",
        body={"army": {"lineup": [{"unit": "goomba"}]}},
        seat="SEAT_A",
    ),
    Example(
        "POST",
        "/api/v1/challenges/CHALLENGE/seal",
        "The second one begins the battle, ten seconds later.",
        body={"army": {"lineup": [{"unit": "toad"}]}},
        seat="SEAT_B",
    ),
    Example("GET", "/api/v1/challenges/CHALLENGE", "How a challenge stands."),
    Example(
        "POST",
        "/api/v1/challenges/CHALLENGE/next",
        "A rematch with sides swapped; 409 until the battle is over.",
        body={},
        seat="SEAT_A",
    ),
    Example(
        "POST",
        "/api/v1/challenges",
        'To a siege, ten minutes a round; with "opponent": "cautious" it would be against a bot.',
        body={"ruleset": "siege", "limits": {"clock_s": 600}, "name": "Ann"},
        gives={"SIEGE": "id", "PLAYER_A": "you.seat", "WELCOME": "you.invitation"},
    ),
    Example(
        "POST",
        "/api/v1/challenges/SIEGE/join",
        "In a siege, too.",
        body={"token": "WELCOME", "name": "Bo"},
        gives={"PLAYER_B": "you.seat"},
    ),
    Example(
        "POST",
        "/api/v1/challenges/SIEGE/seal",
        "Seals an allotment.",
        body={"army": EVEN},
        seat="PLAYER_A",
    ),
    Example(
        "POST",
        "/api/v1/challenges/SIEGE/seal",
        "With the second one the match begins.",
        body={"army": EVEN},
        gives={"MATCH": "battle"},
        seat="PLAYER_B",
    ),
    Example(
        "GET",
        "/api/v1/matches/MATCH",
        "How it stands, and what your units have and may do.",
        seat="PLAYER_A",
    ),
    Example(
        "PUT",
        "/api/v1/matches/MATCH/orders",
        "Orders for round 1, in secret.",
        body={"round": 1, "orders": {"A": "attack", "E": "defend"}},
        seat="PLAYER_A",
    ),
    Example(
        "POST",
        "/api/v1/matches/MATCH/lock",
        "Locks them; when both have, the round is played.",
        body={"round": 1},
        seat="PLAYER_A",
    ),
    Example(
        "POST",
        "/api/v1/matches/MATCH/unlock",
        "Unlocks them, as long as the other side has not locked.",
        body={"round": 1},
        seat="PLAYER_A",
    ),
    Example(
        "GET",
        "/api/v1/matches/MATCH/events",
        "What has happened, as you may see it.",
        "from_seq=0",
        seat="PLAYER_A",
    ),
    Example(
        "GET",
        "/api/v1/matches/MATCH/notebook",
        "What follows from it.",
        seat="PLAYER_A",
    ),
    Example(
        "POST",
        "/api/v1/matches/MATCH/resign",
        "Gives up.",
        body={},
        seat="PLAYER_B",
    ),
)


def known(server: str) -> dict[str, str]:
    """What is put in place of the words that everybody has."""
    found = samples.load(games.of("warlords"))
    sample = next(iter(found.battles.values()))
    return {"SERVER": server.rstrip("/"), "SAMPLE": found.page_id(sample)}


def filled(text: str, words: Mapping[str, str]) -> str:
    """The text with these words replaced by what they stand for."""
    for word, value in words.items():
        text = text.replace(word, value)
    return text
