"""Preview cards of battles, and the text that chat programs show with them."""

import hashlib
from collections.abc import Mapping
from typing import Final, NamedTuple

from flask import Blueprint, Response, request, url_for
from werkzeug.exceptions import UnprocessableEntity

from engine import SideId
from webapp import cards
from webapp.base import assets, games
from webapp.base.texts import N_, _
from webapp.battles import participants
from webapp.battles.pages import viewer
from webapp.cards import Phase, PreviewCard, Side
from webapp.guard.limits import heavy
from webapp.store.models import Battle

blueprint = Blueprint("cards", __name__)

# short and long text for each phase; never the result
SAID: Final[Mapping[Phase, tuple[str, str]]] = {
    "soon": (N_("It begins in a moment"), N_("live for everyone")),
    "on_air": (N_("● On air"), N_("watch it live")),
    "over": (N_("Who wins?"), N_("watch how it ends")),
}


class Preview(NamedTuple):
    address: str  # of the image of a link
    text: str  # its alternative


SIZES: Final = ((1200, 630), (600, 315), (300, 158))  # width and height


@blueprint.get("/b/<id_>/card.png")
@heavy
def of_battle(id_: str) -> Response:
    """Return the preview card, which never reveals the result."""
    battle = viewer.found(id_)
    return card_response(describe(battle), _version(battle))


def card_response(card: PreviewCard, current: str = "") -> Response:
    """Return a response with a card, cacheable if the request names its `current` version."""
    widths = {str(width): width for width, _height in SIZES}
    if (asked := request.args.get("w", "1200")) not in widths:
        raise UnprocessableEntity(f"?w= has to be one of {', '.join(widths)}.")
    response = Response(cards.draw(card, widths[asked]), mimetype="image/png")
    response.set_etag(hashlib.sha256(response.get_data()).hexdigest()[:24])
    if request.args.get("v") == (current or version(card)):
        assets.keep_for_ever(response)
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    response.make_conditional(request)
    return response


def version(card: PreviewCard) -> str:
    """Return a hash of what a card shows, for cacheable addresses."""
    return hashlib.sha256(repr(card).encode()).hexdigest()[:12]


def preview(card: PreviewCard, text: str, endpoint: str, **values: str) -> Preview:
    """Return the address of a card, as it looks now, at this endpoint, and its text."""
    return Preview(url_for(endpoint, v=version(card), _external=True, **values), text)


def address(battle: Battle, size: tuple[int, int] = SIZES[0]) -> str:
    options = {"w": str(size[0])} if size != SIZES[0] else {}
    return url_for("cards.of_battle", id_=battle.id, v=_version(battle), **options, _external=True)


def describe(battle: Battle) -> PreviewCard:
    """Return the public card of a battle, whether its visitor has watched it or not."""
    game = games.game(battle.ruleset)
    phase = viewer.phase(battle)
    started = viewer.opening(battle).events[0] if phase != "soon" else None
    names, called = participants.side_names(battle), participants.names_in(battle)
    headline, detail = SAID[phase]

    def side(letter: SideId) -> Side:
        units = game.army_card(started, letter).units if started else ()
        army = called[letter].army if called[letter].name else ""
        return Side(names[letter], army, tuple(unit.icon or cards.NO_ICON for unit in units))

    return PreviewCard(
        title=viewer.title_of(battle),
        ruleset=_(game.name),
        sides=(side("a"), side("b")),
        phase=phase,
        headline=headline,
        detail=" · ".join(filter(None, (_chances(battle, phase), detail))),
    )


def question(battle: Battle) -> str:
    """Return a battle as one line without its result: the sides and the exact chances."""
    names = participants.side_names(battle)
    chances = _chances(battle, viewer.phase(battle))
    if not chances:
        return _("{a} against {b}. Who wins?", **names)
    return _("{a} against {b}, {chances}. Who wins?", chances=chances, **names)


def _chances(battle: Battle, phase: Phase) -> str:
    """Return both sides' exact chances at the start, `54 : 46`, or '' while armies are secret."""
    chance = battle.recording.chance_a
    if chance is None or phase == "soon":
        return ""
    a = round(100 * chance)
    if a in (0, 100) and 0 < chance < 1:
        return "<1 : >99" if a == 0 else ">99 : <1"
    return f"{a} : {100 - a}"


def _version(battle: Battle) -> str:
    return f"{battle.version}-{viewer.phase(battle)}"
