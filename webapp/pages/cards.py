"""The preview card of a battle, and what chat programs read beside it."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from flask import Blueprint, Response, current_app, request, url_for
from werkzeug.exceptions import UnprocessableEntity

import engine
from engine.rulesets.siege.snapshot import STATS
from webapp import cards
from webapp.battles import samples
from webapp.battles import store as battles
from webapp.battles.playback import Show
from webapp.cards import Card, Phase, Side, Unit
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

REASONS: Final = {"defeat": "nobody is left", "stalemate": "nobody left can strike"}
"""Why a battle ended in a draw."""
DECIDED: Final = {
    "castle": "the castle has fallen",
    "round_limit": "by the totals after the last round",
    "resigned": "the other side resigned",
}
"""What decided a match in which no unit falls."""


class Size(NamedTuple):
    """Width and height of a card in px."""

    width: int
    height: int


SIZES: Final = (Size(1200, 630), Size(600, 315), Size(300, 158))


class _Ended(msgspec.Struct):
    survivors: dict[str, list[dict[str, Any]]]


class _Row(msgspec.Struct):
    id: str
    values: dict[str, int]


class _Shown(msgspec.Struct):
    type: str
    units: tuple[_Row, ...] = ()


_SHOWN: Final = msgspec.json.Decoder(_Shown)


@blueprint.get("/b/<id_>/card.png")
@heavy
def card(id_: str) -> Response:
    """The preview card; the result is on it when the battle is over, unless `?spoilers=0`."""
    battle = viewer.found(id_)
    hidden = request.args.get(spoilers.NAME) == spoilers.HIDDEN
    return drawn(describe(battle, hidden=hidden), _version(battle))


def drawn(shown: Card, version: str) -> Response:
    """A card as it was asked for; whoever asked for this version may keep it."""
    widths = {str(size.width): size for size in SIZES}
    if (asked := request.args.get("w", "1200")) not in widths:
        raise UnprocessableEntity(f"?w= has to be one of {', '.join(widths)}.")
    response = Response(cards.draw(shown, widths[asked].width), mimetype="image/png")
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


def describe(battle: Battle, *, hidden: bool) -> Card:
    """What may be told of a battle now; with `hidden`, not how it ended."""
    phase = _phase(battle)
    is_told = phase == "over" and not hidden
    armies = _armies(battle, is_told=is_told) if phase != "soon" else {"a": (), "b": ()}
    names = sides(battle)
    verdict, detail = _verdict(battle, armies) if is_told else SAID[phase]
    return Card(
        title=battle.title,
        ruleset=engine.rulesets()[battle.recording.ruleset].name,
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
        "a": battle.name_a or battle.army_a or "Side A",
        "b": battle.name_b or battle.army_b or "Side B",
    }


def _phase(battle: Battle) -> Phase:
    if viewer.is_over(battle):
        return "over"
    now_ms = current_app.config["CLOCK"].now_ms()
    return "on_air" if now_ms >= battle.starts_at_ms else "soon"


def _verdict(battle: Battle, armies: Mapping[str, tuple[Unit, ...]]) -> tuple[str, str]:
    """How a battle ended, in a word and in a few more."""
    result = battle.recording
    if result.winner is None:
        return "A draw", REASONS.get(result.reason, "")
    wins = f"{sides(battle)[result.winner]} wins"
    if result.reason in DECIDED:
        return wins, DECIDED[result.reason]
    army = armies[result.winner]
    left = sum(not unit.has_fallen for unit in army)
    units = "unit" if len(army) == 1 else "units"
    return wins, f"{left} of {len(army)} {units} left"


def _armies(battle: Battle, *, is_told: bool) -> dict[str, tuple[Unit, ...]]:
    """The units of both sides; who has fallen, and what was secret, only if it may be told."""
    show = battles.show_of(battle)
    first = bytes(show.header) + b"\n" + bytes(show.events[0])
    started: Any = engine.load_recording(first).events[0]
    armies = {
        side: samples.CARDS[battle.recording.ruleset](army).units
        for side, army in (("a", started.a), ("b", started.b))
    }
    pictures = _revealed(show) if is_told else {}
    fallen = _fallen(battle, show, armies) if is_told else frozenset()
    return {
        side: tuple(
            Unit(pictures.get(unit.id) or unit.icon or cards.NO_ICON, unit.id in fallen)
            for unit in units
        )
        for side, units in armies.items()
    }


def _revealed(show: Show) -> dict[str, str]:
    """By id, the pictures of units that were secret before the end."""
    told = (_SHOWN.decode(event) for event in show.events if b'"army_revealed"' in bytes(event))
    return {
        row.id: samples.picture([row.values[stat] for stat in STATS[:3]])
        for event in told
        if event.type == "army_revealed"
        for row in event.units
    }


def _fallen(
    battle: Battle, show: Show, armies: Mapping[str, Sequence[samples.Face]]
) -> frozenset[str]:
    """The ids of those who are not left; with a castle falls all that is in it."""
    survivors = msgspec.json.decode(bytes(show.events[-1]), type=_Ended).survivors
    standing = {row["id"] for rows in survivors.values() for row in rows}
    taken = battle.recording.reason == "castle"
    return frozenset(
        unit.id
        for side, units in armies.items()
        for unit in units
        if unit.id not in standing or (taken and side != battle.recording.winner)
    )


def _version(battle: Battle) -> str:
    return f"{battle.version}-{_phase(battle)}"
