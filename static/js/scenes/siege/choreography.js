// @ts-check

import { signed } from "../../core/facts.js";
import { lunge, shake, triumph } from "../../core/stage/moves.js";
import { sideName } from "./words.js";

/** @import { BeatStage } from "../../core/stage/moves" */
/** @import { Choreography, SideId } from "../../core/types" */
/** @import { Event } from "./events" */
/** @import { State } from "./reduce" */

/** From the moment that two units stand face to face to their blow, in ms. */
const POISE = 200;

/** How many puffs of dust a falling castle raises. */
const PUFFS = 9;

/** @type {Choreography<State, Event>} */
export const CHOREOGRAPHY = {
  dice_rolled() {},
  battle_started(stage) {
    for (const { body } of stage.everybody()) {
      const lasting = stage.length * 0.4;
      stage.move(body, { scale: { from: 0.7, to: 1, ease: "outBack" }, duration: lasting }, 0);
    }
    for (const side of /** @type {SideId[]} */ (["a", "b"])) {
      stage.move(
        stage.part(`standing-${side}`),
        { translateY: { from: 90, to: 0, ease: "outCubic" }, duration: stage.length * 0.5 },
        0,
      );
    }
  },
  army_mustered(stage, event, landing) {
    event.units.forEach(({ id }, k) => {
      turn(stage, id, ".stats", landing + k * 50);
    });
  },
  round_started(stage, event) {
    stage.fx.herald(`Round ${event.round}`, "plain");
    const grow = [{ from: 1, to: 1.25 }, { to: 1 }];
    stage.move(stage.part("sign"), { scale: grow, duration: stage.length * 0.7 }, 0);
  },
  orders_given(stage, event, landing) {
    for (const id of Object.keys(event.orders)) turn(stage, id, ".order", landing);
  },
  units_met(stage, event, landing) {
    const blow = landing + POISE;
    for (const [one, other] of [
      [event.a, event.b],
      [event.b, event.a],
    ]) {
      lunge(stage, one, other, blow, 0.36);
      // Whoever did not know its ATK learns it.
      if (stage.before.units[one].atk === null) turn(stage, one, ".stat.atk", landing);
    }
    stage.fx.impact(event.b, event.a, blow, 1);
  },
  unit_fought(stage, event, landing) {
    const tag = stage.body(event.unit)?.querySelector(".row-tag");
    if (tag instanceof HTMLElement)
      stage.move(tag, { scale: { from: 1.5, to: 1 }, duration: 260 }, landing);
  },
  unit_changed(stage, event, landing) {
    const bad = event.stat === "exh" ? event.amount > 0 : event.amount < 0;
    const text = `${signed(event.amount)} ${event.stat.toUpperCase()}`;
    stage.fx.number(event.unit, text, bad ? `loss ${event.stat}` : "gain", landing);
    if (event.stat !== "exh") shake(stage, event.unit, landing, 5);
  },
  castle_guarded(stage, event, landing) {
    for (const id of event.defenders) hop(stage, id, landing);
  },
  castle_besieged(stage, event, landing) {
    storm(stage, event, landing);
    const grow = { scale: { from: 0.4, to: 1 }, duration: 420 };
    stage.move(stage.part("plaque"), { ...grow, ease: "outBack" }, landing);
  },
  siege_settled(stage, _event, landing) {
    const pulse = [{ from: 1, to: 1.18 }, { to: 1 }];
    stage.move(stage.part("plaque"), { scale: pulse, duration: 300 }, landing);
  },
  castle_fallen: (stage, event, landing) => collapse(stage, event.side, landing),
  units_rested(stage, event, landing) {
    for (const id of event.units) stage.fx.ring(id, "glow", landing, 600);
  },
  totals_counted(stage, _event, landing) {
    const grow = { scale: { from: 0.4, to: 1 }, duration: 500 };
    stage.move(stage.part("plaque"), { ...grow, ease: "outBack" }, landing);
  },
  side_resigned(stage, event, landing) {
    const name = sideName(stage.after, event.side);
    stage.fx.herald(`${name} resigns`, `side-${event.side}`);
    const strike = [
      { from: 0, to: 60, duration: landing },
      { to: 0, duration: stage.length * 0.3 },
    ];
    stage.move(stage.part(`pole-${event.side}`), { translateY: strike }, 0);
  },
  army_revealed(stage, event, landing) {
    event.units.forEach(({ id }, k) => {
      turn(stage, id, ".stats", landing + k * 60);
    });
  },
  battle_ended: (stage, event) => triumph(stage, event.winner),
};

/**
 * Turns a part of a unit over, so that what is on its other side is seen when its event lands.
 *
 * @param {BeatStage} stage
 * @param {string} unit
 * @param {string} part
 * @param {number} landing
 */
function turn(stage, unit, part, landing) {
  const element = stage.body(unit)?.querySelector(part);
  if (!(element instanceof HTMLElement)) return;
  const rise = Math.min(200, landing);
  stage.move(
    element,
    {
      rotateY: [
        { from: 0, to: 90, duration: rise, ease: "inQuad" },
        { to: 0, duration: 240, ease: "outBack" },
      ],
    },
    landing - rise,
  );
}

/**
 * @param {BeatStage} stage
 * @param {string} unit
 * @param {number} start
 */
function hop(stage, unit, start) {
  const body = stage.body(unit);
  const jump = [{ from: 0, to: -7 }, { to: 0 }];
  if (body) stage.move(body, { translateY: jump, duration: 260 }, start);
}

/**
 * The besiegers run at the wall, and arrows fly down from it.
 *
 * @param {BeatStage} stage
 * @param {{ side: SideId, besiegers: string[], defenders: string[] }} event
 * @param {number} landing
 */
function storm(stage, { side, besiegers, defenders }, landing) {
  const forward = side === "b" ? 1 : -1;
  besiegers.forEach((id, k) => {
    const body = stage.body(id);
    const start = landing + k * 60;
    const run = [
      { from: 0, to: forward * 24, duration: 160 },
      { to: forward * 6, duration: 140 },
      { to: forward * 20, duration: 140 },
      { to: 0, duration: 200 },
    ];
    if (body) stage.move(body, { translateX: run, ease: "inOutQuad" }, start);
    const from = defenders[k % defenders.length];
    if (!from) return;
    stage.fx.projectile("arrow", from, id, {
      ...{ at: start + 420, flight: 320, height: 26, size: 20, end: "stick" },
    });
  });
  const tremble = [0, 3, -3, 2, 0].map((to) => ({ to, duration: 70 }));
  stage.move(stage.part(`standing-${side}`), { translateX: tremble }, landing + 160);
}

/**
 * A castle trembles, sinks into its dust, and is a ruin when its event lands.
 *
 * @param {BeatStage} stage
 * @param {SideId} side
 * @param {number} landing
 */
function collapse(stage, side, landing) {
  const name = sideName(/** @type {State} */ (stage.after), side);
  const standing = stage.part(`standing-${side}`);
  const quake = [0, 7, -6, 6, -5, 4, -3, 0].map((to) => ({ to, duration: landing / 9 }));
  stage.move(standing, { translateX: quake }, 0);
  stage.move(
    standing,
    {
      translateY: { from: 0, to: 190, ease: "inQuad" },
      opacity: [{ from: 1, to: 1 }, { to: 0.2 }],
      duration: landing * 0.65,
    },
    landing * 0.35,
  );
  stage.move(
    stage.part(`pole-${side}`),
    { rotate: { from: 0, to: 80, ease: "inQuad" }, duration: landing * 0.5 },
    landing * 0.3,
  );
  const feet = stage.after.lineups[side];
  for (let k = 0; k < PUFFS; k++) {
    stage.fx.dust(feet[k % feet.length], landing * 0.5 + k * 60, {
      ...{ size: 70, rise: stage.layout.height * 0.3, life: 1200 },
    });
  }
  stage.quake(16, landing * 0.35);
  stage.quake(16, landing);
  stage.fx.herald(`The castle of ${name} falls`, `side-${side}`);
}
