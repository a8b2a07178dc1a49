"""A battle as a reel file: its recording with cues, and what it names of catalog and pictures."""

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from webapp.base import assets, figures, games, icons
from webapp.base.jobs import in_thread
from webapp.battles.playback import Playback
from webapp.html import scenes
from webapp.store.models import Battle

PLAYED_PARTS: Final = ("abilities", "entries", "terrains", "bots")
PLAYED: Final = ("id", "name", "icon", "kind", "text")
CREDITS: Final = "Icons from game-icons.net, CC BY 3.0"
QUOTED: Final = re.compile(r"""["'`]([\w-]+)["'`]""")  # names of icons, in scripts


def encoded(
    battle: Battle, show: Playback, data: Mapping[str, Any], piece: Mapping[str, Any] | None = None
) -> bytes:
    """Return the reel file of a battle as JSON, whole or up to the end of a piece.

    `data` is that of the battle's page: `viewer.page_data`.
    """
    game = games.game(battle.ruleset)
    scripts = assets.path("offline.js").read_text("utf-8") + scenes.inlined(game)[0]
    catalog = _played(data["catalog"]) if game.scene.built else data["catalog"]
    shown = {"battle": data["battle"], "catalog": catalog}
    # In a thread, since the longest recordings have 2.5 MB.
    return in_thread(_encoded, show, piece, shown, scripts, icons.symbols())


def _encoded(
    show: Playback,
    piece: Mapping[str, Any] | None,
    data: dict[str, Any],
    scripts: str,
    symbols: Mapping[str, str],
) -> bytes:
    """Return a reel file; on air it has no header, whose seed is secret."""
    text = text_of(show, piece)
    catalog = data["catalog"] if piece else _named(data["catalog"], scripts + text)
    battle = {name: value for name, value in data["battle"].items() if piece or name != "ground"}
    shown: Mapping[str, Any] = piece or {
        "events": show.events,
        "cues": show.schedule.cues,
        "until_ms": show.schedule.duration_ms,
        **show.extras(slice(None), over=True),
    }
    names = ("chances", "luck")
    more: dict[str, Any] = {name: shown[name] for name in names if name in shown}
    body: dict[str, Any] = {
        "reel": 1,
        "scene": battle["ruleset"],
        "recording": [None if piece else show.header, *shown["events"]],
        "cues": shown["cues"],
        "end_ms": shown["until_ms"],
        "battle": battle,
        "catalog": catalog,
        "figures": figures_of(text, data["catalog"], symbols, scripts),
        "credits": CREDITS,
        **more,
    }
    if piece:
        body["live"] = {"clock_ms": piece["clock_ms"], "events": "reel-events.json"}
    return msgspec.json.encode(body)


def text_of(show: Playback, piece: Mapping[str, Any] | None) -> str:
    """Return the events of a piece, or all, as text."""
    return msgspec.json.encode(piece["events"] if piece else show.events).decode()


def _named(catalog: dict[str, Any], text: str) -> dict[str, Any]:
    """Return a catalog without the entries and abilities that a text does not name."""
    words = set(re.findall(r"[\w-]+", text))
    few = {
        part: {id_: row for id_, row in catalog[part].items() if id_ in words}
        for part in ("entries", "abilities")
    }
    return {**catalog, **few, "figures": figures.shown(catalog, words)}


def _played(catalog: dict[str, Any]) -> dict[str, Any]:
    """Return what our own scenes read of a catalog: names, texts and icons."""
    played: dict[str, Any] = {part: catalog[part] for part in ("ruleset", "figures")}
    for part in PLAYED_PARTS:
        rows = catalog.get(part, {})
        played[part] = {id_: {k: row[k] for k in PLAYED if k in row} for id_, row in rows.items()}
    return played


def figures_of(
    text: str, catalog: dict[str, Any], symbols: Mapping[str, str], scripts: str = ""
) -> dict[str, str]:
    """Return icons as SVG files: those of units and items in a text, and those in scripts."""
    words = set(re.findall(r"[\w-]+", text))
    named = {row.get("icon") for row in catalog["entries"].values() if row["id"] in words}
    units = {f"{catalog['ruleset']}-unit-{id_}" for id_ in figures.shown(catalog, words)}
    wanted = words | named | units | set(QUOTED.findall(scripts))
    return {name: _drawing(symbol) for name, symbol in symbols.items() if name in wanted}


def _drawing(symbol: str) -> str:
    opened = re.sub(r'^<symbol id="[^"]*"', '<svg xmlns="http://www.w3.org/2000/svg"', symbol)
    return opened.replace("</symbol>", "</svg>")
