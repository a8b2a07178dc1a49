"""A curl example of every endpoint, shown on the API page and run by a test.

Words in capitals are placeholders: SERVER for this server's address, SAMPLE for a sample battle,
others for values that later lines take from an answer. Armies and battles are installed samples; a
call without a fitting sample is left out.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from webapp.base import games, samples
from webapp.base.game import Game, SampleBattle
from webapp.searches import puzzles

LATER: Final = '"LATER"'  # with its quotes, since it stands for a number


class Example(NamedTuple):
    """A call of an endpoint; `gives` maps later placeholders to members of its answer."""

    method: str
    path: str
    text: str
    query: str = ""
    body: Any = None
    gives: Mapping[str, str] = {}
    link: str = ""  # placeholder for the whole address, from an earlier answer
    seat: str = ""  # placeholder for the token of a seat, which authenticates the caller

    @property
    def curl(self) -> str:
        address = self.link or f"SERVER{self.path}" + (f"?{self.query}" if self.query else "")
        verb = "" if self.method in ("GET", "POST") else f" -X {self.method}"
        parts = [f"curl{verb} '{address}'"]
        if self.seat:
            parts.append(f"-H 'Authorization: Bearer {self.seat}'")
        if self.method != "GET":
            parts.append("-H 'Content-Type: application/json'")
            parts.append("-d '" + json.dumps(self.body, ensure_ascii=False) + "'")
        return " \\\n  ".join(parts)


@cache
def all_examples() -> tuple[Example, ...]:
    found = _games()
    lines: list[Example] = [*_lists()]
    if found:
        lines += [*_battles(found[0]), *_building(found[0]), *_armies(found[0])]
    bonuses = next((game for game in found if game.ruleset.bonuses), None)
    if bonuses is not None:
        file = _file(bonuses)
        lines.append(Example("POST", "/api/v1/odds/worth", "What is each bonus worth?", body=file))
    ordered = next((game for game in found if game.ruleset.ordered), None)
    if ordered is not None:
        file = _file(ordered)
        armies = [side["army"] for side in file["sides"]]
        which = "In which order should the units of side b fight?"
        lines += [
            Example("POST", "/api/v1/best-order", which, query="side=b&top=3", body=file),
            *_best_armies(ordered),
            Example("POST", "/api/v1/matchups", "Who beats whom?", body={"armies": armies}),
            _verdict(ordered),
        ]
    if puzzles.first_book() is not None:
        lines += _puzzle()
    in_one_go = next((game for game in found if game.match is None), None)
    if in_one_go is not None:
        lines += [*_challenge(in_one_go), *_tournaments(in_one_go.id, _army(in_one_go))]
    in_rounds = next((game for game in found if game.match is not None), None)
    if in_rounds is not None:
        lines += _match(in_rounds)
    return tuple(lines)


def _games() -> list[Game]:
    """Return games with a sample battle, those with an order and all calls first."""
    found = [game for game in games.games().values() if samples.load(game).battles]
    return sorted(found, key=lambda game: game.ruleset.ordered is None)


def _puzzle() -> Iterator[Example]:
    path = "/api/v1/puzzles/today"
    yield Example("GET", path, "Today's puzzle: units to be put in order.")
    body = {"order": [5, 4, 3, 2, 1, 0]}
    yield Example("POST", path, "What does this order of the six get?", body=body)


def _shortest(game: Game) -> SampleBattle:
    found = samples.load(game)
    return min(found.battles.values(), key=lambda one: len(json.dumps(found.battle_file(one))))


def _file(game: Game) -> dict[str, Any]:
    """Return the battle file of the shortest sample battle, without its seed."""
    file = samples.load(game).battle_file(_shortest(game))
    return {key: value for key, value in file.items() if key != "seed"}


def _army(game: Game) -> dict[str, Any]:
    """Return the shortest sample army that fits any battle."""
    fit = [sample.army for sample in samples.load(game).armies.values() if not sample.garrison]
    return game.builder.normal(min(fit, key=lambda army: len(json.dumps(army))))


def _best_armies(game: Game) -> Iterator[Example]:
    if game.ruleset.recruiting is not None:
        what = "What could side b have brought for what its army costs?"
        yield Example(
            "POST", "/api/v1/best-armies", what, query="side=b&top=3", body={"battle": _file(game)}
        )


def _verdict(game: Game) -> Example:
    rows = [{"id": "SAMPLE", "side": "a"}, {"battle": _file(game) | {"seed": 7}, "side": "b"}]
    what = "How much of a player's wins was the armies, the order, the dice?"
    return Example("POST", "/api/v1/verdict", what, body={"battles": rows})


def _lists() -> Iterator[Example]:
    yield Example("GET", "/api/v1/armies", "The armies of the browser that asks; curl has none.")


def _branches(game: Game) -> Iterator[Example]:
    path = "/api/v1/battles/SAMPLE"
    if game.ruleset.ordered:
        body = {"at": 0, "change": {"side": "a", "order": [0]}}
        what = "The same battle with the first unit of side a alone."
        yield Example("POST", f"{path}/branches", what, body=body)
        what = "Which order of units would have won with the same dice?"
        yield Example("POST", f"{path}/winning-order", what, "side=b")
    yield Example("GET", f"{path}/branches", "Its branches.")
    what = "Who is left at event 8, what was ordered in that round?"
    yield Example("GET", f"{path}/moment", what, "at=8")
    yield Example("GET", f"{path}/rolls", "All its dice.")


def _chain(game: Game) -> Iterator[Example]:
    """Yield calls for battles of survivors, and for a gauntlet."""
    opponent = samples.side_of(game, _army(game))
    own = {key: value for key, value in opponent.items() if key != "army"}
    path = "/api/v1/battles/SAMPLE"
    yield Example("GET", f"{path}/survivors", "Its survivors, and what each keeps.")
    what, body = "The next battle of its survivors.", {"opponent": opponent, "own": own}
    yield Example("POST", f"{path}/fight-on", what, body=body)
    yield Example(
        *("POST", "/api/v1/gauntlets"),
        "An army against several in a row; keep links.next, which is shown only here.",
        body={
            "ruleset": game.id,
            "army": opponent["army"],
            "own": own,
            "opponents": [opponent, opponent],
        },
        gives={"GAUNTLET": "id", "NEXT": "links.next"},
    )
    path = "/api/v1/gauntlets/GAUNTLET"
    yield Example("GET", path, "How far it came, and the chance to win each station.")
    what = "Fights the next station; 409 until the last battle is over."
    yield Example("POST", f"{path}/next", what, body={}, link="NEXT")


def _battles(game: Game) -> Iterator[Example]:
    file = _file(game)
    yield Example(
        *("POST", "/api/v1/battles"),
        "Puts a battle on air in three seconds; the answer has all its links.",
        "title=First+try&listed=true",
        file,
        {"BATTLE": "id"},
    )
    name = next((item.id for item in game.builder.shelf), "")
    text = f"Listed battles with {name}." if name else "Listed battles."
    query = f"unit={name}&page=1" if name else "page=1"
    yield Example("GET", "/api/v1/battles", text, query)
    yield Example("GET", "/api/v1/battles/BATTLE", "How a battle stands.")
    yield Example("GET", "/api/v1/battles/SAMPLE/recording", "Everything that happened in it.")
    if game.ruleset.ordered is not None:
        text = "How much of its result was the armies, the order, the dice?"
        yield Example("GET", "/api/v1/battles/SAMPLE/verdict", text)
    yield from _branches(game)
    yield from _chain(game)
    yield Example("POST", "/api/v1/odds", "Who should win?", "method=auto", file)
    text = "A battle that ends as is likeliest."
    yield Example("POST", "/api/v1/odds/wanted", text, "wish=likeliest", file)
    text = "Everything that its armies are made of."
    yield Example("GET", f"/api/v1/catalogs/{game.id}", text)


def _building(game: Game) -> Iterator[Example]:
    army, path = _army(game), f"/api/v1/builder/{game.id}"
    text = "What does it cost, and may it fight?"
    yield Example("POST", f"{path}/check", text, body={"army": army})
    text = "An army as people write it in a chat."
    yield Example("POST", f"{path}/text", text, body={"text": game.builder.write(army)})
    yield Example("POST", f"{path}/random", "Any army that keeps to the rules.", body={})


def _armies(game: Game) -> Iterator[Example]:
    army = _army(game)
    yield Example(
        *("POST", "/api/v1/armies"),
        "Keeps an army under a link; keep links.update, which is shown only here.",
        body={"ruleset": game.id, "army": army, "note": "To begin with."},
        gives={"ARMY": "id", "UPDATE": "links.update", "RENEW": "links.renew"},
    )
    yield Example("GET", "/api/v1/armies/ARMY", "The army, also as text.")
    yield Example(
        *("PUT", "/api/v1/armies/ARMY"),
        "Changes it, if no other change came since revision 1.",
        body={"army": army | {"name": "Another name"}, "revision": 1},
        link="UPDATE",
    )
    yield Example(
        *("POST", "/api/v1/armies/ARMY/renew"),
        "Makes its edit link anew: the old one ends.",
        body={},
        link="RENEW",
    )


def _challenge(game: Game) -> Iterator[Example]:
    path, army = "/api/v1/challenges/CHALLENGE", _army(game)
    salts = [hashlib.sha256(text.encode()).hexdigest() for text in ("Ann's dice", "Bo's dice")]
    yield Example(
        *("POST", "/api/v1/challenges"),
        "Challenges a player: send them the opponent's link, and keep your seat's token.",
        body={"ruleset": game.id, "name": "Ann"},
        gives={
            "CHALLENGE": "id",
            "SEAT_A": "you.seat",
            "INVITATION": "you.invitation",
            LATER: "expires_at_ms",
        },
    )
    yield Example(
        *("POST", f"{path}/join", "Takes the other seat."),
        body={"token": "INVITATION", "name": "Bo"},
        gives={"SEAT_B": "you.seat"},
    )
    text = "Seals an army for good; draw the salt yourself (openssl rand -hex 32)."
    body = {"army": army, "salt": salts[0]}
    yield Example("POST", f"{path}/seal", text, body=body, seat="SEAT_A")
    text = "The second one begins the battle, ten seconds later."
    body = {"army": army, "salt": salts[1]}
    yield Example("POST", f"{path}/seal", text, body=body, seat="SEAT_B")
    yield Example("GET", path, "How a challenge stands.")
    text = "All that was secret, to be checked by battlereel verify; 409 until it is over."
    yield Example("GET", f"{path}/proof", text)
    text = "A rematch with sides swapped; 409 until the battle is over."
    yield Example("POST", f"{path}/next", text, body={}, seat="SEAT_A")
    text = "Makes your seat's token anew: the old one ends."
    yield Example("POST", f"{path}/renew", text, body={"link": "seat"}, seat="SEAT_A")
    at_time, start = "/api/v1/challenges/APPOINTED", {"starts_at_ms": json.loads(LATER)}
    yield Example(
        *(
            "POST",
            "/api/v1/challenges",
            "With an appointment: it begins at LATER, in ms since 1970.",
        ),
        body={"ruleset": game.id, "name": "Ann", **start},
        gives={"APPOINTED": "id", "SEAT_C": "you.seat"},
    )
    text, body = "A draft, which is sealed an hour before.", {"army": army, "salt": salts[0]}
    yield Example("PUT", f"{at_time}/draft", text, body=body, seat="SEAT_C")
    text = "Proposes another time, or agrees to the other player's proposal."
    yield Example("POST", f"{at_time}/appointment", text, body=start, seat="SEAT_C")


def _match(game: Game) -> Iterator[Example]:
    found = samples.load(game)
    ordered = (b for b in found.battles.values() if b.decided.get("a", {}).get("orders"))
    battle = next(ordered, None) or next(iter(found.battles.values()))
    orders: dict[str, Any] = next(iter(battle.decided.get("a", {}).get("orders", ())), {})
    bot = next((row.id for row in game.opponents.values() if not row.slow), "")
    against = f'; with "opponent": "{bot}" it would be against a bot' if bot else ""
    path, match = "/api/v1/challenges/IN_ROUNDS", "/api/v1/matches/MATCH"
    yield Example(
        *("POST", "/api/v1/challenges", f"To {game.name}, ten minutes a round{against}."),
        body={"ruleset": game.id, "limits": {"clock_s": 600}, "name": "Ann"},
        gives={"IN_ROUNDS": "id", "PLAYER_A": "you.seat", "WELCOME": "you.invitation"},
    )
    yield Example(
        *("POST", f"{path}/join", "Takes the other seat, here too."),
        body={"token": "WELCOME", "name": "Bo"},
        gives={"PLAYER_B": "you.seat"},
    )
    army = {side: found.armies[id_].army for side, id_ in (("a", battle.a), ("b", battle.b))}
    text = "Seals an army."
    yield Example("POST", f"{path}/seal", text, body={"army": army["a"]}, seat="PLAYER_A")
    yield Example(
        *("POST", f"{path}/seal", "With the second one the match begins."),
        body={"army": army["b"]},
        gives={"MATCH": "battle"},
        seat="PLAYER_B",
    )
    text = "How it stands, and what your units have and may do."
    yield Example("GET", match, text, seat="PLAYER_A")
    body = {"round": 1, "orders": orders}
    text = "Orders for round 1, in secret."
    yield Example("PUT", f"{match}/orders", text, body=body, seat="PLAYER_A")
    text = "Locks them; when both have, the round is played."
    yield Example("POST", f"{match}/lock", text, body={"round": 1}, seat="PLAYER_A")
    text = "Unlocks them, as long as the other side has not locked."
    yield Example("POST", f"{match}/unlock", text, body={"round": 1}, seat="PLAYER_A")
    text = "What has happened, as you may see it."
    yield Example("GET", f"{match}/events", text, "from_seq=0", seat="PLAYER_A")
    if game.match is not None and game.match.notebook is not None:
        yield Example("GET", f"{match}/notebook", "What follows from it.", seat="PLAYER_A")
    yield Example("POST", f"{match}/resign", "Gives up.", body={}, seat="PLAYER_B")


def known(server: str) -> dict[str, str]:
    """Return the values of general placeholders."""
    words = {"SERVER": server.rstrip("/")}
    for game in _games()[:1]:
        found = samples.load(game)
        words["SAMPLE"] = found.page_id(next(iter(found.battles.values())))
    return words


def filled(text: str, words: Mapping[str, str]) -> str:
    for word, value in words.items():
        text = text.replace(word, value)
    return text


def _tournaments(ruleset: str, army: Any) -> Iterator[Example]:
    """Yield calls that create and continue tournaments of this army."""
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
    """Yield calls of a ladder with registration, also while it runs."""
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
    text = "Closes registration: then the proof is there while the ladder rests."
    yield Example("POST", f"{path}/close", text, edit, {})
