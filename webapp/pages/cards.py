"""The preview card of a battle, and what chat programs read beside it."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from flask import Blueprint, Response, request, url_for
from werkzeug.exceptions import UnprocessableEntity

import engine
from webapp import cards, games
from webapp.base.clock import now_ms
from webapp.base.game import Game, UnitFace
from webapp.base.sides import side_name
from webapp.battles import store as battles
from webapp.battles.playback import Playback
from webapp.cards import Phase, PreviewCard, Side, Unit
from webapp.guard.limits import heavy
from webapp.pages import spoilers, viewer
from webapp.store.models import Battle

blueprint = Blueprint("cards", __name__)

KEPT_SECONDS: Final = 31_536_000
SAID: Final[Mapping[Phase, tuple[str, str]]] = {
    "soon": ("It begins in a moment", "on air for all at once"),
    "on_air": ("● On air", "watch it live"),
    "over": ("Who wins?", "watch how it ends"),
}
"""What a card says as long as it must not tell the result, in a word and in a few more."""


class Size(NamedTuple):
    """Width and height of a card in px."""

    width: int
    height: int


SIZES: Final = (Size(1200, 630), Size(600, 315), Size(300, 158))


class _Ended(msgspec.Struct):
    survivors: dict[str, list[dict[str, Any]]]


@blueprint.get("/b/<id_>/card.png")
@heavy
def card(id_: str) -> Response:
    """The preview card; the result is on it when the battle is over, unless `?spoilers=0`."""
    battle = viewer.found(id_)
    hidden = request.args.get(spoilers.NAME) == spoilers.HIDDEN
    return drawn(describe(battle, hidden=hidden), _version(battle))


def drawn(preview: PreviewCard, version: str) -> Response:
    """A card as it was asked for; whoever asked for this version may keep it."""
    widths = {str(size.width): size for size in SIZES}
    if (asked := request.args.get("w", "1200")) not in widths:
        raise UnprocessableEntity(f"?w= has to be one of {', '.join(widths)}.")
    response = Response(cards.draw(preview, widths[asked].width), mimetype="image/png")
    response.set_etag(hashlib.sha256(response.get_data()).hexdigest()[:24])
    if request.args.get("v") == version:
        response.cache_control.public = True
        response.cache_control.max_age = KEPT_SECONDS
        response.cache_control.immutable = True
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    response.make_conditional(request)
    return response


def address(battle: Battle, size: Size = SIZES[0], *, hidden: bool) -> str:
    """Where the card of a battle is, as it looks now."""
    options = {"w": str(size.width)} if size != SIZES[0] else {}
    if hidden:
        options[spoilers.NAME] = spoilers.HIDDEN
    version = _version(battle)
    return url_for("cards.card", id_=battle.id, v=version, **options, _external=True)


def describe(battle: Battle, *, hidden: bool) -> PreviewCard:
    """What may be told of a battle now; with `hidden`, not how it ended."""
    game = games.game(battle.ruleset)
    phase = _phase(battle)
    is_told = phase == "over" and not hidden
    armies = _armies(game, battle, is_told=is_told) if phase != "soon" else {"a": (), "b": ()}
    names = sides(battle)
    verdict, detail = _verdict(game, battle, armies) if is_told else SAID[phase]
    return PreviewCard(
        title=battle.title,
        ruleset=game.name,
        sides=(
            Side(names["a"], battle.army_a if battle.name_a else "", armies["a"]),
            Side(names["b"], battle.army_b if battle.name_b else "", armies["b"]),
        ),
        phase=phase,
        verdict=verdict,
        detail=detail,
        winner=battle.recording.winner if is_told else None,
    )


def sides(battle: Battle) -> dict[str, str]:
    """What each side is called: by its own name, its army's, or its letter."""
    return {
        "a": side_name("a", battle.name_a, battle.army_a),
        "b": side_name("b", battle.name_b, battle.army_b),
    }


def _phase(battle: Battle) -> Phase:
    if viewer.is_over(battle):
        return "over"
    return "on_air" if now_ms() >= battle.starts_at_ms else "soon"


def _verdict(game: Game, battle: Battle, armies: Mapping[str, tuple[Unit, ...]]) -> tuple[str, str]:
    """How a battle ended, in a word and in a few more."""
    result, wording = battle.recording, game.wording
    if result.winner is None:
        return "A draw", wording.drawn.get(result.reason, "")
    wins = f"{sides(battle)[result.winner]} wins"
    if result.reason in wording.won:
        return wins, wording.won[result.reason]
    army = armies[result.winner]
    left = sum(not unit.has_fallen for unit in army)
    units = "unit" if len(army) == 1 else "units"
    return wins, f"{left} of {len(army)} {units} left"


def _armies(game: Game, battle: Battle, *, is_told: bool) -> dict[str, tuple[Unit, ...]]:
    """The units of both sides; who has fallen, and what was secret, only if it may be told."""
    playback = battles.playback_of(game, battle)
    first = bytes(playback.header) + b"\n" + bytes(playback.events[0])
    started = engine.load_recording(first).events[0]
    armies = {"a": game.army_card(started, "a").units, "b": game.army_card(started, "b").units}
    icons: Mapping[str, str] = {}
    if is_told and game.revealed is not None:
        icons = game.revealed([bytes(event) for event in playback.events])
    fallen = _fallen(game, battle, playback, armies) if is_told else frozenset()
    return {
        side: tuple(
            Unit(icons.get(unit.id) or unit.icon or cards.NO_ICON, unit.id in fallen)
            for unit in units
        )
        for side, units in armies.items()
    }


def _fallen(
    game: Game, battle: Battle, playback: Playback, armies: Mapping[str, Sequence[UnitFace]]
) -> frozenset[str]:
    """The ids of those who are not left."""
    survivors = msgspec.json.decode(bytes(playback.events[-1]), type=_Ended).survivors
    standing = {row["id"] for rows in survivors.values() for row in rows}
    is_rout = battle.recording.reason in game.routs
    return frozenset(
        unit.id
        for side, units in armies.items()
        for unit in units
        if unit.id not in standing or (is_rout and side != battle.recording.winner)
    )


def _version(battle: Battle) -> str:
    return f"{battle.version}-{_phase(battle)}"
