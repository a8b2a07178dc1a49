// Dice of conquest on the page: how its events change a snapshot, how that is drawn, what is said.
// A module for itself: it imports nothing, and what it is made with comes as `kit`.

const ROLES = {
  a: { icon: "crossed-swords", text: "Attacks", tone: "attack" },
  b: { icon: "shield", text: "Defends", tone: "defend" },
};

const SOUNDS = {
  round_rolled: "coin",
  dice_compared: "blow",
  army_lost: "fall",
  battle_ended: "fanfare",
};

/** Which of the nine places of a die have a pip, row by row, by what it shows. */
const PIPS = ["", "4", "08", "048", "0268", "02468", "023568"];

/**
 * Where a battle stands. `dice` are those of the round, the highest first; `losers` says which side
 * has lost each comparison so far; `chance` is side a's exact chance to win from here.
 */
const initial = Object.freeze({
  round: 0,
  ended: false,
  winner: null,
  reason: null,
  armies: null,
  roster: {},
  lineups: { a: [], b: [] },
  dice: { a: [], b: [] },
  losers: [],
  chance: 0.5,
});

const reducers = {
  battle_started: (state, { a, b }) => ({
    ...state,
    armies: { a, b },
    roster: Object.fromEntries([...a.lineup, ...b.lineup].map((card) => [card.id, card])),
    lineups: { a: a.lineup.map(({ id }) => id), b: b.lineup.map(({ id }) => id) },
  }),
  round_rolled: (state, { round, attack, defence }) => ({
    ...state,
    round,
    dice: { a: attack, b: defence },
    losers: [],
  }),
  dice_compared: (state, { loser }) => ({ ...state, losers: [...state.losers, loser] }),
  army_lost: (state, { side, unit }) => ({
    ...state,
    lineups: { ...state.lineups, [side]: state.lineups[side].filter((id) => id !== unit) },
  }),
  battle_ended: (state, { winner, reason }) => ({ ...state, ended: true, winner, reason }),
};

const sideName = (state, side) =>
  state.armies?.[side].name || state.armies?.[side].army || ROLES[side].text;

const unitName = (state, id) => `${state.roster[id].name} ${id.slice(1)}`;

const counted = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;

/** Everything that the page asks about the game. */
export function createView(_catalog, kit) {
  const { wordsFile, words } = kit;
  const reduce = kit.reducer.createReducer(reducers);
  return {
    initial,
    reduce: (state, event, chance = state.chance) => ({ ...reduce(state, event), chance }),
    createScene: (context) => createScene(context, kit),
    tell: (event, state) =>
      words.tell(
        wordsFile,
        event,
        words.namesOf(state, { unitName, sideName }, (id) => id),
      ),
    isMinor: (type) => wordsFile.minor.includes(type),
    score: ({ chance }) => ({ a: 100 * chance, b: 100 - 100 * chance }),
    scoreText: (value) => kit.text.hundredths(value / 100, 1),
    gaugeTitle: "Exact chance to win, in %",
    gaugeMost: 100,
    roundWord: "Round",
    turnsBy: "round",
    leastSwing: 6,
    swingText: (points) => `+${kit.text.percent(points / 200)}`,
    dossier: (state, unit) => dossier(state, unit, kit.facts.fact),
    fallen: (event, state) =>
      event.type === "army_lost" ? { side: event.side, name: unitName(state, event.unit) } : null,
    sideName,
    sound: (event) => SOUNDS[event.type] ?? null,
  };
}

/** What the inspector shows of an army. */
function dossier(state, id, fact) {
  const card = state.roster[id];
  if (!card) return null;
  const { side, icon } = card;
  const place = state.lineups[side].indexOf(id);
  const standing = place < 0 ? "lost" : place === 0 ? "in front" : `place ${place + 1}`;
  const most = { a: 3, b: 2 }[side];
  const facts = [fact("Dice of its side", `one for each army, at most ${most}`)];
  return { id, side, name: unitName(state, id), icon, tags: [standing], facts, notes: [] };
}

/** The stage of two lineups, with the dice of the round between those in front. */
function createScene(context, kit) {
  const { s } = kit.dom;
  const tray = createTray(kit.dom, kit.sides.SIDES);
  const stage = kit.stage.createLineupStage(context, {
    initial,
    className: "conquest-scene",
    backdrop: () =>
      s(
        "svg",
        { class: "landscape", viewBox: "0 0 100 40", preserveAspectRatio: "none" },
        s("path", { d: "M0 26Q22 17 50 25T100 22V40H0Z", class: "far" }),
        s("path", { d: "M0 33Q30 27 55 32T100 31V40H0Z", class: "ground" }),
      ),
    drawUnit(card, iconsUrl) {
      const drawn = kit.unit.createUnit(card, iconsUrl, { badges: [], foot: [] });
      const show = () => drawn.describe("ready", `${card.name} ${card.id}`);
      return { ...drawn, show };
    },
    introduce: (state, side) => ({
      name: sideName(state, side),
      army: state.armies?.[side].army ?? "",
      helpers: [],
    }),
    sideNow: (state, side) => ({
      role: state.ended ? null : ROLES[side],
      left: `${state.lineups[side].length} left`,
    }),
    sign: ({ round }) => (round > 0 ? [`Round ${round}`] : []),
    result: (state) => ({
      headline: `${sideName(state, state.winner)} wins`,
      why: `${state.lineups[state.winner].length} left after ${counted(state.round, "round")}`,
    }),
    choreography: createChoreography(tray, kit.moves),
  });
  let root = null;
  let armies = null;

  function place() {
    const { width, height } = root.getBoundingClientRect();
    const count = (side) => armies?.[side].lineup.length ?? 1;
    const { slot } = kit.layout.createLayout({ width, height }, { a: count("a"), b: count("b") });
    tray.stand(slot("a", 0), slot("b", 0));
  }

  return {
    ...stage,
    mount(parent) {
      stage.mount(parent);
      root = parent.querySelector(".conquest-scene");
      root.append(tray.root);
      place();
    },
    render(state) {
      stage.render(state);
      tray.show(state);
      if (state.armies === armies) return;
      armies = state.armies;
      place();
    },
    resize() {
      stage.resize();
      place();
    },
  };
}

/** The dice of a round, a row for each pair; the attackers' third die has nobody to face. */
function createTray({ h, s }, sides) {
  const rows = [0, 1, 2].map(() => {
    const dice = { a: createDie(s), b: createDie(s) };
    const sign = h("span");
    return { dice, sign, root: h("div", { class: "pair" }, dice.a.root, sign, dice.b.root) };
  });
  const root = h("div", { class: "tray", role: "img" }, ...rows.map((row) => row.root));
  return {
    root,
    /** The die of a side in a row. */
    die: (side, row) => rows[row].dice[side].root,
    dice: sides.flatMap((side) => rows.map((row) => row.dice[side].root)),
    /** Goes between two slots. */
    stand(left, right) {
      root.style.top = `${left.y}px`;
      root.style.setProperty("--die", `${(right.x - left.x - left.size * 0.75) / 2.5}px`);
    },
    show({ dice, losers }) {
      rows.forEach((row, k) => {
        const loser = losers[k];
        for (const side of sides) {
          row.dice[side].show(dice[side][k] ?? 0, loser && (side === loser ? "lost" : "won"));
        }
        row.sign.textContent = loser ? { a: "≤", b: ">" }[loser] : "";
      });
      root.hidden = dice.a.length === 0;
      root.setAttribute("aria-label", `Dice: ${dice.a.join(", ")} against ${dice.b.join(", ")}`);
    },
  };
}

/** A die with pips; 0 for none. */
function createDie(s) {
  const pips = s("g");
  const root = s(
    "svg",
    { class: "die", viewBox: "0 0 100 100" },
    s("rect", { x: 4, y: 4, width: 92, height: 92, rx: 18 }),
    pips,
  );
  return {
    root,
    show(value, fate = "") {
      root.dataset.fate = fate;
      if (root.dataset.value === String(value)) return;
      root.dataset.value = value;
      pips.replaceChildren(
        ...[...PIPS[value]].map((at) =>
          s("circle", { cx: 25 + 25 * (at % 3), cy: 25 + 25 * Math.floor(at / 3), r: 10 }),
        ),
      );
    },
  };
}

/** Which motion an event makes; one that is not here is shown by what it changes. */
function createChoreography(tray, moves) {
  return {
    battle_started: moves.enter,
    round_rolled({ move }, _event, landing) {
      // They come to rest when the event lands, and show then what it tells.
      for (const die of tray.dice)
        move(die, { rotate: { from: 0, to: 720 }, duration: landing }, 0);
    },
    dice_compared({ before, move }, { loser }, landing) {
      const winner = tray.die(loser === "a" ? "b" : "a", before.losers.length);
      move(winner, { scale: [{ from: 1, to: 1.25 }, { to: 1 }], duration: 300 }, landing - 100);
    },
    army_lost: (stage, { unit }, landing) => moves.fall(stage, unit, landing),
    battle_ended: (stage, { winner }) => moves.triumph(stage, winner),
  };
}
