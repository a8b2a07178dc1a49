// @ts-check

import { SMALL } from "../../core/stage/layout.js";
import { enter, fall, hit, lunge, shake, shoot, triumph } from "../../core/stage/moves.js";
import { sideName, sourceName } from "./words.js";

/** @import { Cast } from "../../core/stage/moves" */
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
export const DANCES = {
  battle_started: (cast) => enter(cast),
  affliction_spread(cast, event) {
    const name = sourceName(cast.before, cast.catalog, event.affliction);
    cast.fx.herald(cast.layout.herald, `${name}: ${event.percent} % each`, `side-${event.side}`);
    cast.fx.sweep(event.side === "a" ? "b" : "a", event.affliction, cast.layout.height);
  },
  dice_rolled(cast, event, landing) {
    if (!event.unit) return;
    const won = event.needed !== null && event.results[0] <= event.needed;
    cast.fx.dice(cast.at(event.unit), event.results, event.needed, won, landing - 300);
  },
  unit_afflicted(cast, event, landing) {
    const slot = cast.at(event.unit);
    cast.fx.ring(slot, event.affliction, landing - 60, 420);
    // In a crowd the marks on the units say it.
    if (slot.size < SMALL) return;
    cast.fx.caption(event.unit, slot, SUFFERED[event.affliction] ?? event.affliction, landing);
  },
  unit_spared(cast, event, landing) {
    const text = SPARED[event.reason];
    const slot = cast.at(event.unit);
    if (text && slot.size >= SMALL) cast.fx.caption(event.unit, slot, text, landing - 100);
  },
  stack_readied(cast, event) {
    const sign = event.bonus < 0 ? `−${-event.bonus}` : `+${event.bonus}`;
    const name = sideName(cast.after, event.side);
    const title = `${name}: side bonus ${sign}`;
    // The sum spelled out, as the log has it: leadership 3 − chaos 1 …
    const rows = event.brackets.filter((row) => row.own_total || row.against_total);
    const spelled = rows.map(
      (row) =>
        `${sourceName(cast.after, cast.catalog, row.own)} ${row.own_total} − ${sourceName(cast.after, cast.catalog, row.against)} ${row.against_total}`,
    );
    cast.fx.herald(cast.layout.herald, title, `side-${event.side}`, spelled.join(", "));
  },
  pairing_started(cast) {
    const sign = cast.part("sign");
    cast.move(sign, { scale: [{ from: 1, to: 1.25 }, { to: 1 }], duration: cast.length * 0.7 }, 0);
  },
  chance_weighed(cast, event, landing) {
    const name = sourceName(cast.before, cast.catalog, event.power);
    const text = event.percent === 0 ? `${name} held off` : `${name}: ${event.percent} %`;
    cast.fx.caption(event.attacker, cast.at(event.attacker), text, landing - 350);
  },
  attempt_failed(cast, event, landing) {
    cast.fx.caption(event.target, cast.at(event.target), "Missed", landing);
    dodge(cast, event.target, landing);
  },
  acid_hit(cast, event, landing) {
    throwAt(cast, "acid-blob", event, landing, "acid");
    cast.fx.ring(cast.at(event.target), "acid", landing - 30, 520);
    cast.fx.number(cast.at(event.target), `−${event.amount} strength`, "loss", landing);
  },
  lightning_hit(cast, event, landing) {
    const slot = cast.at(event.target);
    cast.fx.bolt(slot, landing);
    cast.fx.flash(landing);
    cast.fx.ring(slot, "blast", landing, 380);
    cast.fx.number(slot, `−${event.amount}`, "loss", landing);
    shake(cast, event.target, landing, 8);
  },
  unit_assassinated(cast, event, landing) {
    throwAt(cast, "thrown-daggers", event, landing, "blade");
    cast.fx.ring(cast.at(event.target), "impact", landing, 380);
    cast.fx.caption(event.target, cast.at(event.target), "Assassinated", landing);
  },
  missiles_cancelled(cast, event, landing) {
    volley(cast, event.a, event.b, event.amount, landing, "half");
    volley(cast, event.b, event.a, event.amount, landing, "half");
    cast.fx.herald(cast.layout.herald, `${event.amount} shots each cancel out`, "plain");
  },
  missiles_shrugged(cast, event, landing) {
    volley(cast, event.attacker, event.target, event.amount, landing, "full");
    cast.fx.ring(cast.at(event.target), "dome", landing - 80, 600);
    cast.fx.caption(event.target, cast.at(event.target), "Immune to missiles", landing);
  },
  shot_fired(cast, event, landing) {
    shoot(cast, "arrow-flights", event.attacker, event.target, landing, 24);
    cast.fx.dice(
      cast.at(event.attacker),
      faces(event.aim),
      event.aim.needed,
      event.aim.succeeded,
      landing - 320,
    );
    cast.fx.dice(
      cast.at(event.target),
      faces(event.cover),
      event.cover.needed,
      event.cover.succeeded,
      landing - 320,
    );
    if (event.kills) hit(cast, { target: event.target, amount: 1 }, landing);
  },
  melee_rolled(cast, event, landing) {
    for (const roll of [event.a, event.b]) {
      cast.fx.dice(cast.at(roll.unit), faces(roll), roll.needed, roll.succeeded, landing - 380);
    }
    if (event.struck === null) {
      lunge(cast, event.a.unit, event.b.unit, landing, 0.4);
      lunge(cast, event.b.unit, event.a.unit, landing, 0.4);
    }
  },
  unit_struck(cast, event, landing) {
    lunge(cast, event.attacker, event.target, landing, 0.8);
    hit(cast, event, landing);
    if (event.trample > 0) {
      cast.fx.caption(
        event.attacker,
        cast.at(event.attacker),
        `Trample +${event.trample}`,
        landing - 150,
      );
    }
  },
  unit_slain(cast, event, landing) {
    const slot = cast.at(event.target);
    lunge(cast, event.attacker, event.target, landing, 0.8);
    cast.fx.ring(slot, "blast", landing, 420);
    cast.fx.caption(
      event.target,
      slot,
      sourceName(cast.before, cast.catalog, event.slayer),
      landing - 150,
    );
  },
  unit_defeated: (cast, event, landing) => fall(cast, event.unit, landing),
  battle_ended: (cast, event) => triumph(cast, event.winner),
};

/**
 * @param {Cast} cast
 * @param {string} unit
 * @param {number} landing
 */
function dodge(cast, unit, landing) {
  const body = cast.body(unit);
  const away = -cast.forward(cast.before.cards[unit].side) * 22;
  if (body)
    cast.move(
      body,
      { translateX: [{ from: 0, to: away }, { to: 0 }], duration: 320 },
      Math.max(0, landing - 120),
    );
}

/**
 * @param {Cast} cast
 * @param {string} picture
 * @param {{ attacker: string, target: string }} event
 * @param {number} landing
 * @param {string} kind
 */
function throwAt(cast, picture, { attacker, target }, landing, kind) {
  cast.fx.projectile(picture, cast.at(attacker), cast.at(target), {
    at: landing,
    flight: cast.length * 0.35,
    height: 30,
    size: 34,
    kind,
  });
}

/**
 * As many arrows as shots, close upon each other; `half` of the way when they meet others.
 *
 * @param {Cast} cast
 * @param {string} from
 * @param {string} to
 * @param {number} shots
 * @param {number} landing
 * @param {"half" | "full"} way
 */
function volley(cast, from, to, shots, landing, way) {
  const start = cast.at(from);
  const end = cast.at(to);
  const goal = way === "full" ? end : { ...end, x: (start.x + end.x) / 2 };
  const gap = Math.min(40, (cast.length * 0.3) / shots);
  for (let k = 0; k < shots; k++) {
    cast.fx.projectile("arrow-flights", start, goal, {
      at: landing - (shots - 1 - k) * gap,
      flight: cast.length * 0.3,
      height: 40 + 14 * (k % 4),
      size: 20,
      kind: "arrow",
    });
  }
}

/** @param {{ dice: { result: number }[] }} roll */
const faces = (roll) => roll.dice.map((die) => die.result);
