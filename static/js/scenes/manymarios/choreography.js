// @ts-check
import {
  dodge,
  enter,
  fall,
  fly,
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

/** @type {Choreography<State, Event>} */
export const CHOREOGRAPHY = {
  battle_started: (stage) => enter(stage),
  dice_rolled(stage, event) {
    stage.fx.coin(String(event.results[0]));
  },
  first_side_chosen(stage, event) {
    const name = sideName(stage.after, event.side);
    stage.fx.herald(`${name} begins`, `side-${event.side}`);
  },
  round_started(stage) {
    stage.move(
      stage.part("sign"),
      { scale: [{ from: 1, to: 1.25 }, { to: 1 }], duration: stage.length * 0.9 },
      0,
    );
  },
  effect_ignored(stage, event, landing) {
    const name = sourceName(stage.catalog, event.source ?? "");
    stage.fx.caption(event.unit, `${name} ignored: AE too low`, landing - 250);
  },
  unit_struck(stage, event, landing) {
    strike(stage, event, landing, { kills: event.de === 0 });
    stage.fx.number(event.attacker, `−${event.amount}`, "cost", landing);
    const extra = event.parts.filter(({ source }) => source !== "base");
    if (extra.length === 0) return;
    const text = extra.map(
      ({ amount, source }) => `+${amount} ${sourceName(stage.catalog, source)}`,
    );
    stage.fx.caption(event.attacker, text.join(", "), landing - 200);
  },
  shot_fired(stage, event, landing) {
    shoot(stage, "ball", event.attacker, event.target, landing);
    hit(stage, event, landing);
  },
  unit_launched(stage, event, landing) {
    const from = stage.at(event.attacker);
    const to = stage.at(event.target);
    stage.fx.ring(event.pipe, "puff", landing - stage.length * 0.42, 260);
    fly(stage, event.attacker, from, to, landing, stage.length * 0.42);
    hit(stage, event, landing);
    stage.fx.caption(event.attacker, "Launch", landing - stage.length * 0.4);
  },
  bomb_dropped(stage, event, landing) {
    bomb(stage, event, landing);
    hit(stage, event, landing);
    stage.fx.ring(event.target, "blast", landing, 380);
  },
  bomb_negated(stage, event, landing) {
    if (event.source === "defender") {
      stage.fx.caption(event.attacker, "Defender: no bomb", landing);
      return;
    }
    bomb(stage, event, landing);
    stage.fx.ring(event.target, "dome", landing, 420);
    stage.fx.caption(event.target, "No effect", landing);
  },
  exchange_refused(stage, event, landing) {
    stage.fx.ring(event.unit, "dome", landing - 200, stage.length * 0.7);
    stage.fx.caption(event.unit, "Defender: deals and takes nothing", landing - 200);
    const opponent = stage.body(event.opponent);
    const side = stage.before.roster[event.opponent].side;
    if (opponent) {
      const reach = stage.forward(side) * 14;
      stage.move(
        opponent,
        {
          translateX: [{ from: 0, to: reach }, { to: 0 }],
          duration: stage.length * 0.4,
          ease: "outQuad",
        },
        Math.max(0, landing - 160),
      );
    }
  },
  action_lost(stage, event, landing) {
    stage.fx.caption(event.unit, "Stunned: deals nothing", landing - 200);
    shake(stage, event.unit, landing - 150, 4);
  },
  unit_exhausted(stage, event, landing) {
    stage.fx.caption(event.unit, "Exhausted", landing);
  },
  exhaustion_dealt(stage, event, landing) {
    strike(stage, event, landing);
    stage.fx.number(event.attacker, "−1", "loss", landing);
    stage.fx.caption(event.attacker, "Exhausted: pays with DE", landing - 200);
  },
  exhaustion_blocked(stage, event, landing) {
    lunge(stage, event.attacker, event.unit, landing, 0.8);
    dodge(stage, event.unit, landing);
    stage.fx.caption(event.unit, "Agility: dodged", landing - 100);
  },
  unit_stunned(stage, event, landing) {
    shake(stage, event.unit, landing, 6);
    stage.fx.caption(event.unit, "Stunned", landing);
  },
  stun_ended() {},
  unit_defeated: (stage, event, landing) => fall(stage, event.unit, landing),
  pipe_removed(stage, event, landing) {
    const body = stage.body(event.unit);
    if (!body) return;
    stage.fx.caption(event.unit, "A Cannon Pipe never leads", 0);
    stage.move(
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
  unit_sent_back(stage, event, landing) {
    stage.fx.caption(event.unit, "Out of AE: to the back", landing - 200);
  },
  round_ended() {},
  lineups_rotated(stage) {
    stage.fx.herald("Two quiet rounds: both go to the back", "plain");
  },
  battle_ended: (stage, event) => triumph(stage, event.winner),
};

/**
 * @param {BeatStage} stage
 * @param {{ attacker: string, target: string }} event
 * @param {number} landing
 */
function bomb(stage, { attacker, target }, landing) {
  stage.fx.projectile("bomb", attacker, target, {
    ...{ at: landing, flight: stage.length * 0.4, height: 120, size: 26 },
    end: "gone",
  });
}
