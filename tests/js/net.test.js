// The live connection of a page, with a socket that only the test speaks through.
import assert from "node:assert/strict";
import { registerHooks } from "node:module";
import test from "node:test";
import { createStore } from "../../static/js/player/engine/store.js";

globalThis.testSockets = [];
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "socket.io-client"
      ? {
          url: "data:text/javascript,export const io = (...how) => testSockets.shift()(...how);",
          shortCircuit: true,
        }
      : next(specifier, context),
});
const source = "../../static/js/player/source";
const { fetchRecording, watchChallenge, watchLive } = await import(`${source}/net.js`);
const { watchMatch } = await import(`${source}/match.js`);

/** A socket that notes what the page sends; `hear` gives it a message of the server. */
function createSocket() {
  const listeners = {};
  const socket = {
    ...{ id: "1", connected: true, active: true, sent: [], log: [] },
    on: (name, listener) => Object.assign(listeners, { [name]: listener }),
    emit: (name, message, answer) => socket.sent.push({ name, message, answer }),
    hear: (name, message) => listeners[name](message),
    disconnect() {
      socket.log.push("disconnect");
      return socket;
    },
    connect: () => socket.log.push("connect"),
  };
  testSockets.push(() => socket);
  return socket;
}

const VIEW = { initial: { round: 0 }, reduce: (state) => state };

/** Events from one seq to before another, at beats of a second each. */
function chunk(from, to, more = {}) {
  const events = Array.from({ length: to - from }, (_, k) => ({ seq: from + k, beat: from + k }));
  const cues = events.map(({ beat }) => 1000 * beat);
  return { from_seq: from, events, cues, until_ms: 1000 * to, over: false, clock_ms: 0, ...more };
}

/** A page that watches a battle on air, and what it reports. */
async function watching(context) {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const socket = createSocket();
  const store = createStore(VIEW);
  const report = { clock: [], status: [], errors: [] };
  watchLive("b1", store, {
    onClock: (ms) => report.clock.push(ms),
    onStatus: (status) => report.status.push(status),
    onError: (error) => report.errors.push(error),
  });
  await new Promise(setImmediate);
  socket.hear("connect");
  const hear = (...how) => socket.hear("battle_events", { battle: "b1", ...chunk(...how) });
  const answer = (message) => socket.sent.at(-1).answer(message);
  const asked = () => socket.sent.splice(0).map(({ name, message }) => [name, message.from_seq]);
  return { socket, store, report, hear, answer, asked, timers: context.mock.timers };
}

test("a page with a gap in its events asks again from the first that is missing", async (context) => {
  const { store, hear, asked, answer } = await watching(context);
  answer({ ok: true, clock_ms: 100 });
  assert.deepEqual(asked(), [["watch_battle", 0]]);
  hear(0, 2);
  assert.deepEqual(asked(), []);
  hear(3, 4);
  assert.deepEqual([asked(), store.nextSeq], [[["watch_battle", 2]], 2]);
  hear(2, 6);
  assert.deepEqual([asked(), store.nextSeq], [[], 6]);
});

test("a page that connects again goes on from what it has", async (context) => {
  const { socket, store, report, hear, asked, answer } = await watching(context);
  answer({ ok: true, clock_ms: 100 });
  hear(0, 3, { clock_ms: 200 });
  socket.hear("battle_events", { battle: "other", ...chunk(3, 4) });
  assert.equal(store.nextSeq, 3);
  socket.hear("disconnect");
  socket.hear("connect");
  assert.deepEqual(asked(), [
    ["watch_battle", 0],
    ["watch_battle", 3],
  ]);
  hear(3, 5, { over: true });
  assert.deepEqual(socket.log, ["disconnect"]);
  socket.hear("disconnect");
  assert.deepEqual(report.status, ["connecting", "on_air", "reconnecting", "over"]);
  assert.deepEqual(report.clock, [100, 200, 0]);
});

test("a connection on which nothing comes in time is made anew", async (context) => {
  const { socket, hear, answer, timers } = await watching(context);
  timers.tick(7999);
  assert.deepEqual(socket.log, []);
  answer({ ok: true, clock_ms: 0 });
  hear(0, 2, { clock_ms: 500 }); // known until 2,000 ms: what follows is due in 1,500
  timers.tick(4999);
  assert.deepEqual(socket.log, []);
  timers.tick(1);
  assert.deepEqual(socket.log, ["disconnect", "connect"]);
});

test("a refusal that says when is asked again then, another one is shown", async (context) => {
  const { socket, report, asked, answer, timers } = await watching(context);
  answer({ ok: false, status: 429, error: "slow down", retry_after: 3 });
  asked();
  timers.tick(2999);
  assert.deepEqual(asked(), []);
  timers.tick(1);
  assert.equal(socket.sent.length, 1);
  answer({ ok: false, status: 503, error: "busy" });
  asked();
  timers.tick(5000);
  assert.equal(socket.sent.length, 1);
  answer({ ok: false, status: 404, error: "gone" });
  assert.deepEqual([report.errors, socket.log], [["gone"], ["disconnect"]]);
  assert.deepEqual(report.status, ["connecting", "reconnecting", "reconnecting"]);
});

test("a match with a gap is asked for again, and its end is followed no further", async () => {
  const socket = createSocket();
  const store = createStore(VIEW);
  const told = { statuses: [], connections: [], errors: [] };
  watchMatch(
    "m1",
    store,
    {
      onStatus: ({ battle }) => told.statuses.push(battle),
      onConnection: (isThere) => told.connections.push(isThere),
      onError: (error) => told.errors.push(error),
    },
    { spectator: true },
  );
  await new Promise(setImmediate);
  socket.hear("connect");
  socket.sent[0].answer({ ok: true });
  socket.hear("match_events", { match: "m1", ...chunk(0, 1) });
  socket.hear("match_events", { match: "m1", ...chunk(2, 3) });
  socket.hear("match_events", { match: "m2", ...chunk(4, 5) });
  assert.deepEqual(
    socket.sent.map(({ message }) => message),
    [0, 1].map((from_seq) => ({ match: "m1", from_seq, spectator: true })),
  );
  socket.hear("match_changed", { match: "m2", battle: "b2" });
  socket.hear("match_changed", { match: "m1", battle: null });
  socket.hear("match_changed", { match: "m1", battle: "b1" });
  socket.hear("match_gone", { match: "m1" });
  assert.deepEqual(socket.log, ["disconnect", "disconnect"]);
  assert.deepEqual(told.statuses, [null, "b1"]);
  assert.deepEqual(told.errors, ["This match no longer exists."]);
  socket.hear("disconnect");
  assert.deepEqual(told.connections, [true, false]);
});

test("a challenge is followed by what the server tells of it alone", async () => {
  const socket = createSocket();
  const briefs = [];
  watchChallenge(
    "c1",
    ({ state }) => briefs.push(state),
    () => briefs.push("gone"),
  );
  await new Promise(setImmediate);
  socket.hear("connect");
  socket.sent[0].answer({ ok: true, challenge: "c1", state: "open" });
  socket.hear("challenge_changed", { challenge: "c2", state: "over" });
  socket.hear("challenge_changed", { challenge: "c1", state: "sealed" });
  assert.deepEqual([briefs, socket.log], [["open", "sealed"], []]);
  socket.hear("challenge_gone", { challenge: "c1" });
  socket.sent[1].answer({ ok: false, status: 404 });
  assert.deepEqual([briefs.at(-1), socket.log], ["gone", ["disconnect"]]);
});

test("a recording is fetched once, also where it was asked for ahead", async (context) => {
  const body = { events: [1], cues: [0], duration_ms: 9 };
  const fetched = context.mock.method(globalThis, "fetch", async () => Response.json(body));
  globalThis.battlereelAhead = { url: "/r", answer: Promise.resolve(Response.json(body)) };
  for (const count of [0, 1]) {
    const { events, cues, until_ms, over } = await fetchRecording("/r");
    assert.deepEqual([events, cues, until_ms, over], [[1], [0], 9, true]);
    assert.equal(fetched.mock.callCount(), count);
  }
  fetched.mock.mockImplementation(async () => new Response("", { status: 404 }));
  await assert.rejects(fetchRecording("/r"), /The server answered 404/);
});
