import re
import secrets
from collections.abc import Mapping
from typing import Any, ClassVar, Final

import wtforms
from wtforms.validators import ValidationError

import engine
from engine import InputError, Problem, tournament
from webapp.armies.limits import ENTERED_MOST
from webapp.armies.pages.army_lists import ManyArmiesForm
from webapp.base.game import Game
from webapp.base.inputs import Posted, number_up_to
from webapp.base.texts import N_, _
from webapp.challenges import terms
from webapp.challenges.pages.forms import BEST_OF, HOURS, InventoryForm, SealForm, group
from webapp.html.forms import OneOf, PageForm, Readable, Text, in_words
from webapp.store.models import Gathering
from webapp.tournaments import entries, registration, store
from webapp.tournaments.limits import ENOUGH, ENTRANTS_MOST
from webapp.tournaments.tables import KINDS

ENTRANT: Final = re.compile(r"entrants\[(\d+)\]\.?(?:army\.?)?")


class EntrantsForm(ManyArmiesForm):
    COMMAND = store.COMMAND
    SLOW_BOTS = True

    def too_many(self) -> engine.Text:
        text = N_("has more than {most} armies, so over {games:,} games; choose fewer")
        return engine.Text(text, most=ENTERED_MOST, games=self.games_of(ENTERED_MOST))

    def games_of(self, count: int) -> int:
        """Return how many games this many armies play at least."""
        return count // 2

    def note_file(self, document: Mapping[str, Any], problem: Problem) -> None:
        if found := ENTRANT.match(problem.path):
            place = int(found[1])
            side = document["entrants"][place]
            inner = problem._replace(path=problem.path[found.end() :])
            name = side.get("name") or _("Army {number}", number=place + 1)
            said = in_words(self.game.builder, side["army"], inner)
            self.note(Problem("", f"{name}: {said}"))
        elif problem.path == "entrants":
            self.note(Problem(_("Armies"), problem.message))
        else:
            self.note(problem)


class KindForm(PageForm):
    name = Text(filters=[str.strip], validators=[Readable()])
    kind = OneOf(KINDS)
    best_of = OneOf({str(n): BEST_OF[str(n)] for n in store.BEST_OF})
    rounds = Text(filters=[str.strip])

    def read_rounds(self) -> dict[str, int]:
        """Return `rounds` of the tournament's file, or nothing, perhaps after noting a problem."""
        if self.kind.data not in ("swiss", tournament.LADDER) or not self.rounds.data:
            return {}
        rounds = number_up_to(tournament.ROUNDS_MOST, self.rounds.data)
        if rounds is None:
            self.add_error("rounds", _("Enter a whole number, or leave it blank."))
        return {} if rounds is None else {"rounds": rounds}


class NewForm(EntrantsForm, KindForm):
    initial: ClassVar = {"kind": "round-robin", "best_of": "1"}

    def read(self) -> dict[str, Any] | None:
        """Return the tournament's file, or None after noting every problem."""
        self.validate()
        sides = [self.side_of(army) for _label, army in self.entered()]
        rounds = self.read_rounds()
        if len(sides) < 2 and not self.error_count:
            self.note(Problem("", _("Choose at least two armies.")))
        if self.error_count:
            return None
        return {
            "name": self.name.data,
            "kind": self.kind.data,
            "ruleset": self.game.id,
            "seed": secrets.randbits(store.SEED_BITS),
            "best_of": int(self.best_of.data),
            **self.terms.document,
            "entrants": sides,
            **rounds,
        }

    def games_of(self, count: int) -> int:
        if self.kind.errors or self.best_of.errors:
            return super().games_of(count)
        file = {"kind": self.kind.data, "best_of": int(self.best_of.data)}
        rounds = number_up_to(count - 1, self.rounds.data)
        if rounds and file["kind"] in ("swiss", "ladder"):
            file["rounds"] = rounds
        plan = tournament.plan_of(file, count)
        return plan.matches * plan.best_of

    def note_file(self, document: Mapping[str, Any], problem: Problem) -> None:
        if problem.path in ("rounds", "name"):
            self.add_error(problem.path, problem.message)
        elif problem.path.startswith("entrants") or not self.terms.note(problem):
            super().note_file(document, problem)


class AddForm(EntrantsForm):
    def read(self) -> list[dict[str, Any]] | None:
        """Return the armies as entrants of a file, or None after noting every problem."""
        found = [{"army": army} for _label, army in self.entered()]
        if not found and not self.error_count:
            self.note(Problem("", _("Choose at least one army.")))
        return None if self.error_count else found


class MoreForm(PageForm):
    more = Text(filters=[str.strip])

    initial: ClassVar = {"more": "5"}

    def read(self) -> int | None:
        count = number_up_to(tournament.ROUNDS_MOST, self.more.data)
        if count is None:
            self.add_error("more", _("Enter a whole number."))
        return count


SIDE = "side"


class PeopleForm(InventoryForm, KindForm):
    """A new tournament with registration: kind, terms, closing time."""

    places = Text(filters=[str.strip])
    hours = OneOf(HOURS)

    initial: ClassVar = {**NewForm.initial, "places": str(ENTRANTS_MOST), "hours": "24"}

    def __init__(self, game: Game, sent: Posted | None = None) -> None:
        super().__init__(game, sent, group(SIDE, game.builder.form.sides), timed=False)

    def validate_places(self, field: wtforms.Field) -> None:
        if (number_up_to(ENTRANTS_MOST, field.data) or 0) < ENOUGH:
            text = N_("Enter a number from {least} to {most}.")
            raise ValidationError(engine.Text(text, least=ENOUGH, most=ENTRANTS_MOST))

    def note(self, problem: Problem) -> None:
        if problem.path in ("rounds", "best_of", "kind", "name"):
            self.add_error(problem.path, problem.message)
            return
        if problem.path.partition(".")[0] not in (terms.LIMITS, SIDE):
            problem = problem._replace(path=f"{terms.BATTLE}.{problem.path}")
        if not any(part.note(problem) for part in self.groups):
            super().note(problem)

    def create(self, owner: str) -> Gathering | None:
        """Create the tournament of the form, or return None after noting every problem."""
        self.validate()
        rounds = self.read_rounds()
        battle, limits, side = (part.document for part in self.groups)
        limits = self.with_inventory(limits)
        if self.error_count:
            return None
        file = {"kind": self.kind.data, **rounds, "best_of": int(self.best_of.data), **battle}
        side = side if self.groups[-1].fields else dict(self.game.undecided)
        places, hours = int(self.places.data), int(self.hours.data)
        try:
            agreed = registration.agree(self.game, file, side, limits, places)
        except InputError as error:
            self.note_all(error)
            return None
        return registration.create(self.game, self.name.data, owner, agreed, places, hours)


class JoinForm(SealForm):
    """Name and army of an entrant; `salt` was drawn by the browser."""

    name = Text(filters=[str.strip], validators=[Readable()])
    salt = Text()

    def read_entry(self) -> entries.Entry | None:
        self.validate()
        if not self.name.data:
            self.add_error("name", _("Enter a name: the standings show it."))
        army = self.read()
        if army is None or self.error_count:
            return None
        return entries.Entry(self.name.data, army, self.salt.data)

    def note_entry(self, entry: entries.Entry, problem: Problem) -> None:
        start, _dot, rest = problem.path.partition(".")
        if start == entries.ARMY:
            self.note_army(entry.army, problem._replace(path=rest))
        elif start == "name":
            self.add_error("name", problem.message)
        else:
            self.note(problem)
