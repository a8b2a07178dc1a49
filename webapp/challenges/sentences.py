"""Sentences on a challenge's pages, from public data and the viewer's side only."""

from collections.abc import Mapping
from typing import Any, Final

from engine import SIDES, SideId, other_side
from webapp.base.clock import now_ms
from webapp.base.texts import N_, _, deadline
from webapp.challenges import views

SEAL_FOR_GOOD: Final = N_(
    "A sealed army cannot be changed, not even by you. It stays hidden until both "
    "armies are sealed."
)
SEAL_FOR_GOOD_MATCH: Final = N_(
    "A sealed army cannot be changed, not even by you. Your opponent does not see it until the end."
)


def status(public: Mapping[str, Any], side: SideId | None, *, is_match: bool) -> str:
    """Return the state of a challenge; if it is over, how it ended."""
    names = views.side_names(public)
    appointment = public["appointment"]
    match public["status"]:
        case "open":
            return _open(public, side)
        case "joined" if appointment:
            return _drafting(public, side)
        case "joined":
            return _joined(public, side, is_match=is_match)
        case "sealed" if appointment:
            if is_match:
                return _("Both armies are sealed. The match begins at the agreed time.")
            return _("Both armies are sealed. The battle begins at the agreed time.")
        case "forfeit":
            return how_it_ended(public)
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
        case "over":
            return how_it_ended(public)
        case "expired":
            return _expired(public, names)
        case _:
            return _(
                "The rules have changed since these armies were sealed. They cannot meet any more."
            )


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


def over(*, is_match: bool) -> str:
    """Return the replacement for a hidden result."""
    return _("The match is over.") if is_match else _("The battle is over.")


def seat(public: Mapping[str, Any], side: SideId, *, shows_winner: bool) -> str:
    """Return the progress of a side's player; '' if there is nothing to say."""
    at = public["seats"][side]
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


def while_building(public: Mapping[str, Any], side: SideId, *, is_match: bool) -> str:
    """Return a player's note above the builder: the opponent's progress, and who sees the army."""
    other = public["seats"][other_side(side)]
    name = views.side_names(public)[other_side(side)]
    if not other["taken"]:
        sentence = _("The other seat is still free.")
    elif other["sealed"]:
        sentence = _("{name} has sealed an army.", name=name)
    else:
        sentence = _("{name} is building, too.", name=name)
    secret = (
        _("Your opponent does not see your army until the end.")
        if is_match
        else _("Your army stays hidden until both are sealed.")
    )
    return f"{sentence} {secret}"


def seal_for_good(*, is_match: bool) -> str:
    return _(SEAL_FOR_GOOD_MATCH) if is_match else _(SEAL_FOR_GOOD)


def sealed_only_yours(*, is_match: bool) -> str:
    """Return the note next to a player's sealed army on who sees it."""
    if is_match:
        return _("Your opponent does not see it until the end.")
    return _("Only you see it until both armies are sealed.")


def expires(public: Mapping[str, Any]) -> str:
    """Return until when both have to seal; '' if there is an appointment, which says it."""
    if public["appointment"]:
        return ""
    text = N_("It expires on {when} unless both have sealed by then.")
    return _(text, when=deadline(public["expires_at_ms"]))


def invitation(public: Mapping[str, Any], game: str, *, is_match: bool) -> str:
    name = views.player_names(public)["a"]
    best_of = public["series"]["best_of"]
    parts = [_("{game}, best of {count}", game=game, count=best_of) if best_of > 1 else game]
    if public["title"]:
        parts.append(_("“{title}”", title=public["title"]))
    what = (
        _(
            "You and {name} each build an army in secret. "
            "Neither sees the other's until the end of the match.",
            name=name,
        )
        if is_match
        else _(
            "You and {name} each build an army in secret. Both armies stay hidden until "
            "both are sealed.",
            name=name,
        )
    )
    return f"{' · '.join(parts)}. {what}"


def taken(public: Mapping[str, Any]) -> str:
    """Return the text for a visitor who is too late for an invitation."""
    name = views.player_names(public)["a"]
    return _(
        "Another player has followed this link before you and plays against {name}. If "
        "that was you, in another browser, open your seat's own link: that page shows "
        "it. You can also watch.",
        name=name,
    )


def _open(public: Mapping[str, Any], side: SideId | None) -> str:
    if side is None:
        name = views.player_names(public)["a"]
        return _("One seat is still free. {name} has the link to it.", name=name)
    if public["seats"][side]["sealed"]:
        return _(
            "Your army is sealed. The other seat is still free: send your opponent their link."
        )
    return _("The other seat is still free: send your opponent their link.")


def _drafting(public: Mapping[str, Any], side: SideId | None) -> str:
    """Return the state before the deadline of an appointment, and at it."""
    appointment = public["appointment"]
    if now_ms() >= appointment["seals_at_ms"]:
        return _("The deadline has passed. The armies are being sealed.")
    if side is None:
        return _("Both players are here and build in secret.")
    name = views.side_names(public)[other_side(side)]
    other = appointment["proposed_by"]
    if other == side:
        return _("You have proposed another time. {name} has to agree.", name=name)
    if other:
        return _("{name} proposes another time.", name=name)
    return _("{name} is here. Both of you build in secret.", name=name)


def of_drafts() -> str:
    """Return what happens to a draft, for its player."""
    return _(
        "Only you see your draft, and you can change it until the deadline. Then it is sealed. "
        "Without a valid army you forfeit."
    )


def _joined(public: Mapping[str, Any], side: SideId | None, *, is_match: bool) -> str:
    names, seats = views.side_names(public), public["seats"]
    if side is not None:
        name = names[other_side(side)]
        if seats[side]["sealed"]:
            return (
                _("Your army is sealed. The match begins as soon as {name} has sealed.", name=name)
                if is_match
                else _(
                    "Your army is sealed. The battle begins as soon as {name} has sealed.",
                    name=name,
                )
            )
        if seats[other_side(side)]["sealed"]:
            return (
                _("{name} has sealed. The match begins as soon as you seal.", name=name)
                if is_match
                else _("{name} has sealed. The battle begins as soon as you seal.", name=name)
            )
        return _("{name} is here. Both of you build in secret.", name=name)
    sealed = next((one for one in SIDES if seats[one]["sealed"]), None)
    if sealed is None:
        return _("Both players are here and build in secret.")
    name, other = names[sealed], names[other_side(sealed)]
    if is_match:
        return _(
            "{name} has sealed. The match begins as soon as {other} has.", name=name, other=other
        )
    return _("{name} has sealed. The battle begins as soon as {other} has.", name=name, other=other)


def _expired(public: Mapping[str, Any], names: Mapping[SideId, str]) -> str:
    """Return what was missed, and since when."""
    seats, when = public["seats"], deadline(public["expires_at_ms"])
    late = [side for side in SIDES if not seats[side]["sealed"]]
    if not all(seats[side]["taken"] for side in SIDES):
        return _(
            "This challenge expired on {when}: the other seat was not taken in time.", when=when
        )
    if len(late) == 1:
        text = N_("This challenge expired on {when}: {name} did not seal in time.")
        return _(text, when=when, name=names[late[0]])
    return _("This challenge expired on {when}: neither player sealed in time.", when=when)
