"""Every address that can be looked at, by the application's own list: none can be forgotten."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from flask import Flask
from werkzeug.routing import Rule

import engine
from tests.webapp.challengers import Person, id_of
from tests.webapp.in_background import finish
from tests.webapp.made_tournaments import made as made_tournament
from tests.webapp.made_tournaments import page_of
from tests.webapp.stopped_clock import StoppedClock
from webapp.base import games, samples
from webapp.searches import puzzles

NOT_LOOKED_AT: Final = {
    "static": "files of the build",
    "icons": "a file of the build",
    "about.icon": "a file of the build",
    "scenes.file": "files of scenes",
    "reels.file": "files of the build",
    "health.metrics": "for operators, who have a key",
    "oembed.oembed": "takes the address of a page",
    "api-docs.openapi_json": "describes the API",
}
"""Left out, with reasons."""
OF_PUZZLES: Final = frozenset({"puzzle", "puzzles"})  # only with a game that has puzzles
KINDS: Final = (
    ("army", "a", "armies"),
    ("battle", "b", "embed", "battles"),
    ("challenge", "c", "challenges"),
    ("match", "m", "matches"),
    ("tournament", "t", "tournaments"),
    ("gauntlet", "g", "gauntlets"),
)
"""Kind, and what precedes its id."""


def army(id_: str, seed: int) -> Any:
    """An army of a game, drawn from a seed."""
    return games.game(id_).builder.random({}, {}, engine.Seeded(seed))


def file(id_: str) -> dict[str, Any]:
    """The battle file of two such armies."""
    return {"ruleset": id_, "sides": [{"army": army(id_, seed)} for seed in (1, 2)]}


def addresses(app: Flask, made: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Return each rule with its address (a token by its page `c/join`), without those of things not
    made (None). Raises KeyError for an unknown argument."""
    kinds = {place: kind for kind, *places in KINDS for place in places}
    for rule in _rules(app):
        parts = rule.rule.removeprefix("/api/v1").split("/")[1:]
        values = {}
        for name in rule.arguments:
            own = {"id_": kinds.get(parts[0], ""), "token": f"{parts[0]}/{parts[-2]}"}
            values[name] = made[own.get(name, name)]
        built = None if None in values.values() else rule.build(values)
        if built is not None:
            yield rule.rule, built[1]


def _rules(app: Flask) -> list[Rule]:
    has_puzzles = any(game.puzzles for game in games.games().values())
    return [
        rule
        for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and rule.endpoint not in NOT_LOOKED_AT
        if has_puzzles or OF_PUZZLES.isdisjoint(rule.rule.split("/"))
    ]


def everything(
    app: Flask, ann: Person, bo: Person, id_: str, clock: StoppedClock
) -> dict[str, str | None]:
    """One of each kind that a game has, and all of it over, with the links that are kept secret."""
    builder, client = games.game(id_).builder, ann.client
    battles = [
        client.post("/api/v1/battles?listed=true", json=file(id_) | {"seed": seed}).json["id"]
        for seed in (1, 2, 3)
    ]
    kept = client.post("/api/v1/armies", json={"ruleset": id_, "army": army(id_, 3)}).json
    side = samples.side_of(games.game(id_), army(id_, 1))
    row = {"ruleset": id_, "army": side.pop("army"), "own": side, "opponents": file(id_)["sides"]}
    texts = [builder.write(builder.normal(army(id_, seed))) for seed in (1, 2, 3)]
    unnamed = [text.partition("\n")[2] if text.startswith("=") else text for text in texts]
    cup = page_of(app, client, made_tournament(client, *unnamed, ruleset=id_))
    page = ann.challenge(id_, best_of="3")
    join = ann.link(page, "join")
    bo.join(join)
    seat = ann.link(page, "seat")
    for person, seed in ((ann, 1), (bo, 2)):
        person.seal(page, army(id_, seed))
    finish(app)
    clock.ms += 10_000_000
    edit = re.search(rf'"({cup}/edit/[^"]+)"', ann.get(cup))
    assert edit
    with app.app_context():
        day = puzzles.today().isoformat()
    links = {"c/join": join, "c/seat": seat, "a/edit": kept["links"]["edit"], "t/edit": edit[1]}
    return {
        "army": kept["id"],
        "battle": battles[0],
        "other": battles[1],
        "challenge": id_of(page),
        "match": None,
        "tournament": id_of(cup),
        "gauntlet": client.post("/api/v1/gauntlets", json=row).json["id"],
        "ruleset": id_,
        "side": "a",
        "kind": "svg",
        "day": day,
        "t/seat": None,
        **{name: link.rpartition("/")[2] for name, link in links.items()},
    }
