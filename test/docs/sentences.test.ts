import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../gates/folder.ts";
import { longSentences, NAMED_TEXTS, SENTENCE_MAX_WORDS, VAGUE_TEXTS, vagueSentences } from "../gates/sentences.ts";

const PAGES = globSync(
  "{README,SECURITY,CHANGELOG,docs/**/*,{capabilities,plugins,sandbox,sites/demo,test}/README}.md",
  { cwd: ROOT },
);

/** Separates the cells of tables by blank lines, because each cell is a separate text. */
const cellsApart = (page: string): string =>
  page.replaceAll(/^[ \t]*\|.*$/gm, (row) => row.replaceAll(/(?<!\\)\|/g, "\n\n"));

/** The id of a guarantee is part of no sentence. */
const withoutIds = (page: string): string => page.replaceAll(/^- \*\*[A-Z]\d+\*\* /gm, "- ");

const textOf = (page: string): string => cellsApart(withoutIds(page));
const longOn = (page: string): string[] => longSentences(textOf(page));
const vagueOn = (page: string): string[] => vagueSentences(textOf(page));

/** The sentences that a check finds, with their pages. */
const onPages = (judge: (page: string) => string[]): string[] =>
  PAGES.flatMap((path) => judge(readFileSync(join(ROOT, path), "utf8")).map((sentence) => `${path}: ${sentence}`));

const words = (count: number): string => `${"word ".repeat(count - 1)}word.`;

const FORMS: readonly (readonly [form: string, (text: string) => string])[] = [
  ["paragraph", (text) => `# Title\n\n${text}\n`],
  ["wrapped paragraph", (text) => text.replaceAll(/((?:word ){6})/g, "$1\n")],
  ["second sentence", (text) => `Short. ${text}`],
  ["list item", (text) => `- one\n- ${text}\n- three`],
  ["guarantee", (text) => `- **V1** one\n- **V27** ${text}`],
  ["numbered step", (text) => `1. one\n2. ${text}`],
  ["table cell", (text) => `| a | b |\n|---|---|\n| ${words(SENTENCE_MAX_WORDS)} | ${text} |`],
  ["quotation", (text) => `> ${text}`],
];

describe("sentences of the pages", () => {
  test("are looked at", () => {
    expect(PAGES).toEqual(expect.arrayContaining(["README.md", "SECURITY.md", "CHANGELOG.md", "docs/words.md"]));
  });

  test(`have at most ${SENTENCE_MAX_WORDS} words`, () => {
    expect(onPages(longOn)).toEqual([]);
  });

  test("name the actor", () => {
    expect(onPages(vagueOn)).toEqual([]);
  });

  test.each(FORMS)("are measured in a %s", (_, form) => {
    expect(longOn(form(words(SENTENCE_MAX_WORDS)))).toEqual([]);
    expect(longOn(form(words(SENTENCE_MAX_WORDS + 1)))).toHaveLength(1);
  });

  test.each(FORMS)("are searched for a missing actor in a %s", (_, form) => {
    for (const text of VAGUE_TEXTS) expect(vagueOn(form(text)), text).toHaveLength(1);
    for (const text of NAMED_TEXTS) expect(vagueOn(form(text)), text).toEqual([]);
  });

  test("leave out code", () => {
    expect(longOn(`\`\`\`sh\n${words(SENTENCE_MAX_WORDS + 1)}\n\`\`\`\n`)).toEqual([]);
    expect(vagueOn(`\`\`\`sh\n${VAGUE_TEXTS[0]}\n\`\`\`\n`)).toEqual([]);
    expect(vagueOn("The name `someone` of a member.")).toEqual([]);
  });
});
