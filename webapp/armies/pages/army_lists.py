"""Form fields for many armies of one game: offered, linked or as text."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Final

import engine
from webapp.armies import choices
from webapp.armies.limits import ENTERED_MOST, PROBLEMS_MOST
from webapp.base.errors import by_command
from webapp.base.game import Game
from webapp.base.inputs import Posted
from webapp.base.jobs import give_way
from webapp.base.texts import _, translated
from webapp.html.field_groups import FieldGroup, GroupedForm, short_names, sides_without_slow
from webapp.html.forms import Text

LINE_END: Final = re.compile(r"\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]")
BLANKS: Final = re.compile(r"\s*")
BETWEEN: Final = re.compile(r"[\s,]*")
NAMES_TAKEN: Final = frozenset({"army", "csrf_token", "do", "file", "ruleset"})


class ManyArmiesForm(GroupedForm):
    """Armies of a game, and the terms on which they meet."""

    COMMAND = ""  # takes any number of armies
    SLOW_BOTS: ClassVar = False  # whether sides have slow options
    other = Text()  # further armies as text

    def __init__(self, game: Game, sent: Posted | None = None) -> None:
        super().__init__(sent)
        self.game = game
        self.choices = [c for c in choices.choices(game) if not c.garrison]
        self.chosen = [] if sent is None else sent.getlist("army")  # references of ticked armies
        terms = (*game.builder.form.terms, *game.challenge_terms)
        sides = game.builder.form.sides if self.SLOW_BOTS else sides_without_slow(game)
        taken = {*self.data, *NAMES_TAKEN}
        self.terms = FieldGroup(terms, short_names(terms, taken))
        # what each side has besides its army
        self.side = FieldGroup(sides, short_names(sides, taken), start="sides[0].")
        self.groups = (self.terms, self.side)
        if sent is not None:
            self.fill_groups(sent)
            self._offer_linked()

    def draw_army(self) -> None:
        army = choices.random_army_text(self.game, self.terms.document, {})
        self.other.data = "\n\n".join(filter(None, (self.other.data.strip(), army)))

    def entered(self) -> list[tuple[str, Any]]:
        """Return labels and unjudged armies, ticked ones first, and note problems of the text."""
        names = {choice.reference: choice.card.name for choice in self.choices}
        ticked = [(names[one], self._resolved(one, names[one])) for one in self.chosen]
        return [*((name, army) for name, army in ticked if army), *self._typed()]

    def side_of(self, army: Any) -> dict[str, Any]:
        own = self.side.document if self.side.fields else self.game.undecided
        return {"army": army, **own}

    def too_many(self) -> engine.Text:
        """Return the message for too many armies, with the work that they would cause."""
        raise NotImplementedError

    def _offer_linked(self) -> None:
        """Put armies linked in the address first among the choices."""
        given = [choices.reference(one) for one in self.chosen if one]
        offered = {choice.reference for choice in self.choices}
        linked = [choices.linked_choice(self.game, one) for one in given if one not in offered]
        self.choices = [*filter(None, linked), *self.choices]
        offered = {choice.reference for choice in self.choices}
        self.chosen = [one for one in dict.fromkeys(given) if one in offered]
        if not offered.issuperset(given):
            self.note(engine.Problem("", _("One of the armies is no longer there.")))

    def _typed(self) -> Iterator[tuple[str, Any]]:
        for number, found in enumerate(pieces(self.other.data), start=1):
            if number > ENTERED_MOST:
                message = by_command(self.too_many(), self.COMMAND)
                self.note(engine.Problem(_("Other armies"), message))
                return
            if self.error_count >= PROBLEMS_MOST:
                self.note(engine.Problem("", _("there are more problems; fix these first")))
                return
            label = _("army {number}", number=number)
            if isinstance(found, str):
                give_way()  # to other requests, between two of many armies
                found = self._resolved(found, label)
            if found is not None:
                yield label, found

    def _resolved(self, given: str, label: str) -> Any:
        try:
            return choices.resolve(self.game, given)
        except engine.InputError as error:
            for path, message in map(translated, error.problems):
                self.note(engine.Problem(f"{label}: {path}" if path else label, message))
        return None


def pieces(text: str) -> Iterator[str | Mapping[str, Any]]:
    """Split a text into armies: JSON is parsed, other armies stay text.

    JSON may be an army, a battle file (side a's army) or a list of these. A link takes a line;
    other text ends at an empty line or the next title (`= …`).
    """
    decoder = json.JSONDecoder()
    text, at = text.strip(), 0
    while at < len(text):
        if text[at] in "{[":
            try:
                found, end = decoder.raw_decode(text, at)
            except (ValueError, RecursionError):
                yield text[at:]  # its parser reports what is wrong
                return
            yield from map(_army_of, found if isinstance(found, list) else [found])
            at = _past(BETWEEN, text, end)
        else:
            piece, end = _first_piece(text, at)
            yield piece
            at = _past(BLANKS, text, end)


def _past(between: re.Pattern[str], text: str, at: int) -> int:
    """Return the end of the separator between two armies."""
    match = between.match(text, at)
    return match.end() if match else at


def _army_of(found: Any) -> str | Mapping[str, Any]:
    """Return the army in a JSON value, as text if it is invalid."""
    if not isinstance(found, dict):
        return json.dumps(found)
    sides = found.get("sides")
    if isinstance(sides, list) and sides and isinstance(sides[0], dict):
        found = sides[0]
    army = found.get("army", found)
    return army if isinstance(army, dict) else json.dumps(found)


def _first_piece(text: str, at: int) -> tuple[str, int]:
    """Return the first army of a text and where it ends."""
    line, at = _line(text, at)
    lines = [line]
    while at < len(text) and "/a/" not in lines[0]:
        line, after = _line(text, at)
        if not line.strip() or line.startswith(("=", "{")) or "/a/" in line:
            break
        lines.append(line)
        at = after
    return "\n".join(lines), at


def _line(text: str, at: int) -> tuple[str, int]:
    """Return the line that starts here, and the start of the next."""
    end = LINE_END.search(text, at)
    return (text[at : end.start()], end.end()) if end else (text[at:], len(text))
