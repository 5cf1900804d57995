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
