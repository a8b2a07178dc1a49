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
  /** what the dice were seeded with, as decimal text, since a browser's numbers end at 2**53. */
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
  /** id of the rule, ability or item behind it, or null for the plain course of the rules. */
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
  /** why it ended: defeat, stalemate, castle, round_limit or resigned. */
  reason: "defeat" | "stalemate" | "castle" | "round_limit" | "resigned";
  /** how many rounds were played. */
  rounds: number;
  /** for each side, the units left in the order of its lineup, with their values. */
  survivors: Record<string, (Record<string, string | number>)[]>;
}

export namespace manymarios {
  export interface Part {
    /** `energy`, `own`, `base`, or the id of the ability, item or building it comes from. */
    source: string;
    /** what it adds. */
    amount: number;
  }

  export interface UnitCard {
    /** side letter and place in the army, from 1: `a1`. */
    id: string;
    /** the side it fights for. */
    side: "a" | "b";
    /** its catalog id, or null for a custom unit. */
    unit: string | null;
    /** what it is called. */
    name: string;
    /** unit, building_unit or custom. */
    kind: "unit" | "building_unit" | "custom";
    /** whose numbers it has: source (the wiki's), house (ours) or custom. */
    origin: "source" | "house" | "custom";
    /** name of its picture, or null for a custom unit. */
    icon: string | null;
    /** Army Points, with all that it carries. */
    ap: number;
    /** attack energy at the start. */
    ae: number;
    /** defense energy at the start. */
    de: number;
    /** ids of all its abilities, its own and those it carries. */
    abilities: string[];
    /** ids of its equipment. */
    equipment: string[];
    /** ids of its combat items. */
    combat_items: string[];
    /** where its attack energy comes from. */
    ae_parts: Part[];
    /** where its defense energy comes from. */
    de_parts: Part[];
    /** its flat damage bonuses; the AE cap ignores the last one first. */
    damage_parts: Part[];
  }

  export interface ArmyCard {
    /** the side's name, or empty. */
    name: string;
    /** the army's name, or empty. */
    army: string;
    /** its Army Points. */
    ap: number;
    /** ids of its combat buildings. */
    buildings: string[];
    /** its units, the leader first. */
    lineup: UnitCard[];
  }

  export interface BattleStarted extends Envelope {
    type: "battle_started";
    /** the Army Points that an army might cost, or null. */
    ap_limit: number | null;
    /** the army of side a. */
    a: ArmyCard;
    /** the army of side b. */
    b: ArmyCard;
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
    /** ids of the leaders that are exhausted as the round begins (M8). */
    exhausted: string[];
  }

  export interface EffectIgnored extends Envelope {
    type: "effect_ignored";
    /** id of the unit; `source` names the effect. */
    unit: string;
    /** the damage that it does without. */
    amount: number;
  }

  export interface UnitStruck extends Envelope {
    type: "unit_struck";
    /** id of the leader that struck. */
    attacker: string;
    /** id of the leader that was struck. */
    target: string;
    /** the damage. */
    amount: number;
    /** the attacker's AE now. */
    ae: number;
    /** the target's DE now. */
    de: number;
    /** what the damage is made of. */
    parts: Part[];
  }

  export interface ShotFired extends Envelope {
    type: "shot_fired";
    /** id of the shooter; the next shot is looked for behind it. */
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
    /** id of the unit that was launched. */
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
    /** id of the striker; `source` is what stopped it: `launch` (M27) or `defender` (M17). */
    attacker: string;
    /** id of the unit that was not hit. */
    target: string;
  }

  export interface ExchangeRefused extends Envelope {
    type: "exchange_refused";
    /** id of the defender. */
    unit: string;
    /** id of the leader that faces it. */
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
    /** how many rounds in a row nobody has dealt damage in, this one included (M31). */
    quiet: number;
  }

  export interface LineupsRotated extends Envelope {
    type: "lineups_rotated";
    /** id of the leader of side a that goes to the back. */
    a: string;
    /** id of the leader of side b that goes to the back. */
    b: string;
    /** the count of quiet rounds now, 0. */
    quiet: number;
  }

  type AnyEvent = DiceRolled | BattleEnded | BattleStarted | FirstSideChosen | RoundStarted | EffectIgnored | UnitStruck | ShotFired | UnitLaunched | BombDropped | BombNegated | ExchangeRefused | ActionLost | UnitExhausted | ExhaustionDealt | ExhaustionBlocked | UnitStunned | StunEnded | UnitDefeated | PipeRemoved | UnitSentBack | RoundEnded | LineupsRotated;
}

export namespace siege {
  export interface UnitCard {
    /** side letter and the unit's own: `aC`. */
    id: string;
    /** its letter. */
    name: string;
  }

  export interface SideCard {
    /** the side's name, or empty. */
    name: string;
    /** id of the bot that decides for it, or null. */
    bot: string | null;
    /** its five units. */
    units: UnitCard[];
  }

  export interface RowCard {
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
    a: SideCard;
    /** the side that was challenged, which wins the last tie (D6). */
    b: SideCard;
    /** after how many rounds the match is decided by totals. */
    rounds: number;
    /** the tables that this match is played with, battle before siege, from top to bottom. */
    rows: RowCard[];
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

  type AnyEvent = DiceRolled | BattleEnded | BattleStarted | ArmyMustered | RoundStarted | OrdersGiven | UnitsMet | UnitFought | UnitChanged | CastleGuarded | CastleBesieged | SiegeSettled | CastleFallen | UnitsRested | TotalsCounted | SideResigned | ArmyRevealed;
}

export namespace warlords {
  export interface FieldCard {
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

  export interface UnitCard {
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

  export interface ArmyCard {
    /** the side's name, or empty. */
    name: string;
    /** the army's name, or empty. */
    army: string;
    /** its units in the order in which they fight. */
    stack: UnitCard[];
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

  export interface BattleStarted extends Envelope {
    type: "battle_started";
    /** where they meet: the defender's ground. */
    field: FieldCard;
    /** the stack of side a, which attacks. */
    a: ArmyCard;
    /** the stack of side b, which defends. */
    b: ArmyCard;
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

  type AnyEvent = DiceRolled | BattleEnded | BattleStarted | AfflictionSpread | UnitAfflicted | UnitSpared | StackReadied | PairingStarted | ChanceWeighed | AttemptFailed | AcidHit | LightningHit | UnitAssassinated | MissilesCancelled | MissilesShrugged | ShotFired | MeleeRolled | UnitStruck | UnitSlain | UnitDefeated;
}
