// The shapes that the builder and the server agree on; webapp/base/builder.py is the other end.

import type { Sealing } from "../site/challenge/fair-dice.js";

export interface Option {
  id: string;
  name: string;
  text?: string;
  cost?: number | null;
  icon?: string | null;
  /** how often, where it is counted */
  most?: number | null;
}

export interface Field {
  /** relative to its row, or to the army: `custom.energy` */
  path: string;
  label: string;
  type: "text" | "number" | "flag" | "choice" | "many" | "counts";
  hint?: string;
  options?: Option[];
  options_by?: { member: string; of: Record<string, Option[]> } | null;
  least?: number | null;
  most?: number | null;
  step?: number | null;
  /** what a value that is left out means */
  default?: any;
  /** what an opponent's field of a battle's side holds at first */
  rival?: any;
  /** whether a list may hold an id more than once */
  repeatable?: boolean;
}

export interface Kind {
  id: string;
  key: string;
  name: string;
  fields: Field[];
}

/** Points that all rows share: the values at `paths` of every row add up to `most`. */
export interface Pool {
  label: string;
  paths: string[];
  most: number;
}

export interface Form {
  /** the member of an army that holds its units; '' for one that is made of its head alone */
  list: string;
  list_name: string;
  unit_word: string;
  least: number;
  most: number;
  head: Field[];
  rows: Kind[];
  /** the units' keys, where they are always the same ones */
  fixed: string[] | null;
  pools: Pool[];
  terms: Field[];
  limits: Field[];
  /** what a row spends of its budget */
  points_name: string;
  /** what each side takes beside its army, to spar */
  sides: Field[];
  /** what a side does by being this side, where that differs */
  roles: Partial<Record<"a" | "b", string>>;
  /** from how many battles chances are sampled: at first, and then */
  samples: [number, number];
}

export interface Part {
  source: string;
  name: string;
  amount: number;
}

export interface Stat {
  label: string;
  value: number | string;
  parts?: Part[];
}

/** Something on the shelf; `row` is what choosing it adds. */
export interface ShelfItem {
  id: string;
  key: string;
  kind: string;
  name: string;
  icon: string | null;
  cost: number | null;
  /** What it costs in the game around the battle. */
  price: number | null;
  group: string;
  tags: string[];
  stats: Stat[];
  lines: string[];
  row: Row;
}

export interface Filter {
  name: string;
  tags: string[];
}

export type Row = Record<string, any>;
export type Army = Record<string, any>;

export interface Problem {
  path: string;
  message: string;
}

export interface Meter {
  label: string;
  value: number;
  most: number | null;
}

/** A unit as it would enter the battle. */
export interface Figures {
  id: string;
  name: string;
  icon: string | null;
  stats?: Stat[];
  tags?: string[];
  spent?: number | null;
  budget?: number | null;
  notes?: string[];
}

/** What the server makes of an army. */
export interface Checked {
  valid: boolean;
  /** it may only defend */
  garrison: boolean;
  problems: Problem[];
  cost: number | null;
  limit: number | null;
  meters: Meter[];
  /** null for a row that is too far from being a unit */
  units: (Figures | null)[];
  bonuses: Stat[];
  /** '' for no army yet */
  text: string;
}

export interface Odds {
  method: "exact" | "sample";
  a: number;
  b: number;
  draw: number;
  samples: number | null;
  /** of a's chance, at 95 % */
  interval: [number, number] | null;
}

export interface Sample {
  id: string;
  name: string;
  text?: string;
  army: Army;
}

/** Where the army goes when it is done: kept under a link, or sealed for a challenge. */
export interface Target {
  kind: "save" | "seal" | "play";
  /** Whose army a battle is played with. */
  side: "a" | "b" | null;
  /** From which event on it is played with, 0 for the whole battle. */
  at: number;
  /** where it is sent as JSON, by `method` */
  url: string;
  method: "POST" | "PUT";
  /** where the form without JavaScript is sent; of an army that is kept, its edit link */
  form_url: string;
  label: string;
  revision: number | null;
  parent: string | null;
  asks: string;
  /** what is sealed, and for which challenge, but for the army */
  sealing: Sealing | null;
  /** addresses of an army that is kept already */
  links?: { page: string; edit: string };
}

/** What the server puts into the page. */
export interface BuilderData {
  ruleset: string;
  ruleset_name: string;
  form: Form;
  shelf: ShelfItem[];
  filters: Filter[];
  samples: Sample[];
  army: Army;
  note: string;
  /** whether a form sent the army here to be changed: it goes before a draft */
  sent: boolean;
  example: string;
  terms: Record<string, any>;
  limits: Record<string, any>;
  side: "a" | "b" | null;
  /** whether the terms are given, or may be tried */
  fixed_terms: boolean;
  target: Target;
  links: {
    check: string;
    text: string;
    random: string;
    odds: string;
    armies: string;
    battles?: string;
  };
  csrf_token: string;
  icons_url: string;
  opponents: Sample[];
}

/** One moment of the edit: the army, a name for each row that outlives every change, who is chosen. */
export interface Moment {
  army: Army;
  keys: string[];
  selected: string | null;
}
