"""A siege in several browsers: two who play, one who looks on; a bot; a phone."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from e2e.challenge_page import CHALLENGE
from e2e.conftest import OpenContext
from e2e.guard import Guard
from e2e.keys import Keys
from e2e.match_page import EVEN, SHOWN_MS, MatchPage, against_bot, begin
from e2e.server import Server

Somebody = Callable[..., MatchPage]


@pytest.fixture
def somebody(open_context: OpenContext, quick_server: Server) -> Somebody:
    """Another person, with a browser of their own; options as Playwright's."""

    def somebody(**options: object) -> MatchPage:
        return MatchPage(open_context(**options).new_page(), quick_server.url)

    return somebody


def test_a_match_is_played_to_the_end_and_watched_with_everybodys_eyes(somebody: Somebody) -> None:
    """Round 2: Bo leaves his gate open, and Ann's C walks in."""
    ann, bo, cem = somebody(), somebody(), somebody()
    address = begin(ann, bo)
    cem.open(address)
    expect(cem.orders).to_have_count(0)
    for person, keys in ((ann, 1), (cem, 0)):
        person.page.keyboard.press("?")
        dialog = person.page.get_by_role("dialog", name="Keys")
        expect(dialog.get_by_text("this help")).to_be_visible()
        expect(dialog.get_by_text("choose one of your units")).to_have_count(keys)
        person.page.keyboard.press("Escape")
    refused = ann.button("A", "defend")
    expect(refused).to_have_attribute("aria-disabled", "true")
    expect(refused).to_contain_text("has no DEF")

    ann.order(A="attack", D="defend", E="defend")
    for person in (bo, cem):
        expect(person.mark("a")).to_contain_text("is thinking")
    ann.lock()
    for person in (ann, bo, cem):
        person.expect_locked("a")
    expect(bo.stage.locator(".waiting")).to_contain_text("orders are being given · sealed by Ann")
    ann.lock()
    bo.expect_locked("a", locked=False)
    ann.lock()
    bo.expect_locked("a")
    bo.order(A="attack", E="defend")
    bo.lock()
    for person in (ann, bo, cem):
        person.expect_round(2)
        person.expect_locked("a", locked=False)
    met = re.compile("A with ATK 4 meets .*A with ATK 2")
    expect(cem.page.locator(".log li[data-seq]", has_text=met)).to_be_visible(timeout=SHOWN_MS)

    known = ann.notebook.locator('[data-unit-known="bA"] [data-stat="atk"]')
    expect(known).to_contain_text("2")
    expect(ann.notebook).to_contain_text(re.compile("Ann.s A .ATK 4. met Bo.s A .ATK 2."))
    expect(ann.notebook).to_contain_text("Bo defended with E")
    for person in (ann, cem):
        expect(person.page.locator("body")).not_to_contain_text("Evenhand")

    ann.order(C="attack", D="defend").lock()
    bo.lock()
    ann.expect_end("You have won")
    bo.expect_end("You have lost")
    cem.expect_end("Ann has won: the castle has fallen")
    expect(bo.ending.get_by_role("button", name="Rematch")).to_be_visible()

    cem.ending.get_by_role("link", name="The whole match").click()
    expect(cem.page).to_have_url(re.compile(r"/b/[a-z0-9]{8}\?spoilers=1$"))
    replay = cem.page.url.removesuffix("?spoilers=1")
    eyes = cem.page.locator(".viewpoints")
    expect(eyes.get_by_role("link")).to_have_count(4)
    for who, sees, misses in (("b", "Bo orders", "Ann orders"), ("spectators", "meets", "orders")):
        cem.page.locator(f'[data-viewpoint="{who}"]').click()
        expect(cem.page.locator(f'[data-viewpoint="{who}"]')).to_have_attribute(
            "aria-current", "true"
        )
        cem.page.locator('[data-control="play"]').focus()
        cem.page.keyboard.press("End")
        log = cem.page.locator(".log")
        expect(log).to_contain_text("wins after 2 rounds", timeout=SHOWN_MS)
        cem.page.locator(".log-round").nth(1).scroll_into_view_if_needed()
        expect(log).to_contain_text(sees)
        expect(log).not_to_contain_text(misses)
    assert cem.page.url.startswith(replay)


def test_who_looks_on_sees_the_end_once_and_who_comes_later_is_not_told_it(
    somebody: Somebody,
) -> None:
    ann, cem, dot = somebody(), somebody(), somebody()
    against_bot(ann)
    cem.open(ann.page.url)
    ann.resign()
    cem.expect_end("Warden has won: by resignation")
    for person, hidden in ((dot, True), (cem, False)):
        person.page.goto(ann.page.url)
        expect(person.page).to_have_url(re.compile(r"/b/[a-z0-9]{8}$"))
        expect(person.page.locator(".scrubber")).to_be_visible()
        expect(person.page.get_by_text("How it ends is hidden")).to_be_visible(visible=hidden)


@pytest.mark.long
def test_a_round_ends_when_its_time_is_up(somebody: Somebody) -> None:
    ann, bo = somebody(), somebody()
    begin(ann, bo, clock_s=10)
    ann.order(D="defend", E="defend")
    expect(ann.clock).to_have_class(re.compile("urgent"), timeout=SHOWN_MS)
    expect(ann.clock).to_contain_text(re.compile(r"\b[1-9]\b.*left"))
    for person in (ann, bo):
        person.expect_round(2)
    expect(ann.notebook).to_contain_text("Ann defended with D, E")


def test_a_reload_and_a_lost_network_lose_nothing(somebody: Somebody, guard: Guard) -> None:
    """Whatever time a browser thinks it is, the time left is the server's."""
    guard.expect("ERR_INTERNET_DISCONNECTED|WebSocket")
    ann, bo = somebody(), somebody()
    ann.page.clock.install()
    bo.page.clock.install(time=0)
    bo.page.clock.resume()
    begin(ann, bo, clock_s=600)
    for person in (ann, bo):
        expect(person.clock).to_contain_text(re.compile(r"\b[89]:\d\d\b.*left"))
    ann.order(A="attack", E="defend")
    ann.page.reload()
    ann.expect_there()
    ann.expect_ordered("A", "attack")
    ann.expect_ordered("E", "defend")

    ann.page.context.set_offline(True)
    ann.button("D", "defend").click()
    expect(ann.saving).to_have_attribute("data-saving", "unreachable")
    expect(ann.offline).to_be_visible()
    expect(ann.clock).to_have_class(re.compile("stale"))
    expect(ann.clock).to_contain_text("left when last heard of")
    known = ann.clock.locator(".left").inner_text()
    ann.page.clock.fast_forward(30_000)
    bo.order(D="defend").lock()
    assert ann.clock.locator(".left").inner_text() == known, "it does not guess"
    with ann.page.expect_event("dialog") as asked:
        ann.page.close(run_before_unload=True)
    assert asked.value.type == "beforeunload"
    asked.value.dismiss()
    ann.page.context.set_offline(False)
    expect(ann.clock).not_to_have_class(re.compile("stale"))
    expect(ann.saving).to_have_attribute("data-saving", "saved")
    expect(ann.offline).to_be_hidden(timeout=SHOWN_MS)
    ann.expect_locked("b")
    ann.lock()
    for person in (ann, bo):
        person.expect_round(2)
    orders = ann.page.locator(".log li[data-seq]", has_text="Ann orders")
    expect(orders).to_contain_text("A attack", timeout=SHOWN_MS)
    expect(orders).to_contain_text("D defend")

    ann.page.goto(f"{ann.url}/credits")
    ann.page.go_back()
    ann.expect_there()
    ann.expect_round(2)


def test_orders_are_given_by_keys_alone(somebody: Somebody) -> None:
    ann = somebody()
    against_bot(ann)
    keys = ann.page.keyboard
    for key in ("a", "1", "d", "2"):
        keys.press(key)
    ann.expect_ordered("A", "attack")
    ann.expect_ordered("D", "defend")
    expect(ann.page.locator('[data-control="speed"]')).to_have_value("1")
    keys.press("1")
    expect(ann.page.locator(".refused-note")).to_have_text("D has no ATK.")
    ann.expect_ordered("D", "defend")
    single = ann.page.get_by_label("Keys of a single character")
    for is_on in (False, True):
        ann.page.get_by_role("button", name=re.compile("^Keys")).click()
        single.set_checked(is_on)
        keys.press("Escape")
        expect(ann.page.get_by_role("dialog")).to_have_count(0)
        for key in ("b", "1"):
            keys.press(key)
        expect(ann.button("B", "attack")).to_have_attribute("aria-pressed", str(is_on).lower())
    keys.press("Enter")
    ann.expect_round(2)


def test_a_match_is_played_without_javascript(somebody: Somebody) -> None:
    ann, bo = somebody(), somebody(java_script_enabled=False)
    ann.challenge.make("siege", name="Ann")
    bo.challenge.join(ann.challenge.link("Opponent"), "Bo")
    for person in (bo, ann):
        person.challenge.seal_text(EVEN)
    ann.expect_there()
    bo.page.goto(ann.page.url)
    units = bo.page.get_by_role("group")
    units.filter(has_text="A ATK 2").get_by_label("Defend").check()
    bo.page.get_by_role("button", name="Lock these orders").click()
    expect(bo.page.get_by_role("status")).to_contain_text("Bo has locked")
    ann.expect_locked("b")
    ann.order(B="defend").lock()
    ann.expect_round(2)
    bo.page.goto(ann.page.url)
    expect(bo.page.get_by_role("heading", name="Your orders for round 2")).to_be_visible()


def test_locking_without_any_order_asks(somebody: Somebody) -> None:
    ann = somebody()
    against_bot(ann)
    ann.lock_button.click()
    asked = ann.page.get_by_role("dialog", name="Lock without any action?")
    asked.get_by_role("button", name="Give orders").click()
    expect(asked).to_be_hidden()
    ann.expect_locked("a", locked=False)
    ann.lock_button.click()
    asked.get_by_role("button", name="Lock anyway").click()
    ann.expect_round(2)


def seal_by_keys(keys: Keys, url: str) -> None:
    """Challenges a bot, and seals the second of the ready armies: Spearhead."""
    keys.page.goto(f"{url}/challenge/new?ruleset=siege")
    keys.expect_at_the_top()
    keys.tab_to("^radio")
    keys.act("ArrowDown")
    expect(keys.focused).to_be_checked()
    assert keys.told().startswith('radio "Dice')
    keys.tab_to('^button "Make the challenge"')
    keys.press("Enter")
    expect(keys.page).to_have_url(CHALLENGE)
    keys.expect_at_the_top()
    keys.tab_to("^radio")
    keys.act("ArrowDown")
    assert keys.told().startswith('radio "Spearhead')
    keys.tab_to('^button "Seal it"')
    keys.act("Enter")
    expect(keys.focused).to_have_text("Seal this army")
    keys.press("Enter")


def order_by_keys(ann: MatchPage, keys: Keys, key: str, letters: str) -> None:
    """Has two units defend that can: one by Space, one by Enter, in the order of the Tab key."""
    for letter, pressed in zip(letters, (" ", "Enter"), strict=True):
        # Whoever cannot is told why: `button "Defend has no DEF" [disabled]`.
        keys.tab_to('^button "Defend"', key=key)
        keys.act(pressed)
        expect(ann.button(letter, "defend")).to_be_focused()
        assert keys.told() == 'button "Defend" [pressed]'


def test_two_rounds_are_played_and_the_match_is_resigned_by_keyboard(somebody: Somebody) -> None:
    ann = somebody(reduced_motion="reduce")
    keys = Keys(ann.page)
    seal_by_keys(keys, ann.url)
    ann.expect_there()
    keys.expect_at_the_top()
    for number, (key, letters) in enumerate((("Tab", "CD"), ("Shift+Tab", "ED")), 1):
        ann.expect_turn(number)
        order_by_keys(ann, keys, key, letters)
        keys.tab_to('^button "Lock these orders"')
        keys.act("Enter")
        left_at = 'button "Lock these orders"'
        if number == 2:
            left_at = 'button "ATK"'
            keys.tab_to(f"^{left_at}")
        # Where the lock was pressed the next one is met, and a notebook that is written on is read.
        ann.expect_turn(number + 1)
        expect(ann.notebook).to_have_attribute("data-round", str(number + 1))
        assert keys.told() == left_at
        said = ann.page.locator(".log li[data-seq]", has_text="D defend")
        expect(said).to_have_count(number, timeout=SHOWN_MS)

    keys.tab_to('^button "Resign"')
    keys.act("Enter")
    expect(keys.focused).to_have_text("Play on")
    keys.act("Escape")
    assert keys.told() == 'button "Resign"'
    keys.act("Enter")
    keys.tab_to('^button "Resign"')
    keys.act("Enter")
    ann.expect_end("You have lost")
    # The button and the orders are gone: what has the focus is the news.
    expect(keys.focused).to_have_text("You have lost")
    keys.tab_to('^button "Rematch"')
    keys.press("Enter")
    expect(keys.page).to_have_url(CHALLENGE)
    keys.expect_at_the_top()
    expect(ann.challenge.seat("b")).to_contain_text("you")
    expect(ann.challenge.seat("a")).to_have_attribute("data-sealed", "true")
