// @ts-check

import { SMALL } from "../../core/stage/layout.js";
import { enter, fall, hit, lunge, shake, shoot, triumph } from "../../core/stage/moves.js";
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
    stage.fx.herald(stage.layout.herald, `${name}: ${event.percent} % each`, `side-${event.side}`);
    stage.fx.sweep(event.side === "a" ? "b" : "a", event.affliction, stage.layout.height);
  },
  dice_rolled(stage, event, landing) {
    if (!event.unit) return;
    const won = event.needed !== null && event.results[0] <= event.needed;
    stage.fx.dice(stage.at(event.unit), event.results, event.needed, won, landing - 300);
  },
  unit_afflicted(stage, event, landing) {
    const slot = stage.at(event.unit);
    stage.fx.ring(slot, event.affliction, landing - 60, 420);
    // In a crowd the marks on the units say it.
    if (slot.size < SMALL) return;
    stage.fx.caption(event.unit, slot, SUFFERED[event.affliction] ?? event.affliction, landing);
  },
  unit_spared(stage, event, landing) {
    const text = SPARED[event.reason];
    const slot = stage.at(event.unit);
    if (text && slot.size >= SMALL) stage.fx.caption(event.unit, slot, text, landing - 100);
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
    stage.fx.herald(stage.layout.herald, title, `side-${event.side}`, spelled.join(", "));
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
    stage.fx.caption(event.attacker, stage.at(event.attacker), text, landing - 350);
  },
  attempt_failed(stage, event, landing) {
    stage.fx.caption(event.target, stage.at(event.target), "Missed", landing);
    dodge(stage, event.target, landing);
  },
  acid_hit(stage, event, landing) {
    throwAt(stage, "acid-blob", event, landing, "acid");
    stage.fx.ring(stage.at(event.target), "acid", landing - 30, 520);
    stage.fx.number(stage.at(event.target), `−${event.amount} strength`, "loss", landing);
  },
  lightning_hit(stage, event, landing) {
    const slot = stage.at(event.target);
    stage.fx.bolt(slot, landing);
    stage.fx.flash(landing);
    stage.fx.ring(slot, "blast", landing, 380);
    stage.fx.number(slot, `−${event.amount}`, "loss", landing);
    shake(stage, event.target, landing, 8);
  },
  unit_assassinated(stage, event, landing) {
    throwAt(stage, "thrown-daggers", event, landing, "blade");
    stage.fx.ring(stage.at(event.target), "impact", landing, 380);
    stage.fx.caption(event.target, stage.at(event.target), "Assassinated", landing);
  },
  missiles_cancelled(stage, event, landing) {
    volley(stage, event.a, event.b, event.amount, landing, "half");
    volley(stage, event.b, event.a, event.amount, landing, "half");
    stage.fx.herald(stage.layout.herald, `${event.amount} shots each cancel out`, "plain");
  },
  missiles_shrugged(stage, event, landing) {
    volley(stage, event.attacker, event.target, event.amount, landing, "full");
    stage.fx.ring(stage.at(event.target), "dome", landing - 80, 600);
    stage.fx.caption(event.target, stage.at(event.target), "Immune to missiles", landing);
  },
  shot_fired(stage, event, landing) {
    shoot(stage, "arrow-flights", event.attacker, event.target, landing, 24);
    stage.fx.dice(
      stage.at(event.attacker),
      faces(event.aim),
      event.aim.needed,
      event.aim.succeeded,
      landing - 320,
    );
    stage.fx.dice(
      stage.at(event.target),
      faces(event.cover),
      event.cover.needed,
      event.cover.succeeded,
      landing - 320,
    );
    if (event.kills) hit(stage, { target: event.target, amount: 1 }, landing);
  },
  melee_rolled(stage, event, landing) {
    for (const roll of [event.a, event.b]) {
      stage.fx.dice(stage.at(roll.unit), faces(roll), roll.needed, roll.succeeded, landing - 380);
    }
    if (event.struck === null) {
      lunge(stage, event.a.unit, event.b.unit, landing, 0.4);
      lunge(stage, event.b.unit, event.a.unit, landing, 0.4);
    }
  },
  unit_struck(stage, event, landing) {
    lunge(stage, event.attacker, event.target, landing, 0.8);
    hit(stage, event, landing);
    if (event.trample > 0) {
      stage.fx.caption(
        event.attacker,
        stage.at(event.attacker),
        `Trample +${event.trample}`,
        landing - 150,
      );
    }
  },
  unit_slain(stage, event, landing) {
    const slot = stage.at(event.target);
    lunge(stage, event.attacker, event.target, landing, 0.8);
    stage.fx.ring(slot, "blast", landing, 420);
    stage.fx.caption(
      event.target,
      slot,
      sourceName(stage.before, stage.catalog, event.slayer),
      landing - 150,
    );
  },
  unit_defeated: (stage, event, landing) => fall(stage, event.unit, landing),
  battle_ended: (stage, event) => triumph(stage, event.winner),
};

/**
 * @param {BeatStage} stage
 * @param {string} unit
 * @param {number} landing
 */
function dodge(stage, unit, landing) {
  const body = stage.body(unit);
  const away = -stage.forward(stage.before.roster[unit].side) * 22;
  if (body)
    stage.move(
      body,
      { translateX: [{ from: 0, to: away }, { to: 0 }], duration: 320 },
      Math.max(0, landing - 120),
    );
}

/**
 * @param {BeatStage} stage
 * @param {string} picture
 * @param {{ attacker: string, target: string }} event
 * @param {number} landing
 * @param {string} kind
 */
function throwAt(stage, picture, { attacker, target }, landing, kind) {
  stage.fx.projectile(picture, stage.at(attacker), stage.at(target), {
    at: landing,
    flight: stage.length * 0.35,
    height: 30,
    size: 34,
    kind,
  });
}

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
  const goal = way === "full" ? end : { ...end, x: (start.x + end.x) / 2 };
  const gap = Math.min(40, (stage.length * 0.3) / shots);
  for (let k = 0; k < shots; k++) {
    stage.fx.projectile("arrow-flights", start, goal, {
      at: landing - (shots - 1 - k) * gap,
      flight: stage.length * 0.3,
      height: 40 + 14 * (k % 4),
      size: 20,
      kind: "arrow",
    });
  }
}

/** @param {{ dice: { result: number }[] }} roll */
const faces = (roll) => roll.dice.map((die) => die.result);
