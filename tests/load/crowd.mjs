/**
 * Many viewers of battles on air in one process: `node crowd.mjs < plan.json`, which viewers.py writes.
 * They speak Socket.IO over WebSockets as far as a viewer does, and look at each message only once,
 * since all who stand at the same place are sent the same.
 */

import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { WebSocket } from "ws";

const plan = JSON.parse(readFileSync(0, "utf8"));
const { urls, battles, groups, leadMs, tickMs, giveUpMs } = plan;
const now = () => performance.timeOrigin + performance.now();

/** What a message says, by its text. */
const read = new Map();

function messageOf(text) {
  let found = read.get(text);
  if (!found) {
    const { battle, from_seq, events, cues, over } = JSON.parse(text.slice(text.indexOf("[")))[1];
    const isWhole = events.every((event, k) => event.seq === from_seq + k);
    found = { battle, isWhole, from: from_seq, to: from_seq + events.length, cue: cues[0], over };
    if (read.size > 5000) read.clear();
    read.set(text, found);
  }
  return found;
}

const delays = monitorEventLoopDelay({ resolution: 5 });
delays.enable();

/** @type {Map<string, any>} */
const results = new Map();
let left = 0;

class Viewer {
  constructor(result, url, battle) {
    Object.assign(this, { result, battle, nextSeq: 0, position: 0, isDone: false, hasAny: false });
    this.began = now();
    this.socket = new WebSocket(`${url}/socket.io/?EIO=4&transport=websocket`, {
      perMessageDeflate: false,
    });
    this.socket.on("message", (data) => this.hear(data.toString(), now()));
    this.socket.on("error", () => this.end("failed"));
    this.socket.on("close", () => this.end("lost"));
  }

  hear(text, at) {
    if (text.startsWith('42/live,["battle_events"')) this.show(text, at);
    else if (text === "2") this.socket.send("3");
    else if (text[0] === "0") this.socket.send("40/live,");
    else if (text.startsWith("40/live,")) {
      this.position = at - this.battle.startsAtMs;
      const wish = { battle: this.battle.id, from_seq: 0 };
      this.socket.send(`42/live,0${JSON.stringify(["watch_battle", wish])}`);
    } else if (text.startsWith("43/live,0")) {
      if (!text.includes('"ok":true')) this.end("refused");
      else this.result.joins.push(at - this.began);
    }
  }

  show(text, at) {
    const { result } = this;
    const message = messageOf(text);
    if (message.battle !== this.battle.id || !message.isWhole) result.wrong += 1;
    result.messages += 1;
    result.bytes += text.length;
    if (message.from > this.nextSeq) result.missing += message.from - this.nextSeq;
    if (message.from < this.nextSeq)
      result.doubled += Math.min(message.to, this.nextSeq) - message.from;
    this.nextSeq = Math.max(this.nextSeq, message.to);
    // What was due before this viewer came is late by nature.
    if (message.cue > this.position + leadMs) {
      const position = at - this.battle.startsAtMs;
      const planned = Math.ceil((message.cue - leadMs) / tickMs) * tickMs;
      result.margins.push(message.cue - position);
      result.delays.push([at, position - planned]);
    } else if (!this.hasAny) result.firsts.push(at - this.began);
    this.hasAny = true;
    if (message.over) this.end("done");
  }

  end(how) {
    if (this.isDone) return;
    this.isDone = true;
    this.result[how] += 1;
    this.result.missing += this.battle.events - this.nextSeq;
    this.socket.terminate();
    left -= 1;
    if (left === 0) report();
  }
}

function share(values, fraction) {
  if (!values.length) return null;
  return values[Math.min(values.length - 1, Math.floor(values.length * fraction))];
}

function report() {
  const told = [...results].map(([name, { margins, joins, firsts, delays, ...counts }]) => {
    for (const values of [margins, joins, firsts]) values.sort((a, b) => a - b);
    const during = delays.filter(([at]) => at >= plan.watchFromMs && at <= plan.watchToMs);
    const taken = during.map(([, delay]) => delay).sort((a, b) => a - b);
    return {
      ...counts,
      name,
      live: margins.length,
      late: margins.filter((margin) => margin < 0).length,
      margin_ms: share(margins, 0),
      margin_p1_ms: share(margins, 0.01),
      delay_p50_ms: share(taken, 0.5),
      delay_p99_ms: share(taken, 0.99),
      delay_ms: share(taken, 1),
      join_p50_ms: share(joins, 0.5),
      join_p99_ms: share(joins, 0.99),
      first_p99_ms: share(firsts, 0.99),
    };
  });
  const cpu = process.cpuUsage();
  const cpu_s = (cpu.user + cpu.system) / 1e6;
  const texts = read.size;
  const own_wait_ms = delays.max / 1e6;
  process.stdout.write(`${JSON.stringify({ groups: told, cpu_s, texts, own_wait_ms })}\n`, () =>
    process.exit(0),
  );
}

let number = plan.first;
for (const { name, viewers, fromMs, overMs } of groups) {
  const result = { margins: [], delays: [], joins: [], firsts: [] };
  for (const count of [
    "messages",
    "bytes",
    "missing",
    "doubled",
    "wrong",
    "failed",
    "lost",
    "refused",
    "done",
  ])
    result[count] = 0;
  results.set(name, { viewers, ...result });
  left += viewers;
  for (let k = 0; k < viewers; k += 1, number += 1) {
    const battle = battles[number % battles.length];
    const url = urls[number % urls.length];
    const at = fromMs + (overMs * k) / viewers;
    setTimeout(() => new Viewer(results.get(name), url, battle), Math.max(0, at - now()));
  }
}
setTimeout(report, giveUpMs - now());
