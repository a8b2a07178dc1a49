"""What is wrong with how a stage is laid out, as somebody who looks at it would see it."""

from playwright.sync_api import Page

SEEN = 0.05
"""What is fainter than this is not seen."""

SLACK_PX = 1.5
"""Letters that touch are no fault."""

READ_PROBLEMS = r"""([seen, slack]) => {
  const stage = document.querySelector(".lineup-scene");
  const room = stage.getBoundingClientRect();
  const measure = document.createElement("canvas").getContext("2d");

  /** How much of an element is seen through all that holds it; 0 where it is not drawn at all. */
  const opacity = new Map([[stage, 1]]);
  const opacityOf = (element) => {
    if (!opacity.has(element)) {
      const style = getComputedStyle(element);
      const own = style.display === "none" ? 0 : Number(style.opacity);
      opacity.set(element, own * opacityOf(element.parentElement));
    }
    return opacity.get(element);
  };

  /** Where the glyphs of a line are, without the room that the font leaves above and below them. */
  const inked = (rect, text, style) => {
    measure.font = style.font;
    const drawn = measure.measureText(text);
    const whole = drawn.fontBoundingBoxAscent + drawn.fontBoundingBoxDescent;
    const share = whole ? rect.height / whole : 1;
    return {
      left: rect.left,
      right: rect.right,
      top: rect.top + (drawn.fontBoundingBoxAscent - drawn.actualBoundingBoxAscent) * share,
      bottom: rect.bottom - (drawn.fontBoundingBoxDescent - drawn.actualBoundingBoxDescent) * share,
    };
  };

  /** Whether something around a text cuts it off. */
  const isCut = (box, element) => {
    for (let at = element; at && at !== stage; at = at.parentElement) {
      if (getComputedStyle(at).overflow === "visible") continue;
      const frame = at.getBoundingClientRect();
      if (box.left < frame.left - slack || box.right > frame.right + slack) return true;
      if (box.top < frame.top - slack || box.bottom > frame.bottom + slack) return true;
    }
    return false;
  };

  const isSolid = (element) => {
    const [, , , alpha = 1] = getComputedStyle(element).backgroundColor.match(/[\d.]+/g) ?? [];
    return element instanceof SVGGeometryElement || Number(alpha) > 0.7;
  };

  /** Whether a text at a point is behind something solid of another unit: somebody passes by. */
  const isHidden = (line, x, y) => {
    const own = line.element.closest("[data-unit]");
    if (!own) return false;
    const scrolled = () => stage.getBoundingClientRect().top - room.top;
    const seenAt = y + scrolled();
    if (seenAt < 0 || seenAt >= innerHeight) window.scrollBy(0, seenAt - innerHeight / 2);
    const stack = document.elementsFromPoint(x, y + scrolled());
    const nearest = stack.findIndex((element) => own.contains(element));
    const before = nearest < 0 ? stack : stack.slice(0, nearest);
    return before.some((element) => element.closest("[data-unit]") && isSolid(element));
  };

  const lines = [];
  const walker = document.createTreeWalker(stage, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.data.trim();
    const element = node.parentElement;
    if (!text || element.closest("title, desc, [data-gone]")) continue;
    if (opacityOf(element) <= seen) continue;
    const style = getComputedStyle(element);
    if (style.visibility !== "visible" || !parseFloat(style.fontSize)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      if (rect.width < 1 || rect.height < 1) continue;
      const box = inked(rect, text, style);
      lines.push({ text, node, element, box, cut: isCut(box, element) });
    }
  }

  const problems = [];
  const where = ({ box }) =>
    [box.left - room.left, box.top - room.top, box.right - room.left, box.bottom - room.top]
      .map(Math.round).join(" ");
  const name = (line) => {
    const unit = line.element.closest("[data-unit]")?.dataset.unit;
    const kind = line.element.getAttribute("class") || line.element.parentElement.className;
    return `"${line.text}" (${unit ? `${unit} ` : ""}${kind}; ${where(line)})`;
  };
  lines.forEach((one, k) => {
    const { box } = one;
    const away = Math.max(
      room.left - box.left, box.right - room.right, room.top - box.top, box.bottom - room.bottom,
    );
    if (away > slack) problems.push(`${name(one)} leaves the stage by ${Math.round(away)} px`);
    else if (one.cut) problems.push(`${name(one)} is cut`);
    for (const other of lines.slice(0, k)) {
      if (other.node === one.node) continue;
      const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
      if (wide <= slack || high <= slack) continue;
      const x = Math.max(box.left, other.box.left) + wide / 2;
      const y = Math.max(box.top, other.box.top) + high / 2;
      if (isHidden(one, x, y) || isHidden(other, x, y)) continue;
      problems.push(`${name(other)} and ${name(one)} overlap`);
    }
  });
  return problems;
}"""


# All moments at once: what is measured is not drawn.
AT_EACH = f"""([moments, measures]) => {{
  const problems = {READ_PROBLEMS};
  const scrubber = document.querySelector("input.scrubber");
  return moments.map((ms) => {{
    scrubber.value = ms;
    scrubber.dispatchEvent(new Event("input"));
    return problems(measures);
  }});
}}"""


def problems(page: Page, moments: list[int]) -> list[list[str]]:
    """Of each moment, every text of the stage that leaves it, is cut off or overlaps another.

    A text that is behind another unit, which passes by, is not seen.
    Each problem is a sentence with both texts and where they are, in px from the stage's upper
    left corner: left, top, right, bottom.
    """
    found: list[list[str]] = page.evaluate(AT_EACH, [moments, [SEEN, SLACK_PX]])
    return found
