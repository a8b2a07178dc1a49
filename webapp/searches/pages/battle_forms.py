"""The form of a battle between two armies, generated from the game's description."""

import functools
import re
import secrets
from typing import Any, ClassVar, Final, Self

from msgspec.structs import replace
from wtforms import BooleanField

import engine
from engine import SideId
from webapp.armies import choices as army_choices
from webapp.armies.choices import OTHER
from webapp.armies.store import SAMPLE
from webapp.base import display_names
from webapp.base.form import Field, Json
from webapp.base.game import ArmyCard, Game
from webapp.base.inputs import Posted, read_number
from webapp.base.texts import COLOURS, _, translated
from webapp.html.field_groups import FieldGroup, GroupedForm, short_names
from webapp.html.forms import Text, after, in_words, with_ranges

SEEDS: Final = 1_000_000_000  # drawn seeds are below this, short enough to read aloud
SIDE_PATH: Final = re.compile(r"sides\[([01])\]\.(name|army)\.?")
NO_SEED: Final = engine.Text(
    "Enter a whole number from 0 to {most:,}, or leave it blank.", most=2**64 - 1
)
# form and query names besides the fields
NAMES_TAKEN: Final = frozenset({"battle", "csrf_token", "do", "ruleset"})


class BattleForm(GroupedForm):
    """Two armies of a game, and further members of its battle file.

    `army_a` is the reference of an offered army, or says that `other_a` holds it. `terms` are
    shared by both sides, `sides` are members of each.
    """

    army_a = Text()
    army_b = Text()
    other_a = Text()
    other_b = Text()
    name_a = Text()
    name_b = Text()
    seed = Text()
    listed = BooleanField()

    initial: ClassVar = {"listed": True}

    def __init__(self, game: Game, sent: Posted | None = None) -> None:
        super().__init__(sent)
        self.game = game
        self._resolved: dict[str, Any] = {}
        fields = (*game.builder.form.terms, *game.challenge_terms)
        self.terms = FieldGroup(fields, short_names(fields, {*self.data, *NAMES_TAKEN}))
        self.sides: dict[SideId, FieldGroup] = {side: self._side(side) for side in COLOURS}
        self.groups = (self.terms, *self.sides.values())
        if sent is None:
            self.army_a.data, self.army_b.data = army_choices.first_choices(game)
        else:
            self.fill_groups(sent)
            self._settle()

    @functools.cached_property
    def choices(self) -> tuple[army_choices.Choice, ...]:
        return tuple(army_choices.choices(self.game))

    def pick(self, side: SideId) -> army_choices.Pick:
        """Return the choice of a side's army; one named by a link comes first."""
        army, other = self[f"army_{side}"], self[f"other_{side}"]
        listed = [c for c in self.choices if side == "b" or not c.garrison]
        offered = army_choices.with_linked(self.game, army.data, listed)
        return army_choices.pick(self.game, army, other, offered, f"{army_choices.DRAW}:{side}")

    @property
    def side_fields(self) -> tuple[Field, ...]:
        """Return the fields of a side besides its army."""
        return self.game.builder.form.sides

    @property
    def first_trouble(self) -> str:
        """Return the first problem, as a line that names its side and its field."""
        for side, title in self.game.builder.form.side_names().items():
            for part, label in (("name", _("Name")), ("army", _("Army")), ("other", _("Army"))):
                for message in self[f"{part}_{side}"].errors:
                    return f"{title}: {after(label, message)}"
        for message in self.seed.errors:
            return after(_("Seed of the dice"), message)
        return super().first_trouble

    @property
    def has_armies(self) -> bool:
        """Whether both sides have an army, valid or not; a game without samples offers none."""
        return all(self[self._army_field(side)].data.strip() for side in COLOURS)

    def prefill(self, query: Posted) -> None:
        """Fill in the query's values; an army that is not offered is entered as text."""
        for field in self:
            if field.name in query:
                field.process(query)
        self.fill_groups(query)
        for side in COLOURS:
            army, other = self[f"army_{side}"], self[f"other_{side}"]
            if other.data and army.name not in query:
                army.data = OTHER
            elif linked := army_choices.linked_choice(self.game, army.data):
                army.data = linked.reference
            elif army.data != OTHER and not army.data.startswith(SAMPLE):
                other.data, army.data = army.data, OTHER
        self._settle()
        given = [s for s in COLOURS if query.keys() & {f"army_{s}", f"other_{s}"}]
        if len(given) == 1 and (card := self._card(given[0])):
            army = self["army_b" if given[0] == "a" else "army_a"]
            army.data = army_choices.match(self.game, card, army.data)

    def _card(self, side: SideId) -> ArmyCard | None:
        pick = self.pick(side)
        cards = {choice.reference: choice.card for choice in pick.choices}
        return pick.entered if pick.army.data == OTHER else cards.get(pick.army.data)

    def draw_army(self, side: SideId) -> None:
        """Enter a random army for a side, under the terms that are filled in."""
        text = army_choices.random_army_text(self.game, self.terms.document, {})
        self[f"other_{side}"].data = text
        self[f"army_{side}"].data = OTHER

    def draw_seed(self) -> None:
        self.seed.data = str(secrets.randbelow(SEEDS))

    def swap(self) -> None:
        """Swap both sides with everything of theirs; field and dice stay."""
        for part in ("army", "other", "name"):
            a, b = self[f"{part}_a"], self[f"{part}_b"]
            a.data, b.data = b.data, a.data
        self.sides["a"].swap(self.sides["b"])

    def read(self) -> engine.Battle | None:
        try:
            battle = engine.read(self.document())
        except engine.InputError as error:
            self.note_all(error)
            return None
        return None if self.messages else battle

    def document(self) -> Json:
        """Return the battle file of the form; blank fields are left out."""
        seed = {"seed": read_number(self.seed.data)} if self.seed.data.strip() else {}
        sides = [self._side_document(side) for side in COLOURS]
        return {"ruleset": self.game.id, "sides": sides, **self.terms.document, **seed}

    def note(self, problem: engine.Problem) -> None:
        """Show a problem at its field."""
        match = SIDE_PATH.match(problem.path)
        side = "ab"[int(match[1])] if match else ""
        if match and match[2] == "name":
            self.add_error(f"name_{side}", problem.message)
        elif match:
            field = self._army_field(side)
            inner = problem._replace(path=problem.path[match.end() :])
            # If the text gave no army, its own problem has been noted already.
            if inner.path or not self[field].errors:
                self.add_error(field, self._army_trouble(field, inner))
        elif problem.path == "seed":
            self.add_error("seed", NO_SEED)
        elif not any(group.note(problem) for group in self.groups):
            super().note(problem)

    def _settle(self) -> None:
        """Without a choice, an entered army counts."""
        for side in COLOURS:
            self[f"army_{side}"].data = self[f"army_{side}"].data or OTHER

    def _army_trouble(self, field: str, problem: engine.Problem) -> str:
        """Return an army's problem as a line: by path if JSON was entered."""
        text = self[field].data.strip()
        if text.startswith(("{", "[")):
            return str(translated(problem))
        try:
            army = self._resolve(text)
        except engine.InputError:
            return problem.message
        builder = self.game.builder
        return in_words(builder, army, *with_ranges(builder.form, army, [problem]))

    def _side(self, side: SideId) -> FieldGroup:
        fields = self.side_fields
        rivals = {one.path: one.rival for one in fields if one.rival is not None}
        return FieldGroup(
            fields,
            short_names(fields, {*self.data, *NAMES_TAKEN}, end=f"_{side}"),
            start=f"sides[{'ab'.index(side)}].",
            # With the same default, both would play alike.
            initial=rivals if side == "a" else {},
            subject=COLOURS[side],
        )

    def _side_document(self, side: SideId) -> Json:
        own = self.sides[side].document if self.side_fields else self.game.undecided
        return {"name": self[f"name_{side}"].data, "army": self._army(side), **own}

    def _army(self, side: str) -> Any:
        field = self._army_field(side)
        try:
            return self._resolve(self[field].data.strip())
        except engine.InputError as error:
            for problem in error.problems:
                self.add_error(field, str(translated(problem)))
        return None

    def _resolve(self, text: str) -> Any:
        if text not in self._resolved:
            self._resolved[text] = army_choices.resolve(self.game, text)
        return self._resolved[text]

    def _army_field(self, side: str) -> str:
        return f"other_{side}" if self[f"army_{side}"].data == OTHER else f"army_{side}"


class OddsForm(BattleForm):
    """The armies of an odds request: no slow bots; a sample can be named by its id alone."""

    is_sent = False  # whether armies have been chosen

    @classmethod
    def of_battle(cls, game: Game, document: Json) -> Self:
        empty, builder = cls(game), game.builder
        posted = Posted(empty.terms.posted(document))
        for side, row in zip(COLOURS, document["sides"], strict=True):
            reference = army_choices.offered(game, row["army"])
            posted[f"army_{side}"] = reference or OTHER
            if not reference:
                army = display_names.army(game, row["army"])
                posted[f"other_{side}"] = builder.write(builder.normal(army))
            posted[f"name_{side}"] = row.get("name", "")
            for name, value in empty.sides[side].posted(row):
                posted.add(name, value)
        return cls(game, posted)

    @property
    def side_fields(self) -> tuple[Field, ...]:
        """Return a side's fields besides its army, by name, without slow options."""
        return tuple(
            replace(one, options=tuple(replace(o, text="") for o in one.options if not o.slow))
            for one in super().side_fields
        )

    def prefill(self, query: Posted) -> None:
        query = query.copy()
        armies = {f"{part}_{side}" for part in ("army", "other") for side in COLOURS}
        self.is_sent = not armies.isdisjoint(query)
        for side in COLOURS:
            if name := query.get(f"army_{side}"):
                query[f"army_{side}"] = OTHER if name == OTHER else army_choices.reference(name)
        super().prefill(query)

    def query_with_drawn_army(self, query: Posted) -> dict[str, Any] | None:
        """Return the query with a random army in its address, if requested."""
        side = next((s for s in COLOURS if query.get("do") == f"{army_choices.DRAW}:{s}"), None)
        if side is None:
            return None
        self.draw_army(side)
        kept = {name: [value] for name, value in self.data.items() if value and name != "listed"}
        sent = query.to_dict(flat=False) | kept
        del sent["do"]
        return sent


def armies_form(game: Game, battle: engine.Battle | None) -> OddsForm:
    return OddsForm(game) if battle is None else OddsForm.of_battle(game, battle.document)
