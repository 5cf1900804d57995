/** A workspace with plugins with code, whose answers a test writes. */
import { createHash } from "node:crypto";
import type { Contributes, Manifest } from "../../../manifests/manifest/manifest.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import type { Page } from "../../../runtime/documents/content/content.ts";
import type { PluginCall, PluginCalls, PluginOutcome } from "../../../runtime/plugins/calls/calls.ts";
import type { LoaderState } from "../../../manifests/loaderState.ts";
import { PACK, SITE, initialiseInput, siteOf, worldOf, type World } from "../kernel/world.ts";
import { testPowers, type TestPowers } from "../kernel/powers.ts";

type Answer = (call: PluginCall) => PluginOutcome | Promise<PluginOutcome>;

export const said = (value: unknown, reads?: readonly string[]): PluginOutcome => ({
  ok: true,
  value,
  ...(reads && { reads }),
});
export const failed = (message = "It threw."): PluginOutcome => ({ ok: false, code: "plugin_failed", message });

/** Records calls and answers them with the test's current answer. */
export class ScriptedCalls implements PluginCalls {
  readonly asked: PluginCall[] = [];
  answer: Answer = () => said(null);

  async all(calls: readonly PluginCall[]): Promise<readonly PluginOutcome[]> {
    this.asked.push(...calls);
    return Promise.all(calls.map((call) => this.answer(call)));
  }

  /** Returns and clears the recorded calls. */
  take(): PluginCall[] {
    return this.asked.splice(0);
  }
}

export function executable(
  id: string,
  contributes: Contributes,
  more: Partial<Manifest> = {},
  files: Record<string, string> = {},
): PackedPlugin {
  const manifest = {
    manifestVersion: 1,
    id,
    version: "1.0.0",
    name: id,
    kind: "executable",
    engine: "^1.0.0",
    main: "main.js",
    contributes,
    ...more,
  } as unknown as Manifest;
  const manifestText = JSON.stringify([manifest, files]);
  return {
    manifest,
    manifestText,
    digest: `sha256-${createHash("sha256").update(manifestText).digest("base64url")}`,
    files,
  };
}

export const check = (id = "test.check"): PackedPlugin => executable(id, { hooks: [{ on: "beforePublish" }] });

const SECTION = {
  name: "data",
  title: "Data",
  description: "Data",
  category: "content",
  template: "data.liquid",
  markdown: "data.md.liquid",
  variants: [{ name: "plain", title: "Plain" }],
  fields: {
    type: "object",
    properties: { of: { type: "string", title: "Of", default: "all" } },
    additionalProperties: false,
  },
  data: { provider: "compute" },
  example: { fields: {} },
};
const FILES = {
  "data.liquid":
    "{% if data %}<p>{{ data.text }}</p><p>{{ data.__proto__.polluted }}</p>{% else %}<p>nothing known</p>{% endif %}",
  "data.md.liquid": "{% if data %}{{ data.text }}{% else %}nothing known{% endif %}",
};

/** A plugin whose sections show computed data. With `reads` it may read the site's pages. */
export function computing({ id = "test.data", reads = false, version = "1.0.0", redraw = false } = {}): PackedPlugin {
  const more = { version, ...(reads && { capabilities: { content: { read: ["page" as const] } } }) };
  const section = { ...SECTION, data: { ...SECTION.data, ...(redraw && { redraw }) } };
  return executable(id, { sections: [section] } as unknown as Contributes, more, FILES);
}

export const dataSection = (of = "all", id = "d1", type = "test.data/data") => ({ id, type, fields: { of } });

interface DataInput {
  readonly site: object;
  readonly pages: readonly {
    readonly page: { readonly id: string; readonly title: string };
    readonly sections: readonly { readonly id: string; readonly fields: { readonly of: string } }[];
  }[];
}
export const inputOf = (call: PluginCall | undefined): DataInput => call?.input as DataInput;
export const pagesAsked = (calls: readonly PluginCall[]): string[] =>
  calls.flatMap((call) => inputOf(call).pages.map(({ page }) => page.id)).toSorted();

/** Answers each section with a text from its page and fields. */
export function echo(call: PluginCall, more = "", reads?: readonly string[]): PluginOutcome {
  const answer = inputOf(call).pages.map(({ page, sections }) => [
    page.id,
    Object.fromEntries(sections.map(({ id, fields }) => [id, { text: `${page.title}: ${fields.of}${more}` }])),
  ]);
  return said(Object.fromEntries(answer), reads);
}

export interface ComputingWorld extends World {
  readonly calls: ScriptedCalls;
}

/** The state of a deployment without a loader. */
export const NO_LOADER: LoaderState = { available: false, reason: "no loader here" };

/** A new kernel on the same database with the same answers. */
export async function wake(
  powers: TestPowers,
  calls: ScriptedCalls,
  pack: readonly PackedPlugin[],
  loader: LoaderState = { available: true },
): Promise<ComputingWorld> {
  const world = worldOf(powers, [...PACK, ...pack], { pluginCalls: () => calls, askLoader: async () => loader });
  await world.kernel.plugins.prepare();
  return { ...world, calls };
}

export async function computingWorld(
  pages: Record<string, Page>,
  pack: readonly PackedPlugin[],
  answer?: Answer,
): Promise<ComputingWorld> {
  const calls = new ScriptedCalls();
  if (answer) calls.answer = answer;
  const world = await wake(testPowers(), calls, pack);
  for (const { manifest, digest } of pack)
    if (manifest.capabilities) grant(world, manifest.id, digest, manifest.capabilities);
  await world.kernel.initialiser.run(initialiseInput(siteOf(pages)));
  return world;
}

export function grant(world: World, plugin: string, digest: string, capabilities: Manifest["capabilities"]): void {
  world.powers.sql.all(
    "INSERT OR REPLACE INTO plugin_grants (site, plugin, digest, capabilities, actor, at) VALUES (?, ?, ?, ?, 'member:m1', 0)",
    SITE,
    plugin,
    digest,
    JSON.stringify(capabilities),
  );
}

export const switchTo = (world: World, plugin: string, state: "enabled" | "disabled" | "quarantined"): void =>
  void world.powers.sql.all(
    "INSERT OR REPLACE INTO installs (site, plugin, state) VALUES (?, ?, ?)",
    SITE,
    plugin,
    state,
  );
