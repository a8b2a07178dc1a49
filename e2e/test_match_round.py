"""A round of a siege as its players live through it: shown, explained, and then the next one."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.conftest import OpenContext
from e2e.controls import OFF_SCREEN
from e2e.guard import Guard
from e2e.match_page import SHOWN_MS, MatchPage, against_bot, begin
from e2e.server import Server
from e2e.touch import swipe
from e2e.viewer_page import MINUS

Somebody = Callable[..., MatchPage]

LOOK_AWAY = """(isHidden) => {
  Object.defineProperty(document, "hidden", { get: () => isHidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
SIZES = "(parts) => parts.map((part) => [part.offsetWidth, part.offsetHeight])"


def people(open_context: OpenContext, server: Server) -> Somebody:
    return lambda **options: MatchPage(open_context(**options).new_page(), server.url)


@pytest.fixture
def somebody(open_context: OpenContext, quick_server: Server) -> Somebody:
    """Another person, with a browser of their own; options as Playwright's."""
    return people(open_context, quick_server)


@pytest.fixture
def unhurried(open_context: OpenContext, server: Server) -> Somebody:
    """The same at the usual pace, for what is looked at while a round is shown."""
    return people(open_context, server)


def play_first_round(ann: MatchPage, bo: MatchPage) -> None:
    """Ann's A, 4/0/3, meets Bo's A, 2/2/2; both have somebody on the wall."""
    ann.order(A="attack", E="defend").lock()
    bo.order(A="attack", E="defend").lock()


def test_what_came_of_a_round_is_told_when_it_has_been_shown(unhurried: Somebody) -> None:
    """4 is 2 more than 2 and more than DEF 2: Bo's A is wounded (B2). Ann's A is spent (B5)."""
    ann, bo = unhurried(), unhurried()
    begin(ann, bo)
    play_first_round(ann, bo)
    expect(ann.title).to_have_text("Round 1 is played")
    sent: list[str] = []
    ann.page.on("request", lambda request: sent.append(request.method))
    for key in ("c", "2"):
        ann.page.keyboard.press(key)
    expect(ann.unit("A").get_by_role("img", name="EXH 0 of 3")).to_be_visible()
    expect(ann.button("A", "attack")).to_have_attribute("aria-disabled", "true")
    expect(ann.notebook).to_have_attribute("data-round", "1")
    ann.skip()
    ann.expect_turn(2)
    assert "PUT" not in sent, "orders cannot be changed while their round is shown"
    expect(ann.unit("A").get_by_role("img", name="EXH 1 of 3")).to_be_visible()
    expect(ann.note("A")).to_contain_text("Last round: Met A: spent +1 EXH")
    expect(ann.note("B")).to_be_hidden()
    bo.expect_turn(2)
    expect(bo.note("A")).to_contain_text(f"Met A: wounded {MINUS}1 HP, +1 EXH")
    expect(bo.note("A")).to_contain_text("wounded (B2): enemy ATK ≥ ATK + 2")
    expect(bo.note("E")).to_contain_text("On the wall: nobody came no change")

    ann.page.reload()
    ann.expect_turn(2)
    expect(ann.note("A")).to_contain_text("Met A: spent +1 EXH")


SIEGES: list[Any] = [
    (
        "thrown back (S5)",  # Bo's A, ATK 2, storms alone against DEF 4: twice as much
        {"D": "defend"},
        {"A": "attack"},
        [("D", "Held the wall and threw back A +1 EXH")],
        [("A", f"Thrown back from the wall by D +1 EXH, {MINUS}1 HP")],
    ),
    (
        "overrun (S3)",  # twice ATK 4 against DEF 2; of two equals it tires the first letter
        {"A": "attack", "B": "attack"},
        {"D": "defend"},
        [
            (letter, f"Overran the wall held by D {change}")
            for letter, change in (("A", "+1 EXH"), ("B", "no change"))
        ],
        [],
    ),
]


@pytest.mark.parametrize(("ruling", "anns", "bos", "for_ann", "for_bo"), SIEGES)
def test_a_card_tells_each_side_what_a_siege_was_to_it(
    somebody: Somebody,
    ruling: str,
    anns: dict[str, str],
    bos: dict[str, str],
    for_ann: list[tuple[str, str]],
    for_bo: list[tuple[str, str]],
) -> None:
    ann, bo = somebody(), somebody()
    begin(ann, bo)
    ann.order(**anns).lock()
    bo.order(**bos).lock()
    for person, words in ((ann, for_ann), (bo, for_bo)):
        person.expect_turn(2)
        for letter, said in words:
            expect(person.note(letter)).to_contain_text(said)
        expect(person.page.locator(".match-log")).to_contain_text(ruling)


def test_below_an_order_stands_what_it_may_meet(somebody: Somebody) -> None:
    """Nobody knows the other yet: ATK 4 and DEF 0 is spent by whoever it meets (B5).

    By keyboard: the button that was chosen is described by what its order may meet.
    """
    ann, bo = somebody(viewport={"width": 360, "height": 740}), somebody()
    begin(ann, bo)
    attack, preview = ann.button("A", "attack"), ann.unit("A").locator(".preview")
    expect(preview).to_be_hidden()
    ann.button("A", "attack").focus()
    ann.page.keyboard.press("Enter")
    clash = "May clash with A, B, C, D, or E: spent (+1 EXH)."
    expect(preview).to_contain_text(clash)
    expect(preview).to_contain_text("Takes the castle if it gets there and nobody defends it.")
    expect(attack).to_have_accessible_description(re.compile(re.escape(clash)))
    assert ann.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    ann.order(A="none")
    expect(preview).to_be_hidden()
    ann.order(D="defend")
    expect(ann.unit("D").locator(".preview")).to_contain_text("If nobody comes: no change.")


def test_what_a_player_has_learnt_is_marked_until_the_next_round(somebody: Somebody) -> None:
    ann, bo = somebody(), somebody()
    begin(ann, bo)
    play_first_round(ann, bo)
    ann.expect_turn(2)
    atk = '[data-unit-known="bA"] [data-stat="atk"][data-news]'
    expect(ann.notebook.locator(atk)).to_be_visible()
    expect(ann.stage.locator('[data-unit="bA"] [data-stat="atk"][data-news]')).to_be_visible()
    expect(ann.stage.locator("[data-news]")).to_have_count(1)
    # Panel and stage both show orders, and neither badge is styled like the other's.
    badges = ann.stage.locator('.order[data-order="attack"]')
    expect(badges).to_have_count(2)
    for width, height in badges.evaluate_all(SIZES):
        assert abs(width - height) <= 1
    ann.lock()
    bo.lock()
    ann.expect_turn(3)
    waiting = ann.stage.locator(".waiting")
    expect(waiting).to_contain_text("Round 2: no fight, no siege. Round 3: orders are being given")
    expect(ann.notebook.get_by_text("nobody was seen")).to_be_visible()
    expect(ann.notebook.locator(atk)).to_have_count(0)
    expect(ann.stage.locator("[data-news]")).to_have_count(0)


def test_whoever_prefers_less_motion_sees_each_round_at_once(somebody: Somebody) -> None:
    ann, bo = somebody(reduced_motion="reduce"), somebody()
    begin(ann, bo)
    play_first_round(ann, bo)
    ann.expect_turn(2)
    expect(ann.stage.locator(".round-sign")).to_contain_text("Round 1")
    expect(ann.stage.locator('[data-news="true"], [data-news]')).not_to_have_count(0)
    expect(ann.page.get_by_role("button", name="To the latest")).to_be_hidden()
    ann.order(B="attack").lock()
    bo.lock()
    ann.expect_end("You have won")
    ann.page.reload()
    ann.expect_end("You have won")


def test_page_calls_whoever_looks_elsewhere(somebody: Somebody) -> None:
    ann, bo = somebody(), somebody()
    begin(ann, bo)
    picture = ann.page.locator("link[rel=icon]")
    expect(ann.page).to_have_title(re.compile("^Round 1: your orders · Ann against Bo"))
    expect(picture).to_have_attribute("href", re.compile("favicon.svg"))
    ann.lock()
    expect(ann.page).to_have_title(re.compile("^Ann against Bo"))
    ann.page.evaluate(LOOK_AWAY, arg=True)
    bo.lock()
    expect(ann.page).to_have_title(re.compile("^Round 2: your orders"), timeout=SHOWN_MS)
    expect(picture).to_have_attribute("href", re.compile("favicon-turn.svg"))
    href = picture.get_attribute("href") or ""
    assert ann.page.request.get(f"{ann.url}{href}").ok
    ann.page.evaluate(LOOK_AWAY, arg=False)
    expect(picture).to_have_attribute("href", re.compile("favicon.svg"))


def test_whoever_leaves_with_unsaved_orders_is_asked(somebody: Somebody, guard: Guard) -> None:
    guard.expect("ERR_INTERNET_DISCONNECTED|WebSocket")
    ann, bo = somebody(), somebody()
    begin(ann, bo)
    ann.page.context.set_offline(True)
    ann.button("D", "defend").click()
    expect(ann.saving).to_have_attribute("data-saving", "unreachable")
    with ann.page.expect_event("dialog") as asked:
        ann.page.close(run_before_unload=True)
    assert asked.value.type == "beforeunload"
    asked.value.dismiss()
    ann.page.context.set_offline(False)
    expect(ann.saving).to_have_attribute("data-saving", "saved")


@pytest.mark.parametrize(
    ("width", "height"), [(360, 740), pytest.param(740, 360, marks=pytest.mark.long)]
)
def test_phone_leads_to_the_stage_and_back_to_the_orders(
    unhurried: Somebody, width: int, height: int
) -> None:
    screen = {"width": width, "height": height}
    ann, bo = unhurried(), unhurried(viewport=screen, is_mobile=True, has_touch=True)
    begin(ann, bo)
    ann.order(A="attack", E="defend").lock()
    bo.expect_locked("a")
    bo.order(A="attack", E="defend").lock()
    # Behind the orders the stage keeps its place.
    stage = bo.page.locator('[data-pane="stage"] .stage')
    expect(stage).to_be_in_viewport(ratio=0.9)
    expect(bo.lock_button).not_to_be_in_viewport()
    # Nor does what has the focus then lead away from it.
    expect(bo.page.locator("[data-spot=field]").first).to_be_visible()
    expect(stage).to_be_in_viewport(ratio=0.9)
    bo.expect_turn(2)
    expect(bo.title).to_be_in_viewport()
    bar = bo.page.locator(".match-bar").bounding_box()
    assert bar
    assert bar["height"] < (50 if height > width else 64), "one line"
    assert bar["y"] >= 0
    assert values_are_on_the_stage(bo.page)


def values_are_on_the_stage(page: Page) -> bool:
    """Whether all values of all units are within the stage."""
    stage = page.locator(".stage").bounding_box()
    boxes = [part.bounding_box() for part in page.locator("[data-unit] .stat").all()]
    assert stage
    assert len(boxes) == 30
    return all(
        box
        and stage["x"] - 1 <= box["x"]
        and box["x"] + box["width"] <= stage["x"] + stage["width"] + 1
        for box in boxes
    )


def test_a_newcomer_finds_the_rules_and_the_keys_on_the_page(somebody: Somebody) -> None:
    ann, bo, cem = somebody(), somebody(), somebody()
    cem.open(begin(ann, bo))
    ann.page.get_by_text("What each order does, and how one wins").click()
    expect(ann.page.locator(".primer")).to_contain_text("Storm a castle that nobody defends")
    expect(ann.page.locator(".primer")).to_contain_text("Takes 1 EXH off")
    for person, keys in ((ann, 1), (cem, 0)):
        person.page.keyboard.press("?")
        dialog = person.page.get_by_role("dialog", name="Keys")
        expect(dialog.get_by_text("this help")).to_be_visible()
        expect(dialog.get_by_text("choose one of your units")).to_have_count(keys)


SCREENS = [(360, 740), (740, 360), (1024, 730), (1280, 800)]


def test_stage_and_orders_share_a_screen_or_take_turns(somebody: Somebody, guard: Guard) -> None:
    guard.expect("focus lost with <button .*data-opens")  # a wider screen has no tabs
    ann, bo = somebody(has_touch=True), somebody()
    begin(ann, bo)
    for width, height in SCREENS:
        ann.page.set_viewport_size({"width": width, "height": height})
        # Where the last screen was scrolled to says nothing about this one.
        ann.page.evaluate("scrollTo(0, 0)")
        tab = ann.page.locator('[data-opens="stage"]')
        takes_turns = width <= 1000
        expect(tab).to_be_visible(visible=takes_turns)
        if takes_turns:
            tab.tap()
            expect(ann.orders).to_be_hidden()
        assert ann.page.evaluate(OFF_SCREEN) == [], (width, height)
        if takes_turns:
            ann.page.locator('[data-opens="orders"]').tap()
            expect(ann.stage).to_be_hidden()
            expect(ann.title).to_be_in_viewport()
        else:
            expect(ann.button("A", "attack")).to_be_in_viewport(ratio=1)
            expect(ann.lock_button).to_be_in_viewport(ratio=1)

    # A swipe does so, too: over the orders, and over the bar where the stage is stepped through.
    ann.page.set_viewport_size({"width": 360, "height": 740})
    x, y = middle(ann.orders)
    swipe(ann.page, (x - 70, y), (x + 70, y + 10))
    expect(ann.orders).to_be_hidden()
    x, y = middle(ann.page.locator(".match-tabs"))
    swipe(ann.page, (x + 70, y), (x - 70, y))
    expect(ann.stage).to_be_hidden()
    x, y = middle(ann.page.locator(".match-bar"))
    swipe(ann.page, (x - 70, y), (x + 70, y))
    expect(ann.orders).to_be_hidden()


def test_a_round_is_seen_beside_orders_that_are_longer_than_the_screen(
    unhurried: Somebody,
) -> None:
    """What they can do is said below them, so that the stage has been left above."""
    ann, bo = (unhurried(viewport={"width": 1280, "height": 800}) for _ in range(2))
    begin(ann, bo)
    ann.order(A="attack", E="defend").lock()
    bo.expect_locked("a")
    bo.order(**dict.fromkeys("ABCDE", "attack"))
    bo.page.keyboard.press("End")
    expect(bo.stage).not_to_be_in_viewport(ratio=0.9)
    bo.lock()
    expect(bo.page.locator("[data-spot=field]").first).to_be_visible()
    expect(bo.stage).to_be_in_viewport(ratio=0.9)
    bo.expect_turn(2)
    expect(bo.title).to_be_in_viewport()


def middle(part: Locator) -> tuple[int, int]:
    """The middle of what is seen of a part."""
    box = part.bounding_box()
    assert box
    top, bottom = max(0, box["y"]), min(740, box["y"] + box["height"])
    return round(box["x"] + box["width"] / 2), round((top + bottom) / 2)


CHANGE_OF_MIND = """([press, dialog]) => {
  const buttons = [...document.querySelectorAll("button")];
  const open = buttons.find(({ textContent }) => textContent === press);
  const asked = document.querySelector(`dialog[aria-labelledby=${dialog}]`);
  open.click();
  asked.close();
  open.click();
  asked.querySelector("button[value=yes]").click();
}"""
"""Closes a question and asks again before the next frame, in which a browser tells of both."""


@pytest.mark.parametrize(
    ("press", "dialog", "call"),
    [("Resign", "resign-title", "resign"), ("Lock these orders", "locking-title", "lock")],
)
def test_whoever_thinks_again_within_a_frame_is_heard_once(
    somebody: Somebody, press: str, dialog: str, call: str
) -> None:
    """A slow machine draws few frames, and keys are faster."""
    ann = somebody(reduced_motion="reduce")
    against_bot(ann, "cautious")
    sent: list[str] = []
    ann.page.on("request", lambda request: sent.append(f"{request.method} {request.url}"))
    ann.page.evaluate(CHANGE_OF_MIND, [press, dialog])
    ann.expect_end("You have lost")  # so it ends, too, for five who do nothing
    assert [one.split()[0] for one in sent if one.endswith(f"/{call}")] == ["POST"]
