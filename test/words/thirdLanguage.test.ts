/** A new language is one folder and one line. An invented language shows this. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { join } from "node:path";
import { ROOT } from "../gates/folder.ts";
import { reloaded } from "../gates/reloaded.ts";

const LINE = { tlh: { name: "tlhIngan Hol", direction: "rtl" } };
const TABLES = join(ROOT, "sites/words/tables.generated.ts");

/** Loads the modules that look up words, with an additional language. */
async function load() {
  const [cli, reader, asked, shared, sheet, consent, sentences] = await Promise.all([
    import("../../sites/tools/languageTables.ts"),
    import("../../sites/words/reader.ts"),
    import("../../sites/words/asked.ts"),
    import("../../sites/words/explained.ts"),
    import("../../sites/editor/pages/drawing/sheet.ts"),
    import("../../sites/words/words.ts"),
    import("../../runtime/plugins/consent/sentences.ts"),
  ]);
  return { ...cli, ...reader, ...asked, ...shared, ...sheet, ...consent, ...sentences };
}

let made: Awaited<ReturnType<typeof load>>;
let forget: () => void;
beforeAll(async () => {
  // Does what the generator would write, with the fixture's words.
  vi.doMock(TABLES, async (original) => {
    const { TABLES: known } = await original<typeof import("../../sites/words/tables.generated.ts")>();
    const { TLH } = await import("../fixtures/languages/tlh.ts");
    const { wordsInLanguage } = await import("../../sites/words/shape/translated.ts");
    return { TABLES: { ...known, tlh: wordsInLanguage("tlh" as "en", TLH) } };
  });
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
afterAll(() => {
  vi.doUnmock(TABLES);
  forget();
});

const asking = (headers: Record<string, string>): Request => new Request("https://site.example/", { headers });
const inTlh = <T>(run: () => T): T => made.readAs({ language: "tlh" as "en" }, run);

test("a line more is listed in each module that looks words up, and nowhere else by hand", () => {
  const modules = made.languageModules("/* banner */");
  expect(modules.map(([, text]) => text.includes('"./tlh/'))).toEqual([true, true, true]);
  expect(modules.map(([, text]) => text.split("\n").filter((line) => line.includes("tlh")).length)).toEqual([2, 2, 1]);
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
