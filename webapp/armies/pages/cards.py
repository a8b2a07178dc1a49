"""Preview cards of the home page and of saved armies."""

from flask import Blueprint, Response

from webapp import cards
from webapp.armies import store as armies
from webapp.base import games, samples
from webapp.base.game import ArmyCard
from webapp.base.texts import _
from webapp.battles.pages.cards import Preview, card_response, preview
from webapp.cards import PreviewCard, Side
from webapp.guard.limits import heavy
from webapp.store.models import Army

blueprint = heavy(Blueprint("site_cards", __name__))

BATTLE_ICON = "crossed-swords"


@blueprint.get("/card.png")
def home() -> Response:
    """Return the preview card of the home page: two sample armies before a battle."""
    return card_response(_home())


@blueprint.get("/a/<id_>/card.png")
def army(id_: str) -> Response:
    """Return the preview card of a saved army."""
    return card_response(_army(armies.found(id_)))


def of_home() -> Preview:
    card = _home()
    return preview(card, f"{card.title} {card.headline}", "site_cards.home")


def of_army(found: Army) -> Preview:
    card = _army(found)
    text = f"{card.title} · {card.ruleset} · {card.headline}"
    return preview(card, text, "site_cards.army", id_=found.id)


def _home() -> PreviewCard:
    loaded = map(samples.load, games.games().values())
    pairs = ([_side(one.card(id_)) for id_ in one.first_pair() if id_] for one in loaded)
    empty = Side("", "", emblem=BATTLE_ICON, note="")
    a, b, *_more = [*next(filter(None, pairs), []), empty, empty]
    return PreviewCard(
        title=_("Two armies meet."),
        ruleset=_("watch · build · challenge"),
        sides=(a, b),
        phase="over",
        headline=_("You see every blow."),
    )


def _army(found: Army) -> PreviewCard:
    game = games.game(found.ruleset)
    card = samples.card_of(game, found.document)
    name = game.army_name(found.name) or _("Unnamed army")
    own = _side(card, name) if card else Side(name, "", note=found.note)
    return PreviewCard(
        title=name,
        ruleset=_(game.name),
        sides=(own, Side(_("You?"), "", emblem=BATTLE_ICON, note=_("choose or build an army"))),
        phase="over",
        headline=_("Who takes it on?"),
        detail=found.note,
    )


def _side(card: ArmyCard, name: str = "") -> Side:
    units = tuple(unit.icon or cards.NO_ICON for unit in card.units)
    return Side(name or card.name, card.size, units)
