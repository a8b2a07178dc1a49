// @ts-check
import { createTimeline, eases } from "animejs";
import { createEffects } from "./effects.js";
import { sideName, sourceName } from "./words.js";

/** @import { AnimationParams } from "animejs" */
/** @import { Beat, Catalog, SideId, Step, WireEvent } from "../../core/types" */
/** @import { UnitDrawing } from "./draw" */
/** @import { Effects } from "./effects" */
/** @import { Layout, Slot } from "./layout" */
/** @import { State } from "./reduce" */

/**
 * @typedef {object} Stage
 * @property {Map<string, UnitDrawing>} units
 * @property {Layout} layout
 * @property {HTMLElement} effects
 * @property {HTMLElement} round
 * @property {HTMLElement} verdict
 * @property {Catalog} catalog
 * @property {string} iconsUrl
 *
 * @typedef {{ beat: Beat, events: WireEvent[], times: number[], before: State, after: State }} Passage
 *
 * @typedef {object} Cast what a dance of one event works with
 * @property {(element: Element, how: AnimationParams, start: number) => void} move animates an element from a time on
 * @property {Effects} fx
 * @property {(id: string) => Slot} at where a unit stood when the beat began
 * @property {(id: string) => HTMLElement | null} body
 * @property {(side: SideId) => number} forward the direction in which a side looks: 1 is right
 * @property {State} before
 * @property {State} after
 * @property {Stage} stage
 * @property {number} length of the beat in ms
 */

/** @type {{ [type: string]: (cast: Cast, event: any, landing: number) => void }} */
const dances = {
  battle_started(cast) {
    for (const [id, unit] of cast.stage.units) {
      const place = cast.after.lineups[unit.card.side].indexOf(id);
      const from = -cast.forward(unit.card.side) * (120 + place * 8);
      const start = Math.min(place * 30, cast.length * 0.5);
      cast.move(
        unit.body,
        {
          translateX: { from, to: 0, ease: "outCubic" },
          opacity: { from: 0, to: 1 },
          duration: cast.length * 0.35,
        },
        start,
      );
    }
  },
  dice_rolled(cast, event) {
    cast.fx.coin(cast.stage.layout.centre, String(event.results[0]));
  },
  first_side_chosen(cast, event) {
    const name = sideName(cast.after, event.side);
    cast.fx.herald(cast.stage.layout.centre, `${name} begins`, `side-${event.side}`);
  },
  round_started(cast) {
    cast.move(
      cast.stage.round,
      { scale: [{ from: 1, to: 1.25 }, { to: 1 }], duration: cast.length * 0.9 },
      0,
    );
  },
  effect_ignored(cast, event, landing) {
    const name =
      event.source === "own" ? "own bonus" : sourceName(cast.stage.catalog, event.source);
    cast.fx.caption(event.unit, cast.at(event.unit), `${name} ignored: AE too low`, landing - 250);
  },
  unit_struck(cast, event, landing) {
    lunge(cast, event.attacker, event.target, landing, 0.85);
    hit(cast, event, landing);
    cast.fx.number(cast.at(event.attacker), `−${event.amount}`, "ae", landing);
    const extra = event.parts.filter((/** @type {{ source: string }} */ p) => p.source !== "base");
    if (extra.length === 0) return;
    const text = extra.map(
      (/** @type {{ source: string, amount: number }} */ p) =>
        `+${p.amount} ${p.source === "own" ? "own bonus" : sourceName(cast.stage.catalog, p.source)}`,
    );
    cast.fx.caption(event.attacker, cast.at(event.attacker), text.join(", "), landing - 200);
  },
  shot_fired(cast, event, landing) {
    const from = cast.at(event.attacker);
    const flight = cast.length * 0.42;
    recoil(cast, event.attacker, landing - flight);
    const height = 90 + Math.abs(cast.at(event.target).x - from.x) * 0.12;
    cast.fx.projectile("cannon-ball", from, cast.at(event.target), {
      at: landing,
      flight,
      height,
      size: 26,
      kind: "shot",
    });
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
    lunge(cast, event.attacker, event.target, landing, 0.6);
    hit(cast, event, landing);
    cast.fx.number(cast.at(event.attacker), "−1", "de", landing);
    cast.fx.caption(
      event.attacker,
      cast.at(event.attacker),
      "Exhausted: pays with DE",
      landing - 200,
    );
  },
  exhaustion_blocked(cast, event, landing) {
    lunge(cast, event.attacker, event.unit, landing, 0.5);
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
  unit_defeated(cast, event, landing) {
    const body = cast.body(event.unit);
    if (!body) return;
    const slot = cast.at(event.unit);
    const away = -cast.forward(cast.before.cards[event.unit].side);
    cast.fx.ring(slot, "puff", landing, 340);
    cast.move(
      body,
      {
        translateY: [
          { from: 0, to: -slot.size * 0.22, ease: "outQuad" },
          { to: slot.size * 0.3, ease: "inQuad" },
        ],
        rotate: { from: 0, to: away * 70 },
        opacity: [{ from: 1, to: 1 }, { to: 0 }],
        duration: Math.max(1, landing - 20),
      },
      0,
    );
  },
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
    cast.fx.herald(cast.stage.layout.centre, "Two quiet rounds: leaders to the back", "plain");
  },
  battle_ended(cast, event) {
    if (event.winner) cast.fx.confetti(cast.stage.layout.height, event.winner);
    cast.move(
      cast.stage.verdict,
      { scale: { from: 0.7, to: 1, ease: "outBack" }, duration: 420 },
      cast.length * 0.45,
    );
    for (const id of event.winner ? cast.after.lineups[/** @type {SideId} */ (event.winner)] : []) {
      const body = cast.body(id);
      if (body)
        cast.move(
          body,
          {
            translateY: [
              { from: 0, to: -14, ease: "outQuad" },
              { to: 0, ease: "outBounce" },
            ],
            duration: cast.length * 0.4,
          },
          cast.length * 0.45,
        );
    }
  },
};

/** Every event type that has a dance of its own; any other is shown by its values alone. */
export const DANCED = Object.keys(dances);

/**
 * The motion of one beat. It only decorates: the snapshots say what is true before and after.
 *
 * @param {Stage} stage
 * @param {Passage} passage
 * @returns {Step}
 */
export function createStep(stage, { beat, events, times, before, after }) {
  const motion = createTimeline({
    autoplay: false,
    defaults: { ease: "outQuad", composition: "none" },
  });
  const { width } = stage.layout;
  const { iconsUrl } = stage;
  const fx = createEffects(stage.effects, motion, { length: beat.length, iconsUrl, width });
  /** @type {Set<any>} */
  const moved = new Set();
  /** @type {Cast} */
  const cast = {
    move(element, how, start) {
      moved.add(element);
      motion.add(element, how, start);
    },
    fx,
    before,
    after,
    stage,
    length: beat.length,
    at(id) {
      const side = (before.cards[id] ?? after.cards[id]).side;
      return stage.layout.slot(side, Math.max(0, before.lineups[side].indexOf(id)));
    },
    body: (id) => stage.units.get(id)?.body ?? null,
    forward: (side) => (side === "a" ? 1 : -1),
  };
  events.forEach((event, k) => {
    if (Object.hasOwn(dances, event.type)) dances[event.type](cast, event, times[k] - beat.cue);
  });
  const walks = createWalks(stage, { beat, times, before, after });
  return {
    seek(ms) {
      motion.seek(ms);
      walks(ms);
    },
    clear() {
      // Reverting also empties anime's own memory of each element's transform.
      motion.revert();
      stage.effects.replaceChildren();
      for (const element of moved) element.removeAttribute("style");
    },
  };
}

/**
 * Walks every unit whose place changes in a beat from its old slot to the new one; who goes to the
 * back passes below the others.
 *
 * @param {Stage} stage
 * @param {Omit<Passage, "events">} passage
 */
function createWalks(stage, { beat, times, before, after }) {
  /** @type {{ unit: UnitDrawing, from: Slot, to: Slot, lift: number }[]} */
  const walkers = [];
  for (const side of /** @type {SideId[]} */ (["a", "b"])) {
    after.lineups[side].forEach((id, place) => {
      const old = before.lineups[side].indexOf(id);
      const unit = stage.units.get(id);
      if (old < 0 || old === place || !unit) return;
      const lift = place > old ? -stage.layout.leader * 0.5 : 0;
      walkers.push({
        unit,
        from: stage.layout.slot(side, old),
        to: stage.layout.slot(side, place),
        lift,
      });
    });
  }
  const start = times[0] - beat.cue;
  const lasting = Math.max(1, beat.length - start);
  return (/** @type {number} */ ms) => {
    if (walkers.length === 0) return;
    const share = eases.inOutQuad(Math.max(0, Math.min(1, (ms - start) / lasting)));
    for (const { unit, from, to, lift } of walkers) {
      // Before its event lands the unit still stands in its old slot, at the old slot's size.
      if (ms < start) continue;
      unit.between(from, to, share, lift * Math.sin(Math.PI * share));
    }
  };
}

/**
 * A leap at an enemy and back.
 *
 * @param {Cast} cast
 * @param {string} attacker
 * @param {string} target
 * @param {number} landing
 * @param {number} share how much of the way it goes
 */
function lunge(cast, attacker, target, landing, share) {
  const body = cast.body(attacker);
  if (!body) return;
  const [from, to] = [cast.at(attacker), cast.at(target)];
  const away = cast.forward(cast.before.cards[attacker].side);
  const reach = Math.max(0, Math.abs(to.x - from.x) - from.size * 0.75) * share * away + away * 12;
  const rise = Math.min(260, landing * 0.75);
  cast.move(
    body,
    {
      translateX: [
        { from: 0, to: -away * 10, duration: rise * 0.4, ease: "outQuad" },
        { to: reach, duration: rise * 0.6, ease: "inQuad" },
        { to: 0, duration: Math.min(300, cast.length - landing), ease: "outQuad" },
      ],
    },
    Math.max(0, landing - rise),
  );
}

/**
 * What a hit looks like on its target: a shock, a flash and the number.
 *
 * @param {Cast} cast
 * @param {{ target: string, amount: number }} event
 * @param {number} landing
 */
function hit(cast, { target, amount }, landing) {
  const slot = cast.at(target);
  cast.fx.ring(slot, "impact", landing - 20, 280);
  cast.fx.number(slot, `−${amount}`, "de", landing);
  const icon = cast.body(target)?.querySelector(".icon");
  if (icon)
    cast.move(
      icon,
      {
        rotate: [{ from: 0, to: 9 }, { to: -7 }, { to: 0 }],
        duration: Math.min(260, cast.length - landing),
      },
      landing,
    );
}

/**
 * @param {Cast} cast
 * @param {string} unit
 * @param {number} start
 * @param {number} wide px
 */
function shake(cast, unit, start, wide) {
  const body = cast.body(unit);
  if (body)
    cast.move(
      body,
      {
        translateX: [{ from: 0, to: wide }, { to: -wide }, { to: wide / 2 }, { to: 0 }],
        duration: 320,
      },
      Math.max(0, start),
    );
}

/**
 * @param {Cast} cast
 * @param {string} unit
 * @param {number} start
 */
function recoil(cast, unit, start) {
  const body = cast.body(unit);
  const away = -cast.forward(cast.before.cards[unit].side) * 8;
  if (body)
    cast.move(
      body,
      {
        translateX: [
          { from: 0, to: away, duration: 70 },
          { to: 0, duration: 200 },
        ],
      },
      Math.max(0, start),
    );
}

/**
 * Throws a unit itself in an arc at an enemy; it walks back in a straight line.
 *
 * @param {Cast} cast
 * @param {string} unit
 * @param {Slot} from
 * @param {Slot} to
 * @param {number} landing
 * @param {number} flight
 */
function fly(cast, unit, from, to, landing, flight) {
  const body = cast.body(unit);
  if (!body) return;
  body.style.zIndex = "5";
  const start = Math.max(0, landing - flight);
  const air = Math.max(1, landing - start);
  const back = Math.max(1, cast.length - landing - 20);
  const [x, y] = [to.x - from.x, to.y - from.y];
  cast.move(
    body,
    {
      translateX: [
        { from: 0, to: x * 0.92, duration: air, ease: "linear" },
        { to: 0, duration: back, ease: "inOutQuad" },
      ],
    },
    start,
  );
  cast.move(
    body,
    {
      translateY: [
        { from: 0, to: Math.min(0, y) - 90, duration: air / 2, ease: "outQuad" },
        { to: y, duration: air / 2, ease: "inQuad" },
        { to: 0, duration: back, ease: "inOutQuad" },
      ],
      rotate: [
        { from: 0, to: 360 * Math.sign(x), duration: air, ease: "linear" },
        { to: 360 * Math.sign(x), duration: back },
      ],
    },
    start,
  );
}

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
