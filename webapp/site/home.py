"""The home page: ways to begin, samples, battles on air and recent ones."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final, NamedTuple

from flask import Blueprint, current_app, render_template, url_for
from markupsafe import Markup

from webapp.armies.pages import cards as site_cards
from webapp.base import games, icons, samples
from webapp.base.assets import asset
from webapp.base.clock import now_ms
from webapp.base.game import Game
from webapp.base.texts import language
from webapp.battles import gallery
from webapp.battles import store as battles
from webapp.battles.pages import cards, viewer
from webapp.challenges.pages import sparring
from webapp.matches import store as matches
from webapp.matches import views as match_views
from webapp.store.models import Battle

blueprint = Blueprint("home", __name__)

PLAYED_MOST: Final = 12
CARDS_KEPT: Final = 32  # games in each language


@blueprint.get("/")
def home() -> str:
    """The home page."""
    known = games.games()
    return render_template(
        "home.html",
        show=_showcase(known.values()),
        sparring=[*filter(None, map(sparring.partner, known.values()))],
        rulesets=[(game.ruleset, sample_cards(game)) for game in known.values()],
        card=site_cards.of_home(),
        played=[
            (match.id, match_views.title(match))
            for match in matches.being_played(known, PLAYED_MOST)
        ],
        phase_of=viewer.phase,
        **gallery.lately(known, now_ms())._asdict(),
    )


def sample_cards(game: Game) -> tuple[Markup, ...]:
    """Return a game's sample battle cards, cached by language."""
    return _drawn(game, language(), icons.url())


@lru_cache(CARDS_KEPT)
def _drawn(game: Game, _language: str, _address: str) -> tuple[Markup, ...]:
    of_game = samples.load(game)
    parts: Any = current_app.jinja_env.get_template("sample_battles.html").module
    return tuple(parts.card(of_game, battle) for battle in of_game.battles.values())


class Showcase(NamedTuple):
    """The battle that plays on the home page; `data` is for static/js/site/home/showcase.js."""

    battle: Battle
    picture: str
    data: dict[str, Any]


def _showcase(known: Iterable[Game]) -> Showcase | None:
    """Return the first sample battle of a game with a built scene."""
    listed = [samples.load(game) for game in known if game.scene.built]
    ids = [one.page_id(sample) for one in listed for sample in one.battles.values()]
    stored = battles.find_all(ids)
    over = (stored[id_] for id_ in ids if id_ in stored and viewer.is_over(stored[id_]))
    battle = next(over, None)
    return _shown(battle) if battle else None


def _shown(battle: Battle) -> Showcase:
    picture = cards.address(battle, cards.SIZES[1])
    data = viewer.page_data(battle)
    del data["catalog"]  # larger than the page; fetched once the page is readable
    more = {
        "module": asset("showcase.js"),
        "catalog_url": url_for("catalogs.get_catalog", ruleset=battle.ruleset),
        "style_url": asset("show.css"),
        "picture": picture,
    }
    return Showcase(battle, picture, data | more)
