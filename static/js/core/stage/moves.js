// @ts-check
/** @import { AnimationParams } from "animejs" */
/** @import { Catalog, SideId } from "../types" */
/** @import { Effects } from "./effects" */
/** @import { Slot, StageLayout } from "./layout" */
/** @import { UnitDrawing } from "./unit" */

/**
 * @template [State=any]
 * @typedef {object} BeatStage the stage during one beat, as a choreography works with it
 * @property {(element: Element, how: AnimationParams, start: number) => void} move animates an element from a time on
 * @property {Effects} fx
 * @property {(id: string) => Slot} at where a unit stands when the events land
 * @property {(id: string) => HTMLElement | null} body of a unit, which motions move
 * @property {(side: SideId) => number} forward the direction in which a side looks: 1 is right
 * @property {State} before the state when the beat began
 * @property {State} after the state when it ends
 * @property {StageLayout} layout
 * @property {Catalog} catalog
 * @property {(name: string) => Element} part of the stage
 * @property {() => Iterable<UnitDrawing>} everybody the drawings of all units
 * @property {number} length of the beat in ms
 */

/**
 * A leap at an enemy and back.
 *
 * @param {BeatStage} stage
 * @param {string} attacker
 * @param {string} target
 * @param {number} landing
 * @param {number} share how much of the way it goes
 */
export function lunge(stage, attacker, target, landing, share) {
  const body = stage.body(attacker);
  if (!body) return;
  const [from, to] = [stage.at(attacker), stage.at(target)];
  const away = stage.forward(stage.before.roster[attacker].side);
  const reach = Math.max(0, Math.abs(to.x - from.x) - from.size * 0.75) * share * away + away * 12;
  const rise = Math.min(260, landing * 0.75);
  stage.move(
    body,
    {
      translateX: [
        { from: 0, to: -away * 10, duration: rise * 0.4, ease: "outQuad" },
        { to: reach, duration: rise * 0.6, ease: "inQuad" },
        { to: 0, duration: Math.min(300, stage.length - landing), ease: "outQuad" },
      ],
    },
    Math.max(0, landing - rise),
  );
}

/**
 * What a hit looks like on its target: a shock, a flash and the number.
 *
 * @param {BeatStage} stage
 * @param {{ target: string, amount: number }} event
 * @param {number} landing
 */
export function hit(stage, { target, amount }, landing) {
  const slot = stage.at(target);
  stage.fx.ring(slot, "impact", landing - 20, 280);
  stage.fx.number(slot, `−${amount}`, "loss", landing);
  const icon = stage.body(target)?.querySelector(".icon");
  if (icon)
    stage.move(
      icon,
      {
        rotate: [{ from: 0, to: 9 }, { to: -7 }, { to: 0 }],
        duration: Math.min(260, stage.length - landing),
      },
      landing,
    );
}

/**
 * @param {BeatStage} stage
 * @param {string} unit
 * @param {number} start
 * @param {number} wide px
 */
export function shake(stage, unit, start, wide) {
  const body = stage.body(unit);
  if (body)
    stage.move(
      body,
      {
        translateX: [{ from: 0, to: wide }, { to: -wide }, { to: wide / 2 }, { to: 0 }],
        duration: 320,
      },
      Math.max(0, start),
    );
}

/**
 * @param {BeatStage} stage
 * @param {string} unit
 * @param {number} start
 */
function recoil(stage, unit, start) {
  const body = stage.body(unit);
  const away = -stage.forward(stage.before.roster[unit].side) * 8;
  if (body)
    stage.move(
      body,
      {
        translateX: [
          { from: 0, to: away, duration: 70 },
          { to: 0, duration: 200 },
        ],
      },
      Math.max(0, start),
    );
}

/**
 * Throws a unit itself in an arc at an enemy; it walks back in a straight line.
 *
 * @param {BeatStage} stage
 * @param {string} unit
 * @param {Slot} from
 * @param {Slot} to
 * @param {number} landing
 * @param {number} flight
 */
export function fly(stage, unit, from, to, landing, flight) {
  const body = stage.body(unit);
  if (!body) return;
  body.style.zIndex = "5";
  const start = Math.max(0, landing - flight);
  const air = Math.max(1, landing - start);
  const back = Math.max(1, stage.length - landing - 20);
  const [x, y] = [to.x - from.x, to.y - from.y];
  stage.move(
    body,
    {
      translateX: [
        { from: 0, to: x * 0.92, duration: air, ease: "linear" },
        { to: 0, duration: back, ease: "inOutQuad" },
      ],
    },
    start,
  );
  stage.move(
    body,
    {
      translateY: [
        { from: 0, to: Math.min(0, y) - 90, duration: air / 2, ease: "outQuad" },
        { to: y, duration: air / 2, ease: "inQuad" },
        { to: 0, duration: back, ease: "inOutQuad" },
      ],
      rotate: [
        { from: 0, to: 360 * Math.sign(x), duration: air, ease: "linear" },
        { to: 360 * Math.sign(x), duration: back },
      ],
    },
    start,
  );
}

/**
 * Lets all units come in from the sides, the leaders first.
 *
 * @param {BeatStage} stage
 */
export function enter(stage) {
  for (const { unit, body } of stage.everybody()) {
    const { id, side } = unit;
    const place = stage.after.lineups[side].indexOf(id);
    const from = -stage.forward(side) * (120 + place * 8);
    stage.move(
      body,
      {
        translateX: { from, to: 0, ease: "outCubic" },
        opacity: { from: 0, to: 1 },
        duration: stage.length * 0.35,
      },
      Math.min(place * 30, stage.length * 0.5),
    );
  }
}

/**
 * Shoots something in an arc; the shooter recoils.
 *
 * @param {BeatStage} stage
 * @param {string} picture
 * @param {string} attacker
 * @param {string} target
 * @param {number} landing
 * @param {number} size px
 */
export function shoot(stage, picture, attacker, target, landing, size) {
  const [from, to] = [stage.at(attacker), stage.at(target)];
  const flight = stage.length * 0.42;
  recoil(stage, attacker, landing - flight);
  const height = 90 + Math.abs(to.x - from.x) * 0.12;
  stage.fx.projectile(picture, from, to, { at: landing, flight, height, size, kind: "shot" });
}

/**
 * A unit falls, until it is gone when its event lands.
 *
 * @param {BeatStage} stage
 * @param {string} unit
 * @param {number} landing
 */
export function fall(stage, unit, landing) {
  const body = stage.body(unit);
  if (!body) return;
  const slot = stage.at(unit);
  const away = -stage.forward(stage.before.roster[unit].side);
  stage.fx.ring(slot, "puff", landing, 340);
  stage.move(
    body,
    {
      translateY: [
        { from: 0, to: -slot.size * 0.22, ease: "outQuad" },
        { to: slot.size * 0.3, ease: "inQuad" },
      ],
      rotate: { from: 0, to: away * 70 },
      opacity: [{ from: 1, to: 1 }, { to: 0 }],
      duration: Math.max(1, landing - 20),
    },
    0,
  );
}

/**
 * The verdict appears; paper rains for the winner, whose units hop.
 *
 * @param {BeatStage} stage
 * @param {SideId | null} winner
 */
export function triumph(stage, winner) {
  const start = stage.length * 0.45;
  stage.move(
    stage.part("verdict"),
    { scale: { from: 0.7, to: 1, ease: "outBack" }, duration: 420 },
    start,
  );
  if (!winner) return;
  stage.fx.confetti(stage.layout.height, winner);
  const hop = [
    { from: 0, to: -14, ease: "outQuad" },
    { to: 0, ease: "outBounce" },
  ];
  for (const id of stage.after.lineups[winner]) {
    const body = stage.body(id);
    if (body) stage.move(body, { translateY: hop, duration: stage.length * 0.4 }, start);
  }
}
