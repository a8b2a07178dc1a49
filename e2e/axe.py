"""axe-core's rules for pages that everybody can use, asked in both themes and of other words."""

import re
from collections.abc import Collection
from typing import Any, Final, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

AXE = Axe()
Asked = Literal["light", "dark", "words"]
# No rule in use needs the style sheets that axe would load with `preload`.
BROKEN = {"resultTypes": ["violations"], "preload": False}
OF_COLOURS = ["color-contrast", "link-in-text-block"]
"""Rules that depend on the theme and not on the language; they take most of axe's time."""
ASKED: Final[dict[Asked, dict[str, object]]] = {
    "light": BROKEN,
    "dark": BROKEN | {"runOnly": {"type": "rule", "values": OF_COLOURS}},
    "words": BROKEN | {"rules": {rule: {"enabled": False} for rule in OF_COLOURS}},
}
"""What is asked of a page in the light, of the same in the dark, and of it in another language."""

BOTH: Final[tuple[Asked, ...]] = ("light", "dark")

FAINT = """() => {
  const pixel = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const known = new Map();
  /** A colour of any notation as [red, green, blue, alpha], from 0 to 1. */
  function parts(colour) {
    if (!known.has(colour)) {
      pixel.clearRect(0, 0, 1, 1);
      pixel.fillStyle = colour;
      pixel.fillRect(0, 0, 1, 1);
      known.set(colour, [...pixel.getImageData(0, 0, 1, 1).data].map((value) => value / 255));
    }
    return known.get(colour);
  }
  const over = ([r, g, b, alpha], back) =>
    [r, g, b].map((value, k) => value * alpha + back[k] * (1 - alpha));
  const grounds = new Map();
  /** What is behind the text of an element; null behind pictures. */
  function ground(one) {
    if (!one) return parts(getComputedStyle(document.documentElement).backgroundColor).slice(0, 3);
    if (!grounds.has(one)) {
      const { backgroundColor, backgroundImage } = getComputedStyle(one);
      const back = ground(one.parentElement);
      const isKnown = back && (backgroundImage === "none" || parts(backgroundColor)[3] === 1);
      grounds.set(one, isKnown ? over(parts(backgroundColor), back) : null);
    }
    return grounds.get(one);
  }
  const seen = (one) => one ? Number(getComputedStyle(one).opacity) * seen(one.parentElement) : 1;
  const linear = (value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const exempt = ":disabled, [aria-disabled=true], .visually-hidden, .skip, svg, option, .stage, "
    + ".show-stage, .overlay, .drop-place, label:has(:disabled), fieldset:disabled, "
    + "[aria-hidden=true]";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = new Set();
  while (walker.nextNode()) {
    const { data, parentElement: holder } = walker.currentNode;
    if (!data.trim() || holder.closest(exempt)) continue;
    if (!holder.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const back = ground(holder);
    if (!back) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(holder);
    const [r, g, b, alpha] = parts(color);
    const tones = [light(over([r, g, b, alpha * seen(holder)], back)), light(back)].sort();
    const contrast = (Math.max(...tones) + 0.05) / (Math.min(...tones) + 0.05);
    const px = parseFloat(fontSize);
    const least = px >= 24 || (px >= 18.66 && fontWeight >= 700) ? 3 : 4.5;
    if (contrast < least - 0.01) found.add(`${contrast.toFixed(2)}: ${data.trim().slice(0, 40)}`);
  }
  return [...found];
}"""
"""Texts with too little contrast, by axe's colour rule at a hundredth of its time, for texts on the
background of an enclosing element."""


def expect_legible(page: Page) -> None:
    """In either theme texts stand out from what is behind them."""
    themes: tuple[Literal["light", "dark"], ...] = ("dark", "light")
    for scheme in themes:
        choose_theme(page, scheme)
        faint = page.evaluate(FAINT)
        assert faint == [], f"{page.url}, {scheme}: {faint}"


def choose_theme(page: Page, scheme: Literal["light", "dark"]) -> None:
    """Show a page in a theme; its style is there and nothing is on its way there any more."""
    page.emulate_media(color_scheme=scheme)
    page.wait_for_function(
        "() => document.readyState === 'complete'"
        " && document.getAnimations().every((a) => a.playState !== 'running'"
        " || a.effect.getComputedTiming().iterations === Infinity)"
    )


def expect_accessible(
    page: Page, asked: Collection[Asked] = ("words",), without: Collection[str] = ()
) -> None:
    """Fail if a page breaks a rule of axe other than `without`; check colours in each theme of
    `asked` (takes seconds)."""
    problems = []
    for scheme in asked:
        choose_theme(page, "dark" if scheme == "dark" else "light")
        broken = violations(page, ASKED[scheme] | {"selectors": False}, without)
        if broken:  # again, to name the elements
            broken = violations(page, ASKED[scheme], without)
        for rule in broken:
            problems += [f"{scheme}: {rule['id']}: {_told(node)}" for node in rule["nodes"]]
    assert not problems, "\n".join([page.url, *problems])
    expect_legible(page)


def violations(page: Page, options: dict[str, object], without: Collection[str]) -> list[Any]:
    """Return the rules of axe that a page breaks. Selectors, which axe makes for each element that
    it looks at, take up to half of its time."""
    broken = AXE.run(page, options=options).response["violations"]
    return [rule for rule in broken if rule["id"] not in without]


def _told(node: dict[str, object]) -> str:
    said = re.sub(r"\s+", " ", str(node["failureSummary"])).removeprefix(
        "Fix any of the following: "
    )
    return f"{node['target']}: {said}"
