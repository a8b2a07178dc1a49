"""A curl example of every endpoint, shown on the API page and run by a test.

Words in capitals are placeholders: SERVER for this server's address, SAMPLE for a sample battle,
others for values that later lines take from an answer. Armies and battles are installed samples; a
call without a fitting sample is left out.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from functools import cache, partial
from typing import Any, Final, NamedTuple

from webapp.base import games, samples
from webapp.base.game import Game
from webapp.searches import puzzles

LATER: Final = '"LATER"'  # with its quotes, since it stands for a number


class Example(NamedTuple):
    """A call of an endpoint; `gives` maps later placeholders to members of its answer."""

    method: str
    path: str
    body: Any = None
    query: str = ""
    text: str = ""  # what the endpoint's own description does not say
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


def _call(method: str, path: str, body: Any = None, query: str = "", **more: Any) -> Example:
    return Example(method, f"/api/v1{path}", body, query, **more)


_get, _post, _put = (partial(_call, method) for method in ("GET", "POST", "PUT"))


@cache
def all_examples() -> tuple[Example, ...]:
    """Return examples of all calls, each with the first game that has it."""
    found = _games()
    lines = [_get("/armies")]
    if found:
        lines += [*_battles(found[0]), *_armies(found[0])]
    for game in [game for game in found if game.ruleset.bonuses][:1]:
        lines.append(_post("/odds/worth", _file(game)))
    for game in [game for game in found if game.ruleset.ordered][:1]:
        lines += _searches(game)
    if puzzles.first_book() is not None:
        lines += [_get("/puzzles/today"), _post("/puzzles/today", {"order": [5, 4, 3, 2, 1, 0]})]
    for game in [game for game in found if game.match is None][:1]:
        lines += [*_challenge(game), *_tournaments(game.id, _army(game))]
    for game in [game for game in found if game.match is not None][:1]:
        lines += _match(game)
    return tuple(lines)


def _games() -> list[Game]:
    """Return games with a sample battle, those with an order and all calls first."""
    found = [game for game in games.games().values() if samples.load(game).battles]
    return sorted(found, key=lambda game: game.ruleset.ordered is None)


def _file(game: Game) -> dict[str, Any]:
    """Return the battle file of the shortest sample battle, without its seed."""
    found = samples.load(game)
    files = [found.battle_file(battle) for battle in found.battles.values()]
    shortest = min(files, key=lambda file: len(json.dumps(file)))
    return {key: value for key, value in shortest.items() if key != "seed"}


def _army(game: Game) -> dict[str, Any]:
    """Return the shortest sample army that fits any battle."""
    fit = [sample.army for sample in samples.load(game).armies.values() if not sample.garrison]
    return game.builder.normal(min(fit, key=lambda army: len(json.dumps(army))))


def _searches(game: Game) -> Iterator[Example]:
    """Yield searches of a game with an order of units."""
    file = _file(game)
    yield _post("/best-order", file, "side=b&top=3")
    if game.ruleset.recruiting is not None:
        yield _post("/best-armies", {"battle": file}, "side=b&top=3")
    yield _post("/matchups", {"armies": [side["army"] for side in file["sides"]]})
    rows = [{"id": "SAMPLE", "side": "a"}, {"battle": file | {"seed": 7}, "side": "b"}]
    yield _post("/verdict", {"battles": rows})


def _chain(game: Game) -> Iterator[Example]:
    """Yield calls for battles of survivors, and for a gauntlet."""
    opponent = samples.side_of(game, _army(game))
    own = {key: value for key, value in opponent.items() if key != "army"}
    yield _get("/battles/SAMPLE/survivors")
    yield _post("/battles/SAMPLE/fight-on", {"opponent": opponent, "own": own})
    text = "An army against several in a row; keep links.next, which is shown only here."
    body = {"ruleset": game.id, "army": opponent["army"], "own": own, "opponents": [opponent] * 2}
    yield _post("/gauntlets", body, text=text, gives={"GAUNTLET": "id", "NEXT": "links.next"})
    yield _get("/gauntlets/GAUNTLET")
    text = "Fights the next station; 409 until the last battle is over."
    yield _post("/gauntlets/GAUNTLET/next", {}, text=text, link="NEXT")


def _battles(game: Game) -> Iterator[Example]:
    file = _file(game)
    yield _post("/battles", file, "title=First+try&listed=true", gives={"BATTLE": "id"})
    name = next((item.id for item in game.builder.shelf), "")
    yield _get("/battles", query=f"unit={name}&page=1" if name else "page=1")
    yield _get("/battles/BATTLE")
    path = "/battles/SAMPLE"
    yield _get(f"{path}/recording")
    if game.ruleset.ordered is not None:
        yield _get(f"{path}/verdict")
        text = "The same battle with the first unit of side a alone."
        yield _post(f"{path}/branches", {"at": 0, "change": {"side": "a", "order": [0]}}, text=text)
        yield _post(f"{path}/winning-order", query="side=b")
    yield _get(f"{path}/branches")
    yield _get(f"{path}/moment", query="at=8")
    yield _get(f"{path}/rolls")
    yield from _chain(game)
    yield _post("/odds", file, "method=auto")
    yield _post("/odds/wanted", file, "wish=likeliest")
    yield _get(f"/catalogs/{game.id}")


def _armies(game: Game) -> Iterator[Example]:
    army, path = _army(game), f"/builder/{game.id}"
    yield _post(f"{path}/check", {"army": army})
    yield _post(f"{path}/text", {"text": game.builder.write(army)})
    yield _post(f"{path}/random", {})
    text = "Keep links.update, which is shown only here."
    body: dict[str, Any] = {"ruleset": game.id, "army": army, "note": "To begin with."}
    gives = {"ARMY": "id", "UPDATE": "links.update", "RENEW": "links.renew"}
    yield _post("/armies", body, text=text, gives=gives)
    yield _get("/armies/ARMY")
    body = {"army": army | {"name": "Another name"}, "revision": 1}
    yield _put("/armies/ARMY", body, link="UPDATE")
    yield _post("/armies/ARMY/renew", {}, link="RENEW")


def _challenge(game: Game) -> Iterator[Example]:
    path, army = "/challenges/CHALLENGE", _army(game)
    salts = [hashlib.sha256(text.encode()).hexdigest() for text in ("Ann's dice", "Bo's dice")]
    text = "Challenges a player: send them the opponent's link, and keep your seat's token."
    new = {"ruleset": game.id, "name": "Ann"}
    gives = {"CHALLENGE": "id", "SEAT_A": "you.seat", "INVITATION": "you.invitation"}
    yield _post("/challenges", new, text=text, gives=gives | {LATER: "expires_at_ms"})
    body = {"token": "INVITATION", "name": "Bo"}
    yield _post(f"{path}/join", body, text="Takes the other seat.", gives={"SEAT_B": "you.seat"})
    text = "Seals an army for good; draw the salt yourself (openssl rand -hex 32)."
    yield _post(f"{path}/seal", {"army": army, "salt": salts[0]}, text=text, seat="SEAT_A")
    text = "The second one begins the battle, ten seconds later."
    yield _post(f"{path}/seal", {"army": army, "salt": salts[1]}, text=text, seat="SEAT_B")
    yield _get(path)
    text = "All that was secret, to be checked by battlereel verify; 409 until it is over."
    yield _get(f"{path}/proof", text=text)
    text = "A rematch with sides swapped; 409 until the battle is over."
    yield _post(f"{path}/next", {}, text=text, seat="SEAT_A")
    yield _post(f"{path}/renew", {"link": "seat"}, seat="SEAT_A")
    at_time, start = "/challenges/APPOINTED", {"starts_at_ms": json.loads(LATER)}
    text = "With an appointment: it begins at LATER, in ms since 1970."
    gives = {"APPOINTED": "id", "SEAT_C": "you.seat"}
    yield _post("/challenges", {**new, **start}, text=text, gives=gives)
    yield _put(f"{at_time}/draft", {"army": army, "salt": salts[0]}, seat="SEAT_C")
    yield _post(f"{at_time}/appointment", start, seat="SEAT_C")


def _match(game: Game) -> Iterator[Example]:
    found = samples.load(game)
    ordered = (b for b in found.battles.values() if b.decided.get("a", {}).get("orders"))
    battle = next(ordered, None) or next(iter(found.battles.values()))
    orders: dict[str, Any] = next(iter(battle.decided.get("a", {}).get("orders", ())), {})
    bot = next((row.id for row in game.opponents.values() if not row.slow), "")
    against = f'; with "opponent": "{bot}" it would be against a bot' if bot else ""
    path, match = "/challenges/IN_ROUNDS", "/matches/MATCH"
    text = f"To {game.name}, ten minutes a round{against}."
    body: dict[str, Any] = {"ruleset": game.id, "limits": {"clock_s": 600}, "name": "Ann"}
    gives = {"IN_ROUNDS": "id", "PLAYER_A": "you.seat", "WELCOME": "you.invitation"}
    yield _post("/challenges", body, text=text, gives=gives)
    body, gives = {"token": "WELCOME", "name": "Bo"}, {"PLAYER_B": "you.seat"}
    yield _post(f"{path}/join", body, text="Takes the other seat, here too.", gives=gives)
    a, b = ({"army": found.armies[id_].army} for id_ in (battle.a, battle.b))
    yield _post(f"{path}/seal", a, text="Seals an army.", seat="PLAYER_A")
    text = "With the second one the match begins."
    yield _post(f"{path}/seal", b, text=text, gives={"MATCH": "battle"}, seat="PLAYER_B")
    yield _get(match, seat="PLAYER_A")
    yield _put(f"{match}/orders", {"round": 1, "orders": orders}, seat="PLAYER_A")
    yield _post(f"{match}/lock", {"round": 1}, seat="PLAYER_A")
    yield _post(f"{match}/unlock", {"round": 1}, seat="PLAYER_A")
    yield _get(f"{match}/events", query="from_seq=0", seat="PLAYER_A")
    if game.match is not None and game.match.notebook is not None:
        yield _get(f"{match}/notebook", seat="PLAYER_A")
    yield _post(f"{match}/resign", {}, seat="PLAYER_B")


def known(server: str) -> dict[str, str]:
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
    path, entrant = "/tournaments/OPENED", {"army": army}
    salt = hashlib.sha256(b"Cem's dice").hexdigest()
    text = "A tournament of these armies, played at once."
    body: dict[str, Any] = {"ruleset": ruleset, "kind": "swiss", "entrants": [entrant] * 2}
    yield _post("/tournaments", body, text=text, gives={"CUP": "id"})
    yield _get("/tournaments/CUP")
    text = "A ladder of these armies; keep you.edit."
    body = {"ruleset": ruleset, "kind": "ladder", "rounds": 1, "entrants": [entrant] * 3}
    yield _post("/tournaments", body, text=text, gives={"CLIMB": "id", "HOLDER": "you.edit"})
    ladder, edit = "/tournaments/CLIMB", "edit=HOLDER"
    yield _post(f"{ladder}/entrants", {"name": "New", "army": army}, edit)
    yield _put(f"{ladder}/entrants/1", {"takes_part": False}, edit)
    yield _post(f"{ladder}/rounds", {"rounds": 1}, edit)
    text = "One that people join: send them links.page, and keep you.edit."
    body = {"ruleset": ruleset, "kind": "round-robin", "name": "Cup", "hours": 24}
    yield _post("/tournaments", body, text=text, gives={"OPENED": "id", "MAKER": "you.edit"})
    text = "Takes part with a sealed army; draw the salt yourself."
    body = {"name": "Cem", "army": army, "salt": salt}
    yield _post(f"{path}/join", body, text=text, gives={"PLACE": "you.seat"})
    yield _put(f"{path}/army", {"name": "Cem", "army": army}, seat="PLACE")
    text = "Without a salt the server draws it."
    yield _post(f"{path}/join", {"name": "Dee", "army": army}, text=text)
    body, gives = {"name": "Eva", "army": army}, {"SPARE": "you.seat"}
    yield _post(f"{path}/join", body, text="A third one joins.", gives=gives)
    yield _post(f"{path}/leave", {}, seat="SPARE")
    text, gives = "Makes your place's token anew: the old one ends.", {"PLACE": "you.seat"}
    yield _post(f"{path}/renew", {"link": "seat"}, text=text, gives=gives, seat="PLACE")
    text, gives = "Makes the maker's token anew, of a ladder, too.", {"MAKER": "you.edit"}
    yield _post(f"{path}/renew", {"link": "edit"}, "edit=MAKER", text=text, gives=gives)
    text = "Begins now, with those who take part, by the maker's token."
    yield _post(f"{path}/begin", {}, "edit=MAKER", text=text)
    yield from _climbed(ruleset, army)
    text = "All that was secret, to be checked by battlereel verify; 409 until it is over."
    yield _get(f"{path}/proof", text=text)


def _climbed(ruleset: str, army: Any) -> Iterator[Example]:
    """Yield calls of a ladder with registration, also while it runs."""
    path, edit = "/tournaments/STEPS", "edit=WARDEN"
    text = "A ladder that people join; places counts all who ever do."
    body = {"ruleset": ruleset, "kind": "ladder", "rounds": 1, "places": 8, "hours": 720}
    yield _post("/tournaments", body, text=text, gives={"STEPS": "id", "WARDEN": "you.edit"})
    for name in ("Fay", "Gus"):
        yield _post(f"{path}/join", {"name": name, "army": army}, text=f"{name} joins.")
    yield _post(f"{path}/begin", {}, edit, text="It begins, and others may still join.")
    text = "Plays from the next round on, and stays as it is."
    yield _post(f"{path}/join", {"name": "Hal", "army": army}, text=text)
    yield _post(f"{path}/close", {}, edit)
