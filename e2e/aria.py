"""What a screen reader finds on its way through pages, written down as it is read."""

from contextlib import suppress

from playwright.sync_api import Page, TimeoutError, expect

FRAME = """
- link "Skip to the content"
- banner:
  - navigation "Main"
- main
- contentinfo:
  - button "Hide results until watched" [pressed]
"""

WRONG = """() => {
  const shown = (one) => one.checkVisibility({ visibilityProperty: true });
  const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);
  const told = [];
  let before = 0;
  for (const heading of all("h1, h2, h3, h4")) {
    const level = Number(heading.tagName[1]);
    if (level > before + 1) told.push(`h${before}, then h${level}: ${heading.textContent}`);
    before = level;
  }
  const name = (one) => one.ariaLabel
    ?? document.getElementById(one.getAttribute("aria-labelledby"))?.textContent ?? "";
  const landmarks = all("main, nav, aside, section, [role=region], [role=toolbar]");
  const names = landmarks.filter((one) => one.tagName !== "SECTION" || name(one))
    .map((one) => `${one.tagName} ${name(one)}`);
  told.push(...names.filter((one, k) => names.indexOf(one) !== k));
  if (names.includes("ASIDE ") || names.includes("NAV ")) told.push("a landmark without a name");
  for (const one of all("ul, ol")) if (!one.querySelector(":scope > li")) told.push("empty list");
  return told;
}"""
"""Headings that skip a level, landmarks without a name of their own, empty lists."""


def expect_sound(page: Page, *, lists: bool = True, frame: bool = True) -> None:
    """The frame is there, headings and landmarks lead through the page, and no list is empty."""
    if frame:
        expect(page.locator("body")).to_match_aria_snapshot(FRAME)
    with suppress(TimeoutError):  # what is wrong is told below
        page.wait_for_function(f"() => ({WRONG})().length === 0", timeout=2_000)
    assert [one for one in page.evaluate(WRONG) if lists or one != "empty list"] == []
