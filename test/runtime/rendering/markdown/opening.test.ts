import { expect, test } from "vitest";
import { OPENING_MAX_CHARS, OPENING_MIN_CHARS, OPENING_READ_CHARS } from "../../../../manifests/bounds/fields.ts";
import { openingOf } from "../../../../runtime/rendering/markdown/opening.ts";
import { excess } from "../../../support/effort.ts";

test.each([
  ["a paragraph", "<h1>Title</h1><p>One &amp; two.</p>", "One & two."],
  ["paragraphs until there are enough words", '<p>One.</p><pre>code</pre><p class="lead">Two.</p>', "One. Two."],
  ["marks in a paragraph as words", '<p>A <a href="/b">link</a>, <code>&lt;b&gt;</code>.</p>', "A link, <b>."],
  ["no other element that begins alike", "<pre>code</pre><picture></picture><p>One.</p>", "One."],
  ["no script", "<p>One <script>two()</script>three.</p>", "One three."],
  ["nothing", "", ""],
  ["nothing without a paragraph", "<h1>Title</h1><ul><li>One</li></ul>", ""],
  ["nothing of a paragraph without an end", "<p>One", ""],
])("%s", (_, html, opening) => expect(openingOf(html)).toBe(opening));

test.each([
  [-1, 1],
  [0, 1],
  [1, 0],
])("a second paragraph comes after one of the fewest characters and %i: %s", (more, isThere) => {
  const first = "a".repeat(OPENING_MIN_CHARS - 1 + more);
  const opening = openingOf(`<p>${first}</p><p>second</p>`);
  expect(opening).toBe(more < 1 ? `${first} second` : first);
  expect(opening.includes("second")).toBe(isThere === 1);
});

test.each([
  [-1, false],
  [0, false],
  [1, true],
])("a paragraph of the most characters and %i is cut at a word: %s", (more, isCut) => {
  const words = `${"word ".repeat(40)}`.slice(0, OPENING_MAX_CHARS + more - 1);
  const text = `${words}x`;
  const opening = openingOf(`<p>${text}</p>`);
  expect(opening.length).toBeLessThanOrEqual(OPENING_MAX_CHARS);
  expect(opening).toBe(isCut ? `${"word ".repeat(31).trim()}…` : text);
});

test("text without spaces is cut between letters, and never within one", () => {
  expect(openingOf(`<p>${"日".repeat(300)}</p>`)).toBe(`${"日".repeat(OPENING_MAX_CHARS - 1)}…`);
  expect(openingOf(`<p>a${"🎉".repeat(300)}</p>`).isWellFormed()).toBe(true);
});

test.each([
  [-1, "One."],
  [0, "One."],
  [1, ""],
])("a paragraph that ends %i characters behind those that are read: %s", (more, opening) => {
  const end = "<p>One.</p>";
  expect(openingOf(" ".repeat(OPENING_READ_CHARS - end.length + more) + end)).toBe(opening);
});

test("paragraphs without end cost little", async () => {
  expect(await excess(() => openingOf("<p><p ".repeat(500_000)), 10)).toBeUndefined();
});
