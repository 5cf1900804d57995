import type { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { CommandName } from "../../../runtime/commandNames.ts";
import type { Deployment } from "../../../runtime/deployment.ts";
import type { Requested } from "../../../runtime/contributions/grant.ts";
import type { PluginDetailView, PluginView } from "../../../runtime/plugins/management/views.ts";
import { type Key, ACME, FILES, OTHER, documentOf, manifestOf, pins, signature } from "../../vectors/trust/workshop.ts";
import { PACK, SITE, initialiseInput, page, siteOf, worldBegunBy, worldOf, type World } from "../kernel/world.ts";
import type { TestPowers } from "../kernel/powers.ts";

/** A valid package as text, signed by default with a trusted key. */
export function packageText(
  change: Readonly<Record<string, unknown>> = {},
  { files = FILES, key = ACME }: { files?: Readonly<Record<string, string>>; key?: Key } = {},
): string {
  const manifest = manifestOf({ files: pins(files), ...change });
  return JSON.stringify(documentOf({ manifest, files, signatures: [signature(manifest, key)] }));
}

const CODE = { "main.js": "export const hooks = {};" };

/** A plugin with code and these capabilities. */
export const executableText = (
  capabilities: Requested,
  change: Readonly<Record<string, unknown>> = {},
  key: Key = ACME,
): string =>
  packageText(
    { id: "acme.tool", name: "Tool", kind: "executable", main: "main.js", contributes: {}, capabilities, ...change },
    { files: CODE, key },
  );

export const STORAGE: Requested = { storage: { maxBytes: 1_000, maxKeys: 10, reason: "to count" } };
export const HTTP: Requested = { http: { hosts: ["api.example.com"], methods: ["GET"] } };

export const settingsSchema = {
  type: "object",
  properties: {
    label: { type: "string", title: "Label", default: "Hello", maxLength: 20 },
    token: { type: "string", title: "Token", writeOnly: true, minLength: 4, maxLength: 60 },
    other: { type: "string", title: "Other", writeOnly: true },
  },
  required: ["token"],
  additionalProperties: false,
};

export const RINGS = {
  both: JSON.stringify([ACME.jwk, OTHER.jwk]),
  nobody: "[]",
  other: JSON.stringify([OTHER.jwk]),
} as const;

export interface Managed extends World {
  install(document: string, allowDowngrade?: boolean, alone?: readonly string[]): Promise<PluginView>;
  grant(plugin: string, capabilities: Requested, digest?: string): Promise<PluginView>;
  state(plugin: string, state: "enabled" | "disabled", alone?: readonly string[]): Promise<PluginView>;
  set(plugin: string, expected: number, values: object, key?: string): Promise<{ version: number }>;
  detail(plugin: string): Promise<PluginDetailView>;
  /** The same database in a deployment with other keys or another loader. */
  redeployed(more: Partial<Deployment>): Promise<Managed>;
}

function managed(world: World, powers: TestPowers, options: Partial<Deployment>): Managed {
  const reads = world.kernel.pluginReads;
  return {
    ...world,
    install: (document, allowDowngrade = false, alone = []) =>
      world.run("plugin.install", { document, allowDowngrade, alone }),
    grant: async (plugin, capabilities, digest) =>
      world.run("plugin.grant", { plugin, capabilities, digest: digest ?? reads.view(SITE, plugin).digest }),
    state: (plugin, state, alone) => world.run("plugin.state", { plugin, state, ...(alone ? { alone } : {}) }),
    set: (plugin, expected, values, key) => world.run("plugin.settings", { plugin, expected, values }, key),
    detail: (plugin) => reads.detail(SITE, plugin),
    async redeployed(more) {
      const next = { ...options, ...more };
      const again = worldOf(powers, next.pack ?? PACK, next);
      await again.kernel.plugins.prepare();
      return managed(again, powers, next);
    },
  };
}

export async function managedWorld(more: Partial<Deployment> = {}, powers?: TestPowers): Promise<Managed> {
  const options: Partial<Deployment> = { trustKeys: RINGS.both, askLoader: async () => ({ available: true }), ...more };
  const world = await worldBegunBy(
    [initialiseInput(siteOf({ home: page("/") }))],
    options.pack ?? PACK,
    options,
    powers,
  );
  await world.kernel.plugins.prepare();
  return managed(world, world.powers, options);
}

/** A command's refusal: its code and details. */
export async function refused(action: Promise<unknown>): Promise<Pick<Refusal, "code" | "detail">> {
  const error = await action.then(
    () => undefined,
    (reason: unknown) => reason as Refusal,
  );
  if (!error?.code) throw error ?? new Error("it was not refused");
  return { code: error.code, detail: error.detail };
}

/** A refusal in one line: `code reason`. */
export const whyNot = async (action: Promise<unknown>): Promise<string> => {
  const { code, detail } = await refused(action);
  return typeof detail["reason"] === "string" && code === "PLUGIN_REJECTED" ? `${code} ${detail["reason"]}` : code;
};

/** All values of all tables in one text. */
export function everythingIn({ powers }: World): string {
  const tables = powers.sql.all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'");
  return JSON.stringify(tables.map(({ name }) => powers.sql.all(`SELECT * FROM ${name}`)));
}

export const skippedOf = ({ kernel }: World, plugin: string): string | undefined =>
  kernel.plugins.forSite(SITE).resolution.skipped.find(({ id }) => id === plugin)?.reason;

export const isActive = ({ kernel }: World, plugin: string): boolean =>
  kernel.plugins.forSite(SITE).resolution.active.some(({ id }) => id === plugin);

export const commandsWithPlugin: readonly (readonly [CommandName, object])[] = [
  ["plugin.grant", { digest: `sha256-${"a".repeat(43)}`, capabilities: {} }],
  ["plugin.revoke", {}],
  ["plugin.state", { state: "enabled" }],
  ["plugin.settings", { expected: 0, values: {} }],
  ["plugin.updates", { rule: "ask" }],
  ["plugin.discard", { digest: `sha256-${"a".repeat(43)}` }],
  ["plugin.remove", {}],
];
