"""The language that is spoken now: its sentences, numbers and dates.

A sentence is its own key: `_("{name} wins", name=…)`. Placeholders are {name}, in Python,
templates, JavaScript and words.json alike (DECISIONS.md, D-070). What is defined before anybody
asks, such as a label, is marked with `N_` there, and said with `_` where it is shown.
Flask and Babel's data are imported only where they are needed: the command line starts with this.
"""

import gettext
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextvars import ContextVar, copy_context
from datetime import UTC, date, datetime
from functools import cache, partial
from pathlib import Path
from string import Formatter
from typing import Any, Final, NamedTuple, ParamSpec, TypeVar
from unicodedata import bidirectional

from markupsafe import Markup, escape

from engine import InputError, Problem, Text
from webapp.base.paths import TRANSLATIONS

ENGLISH: Final = "en"
"""The language that all sentences are written in; it needs no catalog."""
DOMAIN: Final = "messages"
ISOLATE: Final = "\N{FIRST STRONG ISOLATE}"
POP_ISOLATE: Final = "\N{POP DIRECTIONAL ISOLATE}"
"""Around a name that reads from right to left: without them it would move a number beside it."""

P = ParamSpec("P")
T = TypeVar("T")


class Speech(NamedTuple):
    """A language by its code, and its catalog."""

    language: str
    catalog: gettext.NullTranslations


_IN_ENGLISH: Final = Speech(ENGLISH, gettext.NullTranslations())
_spoken: ContextVar[Callable[[], Speech]] = ContextVar("spoken")
_asked: list[Callable[[], Speech | None]] = []


def ask(speech: Callable[[], Speech | None]) -> None:
    """Lets a request say which language it is answered in, and None outside of requests."""
    _asked[:] = [speech]


def speak(environment: Mapping[str, str], folders: Sequence[Path] = ()) -> None:
    """Has the command line speak as LC_ALL, LC_MESSAGES or LANG say, if it can.

    `folders` are the catalogs of installed games.
    """
    names = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    chosen = next(filter(None, names), ENGLISH).split(".")[0].split("_")[0]
    catalog = gettext.translation(DOMAIN, TRANSLATIONS, [chosen], fallback=True)
    if isinstance(catalog, gettext.GNUTranslations):
        for folder in folders:
            catalog.add_fallback(gettext.translation(DOMAIN, folder, [chosen], fallback=True))
        _spoken.set(lambda: Speech(chosen, catalog))


def speech() -> Speech:
    """The language that is spoken now, with its catalog."""
    for asked in _asked:
        spoken = asked()
        if spoken is not None:
            return spoken
    return _spoken.get(lambda: _IN_ENGLISH)()


def spoken_here(function: Callable[P, T]) -> Callable[P, T]:
    """The function, which in another thread, too, speaks the language that is spoken here."""
    # Asked for there, and only if anything is said: an answer without words suits all languages.
    here = cache(partial(copy_context().run, speech))

    def speaking(*args: P.args, **kwargs: P.kwargs) -> T:
        before = _spoken.set(here)
        try:
            return function(*args, **kwargs)
        finally:
            _spoken.reset(before)

    return speaking


def language() -> str:
    """The language that is spoken now, by its code: `en`, `de`."""
    return speech().language


def N_(text: str) -> str:  # noqa: N802 - the name that gettext's tools know
    """The same text, marked to be translated where it is shown."""
    return text


def _(text: str, /, **values: Any) -> str:
    """The sentence in the language of whoever reads it, with these values in it.

    A Text brings its own values. The answer is Markup where a value is, and then all that is not
    Markup is escaped.
    """
    if isinstance(text, Text):
        return text.translated(_find, _find_many, WRITER)
    return _filled(_find(text), values) if text else ""


def listing(parts: Iterable[str]) -> str:
    """Several texts as one, with commas between them; Texts among them keep their language."""
    whole: str = ""
    for part in parts:
        whole = Text("{some}, {more}", some=whole, more=part) if whole else part
    return whole


def translated(problem: Problem) -> Problem:
    """A problem in the language of whoever reads it, its place, too."""
    return Problem(*(_(part) if isinstance(part, Text) else part for part in problem))


def problem_lines(error: InputError) -> str:
    """All that is wrong with an input, in the language of whoever reads it, a problem a line."""
    return "\n".join(str(translated(problem)) for problem in error.problems)


def isolated(name: str) -> str:
    """A name as it stands in a sentence: one written from right to left moves nothing beside it."""
    if name.startswith(ISOLATE) or not any(bidirectional(one) in ("R", "AL") for one in name):
        return name
    return ISOLATE + name + POP_ISOLATE  # adding keeps Markup what it is


def in_page(text: str, /, **values: Any) -> str:
    """Like `_`, for templates: names from right to left are isolated."""
    return _(text, **{key: _apart(value) for key, value in values.items()})


def many_in_page(one: str, others: str, /, count: int, **values: Any) -> str:
    """Like `ngettext`, for templates: names from right to left are isolated."""
    return ngettext(one, others, count, **{key: _apart(value) for key, value in values.items()})


def _apart(value: Any) -> Any:
    return isolated(value) if isinstance(value, str) and not value.isascii() else value


def ngettext(one: str, others: str, /, count: int, **values: Any) -> str:
    """The sentence for so many; both may hold {count}, which is written as the language does."""
    return _filled(_find_many(one, others, count), {"count": number(count), **values})


def number(value: float, digits: int = 0) -> str:
    """A number as the language writes it, with so many digits after its decimal sign."""
    spoken = language()
    if spoken == ENGLISH:
        # As a float a large whole number would lose its last digits.
        return f"{value:,}" if isinstance(value, int) and not digits else f"{value:,.{digits}f}"
    from babel import numbers

    decimals = "." + "0" * digits if digits else ""
    return numbers.format_decimal(value, format=f"#,##0{decimals}", locale=spoken)


def signed(change: float, digits: int = 0) -> str:
    """A change with its sign, its minus as wide as the plus: `+1`, `+2.50`."""
    return ("\N{MINUS SIGN}" if change < 0 else "+") + number(abs(change), digits)


def hundredths(share: float, digits: int = 0) -> str:
    """Write a share from 0 to 1 in percent, without the sign: `62.5`.

    Only 0 reads `0` and only 1 reads `100`; a share that would round to these reads `<0.1` or
    `>99.9`.
    """
    step = 10.0**-digits
    rounded = round(100 * share, digits)
    kept = min(max(rounded, step * (share > 0)), 100 - step * (share < 1))
    sign = "<" if kept > rounded else ">" if kept < rounded else ""
    return sign + number(kept, digits)


def percent(share: float, digits: int = 0) -> str:
    """Write a share from 0 to 1 in percent: `62.5%`, in German `62,5 %`; see `hundredths`."""
    space = "" if language() == ENGLISH else "\N{NO-BREAK SPACE}"
    return f"{hundredths(share, digits)}{space}%"


def moment(at: int | datetime) -> str:
    """A moment, in ms since 1970 or in UTC, as date and time in UTC: `Nov 5, 2026, 15:04`."""
    from babel import dates

    if isinstance(at, int):
        at = datetime.fromtimestamp(at / 1000, tz=UTC)
    day, time = (dates.format_skeleton(form, at, locale=language()) for form in ("yMMMd", "Hm"))
    return f"{day}, {time}"


def deadline(at_ms: int) -> str:
    """A moment in a sentence, whose readers live in all time zones: `Nov 5, 2026, 15:04 UTC`."""
    return f"{moment(at_ms)} UTC"


def day(at: date) -> str:
    """A day: `Nov 5, 2026`."""
    from babel import dates

    return dates.format_skeleton("yMMMd", at, locale=language())


class _Writer(Formatter):
    """Puts values into a template; {count:,} is a number as the language writes it."""

    def format(self, template: str, /, *args: Any, **values: Any) -> str:
        """The sentence. Without such a number `str` does the same, in a tenth of the time."""
        if ":," in template:
            return super().format(template, *args, **values)
        return template.format(*args, **values)

    def format_field(self, value: Any, format_spec: str) -> Any:
        return number(value) if format_spec == "," else super().format_field(value, format_spec)


WRITER: Final = _Writer()


def _filled(template: str, values: Mapping[str, Any]) -> str:
    if not values:
        return template
    values = {
        name: _(value) if isinstance(value, Text) else value for name, value in values.items()
    }
    if any(isinstance(value, Markup) for value in values.values()):
        safe = {name: escape(value) for name, value in values.items()}
        return Markup(WRITER.format(str(escape(template)), **safe))
    return WRITER.format(template, **values)


def _find(text: str) -> str:
    return speech().catalog.gettext(text)


def _find_many(one: str, others: str, count: int) -> str:
    return speech().catalog.ngettext(one, others, count)
