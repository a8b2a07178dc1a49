"""Playing a bot at one click: a challenge to it, with a sample army that is sealed at once."""

from typing import NamedTuple

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from webapp.base import games, samples
from webapp.base.game import Game, Opponent
from webapp.base.texts import _
from webapp.challenges import seals, store, terms, views
from webapp.guard import keys
from webapp.guard.limits import heavy
from webapp.matches import seats

blueprint = Blueprint("sparring", __name__)


class Partner(NamedTuple):
    """The bot that newcomers meet in a game, and the id of the sample army that they lead."""

    game: Game
    bot: Opponent
    army: str


def partner(game: Game) -> Partner | None:
    """The weakest bot of a game; None where there is none, or no army that is ready."""
    army, _other = samples.load(game).first_pair()
    bot = next(iter(game.opponents.values()), None)
    return Partner(game, bot, army) if bot and army else None


@blueprint.post("/challenge/bot/<ruleset>")
@heavy
def play(ruleset: str) -> ResponseReturnValue:
    """Challenges a bot, seals a sample army, and leads to what comes of it.

    `opponent` names the bot, otherwise it is the weakest. 404 where there is none.
    """
    found = partner(games.game(ruleset))
    if found is None:
        raise NotFound(_("Nobody can be played here at one click: this game has no bot."))
    game = found.game
    bot = game.opponents.get(request.form.get("opponent", found.bot.id))
    if bot is None:
        raise NotFound(_("There is no such bot."))
    new = store.New(game.id, terms.read(game, {}, {}), keys.visitor(), opponent=bot.id)
    challenge = store.create(new)
    seals.seal(challenge, "a", samples.load(game).armies[found.army].army)
    address = views.public(seats.fresh(challenge))["address"]
    return redirect(address or url_for("challenge.show", id_=challenge.id), 303)
