import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../gates/folder.ts";
import { longSentences, SENTENCE_MAX_WORDS } from "../gates/sentences.ts";

const PAGES = globSync("{README,SECURITY,CHANGELOG,docs/**/*,test/README}.md", { cwd: ROOT });

/** Each cell of a table is a text of its own, so a row's cells become lines with blank lines between them. */
const cellsApart = (page: string): string =>
  page.replaceAll(/^[ \t]*\|.*$/gm, (row) => row.replaceAll(/(?<!\\)\|/g, "\n\n"));

const longOn = (page: string): string[] => longSentences(cellsApart(page));

const words = (count: number): string => `${"word ".repeat(count - 1)}word.`;

const FORMS: readonly (readonly [form: string, (text: string) => string])[] = [
  ["paragraph", (text) => `# Title\n\n${text}\n`],
  ["wrapped paragraph", (text) => text.replaceAll(/((?:word ){6})/g, "$1\n")],
  ["second sentence", (text) => `Short. ${text}`],
  ["list item", (text) => `- one\n- ${text}\n- three`],
  ["numbered step", (text) => `1. one\n2. ${text}`],
  ["table cell", (text) => `| a | b |\n|---|---|\n| ${words(SENTENCE_MAX_WORDS)} | ${text} |`],
  ["quotation", (text) => `> ${text}`],
];

describe("sentences of the pages", () => {
  test("are looked at", () => {
    expect(PAGES).toEqual(expect.arrayContaining(["README.md", "SECURITY.md", "CHANGELOG.md", "docs/words.md"]));
  });

  test(`have at most ${SENTENCE_MAX_WORDS} words`, () => {
    const long = PAGES.flatMap((path) =>
      longOn(readFileSync(join(ROOT, path), "utf8")).map((sentence) => `${path}: ${sentence}`),
    );
    expect(long).toEqual([]);
  });

  test.each(FORMS)("are measured in a %s", (_, form) => {
    expect(longOn(form(words(SENTENCE_MAX_WORDS)))).toEqual([]);
    expect(longOn(form(words(SENTENCE_MAX_WORDS + 1)))).toHaveLength(1);
  });

  test("leave out code blocks", () => {
    expect(longOn(`\`\`\`sh\n${words(SENTENCE_MAX_WORDS + 1)}\n\`\`\`\n`)).toEqual([]);
  });
});
