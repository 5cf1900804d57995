import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "./page.ts";

const MOST_SENTENCES = 2;

const LINK = /\[[^\]]*\]\(([^)#\s]+)[^)\s]*\)/g;

interface Guarantee {
  /** The boundary in whose section it is. */
  readonly boundary: string;
  readonly text: string;
}

/** The guarantees of SECURITY.md, with their boundaries. */
function guaranteesIn(page: string): readonly Guarantee[] {
  const [, after = ""] = page.split("\n## What is guaranteed\n");
  const [section = ""] = after.split("\n## ");
  return section
    .split("\n### ")
    .slice(1)
    .flatMap((part) => {
      const [boundary = "", ...lines] = part.split("\n");
      return lines.filter((line) => line.startsWith("- ")).map((line) => ({ boundary, text: line.slice(2) }));
    });
}

const testsOf = ({ text }: Guarantee): string[] =>
  [...text.matchAll(LINK)].map(([, path = ""]) => path).filter((path) => path.startsWith("test/"));

const sentencesOf = ({ text }: Guarantee): number => [...text.replaceAll(LINK, "").matchAll(/[.!?](?=\s|$)/g)].length;

/** The id at the beginning of a guarantee, such as V1. */
const idOf = ({ text }: Guarantee): string => /^\*\*([A-Z][1-9]\d{0,2})\*\* /.exec(text)?.[1] ?? "";

/** The faults of all ids: none, the same twice, or a letter that is not the one of its part. */
function idFaults(guarantees: readonly Guarantee[]): string[] {
  const [seen, letters] = [new Set<string>(), new Map<string, string>()];
  return guarantees.flatMap((guarantee) => {
    const [id, { boundary, text }] = [idOf(guarantee), guarantee];
    if (id === "") return [`no id: ${text}`];
    const own = letters.get(boundary) ?? id.slice(0, 1);
    const isTaken = [...letters].some(([other, letter]) => letter === id.slice(0, 1) && other !== boundary);
    letters.set(boundary, own);
    if (seen.has(id)) return [`${id} twice`];
    seen.add(id);
    return isTaken || !id.startsWith(own) ? [`${id} in another part`] : [];
  });
}

/** The fault of a guarantee; undefined if it is short and links to a test. */
function faultOf(guarantee: Guarantee): string | undefined {
  const tests = testsOf(guarantee);
  if (sentencesOf(guarantee) > MOST_SENTENCES) return "too many sentences";
  if (tests.length === 0) return "no test";
  return tests.every((path) => existsSync(join(ROOT, path))) ? undefined : "a test that does not exist";
}

describe("guarantees", () => {
  const guarantees = guaranteesIn(readFileSync(join(ROOT, "SECURITY.md"), "utf8"));

  test("stand under each boundary", () => {
    const boundaries = [...new Set(guarantees.map(({ boundary }) => boundary))];
    for (const noun of ["Visitor", "Member", "Plugin", "Agent", "Operator", "Storage"])
      expect(boundaries.some((name) => name.startsWith(noun))).toBe(true);
  });

  test("have two sentences at most, and a test that shows each", () => {
    expect(guarantees.flatMap((one) => (faultOf(one) === undefined ? [] : [`${faultOf(one)}: ${one.text}`]))).toEqual(
      [],
    );
  });

  test("have an id each, with the letter of its part", () => {
    expect(guarantees.length).toBeGreaterThan(150);
    expect(idFaults(guarantees)).toEqual([]);
  });

  test.each<[string, readonly (readonly [boundary: string, text: string])[], string[]]>([
    ["without an id", [["Visitors", "One."]], ["no id: One."]],
    ["with zero", [["Visitors", "**V0** One."]], ["no id: **V0** One."]],
    ["with an id in the middle", [["Visitors", "One **V1** two."]], ["no id: One **V1** two."]],
    [
      "with one id",
      [
        ["Visitors", "**V1** One."],
        ["Visitors", "**V1** Two."],
      ],
      ["V1 twice"],
    ],
    [
      "with two letters",
      [
        ["Visitors", "**V1** One."],
        ["Visitors", "**M2** Two."],
      ],
      ["M2 in another part"],
    ],
    [
      "with another part's letter",
      [
        ["Visitors", "**V1** One."],
        ["Members", "**V2** Two."],
      ],
      ["V2 in another part"],
    ],
    [
      "with numbers left out",
      [
        ["Visitors", "**V1** One."],
        ["Visitors", "**V7** Two."],
        ["Members", "**M1** Three."],
      ],
      [],
    ],
  ])("%s are noticed or pass", (_, rows, faults) => {
    expect(idFaults(rows.map(([boundary, text]) => ({ boundary, text })))).toEqual(faults);
  });

  test.each([
    ["One. Two ([test](test/docs/links.test.ts)).", undefined],
    ["One. Two. Three ([test](test/docs/links.test.ts)).", "too many sentences"],
    ["One.", "no test"],
    ["One ([words](docs/words.md)).", "no test"],
    ["One ([test](test/docs/none.test.ts)).", "a test that does not exist"],
  ])("%s", (text, fault) => {
    expect(faultOf({ boundary: "", text })).toBe(fault);
  });
});
