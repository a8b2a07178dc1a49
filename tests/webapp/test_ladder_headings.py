"""A ladder is called a ladder, by every page that names it."""

import json
import re

import pytest

from tests.present import require
from tests.webapp.challengers import Person
from tests.webapp.gathered import KOOPA, TOAD, begin, edit_link, join, make


@pytest.fixture(autouse=True)
def game() -> None:
    require("manymarios")


def headings(text: str) -> tuple[str, str]:
    """A page's heading and the title of its tab."""
    found = re.search(r"<title>(.*?) \W Battlereel</title>.*<h1>(.*?)</h1>", text, re.S)
    assert found
    return found[1], found[2]


@pytest.mark.parametrize(
    ("language", "unnamed", "change"),
    [
        ("en", "Unnamed ladder", "Change the ladder"),
        ("de", "Rangliste ohne Namen", "Rangliste ändern"),
    ],
)
def test_without_a_name_it_is_called_a_ladder_wherever_it_is_called(
    ann: Person, bo: Person, cem: Person, language: str, unnamed: str, change: str
) -> None:
    ann.client.application.config["LANGUAGES"] = (language,)
    page = make(ann, kind="ladder", rounds="1", places="4")
    for is_begun in (False, True):
        assert headings(ann.get(page)) == (unnamed, unnamed)
        assert f">{unnamed}</a>" in ann.get("/tournaments?ruleset=manymarios")
        edit = ann.get(edit_link(ann, page))
        assert headings(edit) == (change, change)
        assert f">{unnamed}</a>" in edit
        if not is_begun:
            join(ann, page, "Ann")
            join(bo, page, "Bo", TOAD)
            begin(ann, page)
    sent = {"name": "Cem", "text": json.dumps(KOOPA), "army": "other", "salt": ""}
    assert f">{unnamed}</a>" in cem.send(f"{page}/join", 200, **sent).text
