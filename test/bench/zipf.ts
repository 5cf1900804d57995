/** Texts with words by Zipf's law, the same in each run. */

/** Different words of all texts. Real texts of 1,000 articles have about as many. */
const VOCABULARY = 30_000;

/** Numbers that look random and are the same in each run. */
export function* numbers(): Generator<number, never> {
  let state = 42;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

const SYLLABLES = "ba be bo da de di ka ke ko la le lo ma mi mo na ne no ra re ri sa se si ta te to va ve vo".split(
  " ",
);

/** The word of this rank. The first is in nearly every text, most are in few. */
export function wordOf(rank: number): string {
  let word = "";
  for (let rest = rank + 1; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    word += SYLLABLES[rest % SYLLABLES.length];
  return word.length < 4 ? `${word}x` : word;
}

const drawn = (random: number): string => wordOf(Math.floor(VOCABULARY ** random) - 1);

/** A text of this many words. */
export function textOf(draw: Generator<number, never>, count: number): string {
  return Array.from({ length: count }, (_, n) => drawn(draw.next().value) + (n % 12 === 11 ? "." : "")).join(" ");
}
