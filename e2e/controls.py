"""The controls of a page: what they are called, what can be read on them, how large they are."""

from contextlib import suppress

from playwright.sync_api import Page, TimeoutError

FINGER_PX = 44  # least height and width of a target for fingers

OFF_SCREEN = """() => {
  const shown = (one) => one.checkVisibility({ visibilityProperty: true });
  const parts = ".stage, .film, .controls, .controls :is(button, select, input)";
  return [...document.querySelectorAll(parts)].filter((one) => {
    if (!shown(one) || one.matches(".visually-hidden, .visually-hidden *")) return false;
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const bar = (one.closest(".controls") ?? one).getBoundingClientRect();
    return Math.min(left, top, left - bar.left) < -0.5
      || right > Math.min(innerWidth, bar.right) + 0.5 || bottom > innerHeight + 0.5;
  }).map((one) => one.dataset.control ?? one.className);
}"""
"""Parts of stage, film and controls that leave the screen or the row of controls."""

UNNAMED = """() => {
  const words = (text) => ` ${text.toLowerCase().replace(/[^\\p{L}\\p{N}]+/gu, " ").trim()} `;
  /** The texts that can be read on a control; what is only drawn is none. */
  function read(node) {
    if (node.nodeType === Node.TEXT_NODE) return [node.textContent];
    if (node.nodeType !== Node.ELEMENT_NODE) return [];
    if (node.matches("svg, .visually-hidden, [aria-hidden=true]")) return [];
    if (!node.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return [];
    return [...node.childNodes].flatMap(read);
  }
  const controls = "a[href], button, summary, [role=button], [role=tab], [role=option]";
  return [...document.querySelectorAll(controls)]
    .filter((one) => one.matches("[aria-label], [aria-labelledby]"))
    .flatMap((one) => {
      const by = (one.getAttribute("aria-labelledby") ?? "").split(" ");
      const name = one.getAttribute("aria-label") ??
        by.map((id) => document.getElementById(id)?.textContent).join(" ");
      const missing = read(one).filter((text) => !words(name).includes(words(text).trimEnd()));
      return missing.map((text) => `${name}: ${text}`);
    });
}"""
"""Controls whose name does not contain, word for word, what can be read on them (WCAG 2.5.3)."""

SMALL = """(least) => {
  const controls =
    "button, summary, select, input:not([type=hidden]), [role=button], [role=tab], nav a, a.button";
  /** The area that reacts: a label reacts for its box, and so does what lies over a control. */
  const isTick = (one) => one.matches("[type=checkbox], [type=radio]");
  const target = (one) => (isTick(one) && (one.closest("label") ?? one.labels[0])) || one;
  /** Whether a press so far from the middle of a control still reaches it. */
  function reaches(one, x, y) {
    one.scrollIntoView({ block: "center" });
    const box = target(one).getBoundingClientRect();
    const hit = document.elementFromPoint(
      (box.left + box.right) / 2 + x, (box.top + box.bottom) / 2 + y);
    return hit !== null && (target(one).contains(hit) || one.contains(hit));
  }
  const far = least / 2 - 1;
  const asking = document.querySelector("dialog:modal") ?? document;
  return [...asking.querySelectorAll(controls)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((one) => !one.matches(".linkish, .term:not(.term-mark)"))
    .filter((one) => !one.matches("[aria-hidden=true], [data-unit]"))
    .filter((one) => !one.closest("[inert], .fixed-fields .stepper"))
    .flatMap((one) => {
      const { width, height } = target(one).getBoundingClientRect();
      const isWide = width >= least - 0.5 || (reaches(one, -far, 0) && reaches(one, far, 0));
      const isHigh = height >= least - 0.5 || (reaches(one, 0, -far) && reaches(one, 0, far));
      const size = `${Math.round(width)} x ${Math.round(height)}`;
      return isWide && isHigh ? [] : [`${size}: ${one.outerHTML.slice(0, 150)}`];
    });
}"""
"""Controls smaller than so many px, but for links in text, units and steppers of a siege army."""


CUT_OFF = """() => [
  ...(document.documentElement.scrollWidth > innerWidth ? ["the page"] : []),
  ...[...document.querySelectorAll("h1, h2, h3, p, li, label, button, a, td")]
  .filter((each) => !each.closest(".stage, svg, [hidden], .visually-hidden, nav, pre"))
  .filter((each) => {
    const box = each.getBoundingClientRect();
    if (box.width === 0 || box.left >= 0 && box.right <= innerWidth + 1) return false;
    for (let at = each.parentElement; at; at = at.parentElement) {
      const { overflowX, clipPath } = getComputedStyle(at);
      if (["auto", "scroll"].includes(overflowX) || clipPath !== "none") return false;
    }
    return getComputedStyle(each).clipPath === "none";
  })
  .map((each) => each.outerHTML.slice(0, 80)),
]"""
"""The page itself, if it is wider than the screen, and texts beyond the screen's edge."""


def expect_all_on_screen(page: Page) -> None:
    expect_none(page, OFF_SCREEN)


def expect_none(page: Page, find: str, of: object = None) -> None:
    """Wait until a layout that may still be on its way has nothing that `find(of)` returns."""
    with suppress(TimeoutError):
        page.wait_for_function(f"(of) => ({find})(of).length === 0", arg=of, timeout=5000)
    found = page.evaluate(find, of)
    assert found == [], (found, page.viewport_size)


def unlike_their_label(page: Page) -> list[str]:
    """The names of controls that lack what can be read on them, and what that is."""
    return list(page.evaluate(UNNAMED))


def smaller_than(page: Page, px: int) -> list[str]:
    """The targets on a page that are less than so many px wide or high, with their size."""
    return list(page.evaluate(SMALL, px))


def cut_off(page: Page) -> list[str]:
    """What is beyond the edge of the screen; what scrolls in a frame of its own is not."""
    return list(page.evaluate(CUT_OFF))
