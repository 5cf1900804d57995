/**
 * Expensive templates, described by genes: a text in the content, the start value, how it grows, and its filters. Genes
 * mutate and cross, so that a search continues from the best.
 */
import { FILTERS } from "../../../runtime/templates/filters.ts";

export interface Genes {
  /** The content's text repeats these. */
  readonly atoms: readonly string[];
  readonly start: string;
  readonly growth: string;
  readonly grown: number;
  readonly turns: number;
  readonly keep: string;
  readonly body: string;
  readonly filters: readonly string[];
}

/** A number below the given one. */
export type Draw = (below: number) => number;

/** Pseudo-random numbers from a seed (mulberry32). */
export function numbersFrom(seed: number): Draw {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

const ATOMS = [
  "x",
  "a ",
  " ",
  "\n",
  "\n\n",
  "\t",
  "[",
  "]",
  "](",
  "[a](b) ",
  "![",
  "`",
  "``",
  "*",
  "**",
  "_a",
  "~~",
  "<",
  "<a ",
  "<!--",
  ">",
  "> ",
  "- ",
  "1. ",
  "# ",
  "|",
  "|-|\n",
  "&",
  "&amp;",
  "&#0;",
  "'",
  '"',
  "\\",
  "\\*",
  "/",
  "%41",
  "+",
  "é",
  "\u{1f600}",
  "ß",
  "2026-03-12",
  "12",
  ".",
  ":",
  "https://a.b/",
  "[a]: b\n",
  "/media/a.png",
  "page:home",
  "%A",
  "%c",
  "a|",
];
const STARTS = [
  "text",
  "list",
  "list | map: 'text'",
  "(1..100)",
  "(1..10000)",
  "(1..100000)",
  "(1..400000)",
  "text | split: ''",
  "text | split: 'x'",
  "text | split: ' '",
  "'a b' | split: ' '",
  "'2026-03-12'",
  "''",
  "1",
  "picture",
  "text | slice: 0, 300",
  "text | slice: 0, 4000",
  "text | slice: 0, 9000 | append: 'b'",
  "text | slice: 0, 9000 | append: 'b' | append: text | slice: 0, 18001",
];
const GROWTHS = [
  "",
  "",
  "s | append: s",
  "s | concat: s",
  "s | replace: 'a', s",
  "s | join: s",
  "s | push: s | push: s",
  "s | replace: '', '<&'",
  "s | times: 9",
];
const ARGUMENTS = [
  "",
  "",
  ": ''",
  ": 'text'",
  ": s",
  ": text",
  ": 'a', s",
  ": 2",
  ": 'x', '<&>'",
  ": 0, 100000",
  ": '%Y %j %B %A %c'",
  ": 'text', s",
  ": ' '",
  ": '%A', 'Europe/Berlin'",
];
const TURNS = [1, 20, 400, 5_000, 20_000];
const GROWN = [1, 2, 4, 8, 12, 16, 20, 24];
const KEPT = ["s", "r"];
/** `F` stands for the filters, `K` for the variable with their result. */
const BODIES = [
  "{% assign K = s F %}",
  "{{ s F }}",
  "{% if s contains '~' or s == text or text contains s %}{% endif %}{% assign r = s F | size %}",
  "{% capture K %}{{ s F }}{% endcapture %}",
  "{% for j in s %}{{ j F }}{% endfor %}",
  "{% for j in s reversed limit: 50 %}{% assign K = j F %}{% endfor %}",
  "{% case s %}{% when r %}{% when text, list %}{% endcase %}{% assign r = s F %}",
  '<a href="{{ s F }}" title="{{ s }}">a</a>',
  `{% if ${"s.size == i and ".repeat(60)}true %}{% endif %}{% assign K = s F %}`,
  "{% assign r = text F %}",
  "{% assign r = '2026-03-12' F %}",
  "{{ s[i].text F }}{{ s.first.text F }}",
  "{% assign K = list[i].text F %}",
];
const NAMES = [...FILTERS.keys()];

const oneOf = <T>(values: readonly T[], draw: Draw): T => values[draw(values.length)] as T;
const several = <T>(make: () => T, most: number, draw: Draw): T[] => Array.from({ length: 1 + draw(most) }, make);

const MAKERS: { readonly [G in keyof Genes]: (draw: Draw) => Genes[G] } = {
  atoms: (draw) => several(() => oneOf(ATOMS, draw), 4, draw),
  start: (draw) => oneOf(STARTS, draw),
  growth: (draw) => oneOf(GROWTHS, draw),
  grown: (draw) => oneOf(GROWN, draw),
  turns: (draw) => oneOf(TURNS, draw),
  keep: (draw) => oneOf(KEPT, draw),
  body: (draw) => oneOf(BODIES, draw),
  filters: (draw) => several(() => filterOf(oneOf(NAMES, draw), draw), 4, draw),
};
const KINDS = Object.keys(MAKERS) as (keyof Genes)[];

const filterOf = (name: string, draw: Draw): string => `| ${name}${oneOf(ARGUMENTS, draw)}`;

export const randomGenes = (draw: Draw): Genes =>
  Object.fromEntries(KINDS.map((kind) => [kind, MAKERS[kind](draw)])) as unknown as Genes;

/** Replaces one gene, or removes, adds or replaces an item of a list. */
export function mutated(genes: Genes, draw: Draw): Genes {
  const kind = oneOf(KINDS, draw);
  const value = genes[kind];
  return {
    ...genes,
    [kind]:
      typeof value === "object" && draw(4) > 0
        ? edited(value, MAKERS[kind](draw) as readonly string[], draw)
        : MAKERS[kind](draw),
  };
}

const edited = (list: readonly string[], fresh: readonly string[], draw: Draw): readonly string[] => {
  const at = draw(list.length + 1);
  const made = list.toSpliced(at, draw(2), ...fresh.slice(0, draw(2)));
  return made.length === 0 ? fresh : made.slice(0, 6);
};

export const crossed = (one: Genes, other: Genes, draw: Draw): Genes =>
  Object.fromEntries(KINDS.map((kind) => [kind, draw(2) === 0 ? one[kind] : other[kind]])) as unknown as Genes;

/** Each filter alone, repeated. The search starts from these, so that none is missed. */
export const eachFilter = (draw: Draw): Genes[] =>
  NAMES.map((name) => ({
    ...randomGenes(draw),
    growth: "",
    turns: 20_000,
    body: oneOf(BODIES.slice(0, 2), draw),
    filters: [filterOf(name, draw)],
  }));

export function sourceOf({ start, growth, grown, turns, keep, body, filters }: Genes): string {
  const grow = growth === "" ? "" : `{% for i in (1..${grown}) %}{% assign s = ${growth} %}{% endfor %}`;
  const written = body.replaceAll("F", () => filters.join(" ")).replaceAll("K", keep);
  return `{% assign s = ${start} %}${grow}{% for i in (1..${turns}) %}${written}{% endfor %}`;
}
