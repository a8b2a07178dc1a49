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


def _call(
    method: str, path: str, text: str, body: Any = None, query: str = "", **more: Any
) -> Example:
    return Example(method, f"/api/v1{path}", text, query, body, **more)


_get, _post, _put = (partial(_call, method) for method in ("GET", "POST", "PUT"))


@cache
def all_examples() -> tuple[Example, ...]:
    found = _games()
    lines = [_get("/armies", "The armies of the browser that asks; curl has none.")]
    if found:
        lines += [*_battles(found[0]), *_building(found[0]), *_armies(found[0])]
    bonuses = next((game for game in found if game.ruleset.bonuses), None)
    if bonuses is not None:
        lines.append(_post("/odds/worth", "What is each bonus worth?", _file(bonuses)))
    ordered = next((game for game in found if game.ruleset.ordered), None)
    if ordered is not None:
        lines += _searches(ordered)
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
    path = "/puzzles/today"
    yield _get(path, "Today's puzzle: units to be put in order.")
    body = {"order": [5, 4, 3, 2, 1, 0]}
    yield _post(path, "What does this order of the six get?", body)


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
    text = "In which order should the units of side b fight?"
    yield _post("/best-order", text, file, "side=b&top=3")
    if game.ruleset.recruiting is not None:
        text = "What could side b have brought for what its army costs?"
        yield _post("/best-armies", text, {"battle": file}, "side=b&top=3")
    armies = [side["army"] for side in file["sides"]]
    yield _post("/matchups", "Who beats whom?", {"armies": armies})
    rows = [{"id": "SAMPLE", "side": "a"}, {"battle": file | {"seed": 7}, "side": "b"}]
    text = "How much of a player's wins was the armies, the order, the dice?"
    yield _post("/verdict", text, {"battles": rows})


def _branches(game: Game) -> Iterator[Example]:
    path = "/battles/SAMPLE"
    if game.ruleset.ordered:
        body = {"at": 0, "change": {"side": "a", "order": [0]}}
        yield _post(
            f"{path}/branches", "The same battle with the first unit of side a alone.", body
        )
        text = "Which order of units would have won with the same dice?"
        yield _post(f"{path}/winning-order", text, query="side=b")
    yield _get(f"{path}/branches", "Its branches.")
    text = "Who is left at event 8, what was ordered in that round?"
    yield _get(f"{path}/moment", text, query="at=8")
    yield _get(f"{path}/rolls", "All its dice.")


def _chain(game: Game) -> Iterator[Example]:
    """Yield calls for battles of survivors, and for a gauntlet."""
    opponent = samples.side_of(game, _army(game))
    own = {key: value for key, value in opponent.items() if key != "army"}
    yield _get("/battles/SAMPLE/survivors", "Its survivors, and what each keeps.")
    body: dict[str, Any] = {"opponent": opponent, "own": own}
    yield _post("/battles/SAMPLE/fight-on", "The next battle of its survivors.", body)
    text = "An army against several in a row; keep links.next, which is shown only here."
    body = {"ruleset": game.id, "army": opponent["army"], "own": own, "opponents": [opponent] * 2}
    yield _post("/gauntlets", text, body, gives={"GAUNTLET": "id", "NEXT": "links.next"})
    path = "/gauntlets/GAUNTLET"
    yield _get(path, "How far it came, and the chance to win each station.")
    text = "Fights the next station; 409 until the last battle is over."
    yield _post(f"{path}/next", text, {}, link="NEXT")


def _battles(game: Game) -> Iterator[Example]:
    file = _file(game)
    text = "Puts a battle on air in three seconds; the answer has all its links."
    yield _post("/battles", text, file, "title=First+try&listed=true", gives={"BATTLE": "id"})
    name = next((item.id for item in game.builder.shelf), "")
    text = f"Listed battles with {name}." if name else "Listed battles."
    yield _get("/battles", text, query=f"unit={name}&page=1" if name else "page=1")
    yield _get("/battles/BATTLE", "How a battle stands.")
    yield _get("/battles/SAMPLE/recording", "Everything that happened in it.")
    if game.ruleset.ordered is not None:
        text = "How much of its result was the armies, the order, the dice?"
        yield _get("/battles/SAMPLE/verdict", text)
    yield from _branches(game)
    yield from _chain(game)
    yield _post("/odds", "Who should win?", file, "method=auto")
    yield _post("/odds/wanted", "A battle that ends as is likeliest.", file, "wish=likeliest")
    yield _get(f"/catalogs/{game.id}", "Everything that its armies are made of.")


def _building(game: Game) -> Iterator[Example]:
    army, path = _army(game), f"/builder/{game.id}"
    yield _post(f"{path}/check", "What does it cost, and may it fight?", {"army": army})
    text = "An army as people write it in a chat."
    yield _post(f"{path}/text", text, {"text": game.builder.write(army)})
    yield _post(f"{path}/random", "Any army that keeps to the rules.", {})


def _armies(game: Game) -> Iterator[Example]:
    army = _army(game)
    text = "Keeps an army under a link; keep links.update, which is shown only here."
    body: dict[str, Any] = {"ruleset": game.id, "army": army, "note": "To begin with."}
    gives = {"ARMY": "id", "UPDATE": "links.update", "RENEW": "links.renew"}
    yield _post("/armies", text, body, gives=gives)
    yield _get("/armies/ARMY", "The army, also as text.")
    text = "Changes it, if no other change came since revision 1."
    body = {"army": army | {"name": "Another name"}, "revision": 1}
    yield _put("/armies/ARMY", text, body, link="UPDATE")
    text = "Makes its edit link anew: the old one ends."
    yield _post("/armies/ARMY/renew", text, {}, link="RENEW")


def _challenge(game: Game) -> Iterator[Example]:
    path, army = "/challenges/CHALLENGE", _army(game)
    salts = [hashlib.sha256(text.encode()).hexdigest() for text in ("Ann's dice", "Bo's dice")]
    text = "Challenges a player: send them the opponent's link, and keep your seat's token."
    new = {"ruleset": game.id, "name": "Ann"}
    gives = {"CHALLENGE": "id", "SEAT_A": "you.seat", "INVITATION": "you.invitation"}
    yield _post("/challenges", text, new, gives=gives | {LATER: "expires_at_ms"})
    body = {"token": "INVITATION", "name": "Bo"}
    yield _post(f"{path}/join", "Takes the other seat.", body, gives={"SEAT_B": "you.seat"})
    text = "Seals an army for good; draw the salt yourself (openssl rand -hex 32)."
    yield _post(f"{path}/seal", text, {"army": army, "salt": salts[0]}, seat="SEAT_A")
    text = "The second one begins the battle, ten seconds later."
    yield _post(f"{path}/seal", text, {"army": army, "salt": salts[1]}, seat="SEAT_B")
    yield _get(path, "How a challenge stands.")
    text = "All that was secret, to be checked by battlereel verify; 409 until it is over."
    yield _get(f"{path}/proof", text)
    text = "A rematch with sides swapped; 409 until the battle is over."
    yield _post(f"{path}/next", text, {}, seat="SEAT_A")
    text = "Makes your seat's token anew: the old one ends."
    yield _post(f"{path}/renew", text, {"link": "seat"}, seat="SEAT_A")
    at_time, start = "/challenges/APPOINTED", {"starts_at_ms": json.loads(LATER)}
    text = "With an appointment: it begins at LATER, in ms since 1970."
    gives = {"APPOINTED": "id", "SEAT_C": "you.seat"}
    yield _post("/challenges", text, {**new, **start}, gives=gives)
    text = "A draft, which is sealed an hour before."
    yield _put(f"{at_time}/draft", text, {"army": army, "salt": salts[0]}, seat="SEAT_C")
    text = "Proposes another time, or agrees to the other player's proposal."
    yield _post(f"{at_time}/appointment", text, start, seat="SEAT_C")


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
    yield _post("/challenges", text, body, gives=gives)
    body = {"token": "WELCOME", "name": "Bo"}
    yield _post(
        f"{path}/join", "Takes the other seat, here too.", body, gives={"PLAYER_B": "you.seat"}
    )
    a, b = ({"army": found.armies[id_].army} for id_ in (battle.a, battle.b))
    yield _post(f"{path}/seal", "Seals an army.", a, seat="PLAYER_A")
    text = "With the second one the match begins."
    yield _post(f"{path}/seal", text, b, gives={"MATCH": "battle"}, seat="PLAYER_B")
    yield _get(match, "How it stands, and what your units have and may do.", seat="PLAYER_A")
    body = {"round": 1, "orders": orders}
    yield _put(f"{match}/orders", "Orders for round 1, in secret.", body, seat="PLAYER_A")
    text = "Locks them; when both have, the round is played."
    yield _post(f"{match}/lock", text, {"round": 1}, seat="PLAYER_A")
    text = "Unlocks them, as long as the other side has not locked."
    yield _post(f"{match}/unlock", text, {"round": 1}, seat="PLAYER_A")
    text = "What has happened, as you may see it."
    yield _get(f"{match}/events", text, query="from_seq=0", seat="PLAYER_A")
    if game.match is not None and game.match.notebook is not None:
        yield _get(f"{match}/notebook", "What follows from it.", seat="PLAYER_A")
    yield _post(f"{match}/resign", "Gives up.", {}, seat="PLAYER_B")


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
    yield _post("/tournaments", text, body, gives={"CUP": "id"})
    yield _get("/tournaments/CUP", "Its standings, ratings and matches.")
    body = {"ruleset": ruleset, "kind": "ladder", "rounds": 1, "entrants": [entrant] * 3}
    gives = {"CLIMB": "id", "HOLDER": "you.edit"}
    yield _post("/tournaments", "A ladder of these armies; keep you.edit.", body, gives=gives)
    ladder, edit = "/tournaments/CLIMB", "edit=HOLDER"
    text, body = "Lets another army take part in the rounds to come.", {"name": "New", "army": army}
    yield _post(f"{ladder}/entrants", text, body, edit)
    text = "Takes the first army out of the rounds to come."
    yield _put(f"{ladder}/entrants/1", text, {"takes_part": False}, edit)
    text = "Plays a round more, and the ladder goes on where it was."
    yield _post(f"{ladder}/rounds", text, {"rounds": 1}, edit)
    text = "One that people join: send them links.page, and keep you.edit."
    body = {"ruleset": ruleset, "kind": "round-robin", "name": "Cup", "hours": 24}
    yield _post("/tournaments", text, body, gives={"OPENED": "id", "MAKER": "you.edit"})
    text = "Takes part with a sealed army; draw the salt yourself."
    body = {"name": "Cem", "army": army, "salt": salt}
    yield _post(f"{path}/join", text, body, gives={"PLACE": "you.seat"})
    text, body = "Seals another army, until it begins.", {"name": "Cem", "army": army}
    yield _put(f"{path}/army", text, body, seat="PLACE")
    text, body = "Without a salt the server draws it.", {"name": "Dee", "army": army}
    yield _post(f"{path}/join", text, body)
    text, body = "A third one joins.", {"name": "Eva", "army": army}
    yield _post(f"{path}/join", text, body, gives={"SPARE": "you.seat"})
    yield _post(f"{path}/leave", "Gives the place back.", {}, seat="SPARE")
    text, gives = "Makes your place's token anew: the old one ends.", {"PLACE": "you.seat"}
    yield _post(f"{path}/renew", text, {"link": "seat"}, gives=gives, seat="PLACE")
    text, gives = "Makes the maker's token anew, of a ladder, too.", {"MAKER": "you.edit"}
    yield _post(f"{path}/renew", text, {"link": "edit"}, "edit=MAKER", gives=gives)
    text = "Begins now, with those who take part, by the maker's token."
    yield _post(f"{path}/begin", text, {}, "edit=MAKER")
    yield from _climbed(ruleset, army)
    text = "All that was secret, to be checked by battlereel verify; 409 until it is over."
    yield _get(f"{path}/proof", text)


def _climbed(ruleset: str, army: Any) -> Iterator[Example]:
    """Yield calls of a ladder with registration, also while it runs."""
    path, edit = "/tournaments/STEPS", "edit=WARDEN"
    text = "A ladder that people join; places counts all who ever do."
    body = {"ruleset": ruleset, "kind": "ladder", "rounds": 1, "places": 8, "hours": 720}
    yield _post("/tournaments", text, body, gives={"STEPS": "id", "WARDEN": "you.edit"})
    for name in ("Fay", "Gus"):
        yield _post(f"{path}/join", f"{name} joins.", {"name": name, "army": army})
    yield _post(f"{path}/begin", "It begins, and others may still join.", {}, edit)
    text = "Plays from the next round on, and stays as it is."
    yield _post(f"{path}/join", text, {"name": "Hal", "army": army})
    text = "Closes registration: then the proof is there while the ladder rests."
    yield _post(f"{path}/close", text, {}, edit)
