"""Challenge of a bot with one click, with a sample army sealed immediately."""

from typing import NamedTuple

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from webapp.base import games, samples
from webapp.base.errors import required
from webapp.base.game import Game, Opponent
from webapp.base.texts import _
from webapp.challenges import outcome, store, terms, views
from webapp.guard import keys
from webapp.guard.limits import heavy
from webapp.store import database

blueprint = Blueprint("sparring", __name__)


class Partner(NamedTuple):
    """A game's easiest bot, and the id of the newcomer's sample army."""

    game: Game
    bot: Opponent
    army: str


def partner(game: Game) -> Partner | None:
    """Return the weakest bot of a game; None without a bot or a suitable sample army."""
    army, _other = samples.load(game).first_pair()
    bot = next(iter(game.opponents.values()), None)
    return Partner(game, bot, army) if bot and army else None


@blueprint.post("/challenge/bot/<ruleset>")
@heavy
def play(ruleset: str) -> ResponseReturnValue:
    """Challenge a bot, seal a sample army, and redirect to the outcome.

    `opponent` is the bot's id, by default the weakest. 404 if there is none.
    """
    missing = NotFound(_("This game has no bot that could be played at one click."))
    found = required(partner(games.game(ruleset)), missing)
    game = found.game
    id_ = request.form.get("opponent", found.bot.id)
    bot = required(game.opponents.get(id_), NotFound(_("There is no such bot.")))
    new = store.New(game.id, terms.read(game, {}, {}), keys.visitor(), opponent=bot.id)
    challenge = store.create(new)
    outcome.seal(challenge, "a", samples.load(game).armies[found.army].army)
    address = views.public(database.fresh(challenge))["address"]
    return redirect(address or url_for("challenge.show", id_=challenge.id), 303)
