// The shapes that the parts of the page agree on.
import type { Context } from "./context";
import type { Envelope } from "./engine/protocol";
import type { Store } from "./engine/store";
import type { Timeline } from "./engine/timeline";
import type { Words } from "./engine/words";
import type { BeatStage } from "./stage/moves";

export type SideId = "a" | "b";

/** An event as it comes off the wire; the scene of its game knows its fields. */
export type WireEvent = Envelope & { type: string } & Record<string, any>;

/**
 * What the page calls those whose names in a recording are of ours and English: sides of the battle, and armies by
 * their names.
 */
export interface Called {
  sides: Partial<Record<SideId, string>>;
  armies: Record<string, string>;
}

/** One of a game's events, by its type. */
export type EventOf<Event, Type> = Extract<Event, { type: Type }>;

/**
 * How each event of a game changes its state. None may be missing, so that none is forgotten: what
 * only tells something changes nothing.
 */
export type Reducers<State, Event extends { type: string }> = {
  [Type in Event["type"]]: (state: State, event: EventOf<Event, Type>) => State;
};

/**
 * How each event of a game is shown, from the moment that it lands at in its beat, in ms. None may be
 * missing: an event without motion has an empty function.
 */
export type Choreography<State, Event extends { type: string }> = {
  [Type in Event["type"]]: (
    stage: BeatStage<State>,
    event: EventOf<Event, Type>,
    landing: number,
    turn: Turn,
  ) => void;
};

/** How a unit attacks. */
export type AttackShape = "cut" | "claw" | "bite" | "smash" | "pierce" | "pounce";

/** The place of an event in its beat: when the next one lands or the beat ends, and whether one of its type follows. */
export interface Turn {
  until: number;
  again: boolean;
}

/**
 * A layer of a sound: when it begins, in s, and how ZzFX writes it: volume, frequency, attack, sustain, release, shape,
 * shape's curve, slide, change of slide, jump of pitch, its time, repeat, noise.
 */
export type SoundLayer = [delay: number, ...how: number[]];

/** A game's own sound; a weighty one is played at high speeds, too. */
export interface Sound {
  name: string;
  layers: SoundLayer[];
  isWeighty?: boolean;
}

/** The sounds that every game can name. */
export type SoundName =
  | "blow"
  | Exclude<AttackShape, "cut">
  | "thud"
  | "shot"
  | "launch"
  | "clank"
  | "whoosh"
  | "stars"
  | "dice"
  | "kill"
  | "fall"
  | "walk"
  | "coin"
  | "fanfare";

/** What can be heard quietly all the time. */
export type AmbienceName =
  | "meadow"
  | "forest"
  | "marsh"
  | "hills"
  | "snow"
  | "desert"
  | "town"
  | "cave";

/** Which effect sounds for an event; most make none. */
export type Sounds<Event extends { type: string }> = Partial<
  Record<Event["type"], SoundName | Sound>
>;

/** How one side's dice fell; the percentile is of the result among all possible ones. */
export interface SideLuck {
  rolls: number;
  successes: number;
  expected: number;
  difference: number;
  result_percentile: number;
}

export type Luck = Record<SideId, SideLuck>;

/** Events with their cue times: what the server sends while on air, and what a recording holds. */
export interface Chunk {
  from_seq: number;
  events: WireEvent[];
  /** ms from the battle's start at which each event's beat begins. */
  cues: number[];
  /** side a's chance to win after each event, where the ruleset has them. */
  chances?: number[];
  /** how the dice fell, with the last event, where the ruleset tells it. */
  luck?: Luck | null;
  /** ms up to which the show is known: the next beat's cue, or the end. */
  until_ms: number;
  over: boolean;
}

/** Events that happen at once: [first, end) in the list of events, shown from `cue` for `length` ms. */
export interface Beat {
  first: number;
  end: number;
  cue: number;
  length: number;
  round: number;
}

/** What a gauge shows after one event; null for a side that nothing is known of. */
export interface Score {
  a: number | null;
  b: number | null;
}

/** A round for which both sides are still deciding, and which of them have decided. */
export interface Waiting {
  round: number;
  locked: Record<SideId, boolean>;
}

/** How far a match has come that is played round by round, whatever the game. Times are the server's, in ms. */
export interface MatchStanding {
  match: string;
  state: "playing" | "over";
  /** the current round */
  round: number;
  rounds: number;
  clock_ms: number;
  deadline_ms: number;
  show_until_ms: number;
  locked: Record<SideId, boolean>;
  battle: string | null;
}

/** What every ruleset's snapshot has; it has more, which only its own scene knows. */
export interface BaseState {
  round: number;
  ended: boolean;
  winner: SideId | null;
  reason: string | null;
  /** All units by id; a stage of two lineups draws these. */
  roster?: Record<string, StageUnit>;
}

/** What a stage of two lineups needs to know of a unit. */
export interface StageUnit {
  id: string;
  side: SideId;
  name: string;
  icon: string | null;
}

/** What a stage of two lineups needs to know of a state. */
export interface StageState extends BaseState {
  /** ids of the units that stand, the leader first */
  lineups: Record<SideId, string[]>;
  /** every unit of both armies by its id, whether it stands or not, and who came in place of one */
  roster: Record<string, StageUnit>;
  /** null until the armies are there; a new object when a unit joins */
  armies: unknown;
  /** how many units of each side have left for others, in a branch of a battle */
  replaced?: Record<SideId, number>;
}

/** A text on a unit that outlasts its beat, where the unit stood, its upper edge in px, and when it appears. */
export interface StageText {
  id: string;
  place: string;
  top: number;
  start: number;
}

/**
 * Motion of one beat, to be drawn at any time from its cue on, in any order: after the beat's length what outlasts it.
 */
export interface Step {
  /** `later` are the steps of the next beats on the stage. */
  seek(ms: number, later?: LaterStep[]): void;
  /** Takes everything that the motion put on the stage away again. */
  clear(): void;
  /** For how long something of it is seen, in ms: at least its beat's length, which is the default. */
  lasts?: number;
  /** When something of it comes where a text of an earlier step may be; Infinity if nothing does. */
  claims?(text: StageText): number;
}

export interface LaterStep {
  step: Step;
  beat: Beat;
}

/** Draws states and the motion between them. `render` alone draws any state: seeking needs no motion. */
export interface Scene<State extends BaseState = any> {
  mount(root: HTMLElement): void;
  /** Draws a state, under the signs of an earlier one where the next would come before they are read. */
  render(state: State, signs?: State): void;
  /** Builds the motion of a beat; its effects may outlast it until `room` ms after its cue. */
  play(
    beat: Beat,
    events: WireEvent[],
    times: number[],
    before: State,
    after: State,
    room: number,
  ): Step;
  /**
   * Draws what goes on whatever happens, such as weather, as it is at a time from the battle's start;
   * `closeness`, from 0 to 1, is how near the view is to what happens.
   */
  tick?(ms: number, closeness: number): void;
  /** Measures the stage anew and draws the last state again. */
  resize(): void;
  /** Says over the last state that people are deciding what comes next; null when they have. */
  wait?(waiting: Waiting | null): void;
  unmount(): void;
}

/** A run of text in a sentence about a battle: plain, or naming a unit or a side. */
export interface Phrase {
  text: string;
  side?: SideId;
  unit?: string;
}

/** One row of the inspector: a label and what it comes to, with where it comes from. */
export interface Fact {
  label: string;
  value: string;
  detail?: string;
}

/** Everything known about one unit, as the inspector shows it. */
export interface Dossier {
  id: string;
  side: SideId;
  name: string;
  icon: string | null;
  tags: string[];
  facts: Fact[];
  notes: Fact[];
}

/** What one unit took from another. */
export interface Damage {
  by: string;
  to: string;
  amount: number;
}

/** Everything that the page needs to know about one ruleset. */
export interface RulesetView<
  State extends BaseState = any,
  Event extends { type: string } = WireEvent,
> {
  initial: State;
  /** An event of a type that it does not know changes nothing. */
  reduce(state: State, event: Event, chance?: number): State;
  createScene(context: SceneContext): Scene<State>;
  /** One sentence for an event, in runs of text; none for an event that needs no words. */
  tell(event: Event, state: State): Phrase[];
  /** Whether the sentence of an event stands for a lesser detail. */
  isMinor(type: string): boolean;
  score(state: State): Score;
  /** One side's score in words; without it a number as the language writes it. */
  scoreText?(value: number): string;
  gaugeTitle: string;
  /** The score at the top of the gauge, where it does not depend on the battle. */
  gaugeMost?: number;
  /** What `round` counts, as a word: `Round`. */
  roundWord: string;
  /** A number that changes with the sign over the stage; without it the round. */
  counted?(state: State): number;
  /** Whether a turning point is a whole round or a single beat. */
  turnsBy: "round" | "beat";
  /** A shift of the score's lead that is smaller than this is no turning point. */
  leastSwing: number;
  /** A shift of the score's lead in words: `+4 energy`. */
  swingText(points: number): string;
  /** Who gains by an event that decides the battle whatever the score says, and how, in words. */
  decides?(event: Event): { gains: SideId; text: string } | null;
  dossier(state: State, unit: string): Dossier | null;
  /** Who falls in this event, for the marks on the timeline and the turning points. */
  fallen(event: Event, state: State): { side: SideId; name: string } | null;
  /**
   * The damage in an event, by units and to units; `cause` is the event that it follows from. Without
   * it the summary at the end tells nothing of units.
   */
  damage?(event: Event, before: State, cause: Event | null): Damage[];
  /** What damage is counted in, as a word: `energy`. */
  damageWord?: string;
  /** Side a's exact chance to win, where the game has exact odds. */
  chance?(state: State): number;
  /** The name of a side, as the page calls it. */
  sideName(state: State, side: SideId): string;
  /** Whether events can be hidden from a side until the end: the page then keeps room for the viewpoints. */
  keepsSecrets?: boolean;
  /** Which effect sounds for an event. */
  sound(event: Event): SoundName | Sound | null;
  /** What the ground sounds like; without it like a meadow. */
  ambience?(state: State): AmbienceName;
}

export interface SceneContext {
  /** What of the state is known before the first event. */
  ground?: Record<string, any> | null;
  catalog: Catalog;
  iconsUrl: string;
  reducedMotion: () => boolean;
  /** Playback speed at a time, playing or paused. Blows flash less the faster they follow each other. */
  speed?: (ms: number) => number;
  onInspect: (unit: string | null, pinned: boolean) => void;
}

export interface CatalogEntry {
  id: string;
  name: string;
  icon?: string;
  kind?: string;
  origin?: string;
  note?: string | null;
  text?: string;
}

export interface Catalog {
  ruleset: string;
  abilities: Record<string, CatalogEntry>;
  entries: Record<string, CatalogEntry>;
  /** kinds of ground, where there are any */
  terrains?: Record<string, CatalogEntry>;
  /** bots that can play a side, in games with orders */
  bots?: Record<string, CatalogEntry>;
}

/** A file of a battle that is over. */
export interface Download {
  name: string;
  text: string;
  url: string;
}

/** Where else a battle can be had; `downloads` are there once it is over. */
export interface ShareLinks {
  embed_url: string;
  qr_url: string;
  qr_png_url: string;
  downloads: Download[];
}

/** A sentence or two of a tour, in the language of the page. */
export interface TourStep {
  /** The type of event that it is about; one that is not of a battle has none. */
  on?: string;
  /** A field of the event with a unit's id, or a selector. */
  at: string;
  text: string;
}

/** A guided tour of a game, and what it is shown with. */
export interface Tour {
  /** What the browser remembers it by. */
  name: string;
  /** Addresses. */
  module: string;
  style: string;
  steps: TourStep[];
}

/** What the server puts into a watch page. */
export interface WatchData extends PageData {
  tour: Tour | null;
  share: ShareLinks;
  extras: Extra[];
  after: AfterLinks;
}

/** Where to go once a battle is over: to the winner's army with one's own, to the next sample. */
export interface AfterLinks {
  /** address of site/watch/ending-contents.js */
  module: string;
  against: Record<SideId, string>;
  /** the survivors' next battle */
  fight_on: string;
  /** the page that finds the best order, for a game whose units have one */
  order: string | null;
  /** by side, the page that finds better armies than its own, for a game that says which there are */
  armies: Record<SideId, string> | null;
  /** whether they are searched for within a budget */
  has_prices: boolean;
  /** tells why it ended so, where odds are exact */
  verdict: string | null;
  /** the next sample; `follows` if this battle is a sample, too */
  next: { title: string; url: string; follows: boolean } | null;
}

/** One side of a challenge, in its public form; `seal` is the hash of the sealed army. */
export interface ChallengeSeat {
  player: SideId;
  name: string;
  taken: boolean;
  sealed: boolean;
  seal: string | null;
  salted_by: "player" | "server" | "bot" | null;
}

/** How a challenge stands, as everybody may know it. */
export interface ChallengeBrief {
  challenge: string;
  status:
    | "open"
    | "joined"
    | "sealed"
    | "countdown"
    | "on_air"
    | "over"
    | "forfeit"
    | "cancelled"
    | "expired"
    | "void";
  /** Of the server's secret. */
  commitment: string;
  seats: Record<SideId, ChallengeSeat>;
  battle: string | null;
  /** Of the page where it is watched. */
  address: string | null;
  starts_at_ms: number | null;
  next: string | null;
  /** When it begins, if players have agreed on a time. */
  appointment: {
    starts_at_ms: number;
    seals_at_ms: number;
    proposed_at_ms: number | null;
    proposed_by: SideId | null;
  } | null;
}

/** Something else that the watch page shows of a battle; its kind has its own members. */
export interface Extra {
  kind: string;
  [member: string]: any;
}

/** How an embedded battle is shown, as its address says; `problems` are in words for who embeds it. */
export interface EmbedOptions {
  autoplay: boolean;
  speed: number;
  loop: boolean;
  controls: boolean;
  title: boolean;
  beat: number | null;
  theme: "auto" | "dark" | "light";
}

/** What the server puts into an embedded battle. */
export interface EmbedData extends PageData {
  embed: { options: EmbedOptions; problems: string[] };
}

/** What the server puts into the page. */
export interface PageData {
  battle: {
    id: string;
    /** Tells recordings apart that a sample battle has had under one id. */
    version: string;
    title: string;
    ruleset: string;
    ruleset_name: string;
    share_url: string;
    status: "on_air" | "over";
    starts_at_ms: number;
    sides: Record<SideId, { name: string; army: string }>;
    called: Called | null;
    /** Members of a state by which the landscape is painted, before the first event says them. */
    ground: Record<string, any> | null;
    /** On the stage; a reel file of an older server has none. */
    time?: "day" | "night";
  };
  catalog: Catalog;
  scene: SceneFiles;
  /** What an installed game's own catalog says in the language of the page. */
  texts: Record<string, string | string[]>;
  recording_url: string;
  icons_url: string;
  /** Whether how the battle ends is hidden until it has been watched. */
  spoilers_hidden: boolean;
}

/** Where a page finds the scene of its game. */
export interface SceneFiles {
  /** Address of an ES module that is a SceneModule. */
  module: string;
  /** Address of its style, which the page's head links, if it has one. */
  style: string | null;
  /** Names of the icons that it can show in any battle. */
  icons: string[];
  /** The game's words.json, for a module that was not built with it. */
  words?: Words | null;
  /** On the page of a match: the game's own module and style for it. */
  match?: { module: string; style: string | null };
}

/** What the module of a scene exports. */
export interface SceneModule {
  /** Version of the kit that it was made for; 1 without it. */
  kitVersion?: number;
  createView(catalog: Catalog, kit: SceneKit): RulesetView;
}

/**
 * The modules that scenes are made with, by their names in player/kit.js. A scene that is built together
 * with them imports them; for a scene that is a plain module they come as the second argument of
 * `createView`. Elements, icons and layout are in px, times in ms.
 */
export interface SceneModules {
  /** `h("div", { class: "x" }, "text")` makes an element, `s` one of SVG, `icon` a picture; `createChange` tells when to. */
  dom: typeof import("../lib/dom");
  /** `createReducer` makes the reducer of a game from a table of its events. */
  reducer: typeof import("./engine/reducer");
  /** Both sides in their order, and the opponent of each. */
  sides: typeof import("./engine/sides");
  /** Rows of the inspector, and numbers with their sign. */
  facts: typeof import("./engine/facts");
  /** `t` and `tn` say a sentence in the language of the page, `number` and `percent` write a number as it does. */
  text: typeof import("../lib/text");
  /** Sentences for events, from the game's words.json. */
  words: typeof import("./engine/words");
  /** The stage of two lineups: `createLineupStage` makes a whole scene of a few drawings. */
  stage: typeof import("./stage/stage");
  /** A unit on a stage: its plate with picture and number. */
  unit: typeof import("./stage/unit");
  /** Where units stand on the stage of two lineups, and how large they are. */
  layout: typeof import("./stage/layout");
  /** `createStep` makes the motion of a beat, for stages of other kinds. */
  motion: typeof import("./stage/motion");
  /** Motions to make a choreography of: `strike`, `lunge`, `hit`, `shoot`, `fall` … */
  moves: typeof import("./stage/moves");
  /** The banner of a side, for stages of other kinds. */
  banner: typeof import("./stage/banner");
  /** The sign over a stage, and that of the result. */
  signs: typeof import("./stage/signs");
  /** Particles on the canvas over a stage, for a beat's `fx.emit`: sparks, splinters, dust. */
  particles: typeof import("./stage/effects/particles");
  /** Marks of attacks there. */
  blows: typeof import("./stage/effects/blows");
  /** Lines and dots on that canvas, for a scene's own emitters. */
  canvas: typeof import("./stage/effects/canvas");
  /** What flies, for a scene's own projectiles. */
  projectiles: typeof import("./stage/effects/projectiles");
  /** Tells the page which unit is pointed at or has the focus. */
  listen: typeof import("./stage/listen");
  /** Backdrop, weather and canvas, for stages of other kinds. */
  world: typeof import("./stage/world");
  /** Skies, land, trees and walls to paint a backdrop with. */
  scenery: typeof import("./stage/scenery/scenery");
}

/** What a scene gets that is a plain module. */
export interface SceneKit extends SceneModules {
  /** The game's words.json, where the page has brought it. */
  wordsFile: Words | null;
}

/** A battle that plays without a server: README.md of this folder, "Reel file". */
export interface ReelFile {
  reel: 1;
  /** The id of the game whose scene draws it. */
  scene: string;
  /** A header, null while the battle is on air, then the events. */
  recording: any[];
  cues: number[];
  end_ms: number;
  chances?: number[];
  luck?: Luck | null;
  catalog: Catalog;
  /** SVG texts by the names of the pictures that it shows. */
  figures?: Record<string, string>;
  /** What the page around would know: title, sides and whatever else of PageData's battle. */
  battle?: Partial<PageData["battle"]>;
  words?: { scene?: Words };
  /** Of a battle on air: where it stands, and the address of its next events, relative to that of the file. */
  live?: { clock_ms: number; events: string };
  credits?: string;
}

export type MarkerKind = "defeat" | "turn" | "own";

/** A labelled moment: where a unit falls, where the battle turns, or one of the host's own. */
export interface ReelMarker {
  kind: MarkerKind;
  ms: number;
  label: string;
  event?: number;
  /** Whose unit falls. */
  side?: SideId;
  /** Whether playing stops there. */
  pause?: boolean;
}

/** Where to seek: ms from the beginning, a marker or its label, or an event by its seq. */
export type Moment = number | string | { ms?: number; event?: number };

export interface ReelOptions {
  reel?: ReelFile;
  /** The address of a reel file, or of a battle: `https://host/b/ID`. */
  src?: string;
  at?: Moment;
  /** Whether the page may show how it ends before that was watched. */
  spoilers?: boolean;
  controls?: boolean;
  autoplay?: boolean;
  speed?: number;
  theme?: "auto" | "dark" | "light";
  /** The language of its words and numbers; without it the page's. */
  lang?: string;
  /** Words in place of the package's, by the English ones. */
  texts?: Record<string, string | string[]>;
  markers?: { label: string; ms?: number; event?: number; pause?: boolean }[];
  /** Kinds of markers at which playing stops. */
  pauseAt?: MarkerKind[];
  /** The scene's module, for a game that the package does not have. */
  scene?: SceneModule;
  /** Pages of the site: replaces all options for the battle and the parts around it. */
  page?: ReelPage;
  /** Destroys the reel when it is aborted. */
  signal?: AbortSignal;
}

/** Fills the element with a battle that the page has loaded itself, and returns what plays it. */
export type ReelPage = (context: Context) => Playback;

/** The events of a battle and the timeline that plays them. */
export interface Playback {
  store: Store;
  timeline: Timeline;
}

export type ReelState = "loading" | "playing" | "paused" | "ended" | "error" | "destroyed";

export interface ReelEvents {
  ready: null;
  time: number;
  play: null;
  pause: null;
  event: WireEvent;
  marker: ReelMarker;
  ended: null;
  error: Error;
}

export interface Reel {
  play(): Promise<void>;
  pause(): void;
  seek(moment: Moment): void;
  readonly state: ReelState;
  /** ms from the beginning. */
  readonly time: number;
  readonly duration: number;
  readonly markers: ReelMarker[];
  speed: number;
  theme: "auto" | "dark" | "light";
  on<Name extends keyof ReelEvents>(
    name: Name,
    listener: (detail: ReelEvents[Name]) => void,
  ): () => void;
  destroy(): void;
}
