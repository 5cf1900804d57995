import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "jsonc-parser";
import ts from "typescript";
import { expect, test } from "vitest";
import { ROOT } from "./folder.ts";
import { longSentences, NAMED_TEXTS, SENTENCE_MAX_WORDS, VAGUE_TEXTS, vagueSentences } from "./sentences.ts";

const SOURCES = globSync("{manifests,runtime,capabilities,sandbox,sites}/**/*.{ts,tsx}", { cwd: ROOT }).filter(
  (path) => !/\.generated\.ts$|(^|\/)(node_modules|\.build|\.svc|\.wrangler)\//.test(path),
);

const isSum = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken;

/** The text of an expression, with one word for each computed part; undefined if it has no text. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `value${literal.text}`).join("");
  if (!isSum(node)) return undefined;
  const parts = [textOf(node.left), textOf(node.right)];
  return parts.some((part) => part !== undefined) ? parts.map((part) => part ?? "value").join("") : undefined;
}

function textsIn(source: string, path: string): string[] {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    if (text !== undefined) found.push(text);
    if (text === undefined || ts.isTemplateExpression(node)) ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind));
  return found;
}

/** True for sentences, as opposed to markup, styles, code, queries and word lists. */
const isProse = (text: string): boolean =>
  /\b(?:the|is|are|it|that|which|not|its|and)\b/.test(text) && !/\{\s|\{[\w-]+:|<\/?[a-z]+[ >]/.test(text);

const longIn = (texts: readonly string[]): string[] => texts.filter(isProse).flatMap(longSentences);
const longTexts = (source: string): string[] => longIn(textsIn(source, "a.ts"));

/** Vague sentences in a source's texts, however short. */
const vagueIn = (texts: readonly string[]): string[] => texts.flatMap(vagueSentences);
const vagueTexts = (source: string): string[] => vagueIn(textsIn(source, "a.ts"));

/** The texts of all sources, which are read once. */
const TEXTS = SOURCES.map((path) => ({ path, texts: textsIn(readFileSync(join(ROOT, path), "utf8"), path) }));

/** The sentences in all sources that a check finds. */
const inSources = (judge: (texts: readonly string[]) => string[]): string[] =>
  TEXTS.flatMap(({ path, texts }) => judge(texts).map((text) => `${path}: ${text}`));

test(`texts for people have sentences of at most ${SENTENCE_MAX_WORDS} words`, () => {
  expect(SOURCES.length).toBeGreaterThan(1_000);
  expect(inSources(longIn)).toEqual([]);
});

const COUNTED =
  /\$\{(?!countOf)([^{}]*)\} (?:pages|files|redirects|menus|alarms|archives|plugins|faults|tenants|sites|members|rows|checks|keys|values)\b/g;

/** Counts that begin above 1: bounds, a progress in hundreds, and a part of a whole such as `1 of the 1 files`. */
const ABOVE_ONE = /^(?:[A-Z_]+_MAX|done|(?:held|uploaded|verdicts)\.length)$/;

/** Texts that would say "1 files". */
const wronglyCounted = (source: string): string[] =>
  [...source.matchAll(COUNTED)].flatMap(([text, count = ""]) => (ABOVE_ONE.test(count) ? [] : [text]));

test("what commands and one machine print counts by countOf, which knows the singular", () => {
  const [one, other] = [`\${n} files`, `\${countOf(n, "file")}`];
  expect([one, other, `\${PAGES_MAX} pages`].flatMap(wronglyCounted)).toEqual([one]);
  const printed = SOURCES.filter((path) => /^sites\/(?:cli|machine)\//.test(path));
  expect(printed.flatMap((path) => wronglyCounted(readFileSync(join(ROOT, path), "utf8")))).toEqual([]);
});

test("texts for people name the actor", () => {
  expect(inSources(vagueIn)).toEqual([]);
});

/** Contents that a plugin shows an author's site with: stories, and no words of ours about it. */
const CONTENTS = new Set(["example", "presets", "default"]);

/** The words of a plugin about itself: labels, help and reasons, at whatever depth. */
function wordsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => (CONTENTS.has(name) ? [] : wordsIn(inner)));
}

const PLUGINS = globSync("plugins/*/{plugin.jsonc,locales/en.json}", { cwd: ROOT });

const inPlugins = (judge: (text: string) => string[]): string[] =>
  PLUGINS.flatMap((path) =>
    wordsIn(parse(readFileSync(join(ROOT, path), "utf8")))
      .flatMap(judge)
      .map((text) => `${path}: ${text}`),
  );

test("plugins name the actor in labels, help and reasons, in sentences of a reader", () => {
  expect(PLUGINS.length).toBeGreaterThan(20);
  expect(inPlugins(vagueSentences)).toEqual([]);
  expect(inPlugins(longSentences)).toEqual([]);
});

test.each([
  ["a label", '{ "title": "What somebody wrote" }', 1],
  ["a reason", '{ "capabilities": { "http": { "reason": "to tell someone" } } } // ours', 1],
  ["help of a field", '{ "fields": [{ "properties": { "a": { "description": "Whoever asks." } } }] }', 1],
  ["a text of a locale", '{ "sent": "Somebody reads it." }', 1],
  ["a story", '{ "example": { "fields": { "text": "Somebody came." } } }', 0],
])("the words of a plugin are searched: %s", (_, text, found) => {
  expect(wordsIn(parse(text)).flatMap(vagueSentences)).toHaveLength(found);
});

const words = (count: number): string => `${"the ".repeat(count - 1)}end`;

const WRITTEN: readonly ((text: string) => string)[] = [
  (text) => JSON.stringify(text),
  (text) => `"${text.slice(0, 20)}" +\n  "${text.slice(20)}"`,
  (text) => `\`${text}\``,
  (text) => `\`\${count} ${text.slice(4)}\``,
  (text) => `refuse(name + " ${text.slice(4)}")`,
];

test.each(WRITTEN)("a text is measured whole, however it is written (%#)", (written) => {
  expect(longTexts(written(words(SENTENCE_MAX_WORDS)))).toEqual([]);
  expect(longTexts(written(words(SENTENCE_MAX_WORDS + 1)))).toHaveLength(1);
});

test.each(WRITTEN)("a text is searched whole for a missing actor (%#)", (written) => {
  for (const text of VAGUE_TEXTS) expect(vagueTexts(written(`For ${text}`)), text).toHaveLength(1);
  for (const text of NAMED_TEXTS) expect(vagueTexts(written(`For ${text}`)), text).toEqual([]);
});

test.each(["invited somebody", "Whoever asks", "refuse: someone else"])("a phrase is searched, too: %s", (text) => {
  expect(vagueTexts(JSON.stringify(text))).toHaveLength(1);
});
