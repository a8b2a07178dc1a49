// @ts-check

import { signed } from "../../core/facts.js";
import { lunge, shake, triumph } from "../../core/stage/moves.js";
import { sideName } from "./words.js";

/** @import { Cast } from "../../core/stage/moves" */
/** @import { Choreography, SideId } from "../../core/types" */
/** @import { Event } from "./events" */
/** @import { State } from "./reduce" */

/** From the moment that two units stand face to face to their blow, in ms. */
const POISE = 200;

/** How many puffs of dust a falling castle raises. */
const PUFFS = 9;

/** @type {Choreography<State, Event>} */
export const DANCES = {
  dice_rolled() {},
  battle_started(cast) {
    for (const { body } of cast.everybody()) {
      const grow = { from: 0.7, to: 1, ease: "outBack" };
      cast.move(body, { scale: grow, duration: cast.length * 0.4 }, 0);
    }
    for (const side of /** @type {SideId[]} */ (["a", "b"])) {
      const rise = { from: 90, to: 0, ease: "outCubic" };
      cast.move(
        cast.part(`standing-${side}`),
        { translateY: rise, duration: cast.length * 0.5 },
        0,
      );
    }
  },
  army_mustered(cast, event, landing) {
    event.units.forEach(({ id }, k) => {
      turn(cast, id, ".stats", landing + k * 50);
    });
  },
  round_started(cast, event) {
    cast.fx.herald(cast.layout.herald, `Round ${event.round}`, "plain");
    const grow = [{ from: 1, to: 1.25 }, { to: 1 }];
    cast.move(cast.part("sign"), { scale: grow, duration: cast.length * 0.7 }, 0);
  },
  orders_given(cast, event, landing) {
    for (const id of Object.keys(event.orders)) turn(cast, id, ".order", landing);
  },
  units_met(cast, event, landing) {
    const blow = landing + POISE;
    for (const [one, other] of [
      [event.a, event.b],
      [event.b, event.a],
    ]) {
      lunge(cast, one, other, blow, 0.36);
      // Whoever did not know its ATK learns it.
      if (cast.before.units[one].atk === null) turn(cast, one, ".stat.atk", landing);
    }
    const [from, to] = [cast.at(event.a), cast.at(event.b)];
    cast.fx.ring({ ...from, x: (from.x + to.x) / 2 }, "impact", blow - 20, 300);
  },
  unit_fought(cast, event, landing) {
    const tag = cast.body(event.unit)?.querySelector(".row-tag");
    if (tag) cast.move(tag, { scale: { from: 1.5, to: 1 }, duration: 260 }, landing);
  },
  unit_changed(cast, event, landing) {
    const bad = event.stat === "exh" ? event.amount > 0 : event.amount < 0;
    const text = `${signed(event.amount)} ${event.stat.toUpperCase()}`;
    cast.fx.number(cast.at(event.unit), text, bad ? `loss ${event.stat}` : "gain", landing);
    if (event.stat !== "exh") shake(cast, event.unit, landing, 5);
  },
  castle_guarded(cast, event, landing) {
    for (const id of event.defenders) hop(cast, id, landing);
  },
  castle_besieged(cast, event, landing) {
    storm(cast, event, landing);
    const grow = { from: 0.4, to: 1, ease: "outBack" };
    cast.move(cast.part("plaque"), { scale: grow, duration: 420 }, landing);
  },
  siege_settled(cast, _event, landing) {
    const pulse = [{ from: 1, to: 1.18 }, { to: 1 }];
    cast.move(cast.part("plaque"), { scale: pulse, duration: 300 }, landing);
  },
  castle_fallen: (cast, event, landing) => collapse(cast, event.side, landing),
  units_rested(cast, event, landing) {
    for (const id of event.units) cast.fx.ring(cast.at(id), "glow", landing, 600);
  },
  totals_counted(cast, _event, landing) {
    const grow = { from: 0.4, to: 1, ease: "outBack" };
    cast.move(cast.part("plaque"), { scale: grow, duration: 500 }, landing);
  },
  side_resigned(cast, event, landing) {
    const name = sideName(cast.after, event.side);
    cast.fx.herald(cast.layout.herald, `${name} resigns`, `side-${event.side}`);
    const strike = [
      { from: 0, to: 60, duration: landing },
      { to: 0, duration: cast.length * 0.3 },
    ];
    cast.move(cast.part(`pole-${event.side}`), { translateY: strike }, 0);
  },
  army_revealed(cast, event, landing) {
    event.units.forEach(({ id }, k) => {
      turn(cast, id, ".stats", landing + k * 60);
    });
  },
  battle_ended: (cast, event) => triumph(cast, event.winner),
};

/**
 * Turns a part of a unit over, so that what is on its other side is seen when its event lands.
 *
 * @param {Cast} cast
 * @param {string} unit
 * @param {string} part
 * @param {number} landing
 */
function turn(cast, unit, part, landing) {
  const element = cast.body(unit)?.parentElement?.querySelector(part);
  if (!element) return;
  const rise = Math.min(200, landing);
  cast.move(
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
 * @param {Cast} cast
 * @param {string} unit
 * @param {number} start
 */
function hop(cast, unit, start) {
  const body = cast.body(unit);
  const jump = [{ from: 0, to: -7, ease: "outQuad" }, { to: 0 }];
  if (body) cast.move(body, { translateY: jump, duration: 260 }, start);
}

/**
 * The besiegers run at the wall, and arrows fly down from it.
 *
 * @param {Cast} cast
 * @param {{ side: SideId, besiegers: string[], defenders: string[] }} event
 * @param {number} landing
 */
function storm(cast, { side, besiegers, defenders }, landing) {
  const forward = side === "b" ? 1 : -1;
  besiegers.forEach((id, k) => {
    const body = cast.body(id);
    const start = landing + k * 60;
    const run = [
      { from: 0, to: forward * 24, duration: 160, ease: "inQuad" },
      { to: forward * 6, duration: 140 },
      { to: forward * 20, duration: 140 },
      { to: 0, duration: 200 },
    ];
    if (body) cast.move(body, { translateX: run }, start);
    const from = defenders[k % defenders.length];
    if (!from) return;
    cast.fx.projectile("arrow-flights", cast.at(from), cast.at(id), {
      ...{ at: start + 420, flight: 320, height: 26, size: 20, kind: "arrow" },
    });
  });
  const tremble = [0, 3, -3, 2, 0].map((to) => ({ to, duration: 70 }));
  cast.move(cast.part(`standing-${side}`), { translateX: tremble }, landing + 160);
}

/**
 * A castle trembles, sinks into its dust, and is a ruin when its event lands.
 *
 * @param {Cast} cast
 * @param {SideId} side
 * @param {number} landing
 */
function collapse(cast, side, landing) {
  const name = sideName(/** @type {State} */ (cast.after), side);
  const standing = cast.part(`standing-${side}`);
  const quake = [0, 7, -6, 6, -5, 4, -3, 0].map((to) => ({ to, duration: landing / 9 }));
  cast.move(standing, { translateX: quake }, 0);
  cast.move(
    standing,
    {
      translateY: { from: 0, to: 190, ease: "inQuad" },
      opacity: [{ from: 1, to: 1 }, { to: 0.2 }],
      duration: landing * 0.65,
    },
    landing * 0.35,
  );
  cast.move(
    cast.part(`pole-${side}`),
    { rotate: { from: 0, to: 80, ease: "inQuad" }, duration: landing * 0.5 },
    landing * 0.3,
  );
  const feet = cast.after.lineups[side].map((/** @type {string} */ id) => cast.at(id));
  for (let k = 0; k < PUFFS; k++) {
    const slot = feet[k % feet.length];
    const up = ((k * 0.618034) % 1) * cast.layout.height * 0.3;
    const puff = { ...slot, y: slot.y - up, size: slot.size * 2.2 };
    cast.fx.ring(puff, "dust", landing * 0.5 + k * 60, 900);
  }
  cast.fx.flash(landing);
  cast.fx.herald(cast.layout.herald, `The castle of ${name} falls`, `side-${side}`);
}
