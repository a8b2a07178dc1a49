"""The builder of the castle siege."""

from typing import Final

from webapp.builder.parts import Builder, within_no_limits
from webapp.builder.siege.documents import normal
from webapp.builder.siege.figures import emptied, figures, points, unfinished
from webapp.builder.siege.form import FORM
from webapp.builder.siege.muster import muster
from webapp.builder.siege.text import read, write

BUILDER: Final = Builder(
    ruleset="siege",
    form=FORM,
    shelf=(),
    filters=(),
    normal=normal,
    figures=figures,
    unfinished=unfinished,
    emptied=emptied,
    points=points,
    write=write,
    read=read,
    random=muster,
    over_limits=within_no_limits,
)
