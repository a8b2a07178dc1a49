"""The home page: ways to begin, samples, battles on air and recent ones."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Final

from flask import Blueprint, current_app, render_template, url_for
from markupsafe import Markup

from webapp.armies.pages import cards as site_cards
from webapp.base import assets, games, icons, samples
from webapp.base.assets import asset
from webapp.base.clock import now_ms
from webapp.base.game import Game
from webapp.base.texts import language
from webapp.battles import gallery
from webapp.battles import store as battles
from webapp.battles.pages import cards, viewer
from webapp.challenges.pages import challenges
from webapp.matches import store as matches
from webapp.matches import views as match_views
from webapp.store.models import Battle

blueprint = Blueprint("home", __name__)

PLAYED_MOST: Final = 12
BEST: Final = 2
CARDS_KEPT: Final = 32  # games in each language


@blueprint.get("/")
def home() -> str:
    """The home page."""
    known = games.games()
    lately = gallery.lately(known, now_ms())
    played = matches.being_played(known, PLAYED_MOST)
    return render_template(
        "home.html",
        show=_showcase(known.values(), lately.on_air),
        parts=[part(game) for game in known.values()],
        card=site_cards.of_home(),
        played=[(match.id, match_views.title(match)) for match in played],
        phase_of=viewer.phase,
        **lately._asdict(),
    )


def part(game: Game) -> dict[str, Any]:
    """Return a game's part of the page: its picture, sample battles and easiest bot."""
    drawn = _drawn(game, language(), icons.url())
    return {
        "game": game,
        "picture": assets.battle_picture(game),
        "best": drawn[:BEST],
        "others": drawn[BEST:],
        "partner": challenges.partner(game),
    }


@lru_cache(CARDS_KEPT)
def _drawn(game: Game, _language: str, _address: str) -> tuple[Markup, ...]:
    """Return a game's sample battle cards, the best first."""
    of_game = samples.load(game)
    parts: Any = current_app.jinja_env.get_template("sample_battles.html").module
    return tuple(
        parts.card(of_game, battle, assets.empty_stage(game, of_game.battle_file(battle)))
        for battle in samples.best_first(of_game)
    )


def _showcase(known: Iterable[Game], on_air: Iterable[Battle]) -> dict[str, Any] | None:
    """Return a battle on air, or else the most dramatic moment of a sample."""
    live = next((battle for battle in on_air if viewer.phase(battle) == "on_air"), None)
    if live:
        return _shown(live)
    found = next(highlights(known), None)
    return _shown(*found) if found else None


def _shown(battle: Battle, moment: int = 0) -> dict[str, Any]:
    """Return the battle that plays; `data` is for static/js/site/home/showcase.js."""
    picture = cards.address(battle, cards.SIZES[1])
    data = viewer.page_data(battle)
    del data["catalog"]  # larger than the page; fetched once the page is readable
    more = {
        "moment": moment,
        "module": asset("showcase.js"),
        "live_module": asset("live.js"),
        "catalog_url": url_for("catalogs.get_catalog", ruleset=battle.ruleset),
        "style_url": asset("show.css"),
        "picture": picture,
    }
    return {"battle": battle, "picture": picture, "data": data | more}


def highlights(known: Iterable[Game]) -> Iterator[tuple[Battle, int]]:
    """Yield the best sample battle of each game with a built scene and its most dramatic event."""
    best = [
        (of_game.page_id(sample), sample)
        for of_game in [samples.load(game) for game in known if game.scene.built]
        for sample in samples.best_first(of_game)[:1]
    ]
    best.sort(key=lambda one: not one[1].featured)
    stored = battles.find_all([id_ for id_, _sample in best])
    for id_, sample in best:
        if id_ in stored and viewer.is_over(stored[id_]):
            yield stored[id_], sample.moment or 0
