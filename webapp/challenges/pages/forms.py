from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, ClassVar, Final

from wtforms import BooleanField

import engine
from engine import InputError, Problem
from webapp.armies import choices
from webapp.armies import store as armies
from webapp.armies.builder import inventory
from webapp.armies.builder.inventory import Preset
from webapp.base.builder import CUSTOM
from webapp.base.form import Field, Json
from webapp.base.game import Game
from webapp.base.inputs import Posted
from webapp.base.texts import N_, _, translated
from webapp.challenges import appointments, store, terms
from webapp.challenges.limits import LEAD_S
from webapp.html.field_groups import FieldGroup, GroupedForm
from webapp.html.forms import CHOOSE, OneOf, PageForm, Readable, Text, after, in_words
from webapp.store.models import Challenge
from webapp.words import terms as term_words

HOURS: Final = {
    "1": N_("in an hour"),
    "24": N_("in a day"),
    "72": N_("in 3 days"),
    "168": N_("in a week"),
    "720": N_("in 30 days"),
}
LEADS: Final = {
    "300": N_("5 minutes before"),
    "900": N_("15 minutes before"),
    "3600": N_("1 hour before"),
    "21600": N_("6 hours before"),
    "86400": N_("1 day before"),
}
MS_DIGITS: Final = 15
BEST_OF: Final = {
    str(n): engine.Text.counted("{count} battle", "{count} battles", n) for n in store.BEST_OF
}


class NameForm(PageForm):
    name = Text(filters=[str.strip], validators=[Readable()])


class InventoryForm(GroupedForm):
    """New terms of a game, with an inventory: rules to tick, and further ones as text."""

    inventory = Text()
    preset_custom = BooleanField()
    preset_official = BooleanField()
    preset_each = BooleanField()

    def __init__(
        self, game: Game, sent: Posted | None = None, *more: FieldGroup, timed: bool = True
    ) -> None:
        super().__init__(sent)
        self.game = game
        battle = group(terms.BATTLE, term_words.battle_fields(game))
        limits = group(terms.LIMITS, terms.limit_fields(game, timed=timed))
        self.groups = (battle, limits, *more)
        if sent is not None:
            self.fill_groups(sent)

    @property
    def presets(self) -> list[Preset]:
        """Return the rules to tick; none if armies of the game are made of no things."""
        return [*inventory.stock(self.game).presets()] if inventory.is_offered(self.game) else []

    @property
    def examples(self) -> list[str]:
        own = inventory.stock(self.game)
        units = [own.token(one) for one in own.things.values() if one.kind != CUSTOM]
        groups = [f"{kind}:{inventory.ANY}" for kind in self.game.builder.inventory]
        most = {**dict.fromkeys(units[2:3], 2), **dict.fromkeys(groups[:1], 5)}
        return [*inventory.Inventory(own, units[:2], groups[-1:], 3, most).lines()]

    @property
    def groups_in_words(self) -> str:
        """Return the names of kinds, for rules about all things of a kind."""
        return ", ".join(map(_, self.game.builder.inventory.values()))

    def with_inventory(self, limits: Json) -> Json:
        """Return the limits with the inventory of the form, after noting its problems."""
        rules: Json = {}
        for preset in self.presets:
            if self[f"preset_{preset.id}"].data:
                inventory.merge(rules, preset.document)
        try:
            inventory.merge(rules, inventory.parse(self.game, self.inventory.data, "inventory"))
        except InputError as error:
            for problem in error.problems:
                self.add_error("inventory", _(problem.message))
        return {**limits, inventory.KEY: rules} if rules else limits


class TimeForm(PageForm):
    """A start as typed, in UTC, or in ms since 1970 from the page's script."""

    start = Text(filters=[str.strip])
    start_ms = Text()

    def read_start(self) -> int | None:
        if self.start.data and self.start_ms.data.isascii() and self.start_ms.data.isdecimal():
            return int(self.start_ms.data[:MS_DIGITS])
        try:
            at = datetime.fromisoformat(self.start.data).replace(tzinfo=UTC)
        except ValueError:  # also if it is blank
            self.add_error("start", _("Choose a date and a time."))
            return None
        return int(at.timestamp() * 1000)

    def note_start(self, error: InputError) -> None:
        for problem in error.problems:
            self.add_error("start", after(_("The start"), problem.message))


class NewForm(InventoryForm, NameForm, TimeForm):
    """A new challenge of a game; `army` refers to the army that its maker wants to use."""

    title = Text(filters=[str.strip], validators=[Readable(store.TITLE_MOST)])
    best_of = OneOf(BEST_OF)
    hours = OneOf(HOURS)
    lead = OneOf(LEADS, optional=True)
    listed = BooleanField()
    army = Text()
    opponent = Text()

    initial: ClassVar = {"best_of": "1", "hours": "168", "lead": str(LEAD_S)}

    def note(self, problem: Problem) -> None:
        if not any(part.note(problem) for part in self.groups):
            super().note(problem)

    def create(self, holder: str) -> Challenge | None:
        """Create the challenge of the form, or return None after noting every problem."""
        self.validate()
        if self.opponent.data not in ("", *self.game.opponents):
            self.add_error("opponent", CHOOSE)
        appointment = self._read_appointment() if self.start.data else None
        battle, limits = (part.document for part in self.groups)
        try:
            agreed = terms.read(self.game, battle, self.with_inventory(limits))
        except InputError as error:
            self.note_all(error)
        if self.error_count:
            return None
        return store.create(
            *(self.game.id, agreed, holder),
            name=self.name.data,
            title=self.title.data,
            best_of=int(self.best_of.data),
            listed=bool(self.listed.data),
            hours=int(self.hours.data),
            opponent=self.opponent.data,
            appointment=appointment,
        )

    def _read_appointment(self) -> store.Appointment | None:
        if self.opponent.data:
            self.add_error("start", _("Leave it blank: a bot plays as soon as you have sealed."))
            return None
        start_ms = self.read_start()
        if start_ms is None or self.lead.errors:
            return None
        try:
            return appointments.read(start_ms, int(self.lead.data or LEAD_S))
        except InputError as error:
            self.note_start(error)
        return None


def group(place: str, fields: tuple[Field, ...]) -> FieldGroup:
    """Return the fields of a part of the terms, whose name is the prefix of theirs."""
    names = {field.path: f"{place}.{field.path}" for field in fields}
    return FieldGroup(fields, names, start=f"{place}.", proposes=True)


class SealForm(PageForm):
    """The army to seal: a sample, a saved one, or pasted text."""

    army = Text()
    text = Text()

    def __init__(self, game: Game, sent: Posted | None = None) -> None:
        super().__init__(sent)
        self.game = game
        if self.text.data.strip() and not self.army.data:
            self.army.data = choices.OTHER

    def choose(self, army: Any) -> None:
        """Choose an army as in a battle file: an offered one, or enter it."""
        self.army.data = choices.offered(self.game, army) or choices.OTHER
        if self.army.data == choices.OTHER:
            self.text.data = self.game.builder.write(self.game.builder.normal(army))

    def draw_army(self, terms: Mapping[str, Any], limits: Mapping[str, Any]) -> None:
        self.army.data = choices.OTHER
        try:
            self.text.data = choices.random_army_text(self.game, terms, limits)
        except InputError as error:
            self.add_error("text", _(error.problems[0].message))

    def note_army(self, army: Any, problem: Problem) -> None:
        """Show a problem of an army in the words of the form, at its field."""
        self.note(Problem("", in_words(self.game.builder, army, problem)))

    def read(self) -> Any:
        if self.army.data != choices.OTHER:
            found = armies.resolve(self.game, self.army.data)
            if found is None:
                self.add_error("army", _("Choose an army."))
            return found
        try:
            return choices.resolve(self.game, self.text.data.strip())
        except InputError as error:
            for problem in error.problems:
                self.add_error("text", str(translated(problem)))
            return None
