"""What is wrong with how a stage is laid out, as somebody who looks at it would see it."""

from typing import Any

from playwright.sync_api import Page

SEEN = 0.05  # least opacity that counts as visible
SLACK_PX = 1.5  # edges that touch are no fault
SIGNS = ".sign, .round-sign, .result-sign, .waiting, .board, .chip"
SAID = ".caption:not(.label), .herald, .coin, .dice.big b, .dice.big small"  # brief texts
WORN = (
    ".bar, .strength, .pips, .wings, .number, .shots, .medals, .crown, .marks-on i,"
    " .exh, .stats, .order, .row-tag, .ram, .fire"
)
BODIES = ".plate .rim"
FRAMES = f".strength, .pips, .bar, .stat, .number, .row-tag, .caption, .herald, .dice b, {SIGNS}"
"""Elements with text."""
LEAST_PX = {".dice.big small": 12, ".chip small, .letter": 11, ".stat b": 9}
SEVERAL_LINES = ".herald, .caption, .result-sign, .waiting, .board em, .round-sign"  # may wrap

FIND_PROBLEMS = r"""([seen, slack, kinds]) => {
  const stage = document.querySelector(".lineup-scene");
  const measure = document.createElement("canvas").getContext("2d");
  const all = Object.values(kinds).slice(0, 4).join();
  const drawnAs = new Map();

  /** Where the glyphs of a font and text are in a line, as shares of its height. */
  const inkOf = (font, text) => {
    const key = `${font} ${text}`;
    if (!drawnAs.has(key)) {
      measure.font = font;
      const drawn = measure.measureText(text);
      const whole = drawn.fontBoundingBoxAscent + drawn.fontBoundingBoxDescent || 1;
      const above = (drawn.fontBoundingBoxAscent - drawn.actualBoundingBoxAscent) / whole;
      const below = (drawn.fontBoundingBoxDescent - drawn.actualBoundingBoxDescent) / whole;
      drawnAs.set(key, [above, below]);
    }
    return drawnAs.get(key);
  };

  return () => {
    const room = stage.getBoundingClientRect();

    /** Remembers of each element what hangs on those around it. */
    const inherited = (first, next) => {
      const known = new Map([[stage, first]]);
      const of = (element) => {
        if (!known.has(element)) known.set(element, next(element, of(element.parentElement)));
        return known.get(element);
      };
      return of;
    };
    /** How much of an element is seen through all that holds it; 0 where it is not drawn at all. */
    const opacityOf = inherited(1, (element, around) => {
      if (!around) return 0;
      const style = getComputedStyle(element);
      // The other face of a coin.
      const isAway =
        style.backfaceVisibility === "hidden" && new DOMMatrix(style.transform).m11 < 0;
      return style.display === "none" || isAway ? 0 : Number(style.opacity) * around;
    });
    /** What cuts off whatever is in an element. */
    const frameOf = inherited(null, (element, around) =>
      getComputedStyle(element).overflow === "visible" ? around : element.getBoundingClientRect(),
    );

    const isSolid = (element) => {
      const [, , , alpha = 1] = getComputedStyle(element).backgroundColor.match(/[\d.]+/g) ?? [];
      const isPainted = element.matches(".strength"); // by a gradient
      return element instanceof SVGGeometryElement || isPainted || Number(alpha) > 0.7;
    };

    /** Whether something solid of another unit is before it at a point: somebody passes by. */
    const isHidden = ({ unit, isUnderWay }, x, y) => {
      if (!unit) return false;
      const scrolled = () => stage.getBoundingClientRect().top - room.top;
      const seenAt = y + scrolled();
      if (seenAt < 0 || seenAt >= innerHeight) window.scrollBy(0, seenAt - innerHeight / 2);
      const stack = document.elementsFromPoint(x, y + scrolled());
      const nearest = stack.findIndex((element) => unit.contains(element));
      const before = nearest < 0 ? stack : stack.slice(0, nearest);
      // The banner that a letter is on covers what it walks past.
      const covers = (element) =>
        isSolid(element) || (element.matches(".letter") && (isUnderWay || moves(element)));
      return before.some((element) => element.closest("[data-unit]") && covers(element));
    };

    /** Whether something of a unit strikes, walks, or falls: then it may come before others. */
    const moves = inherited(false, (element, around) => {
      const { transform, translate } = element.style;
      return around || transform !== "" || (element.matches("[data-unit]") && /\./.test(translate));
    });

    const problems = [];
    const where = ({ left, top, right, bottom }) =>
      [left - room.left, top - room.top, right - room.left, bottom - room.top].map(Math.round);
    const name = ({ text, unit, element, box }) => {
      const kind = element.getAttribute("class") || element.parentElement.className;
      return `"${text}" (${unit ? `${unit.dataset.unit} ` : ""}${kind}; ${where(box).join(" ")})`;
    };
    const within = (box, frame) =>
      box.left >= frame.left - slack && box.right <= frame.right + slack &&
      box.top >= frame.top - slack && box.bottom <= frame.bottom + slack;

    const things = [];
    const note = (thing) => {
      things.push(thing);
      const { left, top, right, bottom } = thing.box;
      const away = [room.left - left, right - room.right, room.top - top, bottom - room.bottom];
      const most = Math.max(...away);
      // A castle that falls shakes all there is, and takes what stands at the edge over it.
      if (most > (thing.isUnderWay ? 4 : slack)) {
        problems.push(`${name(thing)} leaves the stage by ${Math.round(most)} px`);
      }
    };

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
      const [above, below] = inkOf(style.font, text);
      const unit = element.closest("[data-unit]");
      const frame = element.closest(kinds.frames)?.getBoundingClientRect();
      const isThere = ({ width, height }) => width >= 1 && height >= 1;
      const lines = [...range.getClientRects()].filter(isThere);
      for (const { left, right, top, bottom, height } of lines) {
        const box = { left, right, top: top + above * height, bottom: bottom - below * height };
        // Numbers below one another keep their outlines apart, too.
        if (element.closest(".pop:not(.weary)")) {
          const outline = parseFloat(style.webkitTextStrokeWidth) / 2;
          box.top -= outline;
          box.bottom += outline;
        }
        const isUnderWay = moves(element) && (unit !== null || element.closest(".pop") !== null);
        const thing = { kind: "text", text, node, element, unit, box, isUnderWay };
        note(thing);
        const cut = frameOf(element);
        if (cut && !within(box, cut)) problems.push(`${name(thing)} is cut`);
        if (frame && !within(box, frame)) problems.push(`${name(thing)} is wider than its frame`);
      }
      const isSmall = ([kind, px]) => element.matches(kind) && parseFloat(style.fontSize) < px;
      if (Object.entries(kinds.least).some(isSmall)) problems.push(`"${text}" is small`);
      if (lines.length > 1 && !element.closest(kinds.several)) {
        problems.push(`${name(things.at(-1))} is wrapped`);
      }
    }
    for (const element of stage.querySelectorAll(all)) {
      const unit = element.closest("[data-unit]");
      if (unit && (unit.hasAttribute("data-gone") || moves(element))) continue;
      const box = element.getBoundingClientRect();
      if (box.width < 1 || box.height < 1 || opacityOf(element) <= seen) continue;
      if (getComputedStyle(element).visibility !== "visible") continue;
      const kind = ["signs", "said", "worn", "bodies"].find((one) => element.matches(kinds[one]));
      const text = "";
      note({ kind, text, element, unit, box });
    }

    /** Whether two may not come over each other. */
    const areApart = (one, other) => {
      if (one.kind === "text" && other.kind === "text") {
        // The number that tells units of one name apart walks with them, below a banner's words.
        const isSign = (thing) => !thing.unit && thing.element.closest(kinds.signs) !== null;
        const walks = (thing) => thing.isUnderWay && thing.element.matches(".number");
        const passes = (walks(one) && isSign(other)) || (walks(other) && isSign(one));
        const sameOnTheWay = one.isUnderWay && one.unit !== null && one.unit === other.unit;
        return one.node !== other.node && !passes && !sameOnTheWay;
      }
      if (one.kind === "text" || other.kind === "text") return false;
      const areWorn = one.kind === "worn" && other.kind === "worn";
      if (one.unit && other.unit) return areWorn && one.unit !== other.unit;
      const dice = one.element.closest(".dice");
      const areDice = dice !== null && dice === other.element.closest(".dice");
      const areOne = one.element.contains(other.element) || other.element.contains(one.element);
      return !areDice && !areOne;
    };

    things.sort((one, other) => one.box.left - other.box.left);
    for (const [k, one] of things.entries()) {
      for (let n = k + 1; n < things.length; n++) {
        const other = things[n];
        const left = other.box.left;
        if (left >= one.box.right - slack) break;
        const wide = Math.min(one.box.right, other.box.right) - left;
        const top = Math.max(one.box.top, other.box.top);
        const high = Math.min(one.box.bottom, other.box.bottom) - top;
        if (wide <= slack || high <= slack || !areApart(one, other)) continue;
        const [x, y] = [left + wide / 2, top + high / 2];
        if (isHidden(one, x, y) || isHidden(other, x, y)) continue;
        problems.push(`${name(one)} and ${name(other)} overlap`);
      }
    }
    return problems;
  };
}"""


# All moments at once: what is measured is not drawn.
AT_EACH = f"""([moments, measures]) => {{
  const problems = ({FIND_PROBLEMS})(measures);
  const scrubber = document.querySelector("input.scrubber");
  return moments.map((ms) => {{
    scrubber.value = ms;
    scrubber.dispatchEvent(new Event("input"));
    return problems();
  }});
}}"""


DRAWN = "() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))"
"""A new size takes effect in the next frame."""


def screen(width: int, height: int) -> dict[str, Any]:
    """What a browser's context takes: the smaller ones are phones, with room for fingers."""
    is_phone = width < 1000
    viewport = {"width": width, "height": height}
    return {"viewport": viewport, "is_mobile": is_phone, "has_touch": is_phone}


def problems(page: Page, moments: list[int]) -> list[list[str]]:
    """Return a sentence for each overlap, small, cut or wrapped text and overflow of the stage,
    with places in px (left, top, right, bottom). Units in motion may overlap briefly."""
    kinds = {
        "signs": SIGNS,
        "said": SAID,
        "worn": WORN,
        "bodies": BODIES,
        "frames": FRAMES,
        "several": SEVERAL_LINES,
        "least": LEAST_PX,
    }
    found: list[list[str]] = page.evaluate(AT_EACH, [moments, [SEEN, SLACK_PX, kinds]])
    return found
