// Generated from the event classes by `make docs`.
import type { BattleEnded, DiceRolled, Envelope } from "../../player/engine/protocol";

export interface UnitSnapshot {
  /** side letter and the unit's own: `aC`. */
  id: string;
  /** its letter. */
  name: string;
}

export interface SideSnapshot {
  /** the side's name, or empty. */
  name: string;
  /** id of the bot that decides for it, or null. */
  bot: string | null;
  /** its five units. */
  units: UnitSnapshot[];
}

export interface RowSnapshot {
  /** what events name it by, as their `source`. */
  id: string;
  /** what it is called. */
  name: string;
  /** the table it stands in: battle or siege. */
  phase: "battle" | "siege";
  /** when it applies, as the grammar writes it; empty for any case. */
  condition: string;
  /** what it does, as the grammar writes it; empty for nothing. */
  effect: string;
}

export interface Values {
  /** id of the unit. */
  id: string;
  /** its `atk`, `def`, `hp` and `exh`. */
  values: Record<"atk" | "def" | "hp" | "exh", number>;
}

export interface Total {
  /** ATK + DEF + HP - EXH of its five units. */
  total: number;
  /** their EXH. */
  exh: number;
  /** their HP. */
  hp: number;
}

export interface BattleStarted extends Envelope {
  type: "battle_started";
  /** the side that challenged. */
  a: SideSnapshot;
  /** the side that was challenged, which wins the last tie (D6). */
  b: SideSnapshot;
  /** after how many rounds the match is decided by totals. */
  rounds: number;
  /** the tables that this match is played with, battle before siege, from top to bottom. */
  rows: RowSnapshot[];
}

export interface ArmyMustered extends Envelope {
  type: "army_mustered";
  /** the side. */
  side: "a" | "b";
  /** the army's name, or empty. */
  army: string;
  /** its five units with their values. */
  units: Values[];
}

export interface RoundStarted extends Envelope {
  type: "round_started";
  /** its number, from 1. */
  round: number;
}

export interface OrdersGiven extends Envelope {
  type: "orders_given";
  /** the side. */
  side: "a" | "b";
  /** by id of each of its units, the order that it carries out. */
  orders: Record<string, "attack" | "defend" | "recover" | "none">;
  /** by id of a unit, an order that it may not carry out, which counts as none. */
  refused: Record<string, "attack" | "defend" | "recover" | "none">;
}

export interface UnitsMet extends Envelope {
  type: "units_met";
  /** id of the unit of side a. */
  a: string;
  /** id of the unit of side b. */
  b: string;
  /** the ATK of a's unit. */
  a_atk: number;
  /** the ATK of b's unit. */
  b_atk: number;
}

export interface UnitFought extends Envelope {
  type: "unit_fought";
  /** id of the unit. */
  unit: string;
  /** id of the unit that it faced. */
  opponent: string;
}

export interface UnitChanged extends Envelope {
  type: "unit_changed";
  /** id of the unit. */
  unit: string;
  /** what changed: atk, def, hp or exh. */
  stat: "atk" | "def" | "hp" | "exh";
  /** by how much: below 0 for a loss. */
  amount: number;
  /** what it is now. */
  value: number;
}

export interface CastleGuarded extends Envelope {
  type: "castle_guarded";
  /** whose castle it is. */
  side: "a" | "b";
  /** ids of the units that defend it. */
  defenders: string[];
}

export interface CastleBesieged extends Envelope {
  type: "castle_besieged";
  /** whose castle it is. */
  side: "a" | "b";
  /** ids of the units that besiege it. */
  besiegers: string[];
  /** ids of the units that defend it. */
  defenders: string[];
  /** A, the besiegers' ATK. */
  attack: number;
  /** D, the defenders' DEF. */
  defense: number;
}

export interface SiegeSettled extends Envelope {
  type: "siege_settled";
  /** the side that is told. */
  side: "a" | "b";
  /** whose castle it is. */
  castle: "a" | "b";
}

export interface CastleFallen extends Envelope {
  type: "castle_fallen";
  /** whose castle it is. */
  side: "a" | "b";
}

export interface UnitsRested extends Envelope {
  type: "units_rested";
  /** the side. */
  side: "a" | "b";
  /** ids of those that recover, by rank: all but the first pay 1 HP. */
  units: string[];
}

export interface TotalsCounted extends Envelope {
  type: "totals_counted";
  /** what side a has. */
  a: Total;
  /** what side b has. */
  b: Total;
  /** the side that wins. */
  winner: "a" | "b";
  /** the first that differs: total, exh, hp, or nothing: then the challenged side wins. */
  decided_by: "total" | "exh" | "hp" | "challenged";
}

export interface SideResigned extends Envelope {
  type: "side_resigned";
  /** the side. */
  side: "a" | "b";
  /** the round that it did not play any more. */
  round: number;
}

export interface ArmyRevealed extends Envelope {
  type: "army_revealed";
  /** the side. */
  side: "a" | "b";
  /** the army's name, or empty. */
  army: string;
  /** its five units with the values that they began with. */
  units: Values[];
}

/** Every event that a battle may have, told apart by its `type`. */
export type Event =
  | DiceRolled
  | (BattleEnded & { reason: "castle" | "round_limit" | "resigned" })
  | BattleStarted
  | ArmyMustered
  | RoundStarted
  | OrdersGiven
  | UnitsMet
  | UnitFought
  | UnitChanged
  | CastleGuarded
  | CastleBesieged
  | SiegeSettled
  | CastleFallen
  | UnitsRested
  | TotalsCounted
  | SideResigned
  | ArmyRevealed;
