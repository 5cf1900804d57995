/** Wordmarks of invented clients, in a one-line alphabet drawn for the purpose; no font is used. */
import type { Picture } from "./shapes.ts";
import { circle, group, stroke } from "./shapes.ts";

/** A middle grey that can be read on light and on dark paper. */
const INK = "#7c8583";
/** Each letter on a grid 6 wide and 10 high; the number is its width. */
const LETTERS: Readonly<Record<string, readonly [number, string]>> = {
  A: [7, "M0 10L3.5 0L7 10M1.3 6.6H5.7"],
  B: [5, "M0 0V10H2.6A2.7 2.7 0 0 0 2.6 4.7H0M0 0H2.3A2.3 2.3 0 0 1 2.3 4.7"],
  C: [6.4, "M6.4 1.8A5 5 0 1 0 6.4 8.2"],
  D: [6.4, "M0 0V10H1.6A5 5 0 0 0 1.6 0Z"],
  E: [4.6, "M4.6 0H0V10H4.6M0 4.8H3.9"],
  F: [4.6, "M4.6 0H0V10M0 4.8H3.9"],
  G: [7, "M6.6 1.8A5 5 0 1 0 7 7.6V5.4H4.2"],
  H: [6, "M0 0V10M6 0V10M0 4.8H6"],
  I: [0, "M0 0V10"],
  K: [5.4, "M0 0V10M5.2 0L0.2 5.4M1.8 3.9L5.4 10"],
  L: [4.4, "M0 0V10H4.4"],
  M: [7.4, "M0 10V0L3.7 6.4L7.4 0V10"],
  N: [6.2, "M0 10V0L6.2 10V0"],
  O: [9, "M4.5 0A5 5 0 1 0 4.5 10A5 5 0 1 0 4.5 0"],
  P: [5, "M0 10V0H2.4A2.7 2.7 0 0 1 2.4 5.4H0"],
  R: [5.2, "M0 10V0H2.4A2.6 2.6 0 0 1 2.4 5.2H0M2.4 5.2L5.2 10"],
  S: [5, "M4.8 1.3C3.2 -0.6 0.3 -0.2 0.3 2.4C0.3 5.3 5 4.4 5 7.4C5 10.4 1.4 10.8 0 8.6"],
  T: [6, "M0 0H6M3 0V10"],
  U: [5.8, "M0 0V7.1A2.9 2.9 0 0 0 5.8 7.1V0"],
  V: [6.6, "M0 0L3.3 10L6.6 0"],
  W: [9, "M0 0L2.3 10L4.5 2L6.7 10L9 0"],
  Y: [6.2, "M0 0L3.1 5L6.2 0M3.1 5V10"],
};

function write(word: string, x: number, y: number, size: number, weight: number): { body: string; end: number } {
  let at = x;
  const letters = [...word].map((letter) => {
    const [width, d] = LETTERS[letter] ?? [4, ""];
    const placed = group(
      { transform: `translate(${at.toFixed(1)} ${y}) scale(${size})` },
      stroke(d, INK, weight, { "stroke-linejoin": "round" }),
    );
    at += (width + 3) * size;
    return placed;
  });
  return { body: letters.join(""), end: at - 3 * size };
}

interface Wordmark {
  name: string;
  word: string;
  size: number;
  weight: number;
  emblem: string;
}

const line = (d: string, width = 6): string => stroke(d, INK, width, { "stroke-linejoin": "round" });

const MARKS: readonly Wordmark[] = [
  {
    name: "client-tidewick",
    word: "TIDEWICK",
    size: 4.6,
    weight: 1.3,
    emblem: line("M14 88Q28 68 42 88T70 88M14 108Q28 88 42 108T70 108M42 64V44") + circle([42, 40], 8, INK),
  },
  {
    name: "client-osmerlow",
    word: "OSMERLOW",
    size: 4,
    weight: 1.05,
    emblem: line("M42 34L74 112H10ZM42 34V112M26 76H58"),
  },
  {
    name: "client-grebe-and-fen",
    word: "GREBE FEN",
    size: 4.2,
    weight: 1.6,
    emblem: line("M12 92C26 110 56 110 72 88M72 88C60 86 54 74 56 58C57 46 46 40 38 48L24 54"),
  },
  {
    name: "client-culverstone",
    word: "CULVERSTONE",
    size: 3.3,
    weight: 1.2,
    emblem: line("M12 112V76A30 30 0 0 1 72 76V112M28 112V80A14 14 0 0 1 56 80V112M42 46V60"),
  },
  {
    name: "client-pellmarsh",
    word: "PELLMARSH",
    size: 3.9,
    weight: 1.4,
    emblem: line("M42 112V40M42 70C24 68 18 56 18 44C34 46 42 56 42 70M42 92C60 90 66 78 66 66C50 68 42 78 42 92"),
  },
  {
    name: "client-hathern-sound",
    word: "HATHERN",
    size: 4.6,
    weight: 1.1,
    emblem:
      line("M42 36V112M18 84A24 28 0 0 0 66 84M30 56H54") +
      circle([42, 34], 9, "none", { stroke: INK, "stroke-width": 5 }),
  },
];

export const WORDMARKS: readonly Picture[] = MARKS.map(({ name, word, size, weight, emblem }) => {
  const text = write(word, 98, 76 - size * 5, size, weight);
  return { name, width: Math.ceil(text.end) + 14, height: 152, body: emblem + text.body, quality: 0.85 };
});
