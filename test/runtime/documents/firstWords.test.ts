import { expect, test } from "vitest";
import { OPENING_MAX_CHARS, OPENING_MIN_CHARS } from "../../../manifests/bounds/fields.ts";
import { type DrawnSections, firstWords } from "../../../runtime/documents/lists/firstWords.ts";
import { summaryOf } from "../../../runtime/documents/lists/pageSummary.ts";
import { excess } from "../../support/effort.ts";
import { page } from "../kernel/world.ts";

const PROSE = "The tide comes twice a day, and the boats of the yard lie dry for six hours in between. ".trim();

/** Sections with a number and a Markdown, as those of the pages below. */
const TYPES: DrawnSections = {
  sectionType: (type) =>
    type === "test.x/text"
      ? { fields: { properties: { n: { type: "integer" }, body: { $ref: "drawbridge:markdown" } } } }
      : undefined,
};

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
  [
    "of marks of plugins, without their values",
    `Call :acme.bits/button[the yard "now" ]{to="/yard?key=}x\\"" kind="b"} :acme.bits/star[]{n="1"} :acme.bits/star{n="}"} ${PROSE}`,
    `Call the yard "now" ${PROSE}`,
  ],
  ["of names with low lines", `${PROSE} snake_case_name`, `${PROSE} snake_case_name`],
])("the first words are those %s", (_, body, words) => {
  expect(firstWords(withTexts(body), TYPES)).toBe(words);
});

test("are those of the first text with prose, and none of a short one", () => {
  expect(firstWords(withTexts("Short.", PROSE), TYPES)).toBe(PROSE);
  expect(firstWords(withTexts("Short.", "```\nunended"), TYPES)).toBeUndefined();
});

test.each([
  [OPENING_MIN_CHARS - 1, undefined],
  [OPENING_MIN_CHARS, OPENING_MIN_CHARS],
  [OPENING_MIN_CHARS + 1, OPENING_MIN_CHARS + 1],
  [OPENING_MAX_CHARS - 1, OPENING_MAX_CHARS - 1],
  [OPENING_MAX_CHARS, OPENING_MAX_CHARS],
  [OPENING_MAX_CHARS + 1, OPENING_MAX_CHARS],
])("of %i letters without a space are %s long", (count, length) => {
  const words = firstWords(withTexts("潮".repeat(count)), TYPES);
  expect([words?.length, words?.endsWith("…") ?? false]).toEqual([length, count > OPENING_MAX_CHARS]);
});

test.each([
  ["a message after sending", { $ref: "drawbridge:text" }],
  ["an address", { $ref: "drawbridge:link" }],
  ["code", { type: "string", maxLength: 10_000 }],
])("are none of %s", (_, body) => {
  const types = { sectionType: () => ({ fields: { properties: { body } } }) };
  expect(firstWords(withTexts(PROSE), types)).toBeUndefined();
  expect(firstWords(withTexts(PROSE), { sectionType: () => undefined })).toBeUndefined();
});

test("are those of the field that the type names first", () => {
  const markdown = { $ref: "drawbridge:markdown" };
  const types = {
    sectionType: () => ({ fields: { properties: { toString: markdown, lead: markdown, body: markdown } } }),
  };
  const fields = { body: `Body. ${PROSE}`, lead: `Lead. ${PROSE}` };
  expect(firstWords(page("/a", { sections: [{ id: "s", type: "test.x/text", fields }] }), types)).toBe(
    `Lead. ${PROSE}`,
  );
});

test("end with a whole word", () => {
  expect(firstWords(withTexts(`${PROSE} ${PROSE}`), TYPES)).toMatch(/^The tide .* (?:\w+)…$/);
});

test("are listed only where there is no description", () => {
  expect(summaryOf(withTexts(PROSE), TYPES)).toMatchObject({ description: null, opening: PROSE });
  expect(summaryOf({ ...withTexts(PROSE), description: "Of tides" }, TYPES)).not.toHaveProperty("opening");
});

test.each(["<a", "![a", "[a](", "[^", "```\n", "<!--", "_a", ":a.b/c[", ":a.b/c[d]{", ':a.b/c[d]{"'])(
  "of many %j are found at once",
  async (piece) => {
    const long = withTexts(...Array.from({ length: 20 }, () => piece.repeat(100_000 / piece.length)));
    expect(await excess(() => firstWords(long, TYPES), 5)).toBeUndefined();
  },
);
