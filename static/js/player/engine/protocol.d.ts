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
  /** the seed of the dice, as decimal text, since a browser's numbers end at 2**53. */
  seed: string;
  /** the battle file, as it was given, with the seed. */
  battle: Record<string, unknown>;
}

export interface Envelope {
  /** place in the recording, from 0, without gaps; the runner sets it. */
  seq: number;
  /** events of one beat happen at once and are shown together; the runner sets it. */
  beat: number;
  /** seq of the event that brought this one about, or null. */
  cause: number | null;
  /** id of the rule, ability or item that it comes from, or null for the usual sequence. */
  source: string | null;
  /** who may see it before the battle is over: all, or one side only. */
  audience: "all" | "a" | "b";
}

export interface DiceRolled extends Envelope {
  type: "dice_rolled";
  /** what the roll decides, in a word. */
  purpose: string;
  /** how many results are possible; each is a number from 1 to this. */
  sides: number;
  /** what came up, one number a die. */
  results: number[];
  /** the highest result that succeeds, or null where there is no success. */
  needed: number | null;
  /** id of the unit that rolls, or null. */
  unit: string | null;
}

export interface BattleEnded extends Envelope {
  type: "battle_ended";
  /** the side that won, or null for a draw. */
  winner: "a" | "b" | null;
  /** why it ended: one of those that the ruleset's page lists. */
  reason: string;
  /** how many rounds were played. */
  rounds: number;
  /** for each side, the units left in the order of its lineup, with their values. */
  survivors: Record<string, (Record<string, string | number>)[]>;
}
