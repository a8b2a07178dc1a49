"""An application on an empty database, with a clock that stands still until a test moves it."""

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import requests
from flask import Flask
from flask.testing import FlaskClient

import engine
from tests.present import require
from tests.webapp.battle_files import BATTLE
from tests.webapp.challengers import Person
from tests.webapp.databases import database_with_tables
from tests.webapp.kept_app import application
from tests.webapp.live_server import LOGGED, PATIENCE_SECONDS, QUICK, Server, log
from tests.webapp.match_players import Played, Player, begin, players
from tests.webapp.stopped_clock import StoppedClock
from webapp import cards, create_app
from webapp.base import games
from webapp.base.config import Settings
from webapp.store import database

ROOT = Path(__file__).parents[2]
ENTRIES = [path.name for kind in ("js/entries", "css") for path in ROOT.glob(f"static/{kind}/*.*")]
ALONE = [
    "ending-contents.js",
    "live.js",
    "next-game.js",
    "showcase.js",
    "tour.js",
    "whatif-dialog.js",
]  # modules that build.mjs bundles separately
SCENES = [name for game in games.games().values() for name in game.scene.files]
FONTS = ROOT / "node_modules" / "dejavu-fonts-ttf" / "ttf"
MADE = {
    "icons.svg": """<svg><symbol id="mushroom" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></symbol>
<symbol id="spade" viewBox="0 0 9 9"><path d="M9 9v-9h-9z"/></symbol></svg>""",
    "offline.js": "(() => { /* the player, no spade */ })();",
    "offline.css": "body { color: red }",
    "chunks.json": '{"watch.js": ["chunk-A.js", "chunk-B.js"]}',
    "text-de.js": "globalThis.battlereelTexts = {};",
    **{
        f"offline-{id_}.{kind}": f"/* {kind} of the scene of {id_} */"
        for id_ in engine.rulesets()
        for kind in ("js", "css")
    },
}
"""Short versions of built files that the server reads."""


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock()


@pytest.fixture
def settings(tmp_path: Path) -> Iterator[Settings]:
    dist = tmp_path / "static" / "dist"
    dist.mkdir(parents=True)
    for name, content in MADE.items():
        (dist / name).write_text(content)
    for name in cards.FONTS:
        (dist / name).symlink_to(FONTS / name)
    names = [*ENTRIES, *ALONE, *SCENES, *MADE, *cards.FONTS]
    (dist / "manifest.json").write_text(json.dumps(dict.fromkeys(names, "0123456789ab")))
    with database_with_tables(tmp_path) as url:
        yield Settings(
            database_url=url,
            secret_key="a key for tests",
            static=tmp_path / "static",
            limits=False,  # all tests come from one address
        )


@pytest.fixture
def app(settings: Settings, clock: StoppedClock) -> Iterator[Flask]:
    with application(settings, clock) as app:
        yield app


@pytest.fixture
def apps(app: Flask, settings: Settings, clock: StoppedClock) -> Iterator[list[Flask]]:
    other = create_app(settings, clock)
    yield [app, other]
    other.extensions[database.KEY].kw["bind"].dispose()


@pytest.fixture
def limited(settings: Settings, clock: StoppedClock) -> Iterator[Flask]:
    with application(replace(settings, limits=True), clock) as app:
        yield app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def battle_id(client: FlaskClient) -> str:
    require("manymarios")
    answer = client.post("/api/v1/battles", json=BATTLE)
    assert answer.status_code == 201, answer.text
    return str(answer.json["id"])


@pytest.fixture
def ann(app: Flask) -> Person:
    return Person(app)


@pytest.fixture
def bo(app: Flask) -> Person:
    return Person(app)


@pytest.fixture
def cem(app: Flask) -> Person:
    return Person(app)


@pytest.fixture
def page(ann: Person, bo: Person) -> str:
    """The address of a challenge whose seats are both taken."""
    require("manymarios")
    page = ann.challenge("manymarios")
    assert bo.join(ann.link(page, "join")) == page
    return page


@pytest.fixture
def played(ann: Person, bo: Person) -> Played:
    """A siege between Ann's spears and Bo's even hand, in its first round."""
    require("siege")
    return begin(ann, bo)


@pytest.fixture
def a(app: Flask, played: Played) -> Player:
    return players(app, played)[0]


@pytest.fixture
def b(app: Flask, played: Played) -> Player:
    return players(app, played)[1]


@pytest.fixture
def spectator(app: Flask, played: Played) -> Player:
    return players(app, played)[2]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("instance"), command=(sys.executable, "-c", QUICK))
    yield server
    server.kill()


@pytest.fixture(scope="session")
def elsewhere(server: Server) -> Iterator[Flask]:
    """Another process's application on that server's database: what it does has to be noticed."""
    app = server.app()
    yield app
    app.extensions[database.KEY].kw["bind"].dispose()


@pytest.fixture(scope="session")
def logged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("instance"), command=(sys.executable, "-c", LOGGED))
    yield server
    server.kill()


@pytest.fixture
def quiet(logged: Server) -> Iterator[Server]:
    """That server, in whose log nothing is written meanwhile."""
    before = log(logged)
    yield logged
    requests.get(f"{logged.url}/healthz", timeout=PATIENCE_SECONDS)  # it has done all before
    assert log(logged) == before
