// Generated from the event classes by `make docs`.
import type { BattleEnded, DiceRolled, Envelope } from "../../player/engine/protocol";

export interface FieldSnapshot {
  /** its terrain words. */
  terrain: string[];
  /** the kind of city, or null. */
  city: string | null;
  /** number of sides of the combat die. */
  die: number;
}

export interface Part {
  /** a rule word, or the id of a unit of the stack, a spell or an item. */
  source: string;
  /** the points it adds. */
  amount: number;
}

export interface UnitSnapshot {
  /** side letter and place in the stack, from 1: `a1`. */
  id: string;
  /** the side it fights for. */
  side: "a" | "b";
  /** unit, hero or custom. */
  kind: "unit" | "hero" | "custom";
  /** its catalog id, a hero's class, or null for a custom unit. */
  unit: string | null;
  /** its name. */
  name: string;
  /** name of its icon, or null for a custom unit that chose none. */
  icon: string | null;
  /** whether it is a hero, which slayers cannot slay (W9). */
  hero: boolean;
  /** a hero's level, or null. */
  level: number | null;
  /** its races, for slayers. */
  race: string[];
  /** whether it flies, by nature, spell, item or a hero's flight. */
  flying: boolean;
  /** whether it is blessed. */
  blessed: boolean;
  /** its medals, 0 to 4. */
  medals: number;
  /** its strength with blessing and afflictions, without bonuses. */
  strength: number;
  /** its hits before the battle, with disease. */
  hits: number;
  /** whether it starts poisoned. */
  poisoned: boolean;
  /** whether it starts diseased. */
  diseased: boolean;
  /** whether it starts paralysed. */
  paralysed: boolean;
  /** its own abilities, purchases included, in points. */
  abilities: Record<string, number>;
  /** a hero's purchases and how often each was made. */
  buys: Record<string, number>;
  /** ids of the spells that it casts. */
  spells: string[];
  /** ids of the items that it carries. */
  items: string[];
  /** its bonus on each kind of ground. */
  terrain: Record<string, number>;
  /** its strength before blessing and afflictions (W3, step 1). */
  strength_parts: Part[];
  /** its hits before disease and Life Drain (W2). */
  hits_parts: Part[];
  /** strength from items, which is added last (W3, step 4). */
  item_parts: Part[];
  /** its banding bonus in this stack (W3, step 4). */
  banding: number;
  /** contributions to acid, lightning, assassin, missile, trample, warding. */
  powers: Record<string, Part[]>;
  /** whether a curse took its blessing in an earlier battle (W17). */
  cursed?: boolean;
}

export interface ArmySnapshot {
  /** the side's name, or empty. */
  name: string;
  /** the army's name, or empty. */
  army: string;
  /** its units in fighting order. */
  stack: UnitSnapshot[];
  /** contributions to leadership, morale, fortify, chaos, fear, siege (W3). */
  totals: Record<string, Part[]>;
  /** contributions to curse, poison, disease and paralysis (W1). */
  afflictions: Record<string, Part[]>;
  /** contributions to each slayer: best unit, spell and item (W9). */
  slayers: Record<string, Part[]>;
  /** the stack's warding, part of every unit's total, at most 3 (W4). */
  group_warding: number;
  /** the hits that its Life Drain takes from every enemy (W2). */
  life_drain: number;
}

export interface Bracket {
  /** leadership, morale or fortify. */
  own: string;
  /** the side's total of it, 0 to 5. */
  own_total: number;
  /** chaos, fear or siege. */
  against: string;
  /** the enemy's total of it, 0 to 5. */
  against_total: number;
  /** the difference, limited to -1..5. */
  amount: number;
}

export interface ReadyUnit {
  /** id of the unit. */
  id: string;
  /** its strength. */
  strength: number;
  /** its hits. */
  hits: number;
  /** whether it is immune to missiles in this battle (W2). */
  immune: boolean;
  /** contributions to its strength, in the order of W3. */
  strength_parts: Part[];
  /** contributions to its hits. */
  hits_parts: Part[];
}

export interface Die {
  /** number of sides. */
  sides: number;
  /** the face rolled, from 1. */
  result: number;
}

export interface Roll {
  /** id of the unit. */
  unit: string;
  /** the highest successful result: its strength, or the sum of the parts. */
  needed: number;
  /** its dice, the medal die last; empty if it cannot fail. */
  dice: Die[];
  /** whether it succeeded. */
  succeeded: boolean;
  /** contributions to `needed`; left out if just the unit's strength. */
  parts?: Part[];
}

export interface Replaced {
  /** id of the unit that leaves. */
  unit: string;
  /** the unit that takes its place, as it would enter the battle. */
  by: UnitSnapshot;
  /** those already spread that it got. */
  afflictions: string[];
  /** its medals now. */
  medals: number;
  /** its values for battle, with side bonuses if already computed. */
  ready: ReadyUnit;
}

export interface BattleStarted extends Envelope {
  type: "battle_started";
  /** the defender's ground, where they meet. */
  field: FieldSnapshot;
  /** the stack of side a, which attacks. */
  a: ArmySnapshot;
  /** the stack of side b, which defends. */
  b: ArmySnapshot;
}

export interface AfflictionSpread extends Envelope {
  type: "affliction_spread";
  /** the side that spreads it. */
  side: "a" | "b";
  /** curse, poison, disease or paralysis. */
  affliction: string;
  /** the chance that each enemy unit gets it. */
  percent: number;
  /** contributions to it, in points of 4%. */
  parts: Part[];
}

export interface UnitAfflicted extends Envelope {
  type: "unit_afflicted";
  /** id of the unit. */
  unit: string;
  /** curse, poison, disease or paralysis. */
  affliction: string;
  /** whether it is blessed now. */
  blessed: boolean;
  /** its medals now. */
  medals: number;
  /** its strength now, still without bonuses. */
  strength: number;
  /** its hits now, before Life Drain. */
  hits: number;
  /** the strength, or for disease the hits, that it lost; null in older recordings. */
  lost: number | null;
}

export interface UnitSpared extends Envelope {
  type: "unit_spared";
  /** id of the unit. */
  unit: string;
  /** curse, poison, disease or paralysis. */
  affliction: string;
  /** the roll, its own affliction power, its blessing, already afflicted, or nothing to lose. */
  reason: "roll" | "own" | "blessed" | "already" | "nothing";
}

export interface StackReadied extends Envelope {
  type: "stack_readied";
  /** the side. */
  side: "a" | "b";
  /** its side bonus, -3 to 5. */
  bonus: number;
  /** the three brackets that it sums up. */
  brackets: Bracket[];
  /** all its units, in stack order. */
  units: ReadyUnit[];
}

export interface PairingStarted extends Envelope {
  type: "pairing_started";
  /** number of the pairing, from 1. */
  pairing: number;
  /** id of the front unit of side a. */
  a: string;
  /** id of the front unit of side b. */
  b: string;
  /** ids of those that have just stepped up. */
  stepped_up: string[];
}

export interface ChanceWeighed extends Envelope {
  type: "chance_weighed";
  /** acid, lightning or assassin. */
  power: string;
  /** id of the unit with the higher total. */
  attacker: string;
  /** id of its opponent. */
  target: string;
  /** the attacker's total, in points of 10%. */
  total: number;
  /** the target's total of the same power, which is subtracted. */
  offset: number;
  /** the target's warding, which is subtracted too. */
  warding: number;
  /** the resulting chance; at 0 nothing happens, at 100 no die is rolled. */
  percent: number;
}

export interface AttemptFailed extends Envelope {
  type: "attempt_failed";
  /** acid, lightning, assassin or a slayer. */
  power: string;
  /** id of the unit that attempted it. */
  attacker: string;
  /** id of the unit that was missed. */
  target: string;
}

export interface AcidHit extends Envelope {
  type: "acid_hit";
  /** id of the unit with acid. */
  attacker: string;
  /** id of the unit that was hit. */
  target: string;
  /** the strength lost. */
  amount: number;
  /** the target's strength now. */
  strength: number;
}

export interface LightningHit extends Envelope {
  type: "lightning_hit";
  /** id of the unit with lightning. */
  attacker: string;
  /** id of the unit that was hit. */
  target: string;
  /** the hits lost. */
  amount: number;
  /** the target's hits now. */
  hits: number;
}

export interface UnitAssassinated extends Envelope {
  type: "unit_assassinated";
  /** id of the assassin. */
  attacker: string;
  /** id of the killed unit. */
  target: string;
  /** the target's hits now, 0. */
  hits: number;
}

export interface MissilesCancelled extends Envelope {
  type: "missiles_cancelled";
  /** number of shots each side loses. */
  amount: number;
  /** id of the front unit of side a. */
  a: string;
  /** id of the front unit of side b. */
  b: string;
  /** shots left to a. */
  a_shots: number;
  /** shots left to b. */
  b_shots: number;
}

export interface MissilesShrugged extends Envelope {
  type: "missiles_shrugged";
  /** id of the shooter. */
  attacker: string;
  /** id of the immune unit. */
  target: string;
  /** the shots lost. */
  amount: number;
  /** shots left to the shooter, 0. */
  shots: number;
}

export interface ShotFired extends Envelope {
  type: "shot_fired";
  /** id of the shooter. */
  attacker: string;
  /** id of the unit shot at. */
  target: string;
  /** the shooter's roll, with +3 strength against a flyer among its parts. */
  aim: Roll;
  /** the target's roll. */
  cover: Roll;
  /** whether the target is dead. */
  kills: boolean;
  /** shots left to the shooter. */
  shots: number;
  /** the target's hits now. */
  hits: number;
}

export interface MeleeRolled extends Envelope {
  type: "melee_rolled";
  /** number of the round in the whole battle. */
  round: number;
  /** the roll of side a. */
  a: Roll;
  /** the roll of side b. */
  b: Roll;
  /** id of the unit hit, or null if both or neither succeeded. */
  struck: string | null;
}

export interface UnitStruck extends Envelope {
  type: "unit_struck";
  /** id of the unit that hit. */
  attacker: string;
  /** id of the unit that was hit. */
  target: string;
  /** hits dealt: 1 plus trample; excess hits are lost. */
  amount: number;
  /** the attacker's share from trample. */
  trample: number;
  /** the target's hits now. */
  hits: number;
}

export interface UnitSlain extends Envelope {
  type: "unit_slain";
  /** id of the unit that hit. */
  attacker: string;
  /** id of the slain unit. */
  target: string;
  /** the slayer ability. */
  slayer: string;
  /** the target's hits now, 0. */
  hits: number;
}

export interface UnitDefeated extends Envelope {
  type: "unit_defeated";
  /** id of the unit. */
  unit: string;
  /** id of the unit that defeated it, whose assassin is used up (W7). */
  by: string;
}

export interface StackReordered extends Envelope {
  type: "stack_reordered";
  /** the side of the stack. */
  side: "a" | "b";
  /** ids of its units, the front unit first. */
  stack: string[];
}

export interface UnitsReplaced extends Envelope {
  type: "units_replaced";
  /** the side of the stack. */
  side: "a" | "b";
  /** the replacements. */
  replaced: Replaced[];
}

/** Every event that a battle may have, distinguished by its `type`. */
export type Event =
  | DiceRolled
  | (BattleEnded & { reason: "defeat" })
  | BattleStarted
  | AfflictionSpread
  | UnitAfflicted
  | UnitSpared
  | StackReadied
  | PairingStarted
  | ChanceWeighed
  | AttemptFailed
  | AcidHit
  | LightningHit
  | UnitAssassinated
  | MissilesCancelled
  | MissilesShrugged
  | ShotFired
  | MeleeRolled
  | UnitStruck
  | UnitSlain
  | UnitDefeated
  | StackReordered
  | UnitsReplaced;
