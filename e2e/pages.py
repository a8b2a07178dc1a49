"""The addresses of all pages, and what is checked on each when it is opened."""

from collections.abc import Iterator
from typing import Any, Final

from playwright.sync_api import Page, expect

from e2e.geometry import DRAWN
from tests.present import OURS

TWO_ARMIES: Final = "ruleset=warlords&army_a=dragon-raid&army_b=silver-order"
PAGES: Final = (
    *("/", "/rules", "/battles", "/battles?text=Zork", "/battles?unit=Gooba", "/quick"),
    *("/quick/file", "/odds", f"/odds?{TWO_ARMIES}", "/build", "/mine"),
    *("/best-order", f"/best-order?{TWO_ARMIES}", "/best-armies", f"/best-armies?{TWO_ARMIES}"),
    "/best-armies?ruleset=siege&army_a=spearhead&army_b=long-wall",
    *("/matchups", "/matchups?ruleset=siege", "/matchups?ruleset=warlords", "/tournaments"),
    *("/tournaments/people", "/tournaments/people?ruleset=siege", "/tv", "/puzzle/2026-11-01"),
    *("/challenge/new", "/dice", "/api", "/credits", "/fair", "/verdict", "/nothing-here"),
    *("/gauntlets", "/a/", "/t/", "/g/"),  # the last three are made
    *(
        f"{page}{id_}"
        for page in ("/rules/", "/quick/", "/odds?ruleset=", "/build/", "/challenge/new?ruleset=")
        for id_ in OURS
    ),
)
ARMY: Final = {"name": "Ann", "lineup": [{"unit": "toad", "equipment": ["parawings"]}]}
ENTRANTS: Final = [{"army": ARMY | {"name": name}} for name in ("Ann", "Bo", "Gooba")]
MADE: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "/a/": ("armies", {"army": ARMY}),
    "/g/": ("gauntlets", {"army": ARMY, "name": "Gooba", "opponents": ENTRANTS}),
    "/t/": ("tournaments", {"kind": "round-robin", "name": "Gooba", "entrants": ENTRANTS}),
}
BATTLES: Final = [
    ("first-steps", "manymarios"),
    ("rats-at-the-gates", "warlords"),
    ("ram-and-warden", "siege"),
]
SCREENS: Final = [(320, 740), (740, 360), (1280, 800)]

AT_REST: Final = """() => {
  const there = (part, mark) => !document.querySelector(part) || document.querySelector(mark);
  return document.readyState === "complete" && document.fonts.status === "loaded"
    && document.documentElement.dataset.icons !== "loading"
    && !document.querySelector("main[data-running]")
    && there("#builder", "#builder .meters .meter")
    && there("#watch:not(.tv-page)", "#watch[data-landed], #watch [data-unit]");
}"""
"""Whether the page's scripts have done their first work, by their marks."""


def go(page: Page, address: str) -> None:
    """Opens a page, one that is made if need be, and waits for the first work of its scripts."""
    if made := MADE.get(address[-3:]):
        kind, body = made
        api = f"{address[:-3]}/api/v1/{kind}"
        answer = page.request.post(api, data={"ruleset": "manymarios"} | body)
        address += f"{answer.json()['id']}"
    page.goto(address)
    page.wait_for_function(AT_REST)


def misfits(page: Page, screens: list[tuple[int, int]] = SCREENS) -> list[str]:
    """What scrolls sideways, is cut or overlaps on a phone, a turned one, a large screen."""
    page.wait_for_load_state()  # after a click, what is measured may not have its styles yet
    return [*_misfits(page, screens)]


def _misfits(page: Page, screens: list[tuple[int, int]]) -> Iterator[str]:
    for width, height in screens:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        yield from (f"{width}: {misfit}" for misfit in page.evaluate(MISFITS))


def expect_head(page: Page, language: str) -> None:
    """One heading, a title, a language, and a first tab stop that skips to the content."""
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    assert "Battlereel" in page.title()
    expect(page.locator("html")).to_have_attribute("lang", language)
    first = page.evaluate("""() => {
      const first = document.querySelector("a[href], button, input, [tabindex='0']");
      return [first.className, document.querySelector(first.getAttribute("href"))?.tagName];
    }""")
    assert first == ["skip", "MAIN"]


READ = """() => {
  const attributes = ["aria-label", "title", "placeholder", "alt"];
  const isOurs = (node) => !node.closest(
    "script, style, code, kbd, pre, textarea, datalist, [lang]:not(html), noscript, use, time");
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
    if (node instanceof Text && isOurs(node.parentElement)) {
      const paragraph = whole(node);
      if (node.data.trim() || paragraphs.has(paragraph))
        paragraphs.set(paragraph, (paragraphs.get(paragraph) ?? "") + node.data);
    }
    if (node instanceof Element && isOurs(node))
      found.push(...attributes.map((name) => node.getAttribute(name)).filter(Boolean));
  }
  return [...found, ...paragraphs.values()];
}"""
"""Texts of a page: attributes, and paragraphs with all that stands in their line."""

MISFITS = """() => {
  const found = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) {
    const wide = [...document.body.querySelectorAll("*")].filter((one) =>
      one.getBoundingClientRect().right > root.clientWidth + 1 && !one.closest(SCROLLS));
    const outmost = wide.slice(-3).map((one) => one.outerHTML.slice(0, 90));
    found.push(`page ${root.scrollWidth} px wide: ${outmost}`);
  }
  const nav = [...document.querySelectorAll(".site-head nav, .site-head nav > *")];
  if (nav.some((one) => one.scrollWidth > one.clientWidth)) found.push("the navigation is cut");
  const shown = (one) => one.checkVisibility(
    { contentVisibilityAuto: true, visibilityProperty: true, opacityProperty: true });
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
  for (const lead of document.querySelectorAll(".lead, legend")) {
    const lines = new Map();
    for (const { box } of texts.filter(({ holder }) => lead.contains(holder))) {
      const line = Math.round(box.bottom / 8);
      lines.set(line, (lines.get(line) ?? 0) + box.right - box.left);
    }
    const widths = [...lines.values()];
    if (widths.length < 5 && widths.at(-1) < Math.max(...widths) / 4)
      found.push(`orphaned last line: ${lead.textContent.trim().slice(-40)}`);
  }
  return [...new Set(found)];
}""".replace("SCROLLS", '".scroll, pre, .catalog, .stage, .film"').replace(
    "LEFT_OUT",
    # what lies over others, and what scrolls or is drawn in a frame of its own
    '".visually-hidden, .skip, .site-head, .scroll, pre, textarea, .form-foot, .stage, .film, '
    'option, [popover], .show-stage"',
)
"""Misfits: sideways scrolling, cut texts, texts outside of their box, overlaps, orphaned words."""
