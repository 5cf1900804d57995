import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { excess } from "../../support/effort.ts";
import { isRendered } from "./greedyCost.ts";
import { DEAREST } from "./greedyFound.ts";
import { crossed, eachFilter, mutated, numbersFrom, sourceOf } from "./greedyTemplates.ts";

const PROGRAM = fileURLToPath(new URL("greedyRun.ts", import.meta.url));
/** Heap limits in megabytes, for the engine, the program and the greediest template. */
const HEAP = ["--max-old-space-size=32", "--max-semi-space-size=4"];
const TRIES = 100;

test("no template a search finds takes more memory than a small heap has", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [...HEAP, PROGRAM, String(TRIES)]);
  expect(JSON.parse(stdout)).toMatchObject({ tries: TRIES });
});

/**
 * Parsing a megabyte of JSON takes about five milliseconds. The most expensive templates take 20 to 40 times that;
 * without a budget, hundreds.
 */
const EFFORT = 100;

test.each(DEAREST.map((genes) => [sourceOf(genes).slice(0, 200), genes] as const))(
  "is stopped early: %s",
  async (_, genes) => {
    expect(await excess(() => isRendered(genes), EFFORT)).toBeUndefined();
  },
);

test("a filter that runs once on a short text is not stopped", () => {
  const plain = {
    atoms: ["word "],
    start: "text | slice: 0, 300",
    growth: "",
    grown: 1,
    turns: 1,
    keep: "r",
    body: "{% assign K = s F %}",
  };
  const once = eachFilter(numbersFrom(1)).map(({ filters }) => ({
    ...plain,
    filters: [(filters[0] ?? "").replace(/:.*|$/, ": 'x'")],
  }));
  expect(once.length).toBeGreaterThan(60);
  expect(once.filter((genes) => !isRendered(genes)).map(({ filters }) => filters[0])).toEqual([]);
});

test("the search goes the same ways from the same seed", () => {
  const way = (seed: number): string[] => {
    const draw = numbersFrom(seed);
    const [one, other] = eachFilter(draw);
    if (!one || !other) return [];
    return [one, mutated(one, draw), crossed(one, other, draw)].map((genes) => genes.atoms.join("") + sourceOf(genes));
  };
  expect(way(1)).toEqual(way(1));
  expect(way(1)).not.toEqual(way(2));
});
