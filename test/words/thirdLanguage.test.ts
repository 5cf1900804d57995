/** A new language is one folder and ten lines. An invented language shows this. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FIRST_LANGUAGE, LANGUAGES } from "../../sites/words/shape/languages.ts";
import { ROOT } from "../gates/folder.ts";
import { reloaded } from "../gates/reloaded.ts";
import { TLH } from "../fixtures/languages/tlh.ts";
import { wordsInLanguage } from "../../sites/words/shape/translated.ts";

const LINE = { tlh: { name: "tlhIngan Hol", direction: "rtl" } };

/** Loads the modules that look up words, with an additional language. */
async function load() {
  const [reader, asked, shared, sheet, consent, sentences] = await Promise.all([
    import("../../sites/words/reader.ts"),
    import("../../sites/words/asked.ts"),
    import("../../sites/words/explained.ts"),
    import("../../sites/editor/pages/drawing/sheet.ts"),
    import("../../sites/words/words.ts"),
    import("../../runtime/plugins/consent/sentences.ts"),
  ]);
  return { ...reader, ...asked, ...shared, ...sheet, ...consent, ...sentences };
}

let made: Awaited<ReturnType<typeof load>>;
let forget: () => void;
beforeAll(async () => {
  type List = typeof import("../../sites/words/shape/languages.ts");
  ({ modules: made, forget } = await reloaded(
    "sites/words/shape/languages.ts",
    ({ LANGUAGES }: List) => {
      const all = { ...LANGUAGES, ...LINE };
      return { LANGUAGES: all, isLanguage: (given: string) => Object.hasOwn(all, given) };
    },
    load,
  ));
});
afterAll(() => forget());

const asking = (headers: Record<string, string>): Request => new Request("https://site.example/", { headers });
const inTlh = <T>(run: () => T): T =>
  made.readAs({ speech: { language: "tlh" as "en", words: wordsInLanguage("tlh" as "en", TLH) } }, run);

/** The lines that a language has outside of its own folder, by file. */
const LINES: Readonly<Record<string, number>> = {
  "sites/words/shape/languages.ts": 1,
  "sites/words/tables.ts": 2,
  "sites/words/doorTables.ts": 2,
  "sites/words/accountTables.ts": 2,
  "sites/words/canvasLoaders.ts": 1,
  "sites/words/listLoaders.ts": 1,
  "sites/words/remarkLoaders.ts": 1,
};

/** Counts the lines that import from a language's folder, or have its row. */
function linesOf(language: string): Record<string, number> {
  const line = new RegExp(`"(?:\\.{1,2}/)+(?:\\w+/)*${language}/|^ +"?${language}"?: `);
  const counts = globSync("sites/**/*.{ts,tsx}", { cwd: ROOT })
    .filter((path) => !path.startsWith(`sites/words/${language}/`))
    .map((path) => [
      path,
      readFileSync(join(ROOT, path), "utf8")
        .split("\n")
        .filter((one) => line.test(one)).length,
    ]);
  return Object.fromEntries(counts.filter(([, count]) => count !== 0)) as Record<string, number>;
}

test("a translation has a folder and ten lines, and nothing else outside of it names the language", () => {
  const translations = Object.keys(LANGUAGES).filter((language) => language !== FIRST_LANGUAGE);
  expect(translations).not.toEqual([]);
  for (const language of translations) expect([language, linesOf(language)]).toEqual([language, LINES]);
  expect(linesOf("tlh")).toEqual({});
});

test("a browser that asks for it is answered in it, and one that asks for none of them in the first", () => {
  expect(made.languageOf(asking({ "accept-language": "tlh, de;q=0.5" }))).toBe("tlh");
  expect(made.languageOf(asking({ cookie: "__Host-svc_language=tlh" }))).toBe("tlh");
  expect(made.languageOf(asking({ "accept-language": "vo" }))).toBe("en");
});

test("a page is drawn in it, with its name and its direction", async () => {
  const html = await inTlh(async () => (await made.refusalSheet("https://site.example", "NOT_FOUND")).text());
  expect(html).toContain('<html lang="tlh" dir="rtl">');
  expect(html).toContain("<h1>⟦There is nöthing here. A member mäy häve remöved it.⟧</h1>");
});

test("refusals and what a plugin asks for are said in it, with its values", () => {
  const issue = {
    pointer: "/it",
    found: "4 characters",
    allowed: "at most 3 characters",
    rule: { name: "maxLength", limit: "3" },
  };
  expect(inTlh(() => made.explained({ issues: [issue] }))).toEqual([
    "⟦Föund: ⟦4 chäräcters⟧. Allöwed: ⟦ät möst 3 chäräcters⟧.⟧",
  ]);
  const effects = [made.effect("storage", { bytes: 1024, entries: 3 })];
  expect(inTlh(() => made.writtenSentence(effects, made.WORDS.consent))).toBe(
    "⟦Keep up tö 1 KB öf its öwn dätä, in ät möst 3 entries⟧",
  );
});
