/**
 * The yardstick: a plain Socket.IO server that relays the messages of a battle when they are planned,
 * and does nothing else. `node relay.mjs < plan.json`, which viewers.py writes.
 */

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { Server } from "socket.io";

const { startsAtMs, battle, messages } = JSON.parse(readFileSync(0, "utf8"));
const http = createServer();
const live = new Server(http, { pingInterval: 25000, pingTimeout: 20000 }).of("/live");
const past = [];

live.on("connection", (socket) => {
  socket.on("watch_battle", (_wish, answer) => {
    answer({ ok: true });
    for (const message of past) socket.emit("battle_events", message);
    socket.join(battle);
  });
});
for (const { atMs, message } of messages) {
  const wait = startsAtMs + atMs - Date.now();
  setTimeout(() => {
    live.to(battle).emit("battle_events", message);
    past.push(message);
  }, wait);
}
http.listen({ port: 0, host: "127.0.0.1", backlog: 4096 }, () => {
  process.stdout.write(`${http.address().port} ${process.pid}\n`);
});
