// Data of a match from the server: webapp/matches/views.py.
import type { MatchStanding, PageData, SideId, Tour } from "../../../player/types";

export type Letter = "A" | "B" | "C" | "D" | "E";
export type Order = "attack" | "defend" | "recover" | "none";
export type Orders = Partial<Record<Letter, Order>>;
export type Stat = "atk" | "def" | "hp" | "exh";

/** A side's secrets, sent to its player only. */
export interface Own {
  side: SideId;
  orders: Orders;
  locked: boolean;
  missed: { round: number; saved: boolean } | null;
  units: Record<Letter, Record<Stat, number>>;
  /** why a unit cannot carry out an order, or null; after the end none can */
  refusals: Partial<Record<Letter, Record<Order, string | null>>>;
}

/** The status of a match. */
export interface MatchStatus extends MatchStanding {
  challenge: string;
  clock_s: number;
  preparing: boolean;
  sides: Record<SideId, { name: string; bot: string | null }>;
  you: Own | null;
  winner: SideId | null;
  reason: string | null;
}

/** All possible values of a stat. */
export interface Span {
  low: number;
  high: number;
  values: number[];
}

/** A possible result for a unit; see engine/players/siege/notebook.py. */
export interface Result {
  row: string | null;
  changes: Partial<Record<Stat, number>>;
}

export interface Outlook {
  place: "fight" | "castle" | "open" | "wall" | "quiet" | "rest";
  units: Letter[];
  best: Result;
  worst: Result;
  rows: string[];
}

export type Previews = Record<Letter, Partial<Record<Order, Outlook[]>>>;

/** What follows from the events that a player has seen. */
export interface Notebook {
  exact: boolean;
  cases: number;
  rounds: {
    number: number;
    meetings: { a: string; b: string; a_atk: number; b_atk: number }[];
    defenders: Record<SideId, string[]>;
    besieged: { castle: SideId; besiegers: string[]; attack: number; defense: number } | null;
  }[];
  units: Record<string, Record<Stat, { now: Span; start: Span }>>;
  previews: Previews;
}

/** Data that the server embeds in the page of a match. */
export interface MatchData extends PageData {
  match: MatchStatus;
  tour: Tour | null;
  /** the next stronger bot than the one that the viewer plays against */
  next_bot: { id: string; name: string; url: string } | null;
  /** whether the results of each round are explained */
  explains: boolean;
  csrf_token: string | null;
  challenge: { kind: string; id: string; url: string; [member: string]: any };
  links: Record<"self" | "orders" | "lock" | "unlock" | "resign" | "notebook", string>;
}
