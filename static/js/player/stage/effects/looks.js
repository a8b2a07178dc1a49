// @ts-check
/** The colours of rings, by what they stand for. */
export const RINGS =
  /** @type {Record<string, { colour: string, filled?: boolean, holds?: boolean }>} */ ({
    impact: { colour: "#ffffff" },
    blast: { colour: "#ffb347", filled: true },
    puff: { colour: "#e8e4da", filled: true },
    dome: { colour: "#4fd6a5", filled: true, holds: true },
    acid: { colour: "#a6e33b", filled: true },
    poison: { colour: "#8fd14f", filled: true },
    curse: { colour: "#b45af0", filled: true },
    disease: { colour: "#dcbe50", filled: true },
    paralysis: { colour: "#78befa", filled: true },
    glow: { colour: "#ffb347", filled: true, holds: true },
    dust: { colour: "#c9b99a", filled: true },
  });

/** The colours of splinters: of a plate's rim, its face and its edge. */
export const SPLINTERS = {
  a: ["#2c6fd6", "#e3efff", "#173a80", "#8fc0ff"],
  b: ["#d8701a", "#fff0df", "#80380a", "#ffc48a"],
};

/** What is shown for a shorter time than this may be one of many a second. */
export const SHORT_MS = 400;

/**
 * How bright a blow may flash in a beat: as a share, less where one follows upon the other.
 *
 * @param {number} length of the beat in ms, as it is played, for each of its events
 */
export const glareOf = (length) => Math.min(1, (length / SHORT_MS) ** 2);
