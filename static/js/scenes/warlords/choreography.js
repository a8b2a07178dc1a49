// @ts-check

import {
  dodge,
  enter,
  fall,
  hit,
  lunge,
  shake,
  shoot,
  strike,
  triumph,
} from "../../core/stage/moves.js";
import { sideName, sourceName } from "./words.js";

/** @import { BeatStage } from "../../core/stage/moves" */
/** @import { Choreography } from "../../core/types" */
/** @import { Event } from "./events" */
/** @import { State } from "./reduce" */

const SUFFERED = /** @type {Record<string, string>} */ ({
  curse: "Cursed",
  poison: "Poisoned: −2 strength",
  disease: "Diseased: −1 hit",
  paralysis: "Paralysed",
});

const SPARED = /** @type {Record<string, string>} */ ({
  own: "Immune: its own power",
  blessed: "Blessed: immune",
  already: "Has it already",
});

/** @type {Choreography<State, Event>} */
export const CHOREOGRAPHY = {
  battle_started: (stage) => enter(stage),
  affliction_spread(stage, event) {
    const name = sourceName(stage.before, stage.catalog, event.affliction);
    stage.fx.herald(`${name}: ${event.percent} % each`, `side-${event.side}`);
    stage.fx.sweep(event.side === "a" ? "b" : "a", event.affliction);
  },
  dice_rolled(stage, event, landing) {
    if (!event.unit) return;
    const won = event.needed !== null && event.results[0] <= event.needed;
    const { needed, results } = event;
    const verdict = won ? "it works" : "in vain";
    stage.fx.dice(event.unit, { results: [...results], won, needed, verdict }, landing - 300);
  },
  unit_afflicted(stage, event, landing) {
    stage.fx.ring(event.unit, event.affliction, landing - 60, 420);
    // In the queue the marks on the units say it.
    if (!stage.at(event.unit).leads) return;
    stage.fx.caption(event.unit, SUFFERED[event.affliction] ?? event.affliction, landing);
  },
  unit_spared(stage, event, landing) {
    const text = SPARED[event.reason];
    if (text && stage.at(event.unit).leads) stage.fx.caption(event.unit, text, landing - 100);
  },
  stack_readied(stage, event) {
    const sign = event.bonus < 0 ? `−${-event.bonus}` : `+${event.bonus}`;
    const name = sideName(stage.after, event.side);
    const title = `${name}: side bonus ${sign}`;
    // The sum spelled out, as the log has it: leadership 3 − chaos 1 …
    const rows = event.brackets.filter((row) => row.own_total || row.against_total);
    const spelled = rows.map(
      (row) =>
        `${sourceName(stage.after, stage.catalog, row.own)} ${row.own_total} − ${sourceName(stage.after, stage.catalog, row.against)} ${row.against_total}`,
    );
    stage.fx.herald(title, `side-${event.side}`, spelled.join(", "));
  },
  pairing_started(stage) {
    const sign = stage.part("sign");
    stage.move(
      sign,
      { scale: [{ from: 1, to: 1.25 }, { to: 1 }], duration: stage.length * 0.7 },
      0,
    );
  },
  chance_weighed(stage, event, landing) {
    const name = sourceName(stage.before, stage.catalog, event.power);
    const text = event.percent === 0 ? `${name} held off` : `${name}: ${event.percent} %`;
    stage.fx.caption(event.attacker, text, landing - 350);
  },
  attempt_failed(stage, event, landing) {
    stage.fx.caption(event.target, "Missed", landing);
    dodge(stage, event.target, landing);
  },
  acid_hit(stage, event, landing) {
    shoot(stage, "acid", event.attacker, event.target, landing);
    stage.fx.drips(event.target, landing, "#8fce2b");
    stage.fx.number(event.target, `−${event.amount}`, "loss", landing);
    stage.fx.caption(event.target, `Acid: −${event.amount} strength`, landing);
  },
  lightning_hit(stage, event, landing) {
    stage.fx.bolt(event.target, landing);
    hit(stage, event, landing, { kills: event.hits === 0 });
    shake(stage, event.target, landing + 80, 6);
  },
  unit_assassinated(stage, event, landing) {
    stage.fx.dim(landing - 350, 900);
    shoot(stage, "blade", event.attacker, event.target, landing);
    stage.fx.slash(event.target, landing);
    hit(stage, event, landing, { kills: true });
    stage.fx.caption(event.target, "Assassinated", landing);
  },
  missiles_cancelled(stage, event, landing) {
    volley(stage, event.a, event.b, event.amount, landing, "half");
    volley(stage, event.b, event.a, event.amount, landing, "half");
    stage.fx.herald(`${event.amount} shots each cancel out`, "plain");
  },
  missiles_shrugged(stage, event, landing) {
    volley(stage, event.attacker, event.target, event.amount, landing, "full");
    stage.fx.ring(event.target, "dome", landing - 80, 600);
    stage.fx.caption(event.target, "Immune to missiles", landing);
  },
  shot_fired(stage, event, landing) {
    const { aim, cover, attacker, target, kills } = event;
    shoot(stage, "arrow", attacker, target, landing, kills ? "stick" : "bounce");
    stage.fx.dice(attacker, diceOf(aim, "hit", "missed"), landing - 320);
    stage.fx.dice(target, diceOf(cover, "covered", "no cover"), landing - 320);
    if (kills) hit(stage, { target, amount: 1 }, landing);
  },
  melee_rolled(stage, event, landing) {
    const even = event.struck === null && event.a.succeeded;
    for (const roll of [event.a, event.b]) {
      stage.fx.dice(roll.unit, diceOf(roll, "hit", "missed"), landing - 420);
    }
    if (event.struck !== null) return;
    stage.fx.caption(event.a.unit, even ? "Both hit: nothing happens" : "Both missed", landing);
    lunge(stage, event.a.unit, event.b.unit, landing, 0.42);
    lunge(stage, event.b.unit, event.a.unit, landing, 0.42);
  },
  unit_struck(stage, event, landing) {
    strike(stage, event, landing, { kills: event.hits === 0 });
    if (event.trample > 0) {
      stage.fx.caption(event.attacker, `Trample +${event.trample}`, landing - 150);
    }
  },
  unit_slain(stage, event, landing) {
    strike(stage, event, landing, { kills: true });
    stage.fx.caption(
      event.target,
      sourceName(stage.before, stage.catalog, event.slayer),
      landing - 150,
    );
  },
  unit_defeated: (stage, event, landing) => fall(stage, event.unit, landing),
  battle_ended: (stage, event) => triumph(stage, event.winner),
};

/**
 * As many arrows as shots, close upon each other; `half` of the way when they meet others.
 *
 * @param {BeatStage} stage
 * @param {string} from
 * @param {string} to
 * @param {number} shots
 * @param {number} landing
 * @param {"half" | "full"} way
 */
function volley(stage, from, to, shots, landing, way) {
  const start = stage.at(from);
  const end = stage.at(to);
  const goal = way === "full" ? undefined : { x: (start.x + end.x) / 2, y: start.y - 30 };
  const gap = Math.min(40, (stage.length * 0.3) / shots);
  for (let k = 0; k < shots; k++) {
    const how = {
      at: landing - (shots - 1 - k) * gap,
      flight: stage.length * 0.3,
      height: 40 + 14 * (k % 4),
      size: 20,
      end: /** @type {const} */ ("bounce"),
    };
    stage.fx.projectile("arrow", from, to, how, goal);
  }
}

/**
 * A roll, with a word for how it went.
 *
 * @param {{ dice: { result: number }[], needed: number, succeeded: boolean }} roll
 * @param {string} good
 * @param {string} bad
 */
const diceOf = ({ dice, needed, succeeded }, good, bad) => ({
  results: dice.map((die) => die.result),
  won: succeeded,
  needed: dice.length ? needed : null,
  verdict: succeeded ? good : bad,
});
