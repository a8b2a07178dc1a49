"""Shared by all pages that show a battle: look-up, titles, and the data of their scripts."""

import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

from flask import redirect, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import Conflict, NotFound

import engine
from engine import SIDES, SideId
from webapp.base import display_names, figures, games, icons, languages, samples
from webapp.base.clock import now_ms
from webapp.base.display_names import DisplayNames
from webapp.base.errors import required
from webapp.base.game import Game
from webapp.base.texts import N_, _, isolated, side_name
from webapp.battles import participants
from webapp.battles import store as battles
from webapp.cards import Phase
from webapp.guard import headers
from webapp.guard.admission import playing
from webapp.html import scenes
from webapp.store.models import BRANCH_TITLE, GAME_TITLE, Army, Battle

NIGHTS: Final = 66  # of 256 battles without such a tag


def found(id_: str) -> Battle:
    """Return a battle by id. Raises NotFound with a message for people."""
    missing = _("No battle has this link. A letter may be wrong or missing, or it was deleted.")
    battle = required(battles.find(id_), NotFound(missing))
    headers.note_listed(listed=battle.listed or battle.sample)
    return battle


FILES_LATER: Final = N_(
    "This battle is still on air. You can download its files as soon as it is over."
)


def over(id_: str, otherwise: str = FILES_LATER) -> Battle:
    """Return a battle by id. Raises NotFound, or Conflict with this message while it is on air."""
    battle = found(id_)
    if not is_over(battle):
        raise Conflict(otherwise)
    return battle


def side_named(given: str) -> SideId:
    """Return the side of a battle in an address. Raise NotFound for another text."""
    missing = NotFound(_("A battle has the sides a and b."))
    return required(next((side for side in SIDES if side == given), None), missing)


def start(battle: engine.Battle, airing: battles.Airing) -> ResponseReturnValue:
    """Play a battle, put it on air and redirect to its page."""
    with playing() as run:
        recording = battles.play(battle, run)
        put = battles.put_on_air(games.game(battle.ruleset.id), recording, airing, run)
    return redirect(url_for("watch.watch", id_=put.id), 303)


def is_over(battle: Battle) -> bool:
    return battle.is_over(now_ms())


def phase(battle: Battle) -> Phase:
    """Return the battle's phase, which decides what is public."""
    now = now_ms()
    if battle.is_over(now):
        return "over"
    return "on_air" if battle.has_begun(now) else "soon"


def distinct_sides(sides: Mapping[SideId, DisplayNames]) -> dict[SideId, DisplayNames]:
    """Return the sides with names that differ in plain text."""
    plain = participants.distinct(sides)
    return {
        side: DisplayNames(
            found.name if side_name(side, *found) == plain[side] else plain[side],
            isolated(found.army),
        )
        for side, found in sides.items()
    }


def opening(battle: Battle) -> engine.Recording:
    """Return a battle's recording up to its first event, which has both armies."""
    playback = battles.playback_of(battle)
    return engine.load_recording(bytes(playback.header) + b"\n" + bytes(playback.events[0]))


def ground(battle: Battle) -> dict[str, Any] | None:
    """Return what the landscape is drawn from before a battle begins, None afterwards."""
    if battle.has_begun(now_ms()):
        return None
    game, begun = games.game(battle.ruleset), opening(battle)
    file = begun.header.battle
    return {
        **{name: file[name] for name in game.ground if name in file},
        "armies": {"a": {"army": battle.army_a}, "b": {"army": battle.army_b}},
        # Rows of units say how high the land is.
        "sizes": {side: len(game.army_card(begun.events[0], side).units) for side in SIDES},
    }


def data_of(game: Game, shown: dict[str, Any], recording_url: str) -> dict[str, Any]:
    """Return the data of every page on which a battle or match is shown."""
    return {
        "battle": {"ruleset": game.id, "ruleset_name": _(game.name), **shown},
        "catalog": figures.of_catalog(game.ruleset.catalog()),
        "scene": scenes.files(game),
        "texts": languages.of_game(game.translations),
        "recording_url": recording_url,
        "icons_url": icons.url(),
    }


def time_of_day(battle: Battle) -> str:
    """Return "day" or "night": a sample's tag, else drawn by the battle's id.

    Nothing that follows from its dice is known before the end.
    """
    of_game = samples.load(games.game(battle.ruleset))
    tags = (one.tags for one in of_game.battles.values() if of_game.page_id(one) == battle.id)
    by_id = sha256(f"time {battle.id}".encode()).digest()[0]
    drawn = "night" if by_id < NIGHTS else "day"
    return next((tag for tag in next(tags, ()) if tag in {"day", "night"}), drawn)


def page_data(battle: Battle) -> dict[str, Any]:
    game = games.game(battle.ruleset)
    sides = distinct_sides(participants.names_in(battle))
    stored = {"a": (battle.name_a, battle.army_a), "b": (battle.name_b, battle.army_b)}
    differing: dict[str, str] = {
        side: found.name for side, found in sides.items() if found.name != stored[side][0]
    }
    own = {stored[side][1]: found.army for side, found in sides.items() if stored[side][1]}
    shown = {
        "id": battle.id,
        "version": battle.version,
        "title": title_of(battle),
        "share_url": url_for("watch.watch", id_=battle.id, _external=True),
        "status": "over" if is_over(battle) else "on_air",
        "starts_at_ms": battle.starts_at_ms,
        "sides": {side: found._asdict() for side, found in sides.items()},
        "called": display_names.for_page(game, differing, own),
        "ground": ground(battle),
        "time": time_of_day(battle),
    }
    return data_of(game, shown, url_for("battles.get_recording", id_=battle.id, v=battle.version))


# titles of a further game in a challenge, and of a branch
FURTHER: Final = re.compile(GAME_TITLE.format(title="(?P<title>.*)", number=r"(?P<number>\d+)"))
BRANCH: Final = re.compile(BRANCH_TITLE.format(title="(?P<title>.*)"))


def title_of(battle: Battle, title: str | None = None) -> str:
    """Return the title as given, or translated if the application made it."""
    title = battle.title if title is None else title
    if branch := BRANCH.fullmatch(title):
        return _(BRANCH_TITLE, title=title_of(battle, branch["title"]))
    if further := FURTHER.fullmatch(title):
        return _(GAME_TITLE, title=_before(battle, further["title"]), number=further["number"])
    return _before(battle, title)


def army_name(army: Army) -> str:
    return games.game(army.ruleset).army_name(army.name)


def _before(battle: Battle, title: str) -> str:
    """Translate a title without its game number; a tournament's name can precede it."""
    game, plain = games.game(battle.ruleset), battles.plain_names(battle)
    for made in participants.MADE:
        lead, who, rest = title.rpartition(made.format(**plain))
        if who and not rest and (not lead or lead.endswith(": ")):
            return lead + _(made, **participants.side_names(battle))
    ours = samples.load(game).battles.values()
    return _(title) if title in {sample.title for sample in ours} else title
