"""The builder of Many Marios."""

from typing import Final

from webapp.base.builder import Builder
from webapp.games.manymarios.documents import normal
from webapp.games.manymarios.figures import emptied, figures
from webapp.games.manymarios.form import FORM
from webapp.games.manymarios.random_army import random_army
from webapp.games.manymarios.shelf import FILTERS, SHELF
from webapp.games.manymarios.text import read, write

BUILDER: Final = Builder(
    form=FORM,
    shelf=SHELF,
    filters=FILTERS,
    normal=normal,
    figures=figures,
    emptied=emptied,
    write=write,
    read=read,
    random=random_army,
)
