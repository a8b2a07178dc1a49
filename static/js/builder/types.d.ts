// Data exchanged by the builder and the server; the other end is webapp/base/builder.py.

import type { Sealing } from "../site/challenge/fair-dice.js";

export interface Option {
  id: string;
  name: string;
  text?: string;
  cost?: number | null;
  icon?: string | null;
  /** maximum count, in a field of counts */
  most?: number | null;
  /** why terms do not allow it */
  barred?: string;
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
  /** value when left out */
  default?: any;
  /** default of the opponent's side */
  rival?: any;
  /** whether the list may contain an id more than once */
  repeatable?: boolean;
}

export interface Kind {
  id: string;
  key: string;
  name: string;
  fields: Field[];
}

/** Points shared by all rows: the values at `paths` of all rows may sum to `most`. */
export interface Pool {
  label: string;
  paths: string[];
  most: number;
}

export interface Form {
  /** member of an army with its units; '' if it consists of its head alone */
  list: string;
  list_name: string;
  unit_word: string;
  least: number;
  most: number;
  head: Field[];
  rows: Kind[];
  /** the units' keys if they are fixed */
  fixed: string[] | null;
  pools: Pool[];
  terms: Field[];
  limits: Field[];
  /** name of the points in a row's budget */
  points_name: string;
  /** fields of each side besides its army, for sparring */
  sides: Field[];
  /** role of each side, where they differ */
  roles: Partial<Record<"a" | "b", string>>;
  /** sample sizes for chances: first, then refined */
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
  /** what adds to it under a condition only */
  note?: string;
}

/** An item on the shelf; `row` is added to the army. */
export interface ShelfItem {
  id: string;
  key: string;
  kind: string;
  name: string;
  icon: string | null;
  cost: number | null;
  /** cost in the game around the battle */
  price: number | null;
  group: string;
  tags: string[];
  stats: Stat[];
  lines: string[];
  row: Row;
  /** why terms do not allow it; '' if they do */
  barred: string;
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

/** The server's check of an army. */
export interface Checked {
  valid: boolean;
  /** whether it may only defend */
  garrison: boolean;
  problems: Problem[];
  cost: number | null;
  limit: number | null;
  meters: Meter[];
  /** null for a row that is no valid unit */
  units: (Figures | null)[];
  bonuses: Stat[];
  /** '' while the army is empty */
  text: string;
}

export interface Odds {
  method: "exact" | "sample";
  a: number;
  b: number;
  draw: number;
  samples: number | null;
  /** of a's chance, at 95% */
  interval: [number, number] | null;
}

export interface Sample {
  id: string;
  name: string;
  text?: string;
  army: Army;
}

/** Where the army goes: saved under a link, sealed for a challenge now or later, or played. */
export interface Target {
  kind: "save" | "seal" | "draft" | "play";
  /** the side whose army is replaced in a battle */
  side: "a" | "b" | null;
  /** first event with the new army; 0 for the whole battle */
  at: number;
  /** endpoint that takes it as JSON, by `method` */
  url: string;
  method: "POST" | "PUT";
  /** endpoint of the form without JavaScript; for a saved army, its edit link */
  form_url: string;
  label: string;
  revision: number | null;
  parent: string | null;
  asks: string;
  /** the sealed data except for the army, and the challenge */
  sealing: Sealing | null;
  /** addresses of a saved army */
  links?: { page: string; edit: string };
}

/** Data that the server embeds in the page. */
export interface BuilderData {
  ruleset: string;
  ruleset_name: string;
  form: Form;
  shelf: ShelfItem[];
  filters: Filter[];
  samples: Sample[];
  army: Army;
  note: string;
  /** whether a form sent the army here for changes: it has priority over a draft */
  sent: boolean;
  example: string;
  terms: Record<string, any>;
  limits: Record<string, any>;
  side: "a" | "b" | null;
  /** whether the terms are fixed by a challenge */
  fixed_terms: boolean;
  target: Target;
  links: {
    check: string;
    text: string;
    random: string;
    odds: string;
    armies: string;
    quick: string;
    battles?: string;
  };
  csrf_token: string;
  icons_url: string;
  opponents: Sample[];
}

/** One state of the edit: the army, a permanent key for each row, and the selected row. */
export interface Moment {
  army: Army;
  keys: string[];
  selected: string | null;
}
