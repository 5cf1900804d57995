/** A plugin that speaks several languages, written from the docs alone. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LOCALE_MAX_BYTES, LOCALE_MAX_KEYS, LOCALE_TEXT_MAX_CHARS } from "../../manifests/bounds/packages.ts";
import { localeFaults, localeOf } from "../../manifests/packages/locales.ts";
import { packPlugin } from "../../sites/cli/packing/pluginFolder.ts";
import { Desk } from "../cli/svc.ts";
import { initialiseInput, page, siteOf, worldOf } from "../runtime/kernel/world.ts";
import { testPowers } from "../runtime/kernel/powers.ts";

const FOLDER = join(import.meta.dirname, "../fixtures/plugins/lantern-basket");
const BASKET = packPlugin(FOLDER);

async function shown(language: string, count: number, name = "Hill & Sea"): Promise<string> {
  const goods = Array.from({ length: count }, (_, index) => `Piece ${index}`);
  const home = page("/", { sections: [{ id: "a", type: "lantern.basket/today", fields: { goods } }] });
  const site = siteOf({ home });
  const world = worldOf(testPowers(), [BASKET]);
  await world.kernel.initialiser.run(initialiseInput({ ...site, settings: { ...site.settings, name, language } }));
  return world.html("/");
}

describe("a text by its key", () => {
  test.each([
    ["en", 1, "1 piece"],
    ["en-GB", 2, "2 pieces"],
    ["de-AT", 1, "1 Stück"],
    ["de", 1234, "1.234 Stücke"],
    ["pl", 1, "1 sztuka"],
    ["pl", 3, "3 sztuki"],
    ["pl", 5, "5 sztuk"],
    ["ja", 2, "2 pieces"],
  ])("of a site in %s with %i pieces is %s", async (language, count, text) => {
    const html = await shown(language, count);
    expect(html).toContain(`<p title="${text}">${text}</p>`);
  });

  test("that a language lacks is taken from English, and what fills it is escaped", async () => {
    expect(await shown("pl", 1, '<b>"Hill"</b>')).toContain(">Today at &lt;b&gt;&quot;Hill&quot;&lt;/b&gt;</h2>");
  });
});

describe("svc plugin check", () => {
  const checked = async (change: (desk: Desk) => void): Promise<{ code: number | null; out: string; talk: string }> => {
    using desk = new Desk();
    cpSync(FOLDER, join(desk.path, "basket"), { recursive: true });
    change(desk);
    return await desk.plugin("check", "basket");
  };

  test("tells what a language lacks, without refusing it", async () => {
    const { code, talk } = await checked(() => undefined);
    expect({ code, talk }).toEqual({
      code: 0,
      talk: "locales/pl.json: today.title is missing; the text of another language is used. [untranslated]\n",
    });
  });

  test("refuses a key that no language has, by its place", async () => {
    const { code, out } = await checked((desk) =>
      desk.change("basket/sections/today.liquid", "today.title", "today.titel"),
    );
    expect(code).toBe(1);
    expect(out).toContain('basket/sections/today.liquid:2:25 /contributes/sections/0/template: found "today.titel"');
  });

  test.each([
    ["a text without its end", '"Heute', "locales/de.json:1:"],
    ["a plural without other", '{ "one": "x" }', 'found "today.title" with a value of another kind'],
    ["an unknown category", '{ "other": "x", "lots": "y" }', 'found "today.title" with a value of another kind'],
    ["a number", "1", 'found "today.title" with a value of another kind'],
  ])("refuses a file with %s", async (_, value, says) => {
    const { code, out } = await checked((desk) => desk.change("basket/locales/de.json", '"Heute bei {shop}"', value));
    expect(code).toBe(1);
    expect(out).toContain(says);
  });
});

describe("a file of texts", () => {
  const keys = (count: number): string =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, "x"])));
  const long = (chars: number): string => JSON.stringify({ key: "x".repeat(chars) });

  test.each([
    [keys(LOCALE_MAX_KEYS - 1), 0],
    [keys(LOCALE_MAX_KEYS), 0],
    [keys(LOCALE_MAX_KEYS + 1), 1],
    [long(LOCALE_TEXT_MAX_CHARS - 1), 0],
    [long(LOCALE_TEXT_MAX_CHARS), 0],
    [long(LOCALE_TEXT_MAX_CHARS + 1), 1],
    [keys(1).padEnd(LOCALE_MAX_BYTES - 1), 0],
    [keys(1).padEnd(LOCALE_MAX_BYTES), 0],
    [keys(1).padEnd(LOCALE_MAX_BYTES + 1), 1],
    ['{"__proto__":"x"}', 1],
    ["[]", 1],
  ])("has its bounds (%#)", (text, faults) => {
    expect(localeFaults(text)).toHaveLength(faults);
  });

  test.each([
    ["locales/pt-BR.json", "pt-BR"],
    ["locales/en/more.json", undefined],
    ["locales/../a.json", undefined],
    ["data/en.json", undefined],
  ])("is known by its name: %s", (path, language) => {
    expect(localeOf(path)).toBe(language);
  });
});
