// @ts-check
import { recordedNames } from "../../player/engine/sides.js";
import * as paint from "../../player/stage/scenery/scenery.js";
import { CITIES } from "./cities.js";
import { TERRAINS } from "./terrains.js";

/** @import { Backdrop } from "../../player/stage/scenery/scenery" */
/** @import { State } from "./reduce" */

/**
 * The battlefield: its first terrain determines the look, further ones add details, and a defended city stands on the
 * right. It differs for each pair of armies.
 *
 * @param {Pick<State, "field" | "armies">} state
 * @returns {Backdrop}
 */
export function paintBackdrop({ field, armies }) {
  const [word, ...more] = field?.terrain ?? [];
  const terrain = TERRAINS[word] ?? TERRAINS.open;
  const city = field?.city ? CITIES[field.city] : null;
  const others = more.flatMap((name) => TERRAINS[name]?.also ?? []);
  const { look } = terrain;
  const p = paint.createPainter(armies ? recordedNames(armies) : "");
  paint.paintSky(p, look);
  terrain.air(p, look);
  p.layer(0.25);
  for (const { back } of others) back?.(p, look);
  terrain.back(p, look);
  p.layer(0.6);
  for (const { front } of others) front?.(p, look);
  terrain.front(p, look);
  city?.(p, look);
  p.layer(1);
  paint.paintGround(p, look);
  paint.paintPath(p, { from: city ? 806 : 660, to: 470, tone: look.path });
  for (const { ground } of others) ground?.(p, look);
  terrain.ground(p, look);
  paint.paintVignette(p);
  const weather = terrain.weather[Math.floor(p.random() * terrain.weather.length)];
  return { layers: p.layers, horizon: paint.HORIZON / paint.HEIGHT, weather };
}
