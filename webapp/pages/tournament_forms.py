"""The form of a tournament: its armies from the visitor's own, samples, links and text."""

import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

import engine
from engine import InputError, Problem
from webapp.armies import saved as armies
from webapp.armies.builder.placing import in_words
from webapp.base.game import Game
from webapp.base.inputs import Input, Posted, number_up_to
from webapp.base.texts import _, said
from webapp.pages import contenders
from webapp.pages.battle_forms import NAMES_TAKEN
from webapp.pages.field_groups import FieldGroup, short_names
from webapp.pages.forms import OneOf, PageForm, Readable, Text
from webapp.tournaments import store
from webapp.words.tournament_table import KINDS

BEST_OF: Final = {
    str(n): engine.Text.counted("{count} battle", "{count} battles", n) for n in store.BEST_OF
}
BLANK_LINE: Final = re.compile(r"\n\s*\n")
ENTRANT: Final = re.compile(r"entrants\[(\d+)\]\.?(?:army\.?)?")
TEXT_MOST: Final = 200_000


class NewForm(PageForm):
    """A new tournament of a game: `army` is sent once for each that was ticked.

    `others` holds further armies: links, one a line, or armies as text or JSON, with a blank line
    between two of them.
    """

    name = Text(filters=[str.strip], validators=[Readable()])
    kind = OneOf(KINDS)
    best_of = OneOf(BEST_OF)
    rounds = Text(filters=[str.strip])
    others = Text()

    initial: ClassVar = {"kind": "round-robin", "best_of": "1"}

    def __init__(self, game: Game, sent: Posted | None = None) -> None:
        super().__init__(sent)
        self.game = game
        self.choices = [one for one in contenders.choices(game) if not one.garrison]
        self.chosen: Sequence[str] = () if sent is None else sent.getlist("army")
        form = game.builder.form
        taken = {*self.data, *NAMES_TAKEN, "army"}
        fields = (*form.terms, *game.challenge_terms)
        self.terms = FieldGroup(fields, short_names(fields, taken))
        # What every side has beside its army, such as the bot that plays it.
        own = short_names(form.sides, taken, end="_each")
        self.each = FieldGroup(form.sides, own)
        if sent is not None:
            for group in (self.terms, self.each):
                group.fill(sent)

    @property
    def messages(self) -> list[str]:
        """All that is wrong with what the fields hold."""
        return [*super().messages, *self.terms.messages, *self.each.messages]

    def inputs(self) -> list[Input]:
        """What the game's description asks for, to be drawn."""
        return [*self.terms.inputs(), *self.each.inputs()]

    def read(self) -> dict[str, Any] | None:
        """The tournament's file; None after noting everything that is wrong."""
        self.validate()
        sides = [*self._ticked(), *self._entered()]
        kind = self.kind.data
        document: dict[str, Any] = {
            "name": self.name.data,
            "kind": kind,
            "ruleset": self.game.id,
            "seed": secrets.randbits(store.SEED_BITS),
            "best_of": int(self.best_of.data) if not self.best_of.errors else 1,
            **self.terms.document,
            "entrants": sides,
        }
        if kind == "swiss" and self.rounds.data:
            rounds = number_up_to(store.ENTRANTS_MOST, self.rounds.data)
            if rounds is None:
                self.add_error("rounds", _("Enter a whole number, or leave it blank."))
            else:
                document["rounds"] = rounds
        if len(sides) < 2 and not self.error_count:
            self.note(Problem("", _("Choose at least two armies.")))
        return None if self.error_count else document

    def note_file(self, document: Mapping[str, Any], problem: Problem) -> None:
        """Puts a problem of the tournament's file where it is shown."""
        if found := ENTRANT.match(problem.path):
            place = int(found[1])
            side = document["entrants"][place]
            inner = Problem(problem.path[found.end() :], problem.message)
            told = in_words(self.game.builder, side["army"], inner)
            name = side.get("name") or _("Army {number}", number=place + 1)
            self.note(Problem("", f"{name}: {told}"))
        elif problem.path in ("rounds", "name"):
            self.add_error(problem.path, problem.message)
        elif not self.terms.note(problem):
            self.note(problem)

    def _ticked(self) -> Iterator[dict[str, Any]]:
        for reference in self.chosen:
            army = armies.resolve(self.game, reference)
            if army is None:
                self.note(Problem("", _("One of the armies is no longer there.")))
            else:
                yield self._side(army)

    def _entered(self) -> Iterator[dict[str, Any]]:
        text = self.others.data.replace("\r\n", "\n").strip()
        if len(text) > TEXT_MOST:
            self.add_error("others", _("This is too much text for a tournament."))
            return
        for block in filter(None, map(str.strip, BLANK_LINE.split(text))):
            for given in self._armies_in(block):
                try:
                    yield self._side(contenders.resolve(self.game, given))
                except InputError as error:
                    for problem in error.problems:
                        self.add_error("others", str(said(problem)))

    def _armies_in(self, block: str) -> list[str]:
        """The links in a block of lines, or the whole block."""
        lines = block.splitlines()
        is_links = all("/a/" in line or armies.linked(line) for line in lines)
        return lines if is_links else [block]

    def _side(self, army: Any) -> dict[str, Any]:
        own = self.each.document if self.game.builder.form.sides else self.game.undecided
        return {"army": army, **own}


class EditForm(PageForm):
    """Another name for a tournament."""

    name = Text(filters=[str.strip], validators=[Readable()])
