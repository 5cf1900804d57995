/** The most expensive templates so far. Each took seconds before the budget counted its work. */
import type { Genes } from "./greedyTemplates.ts";

const found = (rest: Partial<Genes>): Genes => ({
  atoms: ["a"],
  start: "text",
  growth: "",
  grown: 1,
  turns: 4_000,
  keep: "r",
  body: "{% assign K = s F %}",
  filters: [],
  ...rest,
});

/** The needle's letters repeat around one different letter, so a search compares all of it at each position. */
const NEEDLE = "text | slice: 0, 9000 | append: 'b' | append: text | slice: 0, 18001";

export const DEAREST: readonly Genes[] = [
  found({ start: NEEDLE, body: "{% if text contains s %}{% endif %}" }),
  ...["split", "remove", "remove_first", "replace"].map((name) =>
    found({ start: NEEDLE, body: "{% assign r = text F %}", filters: [`| ${name}: s, 'x'`] }),
  ),
  ...["remove_last", "replace_last"].map((name) =>
    found({
      start: "text | slice: 0, 20000 | append: 'b'",
      body: "{% assign r = text F %}",
      filters: [`| ${name}: s, 'x'`],
    }),
  ),
  found({ atoms: ["%A"], body: "{% assign r = '2026-03-12' F %}", filters: ["| date: text"] }),
  found({ body: "{% assign r = '2026-03-12' F %}", filters: ["| date: '%A', 'Europe/Berlin'"] }),
  ...["rstrip", "lstrip", "strip"].map((name) =>
    found({ start: "(1..100000)", body: "{% assign r = text F %}", filters: [`| ${name}: s`] }),
  ),
  found({
    atoms: ["<!--", "**", "2026-03-12"],
    start: "text | split: ' '",
    turns: 20_000,
    body: "{{ s F }}",
    filters: ["| markdown_inline"],
  }),
  ...[["[a]: b\n"], ["- a\n"], ["|a|\n", "|-|\n"], ["["], ["!["], ["**a "]].map((atoms) =>
    found({ atoms, filters: ["| markdown"] }),
  ),
  found({ atoms: ["<"], filters: ["| json"] }),
  found({ start: "(1..10000)", filters: ["| abs"] }),
  found({ start: "picture", filters: ["| image"] }),
];
