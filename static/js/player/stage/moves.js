// @ts-check
import { tn } from "../../lib/text.js";
import { CONTACT } from "./layout.js";

/** @import { AttackShape, Catalog, SideId } from "../types" */
/** @import { Effects } from "./effects/effects" */
/** @import { Slot, StageLayout } from "./layout" */
/** @import { Point } from "./effects/canvas" */
/** @import { ProjectileKind, ProjectileName } from "./effects/projectiles" */
/** @import { Motion, Movable } from "./tracks" */
/** @import { UnitDrawing } from "./unit" */

/**
 * @template [State=any]
 * @typedef {object} BeatStage the stage during one beat, as a choreography works with it
 * @property {(element: Movable, how: Motion, start: number) => void} move moves an element from a time on
 * @property {Effects} fx
 * @property {(id: string) => Slot} at where a unit stands when the events land
 * @property {(id: string) => HTMLElement | null} body of a unit, with all that is written on it
 * @property {(id: string) => HTMLElement | null} figure its plate, which leans and is squashed
 * @property {(id: string) => AttackShape} attackOf a unit's shape of attack
 * @property {(id: string, ms: number) => Point} wayOf how far a unit is from where it stands, by what
 *   moves it so far
 * @property {(side: SideId) => number} forward the direction in which a side looks: 1 is right
 * @property {(px: number, at: number) => void} quake shakes the whole stage
 * @property {State} before the state when the beat began
 * @property {State} after the state when it ends
 * @property {StageLayout} layout
 * @property {Catalog} catalog
 * @property {(name: string) => Movable} part of the stage
 * @property {(id: string, name: string) => Movable | null} partOf a unit, as its drawing names it
 * @property {() => Iterable<UnitDrawing>} everybody the drawings of all units
 * @property {boolean} [still] whether nothing moves
 * @property {number} length of the beat in ms
 * @property {number} glare how bright a blow may flash, as a share
 */

export { READ_MS } from "./tracks.js";

/** How long both stand still when a blow lands, in ms, and its maximum share of the rest of the beat. */
const STOPS = { hit: { ms: 70, most: 0.3 }, kill: { ms: 220, most: 0.67 } };

/** How far the stage shakes, by damage. */
const QUAKES = [2, 2, 5, 5, 10];

/**
 * How each shape of attack moves: ms of the way there, height of the leap in units and of a hop before it,
 * degrees of leaning back and forward, and width and height in the crouch, in the leap and at the contact.
 *
 * @type {Record<AttackShape, [rise: number, lift: number, hop: number, lean: number[], wide: number[], high: number[]]>}
 */
const ATTACKS = {
  cut: [280, 0, 0, [-9, 15], [1.07, 1.13, 0.92], [0.88, 0.95, 1.05]],
  claw: [250, 0.12, 0, [-6, 18], [1.1, 1.04, 1.08], [0.82, 1.08, 0.94]],
  bite: [260, 0, 0, [6, -9], [0.92, 1.26, 0.9], [1.04, 0.9, 1.06]],
  smash: [380, 0.3, 0, [-13, 14], [1.12, 0.94, 1.2], [0.76, 1.12, 0.78]],
  pierce: [230, 0, 0, [-3, 3], [0.86, 1.3, 0.94], [1.05, 0.9, 1.03]],
  pounce: [330, 0.42, 0.14, [-8, 22], [1.1, 0.95, 1.1], [0.8, 1.1, 0.86]],
};

/**
 * Legs of a motion through several phases.
 *
 * @param {number[]} durations of the phases, in ms
 * @param {number[]} values where each of them leads to
 */
export const through = (durations, values) =>
  values.map((to, k) => ({ to, duration: durations[k] }));

/** @param {number} left ms of the beat @param {boolean} kills */
function stopOf(left, kills) {
  const { ms, most } = kills ? STOPS.kill : STOPS.hit;
  return Math.min(ms, left * most);
}

/**
 * A leap at an enemy and back: a crouch, a leap that reaches the other's body when the event lands,
 * a moment of standstill, and the way back.
 *
 * @param {BeatStage} stage
 * @param {string} attacker
 * @param {string} target
 * @param {number} landing
 * @param {number} [share] how much of the way it goes
 * @param {boolean} [kills] whether it stays there as long as a kill asks for
 */
export function lunge(stage, attacker, target, landing, share = 1, kills = false) {
  const [body, figure] = [stage.body(attacker), stage.figure(attacker)];
  if (!body || !figure) return;
  const [longest, high, hopping, lean, ...shape] = ATTACKS[stage.attackOf(attacker)];
  const [from, to] = [stage.at(attacker), stage.at(target)];
  // Who struck just before may still be on its way back.
  const met = stage.wayOf(target, landing);
  const [dx, dy] = [to.x + met.x - from.x, to.y + met.y - from.y];
  const long = Math.max(1, Math.hypot(dx, dy));
  const way = Math.max(0, long - (from.size + to.size) * (stage.layout.contact ?? CONTACT)) * share;
  const [x, y] = [(dx / long) * way, (dy / long) * way];
  const rise = Math.min(longest, landing * 0.8);
  const left = stage.length - landing;
  const stop = stopOf(left, kills);
  const back = Math.max(1, Math.min(280, left - stop - 10));
  const [crouch, leap] = [rise * 0.5, rise * 0.5];
  const ahead = Math.sign(dx) || 1;
  const start = landing - rise;
  const translateX = [
    { to: -ahead * from.size * 0.07, duration: crouch },
    { to: x, duration: leap, ease: /** @type {const} */ ("inQuad") },
    { to: x, duration: stop },
    { to: 0, duration: back, ease: /** @type {const} */ ("inOutQuad") },
  ];
  const lift = high * from.size * share;
  const hop = hopping * from.size * share;
  const translateY = [
    { to: -hop, duration: crouch / 2 },
    { to: 0, duration: crouch / 2 },
    { to: y / 2 - lift, duration: leap * 0.5 },
    { to: y, duration: leap * 0.5, ease: /** @type {const} */ ("inQuad") },
    { to: y, duration: stop },
    { to: 0, duration: back, ease: /** @type {const} */ ("inOutQuad") },
  ];
  stage.move(body, lift || Math.abs(y) > 1 ? { translateX, translateY } : { translateX }, start);
  const pose = (/** @type {number[]} */ values) =>
    through([crouch, leap, Math.max(1, stop * 0.4), back], [...values, 1]);
  const [drawn, bent] = lean.map((degrees) => ahead * degrees);
  stage.move(
    figure,
    {
      scaleX: pose(shape[0]),
      scaleY: pose(shape[1]),
      rotate: through([crouch, leap, stop, back], [drawn, bent, bent, 0]),
    },
    start,
  );
  // Its name would stay behind.
  const name = stage.partOf(attacker, "name");
  const fade = { opacity: through([60, leap + stop + back * 0.6, 100], [0, 0, 1]) };
  if (name && !stage.still && way > from.size * 0.4) stage.move(name, fade, start + crouch);
}

/**
 * What a hit looks like on its target: it turns white, is squashed and thrown back; light, sparks and
 * the number. A kill holds its breath: both fighters come nearer, and the landscape loses its colour.
 *
 * @param {BeatStage} stage
 * @param {{ target: string, amount?: number, attacker?: string }} event one without an amount kills
 * @param {number} landing
 * @param {{ kills?: boolean, unit?: string, from?: "above" | "afar", strikes?: boolean }} [how] `unit` is what the amount is
 *   of: ` DE`; `from` where the blow comes from, if not from the attacker's body; `strikes` with its own shape
 */
export function hit(stage, { target, amount, attacker }, landing, how = {}) {
  const { kills = !amount, unit = "", from, strikes } = how;
  const [body, figure] = [stage.body(target), stage.figure(target)];
  if (!body || !figure) return;
  const { size } = stage.at(target);
  const away = -stage.forward(sideOf(stage, target));
  const left = stage.length - landing;
  const stop = stopOf(left, kills);
  const rest = Math.max(2, left - stop - 10);
  const push = Math.min(90, rest * 0.35);
  const back = Math.min(220, rest - push);
  const force = amount ?? QUAKES.length;
  const glare = 0.9 * stage.glare;
  const shape = strikes && attacker ? stage.attackOf(attacker) : null;
  stage.fx.impact(target, attacker ?? null, landing, force, { from, shape });
  if (amount) stage.fx.number(target, `−${amount}${unit}`, "loss", landing);
  const px = QUAKES[Math.min(QUAKES.length - 1, force)];
  stage.quake(px, landing);
  if (kills) hush(stage, [target, attacker], landing, stop);
  const squash = (/** @type {number} */ to) => [
    { to, duration: 30 },
    { to, duration: stop },
    { to: 1, duration: Math.max(1, push + back - 30), ease: /** @type {const} */ ("outBack") },
  ];
  stage.move(
    body,
    {
      translateX: [
        { to: 0, duration: stop },
        { to: away * size * 0.15, duration: push, ease: "outCubic" },
        { to: 0, duration: back, ease: "inOutQuad" },
      ],
    },
    landing,
  );
  stage.move(
    figure,
    {
      flash: through([1, Math.min(50, stop), 110], [glare, glare, 0]),
      scaleX: squash(0.84),
      scaleY: squash(1.1),
      rotate: through([stop, push, back], [away * 4, away * 11, 0]),
    },
    landing,
  );
}

/** How much nearer both fighters come at a kill. */
const NEARER = 1.04;

/**
 * The stillness of a kill. The world is not scaled: layers of units would keep the scale of its push.
 *
 * @param {BeatStage} stage
 * @param {(string | undefined)[]} fighters
 * @param {number} landing
 * @param {number} stop
 */
function hush(stage, fighters, landing, stop) {
  const moment = (/** @type {number} */ rest, /** @type {number} */ most) => [
    { to: most, duration: 50 },
    { to: most, duration: stop },
    { to: rest, duration: 170, ease: /** @type {const} */ ("inOutQuad") },
  ];
  for (const id of fighters) {
    const figure = id && stage.figure(id);
    if (figure) stage.move(figure, { scale: moment(1, NEARER) }, landing);
  }
  const land = stage.part("land");
  if (land) stage.move(land, { pale: moment(0, 0.7) }, landing);
}

/**
 * A blow: a leap at an enemy, and what it does there.
 *
 * @param {BeatStage} stage
 * @param {{ attacker: string, target: string, amount?: number }} event one without an amount kills
 * @param {number} landing
 * @param {{ kills?: boolean, unit?: string }} [how]
 */
export function strike(stage, event, landing, how = { kills: !event.amount }) {
  lunge(stage, event.attacker, event.target, landing, 1, how.kills);
  hit(stage, event, landing, { ...how, strikes: true });
}

/**
 * @param {BeatStage} stage
 * @param {string} unit
 * @param {number} start
 * @param {number} wide px
 */
export function shake(stage, unit, start, wide) {
  const figure = stage.figure(unit);
  if (!figure) return;
  const swings = [wide, -wide, wide / 2, -wide / 3, 0];
  const begin = Math.max(0, start);
  stage.move(figure, { translateX: swings, duration: within(stage, begin, 300) }, begin);
}

/**
 * A unit evades what comes: it leaps back and returns.
 *
 * @param {BeatStage} stage
 * @param {string} unit
 * @param {number} landing
 */
export function dodge(stage, unit, landing) {
  const body = stage.body(unit);
  if (!body) return;
  const { size } = stage.at(unit);
  const away = -stage.forward(sideOf(stage, unit)) * size * 0.16;
  const start = Math.max(0, Math.min(landing - 150, stage.length * 0.5));
  const lasting = within(stage, start, 420);
  stage.move(
    body,
    {
      translateX: [
        { to: away, duration: lasting * 0.36, ease: "outCubic" },
        { to: away, duration: lasting * 0.21 },
        { to: 0, duration: lasting * 0.43, ease: "inOutQuad" },
      ],
      translateY: [
        { to: -size * 0.12, duration: lasting * 0.2 },
        { to: 0, duration: lasting * 0.2, ease: "inQuad" },
      ],
    },
    start,
  );
  stage.fx.dust(unit, start);
}

/**
 * Shoots something in an arc; the shooter recoils.
 *
 * @param {BeatStage} stage
 * @param {ProjectileName | ProjectileKind} kind
 * @param {string} attacker
 * @param {string} target
 * @param {number} landing
 * @param {"stick" | "bounce" | "gone"} [end] what becomes of it
 * @param {Point} [goal] where it ends, if it misses the target
 */
export function shoot(stage, kind, attacker, target, landing, end = "gone", goal) {
  const [from, to] = [stage.at(attacker), stage.at(target)];
  const flight = Math.min(620, stage.length * 0.42);
  const way = Math.abs(to.x - from.x);
  const size = Math.max(16, Math.min(44, from.size * 0.28));
  const height = 30 + way * 0.16;
  stage.fx.projectile(kind, attacker, target, { at: landing, flight, height, size, end }, goal);
  const [body, start] = [stage.body(attacker), Math.max(0, landing - flight)];
  const away = -stage.forward(sideOf(stage, attacker)) * from.size * 0.08;
  const lasting = within(stage, start, 270);
  const kick = through([lasting * 0.26, lasting * 0.74], [away, 0]);
  if (body) stage.move(body, { translateX: kick }, start);
}

/**
 * A unit falls: cracked already, it shudders, and is splinters when its event lands.
 *
 * @param {BeatStage} stage
 * @param {string} unit
 * @param {number} landing
 */
export function fall(stage, unit, landing) {
  const figure = stage.figure(unit);
  if (!figure) return;
  const away = -stage.forward(sideOf(stage, unit));
  const rise = Math.min(320, landing);
  const swings = [0, 3, -3, 4, -4, 5, 0];
  stage.move(
    figure,
    {
      translateX: swings,
      rotate: { to: away * 9, ease: "inQuad" },
      flash: { to: 0.7, ease: "inCubic" },
      duration: rise,
    },
    landing - rise,
  );
  stage.fx.burst(unit, landing);
  stage.quake(5, landing);
}

/**
 * Return a duration limited to the rest of the beat.
 *
 * @param {BeatStage} stage
 * @param {number} start
 * @param {number} lasting
 */
const within = (stage, start, lasting) => Math.max(1, Math.min(lasting, stage.length - start - 10));

/**
 * @param {BeatStage} stage
 * @param {string} unit
 * @returns {SideId}
 */
const sideOf = (stage, unit) => (stage.before.roster[unit] ?? stage.after.roster[unit]).side;

/**
 * Tells that others come in place of units of a side.
 *
 * @param {BeatStage} stage
 * @param {{ side: SideId, replaced: unknown[] }} event
 * @param {string} name of the side
 */
export function join(stage, { side, replaced }, name) {
  stage.fx.herald(
    tn("{name}: {count} unit replaced", "{name}: {count} units replaced", replaced.length, {
      name,
    }),
    `side-${side}`,
  );
}

/**
 * Lets all units march in from both halves of the field, the leaders first.
 *
 * @param {BeatStage} stage
 */
export function enter(stage) {
  for (const { unit, body, figure, name, worn } of stage.everybody()) {
    const { id, side } = unit;
    const place = stage.after.lineups[side].indexOf(id);
    const { x, size } = stage.at(id);
    const far = side === "a" ? x : stage.layout.width - x;
    const start = Math.min(place * 24, stage.length * 0.4);
    const lasting = stage.length * 0.52;
    // From where it is whole on the stage.
    const from = -stage.forward(side) * Math.max(0, Math.min(far * 0.3, far - size * 0.55));
    stage.move(body, { translateX: { from, to: 0, ease: "outCubic" }, duration: lasting }, start);
    const sway = [0, 4, -4, 4, -3, 2, 0];
    stage.move(figure, { rotate: sway, duration: lasting }, start);
    const shown = { opacity: { from: 0, to: 1 }, duration: 200 };
    stage.move(name, shown, start + lasting * 0.8);
    stage.move(worn, shown, start + lasting * 0.8);
  }
}

/**
 * The result appears; the winner's units leap, and paper rains.
 *
 * @param {BeatStage} stage
 * @param {SideId | null} winner
 */
export function triumph(stage, winner) {
  const start = stage.length * 0.45;
  stage.move(
    stage.part("result"),
    // It bounces in its height: values are next to it on a phone.
    {
      scaleX: { from: 0.1, to: 1, ease: "outCubic" },
      scaleY: { from: 0.7, to: 1, ease: "outBack" },
      duration: 480,
    },
    start,
  );
  if (!winner) return;
  stage.fx.confetti(winner, start * 0.6);
  for (const [place, id] of stage.after.lineups[winner].entries()) {
    const [body, figure] = [stage.body(id), stage.figure(id)];
    if (!body || !figure) continue;
    const { size } = stage.at(id);
    const leap = [
      { to: -size * 0.22, ease: /** @type {const} */ ("outQuad") },
      { to: 0, ease: /** @type {const} */ ("inQuad") },
      { to: -size * 0.12, ease: /** @type {const} */ ("outQuad") },
      { to: 0, ease: /** @type {const} */ ("inQuad") },
    ];
    const begin = start + (place % 5) * 110;
    stage.move(body, { translateY: leap, duration: stage.length * 0.3 }, begin);
    stage.move(figure, { rotate: [-5, 5, 0], duration: 600 }, begin);
  }
}
