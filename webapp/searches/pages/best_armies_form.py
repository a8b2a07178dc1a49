"""The form of "Best armies": budget, player of the army, opponents."""

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from wtforms import SelectMultipleField

import engine
from engine import SIDES, SideId, search
from webapp.armies import choices
from webapp.armies.pages.army_lists import pieces
from webapp.base import games
from webapp.base.errors import by_command
from webapp.base.game import Game, Opponent
from webapp.base.inputs import number_up_to
from webapp.base.texts import N_, _, translated
from webapp.html.forms import FileForm, OneOf, Text
from webapp.searches import limits

AS_IT_IS: Final = "file"  # value for the unchanged other side, among bots
# fields by the engine's names in problem paths
LABELS: Final = {
    "played_by": N_("Played by"),
    "bots": N_("Opponents"),
    "against": N_("Further opponents"),
}
CHOOSE_OPPONENT: Final = N_("Choose one or more of these.")


class Asked(NamedTuple):
    """A request: budget, further opponents, the side's player, bots as opponents."""

    budget: int | None
    against: list[Any]
    played_by: str | None
    bots: list[str]


class FurtherForm(FileForm):
    """A battle file, one of its sides, and further opponents of it."""

    side = OneOf({side: side for side in SIDES})
    others = Text()

    def command(self) -> str:
        """Return the equivalent command without further opponents."""
        return limits.BEST_ORDER.format(side="b" if self.side.data == "b" else "a")

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
                for path, told in map(translated, error.problems):
                    self.note(engine.Problem(f"{label}: {path}" if path else label, told))
        return found

    def note_refused(self, error: engine.InputError) -> None:
        """Show the engine's problems at their fields."""
        for path, message in error.problems:
            label = LABELS.get(path.partition("[")[0])
            self.note(engine.Problem(_(label) if label else path, message))


class ArmiesForm(FurtherForm):
    """A battle file, the side that chooses an army, budget, opponents, player."""

    budget = Text()
    played_by = Text()
    opponents = SelectMultipleField(validate_choice=False)

    def command(self) -> str:
        budget = number_up_to(engine.BUDGET_MOST, self.budget.data)
        bots = [id_ for id_ in self.opponents.data or [] if id_ != AS_IT_IS]
        side: SideId = "b" if self.side.data == "b" else "a"
        return limits.best_armies_command(side, budget, None, 0, self.played_by.data or None, bots)

    def asked(self, battle: engine.Battle) -> Asked | None:
        """Return the request for this battle, or None after noting its problems."""
        game = games.game(battle.ruleset.id)
        has_prices = search.recruiting_of(battle).money is not None
        budget = self._spent() if has_prices else None
        against = self.further(game)
        chosen = self.opponents.data or []
        bots = [id_ for id_ in chosen if id_ != AS_IT_IS]
        if bots and AS_IT_IS in chosen:
            enemy = battle.document["sides"][0 if self.side.data == "b" else 1]
            against.insert(0, enemy["army"])
        elif not chosen and game.ruleset.bots is not None:
            self.note(engine.Problem(_("Opponents"), _(CHOOSE_OPPONENT)))
        if self.error_count:
            return None
        return Asked(budget, against, self.played_by.data or None, bots)

    def _spent(self) -> int | None:
        """Return the budget, or None after noting that it is invalid."""
        most = engine.BUDGET_MOST
        if given := number_up_to(most, self.budget.data):
            return given
        message = _("Enter a whole number from 1 to {most:,}.", most=most)
        self.note(engine.Problem(_("Budget"), message))
        return None


@dataclass(frozen=True)
class Playing:
    """The possible players and opponents of the searched army.

    as_it_is: whether both sides have a bot that can stay. played_by, opponents: the selection.
    """

    bots: list[Opponent]
    as_it_is: bool
    played_by: str
    opponents: list[str]


def playing_in(battle: engine.Battle, game: Game, sent: ArmiesForm | None) -> Playing:
    of_game = game.ruleset.bots
    assert of_game is not None
    quick = [bot for bot in game.opponents.values() if not bot.slow]
    ids = [bot.id for bot in quick]
    has_bots = all(of_game.playing(side) in ids for side in battle.document["sides"])
    if sent is not None:
        return Playing(quick, has_bots, sent.played_by.data, sent.opponents.data or [])
    chosen = [AS_IT_IS] if has_bots else ids[-1:]
    return Playing(quick, has_bots, "" if has_bots else next(iter(ids[-1:]), ""), chosen)
