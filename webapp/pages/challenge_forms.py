"""The forms of challenges: what was filled in, and what is wrong with it."""

from typing import Any, ClassVar, Final

from wtforms import BooleanField

from engine import InputError, Problem
from webapp.armies import saved as armies
from webapp.armies.builder import importing
from webapp.base.form import Field
from webapp.base.game import Game
from webapp.base.inputs import Input, Posted
from webapp.challenges import store, terms
from webapp.pages.field_groups import FieldGroup
from webapp.pages.forms import CHOOSE, Choice, PageForm, Readable, Text

HOURS: Final = {
    "1": "in an hour",
    "24": "in a day",
    "72": "in 3 days",
    "168": "in a week",
    "720": "in 30 days",
}
BEST_OF: Final = {str(n): "one battle" if n == 1 else f"{n} battles" for n in store.BEST_OF}


class NameForm(PageForm):
    """What somebody wants to be called."""

    name = Text(filters=[str.strip], validators=[Readable()])

    def read(self) -> str | None:
        """The name; None after noting what is wrong with it."""
        return str(self.name.data) if self.validate() else None


class NewForm(NameForm):
    """A new challenge under a game: its name and title, its terms and limits.

    `army` is a reference to an army that its maker has in mind.
    """

    title = Text(filters=[str.strip], validators=[Readable(store.TITLE_MOST)])
    best_of = Choice(BEST_OF)
    hours = Choice(HOURS)
    listed = BooleanField()
    army = Text()
    opponent = Text()

    initial: ClassVar = {"best_of": "1", "hours": "168"}

    def __init__(self, game: Game, sent: Posted | None = None) -> None:
        super().__init__(sent)
        self.game = game
        self.groups = (
            _group(terms.BATTLE, terms.battle_fields(game)),
            _group(terms.LIMITS, terms.limit_fields(game)),
        )
        if sent is not None:
            for group in self.groups:
                group.fill(sent)

    @property
    def messages(self) -> list[str]:
        """All that is wrong with what the fields hold."""
        of_groups = [message for group in self.groups for message in group.messages]
        return [*super().messages, *of_groups]

    def inputs(self) -> list[Input]:
        """The terms and limits, to be drawn."""
        return [one for group in self.groups for one in group.inputs()]

    def note(self, problem: Problem) -> None:
        """Puts a problem beside the field that it comes from."""
        if not any(group.note(problem) for group in self.groups):
            super().note(problem)

    def read_new(self, holder: str) -> store.New | None:
        """The challenge that the form describes; None after noting everything that is wrong."""
        self.validate()
        if self.opponent.data not in ("", *self.game.opponents):
            self.add_error("opponent", CHOOSE)
        agreed = self._read_terms()
        if agreed is None or self.error_count:
            return None
        return store.New(
            ruleset=self.game.id,
            terms=agreed,
            holder=holder,
            name=self.name.data,
            title=self.title.data,
            best_of=int(self.best_of.data),
            listed=bool(self.listed.data),
            hours=int(self.hours.data),
            opponent=self.opponent.data,
        )

    def _read_terms(self) -> dict[str, Any] | None:
        battle, limits = (group.document for group in self.groups)
        try:
            return terms.read(self.game, battle, limits)
        except InputError as error:
            for problem in error.problems:
                self.note(problem)
        return None


def _group(place: str, fields: tuple[Field, ...]) -> FieldGroup:
    names = {field.path: f"{place}.{field.path}" for field in fields}
    return FieldGroup(fields, names, start=f"{place}.")


class SealForm(PageForm):
    """The army to seal, ready as it is: a sample, one that was saved, or text that is pasted."""

    army = Text()
    text = Text()

    def __init__(self, game: Game, sent: Posted | None = None) -> None:
        super().__init__(sent)
        self.game = game

    def read(self) -> Any:
        """The army; None after noting why there is none."""
        if self.text.data.strip():
            return self._pasted()
        found = armies.resolve(self.game, self.army.data)
        if found is None:
            self.add_error("army", "Choose an army, or paste one.")
        return found

    def _pasted(self) -> Any:
        if self.army.data:
            message = "Another army is chosen above: empty this field, or choose none."
            self.add_error("text", message)
            return None
        try:
            return importing.read(self.game, self.text.data).army
        except InputError as error:
            for problem in error.problems:
                self.add_error("text", str(problem))
            return None
