"""A siege in several browsers: two who play, one who looks on; a bot; a phone."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from e2e.conftest import OpenContext
from e2e.guard import Guard
from e2e.match_page import EVEN, SHOWN_MS, MatchPage, against_bot, begin
from e2e.server import Server
from engine.players.siege.bots import STRONG

Somebody = Callable[..., MatchPage]
COMPILED_MS = 120_000
"""The first thought of a server may have to wait until what it thinks with is compiled."""
GONE = "ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|WebSocket"


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
    expect(cem.page.locator("#match")).to_have_attribute("data-viewer", "spectator")
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
    for who, sees, misses in (
        ("a", "Ann orders", "Bo orders"),
        ("b", "Bo orders", "Ann orders"),
        ("spectators", "meets", "orders"),
        ("all", "Bo orders", "nothing of this"),
    ):
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


@pytest.mark.long
def test_a_whole_match_against_the_strong_bot(somebody: Somebody) -> None:
    """Nobody guards Ann's castle, round after round: sooner or later it walks in."""
    ann = somebody()
    against_bot(ann, STRONG.id)
    bot = ann.page.locator('.banner[data-side="b"]')
    expect(bot).to_contain_text(STRONG.name)
    expect(bot).to_contain_text("a bot")
    expect(ann.mark("b")).to_contain_text("bot")
    for number in range(1, 41):
        ann.expect_turn(number)
        ann.expect_locked("b")
        ann.lock()
        played = f'[data-state="over"], [data-round="{number + 1}"]'
        expect(ann.page.locator(f"#match:is({played})")).to_be_attached(timeout=COMPILED_MS)
        if ann.root.get_attribute("data-state") == "over":
            break
    ann.expect_end("You have lost")
    expect(ann.ending).to_contain_text(f"{STRONG.name} has won: the castle has fallen")


def test_resigning_is_asked_about_and_leads_to_a_rematch(somebody: Somebody) -> None:
    ann = somebody()
    against_bot(ann, "cautious")
    ann.page.get_by_role("button", name="Resign").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Play on").click()
    expect(ann.ending).to_be_hidden()
    ann.resign()
    ann.expect_end("You have lost")
    to_challenge = ann.page.locator('main a[href^="/c/"]')
    expect(to_challenge).to_have_text(["The challenge: proof and terms"])
    ann.ending.get_by_role("button", name="Rematch").click()
    expect(ann.page).to_have_url(re.compile(r"/c/"))
    expect(ann.challenge.seat("b")).to_contain_text("you")
    expect(ann.challenge.seat("a")).to_have_attribute("data-sealed", "true")


def test_who_looks_on_sees_the_end_once_and_who_comes_later_is_not_told_it(
    somebody: Somebody,
) -> None:
    ann, cem, dot = somebody(), somebody(), somebody()
    against_bot(ann, "cautious")
    cem.open(ann.page.url)
    ann.resign()
    cem.expect_end("Warden has won: by resignation")
    for person, hidden in ((dot, True), (cem, False)):
        person.page.goto(ann.page.url)
        expect(person.page).to_have_url(re.compile(r"/b/[a-z0-9]{8}$"))
        expect(person.page.locator(".scrubber")).to_be_visible()
        expect(person.page.get_by_text("How it ends is hidden")).to_be_visible(visible=hidden)


def test_a_round_ends_by_the_servers_clock_whatever_time_the_browser_thinks_it_is(
    somebody: Somebody,
) -> None:
    ann, bo = somebody(), somebody()
    bo.page.clock.install(time=0)
    bo.page.clock.resume()
    begin(ann, bo, clock_s="10")
    ann.order(D="defend", E="defend")
    for person in (ann, bo):
        expect(person.clock).to_be_visible()
        expect(person.clock).to_have_class(re.compile("urgent"), timeout=SHOWN_MS)
        expect(person.clock).to_contain_text(re.compile(r"\b[1-9]\b.*left"))
    for person in (ann, bo):
        person.expect_round(2)
    expect(ann.page.locator(".log li[data-seq]", has_text="Ann orders")).to_contain_text("D defend")
    expect(ann.notebook).to_contain_text("Ann defended with D, E")


def test_a_reload_and_a_lost_network_lose_nothing(somebody: Somebody, guard: Guard) -> None:
    guard.expect("ERR_INTERNET_DISCONNECTED|WebSocket")
    ann, bo = somebody(), somebody()
    ann.page.clock.install()
    begin(ann, bo)
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

    ann.page.goto(f"{ann.url}/rules")
    ann.page.go_back()
    ann.expect_there()
    ann.expect_round(2)


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path, program=["-m", "e2e.quick_serve"])
    server.start()
    yield server
    server.stop()


@pytest.mark.long
def test_a_match_outlives_its_server(
    own_server: Server, open_context: OpenContext, guard: Guard
) -> None:
    guard.expect(GONE)
    ann, bo = (MatchPage(open_context().new_page(), own_server.url) for _ in range(2))
    begin(ann, bo)
    ann.order(D="defend", E="defend").lock()
    bo.expect_locked("a")
    own_server.kill()
    expect(bo.offline).to_be_visible(timeout=SHOWN_MS)
    own_server.start()
    expect(bo.offline).to_be_hidden(timeout=SHOWN_MS)
    bo.expect_locked("a")
    bo.order(D="defend").lock()
    for person in (ann, bo):
        person.expect_round(2)


def test_orders_are_given_by_keys_alone(somebody: Somebody) -> None:
    ann, bo = somebody(), somebody()
    begin(ann, bo)
    keys = ann.page.keyboard
    for key in ("a", "1", "d", "2"):
        keys.press(key)
    ann.expect_ordered("A", "attack")
    ann.expect_ordered("D", "defend")
    expect(ann.page.locator('[data-control="speed"]')).to_have_value("1")
    keys.press("1")
    expect(ann.page.locator(".refused-note")).to_have_text("D has no ATK.")
    ann.expect_ordered("D", "defend")
    keys.press("Enter")
    ann.expect_locked("a")
    bo.expect_locked("a")
    expect(ann.lock_button).not_to_have_attribute("aria-disabled", "true")
    keys.press("Enter")
    ann.expect_locked("a", locked=False)
    single = ann.page.get_by_label("Keys of a single character")
    for is_on in (False, True):
        ann.page.get_by_role("button", name=re.compile("^Keys")).click()
        single.set_checked(is_on)
        keys.press("Escape")
        expect(ann.page.get_by_role("dialog")).to_have_count(0)
        for key in ("b", "1"):
            keys.press(key)
        expect(ann.button("B", "attack")).to_have_attribute("aria-pressed", str(is_on).lower())


def test_a_match_fits_a_phone(somebody: Somebody) -> None:
    size = {"width": 360, "height": 740}
    ann, bo = somebody(viewport=size, has_touch=True), somebody(viewport=size)
    begin(ann, bo)
    width = "() => document.documentElement.scrollWidth"
    comma = ann.clock.locator(".comma")
    assert comma.evaluate("(comma) => getComputedStyle(comma).position") == "absolute"
    assert ann.page.evaluate(width) <= 360
    for order in ("attack", "defend", "recover", "none"):
        box = ann.button("C", order).bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44, "as large as a thumb"
    ann.button("C", "defend").tap()
    ann.expect_ordered("C", "defend")
    expect(ann.saving).to_have_attribute("data-saving", "saved")
    ann.lock()
    ann.expect_locked("a")
    # What players without a name are called in German, the longest that we write ourselves.
    names = ann.page.locator(".lock-mark b")
    names.evaluate_all("(names) => names.forEach((name) => { name.textContent = 'Spieler 1'; })")
    cut = "(names) => names.filter((name) => name.scrollWidth > name.clientWidth).length"
    assert names.evaluate_all(cut) == 0


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
    ann, bo = somebody(), somebody()
    begin(ann, bo)
    ann.expect_turn(1)
    ann.lock_button.click()
    asked = ann.page.get_by_role("dialog", name="Lock without any action?")
    asked.get_by_role("button", name="Give orders").click()
    expect(asked).to_be_hidden()
    ann.expect_locked("a", locked=False)
    ann.lock_button.click()
    asked.get_by_role("button", name="Lock anyway").click()
    ann.expect_locked("a")
