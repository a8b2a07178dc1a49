"""Forms of the next battle of survivors, and of a gauntlet."""

from typing import Any, ClassVar, Final

from wtforms import SelectMultipleField

import engine
from engine import SIDES, Army, InputError, Problem, SideId
from webapp.armies import choices
from webapp.armies.pages.army_lists import ManyArmiesForm
from webapp.base.form import Json
from webapp.base.game import Game
from webapp.base.inputs import Posted, number_up_to
from webapp.base.texts import N_, _, translated
from webapp.chains import limits, store
from webapp.html.forms import PageForm, Readable, Text, in_words
from webapp.searches.pages.battle_forms import BattleForm

PLACE_MOST: Final = 200  # more than any army has units
SWAPPED: Final = {"sides[0]": "sides[1]", "sides[1]": "sides[0]"}


class BlessForm:
    bless = SelectMultipleField(validate_choice=False)

    @property
    def places(self) -> list[int]:
        found = (number_up_to(PLACE_MOST, one) for one in self.bless.data or ())
        return [PLACE_MOST if place is None else place for place in found]


class FightOnForm(BlessForm, BattleForm):
    """The next battle of survivors, side a of the form; with `defend` side b of the battle."""

    defend = Text()
    initial: ClassVar = {}

    def __init__(self, game: Game, survivors: Army, name: str, sent: Posted | None = None) -> None:
        self.survivors, self.side_name = survivors, name
        super().__init__(game, sent)

    @property
    def own_side(self) -> SideId:
        return "b" if self.defend.data else "a"

    def choose_opponent(self) -> None:
        """Select the usual army as opponent, or else the first that the terms allow."""
        usual = self.army_b.data
        for reference in (usual, *(choice.reference for choice in self.choices)):
            self.army_b.data = reference
            try:
                engine.read(self.document())
            except InputError:
                continue
            return
        self.army_b.data = usual

    def document(self) -> Json:
        document = super().document()
        return document | {"sides": document["sides"][::-1]} if self.defend.data else document

    def note(self, problem: Problem) -> None:
        if self.defend.data and (other := SWAPPED.get(problem.path[:8])):
            problem = problem._replace(path=other + problem.path[8:])
        super().note(problem)

    def _side_document(self, side: SideId) -> Json:
        document = super()._side_document(side)
        return document | {"name": self.side_name} if side == "a" else document

    def _army(self, side: str) -> Any:
        if side != "a":
            return super()._army(side)
        try:
            return store.read_blessings(self.game, self.survivors, self.places)
        except InputError as error:
            self.note_all(error)
        return None


class NextForm(BlessForm, PageForm):
    """The next station of a gauntlet."""


class GauntletForm(ManyArmiesForm):
    """An army, its opponents in order, the terms, and how many units may be blessed in between."""

    COMMAND = "battlereel gauntlet FILE…"
    name = Text(filters=[str.strip], validators=[Readable()])
    own = Text()  # the army as a reference
    own_other = Text()  # the army as text
    blessings = Text(filters=[str.strip])
    battle = Text()  # the battle that the army survived, and its side there
    side_of_battle = Text()

    initial: ClassVar = {"blessings": "1"}

    def __init__(self, game: Game, sent: Posted | None = None) -> None:
        super().__init__(game, sent)
        if sent is None:
            self.own.data, _second = choices.first_choices(game)
        self.own.data = self.own.data or choices.OTHER

    @property
    def can_bless(self) -> bool:
        aftermath = self.game.ruleset.aftermath
        return aftermath is not None and aftermath.bless is not None

    @property
    def pick(self) -> choices.Pick:
        offered = choices.with_linked(self.game, self.own.data, self.choices)
        return choices.pick(self.game, self.own, self.own_other, offered, f"{choices.DRAW}:own")

    def prefill(self, army: Army, battle: str, side: SideId) -> None:
        builder = self.game.builder
        self.own.data, self.own_other.data = choices.OTHER, builder.write(builder.normal(army))
        self.battle.data, self.side_of_battle.data = battle, side

    def draw_own(self) -> None:
        self.own_other.data = choices.random_army_text(self.game, self.terms.document, {})
        self.own.data = choices.OTHER

    def too_many(self) -> engine.Text:
        return engine.Text(N_("at most {most} opponents"), most=limits.STATIONS_MOST)

    def read(self) -> store.Course | None:
        """Return the gauntlet, or None after noting every problem."""
        self.validate()
        army = self._own_army()
        own = self.side_of(army)
        opponents = [self.side_of(one) for _label, one in self.entered()]
        most = limits.BLESSINGS_MOST
        blessings = number_up_to(most, self.blessings.data or "0")
        if blessings is None:
            self.add_error("blessings", _("Enter a whole number from 0 to {most}.", most=most))
        if self.error_count or army is None or blessings is None:
            return None
        is_side = self.side_of_battle.data in SIDES
        return store.Course(
            army=dict(army),
            opponents=opponents,
            terms=self.terms.document,
            side={key: value for key, value in own.items() if key != "army"},
            blessings=blessings if self.can_bless else 0,
            battle=self.battle.data if is_side else "",
            from_side="b" if self.side_of_battle.data == "b" else "a",
        )

    def note_course(self, course: store.Course, error: InputError) -> None:
        for problem in error.problems:
            place, _dot, inner = problem.path.partition(".")
            if place == "army":
                self.add_error(self._own_field, self._said(course.army, inner, problem))
            elif place.startswith("opponents["):
                number = int(place.removeprefix("opponents[").removesuffix("]"))
                army = course.opponents[number]["army"]
                said = self._said(army, inner.removeprefix("army").removeprefix("."), problem)
                self.note(Problem(_("Opponent {number}", number=number + 1), said))
            elif place == "opponents":
                self.note(Problem(_("Opponents"), problem.message))
            elif not self.terms.note(problem):
                self.note(problem)

    @property
    def _own_field(self) -> str:
        return "own_other" if self.own.data == choices.OTHER else "own"

    def _own_army(self) -> Army | None:
        try:
            army: Army = choices.resolve(self.game, self[self._own_field].data.strip())
        except InputError as error:
            for problem in error.problems:
                self.add_error(self._own_field, str(translated(problem)))
            return None
        return army

    def _said(self, army: Army, path: str, problem: Problem) -> str:
        return in_words(self.game.builder, army, Problem(path, problem.message))
