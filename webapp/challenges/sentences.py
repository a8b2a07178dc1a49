"""Sentences on a challenge's pages, from public data and the viewer's side only."""

from collections.abc import Mapping
from typing import Any

from engine import SIDES, SideId, other_side
from webapp.base import games
from webapp.base.clock import now_ms
from webapp.base.game import Game
from webapp.base.texts import N_, _
from webapp.challenges import views
from webapp.html.moments import Moment
from webapp.store.models import Challenge


def status(public: Mapping[str, Any], side: SideId | None) -> str:
    """Return the state of a challenge; if it is over, how it ended."""
    is_match, appointment = _is_match(public), public["appointment"]
    match public["status"]:
        case "open":
            return _open(public, side)
        case "joined":
            return _joined(public, side)
        case "sealed" if appointment:
            if is_match:
                return _("Both armies are sealed. The match begins at the agreed time.")
            return _("Both armies are sealed. The battle begins at the agreed time.")
        case "cancelled" if _by_maker(public):
            return _("This challenge was cancelled by its maker.")
        case "cancelled":
            return _(
                "This challenge was cancelled: neither player had a valid army at the deadline."
            )
        case "sealed" | "countdown":
            if is_match:
                return _("Both armies are sealed. The match is about to begin.")
            return _("Both armies are sealed. The battle is about to begin.")
        case "on_air":
            return _("The match is being played.") if is_match else _("The battle is on air.")
        case "over" | "forfeit":
            return how_it_ended(public)
        case "expired":
            return _expired(public)
        case _:
            return _(
                "The rules have changed since these armies were sealed, so they can no longer meet."
            )


def moment(challenge: Challenge, public: Mapping[str, Any]) -> Moment:
    """Return the time that matters most in the state of a challenge."""
    appointment, expires_ms = public["appointment"], public["expires_at_ms"]
    match public["status"]:
        case "open" | "joined" | "sealed" if appointment:
            return Moment(N_("Starts {when}"), appointment["starts_at_ms"], is_exact=True)
        case "open":
            return Moment(N_("Open until {when}"), expires_ms, is_exact=True)
        case "joined":
            return Moment(N_("Seal by {when}"), expires_ms, is_exact=True)
        case "countdown":
            return Moment(N_("Starts {when}"), public["starts_at_ms"], is_exact=True)
        case "on_air":
            return Moment(N_("Started {when}"), public["starts_at_ms"])
        case "over" if challenge.battle:
            return Moment(N_("Ended {when}"), challenge.battle.ends_at_ms)
        case "forfeit" | "cancelled" | "expired":
            return Moment(N_("Ended {when}"), expires_ms)
    return Moment(N_("Created {when}"), public["created_at_ms"])


def how_it_ended(public: Mapping[str, Any]) -> str:
    """Return how a finished challenge ended, and its series, if that is decided."""
    names, winner = views.side_names(public), public["winner"]
    if public["status"] == "forfeit" and winner:
        text = N_("{name} had no valid army at the deadline: {winner} wins by forfeit.")
        sentence = _(text, name=names[other_side(winner)], winner=names[winner])
    elif winner:
        sentence = _("{name} has won.", name=names[winner])
    else:
        sentence = _("It was a draw.")
    series = public["series"]
    champion = series["winner"]
    if series["best_of"] == 1 or not champion:
        return sentence
    points = series["points"]
    won, lost = points[champion], points[other_side(champion)]
    name = views.player_names(public)[champion]
    won_all = _("{name} wins the series {won} to {lost}.", name=name, won=won, lost=lost)
    return f"{sentence} {won_all}"


def over(public: Mapping[str, Any]) -> str:
    """Return the replacement for a hidden result."""
    return _("The match is over.") if _is_match(public) else _("The battle is over.")


def seat(public: Mapping[str, Any], side: SideId, *, shows_winner: bool) -> str:
    """Return the progress of a side's player; '' if there is nothing to say."""
    at = public["seats"][side]
    if public["status"] == "cancelled" and _by_maker(public):
        return ""
    if public["status"] == "over":
        return _("won") if shows_winner and public["winner"] == side else ""
    if public["status"] in ("forfeit", "cancelled"):
        return _("wins by forfeit") if public["winner"] == side else _("had no valid army")
    if at["sealed"]:
        return _("sealed")
    if public["status"] == "expired" and not at["taken"]:
        return _("no player came")
    if public["status"] == "expired":
        return "" if public["appointment"] else _("did not seal in time")
    return _("builds in secret") if at["taken"] else _("this seat is free")


def seal_for_good(game: Game) -> str:
    if game.match:
        return _(
            "A sealed army cannot be changed, not even by you. Your opponent does not see it until "
            "the end."
        )
    return _(
        "A sealed army cannot be changed, not even by you. It stays hidden until both "
        "armies are sealed."
    )


def _is_match(public: Mapping[str, Any]) -> bool:
    return games.game(public["ruleset"]).match is not None


def _open(public: Mapping[str, Any], side: SideId | None) -> str:
    if side is None:
        name = views.player_names(public)["a"]
        return _("One seat is still free. {name} has the link to it.", name=name)
    if public["seats"][side]["sealed"]:
        return _(
            "Your army is sealed. The other seat is still free: send your opponent their link."
        )
    return _("The other seat is still free: send your opponent their link.")


def _joined(public: Mapping[str, Any], side: SideId | None) -> str:
    names, seats, appointment = views.side_names(public), public["seats"], public["appointment"]
    if appointment and now_ms() >= appointment["seals_at_ms"]:
        return _("The deadline has passed. The armies are being sealed.")
    done = next((one for one in SIDES if seats[one]["sealed"]), None)
    if done is None:
        if side is None:
            return _("Both players are here and build in secret.")
        name, proposer = names[other_side(side)], appointment and appointment["proposed_by"]
        if proposer == side:
            return _("You have proposed another time. {name} has to agree.", name=name)
        if proposer:
            return _("{name} proposes another time.", name=name)
        return _("{name} is here. Both of you build in secret.", name=name)
    name, other = names[done], names[other_side(done)]
    if side is None:
        texts = (
            N_("{name} has sealed. The battle begins as soon as {other} has."),
            N_("{name} has sealed. The match begins as soon as {other} has."),
        )
    elif side == done:
        name = other
        texts = (
            N_("Your army is sealed. The battle begins as soon as {name} has sealed."),
            N_("Your army is sealed. The match begins as soon as {name} has sealed."),
        )
    else:
        texts = (
            N_("{name} has sealed. The battle begins as soon as you seal."),
            N_("{name} has sealed. The match begins as soon as you seal."),
        )
    return _(texts[_is_match(public)], name=name, other=other)


def _by_maker(public: Mapping[str, Any]) -> bool:
    """Whether a cancelled challenge was cancelled before any deadline."""
    appointment = public["appointment"]
    return not appointment or bool(public["expires_at_ms"] < appointment["seals_at_ms"])


def _expired(public: Mapping[str, Any]) -> str:
    late = [side for side in SIDES if not public["seats"][side]["sealed"]]
    if not views.has_both(public):
        return _("This challenge expired: the other seat was not taken in time.")
    if len(late) == 1:
        text = N_("This challenge expired: {name} did not seal in time.")
        return _(text, name=views.side_names(public)[late[0]])
    return _("This challenge expired: neither player sealed in time.")
