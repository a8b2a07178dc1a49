// A scene as somebody else may write it: a plain module that imports nothing and knows only what it
// is handed. It draws battles of Many Marios by the place of their units alone.
export function createView(_catalog, { dom, moves, reducer, stage, unit }) {
  const { h, s } = dom;
  const sideName = (state, side) => state.armies?.[side].name || side.toUpperCase();

  const reducers = {
    battle_started: (state, { a, b }) => ({
      ...state,
      armies: { a, b },
      roster: Object.fromEntries([...a.lineup, ...b.lineup].map((card) => [card.id, card])),
      lineups: { a: a.lineup.map(({ id }) => id), b: b.lineup.map(({ id }) => id) },
    }),
    round_started: (state, { round }) => ({ ...state, round }),
    unit_defeated(state, { unit: gone }) {
      const { side } = state.roster[gone];
      const lineup = state.lineups[side].filter((id) => id !== gone);
      return { ...state, lineups: { ...state.lineups, [side]: lineup } };
    },
    battle_ended: (state, { winner, reason }) => ({ ...state, ended: true, winner, reason }),
  };

  const initial = {
    ...{ round: 0, ended: false, winner: null, reason: null },
    ...{ armies: null, roster: {}, lineups: { a: [], b: [] } },
  };

  const options = {
    initial,
    className: "plain-scene",
    backdrop: () => s("svg", { class: "landscape" }),
    drawUnit(card, iconsUrl) {
      const drawn = unit.createUnit(card, iconsUrl, { badges: [], foot: [h("i", {}, card.name)] });
      return Object.assign(drawn, { show: () => drawn.describe("ready", card.name) });
    },
    introduce: (state, side) => ({ name: sideName(state, side), army: "", helpers: [] }),
    sideNow: (state, side) => ({ role: null, left: `${state.lineups[side].length} left` }),
    sign: (state) => [`Round ${state.round}`],
    result: ({ winner }) => ({
      headline: winner ? `Side ${winner} wins` : "Draw",
      why: "says a plain scene",
    }),
    choreography: {
      battle_started: moves.enter,
      unit_defeated: (motion, event, landing) => moves.fall(motion, event.unit, landing),
    },
  };

  return {
    initial,
    reduce: reducer.createReducer(reducers),
    createScene: (context) => stage.createLineupStage(context, options),
    tell: ({ type }) => [{ text: type }],
    isMinor: () => false,
    score: ({ lineups }) => ({ a: lineups.a.length, b: lineups.b.length }),
    gaugeTitle: "Units left",
    roundWord: "Round",
    turnsBy: "round",
    leastSwing: 1,
    swingText: (points) => `+${points}`,
    dossier: () => null,
    fallen: () => null,
    sideName,
    sound: () => null,
  };
}
