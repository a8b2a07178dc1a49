"""The builder of the castle siege."""

from typing import Final

from webapp.base.builder import Builder
from webapp.games.siege.documents import normal
from webapp.games.siege.figures import figures, points, unfinished
from webapp.games.siege.form import FORM
from webapp.games.siege.random_army import random_army
from webapp.games.siege.text import read, write

BUILDER: Final = Builder(
    form=FORM,
    normal=normal,
    figures=figures,
    unfinished=unfinished,
    points=points,
    write=write,
    read=read,
    random=random_army,
)
