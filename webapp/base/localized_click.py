"""Click commands in the user's language: our helps, and Click's own sentences in `click.po`."""

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

CLICK: Final = "click"  # the domain of Click's own sentences
# what Click writes in usages for types and argument names
METAVARS: Final = (
    *(N_("[OPTIONS]"), N_("COMMAND [ARGS]..."), N_("FILE"), N_("OUT"), N_("INTEGER RANGE")),
    N_("TEXT"),
)


def speak(environment: MutableMapping[str, str], folders: Sequence[Path] = ()) -> None:
    """Have commands and Click use the language of the environment; see `texts.speak`."""
    texts.speak(environment, folders)
    gettext.bindtextdomain(CLICK, str(TRANSLATIONS))
    gettext.textdomain(CLICK)
    # Click's gettext reads the environment itself, LANGUAGE first.
    environment["LANGUAGE"] = texts.language()


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a help, one line each: the msgids of the catalog."""
    shown = cleandoc(text).partition("\f")[0].strip()
    return [" ".join(paragraph.splitlines()) for paragraph in shown.split("\n\n") if paragraph]


class _Helped:
    """A parameter or command with a translated help."""

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
    def __init__(self, declarations: Sequence[str] | None = None, **attributes: Any) -> None:
        super().__init__(declarations, **attributes)
        # Click has converted a Text to a plain string.
        self.help = attributes.get("help")

    def make_metavar(self, ctx: click.Context) -> str:
        return _(super().make_metavar(ctx))


class Argument(_Helped, click.Argument):
    def make_metavar(self, ctx: click.Context) -> str:
        return _(super().make_metavar(ctx))


class Command(_Helped, click.Command):
    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        return list(map(_, super().collect_usage_pieces(ctx)))


class Group(Command, click.Group): ...


Decorator = Callable[[Any], Any]


def command(name: str | None = None, **attributes: Any) -> Callable[[Callable[..., Any]], Command]:
    """Make a function a command in a module of its own."""
    return click.command(name, cls=Command, **attributes)


def option(*declarations: str, **attributes: Any) -> Decorator:
    """Declare an option, whose help shows its default; `make texts` extracts `help`, `metavar`."""
    return click.option(*declarations, cls=Option, **{"show_default": True, **attributes})


def argument(*declarations: str, **attributes: Any) -> Decorator:
    """Declare an argument; `make texts` extracts `metavar`."""
    return click.argument(*declarations, cls=Argument, **attributes)


def _is_yes(given: str) -> bool:
    """Parse yes or no, in the user's language or English; a letter is enough."""
    answers = {"yes": True, "no": False, _("yes"): True, _("no"): False}
    answers |= {word[0]: answer for word, answer in answers.items()}
    said = given.strip().lower()
    if said not in answers:
        raise click.UsageError(_("Answer {yes} or {no}.", yes=_("yes"), no=_("no")))
    return answers[said]


def confirm(question: str) -> None:
    """End the command unless the user says yes; Click's own prompt only takes y and n."""
    yes, no = _("yes"), _("no")
    asked = f"{question} [{yes[0]}/{no[0].upper()}]"
    if not click.prompt(asked, default=no, show_default=False, value_proc=_is_yes):
        raise click.Abort
