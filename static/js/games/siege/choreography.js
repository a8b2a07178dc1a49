// @ts-check
import { t } from "../../lib/text.js";
import { signed } from "../../player/engine/facts.js";
import { SIDES } from "../../player/engine/sides.js";
import { sparks } from "../../player/stage/effects/particles.js";
import { lunge, READ_MS, shake, triumph } from "../../player/stage/moves.js";
import { tagOf } from "./draw.js";
import { blowAt, exchange } from "./fight.js";
import { collapse, rush, storm } from "./storm.js";
import { sideName } from "./words.js";

/** @import { BeatStage } from "../../player/stage/moves" */
/** @import { Choreography, SideId } from "../../player/types" */
/** @import { Event } from "./events" */
/** @import { SiegeLayout } from "./layout" */
/** @import { State } from "./reduce" */

/** Pause between two units meeting and their first blow, in ms. */
const POISE = 30;

/** Degrees of exhaustion by EXH. */
const TIRED = [t("rested"), t("tired"), t("weary"), t("drained")];

/** The ring around a unit that rests. */
const GLOW = { colour: "#ffb347", filled: true, holds: true };

/** Labels of changes, where there is room for words. */
const CHANGES = {
  atk: (/** @type {string} */ amount) => t("{amount} attack", { amount }),
  def: (/** @type {string} */ amount) => t("{amount} defense", { amount }),
  hp: (/** @type {string} */ amount) => t("{amount} HP", { amount }),
};

/** Events at which units go to their places. @type {Set<string>} */
const WALKS = new Set([
  ...["round_started", "units_met", "castle_guarded", "castle_besieged", "units_rested"],
  ...["totals_counted", "side_resigned", "army_revealed"],
]);

/**
 * Begin a beat with what several of its events have in common: units walk to their places, besiegers attack.
 *
 * @param {BeatStage<State>} stage
 * @param {{ type: string, castle?: SideId }[]} events
 * @param {number[]} landings
 */
export function beginBeat(stage, events, landings) {
  const walking = events.findIndex(({ type }) => WALKS.has(type));
  if (walking >= 0) walk(stage, landings[walking]);
  const met = landings.filter((_, k) => events[k].type === "units_met");
  met.forEach((landing, place) => {
    showChip(stage, place, landing + POISE, met[met.length - 1]);
  });
  const { assault } = stage.after;
  const settled = events.findIndex(
    ({ type, castle }) => type === "siege_settled" && castle === assault?.castle,
  );
  if (assault && settled >= 0) rush(stage, assault, landings[settled]);
}

/** @type {Choreography<State, Event>} */
export const CHOREOGRAPHY = {
  dice_rolled() {},
  battle_started(stage) {
    march(stage);
    for (const side of SIDES) {
      stage.move(
        stage.part(`pole-${side}`),
        { translateY: { from: 60, to: 0, ease: "outCubic" }, duration: stage.length * 0.6 },
        stage.length * 0.2,
      );
    }
  },
  army_mustered(stage, event, landing) {
    event.units.forEach(({ id }, k) => {
      turn(stage, id, "stats", landing + k * 50);
    });
  },
  round_started(stage, _event, landing) {
    stage.move(stage.part("sign"), { scale: [1.3, 1], duration: 420 }, landing);
    const step = Math.max(0, Math.min(60, (stage.length - landing - 200) / 5));
    for (const { unit, parts } of stage.everybody()) {
      const at = landing + step * stage.after.lineups[unit.side].indexOf(unit.id);
      const scale = { from: 0, to: 1, ease: /** @type {const} */ ("outBack") };
      stage.move(parts.order, { scale, duration: 200 }, at);
    }
  },
  orders_given(stage, event, landing) {
    const ids = stage.after.lineups[event.side].filter((id) => Object.hasOwn(event.orders, id));
    const step = Math.max(0, (stage.length - landing - 170) / Math.max(1, ids.length));
    ids.forEach((id, k) => {
      open(stage, id, landing + step * k);
    });
  },
  units_met(stage, event, landing) {
    const blow = landing + POISE;
    lunge(stage, event.a, event.b, blow, 0.5);
    lunge(stage, event.b, event.a, blow, 0.5);
    stage.fx.impact(event.b, event.a, blow, 1);
    for (const id of [event.a, event.b]) {
      stage.fx.dust(id, blow);
      // Reveal a secret ATK.
      if (stage.before.units[id].atk === null) turn(stage, id, "atk", landing);
    }
    stage.quake(2, blow);
  },
  unit_fought(stage, event, landing) {
    const at = exchange(stage, event, landing);
    const tag = stage.partOf(event.unit, "tag");
    if (!tag) return;
    const isRead = hasTag(stage, event.unit, landing);
    stage.move(tag, { opacity: { from: 0, to: Number(isRead) }, duration: 60 }, at + 60);
  },
  unit_changed(stage, event, landing) {
    const { unit, stat, amount, value } = event;
    // Early enough to be read before the unit walks off.
    const blow = blowAt(stage, unit, landing);
    const at = Math.max(0, Math.min(blow, stage.length - READ_MS - 45));
    const isTiring = stat === "exh";
    const bad = isTiring ? amount > 0 : amount < 0;
    const layout = /** @type {SiegeLayout} */ (stage.layout);
    const text = isTiring
      ? (TIRED[amount > 0 ? value : 0] ?? TIRED[1])
      : layout.narrow || layout.low
        ? `${signed(amount)} ${stat.toUpperCase()}`
        : CHANGES[stat](signed(amount));
    // Its row says so, too.
    if (text === tagOf(stage.after, unit) && hasTag(stage, unit, landing)) return;
    const where = layout.word(stage.after, unit, isTiring ? 0 : 1, text.length);
    stage.fx.word(unit, text, bad ? (isTiring ? "loss weary" : "loss") : "gain", at, where);
    if (bad && !isTiring) shake(stage, unit, blow + 140, layout.narrow ? 3 : 5);
  },
  castle_guarded(stage, event, landing) {
    for (const id of event.defenders) hop(stage, id, landing);
  },
  castle_besieged(stage, event, landing) {
    storm(stage, event, landing);
    const grow = { scale: { from: 0.4, to: 1 }, duration: 360 };
    stage.move(stage.part("plaque"), { ...grow, ease: "outCubic" }, landing);
  },
  siege_settled(stage, _event, landing) {
    stage.move(stage.part("plaque"), { scale: [1.03, 1], duration: 300 }, landing);
  },
  castle_fallen: (stage, event, landing) => collapse(stage, event.side, landing),
  units_rested(stage, event, landing) {
    for (const id of event.units) {
      stage.fx.ring(id, GLOW, landing, 700);
      const { x, y, size } = stage.at(id);
      const colours = ["#ffd86b", "#ff9d3b", "#fff1c4"];
      const how = { count: 10, reach: size * 0.5, rise: size * 0.8, life: 700, colours };
      const from = { x: x - size * 0.3, y: y + size * 0.3 };
      stage.fx.emit(sparks(from, { ...how, at: landing, seed: id }));
    }
  },
  totals_counted(stage, _event, landing) {
    const grow = { scale: { from: 0.4, to: 1 }, duration: 400 };
    stage.move(stage.part("plaque"), { ...grow, ease: "outCubic" }, landing);
  },
  side_resigned(stage, event, landing) {
    const name = sideName(stage.after, event.side);
    stage.fx.herald(t("{name} resigns", { name }), `side-${event.side}`, "", landing);
    const strike = [
      { to: 66, duration: landing, ease: /** @type {const} */ ("inQuad") },
      { to: 0, duration: stage.length * 0.4, ease: /** @type {const} */ ("outCubic") },
    ];
    stage.move(stage.part(`pole-${event.side}`), { translateY: strike }, 0);
    for (const id of stage.after.lineups[event.side]) hop(stage, id, landing);
  },
  army_revealed(stage, event, landing) {
    event.units.forEach(({ id }, k) => {
      turn(stage, id, "stats", landing + k * 60);
    });
  },
  battle_ended: (stage, event) => triumph(stage, event.winner),
};

/**
 * Show the ATK of both units of a fight once they are back from their feint; that of the first fight early enough to
 * be read before it makes room in the next beat, and none before all have their place.
 *
 * @param {BeatStage<State>} stage
 * @param {number} place of the fight
 * @param {number} blow
 * @param {number} last landing of a fight
 */
function showChip(stage, place, blow, last) {
  const chip = stage.part(`chip-${place}`);
  const latest = place ? Infinity : stage.length * 1.1 - READ_MS - 40;
  const start = Math.max(last, Math.min(blow + 350, latest));
  stage.move(chip, { opacity: { from: 0, to: 1 }, duration: 80 }, start);
  const scale = { from: 0.6, to: 1, ease: /** @type {const} */ ("outQuad") };
  stage.move(chip, { scale, duration: 220 }, start);
}

/**
 * Whether the name of a unit's row can be read before the unit walks off: it is known when an event lands.
 *
 * @param {BeatStage<State>} stage
 * @param {string} unit
 * @param {number} landing
 */
const hasTag = (stage, unit, landing) =>
  stage.length - Math.max(landing, blowAt(stage, unit, landing) + 90) >= READ_MS;

/**
 * Let all units march out of the gate, one after the other.
 *
 * @param {BeatStage} stage
 */
function march(stage) {
  const layout = /** @type {SiegeLayout} */ (stage.layout);
  const lasting = stage.length * 0.4;
  for (const { unit, body, figure } of stage.everybody()) {
    const { x, y } = stage.at(unit.id);
    const gate = layout.gate(unit.side);
    const place = stage.after.lineups[unit.side].indexOf(unit.id);
    const start = stage.length * (0.05 + 0.1 * place);
    stage.move(
      body,
      {
        translateX: { from: (gate.x - x) * 0.6, to: 0 },
        translateY: { from: (gate.y - y) * 0.6, to: 0 },
        scale: { from: 0.7, to: 1 },
        ease: "inOutQuad",
        duration: lasting,
      },
      start,
    );
    const sway = [6, -6, 6, -6, 5, 0];
    stage.move(figure, { rotate: sway, duration: lasting }, start);
  }
}

/**
 * Flip a part of a unit, so that its other side appears when the event lands.
 *
 * @param {BeatStage} stage
 * @param {string} unit
 * @param {string} part
 * @param {number} landing
 */
function turn(stage, unit, part, landing) {
  const element = stage.partOf(unit, part);
  if (!element) return;
  const rise = Math.min(200, landing);
  stage.move(
    element,
    {
      rotateY: [
        { to: 90, duration: rise, ease: "inQuad" },
        { to: 0, duration: 240, ease: "outBack" },
      ],
    },
    landing - rise,
  );
}

/**
 * Open a sealed order: the badge flips from its seal to the order.
 *
 * @param {BeatStage} stage
 * @param {string} unit
 * @param {number} at
 */
function open(stage, unit, at) {
  const [badge, opened, seal] = ["order", "opened", "seal"].map((name) => stage.partOf(unit, name));
  if (!badge || !opened || !seal) return;
  const half = 80;
  const moment = { from: 0, to: 1, duration: 1 };
  stage.move(
    badge,
    {
      rotateY: [
        { to: 90, duration: half, ease: "inQuad" },
        { to: 0, duration: half, ease: "outQuad" },
      ],
      scale: [
        { to: 1.3, duration: half },
        { to: 1, duration: half },
      ],
    },
    at,
  );
  stage.move(opened, { opacity: moment }, at + half);
  stage.move(seal, { opacity: 0, duration: 1 }, at + half);
}

/**
 * Let units that change place in a beat walk there and raise dust; labels on their way that are about to go
 * fade immediately.
 *
 * @param {BeatStage<State>} stage
 * @param {number} landing
 */
function walk(stage, landing) {
  const layout = /** @type {SiegeLayout} */ (stage.layout);
  const fade = { opacity: 0, duration: 30 };
  if (stage.before.phase === "siege" && stage.after.phase !== "siege") {
    stage.move(stage.part("plaque"), fade, 0);
  }
  for (const [k, { a }] of stage.before.fights.entries()) {
    const isLeft = stage.before.spots[a].kind === "field" && stage.after.spots[a].kind !== "field";
    if (isLeft) stage.move(stage.part(`chip-${k}`), fade, 0);
  }
  for (const { unit, figure, parts } of stage.everybody()) {
    if (!stage.before.roster[unit.id]) continue;
    const [from, to] = [layout.slot(stage.before, unit.id), layout.slot(stage.after, unit.id)];
    if (Math.hypot(to.x - from.x, to.y - from.y) < from.size * 0.3) continue;
    const sway = [6, -6, 6, -6, 5, 0];
    const bob = [-5, 0, -5, 0, -4, 0];
    stage.move(figure, { rotate: sway, translateY: bob, duration: Math.max(1, landing) }, 0);
    stage.move(parts.tag, { opacity: { from: 0, to: 0 }, duration: 1 }, 0);
    // The unit already has its new size and is scaled from its old one. Small letters shrink less than the
    // unit does and would look too large.
    const share = (lettersOf(from) * to.size) / (lettersOf(to) * from.size);
    if (share < 1) {
      const scale = { from: share, to: 1, ease: /** @type {const} */ ("inOutQuad") };
      stage.move(parts.stats, { scale, duration: Math.max(1, landing) }, 0);
    }
    stage.fx.dust(unit.id, landing * 0.9);
  }
}

/** Letter size of a unit's values, as in units.css. @param {{ size: number }} slot */
const lettersOf = ({ size }) => Math.max(12, size * 0.21);

/**
 * @param {BeatStage} stage
 * @param {string} unit
 * @param {number} start
 */
function hop(stage, unit, start) {
  const body = stage.body(unit);
  if (body) stage.move(body, { translateY: [-9, 0], duration: 260 }, start);
}
