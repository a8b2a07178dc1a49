"""Click's commands in the language of whoever reads them: our helps, and Click's own sentences.

Helps and metavars are kept as they are written, in English, and said when Click asks for them.
Click's own sentences are those of `click.po`: Click takes them from gettext's default domain.
"""

import gettext
from collections.abc import Callable, MutableMapping, Sequence
from inspect import cleandoc
from pathlib import Path
from typing import Any, Final

import click

from engine import Text
from webapp.base import texts
from webapp.base.paths import TRANSLATIONS
from webapp.base.texts import N_, _

CLICK: Final = "click"
"""The domain of Click's own sentences."""
METAVARS: Final = (
    N_("[OPTIONS]"),
    N_("COMMAND [ARGS]..."),
    N_("FILE"),
    N_("OUT"),
    N_("INTEGER RANGE"),
    N_("TEXT"),
)
"""What Click writes in a usage by itself, for types and names of our arguments."""


def speak(environment: MutableMapping[str, str], folders: Sequence[Path] = ()) -> None:
    """Has commands and Click speak as LC_ALL, LC_MESSAGES or LANG say; see `texts.speak`."""
    texts.speak(environment, folders)
    gettext.bindtextdomain(CLICK, str(TRANSLATIONS))
    gettext.textdomain(CLICK)
    # Click's gettext reads the environment by itself, LANGUAGE first: both shall choose alike.
    environment["LANGUAGE"] = texts.language()


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a help, each on one line: these are the sentences of the catalog."""
    shown = cleandoc(text).partition("\f")[0].strip()
    return [" ".join(paragraph.splitlines()) for paragraph in shown.split("\n\n") if paragraph]


class _Helped:
    """Something with a help, which is said in the reader's language."""

    _help: str | None

    @property
    def help(self) -> str | None:
        if self._help is None or isinstance(self._help, Text):
            return self._help and _(self._help)
        return "\n\n".join(map(_, paragraphs(self._help)))

    @help.setter
    def help(self, text: str | None) -> None:
        self._help = text


class Option(_Helped, click.Option):
    """An option; a help with values in it is a Text."""

    def __init__(self, declarations: Sequence[str] | None = None, **attributes: Any) -> None:
        super().__init__(declarations, **attributes)
        # Click has made a plain string of a Text.
        self.help = attributes.get("help")

    def make_metavar(self, ctx: click.Context) -> str:
        return _(super().make_metavar(ctx))


class Argument(_Helped, click.Argument):
    """An argument, which usages and errors call by its metavar."""

    def make_metavar(self, ctx: click.Context) -> str:
        return _(super().make_metavar(ctx))


class Command(_Helped, click.Command):
    """A command; its help is its function's docstring."""

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        return list(map(_, super().collect_usage_pieces(ctx)))


class Group(_Helped, click.Group):
    """The program, whose commands are ours."""

    command_class = Command

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        return list(map(_, super().collect_usage_pieces(ctx)))


Decorator = Callable[[Any], Any]


def command(name: str | None = None, **attributes: Any) -> Callable[[Callable[..., Any]], Command]:
    """Makes a function a command that stands in a module of its own."""
    return click.command(name, cls=Command, **attributes)


def option(*declarations: str, **attributes: Any) -> Decorator:
    """An option of a command; `help` and `metavar` are found by `make texts`."""
    return click.option(*declarations, cls=Option, **attributes)


def argument(*declarations: str, **attributes: Any) -> Decorator:
    """An argument of a command; `metavar` is found by `make texts`."""
    return click.argument(*declarations, cls=Argument, **attributes)


def _is_yes(given: str) -> bool:
    """An answer as the question asks for it, or in English; a letter will do."""
    answers = {"yes": True, "no": False, _("yes"): True, _("no"): False}
    answers |= {word[0]: answer for word, answer in answers.items()}
    said = given.strip().lower()
    if said not in answers:
        raise click.UsageError(_("Answer {yes} or {no}.", yes=_("yes"), no=_("no")))
    return answers[said]


def confirm(question: str) -> None:
    """Ends the command unless somebody says yes; Click's own takes nothing but y and n."""
    yes, no = _("yes"), _("no")
    asked = f"{question} [{yes[0]}/{no[0].upper()}]"
    if not click.prompt(asked, default=no, show_default=False, value_proc=_is_yes):
        raise click.Abort
