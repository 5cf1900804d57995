import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { shownSections } from "../../runtime/documents/content/entry.ts";
import { eachSection } from "../../runtime/documents/content/sectionWalk.ts";
import type { InitialiseInput } from "../../runtime/operating/initialise.ts";
import { packPlugin } from "../../sites/cli/packing/pluginFolder.ts";
import { loadDemo } from "../../sites/demo/load.ts";
import { testPowers } from "../runtime/kernel/powers.ts";
import { worldOf } from "../runtime/kernel/world.ts";

/** The demo without one plugin folder, for each in turn. The rest must work and report what is missing. */
const ROOT = fileURLToPath(new URL("../../plugins", import.meta.url));
const FOLDERS = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const PACKED = new Map(FOLDERS.map((folder) => [folder, packPlugin(join(ROOT, folder))]));
/** Plugins with code are not part of a deployment. Each site installs its own, and this one has none. */
const isDeployed = (folder: string): boolean => PACKED.get(folder)?.manifest.kind === "declarative";
const DEMO = loadDemo("saltmarrow");
const SITE = DEMO.site.id;

const input: InitialiseInput = {
  tenant: DEMO.tenant.id,
  site: SITE,
  origin: "https://demo.example",
  hostnames: ["demo.example"],
  document: DEMO.document,
  theme: DEMO.theme,
  actor: { kind: "operator", id: "provisioning" },
  requestId: "r0",
};

const DEPLOYED = FOLDERS.filter(isDeployed);
/** The demo with all plugins of a deployment. A plugin that is no part of it leaves it the same, and no case changes it. */
let whole: ReturnType<typeof publishedBy> | undefined;

function demoWithout(absent: ReadonlySet<string>): ReturnType<typeof publishedBy> {
  const folders = DEPLOYED.filter((folder) => !absent.has(folder));
  return folders.length < DEPLOYED.length ? publishedBy(folders) : (whole ??= publishedBy(folders));
}

async function publishedBy(folders: readonly string[]) {
  const pack = folders.flatMap((folder) => PACKED.get(folder) ?? []);
  const { kernel } = worldOf(testPowers(), pack);
  const result = await kernel.initialiser.run(input);
  const html = async (path: string): Promise<string> => (await kernel.published.answer(SITE, path, null)).body ?? "";
  return { kernel, result, html };
}

const typesOf = (plugin: string): string[] =>
  [
    ...new Set(
      DEMO.document.pages.flatMap((page) => [...eachSection(shownSections(page))].map(({ section }) => section.type)),
    ),
  ].filter((type) => type.startsWith(`${plugin}/`));

const idOf = (folder: string): string => PACKED.get(folder)?.manifest.id ?? "";
/** Plugins that are missing in every case. */
const NOT_INSTALLED = FOLDERS.filter((folder) => !isDeployed(folder))
  .map(idOf)
  .filter((id) => typesOf(id).length > 0);

describe.each(FOLDERS)("without plugins/%s", (folder) => {
  const id = idOf(folder);
  const lacking = [...new Set([...NOT_INSTALLED, id])];
  let left: Awaited<ReturnType<typeof demoWithout>>;
  beforeAll(async () => {
    left = await demoWithout(new Set([folder]));
  });

  test("every page is published, whole and with a title", async () => {
    const { kernel, html } = left;
    for (const page of DEMO.document.pages) {
      const answer = await kernel.published.answer(SITE, page.path, null);
      expect(answer.status).toBe(page.path.endsWith("/404") ? 404 : 200);
      expect(answer.body).toMatch(/^<!doctype html>[\s\S]*<title>[^<]+<\/title>[\s\S]*<\/html>\s*$/);
    }
    expect(await html("/")).toContain("<h1");
  });

  test("what is missing is named, and its sections stay in the documents", () => {
    const { kernel, result } = left;
    expect(result.unavailable.map(({ type }) => type).toSorted()).toEqual(lacking.flatMap(typesOf).toSorted());
    const missing = kernel.status().sites[0]?.plugins.missing ?? [];
    const needed = lacking.filter((one) => typesOf(one).length > 0 || DEMO.theme.theme.startsWith(`${one}/`));
    expect(missing.map((plugin) => plugin.id).toSorted()).toEqual(needed.toSorted());
    const kept = kernel.documents.get(SITE, "page", "home")?.body.sections;
    expect(kept).toEqual(DEMO.document.pages.find((page) => page.id === "home")?.sections);
  });
});

test("with every plugin of the deployment nothing is missing but what a site installs itself", async () => {
  const { kernel, result } = await demoWithout(new Set());
  expect(result.unavailable.map(({ type }) => type).toSorted()).toEqual(NOT_INSTALLED.flatMap(typesOf).toSorted());
  const { skipped, missing } = kernel.status().sites[0]?.plugins ?? {};
  expect(skipped).toEqual([]);
  expect(missing?.map(({ id }) => id).toSorted()).toEqual(NOT_INSTALLED.toSorted());
});

test("without any plugin the pages are still there, with their titles", async () => {
  const { html } = await demoWithout(new Set(FOLDERS));
  expect(await html("/")).toContain("<h1");
  expect(await html("/about")).toContain("<title>");
});
