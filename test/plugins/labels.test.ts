/** The translations that first-party plugins have for people who edit. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isLabels, labelNotes, labelsOf } from "../../manifests/packages/labels.ts";
import { modelOf } from "../../runtime/forms/model.ts";
import { waitingForms } from "../../runtime/submissions/waiting.ts";
import { LANGUAGES } from "../../sites/words/shape/languages.ts";
import { packPlugin } from "../../sites/cli/packing/pluginFolder.ts";
import { initialiseInput, page, SITE, siteOf, worldOf } from "../runtime/kernel/world.ts";
import { testPowers } from "../runtime/kernel/powers.ts";

const FOLDER = join(import.meta.dirname, "../../plugins");
const PLUGINS = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** The languages of the editor that need labels. A manifest itself is in English. */
const TRANSLATED = Object.keys(LANGUAGES).filter((language) => language !== "en");

describe("labels of our plugins", () => {
  test.each(PLUGINS)("%s: each text has one in each language of the editor, and none is left over", (name) => {
    const { manifest, files } = packPlugin(join(FOLDER, name));
    const written = Object.keys(files).filter(isLabels).toSorted();
    const wanted = TRANSLATED.map((language) => `labels/${language}.json`).toSorted();
    expect([written, labelNotes(manifest, files)]).toEqual([labelsOf(manifest).length > 0 ? wanted : [], []]);
  });

  test.each(PLUGINS)("%s: each keeps the addresses, codes and file names of its text", (name) => {
    const { files } = packPlugin(join(FOLDER, name));
    const fixed =
      /https:\/\/[\w-]+(?:\.[\w-]+)+|\b\w+\.(?:txt|com)\b|\b(?:EUR|SVG|POST|DeepL|OpenAI|YouTube|Vimeo|OpenStreetMap|Atom|RSS)\b/g;
    for (const [path, text] of Object.entries(files).filter(([path]) => isLabels(path)))
      for (const [source, label] of Object.entries(JSON.parse(text) as Record<string, string>))
        expect([path, source, label.match(fixed)?.toSorted()]).toEqual([path, source, source.match(fixed)?.toSorted()]);
  });
});

describe("texts that visitors read", () => {
  test.each(PLUGINS)("of %s are in all languages, each key in each", (name) => {
    const { files } = packPlugin(join(FOLDER, name));
    const keysOf = (language: string): string[] =>
      Object.keys(JSON.parse(files[`locales/${language}.json`] ?? "{}") as object).toSorted();
    if (!("locales/en.json" in files)) return;
    // Regions share the texts of visitors.
    for (const language of TRANSLATED) expect(keysOf(language.slice(0, 2))).toEqual(keysOf("en"));
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
  expect(titles("pt-PT")).toEqual(titles());
  expect(titles("pt-BR")).toEqual(["Abertura", "Eventos", "Discr"]);
  expect(titles("ar")[0]).toBe("الافتتاحية");
  expect(titles()).toEqual(titles("nl"));
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
