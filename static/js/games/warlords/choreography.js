// @ts-check
import { inside, percent, t, tn } from "../../lib/text.js";
import { signed } from "../../player/engine/facts.js";
import { opponent } from "../../player/engine/sides.js";
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
import {
  ACID,
  AFFLICTION_STYLES,
  BLADE,
  cut,
  dripAcid,
  sendWisp,
  strikeLightning,
  sweep,
} from "./effects.js";
import {
  AFFLICTION_WORDS,
  afflictionText,
  diceOf,
  IMMUNITY_WORDS,
  isVain,
  losses,
  whyNot,
} from "./outcomes.js";
import { attempt, capital, sideName, sourceName } from "./words.js";

/** @import { BeatStage } from "../../player/stage/moves" */
/** @import { ProjectileName } from "../../player/stage/effects/projectiles" */
/** @import { Choreography } from "../../player/types" */
/** @import { Event } from "./events" */
/** @import { State } from "./reduce" */

/** Projectiles of ranged units without a bow. */
const SHOTS = /** @type {Record<string, ProjectileName>} */ ({
  ballistae: "bolt",
  "dwarf-crossbows": "bolt",
  halflings: "stone",
});

/** @param {BeatStage<State>} stage @param {string} id */
const shotOf = ({ before }, id) => SHOTS[before.roster[id].unit ?? ""] ?? "arrow";

/** Duration of an affliction's flight, in ms. */
const WISP_MS = 320;

/** @type {Choreography<State, Event>} */
export const CHOREOGRAPHY = {
  battle_started: (stage) => enter(stage),
  affliction_spread(stage, event) {
    const name = capital(sourceName(stage.before, stage.catalog, event.affliction));
    const from = sideName(stage.before, event.side);
    const text = t("{name} of {side}: {percent}% for each enemy", {
      name,
      side: from,
      percent: event.percent,
    });
    stage.fx.herald(text, `side-${event.side}`);
    sweep(stage, opponent(event.side), event.affliction);
  },
  dice_rolled(stage, event, landing, { again }) {
    const { unit, needed, purpose, results } = event;
    const isAffliction = Object.hasOwn(AFFLICTION_WORDS, purpose);
    if (!unit || (again && !isAffliction)) return;
    const won = needed !== null && results[0] <= needed;
    if (isAffliction) {
      sendWisp(stage, holderOf(stage, unit, purpose), unit, purpose, landing, WISP_MS);
    }
    const [good, bad] = isAffliction ? [t("takes hold"), t("escapes")] : [t("hit"), t("missed")];
    // Who escapes an affliction has won.
    const roll = {
      results: [...results],
      won: won !== isAffliction,
      needed,
      outcome: won ? good : bad,
    };
    stage.fx.dice(unit, roll, landing - 300);
  },
  unit_afflicted(stage, event, landing) {
    stage.fx.ring(event.unit, AFFLICTION_STYLES[event.affliction] ?? "impact", landing - 60, 420);
    shake(stage, event.unit, landing, 3);
    const before = stage.before.units[event.unit];
    for (const [k, text] of losses(before, event).entries()) {
      stage.fx.number(event.unit, text, "loss", landing + 60 + 80 * k);
    }
    // Queued units show it by their marks.
    if (stage.at(event.unit).leads) {
      stage.fx.caption(event.unit, afflictionText(before, event), landing);
    } else if (isVain(before, event)) stage.fx.label(event.unit, t("No effect"), landing);
  },
  unit_spared(stage, event, landing) {
    if (!Object.hasOwn(IMMUNITY_WORDS, event.reason)) return;
    const [long, short] = IMMUNITY_WORDS[event.reason];
    if (stage.at(event.unit).leads) stage.fx.caption(event.unit, long, landing - 100);
    else if (short) stage.fx.label(event.unit, short, landing - 100);
  },
  stack_readied(stage, event, landing) {
    const name = sideName(stage.after, event.side);
    const title = t("{name}: {bonus} strength for all", { name, bonus: signed(event.bonus) });
    // Spell out the sum without its zeros: Leadership 3, Fortify 4 − Siege 5.
    const spelled = event.brackets.map((row) => {
      const [own, against] = [row.own, row.against].map((word) =>
        sourceName(stage.after, stage.catalog, word),
      );
      if (row.against_total === 0) return row.own_total && `${own}\u00a0${row.own_total}`;
      if (row.own_total === 0) return `${against}\u00a0−${row.against_total}`;
      return `${own} ${row.own_total} − ${against} ${row.against_total}`.replaceAll(" ", "\u00a0");
    });
    if (event.bonus) {
      stage.fx.herald(title, `side-${event.side}`, spelled.filter(Boolean).join(", "));
    }
    for (const { id, strength } of event.units) {
      const change = strength - stage.before.units[id].strength;
      if (change === 0) continue;
      stage.fx.number(id, signed(change), change > 0 ? "gain" : "loss", landing);
    }
  },
  pairing_started(stage, event) {
    const swell = { scale: [1.12, 1], duration: stage.length * 0.7 };
    stage.move(stage.part("sign"), swell, 0);
    for (const id of event.stepped_up) stage.fx.dust(id, stage.length * 0.9);
  },
  chance_weighed(stage, event, landing) {
    const name = capital(sourceName(stage.before, stage.catalog, event.power));
    const { attacker, target } = event;
    if (event.percent === 0) {
      stage.fx.ring(target, "dome", landing, 500);
      stage.fx.caption(target, t("Holds off the {power}", { power: inside(name) }), landing - 200);
    } else stage.fx.caption(attacker, `${name}: ${percent(event.percent / 100)}`, landing - 350);
  },
  attempt_failed(stage, event, landing, { again }) {
    const { power, attacker, target } = event;
    if (power === "acid") {
      shoot(stage, ACID, attacker, target, landing, "gone", missPoint(stage, target));
    } else if (power === "lightning") {
      strikeLightning(stage, target, landing, missPoint(stage, target));
    }
    if (again) return;
    stage.fx.caption(target, attempt(t("Missed"), stage.after.misses), landing);
    dodge(stage, target, landing);
  },
  acid_hit(stage, event, landing) {
    const { attacker, target, amount } = event;
    shoot(stage, ACID, attacker, target, landing);
    dripAcid(stage, target, landing);
    stage.fx.number(target, `−${amount}`, "loss", landing);
    stage.fx.caption(target, t("Acid: −{amount} strength", { amount }), landing);
    shake(stage, target, landing, 5);
  },
  lightning_hit(stage, event, landing) {
    strikeLightning(stage, event.target, landing);
    const { target, amount } = event;
    hit(stage, { target, amount }, landing, { kills: event.hits === 0, from: "above" });
    shake(stage, event.target, landing + 80, 6);
    const text = tn("Lightning: −{count} hit", "Lightning: −{count} hits", event.amount);
    stage.fx.caption(event.target, text, landing);
  },
  unit_assassinated(stage, event, landing) {
    stage.fx.dim(landing - 350, 900);
    shoot(stage, BLADE, event.attacker, event.target, landing);
    cut(stage, event.target, landing);
    hit(stage, event, landing, { kills: true, from: "afar" });
    stage.fx.caption(event.target, t("Assassinated"), landing);
  },
  missiles_cancelled(stage, event, landing) {
    volley(stage, event.a, event.b, event.amount, landing, "half");
    volley(stage, event.b, event.a, event.amount, landing, "half");
    const text = tn(
      "{count} shot of each cancels the other's",
      "{count} shots of each cancel the other's",
      event.amount,
    );
    stage.fx.outcome(text, landing - 200);
  },
  missiles_shrugged(stage, event, landing) {
    const { attacker, target, amount } = event;
    volley(stage, attacker, target, amount, landing, "full");
    stage.fx.ring(target, "dome", landing - 80, 600);
    stage.fx.caption(target, t("Immune to missiles"), landing - 200);
  },
  shot_fired(stage, event, landing, { again }) {
    const { aim, cover, attacker, target, kills } = event;
    if (again) return; // a tally shows its last shot
    const bonus = aim.parts?.find(({ source }) => source === "flyer");
    if (bonus) {
      const amount = signed(bonus.amount);
      stage.fx.caption(attacker, t("{amount} against a flyer", { amount }), landing - 350);
    }
    stage.fx.dice(attacker, diceOf(aim, t("hit"), t("missed")), landing - 320);
    const saved = diceOf(cover, t("covered"), t("no cover"));
    // After a shot that misses, cover does not matter.
    if (!aim.succeeded) saved.idle.fill(true);
    stage.fx.dice(target, saved, landing - 320);
    const kind = shotOf(stage, attacker);
    const end = kind === "stone" ? "bounce" : "stick";
    if (kills) {
      shoot(stage, kind, attacker, target, landing, end);
      const amount = stage.before.units[target].hits - event.hits;
      hit(stage, { target, amount, attacker }, landing, { kills, from: "afar" });
      stage.fx.outcome(t("Shot"), landing);
      return;
    }
    stage.fx.outcome(attempt(whyNot(event), stage.after.misses), landing);
    if (aim.succeeded) {
      shoot(stage, kind, attacker, target, landing, "bounce", coverPoint(stage, target));
      stage.fx.ring(target, "dome", landing - 60, 320);
    } else {
      shoot(stage, kind, attacker, target, landing, end, missPoint(stage, target));
      dodge(stage, target, landing);
    }
  },
  melee_rolled(stage, event, landing, { again }) {
    const { a, b, struck } = event;
    if (again && struck === null) {
      stage.fx.clink(midpoint(stage, a.unit, b.unit), landing);
      return;
    }
    for (const roll of [a, b]) {
      stage.fx.dice(roll.unit, diceOf(roll, t("hit"), t("missed")), landing - 420);
    }
    if (struck !== null) return;
    const text = a.succeeded ? t("Both hit: no damage") : t("Both missed");
    stage.fx.outcome(attempt(text, stage.after.misses), landing);
    lunge(stage, a.unit, b.unit, landing, 0.42);
    // The same distance: 0.72 of the 0.58 that the other's leap leaves.
    lunge(stage, b.unit, a.unit, landing, 0.72);
    if (a.succeeded) stage.fx.clink(midpoint(stage, a.unit, b.unit), landing);
  },
  unit_struck(stage, event, landing) {
    strike(stage, event, landing, { kills: event.hits === 0 });
    if (event.trample > 0) {
      stage.fx.caption(
        event.attacker,
        t("Trample: +{amount}", { amount: event.trample }),
        landing - 150,
      );
    }
  },
  unit_slain(stage, event, landing) {
    strike(stage, event, landing, { kills: true });
    cut(stage, event.target, landing);
    const name = capital(sourceName(stage.before, stage.catalog, event.slayer));
    stage.fx.outcome(t("{name}: slain", { name }), landing - 150);
  },
  unit_defeated: (stage, event, landing) => fall(stage, event.unit, landing),
  stack_reordered(stage, event) {
    const name = sideName(stage.after, event.side);
    stage.fx.herald(t("{name}: another order", { name }), `side-${event.side}`);
  },
  units_replaced: (stage, event) => join(stage, event, sideName(stage.after, event.side)),
  battle_ended: (stage, event) => triumph(stage, event.winner),
};

/**
 * Return the enemy that causes an affliction: one that adds to it, or the leader if it is due to a spell or an item.
 *
 * @param {BeatStage<State>} stage
 * @param {string} unit
 * @param {string} affliction
 */
function holderOf({ before }, unit, affliction) {
  const side = opponent(before.roster[unit].side);
  const lineup = before.lineups[side];
  const parts = before.armies?.[side].afflictions[affliction] ?? [];
  return parts.find(({ source }) => lineup.includes(source))?.source ?? lineup[0];
}

/**
 * A point near a unit, in shares of its size: ahead of its middle, and below it.
 *
 * @param {BeatStage<State>} stage
 * @param {string} unit
 * @param {number} ahead
 * @param {number} below
 */
function pointNear(stage, unit, ahead, below) {
  const { x, y, size } = stage.at(unit);
  const forward = stage.forward(stage.before.roster[unit].side);
  return { x: x + forward * size * ahead, y: y + size * below };
}

/** Where projectiles that miss a unit end, on the ground. @param {BeatStage<State>} stage @param {string} unit */
const missPoint = (stage, unit) => pointNear(stage, unit, -0.72, 0.42);

/** Where the cover of a unit is. @param {BeatStage<State>} stage @param {string} unit */
const coverPoint = (stage, unit) => pointNear(stage, unit, 0.54, -0.14);

/**
 * The midpoint between two units.
 *
 * @param {BeatStage<State>} stage
 * @param {string} one
 * @param {string} other
 */
function midpoint(stage, one, other) {
  const [from, to] = [stage.at(one), stage.at(other)];
  return { x: (from.x + to.x) / 2, y: from.y - from.size * 0.16 };
}

/**
 * A volley of one arrow per shot; `half` of the way when it meets the opponent's.
 *
 * @param {BeatStage<State>} stage
 * @param {string} from
 * @param {string} to
 * @param {number} shots
 * @param {number} landing
 * @param {"half" | "full"} way
 */
function volley(stage, from, to, shots, landing, way) {
  const goal = way === "full" ? coverPoint(stage, to) : midpoint(stage, from, to);
  const gap = Math.min(40, (stage.length * 0.3) / shots);
  for (let k = 0; k < shots; k++) {
    const how = {
      at: landing - (shots - 1 - k) * gap,
      flight: stage.length * 0.3,
      height: 40 + 14 * (k % 4),
      size: 28,
      end: /** @type {const} */ ("bounce"),
    };
    stage.fx.projectile(shotOf(stage, from), from, to, how, goal);
    stage.fx.clink(goal, how.at);
  }
}
