// Generated from the event classes by `make docs`.
import type { BattleEnded, DiceRolled, Envelope } from "../../player/engine/protocol";

export interface FieldSnapshot {
  /** its terrain words. */
  terrain: string[];
  /** the kind of city, or null. */
  city: string | null;
  /** how many sides the combat die has. */
  die: number;
}

export interface Part {
  /** what adds it: a word of the rules, or the id of a unit of the stack, a spell or an item. */
  source: string;
  /** what it adds. */
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
  /** what it is called. */
  name: string;
  /** name of its picture, or null for a custom unit. */
  icon: string | null;
  /** whether it is a hero, whom no slayer slays (W9). */
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
  /** its strength before the battle: with blessing and afflictions, without bonuses. */
  strength: number;
  /** its hits before the battle, with disease. */
  hits: number;
  /** whether it comes poisoned. */
  poisoned: boolean;
  /** whether it comes diseased. */
  diseased: boolean;
  /** whether it comes paralysed. */
  paralysed: boolean;
  /** its own abilities, purchases included, in points. */
  abilities: Record<string, number>;
  /** a hero's purchases, by how often. */
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
  /** the item strength that comes last (W3, step 4). */
  item_parts: Part[];
  /** its banding bonus in this stack (W3, step 4). */
  banding: number;
  /** acid, lightning, assassin, missile, trample and warding: what each total is made of. */
  powers: Record<string, Part[]>;
}

export interface ArmySnapshot {
  /** the side's name, or empty. */
  name: string;
  /** the army's name, or empty. */
  army: string;
  /** its units in the order in which they fight. */
  stack: UnitSnapshot[];
  /** leadership, morale, fortify, chaos, fear and siege: what each is made of (W3). */
  totals: Record<string, Part[]>;
  /** curse, poison, disease and paralysis: everything that adds to each (W1). */
  afflictions: Record<string, Part[]>;
  /** points of each slayer: best unit, spell and item (W9). */
  slayers: Record<string, Part[]>;
  /** the stack's warding, in every unit's total already, at most 3 (W4). */
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
  /** whether missiles cannot hurt it in this battle (W2). */
  immune: boolean;
  /** what its strength is made of, in the order of W3. */
  strength_parts: Part[];
  /** what its hits are made of. */
  hits_parts: Part[];
}

export interface Die {
  /** its sides. */
  sides: number;
  /** what came up, from 1. */
  result: number;
}

export interface Roll {
  /** id of the unit. */
  unit: string;
  /** the highest result that succeeds: the unit's strength here. */
  needed: number;
  /** its dice, the medal die last; none if it cannot fail. */
  dice: Die[];
  /** whether it succeeded. */
  succeeded: boolean;
}

export interface Replaced {
  /** id of the unit that leaves. */
  unit: string;
  /** the unit that comes, as it would have entered the battle. */
  by: UnitSnapshot;
  /** what it has got of those that were spread already. */
  afflictions: string[];
  /** its medals now. */
  medals: number;
  /** what it fights with; before the side bonuses are worked out, without them. */
  ready: ReadyUnit;
}

export interface BattleStarted extends Envelope {
  type: "battle_started";
  /** where they meet: the defender's ground. */
  field: FieldSnapshot;
  /** the stack of side a, which attacks. */
  a: ArmySnapshot;
  /** the stack of side b, which defends. */
  b: ArmySnapshot;
}

export interface AfflictionSpread extends Envelope {
  type: "affliction_spread";
  /** the side that it comes from. */
  side: "a" | "b";
  /** curse, poison, disease or paralysis. */
  affliction: string;
  /** the chance that each enemy unit gets it. */
  percent: number;
  /** what adds to it, in points of 4 %. */
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
}

export interface UnitSpared extends Envelope {
  type: "unit_spared";
  /** id of the unit. */
  unit: string;
  /** curse, poison, disease or paralysis. */
  affliction: string;
  /** its roll; a power of its own; its blessing; it has it already; nothing to lose. */
  reason: "roll" | "own" | "blessed" | "already" | "nothing";
}

export interface StackReadied extends Envelope {
  type: "stack_readied";
  /** the side. */
  side: "a" | "b";
  /** its side bonus, -3 to 5. */
  bonus: number;
  /** the three brackets that it is the sum of. */
  brackets: Bracket[];
  /** all its units, in the order of the stack. */
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
  /** ids of those among them that have just stepped up. */
  stepped_up: string[];
}

export interface ChanceWeighed extends Envelope {
  type: "chance_weighed";
  /** acid, lightning or assassin. */
  power: string;
  /** id of the unit with the higher total. */
  attacker: string;
  /** id of the unit that it faces. */
  target: string;
  /** the attacker's total, in points of 10 %. */
  total: number;
  /** the target's total of the same power, which is taken from it. */
  offset: number;
  /** the target's warding, which is taken from it too. */
  warding: number;
  /** the chance that is left; with 0 nothing happens, with 100 no die is needed. */
  percent: number;
}

export interface AttemptFailed extends Envelope {
  type: "attempt_failed";
  /** acid, lightning, assassin or a slayer. */
  power: string;
  /** id of the unit that tried. */
  attacker: string;
  /** id of the unit that got away. */
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
  /** id of the unit that it killed. */
  target: string;
  /** the target's hits now, 0. */
  hits: number;
}

export interface MissilesCancelled extends Envelope {
  type: "missiles_cancelled";
  /** how many shots each side loses. */
  amount: number;
  /** id of the front unit of side a. */
  a: string;
  /** id of the front unit of side b. */
  b: string;
  /** the shots that a has left. */
  a_shots: number;
  /** the shots that b has left. */
  b_shots: number;
}

export interface MissilesShrugged extends Envelope {
  type: "missiles_shrugged";
  /** id of the shooter. */
  attacker: string;
  /** id of the immune unit. */
  target: string;
  /** the shots that were lost on it. */
  amount: number;
  /** the shots that the shooter has left, 0. */
  shots: number;
}

export interface ShotFired extends Envelope {
  type: "shot_fired";
  /** id of the shooter. */
  attacker: string;
  /** id of the unit shot at. */
  target: string;
  /** the shooter's roll, with 3 more strength against a flyer. */
  aim: Roll;
  /** the target's roll. */
  cover: Roll;
  /** whether the target is dead. */
  kills: boolean;
  /** the shots that the shooter has left. */
  shots: number;
  /** the target's hits now. */
  hits: number;
}

export interface MeleeRolled extends Envelope {
  type: "melee_rolled";
  /** number of the round, counted through the whole battle. */
  round: number;
  /** the roll of side a. */
  a: Roll;
  /** the roll of side b. */
  b: Roll;
  /** id of the unit that takes a hit, or null if both or neither succeeded. */
  struck: string | null;
}

export interface UnitStruck extends Envelope {
  type: "unit_struck";
  /** id of the unit that hit. */
  attacker: string;
  /** id of the unit that was hit. */
  target: string;
  /** the hits it took: 1 and the trample; what is too much is lost. */
  amount: number;
  /** how many of them are the attacker's trample. */
  trample: number;
  /** the target's hits now. */
  hits: number;
}

export interface UnitSlain extends Envelope {
  type: "unit_slain";
  /** id of the unit that hit. */
  attacker: string;
  /** id of the unit that was slain. */
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
  /** id of the unit that defeated it; its assassin is used up now (W7). */
  by: string;
}

export interface StackReordered extends Envelope {
  type: "stack_reordered";
  /** whose stack it is. */
  side: "a" | "b";
  /** ids of its units, the front unit first. */
  stack: string[];
}

export interface UnitsReplaced extends Envelope {
  type: "units_replaced";
  /** whose stack it is. */
  side: "a" | "b";
  /** who comes in place of whom. */
  replaced: Replaced[];
}

/** Every event that a battle may have, told apart by its `type`. */
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
