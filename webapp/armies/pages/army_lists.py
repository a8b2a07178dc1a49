"""Forms of many armies of one game: those that are offered, any other by its link or as text."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

import engine
from webapp.armies import choices
from webapp.base.errors import by_command
from webapp.base.event_loop import give_way
from webapp.base.game import Game
from webapp.base.inputs import Posted
from webapp.base.texts import _, translated
from webapp.html.field_groups import FieldGroup, GroupedForm, short_names, sides_without_slow
from webapp.html.forms import Text

ENTERED_MOST: Final = 300
"""Armies that are read from a text; more are for the command line from the start."""
PROBLEMS_MOST: Final = 50
"""Problems of armies that are told; after these no further army is read."""
LINE_END: Final = re.compile(r"\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]")
BLANKS: Final = re.compile(r"\s*")
BETWEEN: Final = re.compile(r"[\s,]*")
NAMES_TAKEN: Final = frozenset({"army", "csrf_token", "do", "file", "ruleset"})


class Entered(NamedTuple):
    """An army as somebody gave it, and what that is called."""

    label: str
    army: Any


class ManyArmiesForm(GroupedForm):
    """Armies of a game, and the terms on which they meet.

    `chosen` are references to those that are ticked; `other` holds further ones, one after the
    other. `side` is what each has beside its army, the same for all; what takes long to compute is
    not offered. COMMAND takes any number of armies.
    """

    COMMAND = ""
    other = Text()

    def __init__(self, game: Game, sent: Posted | None = None) -> None:
        super().__init__(sent)
        self.game = game
        self.choices = [c for c in choices.choices(game) if not c.garrison]
        self.chosen = [] if sent is None else sent.getlist("army")
        terms = (*game.builder.form.terms, *game.challenge_terms)
        sides = sides_without_slow(game)
        taken = {*self.data, *NAMES_TAKEN}
        self.terms = FieldGroup(terms, short_names(terms, taken))
        self.side = FieldGroup(sides, short_names(sides, taken), start="sides[0].")
        self.groups = (self.terms, self.side)
        if sent is not None:
            self.fill_groups(sent)
            self._offer_linked()

    def draw_army(self) -> None:
        """Enters one more army, drawn at random under the terms that are filled in."""
        army = choices.drawn(self.game, self.terms.document, {})
        self.other.data = "\n\n".join(filter(None, (self.other.data.strip(), army)))

    def entered(self) -> list[Entered]:
        """All armies, those that are ticked first, after noting what is wrong with the others.

        None is judged; the engine does that.
        """
        return [*self._ticked(), *self._typed()]

    def side_of(self, army: Any) -> dict[str, Any]:
        """A side of a battle file with this army."""
        own = self.side.document if self.side.fields else self.game.undecided
        return {"army": army, **own}

    def too_many(self) -> engine.Text:
        """What is told of more armies than are read, with what they would come to."""
        raise NotImplementedError

    def _offer_linked(self) -> None:
        """Armies by links that the address brings stand first, among those that are offered."""
        given = [choices.reference(one) for one in self.chosen if one]
        offered = {choice.reference for choice in self.choices}
        linked = [choices.linked_choice(self.game, one) for one in given if one not in offered]
        self.choices = [*filter(None, linked), *self.choices]
        offered = {choice.reference for choice in self.choices}
        self.chosen = [one for one in dict.fromkeys(given) if one in offered]
        if not offered.issuperset(given):
            self.note(engine.Problem("", _("One of the armies is no longer there.")))

    def _ticked(self) -> Iterator[Entered]:
        names = {choice.reference: choice.card.name for choice in self.choices}
        for reference in self.chosen:
            if army := self._resolved(reference, names[reference]):
                yield Entered(names[reference], army)

    def _typed(self) -> Iterator[Entered]:
        for number, found in enumerate(pieces(self.other.data), start=1):
            if number > ENTERED_MOST:
                message = by_command(self.too_many(), self.COMMAND)
                self.note(engine.Problem(_("Other armies"), message))
                return
            if self.error_count >= PROBLEMS_MOST:
                self.note(engine.Problem("", _("there are more problems; mend these first")))
                return
            label = _("army {number}", number=number)
            if isinstance(found, str):
                give_way()  # so that others are answered between two of many armies
                found = self._resolved(found, label)
            if found is not None:
                yield Entered(label, found)

    def _resolved(self, given: str, label: str) -> Any:
        try:
            return choices.resolve(self.game, given)
        except engine.InputError as error:
            for path, message in map(translated, error.problems):
                self.note(engine.Problem(f"{label}: {path}" if path else label, message))
        return None


def pieces(text: str) -> Iterator[str | Mapping[str, Any]]:
    """The armies in a text, one after the other: as JSON they are taken apart, else still text.

    JSON may be an army, a battle file, of which it is side a's army, or a list of these. Links have
    a line each; other text ends with an empty line or where the next one's name (`= …`) begins.
    """
    decoder = json.JSONDecoder()
    text, at = text.strip(), 0
    while at < len(text):
        if text[at] in "{[":
            try:
                found, end = decoder.raw_decode(text, at)
            except (ValueError, RecursionError):
                yield text[at:]  # what is wrong with it is told by whoever reads it
                return
            for one in found if isinstance(found, list) else [found]:
                yield _army_of(one)
            at = _past(BETWEEN, text, end)
            continue
        piece, at = _first_piece(text, at)
        at = _past(BLANKS, text, at)
        yield piece


def _past(between: re.Pattern[str], text: str, at: int) -> int:
    """Where what stands between two armies ends."""
    match = between.match(text, at)
    return match.end() if match else at


def _army_of(found: Any) -> str | Mapping[str, Any]:
    """The army in a JSON value, as text for what is none."""
    if not isinstance(found, dict):
        return json.dumps(found)
    sides = found.get("sides")
    if isinstance(sides, list) and sides and isinstance(sides[0], dict):
        found = sides[0]
    army = found.get("army", found)
    return army if isinstance(army, dict) else json.dumps(found)


def _first_piece(text: str, at: int) -> tuple[str, int]:
    """The army of a text that begins there, and where it ends."""
    line, at = _line(text, at)
    lines = [line]
    if "/a/" not in line:
        while at < len(text):
            line, after = _line(text, at)
            if not _goes_on(line):
                break
            lines.append(line)
            at = after
    return "\n".join(lines), at


def _line(text: str, at: int) -> tuple[str, int]:
    """The line that begins there, and where the next one does."""
    end = LINE_END.search(text, at)
    return (text[at : end.start()], end.end()) if end else (text[at:], len(text))


def _goes_on(line: str) -> bool:
    """Whether a line belongs to the army above it."""
    return bool(line.strip()) and not line.startswith(("=", "{")) and "/a/" not in line
