"""The preview card of a battle, and what chat programs read beside it."""

import hashlib
from collections.abc import Mapping
from typing import Final, NamedTuple

from flask import Blueprint, Response, request, url_for
from werkzeug.exceptions import UnprocessableEntity

import engine
from webapp import cards
from webapp.base import assets, games
from webapp.base.display_names import Called
from webapp.base.game import Game
from webapp.base.texts import N_, _
from webapp.battles.pages import viewer
from webapp.battles.pages.titles import title_of
from webapp.cards import Phase, PreviewCard, Side, Unit
from webapp.guard.limits import heavy
from webapp.store.models import Battle

blueprint = Blueprint("cards", __name__)

SAID: Final[Mapping[Phase, tuple[str, str]]] = {
    "soon": (N_("It begins in a moment"), N_("on air for all at once")),
    "on_air": (N_("● On air"), N_("watch it live")),
    "over": (N_("Who wins?"), N_("watch how it ends")),
}
"""What a card says of each phase, in short and in longer form; never the result."""


class Size(NamedTuple):
    """Width and height of a card in px."""

    width: int
    height: int


class Preview(NamedTuple):
    """What chat programs show beside a link: a picture, and what is on it in words."""

    address: str
    text: str


SIZES: Final = (Size(1200, 630), Size(600, 315), Size(300, 158))


@blueprint.get("/b/<id_>/card.png")
@heavy
def of_battle(id_: str) -> Response:
    """The preview card, the same for everybody: it never tells how the battle ends."""
    battle = viewer.found(id_)
    return drawn(describe(battle), _version(battle))


def drawn(card: PreviewCard, current: str) -> Response:
    """The response with a card; browsers may cache it if they asked for its current version."""
    widths = {str(size.width): size for size in SIZES}
    if (asked := request.args.get("w", "1200")) not in widths:
        raise UnprocessableEntity(f"?w= has to be one of {', '.join(widths)}.")
    response = Response(cards.draw(card, widths[asked].width), mimetype="image/png")
    response.set_etag(hashlib.sha256(response.get_data()).hexdigest()[:24])
    if request.args.get("v") == current:
        response.cache_control.public = True
        response.cache_control.max_age = assets.FOR_EVER_SECONDS
        response.cache_control.immutable = True
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    response.make_conditional(request)
    return response


def version(card: PreviewCard) -> str:
    """Stands for what a card shows, in its address: it may be cached for as long as that holds."""
    return hashlib.sha256(repr(card).encode()).hexdigest()[:12]


def address(battle: Battle, size: Size = SIZES[0]) -> str:
    """Where the card of a battle is, as it looks now."""
    options = {"w": str(size.width)} if size != SIZES[0] else {}
    return url_for("cards.of_battle", id_=battle.id, v=_version(battle), **options, _external=True)


def describe(battle: Battle) -> PreviewCard:
    """What everybody may be told of a battle now, whether they have watched it or not."""
    game = games.game(battle.ruleset)
    phase = viewer.phase(battle)
    armies = _armies(game, battle) if phase != "soon" else {"a": (), "b": ()}
    names, called = viewer.side_names(battle), viewer.called_in(battle)
    headline, detail = SAID[phase]
    return PreviewCard(
        title=title_of(battle),
        ruleset=_(game.name),
        sides=(
            _side(names["a"], called["a"], armies["a"]),
            _side(names["b"], called["b"], armies["b"]),
        ),
        phase=phase,
        headline=headline,
        detail=" · ".join(filter(None, (_chances(battle, phase), detail))),
    )


def question(battle: Battle) -> str:
    """A battle in a line for whoever has not watched it: who meets whom, and the exact chances."""
    names = viewer.side_names(battle)
    chances = _chances(battle, viewer.phase(battle))
    if not chances:
        return _("{a} against {b}. Who wins?", **names)
    return _("{a} against {b}, {chances}. Who wins?", chances=chances, **names)


def _side(name: str, called: Called, units: tuple[Unit, ...]) -> Side:
    return Side(name, called.army if called.name else "", units)


def _chances(battle: Battle, phase: Phase) -> str:
    """Both sides' exact chances at the beginning, `54 : 46`, once the armies are no secret."""
    chance = battle.recording.chance_a
    if chance is None or phase == "soon":
        return ""
    a = round(100 * chance)
    if a in (0, 100) and 0 < chance < 1:
        return "<1 : >99" if a == 0 else ">99 : <1"
    return f"{a} : {100 - a}"


def _armies(game: Game, battle: Battle) -> dict[str, tuple[Unit, ...]]:
    """The units of both sides as the battle begins; what is secret then is left out."""
    started = viewer.opening(battle).events[0]
    return {
        side: tuple(
            Unit(unit.icon or cards.NO_ICON) for unit in game.army_card(started, side).units
        )
        for side in engine.SIDES
    }


def _version(battle: Battle) -> str:
    return f"{battle.version}-{viewer.phase(battle)}"
