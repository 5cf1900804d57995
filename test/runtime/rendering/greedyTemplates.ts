/** Makes templates that want as much as they can get: texts and lists grown by one filter and worked on by others, in loops. */
import { FILTERS } from "../../../runtime/rendering/filters.ts";

/** Numbers from a seed, the same on every machine (mulberry32). */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

const STARTS = [
  "text", "signs", "list", "list | map: 'text'", "(1..100)", "(1..10000)", "(1..100000)", "(1..400000)", "(1..1000000)",
  "signs | split: ''", "text | split: ''", "text | split: 'x'", "'a b' | split: ' '", "'**a** [b](c) `d` '",
];
const GROWTH = ["", "", "s | append: s", "s | concat: s", "s | replace: '<', s", "s | join: s", "s | push: s | push: s", "s | replace: '', '<&'"];
const ARGUMENTS = ["", "", ": ''", ": 'text'", ": s", ": 'a', s", ": 2", ": 'x', '<&>'", ": 0, 100000", ": '%Y %j %B'"];
const TURNS = [1, 20, 400, 5_000, 20_000];
const NAMES = [...FILTERS.keys()];

export function greedyTemplate(seed: number): string {
  const below = numbersFrom(seed);
  const one = <T>(values: readonly T[]): T => values[below(values.length)] as T;
  const filters = Array.from({ length: 1 + below(5) }, () => `${one(NAMES)}${one(ARGUMENTS)}`).join(" | ");
  const growth = one(GROWTH);
  const grow = growth === "" ? "" : `{% for i in (1..${1 + below(24)}) %}{% assign s = ${growth} %}{% endfor %}`;
  const turns = one(TURNS);
  const keep = one(["s", "r"]);
  const body = one([`{% assign ${keep} = s | ${filters} %}`, `{{ s | ${filters} }}`, `{% if s contains '~' or s == text %}{% endif %}{% assign r = s | ${filters} | size %}`]);
  return `{% assign s = ${one(STARTS)} %}${grow}{% for i in (1..${turns}) %}${body}{% endfor %}`;
}

/** The same for a filter alone, again and again on its own result or the same input. */
export const repeatedFilters: readonly string[] = NAMES.flatMap((name) =>
  ["(1..400000)", "(1..1000000)", "signs", "text", "list", "''"].flatMap((start) =>
    ["s", "r"].map((keep) => `{% assign s = ${start} %}{% for i in (1..20000) %}{% assign ${keep} = s | ${name}: s %}{% assign ${keep} = s | ${name} %}{% endfor %}`),
  ),
);
