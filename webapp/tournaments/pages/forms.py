"""The forms of a tournament."""

import re
import secrets
from collections.abc import Mapping
from typing import Any, ClassVar, Final

import engine
from engine import Problem, tournament
from webapp.armies.pages.army_lists import ENTERED_MOST, ManyArmiesForm
from webapp.base.inputs import number_up_to
from webapp.base.texts import _
from webapp.html.field_errors import in_words
from webapp.html.forms import OneOf, PageForm, Readable, Text
from webapp.tournaments import store
from webapp.tournaments.tables import KINDS

BEST_OF: Final = {
    str(n): engine.Text.counted("{count} battle", "{count} battles", n) for n in store.BEST_OF
}
ENTRANT: Final = re.compile(r"entrants\[(\d+)\]\.?(?:army\.?)?")


class EntrantsForm(ManyArmiesForm):
    """Armies that take part in a tournament."""

    COMMAND = store.COMMAND

    def too_many(self) -> engine.Text:
        """What is told of more armies than are read, with the games that they would come to."""
        return engine.Text(
            "holds more than {most} armies, which is over {games:,} games",
            most=ENTERED_MOST,
            games=self.games_of(ENTERED_MOST),
        )

    def games_of(self, count: int) -> int:
        """How many games so many armies come to, at least: one for two of them."""
        return count // 2

    def note_file(self, document: Mapping[str, Any], problem: Problem) -> None:
        """Puts a problem of the tournament's file where it is shown."""
        if found := ENTRANT.match(problem.path):
            place = int(found[1])
            side = document["entrants"][place]
            inner = Problem(problem.path[found.end() :], problem.message)
            told = in_words(self.game.builder, side["army"], inner)
            name = side.get("name") or _("Army {number}", number=place + 1)
            self.note(Problem("", f"{name}: {told}"))
        elif problem.path == "entrants":
            self.note(Problem(_("Armies"), problem.message))
        else:
            self.note(problem)


class NewForm(EntrantsForm):
    """A new tournament of a game."""

    name = Text(filters=[str.strip], validators=[Readable()])
    kind = OneOf(KINDS)
    best_of = OneOf(BEST_OF)
    rounds = Text(filters=[str.strip])

    initial: ClassVar = {"kind": "round-robin", "best_of": "1"}

    def read(self) -> dict[str, Any] | None:
        """The tournament's file; None after noting everything that is wrong."""
        self.validate()
        sides = [self.side_of(army) for _label, army in self.entered()]
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
        if kind in ("swiss", "ladder") and self.rounds.data:
            rounds = number_up_to(tournament.ROUNDS_MOST, self.rounds.data)
            if rounds is None:
                self.add_error("rounds", _("Enter a whole number, or leave it blank."))
            else:
                document["rounds"] = rounds
        if len(sides) < 2 and not self.error_count:
            self.note(Problem("", _("Choose at least two armies.")))
        return None if self.error_count else document

    def games_of(self, count: int) -> int:
        """How many games so many armies come to."""
        if self.kind.errors or self.best_of.errors:
            return super().games_of(count)
        file = {"kind": self.kind.data, "best_of": int(self.best_of.data)}
        rounds = number_up_to(count - 1, self.rounds.data)
        if rounds and file["kind"] in ("swiss", "ladder"):
            file["rounds"] = rounds
        plan = tournament.plan_of(file, count)
        return plan.matches * plan.best_of

    def note_file(self, document: Mapping[str, Any], problem: Problem) -> None:
        """Puts a problem of the tournament's file where it is shown."""
        if problem.path in ("rounds", "name"):
            self.add_error(problem.path, problem.message)
        elif problem.path.startswith("entrants") or not self.terms.note(problem):
            super().note_file(document, problem)


class AddForm(EntrantsForm):
    """Armies that join a ladder."""

    def read(self) -> list[dict[str, Any]] | None:
        """The armies, as the entrants of a file; None after noting everything that is wrong."""
        found = [{"army": army} for _label, army in self.entered()]
        if not found and not self.error_count:
            self.note(Problem("", _("Choose at least one army.")))
        return None if self.error_count else found


class MoreForm(PageForm):
    """How many rounds more a ladder plays."""

    more = Text(filters=[str.strip])

    initial: ClassVar = {"more": "5"}

    def read(self) -> int | None:
        """The number; None after noting what is wrong."""
        count = number_up_to(tournament.ROUNDS_MOST, self.more.data)
        if count is None:
            self.add_error("more", _("Enter a whole number."))
        return count


class EditForm(PageForm):
    """Another name for a tournament."""

    name = Text(filters=[str.strip], validators=[Readable()])
