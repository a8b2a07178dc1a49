"""Imports point down only: webapp above engine, rooms by `SPINE`, upwards by `webapp.features`; in
the engine search, tournament → odds, rulesets; env → players → rulesets → kernels → core."""

import ast
import sys
from pathlib import Path

import pytest

import engine
import engine.search
import engine.tournament
from tests.repo.files import ROOT, kept

CLOCK_CHANCE_ENVIRONMENT = {"time", "datetime", "os", "random", "secrets"}
WEB_OF_STDLIB = {"http", "urllib", "socket", "socketserver", "wsgiref", "sqlite3", "webbrowser"}
ENGINE_MAY_USE = {"msgspec"}  # beyond the standard library
KERNELS_MAY_USE = {"llvmlite", "numba", "numpy"}
SEARCH = "engine.search"
SEARCH_MAY_USE = {"distributed", "numpy", "scipy"}  # the first: the extra cluster
TOURNAMENT_MAY_USE = {"choix", "networkx", "numpy", "openskill"}
FACES = (engine.search, engine.tournament, engine)
KERNEL_NAMES = {"kernel", "kernels", "pack"}
ENV_MAY_USE = {"gymnasium", "numpy", "pettingzoo"}  # the extra rl


def imports(source: str, path: Path) -> set[str]:
    """The dotted names of all modules that a Python file imports, relative ones resolved."""
    package = list(path.with_suffix("").parts[:-1])
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *(node.module or "").split(".")]).strip(".")
            names.update(f"{module}.{alias.name}" for alias in node.names)
    return names


SPINE = (
    "commands",
    "",  # the modules in webapp itself, which put the application together
    "translations",
    "site",
    "tournaments",
    "challenges",
    "matches",
    "chains",
    "searches",
    "games",
    "armies",
    "battles",
    "html",
    "rest",
    "live",
    "words",
    "cards",
    "guard",
    "store",
    "base",
)
"""Folders of webapp from the top down: each imports itself and lower ones."""


def level_of(name: str) -> int:
    """The place in SPINE of the room that a module of webapp, or what it exports, is in."""
    room = name.partition(".")[2].partition(".")[0]
    return SPINE.index(room if room in SPINE else "")


def webapp_allowed(name: str, path: Path) -> bool:
    """Whether the module at `path`, in webapp, may import a name of webapp or engine."""
    here = path.with_suffix("").parts
    game = here[2] if here[1] == "games" and len(here) > 3 else None
    if within(name, "engine"):
        return is_face(name) or bool(
            game and any(within(name, f"engine.{part}.{game}") for part in ("rulesets", "players"))
        )
    if within(name, "webapp.games") and (other := game_of(name)) and other != game:
        return False
    return level_of(name) >= level_of(".".join(here).removesuffix(".__init__"))


def game_of(name: str) -> str | None:
    """The game whose folder a module of webapp.games is in."""
    parts = name.split(".")[:3]
    is_module = ROOT.joinpath(*parts).with_suffix(".py").is_file()
    return parts[2] if len(parts) == 3 and not is_module else None


def is_face(name: str) -> bool:
    """Whether a name of the engine is public: a face itself, or what it exports."""
    face = next(face for face in FACES if within(name, face.__name__))
    return name == face.__name__ or name.removeprefix(f"{face.__name__}.") in face.__all__


def within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def wrong_imports(source: str, path: Path) -> list[str]:
    """The imports of an engine or webapp module that go against an arrow."""
    return sorted(name for name in imports(source, path) if not allowed(name, path))


def allowed(name: str, path: Path) -> bool:
    if within(name, "tests") or within(name, "e2e"):
        return False
    top = name.split(".")[0]
    if path.parts[0] == "webapp":
        return top not in ("webapp", "engine") or webapp_allowed(name, path)
    if top == "engine":
        return any(within(name, package) for package in engine_reach(path))
    if top in sys.stdlib_module_names:
        return top not in CLOCK_CHANCE_ENVIRONMENT | WEB_OF_STDLIB
    if path.parts[1] == "env" and top in ENV_MAY_USE:
        return True
    if path.parts[1] == "search" and top in SEARCH_MAY_USE:
        return True
    if path.parts[1] == "tournament" and top in TOURNAMENT_MAY_USE:
        return True
    is_kernel = bool(KERNEL_NAMES & {*path.parts[:-1], path.stem})
    return top in ENGINE_MAY_USE or (is_kernel and top in KERNELS_MAY_USE)


def engine_reach(path: Path) -> list[str]:
    """The packages of the engine that the module at `path`, in the engine, may import."""
    room, *inside = path.parts[1:]
    if not inside or path.name == "__main__.py":  # the face, and commands, which ask the face
        return ["engine"]
    if room == "core":
        return ["engine.core"]
    registry = [f"engine.rulesets.{name}" for name in ("battle_of", "read_once", "rulesets")]
    if room == "search":
        return ["engine.core", "engine.kernels.loading", "engine.odds", *registry, SEARCH]
    if room == "tournament":
        return ["engine.core", "engine.odds", "engine.rulesets.rulesets", "engine.tournament"]
    if room == "odds":
        return ["engine.core", "engine.kernels.loading", "engine.odds", *registry]
    if room == "kernels" or len(inside) == 1:
        return ["engine.core", "engine.kernels"]
    above = BUILT_ON[: BUILT_ON.index(room) + 1]
    return ["engine.core", "engine.kernels", *(f"engine.{low}.{inside[0]}" for low in above)]


BUILT_ON = ("rulesets", "players", "env")
"""Folders with one for each ruleset; each builds on those before it."""


def test_python_imports_follow_the_arrows() -> None:
    paths = kept("engine/*.py", "webapp/*.py")
    wrong = {path: wrong_imports((ROOT / path).read_text("utf-8"), path) for path in paths}
    assert {path: names for path, names in wrong.items() if names} == {}


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("engine/core/rng.py", "import random"),
        ("engine/core/rng.py", "from engine.rulesets import rulesets"),
        ("engine/core/rng.py", "from .. import rulesets"),
        ("engine/odds/chances.py", "import numpy as np"),
        ("engine/odds/chances.py", "from engine.rulesets.warlords.odds import chances"),
        ("engine/odds/chances.py", "import engine"),
        ("engine/search/orders.py", "from engine.rulesets.warlords import army"),
        ("webapp/cli.py", "from engine.search.orders import best_order"),
        ("engine/kernels/dice.py", "from engine.rulesets.manymarios.kernel import battle"),
        ("engine/rulesets/__init__.py", "from engine.rulesets.siege.ruleset import ruleset_with"),
        ("engine/rulesets/siege/army.py", "from engine.players.siege.ruleset import BOTS"),
        ("engine/players/siege/ruleset.py", "from engine.env.siege import SiegeEnv"),
        ("engine/players/siege/ruleset.py", "from engine.players.warlords import bots"),
        ("engine/__init__.py", "import webapp.models"),
        ("engine/__init__.py", "from flask import Flask"),
        ("engine/rulesets/siege/stages.py", "from ..warlords.stages import strike"),
        ("engine/rulesets/siege/odds.py", "from engine.odds import chances"),
        ("engine/odds/chances.py", "import pettingzoo"),
        ("webapp/cli.py", "from tests.dsl import battle"),
        ("webapp/base/errors.py", "from webapp.store import models"),
        ("webapp/html/forms.py", "from webapp.armies import store"),
        ("webapp/live/namespace.py", "from webapp.battles.live import BattleTopic"),
        ("webapp/cards/__init__.py", "from webapp.words import log"),
        ("webapp/battles/store.py", "from webapp.games.siege.game import GAME"),
        ("webapp/matches/store.py", "from webapp.challenges import terms"),
        ("webapp/site/home.py", "from webapp import create_app"),
        ("webapp/site/home.py", "from engine.core.reading import Reader"),
        ("webapp/site/home.py", "from webapp.games.siege.game import GAME"),
        ("webapp/games/siege/game.py", "from webapp.games.warlords import form"),
        ("webapp/games/siege/game.py", "from engine.rulesets.warlords import army"),
        ("engine/tournament/plan.py", "from engine.search import matchups"),
        ("engine/core/rng.py", "import networkx"),
        ("webapp/games/siege/game.py", "from engine.core.reading import Reader"),
    ],
)
def test_an_import_against_the_arrows_is_found(path: str, line: str) -> None:
    assert wrong_imports(line, Path(path)) != []
