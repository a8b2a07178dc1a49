"""A siege in browsers: two who play, one who looks on; what they see of a round, on any screen."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.axe import expect_accessible
from e2e.challenge_page import LOOK_AWAY
from e2e.conftest import OpenContext
from e2e.controls import expect_all_on_screen
from e2e.guard import Guard
from e2e.match_page import SHOWN_MS, MatchPage, against_bot, begin
from e2e.server import Server
from e2e.touch import swipe
from e2e.viewer_page import MINUS

Somebody = Callable[..., MatchPage]


@pytest.fixture
def somebody(open_context: OpenContext, quick_server: Server) -> Somebody:
    """Another person's context with reduced motion; options as Playwright's."""

    return lambda **options: MatchPage(
        open_context(reduced_motion="reduce", **options).new_page(), quick_server.url
    )


@pytest.fixture
def unhurried(open_context: OpenContext, server: Server) -> Somebody:
    """The same at the usual pace and with motion, for what is looked at while a round is shown."""
    return lambda **options: MatchPage(open_context(**options).new_page(), server.url)


def test_a_match_is_played_to_the_end_and_watched_with_everybodys_eyes(somebody: Somebody) -> None:
    """Round 2: Bo leaves his gate open, and Ann's C walks in."""
    ann, bo, cem = somebody(), somebody(), somebody()
    address = begin(ann, bo)
    cem.open(address)
    expect(cem.orders).to_have_count(0)
    picture = ann.page.locator("link[rel=icon]")
    expect(ann.page).to_have_title(re.compile("^Round 1: your orders · Ann against Bo"))
    expect(picture).to_have_attribute("href", re.compile("favicon.svg"))
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
    expect(bo.stage.locator(".waiting")).to_contain_text("orders are being given · locked: Ann")
    ann.lock()
    bo.expect_locked("a", locked=False)
    ann.lock()
    bo.expect_locked("a")
    expect(ann.page).to_have_title(re.compile("^Ann against Bo"))
    ann.page.evaluate(LOOK_AWAY, arg=True)
    bo.order(A="attack", E="defend")
    bo.lock()
    for person in (ann, bo, cem):
        person.expect_round(2)
        person.expect_locked("a", locked=False)
    expect(ann.page).to_have_title(re.compile("^Round 2: your orders"), timeout=SHOWN_MS)
    expect(picture).to_have_attribute("href", re.compile("favicon-turn.svg"))
    assert ann.page.request.get(f"{ann.url}{picture.get_attribute('href')}").ok
    ann.page.evaluate(LOOK_AWAY, arg=False)
    expect(picture).to_have_attribute("href", re.compile("favicon.svg"))
    met = re.compile("A with ATK 4 meets .*A with ATK 2")
    expect(cem.page.locator(".log li[data-seq]", has_text=met)).to_be_visible(timeout=SHOWN_MS)
    known = ann.notebook.locator('[data-unit-known="bA"] [data-stat="atk"]')
    expect(known).to_contain_text("2")
    expect(ann.notebook).to_contain_text(re.compile("Ann.s A .ATK 4. met Bo.s A .ATK 2."))
    expect(ann.notebook).to_contain_text("Bo defended with E")
    for person in (ann, cem):
        expect(person.page.locator("body")).not_to_contain_text("Evenhand")
    expect(bo.note("A").get_by_text("wounded (B2)")).to_be_hidden()
    bo.note("A").get_by_text("Why").click()
    expect(bo.note("A").get_by_text("wounded (B2)")).to_be_visible()
    ann.page.get_by_role("button", name="As last round").click()
    for letter, order in {"A": "attack", "B": "none", "D": "defend", "E": "defend"}.items():
        ann.expect_ordered(letter, order)
    ann.order(A="none", C="attack", E="none").lock()
    bo.lock()
    ann.expect_end("You have won")
    bo.expect_end("You have lost")
    cem.expect_end("Ann has won: the castle has fallen")
    expect_next_steps(bo)
    expect(cem.page.get_by_label("What next")).to_contain_text("Reveal all")
    cem.page.goto(address)  # Whoever has seen the end is not spared it.
    expect(cem.page).to_have_url(re.compile(r"/b/[a-z0-9]{8}$"))
    expect(cem.page.locator(".scrubber")).to_be_visible()
    expect(cem.page.get_by_text("How it ends is hidden")).to_be_hidden()
    ann.ending.get_by_role("link", name="Watch the match").click()
    expect(ann.page).to_have_url(re.compile(r"/b/[a-z0-9]{8}\?spoilers=1$"))
    expect_everybodys_eyes(ann.page)


def expect_next_steps(loser: MatchPage) -> None:
    """A rematch, and the dialogs of the replay, which open at its end."""
    steps = loser.page.get_by_label("What next")
    expect(steps.get_by_text("Rematch")).to_be_in_viewport()
    for step, title in (("What if…", "What if"), ("Share", "Share this battle")):
        steps.get_by_role("link", name=step).click()
        expect(loser.page.get_by_role("dialog", name=title, exact=True)).to_be_visible()
        expect(loser.page).to_have_url(re.compile(r"spoilers=1$"))  # a reload does not open it
        expect(loser.page.locator(".result-sign")).to_contain_text("Ann wins")
        loser.page.go_back()
        loser.expect_end("You have lost")


def expect_everybodys_eyes(page: Page) -> None:
    """The replay shows Bo's orders to Bo, and no orders to spectators."""
    for who, sees, misses in (("b", "Bo orders", "Ann orders"), ("spectators", "meets", "orders")):
        eyes = page.locator(f'.viewpoints [data-viewpoint="{who}"]')
        eyes.click()
        expect(eyes).to_have_attribute("aria-current", "true")
        log = page.locator(".log")
        expect(log).to_contain_text("Before the battle")  # the recording is there
        page.locator('[data-control="play"]').focus()
        page.keyboard.press("End")
        expect(log).to_contain_text("wins after 2 rounds", timeout=SHOWN_MS)
        page.locator(".log-round").nth(1).scroll_into_view_if_needed()
        expect(log).to_contain_text(sees)
        expect(log).not_to_contain_text(misses)


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
    expect(ann.clock).to_contain_text("left at the last update")
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
    expect(orders).to_contain_text(re.compile("D.* defend"))

    ann.page.goto(f"{ann.url}/credits")
    ann.page.go_back()
    ann.expect_there()
    ann.expect_round(2)


def test_orders_are_given_by_keys_and_say_what_they_may_meet(somebody: Somebody) -> None:
    """Neither knows the other's army: a unit of ATK 4 and DEF 0 tires in any fight (B5)."""
    ann = somebody()
    against_bot(ann)
    keys = ann.page.keyboard
    ann.lock_button.click()
    asked = ann.page.get_by_role("dialog", name="Lock without any action?")
    expect_accessible(ann.page)
    asked.get_by_role("button", name="Give orders").click()
    expect(asked).to_be_hidden()
    ann.expect_locked("a", locked=False)

    attack, preview = ann.button("A", "attack"), ann.unit("A").locator(".preview")
    expect(preview).to_be_hidden()
    attack.focus()
    keys.press("Enter")
    clash = "May clash with A, B, C, D, or E: tired (+1 EXH)."
    expect(preview).to_contain_text(clash)
    expect(preview).to_contain_text("Takes the castle if it gets there and no unit defends it.")
    expect(attack).to_have_accessible_description(re.compile(re.escape(clash)))
    ann.order(A="none")
    expect(preview).to_be_hidden()

    for key in ("a", "1", "d", "2"):
        keys.press(key)
    ann.expect_ordered("A", "attack")
    ann.expect_ordered("D", "defend")
    expect(ann.unit("D").locator(".preview")).to_contain_text("If no attacker comes: no change.")
    expect(ann.page.locator('[data-control="speed"]')).to_have_value("1")
    keys.press("1")
    expect(ann.page.locator(".refused-note")).to_have_text("D has no ATK.")
    ann.expect_ordered("D", "defend")
    single = ann.page.get_by_label("Single-character shortcuts")
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
    # A notebook that is asked for when the match has ended is refused.
    expect(ann.page.locator('.notebook[data-round="2"]')).to_be_visible()
    ann.page.get_by_role("button", name="Resign").press("Enter")
    expect(ann.page.locator(":focus")).to_have_text("Play on")
    ann.page.get_by_role("dialog").get_by_role("button", name="Resign").press("Enter")
    ann.expect_end("You have lost")
    # The button and the orders are gone: the news has the focus.
    expect(ann.page.locator(":focus")).to_have_text("You have lost")
    ann.page.get_by_text("Why it ended this way").click()
    expect(ann.page.locator(".ending li").last).to_contain_text("resigns instead of playing")


@pytest.mark.long
@pytest.mark.parametrize(("width", "height"), [(360, 740), (1280, 800), (740, 360)])
def test_result_of_a_round_waits_for_playback(unhurried: Somebody, width: int, height: int) -> None:
    """ATK 4 is 2 more than ATK 2: Bo's A, 2/2/2, is wounded (B2). Ann's A, 4/0/3, tires (B5)."""
    is_phone = width < 1000
    screen = {"width": width, "height": height}
    ann, bo = unhurried(), unhurried(viewport=screen, is_mobile=is_phone, has_touch=is_phone)
    ann.page.clock.install()
    begin(ann, bo)
    # Ann's page learns of the round before it learns that she has locked.
    bo.order(A="attack", E="defend").lock()
    ann.order(A="attack", E="defend")
    # However slow the machine is, the round is looked at while it is shown: for more than 2 s.
    ann.page.clock.pause_at(ann.page.evaluate("Date.now()") / 1000 + 2)
    ann.lock_button.click()
    expect(ann.title).to_have_text("Round 1 is played")
    sent: list[str] = []
    ann.page.on("request", lambda request: sent.append(request.method))
    for key in ("c", "2"):
        ann.page.keyboard.press(key)
    expect(ann.unit("A").get_by_role("img", name="EXH 0 of 3")).to_be_visible()
    expect(ann.button("A", "attack")).to_have_attribute("aria-disabled", "true")
    expect(ann.notebook).to_have_attribute("data-round", "1")
    ann.skip()
    ann.page.clock.resume()
    ann.expect_turn(2)
    assert "PUT" not in sent, "orders cannot be changed while their round is shown"
    expect(ann.unit("A").get_by_role("img", name="EXH 1 of 3")).to_be_visible()
    expect(ann.note("A")).to_contain_text("Last round: Met A: tired +1 EXH")
    expect(ann.note("B")).to_be_hidden()
    bo.expect_turn(2)
    expect(bo.note("A")).to_contain_text(f"Met A: wounded {MINUS}1 HP, +1 EXH")
    expect(bo.note("E")).to_contain_text("On the wall: no attacker came no change")

    atk = '[data-unit-known="bA"] [data-stat="atk"][data-news]'
    expect(ann.notebook.locator(atk)).to_be_visible()
    expect(ann.stage.locator('[data-unit="bA"] [data-stat="atk"][data-news]')).to_be_visible()
    expect(ann.stage.locator("[data-news]")).to_have_count(1)
    ann.page.reload()
    ann.expect_turn(2)
    expect(ann.note("A")).to_contain_text("Met A: tired +1 EXH")
    ann.lock()
    bo.lock()
    ann.expect_turn(3)
    waiting = ann.stage.locator(".waiting")
    expect(waiting).to_contain_text("Round 2: no fight, no siege. Round 3: orders are being given")
    expect(ann.notebook.get_by_text("no unit was seen")).to_be_visible()
    expect(ann.notebook.locator(atk)).to_have_count(0)
    expect(ann.stage.locator("[data-news]")).to_have_count(0)

    ann.order(A="attack", E="defend").lock()
    bo.expect_locked("a")
    bo.order(**dict.fromkeys("ABCDE", "attack"))
    if not is_phone:
        bo.page.keyboard.press("End")
        expect(bo.stage).not_to_be_in_viewport(ratio=0.9)
    bo.lock()
    expect(bo.title).to_have_text("Round 3 is played")
    expect(bo.stage).to_be_in_viewport(ratio=0.9)
    bo.expect_turn(4)
    expect(bo.title).to_be_in_viewport()
    if is_phone:
        bar = bo.page.locator(".match-bar").bounding_box()
        assert bar
        assert bar["height"] < (50 if height > width else 64), "one line"
        assert bar["y"] >= 0


def test_stage_and_orders_share_a_screen_or_take_turns(somebody: Somebody, guard: Guard) -> None:
    guard.expect("focus lost with <button .*data-opens")  # a wider screen has no tabs
    ann = somebody(has_touch=True)
    against_bot(ann)
    for width, height in [(360, 740), (740, 360), (1024, 730), (1280, 800)]:
        ann.page.set_viewport_size({"width": width, "height": height})
        # Where the last screen was scrolled to says nothing about this one.
        ann.page.evaluate("scrollTo(0, 0)")
        tab = ann.page.locator('[data-opens="stage"]')
        takes_turns = width <= 1000
        expect(tab).to_be_visible(visible=takes_turns)
        if takes_turns:
            tab.tap()
            expect(ann.orders).to_be_hidden()
        expect_all_on_screen(ann.page)
        if takes_turns:
            ann.page.locator('[data-opens="orders"]').tap()
            expect(ann.stage).to_be_hidden()
            expect(ann.title).to_be_in_viewport()
        else:
            expect(ann.button("A", "attack")).to_be_in_viewport(ratio=1)
            expect(ann.lock_button).to_be_in_viewport(ratio=1)

    # A swipe does so, too: over the orders, and over the bar where the stage is stepped through.
    ann.page.set_viewport_size({"width": 360, "height": 740})
    expect(ann.page.locator('[data-opens="stage"]')).to_be_visible()
    for order in ("attack", "defend", "recover", "none"):
        box = ann.button("C", order).bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44, "as large as a thumb"
    x, y = middle(ann.orders)
    swipe(ann.page, (x - 70, y), (x + 70, y + 10))
    expect(ann.orders).to_be_hidden()
    x, y = middle(ann.page.locator(".match-tabs"))
    swipe(ann.page, (x + 70, y), (x - 70, y))
    expect(ann.stage).to_be_hidden()
    x, y = middle(ann.page.locator(".match-bar"))
    swipe(ann.page, (x - 70, y), (x + 70, y))
    expect(ann.orders).to_be_hidden()


def middle(part: Locator) -> tuple[int, int]:
    """The middle of what is seen of a part."""
    box = part.bounding_box()
    assert box
    top, bottom = max(0, box["y"]), min(740, box["y"] + box["height"])
    return round(box["x"] + box["width"] / 2), round((top + bottom) / 2)
