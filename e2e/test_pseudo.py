"""Every page is said through the catalog, and has room for words that are 40 % longer."""

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Page, Route, expect

from e2e import pseudo
from e2e.conftest import OpenContext
from e2e.guard import Guard
from e2e.played import sample_page
from e2e.server import Server
from tests.present import OURS
from webapp import games
from webapp.battles import samples

SCREENS: Final = [(360, 740), (740, 360), (1280, 800)]
PAGES: Final = (
    *(
        "/",
        "/quick/file",
        "/odds",
        "/odds?ruleset=warlords&army_a=dragon-raid&army_b=silver-order",
        "/best-order",
        "/best-armies",
        "/matchups",
        "/puzzle/2026-11-01",
        "/tournaments",
        "/tournaments/people",
        "/tv",
        "/battles",
        "/battles?unit=Gooba",
        "/build",
        "/armies",
    ),
    *("/rules", "/credits", "/api", "/nothing-here"),
    *(
        f"{page}{id_}"
        for page in ("/quick/", "/build/", "/rules/", "/odds?ruleset=", "/challenge/new?ruleset=")
        for id_ in OURS
    ),
)
BATTLES: Final = [
    ("first-steps", "manymarios"),
    ("rats-at-the-gates", "warlords"),
    ("ram-and-warden", "siege"),
]
NAMES: Final = ("Battlereel", "Many Marios 0", "Ann", "Bo", "Gooba", "English", "Esperanto")
"""Our own, and examples of what people write. Languages call themselves so."""
SIGNS: Final = (
    *("AE", "DE", "AP", "ATK", "DEF", "HP", "EXH", "AU", "EU"),  # no language changes them
    *("UTC", "JSON", "cost", "atk", "def", "hp"),  # what programs and battle files call so
)
ALL_NAMES: Final = ("/credits",)
"""Names of people, programs and licences, which are not translated."""
LETTERS: Final = re.compile(r"[^\W\d_]{2,}")
DATE: Final = re.compile(r"\d+ \w+ \d{4}")
"""As Babel writes it."""
BRACKETED: Final = re.compile(rf"{pseudo.BEGIN}[^{pseudo.END}]*{pseudo.END}")

READ = """() => {
  const attributes = ["aria-label", "title", "placeholder", "alt"];
  const isOurs = (node) => !node.closest(
    "script, style, code, kbd, pre, textarea, datalist, [lang]:not(html), noscript, use");
  /** The paragraph, cell or button that a text is part of: a sentence may have links in it. */
  function whole(node) {
    let one = node.parentElement;
    while (getComputedStyle(one).display === "inline" && one.parentElement) one = one.parentElement;
    return one;
  }
  const found = [];
  const paragraphs = new Map();
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ALL);
  for (let node = walker.currentNode; node; node = walker.nextNode()) {
    if (node instanceof Text && node.data.trim() && isOurs(node.parentElement)) {
      const paragraph = whole(node);
      paragraphs.set(paragraph, (paragraphs.get(paragraph) ?? "") + node.data);
    }
    if (node instanceof Element && isOurs(node))
      found.push(...attributes.map((name) => node.getAttribute(name)).filter(Boolean));
  }
  return [...found, ...paragraphs.values()];
}"""

MISFITS = """() => {
  const found = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) {
    const wide = [...document.body.querySelectorAll("*")].filter((one) =>
      one.getBoundingClientRect().right > root.clientWidth + 1 && !one.closest(SCROLLS));
    const outmost = wide.slice(-3).map((one) => one.outerHTML.slice(0, 90));
    found.push(`page ${root.scrollWidth} px wide: ${outmost}`);
  }
  const shown = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  /** What is seen of a box within whatever scrolls or cuts it; null for nothing. */
  function seen({ left, right, top, bottom }, holder) {
    for (let one = holder; one; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const room = one.getBoundingClientRect();
      [left, right] = [Math.max(left, room.left), Math.min(right, room.right)];
      [top, bottom] = [Math.max(top, room.top), Math.min(bottom, room.bottom)];
    }
    return right - left > 2 && bottom - top > 2 ? { left, right, top, bottom } : null;
  }
  /** Whether something stays where it is while others pass below it. */
  function floats(one) {
    if (!one) return false;
    const { position } = getComputedStyle(one);
    return ["sticky", "fixed"].includes(position) || floats(one.parentElement);
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) {
    const { data, parentElement: holder } = walker.currentNode;
    if (!data.trim() || !shown(holder) || holder.closest(LEFT_OUT)) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    for (const whole of range.getClientRects()) {
      const box = seen(whole, holder);
      if (box) texts.push({ holder, box, data: data.trim(), floats: floats(holder) });
    }
  }
  /** A text that leaves the box of the button, card or cell that it stands in. */
  for (const { holder, box, data } of texts) {
    const around = holder.closest("button, .button, a.button, .army, .card, .panel, .tag, .chip");
    const room = around?.getBoundingClientRect();
    if (room && (box.right > room.right + 1 || box.left < room.left - 1))
      found.push(`leaves its box: ${data.slice(0, 60)}`);
    const cut = getComputedStyle(holder);
    if (cut.overflowX === "hidden" && cut.textOverflow !== "ellipsis" &&
        holder.scrollWidth > holder.clientWidth + 1 && holder.clientWidth > 1)
      found.push(`cut: ${data.slice(0, 60)}`);
  }
  const apart = (m, n) => Math.min(m.right, n.right) - Math.max(m.left, n.left) < 3 ||
    Math.min(m.bottom, n.bottom) - Math.max(m.top, n.top) < 4;
  for (const [k, one] of texts.entries())
    for (const other of texts.slice(k + 1))
      if (one.holder !== other.holder && !one.floats && !other.floats && !apart(one.box, other.box))
        found.push(`overlap: ${one.data.slice(0, 40)} / ${other.data.slice(0, 40)}`);
  return [...new Set(found)];
}""".replace("SCROLLS", '".scroll, pre, .catalog, .stage, .film"').replace(
    "LEFT_OUT",
    # what lies over others, and what scrolls or is drawn in a frame of its own
    '".visually-hidden, .skip, .site-head, .scroll, pre, textarea, .form-foot, .stage, .film, '
    'option, [popover], .show-stage"',
)
"""What does not fit: a page that scrolls sideways, texts that are cut, outside, or overlap."""


@pytest.fixture(scope="module")
def pseudo_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("translations")
    pseudo.write(folder)
    server = Server(
        tmp_path_factory.mktemp("pseudo"),
        languages=(pseudo.CODE, "en"),
        program=["-m", "e2e.pseudo_serve", str(folder)],
    )
    server.start()
    yield server
    server.stop()


@pytest.fixture
def reader(open_context: OpenContext) -> Page:
    """Somebody who reads that language."""
    context = open_context(locale=pseudo.CODE, viewport={"width": 1280, "height": 800})

    def answer(route: Route) -> None:
        route.fulfill(body=pseudo.script(), content_type="text/javascript")

    context.route("**/text-pseudo.js", answer)
    return context.new_page()


def names_of_samples() -> Iterator[str]:
    """What sides, armies and their own units are called: it is in battle files, as people write."""
    for id_ in OURS:
        found = samples.load(games.game(id_))
        for battle in found.battles.values():
            yield from (battle.name_a, battle.name_b)
        for army in found.armies.values():
            yield from _names(army.army)


def _names(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "name" and isinstance(inner, str):
                yield inner
            else:
                yield from _names(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _names(inner)


def said_outside(texts: list[str]) -> list[str]:
    """The texts that have words outside of brackets, names and signs aside."""
    known = sorted({*NAMES, *SIGNS, *names_of_samples()}, key=len, reverse=True)
    pattern = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in known))
    left = {text: pattern.sub("", DATE.sub("", BRACKETED.sub(" ", text))) for text in texts}
    return sorted({text for text, rest in left.items() if LETTERS.search(rest)})


def test_a_sentence_without_the_catalog_is_found() -> None:
    assert said_outside([pseudo.pseudo("{name} wins").format(name="Ann"), "5 %", "⟦Líke⟧"]) == []
    assert said_outside(["Look", pseudo.pseudo("{name} wins").format(name="nobody")]) == [
        "Look",
        "nobody⟦ wíns⟧",
    ]


def test_a_layout_that_does_not_fit_is_found(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.set_content(
        """<button style="width:40px;white-space:nowrap">Much too long</button>
        <p style="height:10px;line-height:20px;margin:0">one</p><p style="margin:0">two</p>
        <div style="width:500px">wide</div>"""
    )
    found = " ".join(page.evaluate(MISFITS))
    assert "leaves its box: Much too long" in found
    assert "overlap: one / two" in found
    assert "page 5" in found


def visit(page: Page, server: Server, address: str) -> None:
    page.goto(f"{server.url}{address}")
    page.wait_for_load_state("networkidle")
    expect(page.locator("html")).to_have_attribute("lang", pseudo.CODE)


def expect_fits(page: Page) -> list[str]:
    """Nothing scrolls sideways, is cut or overlaps on a phone, a turned one, a large screen."""
    page.wait_for_load_state()  # after a click, what is measured may not have its styles yet
    wrong = []
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        wrong += [f"{width}: {misfit}" for misfit in page.evaluate(MISFITS)]
    return wrong


@pytest.mark.parametrize("address", PAGES)
def test_a_page_is_said_by_the_catalog_and_fits(
    address: str, reader: Page, pseudo_server: Server, guard: Guard
) -> None:
    if address == "/nothing-here":
        guard.expect("404")
    visit(reader, pseudo_server, address)
    if address not in ALL_NAMES:
        assert said_outside(reader.evaluate(READ)) == []
    assert expect_fits(reader) == []


@pytest.mark.parametrize(("sample", "id_"), BATTLES)
def test_a_battle_is_said_by_the_catalog_and_fits(
    sample: str, id_: str, reader: Page, pseudo_server: Server
) -> None:
    visit(reader, pseudo_server, f"/b/{sample_page(sample, id_)}?spoilers=1#at=12")
    expect(reader.locator("#watch")).to_have_attribute("data-landed", "13")
    assert said_outside(reader.evaluate(READ)) == []
    assert expect_fits(reader) == []


def test_a_challenge_and_its_match_are_said_by_the_catalog(
    reader: Page, pseudo_server: Server
) -> None:
    visit(reader, pseudo_server, "/")
    reader.locator("form.spar button").first.click()
    expect(reader.locator("#match")).to_have_attribute("data-connected", "true")
    assert said_outside(reader.evaluate(READ)) == []
    assert expect_fits(reader) == []
    reader.goto(f"{pseudo_server.url}/challenge/new?ruleset=warlords")
    reader.locator("main form.panel .form-foot button").click()
    expect(reader.locator("#standing")).to_be_visible()
    assert said_outside(reader.evaluate(READ)) == []
    assert expect_fits(reader) == []
