/** Pages in languages for which a plugin has no texts: readers get those of a related language, or of English. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { packPlugin } from "../../../sites/cli/packing/pluginFolder.ts";
import { page, SITE } from "../../runtime/kernel/world.ts";
import { languagesWorld, siteInLanguages } from "../../runtime/languages/languagesWorld.ts";

const FOLDER = join(import.meta.dirname, "../../../plugins");
const PACK = ["basics", "slate"].map((name) => packPlugin(join(FOLDER, name)));
const SWITCHER = { id: "switcher", type: "drawbridge.basics/languages", fields: {} };

test.each([
  ["zh-hant-tw", "zh-Hant-TW", "Languages"],
  ["SR-LATN", "sr-Latn", "Languages"],
  ["DE-X-FORMAL", "de-x-formal", "Sprachen"],
  ["pt-pt", "pt-PT", "Idiomas"],
  ["JA-jp", "ja-JP", "言語"],
  ["tlh", "tlh", "Languages"],
])("a page in %s reads %s, and its plugins' texts are never keys", async (given, stored, label) => {
  const world = await languagesWorld(siteInLanguages({ home: page("/", { sections: [SWITCHER] }) }, {}), PACK);
  const { version, body } = world.kernel.documents.only(SITE, "settings");
  const languages = [
    { tag: "en", name: "English" },
    { tag: given, name: "Other", prefix: "/other" },
  ];
  await world.run("settings.put", { expected: version, body: { ...body, languages } });
  const translation = page("/other", { language: given, translationOf: "home", sections: [SWITCHER] });
  await world.run("page.create", { body: translation });
  await world.run("publish", {});
  const html = await world.html("/other");
  expect(html).toContain(`<html lang="${stored}"`);
  expect(html).toContain(`<ul class="languages" aria-label="${label}">`);
  expect(html).not.toContain("languages.label");
  expect(await world.html("/")).toContain('aria-label="Languages"');
});
