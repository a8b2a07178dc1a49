"""Texts that are bad to read: how long they take, what they come to, and how they are refused."""

import time
from contextlib import suppress

import pytest
from flask.testing import FlaskClient

import engine
from tests.load.slices import slowness
from tests.load.texts import HOSTILE
from webapp import games
from webapp.armies import saved
from webapp.armies.builder import grammar, importing
from webapp.pages.many_armies import pieces

READING_MS = 150.0
"""Several times what the slowest takes; a pattern that backtracks takes seconds."""


def refused(ruleset: str, text: str) -> list[str]:
    with pytest.raises(engine.InputError) as caught:
        importing.read(games.game(ruleset), text)
    return [str(problem) for problem in caught.value.problems]


def test_no_text_takes_long_to_read() -> None:
    slow = {}
    for what, text in HOSTILE.items():
        assert 17_000 < len(text) <= grammar.TEXT_MOST
        for game in games.games().values():
            began = time.thread_time()
            with suppress(engine.InputError):
                game.builder.read(text)
            taken = (time.thread_time() - began) * 1000
            if taken > READING_MS:
                slow[what, game.id] = taken
    assert max(slow.values(), default=0) < READING_MS * slowness(), slow


def test_what_else_is_read_takes_no_longer(client: FlaskClient) -> None:
    """Links, lists of armies, and a page with two armies, as a stranger may ask by an address."""
    links = [
        p * n + end for p in ("/a/x", "/a/", "x") for n in (2_000, 300_000) for end in ("", " y")
    ]
    began = time.thread_time()
    assert [saved.linked(text) for text in links] == [None] * len(links)
    assert sum(1 for _ in pieces("x\n\n" * 60_000)) == 60_000
    (line,) = grammar.parse('Boo "' + "\\" * 19_000, 40).units
    assert line.name == "Boo"
    for text in ("a" + " " * 1_500 + "b", '"' + "\\" * 600, "/a/x" * 300 + " y"):
        answer = client.get("/quick/warlords", query_string={"other_a": text, "other_b": text})
        assert answer.status_code == 200
    assert time.thread_time() - began < 8 * slowness()


MARKS = {
    'Boo "a [b]" [Wings]': 'Boo "a [b]" @ Wings',
    'Boo "a \\" [b]" [c]': 'Boo "a \\" [b]" @ c',
    # Nothing ends it but a mark that a backslash stands before: then it ends there.
    'Boo "a \\" [b]': 'Boo "a \\" @ b',
    'Boo " [c]': 'Boo " @ c',
    "Boo   [c]  (d)": "Boo @ c @ d",
    "Boo [(c)]": "Boo [ @ c]",
}
LEVELS = {
    "Monk 7": ("Monk", 7),
    "Monk Lvl.7": ("Monk", 7),
    "Monk level . 7": ("Monk level", 7),
    "Monk7": ("Monk7", None),
    "Monk 12345": ("Monk 12345", None),
}
DETAILS = {
    "energy 2": ("energy", 2),
    "energy  :=  2": ("energy", 2),
    "city +2": ("city", 2),
    "city \N{MINUS SIGN}2": ("city", -2),
    "a 1 2": ("a 1", 2),
    "city+2": ("city+2", None),
    "energy 1234567": ("energy 1234567", None),
}


def test_a_line_is_taken_apart() -> None:
    """Brackets from quotations, the level at the end of a name, the number of a detail."""
    read = {text: grammar.BRACKETS.sub(grammar._carried, text) for text in MARKS}
    assert read == MARKS
    units = {line: grammar.parse(line, 40).units[0] for line in LEVELS}
    assert {line: (unit.name, unit.level) for line, unit in units.items()} == LEVELS
    assert {detail: grammar.amount(detail) for detail in DETAILS} == DETAILS


LINKS: tuple[tuple[str, str | None], ...] = (
    (" https://x.example/a/abcdefgh?edit=1 ", "abcdefgh"),
    ("/a/abcdefgh#top", "abcdefgh"),
    ("/a/one/a/abcdefgh/edit/a", "abcdefgh"),
    ("see /a/abcdefgh", None),
    ("/a/abcdefgh.png", None),
    ("/a/" + "x" * 2_000, None),
)


def test_a_link_names_an_army(monkeypatch: pytest.MonkeyPatch) -> None:
    for link, id_ in LINKS:
        monkeypatch.setattr(saved, "find", lambda found: found)
        assert saved.linked(link) == id_


def test_a_text_lists_no_more_names_than_any_army_has_and_fifty_problems_are_told() -> None:
    for ruleset in ("manymarios", "siege"):
        assert len(refused(ruleset, "\n".join(f"+ Q{number}" for number in range(70)))) == 50
    told = "lists more than 200 names; no army takes so many"
    assert refused("manymarios", "Boo\n+ " + "50x Watchtower," * 5) == [f"line 2: {told}"]
    assert refused("manymarios", "+ 99x Watchtower\n" * 3) == [f"line 3: {told}"]
    assert refused("manymarios", "Boo\nBoo @ 99x Parawings, 99x Boots, 3x Axe") == [
        f"line 2: {told}"
    ]


def test_after_fifty_slips_no_further_one_is_mended() -> None:
    """A letter too many: 12 places, of which two beside each other may be the same, by letter."""
    slips = list(
        dict.fromkeys(
            f"{'parawings'[:at]}{x}{'parawings'[at:]}" for x in "bcdefh" for at in range(10)
        )
    )
    assert len(slips) == 60
    rows = [f"Boo @ {slip}" for slip in slips]
    told = importing.read(games.game("manymarios"), ", ".join(rows[:1] + slips[1:50]))
    assert len(told.notes) == 50
    (problem,) = refused("manymarios", ", ".join(rows[:1] + slips[1:51]))
    assert problem.startswith(f"line 1: no equipment or combat item '{slips[50]}'")
    told = importing.read(games.game("manymarios"), "2x Boo @ 3x Parwings\nBoo @ Parwings")
    note = "'Parwings' was taken for Parawings"
    assert [str(one) for one in told.notes] == [f"line 1: {note}", f"line 2: {note}"], "once each"
