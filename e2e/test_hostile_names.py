"""Names that people give are shown as text, whatever is in them, and make no page wider."""

import json
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from e2e.builder_page import BuilderPage
from e2e.cases import further
from e2e.pages import go, misfits
from e2e.played import Played
from e2e.server import FOUND_MS, Server
from e2e.viewer_page import ViewerPage, stage_of
from webapp.base.texts import isolated

NAMES = {
    "script": "<script>window.owned = 1</script>",
    "end-of-data": "</script><script>window.owned = 1</script>",
    "attribute": "\" onmouseover='window.owned = 1' x=\"",
    "image": "<img src=x onerror='window.owned = 1'>",
    "template": "{{ 7 * 7 }} {amount} ${7 * 7} %s",
    "right-to-left": "\N{HEBREW LETTER ALEF}\N{HEBREW LETTER BET} \N{ARABIC LETTER BEH}",
    "emoji": "\N{CROSSED SWORDS}\N{DRAGON}\N{WAVING BLACK FLAG}",
    "long": "W" * 60,
    "marks": "Z\N{COMBINING ACUTE ACCENT}\N{COMBINING DIAERESIS}\N{COMBINING TILDE}" * 15,
    "blank": "\N{HANGUL FILLER}\N{BRAILLE PATTERN BLANK}x\N{HANGUL FILLER}",
}
EACH: Final = [
    pytest.param(name, id=id_, marks=() if id_ == "image" else pytest.mark.long)
    for id_, name in NAMES.items()
]
LONG: Final = NAMES["long"]
WIDTHS: Final = [(360, 740), (1280, 800)]


def battle_file(name: str) -> dict[str, Any]:
    """A battle in which everything that can be named has this name."""
    unit = {"custom": {"name": name[:60], "energy": 2}}
    side = {"name": name[:60], "army": {"name": name[:60], "lineup": [unit, {"unit": "toad"}]}}
    other = {"army": {"name": "Shy", "lineup": [{"unit": "shy-guy"}]}}
    return {"ruleset": "manymarios", "seed": 1, "options": {"first": "a"}, "sides": [side, other]}


@pytest.fixture(scope="module")
def server(new_server: Server) -> Server:
    """A server of its own, so that lists show what these tests have stored."""
    return new_server


def expect_no_script_ran(page: Page) -> None:
    assert page.evaluate("() => 'owned' in window") is False


@pytest.mark.parametrize("name", EACH)
def test_name_is_text_on_stage_and_in_lists(shared_page: Page, server: Server, name: str) -> None:
    played = Played.of(battle_file(name))
    id_ = server.store(battle_file(name))
    plain, name = name, isolated(name)
    viewer = ViewerPage(shared_page, server.url).open(id_, at=0)
    viewer.press("End")
    viewer.expect_landed(len(played.events))
    assert viewer.stage() == stage_of(played, len(played.events))
    viewer.seek_event(played.seqs("unit_struck")[0])
    expect(shared_page.get_by_role("heading", level=1)).to_have_text(f"{name} against Shy")
    expect(viewer.unit("a1").locator(".name span").first).to_have_text(plain)
    expect(shared_page.locator('.sign[data-side="a"] strong')).to_have_text(name)
    expect(shared_page.locator("p.subtitle")).to_contain_text(name)
    expect(viewer.current_line).to_contain_text(name)
    viewer.unit("a1").hover()
    expect(viewer.inspector).to_contain_text(plain)
    expect_no_script_ran(shared_page)
    for path in ("/", "/battles"):
        shared_page.goto(server.url + path)
        expect(shared_page.locator(f'a[href="/b/{id_}"]')).to_have_text(f"{name} against Shy")
        expect_no_script_ran(shared_page)
    shared_page.goto(f"{server.url}/b/{id_}/log.txt")
    expect(shared_page.locator("body")).to_contain_text(f"{name} against Shy")


START = """size => {
  const letter = document.createRange();
  letter.setStart(size.firstChild, 0);
  letter.setEnd(size.firstChild, 1);
  return letter.getBoundingClientRect().left;
}"""
"""Where the first letter of an element is."""


def test_a_number_stays_after_a_right_to_left_name(shared_page: Page, server: Server) -> None:
    file = battle_file("Goat")
    file["sides"][0]["army"]["name"] = f"{NAMES['right-to-left']} 9"
    server.store(file)
    shared_page.goto(f"{server.url}/battles")
    card = shared_page.locator(".duel-name", has_text="9").first
    name = card.locator("bdi").bounding_box()
    assert name
    assert card.locator(".army-size").evaluate(START) >= name["x"] + name["width"]


@pytest.mark.parametrize("name", EACH)
def test_name_is_text_in_the_form(shared_page: Page, server: Server, name: str) -> None:
    shared_page.goto(f"{server.url}/quick/manymarios")
    shared_page.get_by_label("Name").nth(0).fill(name[:60])
    army = {"name": name[:60], "lineup": [{"unit": "toad"}]}
    shared_page.locator('input[name="army_b"][value="other"]').check()
    other = shared_page.get_by_role("textbox", name="Another army")
    other.fill(json.dumps(army))
    other.blur()
    # The match-up is drawn anew, and its button with it.
    expect(shared_page.get_by_role("region", name="Match-up")).to_contain_text(name[:60])
    shared_page.get_by_role("button", name="Swap sides").click()
    expect(shared_page.get_by_label("Name").nth(1)).to_have_value(name[:60])
    expect(shared_page.get_by_role("region", name="Match-up")).to_contain_text(name[:60])
    expect_no_script_ran(shared_page)


UNITS: Final = ("toad", "goomba", "boo", "shy-guy")


def long_army(k: int = 0) -> dict[str, Any]:
    custom = {"custom": {"name": LONG, "energy": 2 + k}}
    return {"name": f"{k}{LONG[1:]}", "lineup": [custom, {"unit": UNITS[k]}]}


def post(page: Page, server: Server, path: str, **body: Any) -> dict[str, Any]:
    data = body if "/" in path else {"ruleset": "manymarios"} | body
    answer = page.request.post(f"{server.url}/api/v1/{path}", data=data)
    assert answer.ok, answer.text()
    return dict(answer.json())


def gallery(page: Page, server: Server) -> str:
    server.store(battle_file(LONG))
    return "/battles?spoilers=1"


def home(page: Page, server: Server) -> str:
    server.put_on_air(battle_file(LONG), listed=True)
    server.store(battle_file(LONG))
    return "/"


def armies(page: Page, server: Server) -> str:
    builder = BuilderPage(page, server.url).open("manymarios")
    builder.read(json.dumps(long_army()))
    expect(builder.names).to_have_count(2)
    builder.save_new()
    return "/mine"


def army(page: Page, server: Server) -> str:
    return f"/a/{post(page, server, 'armies', army=long_army())['id']}"


def tournament(kind: str) -> Callable[[Page, Server], str]:
    def make(page: Page, server: Server) -> str:
        entrants = [{"army": long_army(k)} for k in range(3)]
        cup = post(page, server, "tournaments", kind=kind, name=LONG, entrants=entrants)
        page.goto(f"{server.url}/t/{cup['id']}")
        expect(page.get_by_role("main")).not_to_have_attribute("data-running", "")
        return f"/t/{cup['id']}?spoilers=1"

    make.__name__ = kind
    return make


def entrants(page: Page, server: Server) -> str:
    cup = post(page, server, "tournaments", kind="round-robin", name=LONG, hours=24)
    for k in range(2):
        post(page, server, f"tournaments/{cup['id']}/join", name=LONG[k:], army=long_army(k))
    return f"/t/{cup['id']}"


def challenge(page: Page, server: Server) -> str:
    made = post(page, server, "challenges", name=LONG[:40], title=LONG)
    return f"/c/{made['id']}"


def form(page: Page, server: Server) -> str:
    one, other = (post(page, server, "armies", army=long_army(k))["id"] for k in range(2))
    return f"/quick/manymarios?army_a={one}&army_b={other}"


def odds(page: Page, server: Server) -> str:
    one, other = (post(page, server, "armies", army=long_army(k))["id"] for k in range(2))
    return f"/odds?ruleset=manymarios&army_a={one}&army_b={other}"


PLACES: Final = [
    *(gallery, challenge, form, tournament("round-robin")),
    *further(home, armies, army, entrants, odds, tournament("ladder")),
]


@pytest.mark.parametrize("make", PLACES, ids=lambda make: make.__name__)
def test_long_names_fit(
    shared_page: Page, server: Server, make: Callable[[Page, Server], str]
) -> None:
    go(shared_page, server.url + make(shared_page, server))
    expect(shared_page.locator("main")).to_contain_text(LONG[1:40])
    assert misfits(shared_page, WIDTHS) == []


@pytest.mark.long
def test_long_names_fit_among_matchups(shared_page: Page, server: Server) -> None:
    shared_page.goto(f"{server.url}/matchups?ruleset=manymarios")
    rows = "\n\n".join(f"= {k}{LONG[1:]}\n{unit.title()}" for k, unit in enumerate(UNITS[:3]))
    shared_page.get_by_label("Other armies").fill(rows)
    shared_page.get_by_role("button", name="Compare these armies").last.click()
    expect(shared_page.locator(".heat button")).to_have_count(9, timeout=FOUND_MS)
    assert misfits(shared_page, WIDTHS) == []


def test_long_names_fit_a_battle_and_its_end(shared_page: Page, server: Server) -> None:
    id_ = server.store(battle_file(LONG))
    stack = [{"custom": {"name": LONG, "strength": 5, "hits": 2}}]
    sides = [{"name": LONG[k:40], "army": {"stack": stack}} for k in range(2)]
    other = server.store({"ruleset": "warlords", "seed": 1, "sides": sides})
    made = [f"odds?battle={other}", f"best-order?battle={other}", f"b/{other}/what-if/a"]
    for path in (*made, f"b/{id_}/beside", f"b/{id_}/fight-on"):
        go(shared_page, f"{server.url}/{path}")
        assert misfits(shared_page, WIDTHS) == [], path
    viewer = ViewerPage(shared_page, server.url).open(id_, at=0)
    assert misfits(shared_page, WIDTHS) == []
    viewer.press("End")
    expect(shared_page.locator(".ending-panel table")).to_contain_text(LONG[1:40])
    shared_page.locator(".score-table summary").click()
    shared_page.locator(".ending-why summary").click()
    expect(shared_page.locator(".ending-why caption")).to_contain_text(LONG[1:40])
    assert misfits(shared_page, [(320, 568), *WIDTHS[:1], (1100, 800), *WIDTHS[1:]]) == []
