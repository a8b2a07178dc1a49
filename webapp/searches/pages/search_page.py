"""Shared by the pages "Best order" and "Best armies": the form, the search, the result."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

import engine
from engine import SIDES, SideId
from webapp.armies import choices
from webapp.armies.pages.army_lists import pieces
from webapp.base import games
from webapp.base.errors import by_command
from webapp.base.game import Game
from webapp.base.jobs import Progress
from webapp.base.texts import N_, _, translated
from webapp.html.forms import FileForm, OneOf, Text
from webapp.rest import progress_lines
from webapp.searches import limits
from webapp.searches.pages.battle_forms import OddsForm, armies_form
from webapp.searches.pages.odds import side_names, stored_battle

# fields by the engine's names in problem paths
LABELS: Final = {
    "played_by": N_("Played by"),
    "bots": N_("Opponents"),
    "against": N_("Further opponents"),
}


class FurtherForm(FileForm):
    """A battle file, one of its sides, and further opponents of it."""

    side = OneOf({side: side for side in SIDES})
    others = Text()

    @property
    def wanted(self) -> SideId:
        """Return the side that is searched for."""
        return "b" if self.side.data == "b" else "a"

    def command(self) -> str:
        """Return the equivalent command without further opponents."""
        return limits.BEST_ORDER.format(side=self.wanted)

    def further(self, game: Game) -> list[Any]:
        """Return the further opponents, after noting their problems."""
        found: list[Any] = []
        for place, piece in enumerate(pieces(self.others.data), start=1):
            label = _("army {number}", number=place)
            if place >= limits.OPPONENTS_MOST:
                most = limits.OPPONENTS_MOST - 1
                text = engine.Text(
                    "are more than {most}; the search takes as long again for each", most=most
                )
                message = by_command(text, f"{self.command()} --against FILE …")
                self.note(engine.Problem(_("Further opponents"), message))
                break
            try:
                army = choices.resolve(game, piece) if isinstance(piece, str) else piece
                found.append(army)
            except engine.InputError as error:
                for path, words in map(translated, error.problems):
                    self.note(engine.Problem(f"{label}: {path}" if path else label, words))
        return found

    def note_refused(self, error: engine.InputError) -> None:
        """Show the engine's problems at their fields."""
        for path, message in error.problems:
            self.note(engine.Problem(_(LABELS.get(path.partition("[")[0], path)), message))


@dataclass(frozen=True)
class Row:
    """An order or an army: its units, chance, change against the own one, battle file."""

    units: str
    win: str
    wins: str  # shares against each of several opponents
    change: str
    is_own: bool
    file: str
    build: str  # the builder with it; '' for an army that is too long for an address
    cost: str = ""


@dataclass(frozen=True)
class Report:
    """The data of a result; `own` is the share of the current order or army, which is a row too."""

    side: SideId
    name: str
    how: list[str]
    own: str
    is_better: bool
    rows: list[Row]
    is_against_several: bool = False
    is_local: bool = False
    budget: str = ""  # '' where all armies cost the same
    wish: str = ""  # the end of battles to watch


def choose_armies(
    of_games: Sequence[Game], page: Callable[..., ResponseReturnValue], **more: Any
) -> ResponseReturnValue:
    """Return the search page for the armies of the query, or the form to choose them."""
    if battle_id := request.args.get("battle"):
        return page(stored_battle(battle_id).without_dice(), **more)
    asked = request.args.get("ruleset", "")
    armies = OddsForm(next((game for game in of_games if game.id == asked), of_games[0]))
    if armies.game.id == asked:
        armies.prefill(request.args)
        if (drawn := armies.query_with_drawn_army(request.args)) is not None:
            return redirect(url_for(".choose", **drawn))
    return page(armies.read() if armies.is_sent else None, armies=armies)


def answer(
    form: FurtherForm,
    battle: engine.Battle,
    searched: Callable[[Progress], Report],
    template: str,
    page: Callable[..., ResponseReturnValue],
) -> ResponseReturnValue:
    """Return the page with a result; progress lines first for a script that requests them."""
    if progress_lines.are_wanted():
        return progress_lines.answer(
            lambda progress: render_template(template, report=searched(progress))
        )
    try:
        return page(battle, report=searched(Progress()), sent=form)
    except engine.InputError as error:
        form.note_refused(error)
        return page(battle, file=form, sent=form)


def render(
    template: str,
    of_games: Sequence[Game],
    battle: engine.Battle | None,
    armies: OddsForm | None,
    file: FileForm | None,
    **more: Any,
) -> ResponseReturnValue:
    """Return a search's page; 422 if its form has problems."""
    shown = games.game(battle.ruleset.id) if battle else of_games[0]
    judged = armies or file
    html = render_template(
        template,
        form=armies or armies_form(shown, battle),
        games=of_games,
        file=file,
        battle=battle,
        battle_json=json.dumps(battle.document) if battle else "",
        names=side_names(battle) if battle else {},
        cards={side: shown.army_card(battle.setup, side) for side in SIDES} if battle else {},
        **more,
    )
    return html, 422 if judged and judged.error_count else 200
