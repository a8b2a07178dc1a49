"""The form of a table of who beats whom."""

from collections.abc import Sequence

import engine
from webapp.armies.pages.army_lists import ENTERED_MOST, ManyArmiesForm
from webapp.armies.store import SAMPLE
from webapp.base.form import Json
from webapp.base.texts import _, translated
from webapp.searches import limits


class MatchupForm(ManyArmiesForm):
    """Armies of a game that are compared."""

    COMMAND = limits.MATCHUPS

    @property
    def samples(self) -> list[str]:
        """References to the sample armies that are offered."""
        return [c.reference for c in self.choices if c.reference.startswith(SAMPLE)]

    def too_many(self) -> engine.Text:
        """What is told of more armies than are read, with the pairs that they would come to."""
        return engine.Text(
            "holds more than {most} armies, which is over {pairs:,} pairs",
            most=ENTERED_MOST,
            pairs=ENTERED_MOST**2,
        )

    def choose_samples(self) -> None:
        """Ticks all sample armies, and leaves the others as they are."""
        self.chosen = list(dict.fromkeys([*self.chosen, *self.samples]))

    def read(self) -> tuple[list[Json], list[str]] | None:
        """Each army as a battle file in which it meets itself, and the armies' names.

        None after noting everything that is wrong with the text; the engine judges the rest.
        """
        entered = self.entered()
        if not entered and not self.error_count:
            self.note(engine.Problem("", _("Choose two armies or more.")))
        if self.error_count:
            return None
        files = []
        for _label, army in entered:
            side = self.side_of(army)
            files.append({"ruleset": self.game.id, "sides": [side, side], **self.terms.document})
        return files, [label for label, _army in entered]

    def note_refused(self, error: engine.InputError, names: Sequence[str]) -> None:
        """Puts what the engine refuses where it was given: with the army's name for its number."""
        for path, message in map(translated, error.problems):
            number, bracket, rest = path.removeprefix("armies[").partition("]")
            if not bracket or not number.isdigit():
                self.note(engine.Problem("" if path == "armies" else path, message))
                continue
            inner = rest.removeprefix(".")
            problem = engine.Problem(inner, message)
            if not (self.side.note(problem) or self.terms.note(problem)):
                name = names[int(number)]
                self.note(engine.Problem(f"{name}: {inner}" if inner else name, message))
