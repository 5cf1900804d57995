import { array, assert as check, integer, property, tuple } from "fast-check";
import { describe, expect, test } from "vitest";
import { COMPARED_ITEMS_MAX } from "../../../../manifests/bounds/documents.ts";
import { changedRuns } from "../../../../runtime/editing/operations/changedRuns.ts";
import { mergedText } from "../../../../runtime/editing/operations/mergedText.ts";
import { textBlocks } from "../../../../runtime/editing/operations/textBlocks.ts";
import { excess } from "../../../support/effort.ts";

const merge = (was: string, now: string, wanted: string): string | undefined => mergedText(was, now, wanted);

describe("two edits of one text merge", () => {
  test.each([
    ["in different paragraphs", "a\n\nb\n\nc", "A\n\nb\n\nc", "a\n\nb\n\nC", "A\n\nb\n\nC"],
    ["in paragraphs side by side", "a\n\nb", "A\n\nb", "a\n\nB", "A\n\nB"],
    ["a new paragraph and a changed one", "a\n\nb", "a\n\nnew\n\nb", "a\n\nB", "a\n\nnew\n\nB"],
    ["a removed paragraph and a changed one", "a\n\nb\n\nc", "b\n\nc", "a\n\nb\n\nC", "b\n\nC"],
    ["two new ones at the end, the stored one first", "a", "a\n\ntheirs", "a\n\nmine", "a\n\ntheirs\n\nmine"],
    ["the same change once", "a\n\nb\n\nc", "A\n\nb\n\nc", "A\n\nb\n\nC", "A\n\nb\n\nC"],
    ["the same new paragraph once", "a\n\nb\n\nc", "a\n\nnew\n\nb\n\nc", "a\n\nnew\n\nb\n\nC", "a\n\nnew\n\nb\n\nC"],
    [
      "with gaps of their own",
      "a\n\n\n\nb\r\n\r\nc\n",
      "A\n\n\n\nb\r\n\r\nc\n",
      "a\n\n\n\nb\r\n\r\nC\n",
      "A\n\n\n\nb\r\n\r\nC\n",
    ],
    [
      "around code with empty lines",
      "a\n\n```\nx\n\ny\n```\n\nb",
      "A\n\n```\nx\n\ny\n```\n\nb",
      "a\n\n```\nx\n\ny\n```\n\nB",
      "A\n\n```\nx\n\ny\n```\n\nB",
    ],
    ["where all was removed and something added behind", "a\n\nb", "", "a\n\nb\n\nc", "c"],
  ])("%s", (_, was, now, wanted, expected) => {
    expect(merge(was, now, wanted)).toBe(expected);
  });

  test.each([
    ["the same paragraph", "a\n\nb", "A\n\nb", "Å\n\nb"],
    ["a paragraph that one of them removed", "a\n\nb", "b", "A\n\nb"],
    ["the same fenced code", "```\nx\n\ny\n```", "```\nX\n\ny\n```", "```\nx\n\nY\n```"],
    ["the same list", "- a\n- b", "- A\n- b", "- a\n- B"],
    ["a text that was empty", "", "theirs", "mine"],
    ["a line", "Title", "Their title", "My title"],
    ["an earlier state of the same new paragraph", "a", "a\n\nHel", "a\n\nHello"],
    ["the same new paragraph behind a changed one", "a\n\nb", "a\n\nnew\n\nb", "A\n\nnew\n\nb"],
    ["the same new paragraph before a changed one", "a\n\nb", "a\n\nnew\n\nB", "a\n\nnew\n\nb"],
    ["a paragraph inside a rewritten text", "a\n\nb\n\nc", "all new", "a\n\nB\n\nc"],
    ["code after a fence that stays open", "a\n\nb\n\nc", "```\n\na\n\nb\n\nc", "a\n\nb\n\nC"],
  ])("but not in %s", (_, was, now, wanted) => {
    expect(merge(was, now, wanted)).toBeUndefined();
  });

  /** For each old block, the act of each edit: 0 removes it, 1 changes it, 2 adds one behind it. */
  const edits = array(tuple(integer({ min: 0, max: 4 }), integer({ min: 0, max: 4 })), { maxLength: 6 });

  test("and lose no changed block of either, whatever they do", () => {
    let merged = 0;
    check(
      property(edits, (each) => {
        const was = each.map((_, index) => `old ${index}`);
        const edited = (side: 0 | 1): string[] =>
          each.flatMap((does, index) => {
            const own = `${side} edits ${index}`;
            return [[], [own], [`old ${index}`, own]][does[side]] ?? [`old ${index}`];
          });
        const [now, wanted] = [edited(0), edited(1)];
        const text = merge(was.join("\n\n"), now.join("\n\n"), wanted.join("\n\n"));
        if (text === undefined) return;
        merged += 1;
        const found = textBlocks(text).blocks;
        const kept = was.filter((block) => now.includes(block) && wanted.includes(block));
        expect(found.filter((block) => was.includes(block))).toEqual(kept);
        const own = [...now, ...wanted].filter((block) => !was.includes(block));
        expect(found.filter((block) => !was.includes(block)).toSorted()).toEqual(own.toSorted());
      }),
      { seed: 31, numRuns: 1_000 },
    );
    expect(merged).toBeGreaterThan(200);
  });
});

test("a text is its gaps and blocks, byte by byte", () => {
  for (const text of [
    "",
    "\n",
    "a",
    "a\n",
    "\n\na\r\n\r\nb\n \nc",
    "a\n```js\n\n```\n\nb\n\n",
    "~~~\n\n``` \n~~~\n\nx\r\ry",
  ]) {
    const { blocks, gaps } = textBlocks(text);
    expect(gaps.length).toBe(blocks.length + 1);
    expect(gaps.map((gap, index) => gap + (blocks[index] ?? "")).join("")).toBe(text);
  }
});

describe("long texts", () => {
  const side = Math.sqrt(COMPARED_ITEMS_MAX);
  const blocks = (name: string, count: number): string[] =>
    Array.from({ length: count }, (_, index) => `${name} ${index}`);
  const same = (one: string, other: string): boolean => one === other;

  test.each([
    ["a block fewer than the bound", side, side - 1, 2],
    ["as many as the bound", side, side, 2],
    ["a block more", side, side + 1, 1],
  ])("with %s of comparisons", (_, old, changed, expected) => {
    const [before, after] = [blocks("old", old), blocks("new", changed)];
    after[Math.floor(changed / 2)] = before[Math.floor(old / 2)] ?? "";
    expect(changedRuns(before, after, same).length).toBe(expected);
  });

  test("of the most blocks are merged in little time", async () => {
    const was = Array.from({ length: 16_000 }, (_, index) => String(index % 7)).join("\n\n");
    const dear = await excess(() => {
      expect(merge(was, `${was}\n\nend`, `start\n\n${was}`)).toBe(`start\n\n${was}\n\nend`);
      expect(merge(was, was.replaceAll("3", "4"), was.replaceAll("5", "6"))).toBeUndefined();
    }, 500);
    expect(dear).toBeUndefined();
  });
});
