// Generated from the event classes by `make docs`.
import type { BattleEnded, DiceRolled, Envelope } from "../../player/engine/protocol";

export interface UnitSnapshot {
  /** side letter and unit letter: `aC`. */
  id: string;
  /** its letter. */
  name: string;
}

export interface SideSnapshot {
  /** the side's name, or empty. */
  name: string;
  /** id of the bot that plays it, or null. */
  bot: string | null;
  /** its five units. */
  units: UnitSnapshot[];
}

export interface RowSnapshot {
  /** its id, the `source` of events. */
  id: string;
  /** its name. */
  name: string;
  /** its table: battle or siege. */
  phase: "battle" | "siege";
  /** when it applies, in the grammar of RULES.md; empty for any case. */
  condition: string;
  /** what it does, in the grammar of RULES.md; empty for nothing. */
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
  /** the side that was challenged, which wins the last tie-break (D6). */
  b: SideSnapshot;
  /** number of rounds after which totals decide. */
  rounds: number;
  /** the rows in use, battle before siege, top to bottom. */
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
  /** the order carried out, by unit id. */
  orders: Record<string, "attack" | "defend" | "recover" | "none">;
  /** illegal orders, which count as none, by unit id. */
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
  /** id of its opponent. */
  opponent: string;
}

export interface UnitChanged extends Envelope {
  type: "unit_changed";
  /** id of the unit. */
  unit: string;
  /** the changed value: atk, def, hp or exh. */
  stat: "atk" | "def" | "hp" | "exh";
  /** the change, negative for a loss. */
  amount: number;
  /** its new value. */
  value: number;
}

export interface CastleGuarded extends Envelope {
  type: "castle_guarded";
  /** the side of the castle. */
  side: "a" | "b";
  /** ids of the defenders. */
  defenders: string[];
}

export interface CastleBesieged extends Envelope {
  type: "castle_besieged";
  /** the side of the castle. */
  side: "a" | "b";
  /** ids of the besiegers. */
  besiegers: string[];
  /** ids of the defenders. */
  defenders: string[];
  /** A, the sum of the besiegers' ATK. */
  attack: number;
  /** D, the sum of the defenders' DEF. */
  defense: number;
}

export interface SiegeSettled extends Envelope {
  type: "siege_settled";
  /** the side that sees the event. */
  side: "a" | "b";
  /** the side of the castle. */
  castle: "a" | "b";
}

export interface CastleFallen extends Envelope {
  type: "castle_fallen";
  /** the side of the castle. */
  side: "a" | "b";
}

export interface UnitsRested extends Envelope {
  type: "units_rested";
  /** the side. */
  side: "a" | "b";
  /** ids of the units, by rank: all but the first pay 1 HP. */
  units: string[];
}

export interface TotalsCounted extends Envelope {
  type: "totals_counted";
  /** side a's totals. */
  a: Total;
  /** side b's totals. */
  b: Total;
  /** the side that wins. */
  winner: "a" | "b";
  /** the first that differs: total, exh or hp; or challenged. */
  decided_by: "total" | "exh" | "hp" | "challenged";
}

export interface SideResigned extends Envelope {
  type: "side_resigned";
  /** the side. */
  side: "a" | "b";
  /** the first round that was not played. */
  round: number;
}

export interface ArmyRevealed extends Envelope {
  type: "army_revealed";
  /** the side. */
  side: "a" | "b";
  /** the army's name, or empty. */
  army: string;
  /** its five units with their initial values. */
  units: Values[];
}

/** Every event that a battle may have, distinguished by its `type`. */
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
