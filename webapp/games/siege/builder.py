"""The builder of the castle siege."""

from typing import Final

from webapp.base.form import Builder, within_no_limits
from webapp.games.siege.documents import normal
from webapp.games.siege.figures import emptied, figures, points, unfinished
from webapp.games.siege.form import FORM
from webapp.games.siege.random_army import random_army
from webapp.games.siege.text import read, write

BUILDER: Final = Builder(
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
    random=random_army,
    over_limits=within_no_limits,
)
