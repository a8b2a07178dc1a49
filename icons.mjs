// The build's step for icons: write their paths with fewer digits. Icons are 512 units wide; a tenth of one is never seen.

/** Numbers of an instruction, by its letter. */
const ARGUMENTS = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };

/** Numbers of an arc before its end: radii, rotation and flags. */
const ARC_SHAPE = 5;

const TOKENS = /[a-z]|-?(?:\d+\.?\d*|\.\d+)/gi;

const rounded = (value) => Math.round(value * 10) / 10;

/** Return the coordinate that the nth number of an instruction is of; null for the shape of an arc. */
function axisOf(kind, n) {
  if (kind === "h") return "x";
  if (kind === "v") return "y";
  if (kind === "a" && n < ARC_SHAPE) return null;
  return (kind === "a" ? n - ARC_SHAPE : n) % 2 === 0 ? "x" : "y";
}

/** Joins letters and numbers, with a space only where it is needed. */
function createWriter() {
  let text = "";
  let before = "";
  return {
    add(token) {
      const word = token.replace(/^(-?)0\./, "$1.");
      const isApart = /^[a-z-]/i.test(word) || (word[0] === "." && before.includes("."));
      text += isApart || /^[a-z]?$/i.test(before) ? word : ` ${word}`;
      before = word;
    },
    get text() {
      return text;
    },
  };
}

/** Round a path to tenths. No point is farther than that from its place: what is lost does not add up. */
export function shortened(path) {
  const tokens = path.match(TOKENS) ?? [];
  const writer = createWriter();
  let [pen, drawn] = [
    { x: 0, y: 0 },
    { x: 0, y: 0 },
  ];
  let begin = [pen, drawn];
  let letter = "";
  for (let k = 0; k < tokens.length; ) {
    if (/[a-z]/i.test(tokens[k])) {
      letter = tokens[k++];
      writer.add(letter);
    }
    const kind = letter.toLowerCase();
    const isRelative = kind === letter;
    const values = tokens.slice(k, k + ARGUMENTS[kind]).map(Number);
    k += values.length;
    if (kind === "z") [pen, drawn] = begin;
    const [goal, end] = [{ ...pen }, { ...drawn }];
    for (const [n, value] of values.entries()) {
      const axis = axisOf(kind, n);
      if (axis === null) {
        writer.add(String(rounded(value)));
        continue;
      }
      goal[axis] = value + (isRelative ? pen[axis] : 0);
      const own = rounded(goal[axis] - (isRelative ? drawn[axis] : 0));
      end[axis] = rounded(own + (isRelative ? drawn[axis] : 0));
      writer.add(String(own));
    }
    [pen, drawn] = [goal, end];
    if (kind === "m") begin = [pen, drawn];
  }
  return writer.text;
}
