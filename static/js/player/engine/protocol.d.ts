// Generated from the event classes by `make docs`.

export interface Header {
  type: "header";
  /** version of the events' format. */
  protocol: number;
  /** id of the ruleset. */
  ruleset: string;
  /** version of its rules; another version may give other events. */
  ruleset_version: number;
  /** SHA-256 of the ruleset's catalog, in hexadecimal. */
  catalog_hash: string;
  /** seed of the dice, as decimal text: a browser's integers end at 2**53. */
  seed: string;
  /** the battle file as given, with the seed. */
  battle: Record<string, unknown>;
}

export interface Envelope {
  /** place in the recording, from 0, without gaps; set by the runner. */
  seq: number;
  /** events of one beat happen and are shown together; set by the runner. */
  beat: number;
  /** seq of the event that caused this one, or null. */
  cause: number | null;
  /** id of the rule, ability or item that it comes from, or null for the usual sequence. */
  source: string | null;
  /** who may see it before the end: all, or one side only. */
  audience: "all" | "a" | "b";
}

export interface DiceRolled extends Envelope {
  type: "dice_rolled";
  /** what the roll decides, in one word. */
  purpose: string;
  /** number of possible results; each is a number from 1 to this. */
  sides: number;
  /** the results, one number for each die. */
  results: number[];
  /** the highest successful result, or null if there is none. */
  needed: number | null;
  /** id of the unit that rolls, or null. */
  unit: string | null;
}

export interface BattleEnded extends Envelope {
  type: "battle_ended";
  /** the side that won, or null for a draw. */
  winner: "a" | "b" | null;
  /** why it ended: one of the reasons listed on the ruleset's page. */
  reason: string;
  /** number of rounds played. */
  rounds: number;
  /** for each side, the units left in the order of its lineup, with their values. */
  survivors: Record<string, (Record<string, string | number>)[]>;
}
