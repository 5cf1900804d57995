import { expect, test } from "vitest";
import { OPENING_MAX_CHARS, OPENING_MIN_CHARS } from "../../../manifests/bounds/fields.ts";
import { firstWords } from "../../../runtime/documents/lists/firstWords.ts";
import { summaryOf } from "../../../runtime/documents/lists/pageSummary.ts";
import { excess } from "../../support/effort.ts";
import { page } from "../kernel/world.ts";

const PROSE = "The tide comes twice a day, and the boats of the yard lie dry for six hours in between. ".trim();

const withTexts = (...bodies: readonly string[]) =>
  page("/a", {
    sections: bodies.map((body, index) => ({ id: `s${index}`, type: "test.x/text", fields: { n: 1, body } })),
  });

test.each([
  ["of a paragraph", PROSE, PROSE],
  [
    "behind a heading, a picture and code",
    `# Tides\n\n![A](/media/a.png)\n\n\`\`\`\n${PROSE}\n\`\`\`\n\n${PROSE}`,
    PROSE,
  ],
  [
    "without signs",
    `**The** [tide](/x "T") comes[^1] *twice* a \`day\`, and <kbd>the</kbd> boats of the yard lie dry for six hours in between.`,
    PROSE,
  ],
  [
    "of a quotation and a list",
    `> The tide comes twice a day, and the boats of\n> the yard lie dry\n\n- for six hours in between.`,
    PROSE,
  ],
  ["of broken lines", PROSE.replace("day, ", "day,\\\n"), PROSE],
  ["of names with low lines", `${PROSE} snake_case_name`, `${PROSE} snake_case_name`],
])("the first words are those %s", (_, body, words) => {
  expect(firstWords(withTexts(body))).toBe(words);
});

test("are those of the first text with prose, and none of a short one", () => {
  expect(firstWords(withTexts("Short.", PROSE))).toBe(PROSE);
  expect(firstWords(withTexts("Short.", "```\nunended"))).toBeUndefined();
});

test.each([
  [OPENING_MIN_CHARS - 1, undefined],
  [OPENING_MIN_CHARS, OPENING_MIN_CHARS],
  [OPENING_MIN_CHARS + 1, OPENING_MIN_CHARS + 1],
  [OPENING_MAX_CHARS - 1, OPENING_MAX_CHARS - 1],
  [OPENING_MAX_CHARS, OPENING_MAX_CHARS],
  [OPENING_MAX_CHARS + 1, OPENING_MAX_CHARS],
])("of %i letters without a space are %s long", (count, length) => {
  const words = firstWords(withTexts("潮".repeat(count)));
  expect([words?.length, words?.endsWith("…") ?? false]).toEqual([length, count > OPENING_MAX_CHARS]);
});

test("end with a whole word", () => {
  expect(firstWords(withTexts(`${PROSE} ${PROSE}`))).toMatch(/^The tide .* (?:\w+)…$/);
});

test("are listed only where there is no description", () => {
  expect(summaryOf(withTexts(PROSE))).toMatchObject({ description: null, opening: PROSE });
  expect(summaryOf({ ...withTexts(PROSE), description: "Of tides" })).not.toHaveProperty("opening");
});

test.each(["<a", "![a", "[a](", "[^", "```\n", "<!--", "_a"])("of many %j are found at once", async (piece) => {
  const long = withTexts(...Array.from({ length: 20 }, () => piece.repeat(100_000 / piece.length)));
  expect(await excess(() => firstWords(long), 5)).toBeUndefined();
});
