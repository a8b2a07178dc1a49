"""The builder of Many Marios."""

from typing import Final

from webapp.builder.manymarios.documents import normal
from webapp.builder.manymarios.figures import emptied, figures
from webapp.builder.manymarios.form import FORM
from webapp.builder.manymarios.muster import muster
from webapp.builder.manymarios.shelf import FILTERS, SHELF
from webapp.builder.manymarios.text import read, write
from webapp.builder.parts import Builder, no_points, within_no_limits

BUILDER: Final = Builder(
    ruleset="manymarios",
    form=FORM,
    shelf=SHELF,
    filters=FILTERS,
    normal=normal,
    figures=figures,
    emptied=emptied,
    points=no_points,
    write=write,
    read=read,
    random=muster,
    over_limits=within_no_limits,
)
