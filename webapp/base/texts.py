"""The current language: its sentences, numbers, dates and names of sides.

A sentence is its own key: `_("{name} wins", name=…)`. Placeholders are {name} in Python, templates,
JavaScript and words.json (DECISIONS.md, D-070). `N_` marks a text that `_` translates later. Flask
and Babel's data are imported lazily: every command starts with this module.
"""

import gettext
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextvars import ContextVar, copy_context
from datetime import UTC, date, datetime
from functools import cache, partial
from pathlib import Path
from string import Formatter
from typing import Any, Final, NamedTuple, ParamSpec, TypeVar
from unicodedata import bidirectional, category, normalize

from markupsafe import Markup, escape

from engine import InputError, Problem, SideId, Text
from webapp.base.paths import TRANSLATIONS

ENGLISH: Final = "en"  # the source language, without a catalog
DOMAIN: Final = "messages"
ISOLATE: Final = "\N{FIRST STRONG ISOLATE}"
# Around a right-to-left name, which would otherwise move adjacent numbers.
POP_ISOLATE: Final = "\N{POP DIRECTIONAL ISOLATE}"

P = ParamSpec("P")
T = TypeVar("T")


class Speech(NamedTuple):
    language: str
    catalog: gettext.NullTranslations


_IN_ENGLISH: Final = Speech(ENGLISH, gettext.NullTranslations())
_spoken: ContextVar[Callable[[], Speech]] = ContextVar("spoken")
_asked: list[Callable[[], Speech | None]] = []


def ask(speech: Callable[[], Speech | None]) -> None:
    """Register the function that returns the language of a request, or None outside of one."""
    _asked[:] = [speech]


def speak(environment: Mapping[str, str], folders: Sequence[Path] = ()) -> None:
    """Set the command line's language from LC_ALL, LC_MESSAGES or LANG, with these catalogs."""
    names = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    chosen = next(filter(None, names), ENGLISH).split(".")[0].split("_")[0]
    catalog = gettext.translation(DOMAIN, TRANSLATIONS, [chosen], fallback=True)
    if isinstance(catalog, gettext.GNUTranslations):
        for folder in folders:
            catalog.add_fallback(gettext.translation(DOMAIN, folder, [chosen], fallback=True))
        _spoken.set(lambda: Speech(chosen, catalog))


def speech() -> Speech:
    for asked in _asked:
        spoken = asked()
        if spoken is not None:
            return spoken
    return _spoken.get(lambda: _IN_ENGLISH)()


def in_current_language(function: Callable[P, T]) -> Callable[P, T]:
    """Make a function use the current language in another thread as well."""
    # Lazily, so that a response without words does not vary by language.
    here = cache(partial(copy_context().run, speech))

    def speaking(*args: P.args, **kwargs: P.kwargs) -> T:
        before = _spoken.set(here)
        try:
            return function(*args, **kwargs)
        finally:
            _spoken.reset(before)

    return speaking


def language() -> str:
    """Return the current language's code: `en`, `de`."""
    return speech().language


def N_(text: str) -> str:  # noqa: N802 - the name that gettext's tools know
    """Mark a text for translation and return it."""
    return text


def _(text: str, /, **values: Any) -> str:
    """Return the sentence in the reader's language with these values; Markup if one of them is."""
    if isinstance(text, Text):
        return text.translated(_find, _find_many, WRITER)
    return _filled(_find(text), values) if text else ""


def listing(parts: Iterable[str]) -> str:
    """Join texts by commas; Texts among them are translated later."""
    whole: str = ""
    for part in parts:
        whole = Text("{some}, {more}", some=whole, more=part) if whole else part
    return whole


def translated(problem: Problem) -> Problem:
    """Return a problem, with its path, in the reader's language."""
    return Problem(*(_(part) if isinstance(part, Text) else part for part in problem))


def placed(label: str, error: InputError) -> InputError:
    """Return the error with a label before the path of each problem."""
    return InputError(
        Problem(": ".join(filter(None, (label, path))), message) for path, message in error.problems
    )


def problem_lines(error: InputError) -> str:
    """Return the problems of an input in the reader's language, one per line."""
    return "\n".join(str(translated(problem)) for problem in error.problems)


def isolated(name: str) -> str:
    """Wrap a right-to-left name so that it does not reorder the sentence around it."""
    if name.startswith(ISOLATE) or not any(bidirectional(one) in ("R", "AL") for one in name):
        return name
    return ISOLATE + name + POP_ISOLATE  # adding keeps Markup what it is


def in_page(text: str, /, **values: Any) -> str:
    """Like `_`, for templates: right-to-left names are isolated."""
    return _(text, **{key: _apart(value) for key, value in values.items()})


def many_in_page(one: str, others: str, /, count: int, **values: Any) -> str:
    """Like `ngettext`, for templates: right-to-left names are isolated."""
    return ngettext(one, others, count, **{key: _apart(value) for key, value in values.items()})


def _apart(value: Any) -> Any:
    return isolated(value) if isinstance(value, str) and not value.isascii() else value


def ngettext(one: str, others: str, /, count: int, **values: Any) -> str:
    """Return the sentence for a count; both forms may hold a localized {count}."""
    return _filled(_find_many(one, others, count), {"count": number(count), **values})


def number(value: float, digits: int = 0) -> str:
    """Write a number in the reader's language, with `digits` decimals."""
    spoken = language()
    if spoken == ENGLISH:
        # A float would lose the last digits of a large whole number.
        return f"{value:,}" if isinstance(value, int) and not digits else f"{value:,.{digits}f}"
    from babel import numbers

    decimals = "." + "0" * digits if digits else ""
    return numbers.format_decimal(value, format=f"#,##0{decimals}", locale=spoken)


def signed(change: float, digits: int = 0) -> str:
    """Write a change with its sign, the minus as wide as the plus: `+1`, `+2.50`."""
    return ("\N{MINUS SIGN}" if change < 0 else "+") + number(abs(change), digits)


def hundredths(share: float, digits: int = 0) -> str:
    """Write a share in percent, without the sign; only 0 and 1 read `0` and `100`."""
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
    """Write a time, in ms since 1970 or in UTC, as date and time in UTC: `Nov 5, 2026, 15:04`."""
    from babel import dates

    if isinstance(at, int):
        at = datetime.fromtimestamp(at / 1000, tz=UTC)
    day, time = (dates.format_skeleton(form, at, locale=language()) for form in ("yMMMd", "Hm"))
    return f"{day}, {time}"


def deadline(at: int | datetime) -> str:
    """Write a time for readers in all time zones: `Nov 5, 2026, 15:04 UTC`."""
    return f"{moment(at)} UTC"


def iso_time(at: int | datetime) -> str:
    """Write a time, in ms since 1970 or in UTC, for machines: `2026-11-05T15:04:00Z`."""
    if isinstance(at, int):
        at = datetime.fromtimestamp(at / 1000, tz=UTC)
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def day(at: date) -> str:
    """Write a day: `Nov 5, 2026`."""
    from babel import dates

    return dates.format_skeleton("yMMMd", at, locale=language())


class _Writer(Formatter):
    """Formats templates; {count:,} is a localized number."""

    def format(self, template: str, /, *args: Any, **values: Any) -> str:
        """Format a template; without {:,} `str.format` is ten times faster."""
        if ":," in template:
            return super().format(template, *args, **values)
        return template.format(*args, **values)

    def format_field(self, value: Any, format_spec: str) -> Any:
        return number(value) if format_spec == "," else super().format_field(value, format_spec)


WRITER: Final = _Writer()


def _filled(template: str, values: Mapping[str, Any]) -> str:
    if not values:
        return template
    values = {key: _(one) if isinstance(one, Text) else one for key, one in values.items()}
    if any(isinstance(value, Markup) for value in values.values()):
        safe = {name: escape(value) for name, value in values.items()}
        return Markup(WRITER.format(str(escape(template)), **safe))
    return WRITER.format(template, **values)


def _find(text: str) -> str:
    return speech().catalog.gettext(text)


def _find_many(one: str, others: str, count: int) -> str:
    return speech().catalog.ngettext(one, others, count)


RARE: Final = 0.0001  # rarer chances read as `1 in 25,000`
RAREST: Final = 1e-9  # still rarer ones as `<0.01%`


def decimals_within(interval: tuple[float, float]) -> int:
    """Return how many decimals of percent a sampled share has: none if its margin is 1% or more."""
    return int(interval[1] - interval[0] < 2 / 100)


def chance_text(chance: float, interval: tuple[float, float] | None = None) -> str:
    """Return a chance as text, 0 or 100% only if certain, in decimals that the interval allows."""
    if interval is not None:
        return percent(chance, decimals_within(interval))
    if (100 * chance).is_integer():
        return percent(chance)
    if min(chance, 1 - chance) < RAREST:
        return percent(chance, 2)
    if chance < RARE:
        return _("1 in {count}", count=number(1 / chance))
    if chance > 1 - RARE:
        return _("all but 1 in {count}", count=number(1 / (1 - chance)))
    return percent(chance, 2)


COLOURS: Final[Mapping[SideId, str]] = {"a": N_("Blue"), "b": N_("Orange")}  # default names


# Default names of a challenge's players. Battle files have them in English; pages translate them.
UNNAMED: Final[Mapping[SideId, str]] = {"a": N_("Challenger"), "b": N_("Opponent")}


def side_name(side: SideId, *names: str | None) -> str:
    """Return the first non-empty name, or else the side's colour."""
    name = next(filter(None, names), None) or COLOURS[side]
    return _(name) if name in (COLOURS[side], *UNNAMED.values()) else name


def distinct_names(a: str, b: str) -> dict[str, str]:
    """Return both sides' names, with letters if they are equal or one is the other's colour."""
    names = {"a": side_name("a", a), "b": side_name("b", b)}
    alike = {side: _folded(name) for side, name in names.items()}
    colours = {side: _folded(_(name)) for side, name in COLOURS.items()}
    if alike["a"] in (alike["b"], colours["b"]) or alike["b"] == colours["a"]:
        names = {side: f"{name} {side}" for side, name in names.items()}
    return {side: isolated(name) for side, name in names.items()}


def are_alike(one: str, other: str) -> bool:
    return _folded(one) == _folded(other)


def _folded(name: str) -> str:
    """Fold case, accents and joiners, in which names that read alike may differ."""
    plain = normalize("NFKD", name.casefold())
    return "".join(one for one in plain if category(one) not in ("Mn", "Me", "Cf"))
