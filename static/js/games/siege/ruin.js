// @ts-check
import { opponent } from "../../player/engine/sides.js";
import * as paint from "../../player/stage/scenery/scenery.js";
import { BLACK, between, mix, tone, veil, WHITE } from "../../player/stage/scenery/scenery.js";
import { DARK, GRASS, LIVERIES } from "./walls.js";

/** @import { SideId } from "../../player/types" */
/** @import { Painter, Tone } from "../../player/stage/scenery/scenery" */

/** A fallen castle: broken walls, rubble, smoke, and the victor's flag. @param {Painter} p @param {SideId} side */
export function paintRuin(p, side) {
  const { stone } = LIVERIES[side];
  const soot = mix(stone, tone("#3a332f", "#171a26"), 0.28);
  p.fill(
    "M-20 332Q8 300 60 302T170 300T296 302Q322 312 322 332Z",
    paint.down(mix(GRASS, BLACK, 0.2), veil(GRASS, 0.1)),
  );
  /** @type {(d: string, look: Tone, area: { x: number, y: number, width: number, height: number }) => void} */
  const broken = (d, look, area) => {
    p.fill(d, look, { transform: "translate(3 -3)" });
    p.fill(d, paint.across(mix(look, WHITE, 0.2), [0.35, look], mix(look, BLACK, 0.44)));
    paint.paintStones(p, { ...area, tone: look, size: 10 });
  };
  broken("M24 320V152L32 140L38 150L46 128L54 146L64 158L72 196V320Z", soot, {
    x: 28,
    y: 200,
    width: 42,
    height: 110,
  });
  p.fill("M42 196v-10a4 4 0 0 1 8 0v10Z", DARK);
  broken(
    "M122 300V196L130 186L136 194L148 168L158 190L168 184L178 214V300Z",
    mix(soot, BLACK, 0.12),
    { x: 126, y: 216, width: 50, height: 76 },
  );
  broken("M232 320V222L240 208L250 220L262 198L270 226V320Z", soot, {
    x: 236,
    y: 236,
    width: 32,
    height: 76,
  });
  broken(
    "M2 320V226L12 214L22 226L34 206L44 222L58 214L70 236L84 232L96 258L110 252L120 280L136 290L166 292L182 272L196 276L210 246L224 250L238 224L250 238L262 216L276 230L286 222L298 240V320Z",
    stone,
    { x: 6, y: 262, width: 286, height: 52 },
  );
  for (const [x, y, width] of [
    [8, 230, 46],
    [222, 240, 64],
  ]) {
    paint.paintStones(p, { x, y, width, height: 34, tone: stone, size: 10 });
  }
  p.fill(
    "M2 262L60 250L110 286L180 290L240 256L298 262V320H2Z",
    paint.down(veil(DARK, 0), veil(DARK, 0.5)),
  );
  let [rubble, tops, shadow] = ["", "", ""];
  for (let k = 0; k < 44; k++) {
    const x = between(p.random, 0, 300);
    const y = 322 - 30 * (1 - Math.abs(x / 150 - 1)) * p.random();
    const r = between(p.random, 4, 12);
    const rock = paint.rock(p.random, x, y, r);
    rubble += rock.body;
    tops += rock.lit;
    shadow += paint.oval(x + 2, y, r * 1.2, 2);
  }
  p.fill(shadow, veil(BLACK, 0.3));
  p.fill(rubble, mix(stone, BLACK, 0.38));
  p.fill(tops, mix(stone, WHITE, 0.16));
  p.stroke("M84 318L128 286M206 320L176 282M100 300L96 276", tone("#3d2c1e", "#1c1613"), 5);
  for (const [x, y] of [
    [66, 190],
    [236, 170],
    [150, 150],
  ]) {
    for (let k = 0; k < 5; k++) {
      const r = 9 + k * 6;
      const smoke = tone("#57504c", "#6c7086");
      p.fill(
        paint.oval(x + Math.sin(k * 1.7 + x) * 9 + k * 5, y - k * 27, r * 1.1, r * 1.3),
        paint.glow(veil(smoke, 0.66 - k * 0.1), veil(smoke, 0)),
      );
    }
  }
  p.stroke("M150 290V112", tone("#5b4a3a", "#8d7b68"), 3.4);
  const victor = opponent(side);
  const raised = { transform: "translate(151 114)" };
  p.fill(LIVERIES[victor].flag, WHITE, {
    ...raised,
    fill: `var(--side-${victor})`,
    class: "victor-cloth",
  });
  p.fill(LIVERIES[victor].crest, veil(WHITE, 0.92), raised);
}
