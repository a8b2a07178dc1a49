// @ts-check
import { t } from "../../lib/text.js";
import { SIDES } from "../../player/engine/sides.js";
import {
  dodge,
  enter,
  fall,
  hit,
  join,
  lunge,
  shake,
  shoot,
  strike,
  triumph,
} from "../../player/stage/moves.js";
import { BOMB, explode, flipCoin, HAMMER, PUFF, seeStars } from "./effects.js";
import { sideName, sourceName, unitName } from "./words.js";

/** @import { BeatStage } from "../../player/stage/moves" */
/** @import { Choreography } from "../../player/types" */
/** @import { ProjectileKind, ProjectileName } from "../../player/stage/effects/projectiles" */
/** @import { Event } from "./events" */
/** @import { State } from "./reduce" */

/** Projectiles of ranged units; custom ones throw stones. */
const SHOTS = /** @type {Record<string, ProjectileName | ProjectileKind>} */ ({
  cannon: "ball",
  "hammer-bro": HAMMER,
});

/** How long something is in the air at most, and how long a step forward takes. */
const FLIGHT_MS = 520;
const FORWARD_MS = 130;

/** How long a launch takes from the pipe to the enemy at most. */
const LAUNCH_MS = 700;

/** @type {Choreography<State, Event>} */
export const CHOREOGRAPHY = {
  battle_started: (stage) => enter(stage),
  dice_rolled(stage) {
    stage.fx.herald(t("A coin decides who begins"), "plain");
    const [a, b] = SIDES.map(
      (side) => /[\p{L}\p{N}\p{S}]/u.exec(sideName(stage.after, side))?.[0] ?? "",
    );
    flipCoin(stage, stage.after.offense, a === b ? { a: "A", b: "B" } : { a, b });
  },
  first_side_chosen(stage, event) {
    const name = sideName(stage.after, event.side);
    // When the coin has fallen.
    const at = event.cause === null ? 0 : stage.length * 0.55;
    stage.fx.herald(t("{name} begins", { name }), `side-${event.side}`, "", at);
  },
  round_started(stage) {
    const swell = { scale: [1.12, 1], duration: stage.length * 0.9 };
    stage.move(stage.part("sign"), swell, 0);
  },
  effect_ignored(stage, event, landing) {
    const name = sourceName(stage.catalog, event.source ?? "");
    say(stage, event.unit, t("{name} does not count: too little AE", { name }), landing - 250);
  },
  unit_struck(stage, event, landing, { until }) {
    strike(stage, event, landing, lossOf(event));
    cost(stage, event, landing);
    const extra = event.parts.filter(({ source }) => source !== "base");
    if (extra.length === 0) return;
    const text = extra.map(
      ({ amount, source }) => `+${amount} ${sourceName(stage.catalog, source)}`,
    );
    stage.fx.caption(event.attacker, text.join(", "), landing - 200, until);
  },
  shot_fired(stage, event, landing, { until }) {
    const name = nameOf(stage, event.attacker);
    stage.fx.caption(event.attacker, t("{name} from afar", { name }), landing - 300, until);
    const flight = Math.min(FLIGHT_MS, landing * 0.8);
    stepForward(stage, event.attacker, landing - flight - FORWARD_MS, landing - flight * 0.5);
    const kind = SHOTS[stage.before.roster[event.attacker].unit ?? ""] ?? "stone";
    shoot(stage, kind, event.attacker, event.target, landing, "bounce");
    hit(stage, event, landing, { ...lossOf(event), from: "afar" });
    cost(stage, event, landing);
  },
  unit_launched(stage, event, landing) {
    const name = nameOf(stage, event.attacker);
    const begin = landing - LAUNCH_MS;
    // Until it takes off: it flies where captions are.
    const text = t("{name} is launched", { name });
    stage.fx.caption(event.pipe, text, Math.max(0, begin - 120), landing - LAUNCH_MS * 0.55);
    launch(stage, event, landing);
    hit(stage, event, landing, { ...lossOf(event), from: "above" });
    // When it is nearly back.
    cost(stage, event, landing + (stage.length - landing) * 0.5);
  },
  bomb_dropped(stage, event, landing, { until }) {
    stage.fx.caption(event.leader, t("Air Strike"), landing - 400, until);
    bomb(stage, event, landing);
    hit(stage, event, landing, { ...lossOf(event), from: "above" });
    cost(stage, event, landing);
    explode(stage, event.target, landing);
  },
  bomb_negated(stage, event, landing) {
    if (event.source === "defender") {
      const why = t("A defender drops no bomb");
      say(stage, event.attacker, why, landing - 200, t("No bomb"));
      shake(stage, event.attacker, landing - 150, 3);
      return;
    }
    bomb(stage, event, landing, "bounce");
    stage.fx.ring(event.target, "dome", landing - 60, 420);
    const nothing = event.source === "launch" ? t("A Cannon Pipe takes no damage") : t("No effect");
    stage.fx.caption(event.target, nothing, landing - 100);
  },
  exchange_refused(stage, event, landing) {
    stage.fx.ring(event.unit, "dome", landing - 200, stage.length * 0.7);
    stage.fx.caption(event.unit, t("Defender: deals and takes nothing"), landing - 200);
    lunge(stage, event.opponent, event.unit, landing, 0.22);
  },
  action_lost(stage, event, landing, { until }) {
    // Until a unit is launched over it.
    const most = until < stage.length ? until - LAUNCH_MS * 0.55 : until;
    say(stage, event.unit, t("Stunned: deals nothing"), landing - 200, undefined, most);
    shake(stage, event.unit, landing - 150, 4);
  },
  unit_exhausted(stage, event, landing) {
    say(stage, event.unit, t("Exhausted: no AE left"), landing, t("Exhausted"));
    sag(stage, event.unit, landing);
  },
  exhaustion_dealt(stage, event, landing) {
    strike(stage, event, landing, lossOf(event));
    stage.fx.number(event.attacker, "−1 DE", "cost", landing);
    stage.fx.caption(event.attacker, t("Exhausted: pays with DE"), landing - 200);
  },
  exhaustion_blocked(stage, event, landing) {
    lunge(stage, event.attacker, event.unit, landing, 0.8);
    dodge(stage, event.unit, landing);
    stage.fx.caption(event.unit, t("Agility: dodged"), landing);
  },
  unit_stunned(stage, event, landing) {
    shake(stage, event.unit, landing, 6);
    seeStars(stage, event.unit, landing);
    say(stage, event.unit, t("Stunned"), landing);
  },
  stun_ended() {},
  unit_defeated: (stage, event, landing) => fall(stage, event.unit, landing),
  pipe_removed(stage, event, landing) {
    const body = stage.body(event.unit);
    if (!body) return;
    stage.fx.caption(event.unit, t("Cannot lead, so it leaves"), 0);
    stage.fx.dust(event.unit, landing * 0.3);
    const duration = Math.max(1, landing - 20);
    const fade = { opacity: 0, duration, ease: /** @type {const} */ ("inQuad") };
    stage.move(body, { ...fade, translateY: 12 }, 0);
    const name = stage.partOf(event.unit, "name");
    if (name) stage.move(name, fade, 0);
  },
  unit_sent_back(stage, event, landing) {
    say(stage, event.unit, t("Out of AE: to the back"), landing - 200, t("To the back"));
  },
  round_ended() {},
  lineups_rotated(stage) {
    stage.fx.herald(t("Two rounds without damage: both go to the back"), "plain");
  },
  lineup_reordered(stage, event) {
    const name = sideName(stage.after, event.side);
    stage.fx.herald(t("{name}: another order", { name }), `side-${event.side}`);
  },
  units_replaced: (stage, event) => join(stage, event, sideName(stage.after, event.side)),
  battle_ended: (stage, event) => triumph(stage, event.winner),
};

/** The damage of a hit, and whether it kills. @param {{ de: number }} event */
const lossOf = ({ de }) => ({ kills: de === 0, unit: " DE" });

/** @param {BeatStage<State>} stage @param {string} id */
const nameOf = ({ after }, id) => unitName(after, after.roster[id]);

/**
 * Show words about a unit: above it if it leads; on it in the queue, if there is room.
 *
 * @param {BeatStage<State>} stage
 * @param {string} unit
 * @param {string} text
 * @param {number} at
 * @param {string} [short]
 * @param {number} [until] when the caption of a leader ends
 */
function say(stage, unit, text, at, short = text, until = undefined) {
  if (stage.at(unit).leads) stage.fx.caption(unit, text, at, until);
  else stage.fx.label(unit, short, at);
}

/**
 * Each point of damage costs the attacker one point of AE.
 *
 * @param {BeatStage<State>} stage
 * @param {{ attacker: string, amount: number }} event
 * @param {number} landing
 */
function cost(stage, { attacker, amount }, landing) {
  stage.fx.number(attacker, `−${amount} AE`, "cost", landing);
}

/**
 * A unit rises, drops its bomb and comes down again.
 *
 * @param {BeatStage<State>} stage
 * @param {{ attacker: string, target: string }} event
 * @param {number} landing
 * @param {"gone" | "bounce"} [end]
 */
function bomb(stage, { attacker, target }, landing, end = "gone") {
  const [from, to] = [stage.at(attacker), stage.at(target)];
  const flight = Math.min(FLIGHT_MS, landing * 0.8);
  const height = 50 + Math.abs(to.x - from.x) * 0.18;
  const size = Math.max(16, Math.min(28, from.size * 0.4));
  const goal = { x: to.x, y: to.y - to.size * 0.4 };
  stage.fx.projectile(BOMB, attacker, target, { at: landing, flight, height, size, end }, goal);
  stepForward(stage, attacker, landing - flight - FORWARD_MS, landing - flight * 0.6, 0.4);
}

/**
 * A helper steps out of the queue, lit while the rest is darker, acts and steps back.
 *
 * @param {BeatStage<State>} stage
 * @param {string} unit
 * @param {number} from
 * @param {number} until
 * @param {number} [lift] how high it rises meanwhile, in units
 */
function stepForward(stage, unit, from, until, lift = 0) {
  const [body, root] = [stage.body(unit), stage.partOf(unit, "root")];
  const start = Math.max(0, from);
  const stay = Math.max(1, until - start - FORWARD_MS);
  const { size, leads } = stage.at(unit);
  if (!body || !root || leads) return;
  const way = (/** @type {number} */ px) => [
    { to: px, duration: FORWARD_MS },
    { to: px, duration: stay },
    { to: 0, duration: FORWARD_MS * 1.6, ease: /** @type {const} */ ("inOutQuad") },
  ];
  const ahead = stage.forward(stage.before.roster[unit].side);
  stage.move(
    body,
    { translateX: way(ahead * size * 0.24), translateY: way(size * (0.06 - lift)) },
    start,
  );
  const front = [
    { from: 1, to: 1, duration: FORWARD_MS + stay },
    { to: 0, duration: 1 },
  ];
  stage.move(root, { front }, start);
  spotlight(stage, unit, start, FORWARD_MS + stay);
}

/**
 * Light a unit, and darken the rest a little.
 *
 * @param {BeatStage<State>} stage
 * @param {string} unit
 * @param {number} at
 * @param {number} lasting
 */
function spotlight(stage, unit, at, lasting) {
  const { x, y, size } = stage.at(unit);
  stage.fx.dim(at, lasting, `--at:${x}px ${y}px;--wide:${size}px`);
}

/**
 * A unit enters the pipe in front of it, is fired at the enemy, and walks back.
 *
 * @param {BeatStage<State>} stage
 * @param {{ pipe: string, attacker: string, target: string }} event
 * @param {number} landing
 */
function launch(stage, { pipe, attacker, target }, landing) {
  const [body, figure, barrel] = [stage.body(attacker), stage.figure(attacker), stage.figure(pipe)];
  if (!body || !figure || !barrel) return;
  const [from, mouth, to] = [stage.at(attacker), stage.at(pipe), stage.at(target)];
  const start = Math.max(0, landing - LAUNCH_MS);
  const air = (landing - start) * 0.55;
  const into = landing - start - air;
  const back = Math.max(1, (stage.length - landing) * 0.6);
  const step = { x: mouth.x - from.x, y: mouth.y - from.y - mouth.size * 0.3 };
  // It lands on the target's head, above the leader in between.
  const way = { x: to.x - from.x, y: to.y - to.size * 0.72 - from.size * 0.2 - from.y };
  const top = way.y - to.size * 0.3;
  stage.move(
    body,
    {
      translateX: [
        { to: step.x, duration: into, ease: "inOutQuad" },
        { to: way.x, duration: air, ease: "linear" },
        { to: 0, duration: back, ease: "inOutQuad" },
      ],
      translateY: [
        { to: step.y, duration: into, ease: "inOutQuad" },
        { to: top, duration: air * 0.6, ease: "outQuad" },
        { to: way.y, duration: air * 0.4, ease: "inQuad" },
        { to: 0, duration: back, ease: "inOutQuad" },
      ],
      scale: [
        { to: 0.45, duration: into, ease: "inCubic" },
        { to: 1.1, duration: air * 0.6 },
        { to: 1, duration: back },
      ],
    },
    start,
  );
  const front = { from: 1, to: 1, duration: into + air + back };
  const root = stage.partOf(attacker, "root");
  if (root) stage.move(root, { front: [front, { to: 0, duration: 1 }] }, start);
  spotlight(stage, pipe, start, into);
  // Hide its labels in flight.
  const worn = stage.partOf(attacker, "worn");
  const fades = [{ to: 0, duration: into }, { to: 0, duration: air + back * 0.75 }, 1];
  if (worn) stage.move(worn, { opacity: fades, duration: into + air + back }, start);
  const turns = { to: 360 * Math.sign(way.x), duration: air };
  stage.move(body, { rotate: turns, ease: "linear" }, start + into);
  // The pipe swallows, then spits.
  stage.move(
    barrel,
    {
      scaleY: [
        { to: 0.8, duration: into * 0.8 },
        { to: 1.18, duration: 70 },
        { to: 1, duration: 220, ease: "outBack" },
      ],
      scaleX: [
        { to: 1.14, duration: into * 0.8 },
        { to: 0.9, duration: 70 },
        { to: 1, duration: 220, ease: "outBack" },
      ],
    },
    start + into * 0.2,
  );
  stage.fx.ring(pipe, PUFF, start + into, 260);
  stage.fx.dust(pipe, start + into, { colour: "#e8e4da", rise: 46 });
}

/**
 * A unit slumps, out of breath.
 *
 * @param {BeatStage<State>} stage
 * @param {string} unit
 * @param {number} landing
 */
function sag(stage, unit, landing) {
  const figure = stage.figure(unit);
  if (!figure) return;
  const lasting = Math.max(1, Math.min(500, stage.length - landing - 10));
  const scaleY = [{ to: 0.9, duration: lasting * 0.4 }, 1];
  stage.move(figure, { scaleY, duration: lasting, ease: "inOutQuad" }, landing);
}
