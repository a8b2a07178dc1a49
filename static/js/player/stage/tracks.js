// @ts-check

/** @typedef {keyof typeof EASES} Ease */
/** @typedef {keyof typeof REST} Channel */

/**
 * One leg of a motion: to a value, in a share of the time or in `duration` ms. Only the first one may
 * say where it comes `from`; otherwise it comes from where the last one ended. A number is `to` alone.
 *
 * @typedef {number | { from?: number, to: number, duration?: number, ease?: Ease }} Frame
 */

/**
 * What moves: channels with their legs. Legs without a duration of their own share `duration`, the
 * length of the whole in ms. Lengths are in px, angles in degrees.
 *
 * @typedef {Partial<Record<Channel, Frame | Frame[]>> & { duration?: number, ease?: Ease }} Motion
 */

/** @typedef {HTMLElement | SVGElement} Movable */

/** @typedef {{ start: number, end: number, from: number, to: number, ease: Ease }} Leg */

const BACK = 1.70158;

const EASES = {
  linear: (/** @type {number} */ p) => p,
  inQuad: (/** @type {number} */ p) => p * p,
  outQuad: (/** @type {number} */ p) => 1 - (1 - p) ** 2,
  inOutQuad: (/** @type {number} */ p) => (p < 0.5 ? 2 * p * p : 1 - 2 * (1 - p) ** 2),
  inCubic: (/** @type {number} */ p) => p ** 3,
  outCubic: (/** @type {number} */ p) => 1 - (1 - p) ** 3,
  outBack: (/** @type {number} */ p) => 1 + (BACK + 1) * (p - 1) ** 3 + BACK * (p - 1) ** 2,
};

/** Each channel where nothing moves. */
const REST = {
  translateX: 0,
  translateY: 0,
  rotate: 0,
  rotateY: 0,
  scale: 1,
  scaleX: 1,
  scaleY: 1,
  opacity: 1,
  flash: 0,
  front: 0,
  pale: 0,
};

/** Channels that a style sheet reads as variables, and as classes unless 0: how white a figure is,
 * whether it stands in front of the others, and how much colour the landscape has lost. */
const VARIABLES = /** @type {const} */ (["flash", "front", "pale"]);

/** Channels whose motions are multiplied where several meet; the others are added up. */
const FACTORS = new Set(["scale", "scaleX", "scaleY", "opacity"]);

/** Channels that stay with reduced motion. */
const STILL = new Set(["opacity"]);

const MOTIONLESS_MS = 100;

/** Maximum rise of a text with its unit, in px: captions are above it. */
const RISE = 6;

/**
 * Eases a share of a way.
 *
 * @param {Ease} name
 * @param {number} share from 0 to 1
 */
export const eased = (name, share) => EASES[name](Math.max(0, Math.min(1, share)));

/**
 * Return the motion of a temporary element: it fades in, stays and fades out.
 *
 * @param {number} lasting in ms
 * @param {number} fade in ms at most
 * @returns {Motion}
 */
export function comeAndGo(lasting, fade) {
  const duration = Math.min(fade, lasting / 4);
  const stay = { to: 1, duration: lasting - 2 * duration };
  return { opacity: [{ from: 0, to: 1, duration }, stay, { to: 0, duration }] };
}

/**
 * Motion of many elements as a function of time: `seek` draws any moment, in any order. Before its
 * start a motion holds its first value, after its end its last one. Motions of one element meet:
 * ways and angles are added up, sizes and opacities multiplied.
 *
 * @param {{ still: boolean }} how `still` leaves fading alone
 */
export function createTracks({ still }) {
  /** @type {Map<Movable, { channels: Partial<Record<Channel, Leg[][]>>, share: number, written: string }>} */
  const moving = new Map();
  /** @type {Map<Movable, { x: number, y: number, leader: Movable, ahead: number, back: number, written: string }>} */
  const placed = new Map();

  /**
   * @param {Frame | Frame[]} frames
   * @param {Motion} how
   * @param {number} start
   * @param {number} rest
   */
  function legsOf(frames, how, start, rest) {
    const list = [frames].flat().map((one) => (typeof one === "number" ? { to: one } : one));
    let left = how.duration ?? MOTIONLESS_MS;
    let open = 0;
    for (const { duration } of list) {
      if (duration === undefined) open += 1;
      else left -= duration;
    }
    const each = Math.max(1, left / Math.max(1, open));
    let end = start;
    let last = rest;
    return list.map(({ from = last, to, duration = each, ease = how.ease ?? "outQuad" }) => {
      const leg = { start: end, end: end + duration, from, to, ease };
      end = leg.end;
      last = to;
      return leg;
    });
  }

  /**
   * @param {Movable | null} element
   * @param {Channel} channel
   * @param {number} ms
   */
  function channelAt(element, channel, ms) {
    const tracks = moving.get(/** @type {Movable} */ (element))?.channels[channel];
    if (!tracks) return REST[channel];
    const isFactor = FACTORS.has(channel);
    let value = REST[channel];
    for (const legs of tracks) {
      const part = valueAt(legs, ms);
      value = isFactor ? value * part : value + part;
    }
    return value;
  }

  /** @param {Movable} element */
  function entryOf(element) {
    const entry = moving.get(element) ?? { channels: {}, share: 1, written: "" };
    moving.set(element, entry);
    return entry;
  }

  /** @param {Movable} element @param {number} ms */
  function write(element, ms) {
    const entry = entryOf(element);
    const at = (/** @type {Channel} */ channel) => channelAt(element, channel, ms);
    const scale = at("scale");
    const transform = transformOf(
      ...[at("translateX"), at("translateY"), at("rotate"), at("rotateY")],
      ...[scale * at("scaleX"), scale * at("scaleY")],
    );
    const fades = entry.channels.opacity || entry.share < 1;
    const opacity = fades ? round(at("opacity") * entry.share) : "";
    const names = VARIABLES.filter((name) => entry.channels[name]);
    const next = `${transform}|${opacity}|${names.map(at)}`;
    if (next === entry.written) return;
    entry.written = next;
    element.style.transform = transform;
    element.style.opacity = opacity;
    for (const name of names) {
      const value = round(at(name));
      element.style.setProperty(`--${name}`, value);
      element.classList.toggle(name, value !== "0");
    }
  }

  return {
    /**
     * Moves an element from a time on.
     *
     * @param {Movable} element
     * @param {Motion} how
     * @param {number} start ms
     */
    add(element, how, start) {
      for (const name in how) {
        if (!(name in REST) || (still && !STILL.has(name))) continue;
        const channel = /** @type {Channel} */ (name);
        const { channels } = entryOf(element);
        const legs = legsOf(/** @type {Frame[]} */ (how[channel]), how, start, REST[channel]);
        channels[channel] ??= [];
        channels[channel].push(legs);
      }
    },
    /**
     * Puts an element at a place, from where it keeps up with whatever way its leader goes.
     *
     * @param {Movable} element
     * @param {number} x
     * @param {number} y
     * @param {Movable | null} leader
     * @param {number} ahead 1 or -1 to keep up to the right or left, however high it leaps
     * @param {number} back how far it keeps up in the other direction, in px
     */
    place(element, x, y, leader = null, ahead = 0, back = 0) {
      element.style.translate = `${round(x)}px ${round(y)}px`;
      if (leader) placed.set(element, { x, y, leader, ahead, back, written: "" });
    },
    /**
     * How far an element is from where it rests, at a time.
     *
     * @param {Movable | null} element
     * @param {number} ms
     */
    wayOf: (element, ms) => ({
      x: channelAt(element, "translateX", ms),
      y: channelAt(element, "translateY", ms),
    }),
    /** Leaves a share of an element's opacity. @param {Movable} element @param {number} share */
    dim(element, share) {
      entryOf(element).share = share;
    },
    /** @param {number} ms */
    seek(ms) {
      for (const element of moving.keys()) write(element, ms);
      for (const [element, entry] of placed) {
        const { x, y, leader, ahead, back } = entry;
        const dx = channelAt(leader, "translateX", ms);
        const dy = channelAt(leader, "translateY", ms);
        const aside = ahead ? ahead * Math.max(dx * ahead, -back) : dx;
        const next = `${round(x + aside)}px ${round(y + (ahead ? dy : Math.max(-RISE, dy)))}px`;
        if (next === entry.written) continue;
        entry.written = next;
        element.style.translate = next;
      }
    },
    /** Put everything that moved back to rest, except `kept` elements. @param {Set<Movable>} [kept] */
    clear(kept) {
      for (const element of placed.keys()) if (!kept?.has(element)) placed.delete(element);
      for (const element of moving.keys()) {
        if (kept?.has(element)) continue;
        const { style } = element;
        style.transform = "";
        style.opacity = "";
        for (const name of VARIABLES) style.removeProperty(`--${name}`);
        element.classList.remove(...VARIABLES);
        moving.delete(element);
      }
    },
  };
}

/** @typedef {ReturnType<typeof createTracks>} Tracks */

/**
 * @param {Leg[]} legs
 * @param {number} ms
 */
function valueAt(legs, ms) {
  const leg = legs.find(({ end }) => ms < end) ?? legs[legs.length - 1];
  if (ms <= leg.start) return leg.from;
  if (ms >= leg.end) return leg.to;
  return leg.from + (leg.to - leg.from) * EASES[leg.ease]((ms - leg.start) / (leg.end - leg.start));
}

/** A number as style sheets take it, without more digits than one can see. */
const round = (/** @type {number} */ value) => String(Math.round(value * 1000) / 1000);

/**
 * @param {number} x
 * @param {number} y
 * @param {number} rotate
 * @param {number} rotateY
 * @param {number} scaleX
 * @param {number} scaleY
 */
function transformOf(x, y, rotate, rotateY, scaleX, scaleY) {
  const parts = [];
  if (x !== 0 || y !== 0) parts.push(`translate(${round(x)}px,${round(y)}px)`);
  if (rotate !== 0) parts.push(`rotate(${round(rotate)}deg)`);
  if (rotateY !== 0) parts.push(`rotateY(${round(rotateY)}deg)`);
  if (scaleX !== 1 || scaleY !== 1) parts.push(`scale(${round(scaleX)},${round(scaleY)})`);
  return parts.join(" ");
}

/** Whatever can be read stays for at least so long; what flashes more often may be one of many a second. */
export const READ_MS = 400;

/**
 * How bright a blow may flash in a beat: as a share, less where one follows upon the other.
 *
 * @param {number} length of the beat in ms, as it is played, for each of its events
 */
export const glareOf = (length) => Math.min(1, (length / READ_MS) ** 2);
