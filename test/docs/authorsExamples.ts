/**
 * The examples of `plugins/manifest.md`, `plugins/code.md` and `plugins/templates.md`, each completed to a whole
 * plugin.
 */
import { join } from "node:path";
import { parseAuthoring } from "../../sites/cli/files/authoring.ts";
import { packPlugin } from "../../sites/cli/packing/pluginFolder.ts";
import { executable as base, section, theme } from "../manifests/fixture.ts";
import { type Block, pages } from "./page.ts";

type Json = Record<string, unknown>;

const blocksOf = (page: string, heading: string): readonly Block[] =>
  (pages().find(({ path }) => path === `docs/plugins/${page}.md`)?.blocks ?? []).filter(
    (block) => block.heading === heading,
  );

export const codeOf = (page: string, heading: string, nth = 0): string => blocksOf(page, heading)[nth]?.code ?? "";

/** A fragment of a manifest in the docs: members without the enclosing braces. */
function members(code: string): Json {
  const parsed = parseAuthoring(`{${code.trim().replace(/,$/, "")}}`);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed));
  return parsed.value as Json;
}

const text = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { type: "string", title: name, default: "" }]));
export const object = (properties: Json, required: readonly string[] = []) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

const { slots: _slots, queries: _queries, presets: _presets, ...plainSection } = section;

/** A section with the documented members, and the fields that they mention. */
const sectionWith = (more: Json, properties: Json): Json => ({
  contributes: {
    sections: [
      {
        ...plainSection,
        fields: object({ ...(section.fields["properties"] as Json), ...properties }, ["text"]),
        ...more,
      },
    ],
  },
});

const SECTION_FILES = {
  "notice.liquid": "<p>{{ fields.text }}</p>",
  "notice.md.liquid": "{{ fields.text }}",
  "notice.css": "",
};

const {
  "assets/gelasio.woff2": FONT = "",
  "assets/paper.png": PICTURE = "",
  "assets/quill.svg": ICON = "",
} = packPlugin(join(import.meta.dirname, "../fixtures/plugins/lantern-press")).files;

export interface Example {
  readonly manifest: Json;
  readonly files?: Readonly<Record<string, string>>;
}

/** The example's manifest, with the required members. */
export const manifestOf = ({ manifest }: Example): Json => ({
  manifestVersion: 1,
  id: "acme.example",
  version: "1.0.0",
  name: "Example",
  kind: "declarative",
  engine: "^1.0.0",
  ...manifest,
});

export const form = (more: Json): Json => ({ contributes: { forms: [{ name: "visit", title: "Visit", ...more }] } });

export const withCode = (manifest: Json, code: string): Example => ({
  manifest: { kind: "executable", main: "main.js", limits: base.limits, ...manifest },
  files: { "main.js": code },
});

export const EXAMPLES: Readonly<Record<string, () => Example>> = {
  "manifest.md: queries": () => ({
    manifest: sectionWith(members(codeOf("manifest", "Queries")), {
      ...text(["collection"]),
      limit: { type: "integer", title: "Most", default: 3 },
    }),
    files: SECTION_FILES,
  }),
  "manifest.md: assets": () => ({
    manifest: { contributes: members(codeOf("manifest", "Assets")) },
    files: { "assets/plain.woff2": FONT, "assets/paper.png": PICTURE, "assets/quill.svg": ICON },
  }),
  "manifest.md: frames": () => ({
    manifest: {
      capabilities: { browser: { hosts: ["tiles.example.com"], reason: "to draw a map" } },
      contributes: members(codeOf("manifest", "Frames")),
    },
    files: {
      "frame/tasks.html": '<ul id="tasks"></ul>',
      "frame/tasks.css": "",
      "frame/tasks.js": codeOf("manifest", "Frames", 1),
    },
  }),
  "manifest.md: imports": () => {
    const { contributes } = sectionWith({}, { amount: { type: "number", title: "Amount" } });
    const imports = members(codeOf("manifest", "Imports"));
    return { manifest: { contributes: { ...(contributes as Json), ...imports } }, files: SECTION_FILES };
  },
  "manifest.md: letters": () => ({
    manifest: { kind: "declarative", ...members(codeOf("manifest", "Letters")) },
    files: {
      "letters/order.liquid":
        "{{ submission.title }}\n\n{% for one in submission.answers %}{{ one.label }}{% endfor %}",
      "letters/thanks.liquid": "Thanks\n\n{{ site.name }}",
      "letters/week.liquid": "{{ data.total }} orders\n\n{{ data.url }}",
    },
  }),
  "manifest.md: media": () => ({ manifest: { contributes: members(codeOf("manifest", "Media")) } }),
  "manifest.md: a form": () => ({ manifest: { contributes: members(codeOf("manifest", "Forms")) } }),
  "manifest.md: a form with files": () => {
    const { properties, inputs } = members(codeOf("manifest", "Forms", 1));
    return { manifest: form({ fields: object(properties as Json), inputs }) };
  },
  "manifest.md: a section that shows a form": () => ({
    manifest: sectionWith(members(codeOf("manifest", "Forms", 2)), {
      ...text(["form", "success"]),
      days: { type: "integer", title: "Days", default: 30 },
    }),
    files: { ...SECTION_FILES, "notice.liquid": "{{ form }}", "notice.md.liquid": "{{ form }}" },
  }),
  "manifest.md: metadata": () => ({
    manifest: { contributes: { metadata: [{ name: "page", template: "head.liquid" }] } },
    files: { "head.liquid": codeOf("manifest", "Metadata") },
  }),
  "manifest.md: a file": () => ({
    manifest: { contributes: members(codeOf("manifest", "Files")) },
    files: {
      "sitemap.liquid": "<urlset>{% for page in queries.pages %}<loc>{{ page.url | xml }}</loc>{% endfor %}</urlset>",
    },
  }),
  "manifest.md: a list for other plugins": () => ({
    manifest: {
      contributes: {
        ...members(codeOf("manifest", "Lists for other plugins")),
        files: [{ path: "/list.txt", type: "text/plain; charset=utf-8", template: "list.liquid" }],
      },
    },
    files: { "list.liquid": codeOf("manifest", "Lists for other plugins", 1) },
  }),
  "manifest.md: data for another plugin's list": () => ({
    manifest: { contributes: members(codeOf("manifest", "Lists for other plugins", 2)) },
  }),
  "manifest.md: tools for agents": () => ({
    manifest: { contributes: members(codeOf("manifest", "Tools for agents")) },
    files: { "summary.liquid": "Sum up what happened since {{ arguments.since }}." },
  }),
  "templates.md: languages": () => ({
    manifest: sectionWith({}, text(["shop"])),
    files: {
      ...SECTION_FILES,
      "notice.liquid": '<p>{{ "today.title" | t: shop: fields.shop }} {{ "today.count" | t: count: 2 }}</p>',
      "locales/en.json": codeOf("templates", "Languages"),
    },
  }),
  "templates.md: a theme": () => {
    const { themes } = members(codeOf("templates", "Themes")) as {
      themes: { tokens: Record<string, { properties: Json }> }[];
    };
    const [{ tokens = {}, ...shown } = {}] = themes;
    const all = Object.entries(theme.tokens).map(([group, schema]) => [
      group,
      { ...schema, properties: { ...schema.properties, ...tokens[group]?.properties } },
    ]);
    return {
      manifest: {
        contributes: {
          assets: [{ name: "plain", file: "plain.woff2" }],
          themes: [{ ...shown, tokens: Object.fromEntries(all) }],
        },
      },
      files: {
        "layout.liquid": `<main>${codeOf("templates", "Themes", 1)}{{ content }}</main>`,
        "theme.css": codeOf("templates", "Themes", 2),
        "plain.woff2": FONT,
      },
    };
  },
  "code.md: data of sections": () => {
    const { manifest, files } = withCode(
      { capabilities: { content: { read: ["page"], draft: [] } } },
      codeOf("code", "Data of sections"),
    );
    return {
      manifest: { ...manifest, ...sectionWith({ data: { provider: "related" } }, {}) },
      files: { ...files, ...SECTION_FILES },
    };
  },
  "code.md: asked before a publication": () =>
    withCode(
      {
        capabilities: { content: { read: ["page"], draft: ["page"], reason: "to look at descriptions" } },
        contributes: { hooks: [{ on: "beforePublish" }] },
      },
      codeOf("code", "Asked before a publication"),
    ),
  "code.md: a route": () =>
    withCode({ contributes: members(codeOf("code", "JSON routes")) }, codeOf("code", "JSON routes", 1)),
  "code.md: a page in the editor": () =>
    withCode(members(codeOf("code", "Pages in the editor")), codeOf("code", "Pages in the editor", 1)),
  "code.md: a webhook": () =>
    withCode(
      {
        capabilities: { storage: { maxBytes: 1_000, maxKeys: 10, reason: "to know what was paid" } },
        contributes: members(codeOf("code", "Webhooks")),
      },
      codeOf("code", "Webhooks", 1),
    ),
  "code.md: an action": () =>
    withCode(members(codeOf("code", "Actions in the editor")), codeOf("code", "Actions in the editor", 1)),
  "code.md: data of earlier versions": () =>
    withCode(
      {
        version: "2.0.0",
        ...members(codeOf("code", "Data of earlier versions")),
        capabilities: { storage: { maxBytes: 1_000, maxKeys: 10, reason: "to count" } },
        contributes: { settings: object({ key: { type: "string", title: "Key", writeOnly: true } }) },
      },
      codeOf("code", "Data of earlier versions", 1),
    ),
  "code.md: letters": () => {
    const { manifest, files } = withCode(
      {
        capabilities: {
          mail: { to: ["members"], reason: "to tell members of late boats" },
          storage: { maxBytes: 1_000, maxKeys: 10, reason: "to know late boats" },
        },
        contributes: {
          hooks: [{ on: "scheduled", everyMinutes: 60 }],
          letters: [{ name: "late", title: "Late boats", to: "members", text: "late.liquid" }],
        },
      },
      codeOf("code", "Letters"),
    );
    return { manifest, files: { ...files, "late.liquid": "Late boats\n\n{{ data.boats }}" } };
  },
  "code.md: settings": () =>
    withCode(
      {
        contributes: { ...members(codeOf("code", "Settings and secrets")), hooks: [{ on: "afterPublish" }] },
      },
      "export const hooks = { async afterPublish() {} };",
    ),
};
