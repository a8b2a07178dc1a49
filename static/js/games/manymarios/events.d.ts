// Generated from the event classes by `make docs`.
import type { BattleEnded, DiceRolled, Envelope } from "../../player/engine/protocol";

export interface Part {
  /** `energy`, `own`, `base`, or the id of an ability, item or building. */
  source: string;
  /** the points it adds. */
  amount: number;
}

export interface UnitSnapshot {
  /** side letter and place in the army, from 1: `a1`. */
  id: string;
  /** the side it fights for. */
  side: "a" | "b";
  /** its catalog id, or null for a custom unit. */
  unit: string | null;
  /** its name. */
  name: string;
  /** unit, building_unit or custom. */
  kind: "unit" | "building_unit" | "custom";
  /** source of its numbers: source (the wiki), house (ours) or custom. */
  origin: "source" | "house" | "custom";
  /** name of its icon, or null for a custom unit that chose none. */
  icon: string | null;
  /** Army Points, including what it carries. */
  ap: number;
  /** attack energy at the start. */
  ae: number;
  /** defense energy at the start. */
  de: number;
  /** ids of its abilities, also from equipment and items. */
  abilities: string[];
  /** ids of its equipment. */
  equipment: string[];
  /** ids of its combat items. */
  combat_items: string[];
  /** contributions to its attack energy. */
  ae_parts: Part[];
  /** contributions to its defense energy. */
  de_parts: Part[];
  /** its flat damage bonuses; the AE cap ignores the last one first. */
  damage_parts: Part[];
}

export interface ArmySnapshot {
  /** the side's name, or empty. */
  name: string;
  /** the army's name, or empty. */
  army: string;
  /** its Army Points. */
  ap: number;
  /** ids of its combat buildings. */
  buildings: string[];
  /** its units, the leader first. */
  lineup: UnitSnapshot[];
}

export interface Replaced {
  /** id of the unit that leaves. */
  unit: string;
  /** the unit that takes its place, as it would enter the battle. */
  by: UnitSnapshot;
}

export interface BattleStarted extends Envelope {
  type: "battle_started";
  /** maximum Army Points of an army, or null. */
  ap_limit: number | null;
  /** the army of side a. */
  a: ArmySnapshot;
  /** the army of side b. */
  b: ArmySnapshot;
}

export interface FirstSideChosen extends Envelope {
  type: "first_side_chosen";
  /** the side that begins. */
  side: "a" | "b";
}

export interface RoundStarted extends Envelope {
  type: "round_started";
  /** its number, from 1. */
  round: number;
  /** the side on the offense; the other one is on the defense. */
  offense: "a" | "b";
  /** ids of the leaders exhausted at its start (M8). */
  exhausted: string[];
}

export interface EffectIgnored extends Envelope {
  type: "effect_ignored";
  /** id of the unit; `source` names the effect. */
  unit: string;
  /** the damage lost. */
  amount: number;
}

export interface UnitStruck extends Envelope {
  type: "unit_struck";
  /** id of the leader that strikes. */
  attacker: string;
  /** id of the leader that is struck. */
  target: string;
  /** the damage. */
  amount: number;
  /** the attacker's AE now. */
  ae: number;
  /** the target's DE now. */
  de: number;
  /** contributions to the damage. */
  parts: Part[];
}

export interface ShotFired extends Envelope {
  type: "shot_fired";
  /** id of the shooter; the search for the next one starts behind it. */
  attacker: string;
  /** id of the enemy leader. */
  target: string;
  /** the damage, 1. */
  amount: number;
  /** the shooter's AE now. */
  ae: number;
  /** the target's DE now. */
  de: number;
}

export interface UnitLaunched extends Envelope {
  type: "unit_launched";
  /** id of the Cannon Pipe. */
  pipe: string;
  /** id of the launched unit. */
  attacker: string;
  /** id of the enemy leader. */
  target: string;
  /** the damage, 2. */
  amount: number;
  /** the launched unit's AE now. */
  ae: number;
  /** the target's DE now. */
  de: number;
}

export interface BombDropped extends Envelope {
  type: "bomb_dropped";
  /** id of the leader with Air Strike. */
  leader: string;
  /** id of the striker. */
  attacker: string;
  /** id of the unit hit. */
  target: string;
  /** the damage, 1. */
  amount: number;
  /** the striker's AE now. */
  ae: number;
  /** the target's DE now. */
  de: number;
}

export interface BombNegated extends Envelope {
  type: "bomb_negated";
  /** id of the striker; `source` is `launch` (M27) or `defender` (M17). */
  attacker: string;
  /** id of the unit that stays unharmed. */
  target: string;
}

export interface ExchangeRefused extends Envelope {
  type: "exchange_refused";
  /** id of the defender. */
  unit: string;
  /** id of the enemy leader. */
  opponent: string;
}

export interface ActionLost extends Envelope {
  type: "action_lost";
  /** id of the stunned unit. */
  unit: string;
}

export interface UnitExhausted extends Envelope {
  type: "unit_exhausted";
  /** id of the unit. */
  unit: string;
}

export interface ExhaustionDealt extends Envelope {
  type: "exhaustion_dealt";
  /** id of the exhausted leader. */
  attacker: string;
  /** id of the other leader. */
  target: string;
  /** the damage, 1. */
  amount: number;
  /** the attacker's DE now. */
  attacker_de: number;
  /** the target's DE now. */
  de: number;
}

export interface ExhaustionBlocked extends Envelope {
  type: "exhaustion_blocked";
  /** id of the agile unit. */
  unit: string;
  /** id of the exhausted leader. */
  attacker: string;
}

export interface UnitStunned extends Envelope {
  type: "unit_stunned";
  /** id of the stunned unit. */
  unit: string;
  /** id of the unit with stun. */
  stunner: string;
  /** the round in which it deals nothing. */
  round: number;
}

export interface StunEnded extends Envelope {
  type: "stun_ended";
  /** id of the unit. */
  unit: string;
}

export interface UnitDefeated extends Envelope {
  type: "unit_defeated";
  /** id of the unit. */
  unit: string;
}

export interface PipeRemoved extends Envelope {
  type: "pipe_removed";
  /** id of the Cannon Pipe. */
  unit: string;
}

export interface UnitSentBack extends Envelope {
  type: "unit_sent_back";
  /** id of the unit. */
  unit: string;
}

export interface RoundEnded extends Envelope {
  type: "round_ended";
  /** its number. */
  round: number;
  /** number of consecutive rounds without damage, including this one (M31). */
  quiet: number;
}

export interface LineupsRotated extends Envelope {
  type: "lineups_rotated";
  /** id of the former leader of side a. */
  a: string;
  /** id of the former leader of side b. */
  b: string;
  /** the count of quiet rounds, reset to 0. */
  quiet: number;
}

export interface LineupReordered extends Envelope {
  type: "lineup_reordered";
  /** the side of the lineup. */
  side: "a" | "b";
  /** ids of its units, the leader first. */
  lineup: string[];
}

export interface UnitsReplaced extends Envelope {
  type: "units_replaced";
  /** the side of the lineup. */
  side: "a" | "b";
  /** the replacements. */
  replaced: Replaced[];
}

/** Every event that a battle may have, distinguished by its `type`. */
export type Event =
  | DiceRolled
  | (BattleEnded & { reason: "defeat" | "stalemate" })
  | BattleStarted
  | FirstSideChosen
  | RoundStarted
  | EffectIgnored
  | UnitStruck
  | ShotFired
  | UnitLaunched
  | BombDropped
  | BombNegated
  | ExchangeRefused
  | ActionLost
  | UnitExhausted
  | ExhaustionDealt
  | ExhaustionBlocked
  | UnitStunned
  | StunEnded
  | UnitDefeated
  | PipeRemoved
  | UnitSentBack
  | RoundEnded
  | LineupsRotated
  | LineupReordered
  | UnitsReplaced;
