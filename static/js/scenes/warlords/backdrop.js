// @ts-check
import * as paint from "../../core/scenery/scenery.js";
import { CITIES } from "./cities.js";
import { TERRAINS } from "./terrains.js";

/** @import { Backdrop } from "../../core/scenery/scenery" */

/**
 * The field of a battle: the first of its terrain words decides how it looks, others add to that, and
 * the city that is defended stands on the right.
 *
 * @param {{ terrain: readonly string[], city: string | null } | null} field
 * @param {string | number} [seed]
 * @returns {Backdrop}
 */
export function paintField(field, seed = "") {
  const [word = "open", ...more] = field?.terrain ?? [];
  const terrain = TERRAINS[word] ?? TERRAINS.open;
  const city = field?.city ? CITIES[field.city] : null;
  const others = more.flatMap((name) => TERRAINS[name]?.also ?? []);
  const { look } = terrain;
  const p = paint.createPainter(
    ["field", word, ...more, field?.city].filter(Boolean).join("-"),
    seed,
  );
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
  return { layers: p.layers, horizon: paint.HORIZON / paint.HEIGHT, weather: terrain.weather };
}
