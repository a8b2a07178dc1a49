// @ts-check
import { enter, fall, fly, hit, lunge, shake, shoot, triumph } from "../../core/stage/moves.js";
import { sideName, sourceName } from "./words.js";

/** @import { Cast } from "../../core/stage/moves" */
/** @import { Choreography } from "../../core/types" */
/** @import { Event } from "./events" */
/** @import { State } from "./reduce" */

/** @type {Choreography<State, Event>} */
export const DANCES = {
  battle_started: (cast) => enter(cast),
  dice_rolled(cast, event) {
    cast.fx.coin(cast.layout.herald, String(event.results[0]));
  },
  first_side_chosen(cast, event) {
    const name = sideName(cast.after, event.side);
    cast.fx.herald(cast.layout.herald, `${name} begins`, `side-${event.side}`);
  },
  round_started(cast) {
    cast.move(
      cast.part("sign"),
      { scale: [{ from: 1, to: 1.25 }, { to: 1 }], duration: cast.length * 0.9 },
      0,
    );
  },
  effect_ignored(cast, event, landing) {
    const name = sourceName(cast.catalog, event.source ?? "");
    cast.fx.caption(event.unit, cast.at(event.unit), `${name} ignored: AE too low`, landing - 250);
  },
  unit_struck(cast, event, landing) {
    lunge(cast, event.attacker, event.target, landing, 0.52);
    hit(cast, event, landing);
    cast.fx.number(cast.at(event.attacker), `−${event.amount}`, "cost", landing);
    const extra = event.parts.filter(({ source }) => source !== "base");
    if (extra.length === 0) return;
    const text = extra.map(
      ({ amount, source }) => `+${amount} ${sourceName(cast.catalog, source)}`,
    );
    cast.fx.caption(event.attacker, cast.at(event.attacker), text.join(", "), landing - 200);
  },
  shot_fired(cast, event, landing) {
    shoot(cast, "cannon-ball", event.attacker, event.target, landing, 26);
    hit(cast, event, landing);
  },
  unit_launched(cast, event, landing) {
    const from = cast.at(event.attacker);
    const to = cast.at(event.target);
    cast.fx.ring(cast.at(event.pipe), "puff", landing - cast.length * 0.42, 260);
    fly(cast, event.attacker, from, to, landing, cast.length * 0.42);
    hit(cast, event, landing);
    cast.fx.caption(event.attacker, cast.at(event.pipe), "Launch", landing - cast.length * 0.4);
  },
  bomb_dropped(cast, event, landing) {
    bomb(cast, event, landing);
    hit(cast, event, landing);
    cast.fx.ring(cast.at(event.target), "blast", landing, 380);
  },
  bomb_negated(cast, event, landing) {
    if (event.source === "defender") {
      cast.fx.caption(event.attacker, cast.at(event.attacker), "Defender: no bomb", landing);
      return;
    }
    bomb(cast, event, landing);
    cast.fx.ring(cast.at(event.target), "dome", landing, 420);
    cast.fx.caption(event.target, cast.at(event.target), "No effect", landing);
  },
  exchange_refused(cast, event, landing) {
    cast.fx.ring(cast.at(event.unit), "dome", landing - 200, cast.length * 0.7);
    cast.fx.caption(
      event.unit,
      cast.at(event.unit),
      "Defender: deals and takes nothing",
      landing - 200,
    );
    const opponent = cast.body(event.opponent);
    const side = cast.before.cards[event.opponent].side;
    if (opponent) {
      const reach = cast.forward(side) * 14;
      cast.move(
        opponent,
        {
          translateX: [{ from: 0, to: reach }, { to: 0 }],
          duration: cast.length * 0.4,
          ease: "outQuad",
        },
        Math.max(0, landing - 160),
      );
    }
  },
  action_lost(cast, event, landing) {
    cast.fx.caption(event.unit, cast.at(event.unit), "Stunned: deals nothing", landing - 200);
    shake(cast, event.unit, landing - 150, 4);
  },
  unit_exhausted(cast, event, landing) {
    cast.fx.caption(event.unit, cast.at(event.unit), "Exhausted", landing);
  },
  exhaustion_dealt(cast, event, landing) {
    lunge(cast, event.attacker, event.target, landing, 0.42);
    hit(cast, event, landing);
    cast.fx.number(cast.at(event.attacker), "−1", "loss", landing);
    cast.fx.caption(
      event.attacker,
      cast.at(event.attacker),
      "Exhausted: pays with DE",
      landing - 200,
    );
  },
  exhaustion_blocked(cast, event, landing) {
    lunge(cast, event.attacker, event.unit, landing, 0.4);
    const body = cast.body(event.unit);
    const away = -cast.forward(cast.before.cards[event.unit].side) * 34;
    if (body) {
      cast.move(
        body,
        {
          translateX: [{ from: 0, to: away }, { to: 0 }],
          rotate: [{ from: 0, to: away / 4 }, { to: 0 }],
          duration: 380,
        },
        Math.max(0, landing - 170),
      );
    }
    cast.fx.caption(event.unit, cast.at(event.unit), "Agility: dodged", landing - 100);
  },
  unit_stunned(cast, event, landing) {
    shake(cast, event.unit, landing, 6);
    cast.fx.caption(event.unit, cast.at(event.unit), "Stunned", landing);
  },
  stun_ended() {},
  unit_defeated: (cast, event, landing) => fall(cast, event.unit, landing),
  pipe_removed(cast, event, landing) {
    const body = cast.body(event.unit);
    if (!body) return;
    cast.fx.caption(event.unit, cast.at(event.unit), "A Cannon Pipe never leads", 0);
    cast.move(
      body,
      {
        translateY: { from: 0, to: 40 },
        opacity: { from: 1, to: 0 },
        duration: Math.max(1, landing - 20),
        ease: "inQuad",
      },
      0,
    );
  },
  unit_sent_back(cast, event, landing) {
    cast.fx.caption(event.unit, cast.at(event.unit), "Out of AE: to the back", landing - 200);
  },
  round_ended() {},
  lineups_rotated(cast) {
    cast.fx.herald(cast.layout.herald, "Two quiet rounds: both go to the back", "plain");
  },
  battle_ended: (cast, event) => triumph(cast, event.winner),
};

/**
 * @param {Cast} cast
 * @param {{ attacker: string, target: string }} event
 * @param {number} landing
 */
function bomb(cast, { attacker, target }, landing) {
  cast.fx.projectile("unlit-bomb", cast.at(attacker), cast.at(target), {
    at: landing,
    flight: cast.length * 0.4,
    height: 120,
    size: 30,
    kind: "bomb",
  });
}
