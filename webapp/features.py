"""The pages, API calls and live topics of all features; only this module imports all of them."""

from typing import Any, Final
from urllib.parse import quote, urlencode

from flask import Flask, current_app, request
from jinja2 import ChoiceLoader, FileSystemLoader, PrefixLoader

from webapp.armies import api as armies_api
from webapp.armies.pages import builder, changed_army
from webapp.armies.pages import cards as site_cards
from webapp.base import games
from webapp.base.config import Settings
from webapp.battles import api as battles_api
from webapp.battles.live import BattleTopic
from webapp.battles.pages import cards, download, embed, gallery, pairs, reels, viewer, watch
from webapp.chains import api as chains_api
from webapp.chains import pages as chains
from webapp.challenges import api as challenges_api
from webapp.challenges.live import ChallengeTopic
from webapp.challenges.pages import appointment, challenges, context, series
from webapp.games import api as catalogs
from webapp.guard import keys
from webapp.html import glossary, lineups, scenes, spoilers
from webapp.matches import api as matches_api
from webapp.matches import pages as matches
from webapp.matches.live import MatchTopic
from webapp.rest import api
from webapp.searches import api as searches_api
from webapp.searches import puzzles
from webapp.searches.pages import best, matchups, odds, puzzle, quick
from webapp.site import about, api_page, health, home, mended_links, mine, rules, style, tv
from webapp.tournaments import api as tournaments_api
from webapp.tournaments import tables
from webapp.tournaments.pages import tournaments

THEMES = ("dark", "light")
# pages with visitors' texts, under addresses without secrets
REPORTED = (
    *("home.home", "gallery.battles", "tv.tv", "watch.watch", "pairs.show", "army_pages.army"),
    *("challenge.show", "series.show", "series.luck", "match.show", "tournament.show"),
    "gauntlet.show",
)

PAGES = (
    *(home, quick, challenges, appointment, series, matches, tournaments),
    *(gallery, tv, watch, pairs, changed_army, embed, reels, cards, context),
    *(site_cards, download, scenes, odds, matchups, puzzle, builder),
    *(chains, rules, about, api_page, health, style, mine),
)
MORE_PAGES: Final = (
    *(challenges.sparring_blueprint, chains.survivors_blueprint),
    *(builder.armies_blueprint, best.armies_blueprint, best.order_blueprint),
    *(watch.again_blueprint, embed.oembed_blueprint, tournaments.registration_blueprint),
    about.language_blueprint,
)

# the API in the order of its description
API: Final = (
    *(battles_api.blueprint, battles_api.branches_blueprint, searches_api.odds_blueprint),
    *(searches_api.blueprint, searches_api.puzzles_blueprint, challenges_api.blueprint),
    *(matches_api.blueprint, tournaments_api.blueprint, tournaments_api.ladders_blueprint),
    *(catalogs.blueprint, chains_api.blueprint, armies_api.builder_blueprint, armies_api.blueprint),
)

TOPICS: Final = (BattleTopic, ChallengeTopic, MatchTopic)

# sections of a battle's page, in order
EXTRAS: Final[tuple[watch.Extras, ...]] = (
    *(context.battle_extras, watch.again_extras, chains.extras, watch.branch_extras),
)


def attach(app: Flask) -> None:
    api.attach(app, API)
    watch.attach(app, EXTRAS)
    for blueprint in (*(module.blueprint for module in PAGES), *MORE_PAGES):
        app.register_blueprint(blueprint)
    mended_links.attach(app)
    app.context_processor(_settings)
    app.jinja_env.filters["title_of"] = viewer.title_of
    app.jinja_env.filters["army_name"] = viewer.army_name
    app.jinja_env.globals.update(
        lineup=lineups.lineup,
        term=glossary.term,
        term_mark=glossary.mark,
        with_terms=glossary.within,
        use_terms=glossary.use,
        terms_explained=glossary.explanations,
        tournament_terms=tables.TERMS,
        known_visitor=keys.known_visitor,
    )
    assert app.jinja_loader is not None
    pages = {game.id: game.match.page for game in games.games().values() if game.match}
    own = PrefixLoader({id_: FileSystemLoader(page.templates) for id_, page in pages.items()})
    app.jinja_loader = ChoiceLoader([app.jinja_loader, PrefixLoader({"games": own})])


def _settings() -> dict[str, Any]:
    """Return the visitor's settings, and the installed games, for every template."""
    theme = request.cookies.get("theme")
    return {
        "theme": theme if theme in THEMES else None,
        "spoilers_hidden": spoilers.are_hidden(),
        "has_puzzles": puzzles.first_book() is not None,
        "games": [*games.games().values()],
        "report_url": _report_url() if request.endpoint in REPORTED else "",
    }


def _report_url() -> str:
    settings: Settings = current_app.config["SETTINGS"]
    if not settings.report.startswith("mailto:"):
        return settings.report
    query = urlencode({"subject": "Battlereel", "body": request.base_url}, quote_via=quote)
    return f"{settings.report}{'&' if '?' in settings.report else '?'}{query}"
