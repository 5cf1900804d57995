import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "./folder.ts";
import {
  commentsIn,
  longSentences,
  NAMED_TEXTS,
  SENTENCE_MAX_WORDS,
  VAGUE_TEXTS,
  vagueSentences,
} from "./sentences.ts";

/** Types that authors and operators of plugins read, though a program writes them. */
const READ_BY_AUTHORS = "manifests/plugin.generated.ts";

/** Sources that people read, tests and configurations among them. Shipped migrations stay as they are. */
const SOURCES = [
  ...globSync(
    [
      "{manifests,runtime,capabilities,sandbox,plugins,sites,test}/**/*.{ts,tsx,js,mjs,css,jsonc}",
      "*.{ts,mjs}",
      ".*.mjs",
    ],
    { cwd: ROOT },
  ).filter((path) => !/\.generated\.|(^|\/)(node_modules|\.build|\.svc|\.wrangler)\//.test(path)),
  READ_BY_AUTHORS,
];

/** Schemas with words for authors, owners and operators. */
const SCHEMAS = [
  "manifests/plugin.schema.json",
  ".build/static/openapi.json",
  "sites/cli/cloudflare/descriptor/descriptor.schema.json",
  "sites/cli/directory/svc.schema.json",
];

const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");

function descriptionsIn(path: string): string[] {
  const found: string[] = [];
  JSON.parse(textOf(path), (name, value: unknown) => {
    if (name === "description" && typeof value === "string") found.push(value);
    return value;
  });
  return found;
}

/** First words that keep the subject of a sentence for later, or leave it out. */
const RELATIVES = "What|Whatever|Who|Whoever|Whom|Whose|Which|Whichever|Whether|Where|Wherever|Why|How|Of";
const PRONOUNS = "It|Its|He|She|They|Their|Them|That|Those";
/** A verb right after the pronoun; a noun would name the subject. */
const WITHOUT_NOUN =
  "This (?!process|class|address|access)(?:[a-z]+s|can|may|must|will)|These (?:are|were|have|do|change|can|may|must|will)";
const HIDDEN = new RegExp(`^(?:${RELATIVES}|${PRONOUNS}|${WITHOUT_NOUN})\\b`);

/** A shipped plugin stays as it was signed, byte for byte. */
const SIGNED = /^plugins\//;

const BLOCK = /\/\*\*?\s+(?:\*\s+)?([^\n]*)/g;
/** A run of line comments is one comment, which begins at its first line. */
const LINES = /(?<!^[ \t]*\/\/[^\n]*\n[ \t]*)(?<=^|[\s;{},)])\/\/[ \t]*([^\n]*)/gm;

/** The beginnings of comments that hide their subject. */
const hidden = (text: string): string[] =>
  [...text.matchAll(BLOCK), ...text.matchAll(LINES)].map(([, line = ""]) => line).filter((line) => HIDDEN.test(line));

const SIGNS: readonly ((text: string) => string)[] = [
  (text) => `/** ${text} */`,
  (text) => `/**\n * ${text}\n */`,
  (text) => `  /* ${text} */`,
  (text) => `// ${text}`,
  (text) => `return 1; // ${text}`,
  (text) => `// A comment\nconst a = 1;\n  // ${text}`,
];

describe("comments", () => {
  test("are looked at", () => {
    expect(SOURCES.length).toBeGreaterThan(1_500);
  });

  test("begin with their subject", () => {
    const found = SOURCES.flatMap((path) => hidden(textOf(path)).map((line) => `${path}: ${line}`));
    expect(found).toEqual([]);
  });

  test("name the actor", () => {
    const found = SOURCES.filter((path) => !SIGNED.test(path)).flatMap((path) =>
      commentsIn(textOf(path)).flatMap((comment) => vagueSentences(comment).map((sentence) => `${path}: ${sentence}`)),
    );
    expect(found).toEqual([]);
  });

  test.each(VAGUE_TEXTS)("that name no actor are found: %s", (text) => {
    for (const sign of SIGNS) expect(commentsIn(sign(text)).flatMap(vagueSentences), sign(text)).toHaveLength(1);
  });

  test.each(NAMED_TEXTS)("that name it pass: %s", (text) => {
    for (const sign of SIGNS) expect(commentsIn(sign(text)).flatMap(vagueSentences)).toEqual([]);
  });

  test(`have sentences of at most ${SENTENCE_MAX_WORDS} words`, () => {
    const found = SOURCES.flatMap((path) =>
      commentsIn(textOf(path)).flatMap((comment) => longSentences(comment).map((sentence) => `${path}: ${sentence}`)),
    );
    expect(found).toEqual([]);
  });

  test.each(SIGNS.map((sign) => [sign("…"), sign] as const))("are measured in the form %s", (_, sign) => {
    const words = (count: number) => `${"word ".repeat(count - 1)}word.`;
    const long = (text: string) => commentsIn(sign(text)).flatMap(longSentences);
    expect(long(words(SENTENCE_MAX_WORDS))).toEqual([]);
    expect(long(words(SENTENCE_MAX_WORDS + 1))).toHaveLength(1);
    expect(long(`Short. ${words(SENTENCE_MAX_WORDS)} ${words(SENTENCE_MAX_WORDS)}`)).toEqual([]);
    expect(long(`${words(SENTENCE_MAX_WORDS).slice(0, -5)} \`some code of many words\`.`)).toEqual([]);
  });

  test.each([
    "What the plugin sends.",
    "Whoever asks is refused.",
    "Whether it is there.",
    "Where it stands.",
    "How long it waits.",
    "Of another shape.",
    "It keeps the answer.",
    "They are merged.",
    "Those that wait.",
    "This keeps the answer.",
    "These are kept.",
  ])("are found in every form: %s", (text) => {
    for (const comment of SIGNS) expect(hidden(comment(text)), comment(text)).toHaveLength(1);
  });

  test.each([
    "The plugin sends it.",
    "Often it waits.",
    "This worker keeps the answer.",
    "This process ends.",
    "These lines are kept.",
    "Whole pages alone.",
    "Itself.",
    "Therefore.",
  ])("are left alone: %s", (text) => {
    for (const comment of SIGNS) expect(hidden(comment(text)), comment(text)).toEqual([]);
  });

  test("of several lines are judged by the first", () => {
    expect(hidden("// The plugin asks.\n// It waits.\n")).toEqual([]);
    expect(hidden("/**\n * The plugin asks.\n * It waits.\n */")).toEqual([]);
  });

  test("with lists and several paragraphs are measured by their items", () => {
    const item = "word ".repeat(SENTENCE_MAX_WORDS).trim();
    const body = [item, "", `- ${item}`, `- ${item}`].map((line) => ` * ${line}`).join("\n");
    expect(commentsIn(`/**\n${body}\n */`).flatMap(longSentences)).toEqual([]);
  });

  test("that are no comments are not judged", () => {
    expect(commentsIn('const a = "/* no comment */ // none";')).toEqual([]);
    expect(hidden('const a = "https://What.example/**/It";\nconst What = "It";')).toEqual([]);
  });
});

describe.each(SCHEMAS)("descriptions of %s", (path) => {
  const descriptions = descriptionsIn(path);

  test("begin with their subject, in sentences of at most 25 words", () => {
    expect(descriptions.length).toBeGreaterThan(20);
    expect(descriptions.filter((text) => HIDDEN.test(text))).toEqual([]);
    expect(descriptions.flatMap(longSentences)).toEqual([]);
  });

  test("name the actor", () => {
    expect(descriptions.flatMap(vagueSentences)).toEqual([]);
  });
});
