import { createHash } from "node:crypto";
import type { Contributes, Manifest } from "../../../manifests/manifest/manifest.ts";
import { BoundedMap } from "../../../manifests/memory/boundedMap.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import type { Page, SiteDocument, Theme } from "../../../runtime/documents/content/content.ts";
import type { Deployment, Everything } from "../../../runtime/deployment.ts";
import { type Kernel, createKernel } from "../../../runtime/kernel.ts";
import type { Actor } from "../../../runtime/area/actor.ts";
import type { InitialiseInput } from "../../../runtime/operating/initialise.ts";
import { sealingWith } from "../../../sites/workers/workspace/plugins/sealing.ts";
import { type TestPowers, testPowers } from "./powers.ts";

const sha = (text: string): string => `sha256-${createHash("sha256").update(text).digest("base64url")}`;

export function plugin(
  id: string,
  contributes: Contributes,
  files: Record<string, string>,
  version = "1.0.0",
): PackedPlugin {
  const manifest = {
    manifestVersion: 1,
    id,
    version,
    name: id,
    kind: "declarative",
    engine: "^1.0.0",
    contributes,
    files: Object.fromEntries(Object.entries(files).map(([path, text]) => [path, sha(text)])),
  } as unknown as Manifest;
  const manifestText = JSON.stringify(manifest);
  return { manifest, manifestText, digest: sha(manifestText), files };
}

const text = {
  type: "object",
  properties: { text: { $ref: "drawbridge:markdown", title: "Text" } },
  required: ["text"],
  additionalProperties: false,
};
const list = {
  type: "object",
  properties: { collection: { type: "string", title: "Collection" } },
  additionalProperties: false,
};
const none = { type: "object", properties: {}, additionalProperties: false };
const section = (name: string, more: object) => ({
  name,
  title: name,
  description: name,
  category: "content",
  template: `${name}.liquid`,
  markdown: `${name}.md.liquid`,
  variants: [{ name: "plain", title: "Plain" }],
  example: { fields: {} },
  ...more,
});

export function textPlugin(template = "<div>{{ fields.text | markdown }}</div>", version = "1.0.0"): PackedPlugin {
  return plugin(
    "test.text",
    { sections: [section("text", { fields: text, example: { fields: { text: "Hello" } } })] } as unknown as Contributes,
    { "text.liquid": template, "text.md.liquid": "{{ fields.text }}" },
    version,
  );
}

export const listPlugin = plugin(
  "test.list",
  {
    sections: [
      section("list", {
        fields: list,
        queries: { found: { collection: { field: "collection" }, order: "newest", limit: 3 } },
      }),
    ],
  } as unknown as Contributes,
  {
    "list.liquid": "<ul>{% for page in queries.found %}<li>{{ page.title }}</li>{% endfor %}</ul>",
    "list.md.liquid": "{% for page in queries.found %}- {{ page.title }}\n{% endfor %}",
  },
);

export const themePlugin = plugin(
  "test.theme",
  {
    themes: [
      {
        name: "plain",
        title: "Plain",
        description: "Plain",
        layout: "layout.liquid",
        css: "theme.css",
        tokens: { base: none, light: none, dark: none },
      },
    ],
  } as unknown as Contributes,
  {
    "layout.liquid":
      '<main><h1>{{ page.title }}</h1>{{ content }}</main><nav>{% for item in navigation.header %}<a href="{{ item.href }}">{{ item.label }}</a>{% endfor %}</nav>',
    "theme.css": "body { margin: 0 }",
  },
);

export const filesPlugin = plugin(
  "test.files",
  {
    files: [
      {
        path: "/sitemap.xml",
        type: "application/xml; charset=utf-8",
        template: "sitemap.liquid",
        queries: { pages: { order: "path", limit: 50_000 } },
      },
    ],
  } as unknown as Contributes,
  {
    "sitemap.liquid":
      "<urlset>{% for page in queries.pages %}<url><loc>{{ page.url | xml }}</loc></url>{% endfor %}</urlset>",
  },
);

/** The smallest set of plugins that uses the whole kernel: text with links, a page list, a theme and a sitemap. */
export const PACK: readonly PackedPlugin[] = [textPlugin(), listPlugin, themePlugin, filesPlugin];

export const THEME: Theme = { theme: "test.theme/plain", scheme: "auto", tokens: {} };
export const OPERATOR: Actor = { kind: "operator", id: "provisioning" };
export const MEMBER: Actor = { kind: "member", id: "m1" };
export const SITE = "main";

export const textSection = (body: string, id = "s1") => ({ id, type: "test.text/text", fields: { text: body } });
export const listSection = (collection: string, id = "s2") => ({ id, type: "test.list/list", fields: { collection } });

export const page = (path: string, more: Partial<Page> = {}): Page => ({
  path,
  title: `Page ${path}`,
  sections: [textSection(`Text of ${path}`)],
  ...more,
});

export function siteOf(pages: Record<string, Page>): SiteDocument {
  return {
    pages: Object.entries(pages).map(([id, body]) => ({ id, ...body })),
    navigation: { menus: { header: [{ label: "Home", link: "page:home" }], footer: [] } },
    redirects: { entries: [] },
    settings: { name: "Test site", language: "en" },
  };
}

export const initialiseInput = (document: SiteDocument, more: Partial<InitialiseInput> = {}): InitialiseInput => ({
  tenant: "acme",
  site: SITE,
  origin: "https://acme.example",
  hostnames: ["acme.example"],
  document,
  theme: THEME,
  actor: OPERATOR,
  requestId: "r0",
  ...more,
});

/** A kernel with everything that its areas offer. */
export type OpenKernel = Omit<Kernel, "read"> & Omit<Everything, "powers">;

export function opened(powers: TestPowers, deployment: Deployment): OpenKernel {
  const { read: _read, ...kernel } = createKernel(powers, deployment);
  const { powers: _powers, ...offers } = kernel.offers;
  return { ...offers, ...kernel };
}

export interface World {
  readonly powers: TestPowers;
  readonly kernel: OpenKernel;
  /** A new kernel on the same database, as after a crash. `pack` may differ, as after a deployment. */
  restart(pack?: readonly PackedPlugin[]): World;
  /** Runs a command, with a new key by default. Answers its parsed output. */
  run<T>(name: Parameters<Kernel["execute"]>[0], input: unknown, key?: string): Promise<T>;
  write(id: string, body: Page | null): Promise<number>;
  html(path: string): Promise<string>;
  statusOf(path: string): Promise<number>;
}

export async function worldWith(
  pages: Record<string, Page>,
  pack: readonly PackedPlugin[] = PACK,
  more: Partial<Deployment> = {},
): Promise<World> {
  return worldBegunBy([initialiseInput(siteOf(pages))], pack, more);
}

/** Beginnings that are kept, at most. A file of tests seldom has more than a few. */
const BEGINNINGS_KEPT = 12;
/** Beginnings by what was asked for. Undefined for one that was asked for once. */
const beginnings = new BoundedMap<string, (() => TestPowers) | undefined>(BEGINNINGS_KEPT);

/** Parts of a deployment that leave no trace in a beginning, because its plugins are the deployment's own. */
const TRACELESS: readonly string[] = ["askLoader", "mail", "pluginCalls", "roleOf", "trustKeys", "wait"];

const names = new WeakMap<PackedPlugin, string>();
/** A name for a plugin, so that equal sites with other plugins have other beginnings. */
function nameOf(plugin: PackedPlugin): string {
  const name = names.get(plugin) ?? crypto.randomUUID();
  names.set(plugin, name);
  return name;
}

/**
 * A workspace with these sites. Thousands of cases begin with the same ones. So the second world of a beginning, and
 * each after it, is a new kernel on a copy of the database. A world on powers of the case's own is always made.
 */
export async function worldBegunBy(
  inputs: readonly InitialiseInput[],
  pack: readonly PackedPlugin[],
  more: Partial<Deployment> = {},
  powers?: TestPowers,
): Promise<World> {
  const isKept = !powers && Object.keys(more).every((part) => TRACELESS.includes(part));
  const key = isKept ? JSON.stringify([pack.map(nameOf), inputs]) : undefined;
  const kept = key === undefined ? undefined : beginnings.get(key);
  if (kept) return worldOf(kept(), pack, more);
  const world = worldOf(powers ?? testPowers(), pack, more);
  for (const input of inputs) await world.kernel.initialiser.run(input);
  if (key !== undefined) beginnings.set(key, beginnings.has(key) ? world.powers.keep() : undefined);
  return world;
}

export function worldOf(
  powers: TestPowers,
  pack: readonly PackedPlugin[] = PACK,
  more: Partial<Deployment> = {},
): World {
  const kernel = opened(powers, {
    pack,
    wait: async () => undefined,
    trustKeys: "[]",
    sealing: sealingWith("a secret for these tests only, of some length"),
    askLoader: async () => ({ available: false, reason: "test" }),
    ...more,
  });
  let keys = 0;
  const run = async <T>(
    name: Parameters<Kernel["execute"]>[0],
    input: unknown,
    key = `key-${powers.newId()}-${++keys}`,
  ): Promise<T> => {
    const { json } = await kernel.execute(name, { site: SITE, actor: MEMBER, key, requestId: "r1" }, input);
    return JSON.parse(json) as T;
  };
  return {
    powers,
    kernel,
    run,
    restart: (next = pack) => worldOf(powers, next, more),
    async write(id, body) {
      const expected = kernel.documents.get(SITE, "page", id)?.version ?? 0;
      const { versions } = await run<{ versions: { version: number }[] }>("documents.write", {
        writes: [{ kind: "page", id, expected, body }],
      });
      return versions[0]?.version ?? 0;
    },
    html: async (path) => (await kernel.published.answer(SITE, path, null)).body ?? "",
    statusOf: async (path) => (await kernel.published.answer(SITE, path, null)).status,
  };
}
