import { expect, test } from "vitest";
import { effect, inEnglish, SENTENCES, TERMS, writtenSentence } from "../../../../runtime/plugins/consent/sentences.ts";

const ENGLISH = { sentences: SENTENCES, terms: TERMS };

test("lists, sizes and the project's own words are written into a sentence", () => {
  expect(inEnglish([effect("draft", { documents: ["page", "theme"] })])).toBe(
    "Read and change the draft: pages, the theme",
  );
  expect(inEnglish([effect("storage", { bytes: 1_572_864, entries: 3 })])).toBe(
    "Keep up to 1.5 MB of its own data, in at most 3 entries",
  );
  expect(inEnglish([effect("form", { title: "Visit" }), effect("mayChange")])).toBe(
    "Adds the form “Visit”, with which visitors send data. It may change drafts.",
  );
});

test("a plugin's words stay what they are, even where they look like a place, a word of the table or a pattern", () => {
  const said = (title: string): string => inEnglish([effect("toolForAll", { tool: "{title}", title })]);
  expect(said("$& {tool} <b>")).toBe("Gives every agent the tool {title}, “$& {tool} <b>”; it changes nothing.");
  expect(inEnglish([effect("embeds", { hosts: ["page"], title: "theme" })])).toContain("from page in");
});

test("a name that a table lacks is no sentence, not even one that every object has", () => {
  expect(
    writtenSentence(
      [
        { name: "form", values: {} },
        { name: "newer", values: {} },
      ],
      ENGLISH,
    ),
  ).toBeUndefined();
  expect(writtenSentence([{ name: "constructor", values: {} }], ENGLISH)).toBeUndefined();
});
