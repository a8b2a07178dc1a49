// @ts-check
import { s } from "../../lib/dom.js";

/** @import { SideId } from "../../player/types" */
/** @import { Castle } from "./castle" */

/**
 * The pieces of a collapsing castle in the castle's coordinates: outline, pivot, and motion. `late` is the start
 * in steps, `lean` the final angle, `drop` and `slide` the distances. The rest of the wall breaks last.
 */
export const PIECES = [
  {
    d: "M-30 -70H76L70 20L80 70L70 120L78 168L60 160L40 172L20 162L0 172L-30 164Z",
    ...{ turns: "30px 170px", late: 0, lean: -16, drop: 230, slide: -12 },
  },
  {
    d: "M76 -70H226L230 30L220 80L230 130L222 170L200 160L180 172L150 162L120 172L100 162L78 168L70 120L80 70L70 20Z",
    ...{ turns: "150px 175px", late: 2, lean: 7, drop: 270, slide: 6 },
  },
  {
    d: "M226 -70H340V164L310 172L280 162L250 172L222 170L230 130L220 80L230 30Z",
    ...{ turns: "270px 170px", late: 1, lean: 17, drop: 230, slide: 12 },
  },
  {
    d: "M-30 164L0 172L20 162L40 172L60 160L78 168L100 162L104 210L94 250L106 290L100 340H-30Z",
    ...{ turns: "40px 330px", late: 3, lean: -5, drop: 170, slide: 0 },
  },
  {
    d: "M100 162L120 172L150 162L180 172L200 160L194 210L204 250L192 290L200 340H100L106 290L94 250L104 210Z",
    ...{ turns: "150px 330px", late: 4, lean: 3, drop: 170, slide: 0 },
  },
  {
    d: "M200 160L222 170L250 172L280 162L310 172L340 164V340H200L192 290L204 250L194 210Z",
    ...{ turns: "260px 330px", late: 3.4, lean: 5, drop: 170, slide: 0 },
  },
  // The flag with its pole.
  { d: "", turns: "150px 20px", late: 0.4, lean: 120, drop: 250, slide: 46 },
];

/** How many castles have been broken: each names its pieces for itself. */
let broken = 0;

/**
 * The pieces of a castle, invisible until they move. They are created on demand, since few castles fall.
 *
 * @param {SideId} side
 * @param {Castle} castle
 */
export function createPieces(side, { standing, pole, flags }) {
  /** @type {SVGElement[]} */
  let pieces = [];

  function make() {
    const name = `breaking${++broken}`;
    pieces = PIECES.map(({ d, turns }, k) => {
      const part = /** @type {SVGElement} */ ((d ? standing : pole).cloneNode(true));
      if (d) part.querySelector(".pole")?.remove();
      else flags.push(/** @type {SVGGElement} */ (part.querySelector(".flag")));
      part.removeAttribute("style");
      part.removeAttribute("class");
      if (d) part.setAttribute("clip-path", `url(#${name}-${k})`);
      const piece = s("g", { class: "piece" }, part);
      piece.style.transformOrigin = turns;
      return piece;
    });
    const clips = PIECES.map(({ d }, k) =>
      s("clipPath", { id: `${name}-${k}` }, s("path", { d: d || "M0 0" })),
    );
    // Clipped at the ground, so that the pieces sink into it.
    const ground = s("clipPath", { id: name }, s("path", { d: "M-300 -300H600V324H-300Z" }));
    standing.after(
      s("defs", {}, ground, ...clips),
      s("g", { "clip-path": `url(#${name})` }, ...pieces),
    );
  }

  return {
    /** The pieces by their names in the choreography. */
    parts() {
      if (pieces.length === 0) make();
      return Object.fromEntries(pieces.map((piece, k) => [`piece-${side}-${k}`, piece]));
    },
  };
}
