/** The translations that first-party plugins have for people who edit. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { labelNotes, labelsOf } from "../../manifests/packages/labels.ts";
import { modelOf } from "../../runtime/forms/model.ts";
import { waitingForms } from "../../runtime/submissions/waiting.ts";
import { packPlugin } from "../../sites/cli/packing/pluginFolder.ts";
import { initialiseInput, page, SITE, siteOf, worldOf } from "../runtime/kernel/world.ts";
import { testPowers } from "../runtime/kernel/powers.ts";

const FOLDER = join(import.meta.dirname, "../../plugins");
const PLUGINS = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

describe("German labels of our plugins", () => {
  test.each(PLUGINS)("%s: each text has one, and none is left over", (name) => {
    const { manifest, files } = packPlugin(join(FOLDER, name));
    const hasTexts = labelsOf(manifest).length > 0;
    expect(["labels/de.json" in files, labelNotes(manifest, files)]).toEqual([hasTexts, []]);
  });
});

/** The languages of the editor beside English and German, and those of visitors' texts, which regions share. */
const FURTHER = ["ar", "es", "fr", "ja", "pt-BR"];

describe("texts that visitors read", () => {
  test("of forms are in all languages of the editor", () => {
    const { files } = packPlugin(join(FOLDER, "forms"));
    for (const language of FURTHER) expect(files).toHaveProperty([`labels/${language}.json`]);
  });

  test.each(PLUGINS)("of %s are in all of them, each key in each", (name) => {
    const { files } = packPlugin(join(FOLDER, name));
    const keysOf = (language: string): string[] =>
      Object.keys(JSON.parse(files[`locales/${language}.json`] ?? "{}") as object).toSorted();
    if (!("locales/en.json" in files)) return;
    for (const language of ["de", ...FURTHER]) expect(keysOf(language.slice(0, 2))).toEqual(keysOf("en"));
  });

  test.each([
    ["de-AT", "Ihr Name", "Nachricht senden", "Bitte geben Sie eine Adresse wie name@example.com an."],
    ["pt-BR", "Seu nome", "Enviar mensagem", "Informe um endereço como name@example.com."],
    ["ar", "اسمكم", "أرسل الرسالة", "يرجى كتابة عنوان مثل name@example.com."],
    ["nl", "Your name", "Send message", "Please give an address such as name@example.com."],
  ])("of a form are in the language of its page: %s", (language, label, submit, error) => {
    const plugin = packPlugin(join(FOLDER, "forms"));
    const item = plugin.manifest.contributes.forms?.find(({ name }) => name === "contact");
    if (!item) throw new Error("there is no contact form");
    const { fields, messages } = modelOf({ item, qualified: "drawbridge.forms/contact", plugin: { plugin } }, language);
    expect([fields[0]?.label, messages.submit, fields[1]?.error]).toEqual([label, submit, error]);
    expect(fields[3]?.choices.map(({ value }) => value)).toEqual(["question", "offer", "visit", "other"]);
  });
});

test("the catalogue speaks the language of its reader, whatever the site's is, and stores nothing of it", async () => {
  const pack = ["basics", "slate", "events"].map((name) => packPlugin(join(FOLDER, name)));
  const world = worldOf(testPowers(), pack);
  await world.kernel.initialiser.run(initialiseInput(siteOf({ home: page("/") })));
  const titles = (language?: string) => {
    const { sections, contentTypes, themes } = world.kernel.reads.catalogue(SITE, language);
    const hero = sections.find(({ type }) => type === "drawbridge.basics/hero");
    return [hero?.title, contentTypes[0]?.plural, themes[0]?.description.slice(0, 5)];
  };
  expect(titles("de-CH")).toEqual(["Aufmacher", "Veranstaltungen", "Ruhig"]);
  expect(titles("en")).toEqual(["Hero", "Events", "Quiet"]);
  expect(titles()).toEqual(titles("fr"));
  const [type, original] = [world.kernel.reads.catalogue(SITE, "de"), world.kernel.reads.catalogue(SITE)];
  expect(type.sections.map(({ example, presets }) => [example, presets.map(({ fields }) => fields)])).toEqual(
    original.sections.map(({ example, presets }) => [example, presets.map(({ fields }) => fields)]),
  );
});

test("lists of plugins and of forms speak the language of their reader, and the consent says what is signed", async () => {
  const world = worldOf(testPowers(), [
    packPlugin(join(FOLDER, "basics")),
    packPlugin(join(FOLDER, "slate")),
    packPlugin(join(FOLDER, "forms")),
  ]);
  const sections = [{ id: "ask", type: "drawbridge.forms/form", fields: { form: "drawbridge.forms/contact" } }];
  await world.kernel.initialiser.run(initialiseInput(siteOf({ home: page("/", { sections }) })));
  const names = async (language?: string) => {
    const [{ items }, waiting] = await Promise.all([
      world.kernel.pluginReads.all(SITE, language),
      waitingForms(world.kernel, SITE, language),
    ]);
    return [items.find(({ id }) => id === "drawbridge.forms")?.name, waiting[0]?.title];
  };
  expect(await names("de-AT")).toEqual(["Formulare", "Kontakt"]);
  for (const language of ["en", "nl", undefined]) expect(await names(language)).toEqual(["Forms", "Contact"]);
  expect(world.kernel.pluginReads.view(SITE, "drawbridge.forms").name).toBe("Forms");
});
