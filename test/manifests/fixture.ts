/** A small valid manifest of each kind, for tests with one change. */
import type { Manifest } from "../../manifests/manifest/manifest.ts";
import type { SectionContribution } from "../../manifests/manifest/section.ts";
import { TOKEN_CONTRACT } from "../../manifests/manifest/theme.ts";

export const section: SectionContribution = {
  name: "notice",
  title: "Notice",
  category: "content",
  template: "notice.liquid",
  markdown: "notice.md.liquid",
  css: "notice.css",
  variants: [
    { name: "plain", title: "Plain" },
    { name: "loud", title: "Loud" },
  ],
  fields: {
    type: "object",
    properties: {
      text: { $ref: "drawbridge:text", title: "Text", default: "Closed on Monday" },
      count: { type: "integer", title: "How many", minimum: 1, default: 3 },
    },
    required: ["text"],
    additionalProperties: false,
  },
  slots: [{ name: "more", title: "More", max: 2 }],
  queries: { pages: { collection: "journal", order: "newest", limit: { field: "count" } } },
  presets: [{ title: "Loud one", variant: "loud", fields: { text: "Mind the step" } }],
  example: { variant: "plain", fields: { text: "Closed on Monday" } },
};

const tokens = (names: readonly string[]) => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, { type: "string", title: name, default: "1rem" }])),
  additionalProperties: false,
});

export const theme = {
  name: "plain",
  title: "Plain",
  layout: "layout.liquid",
  css: "theme.css",
  tokens: {
    base: tokens(TOKEN_CONTRACT.base),
    light: tokens(TOKEN_CONTRACT.light),
    dark: tokens(TOKEN_CONTRACT.dark),
  },
};

export const declarative: Manifest = {
  manifestVersion: 1,
  id: "acme.notices",
  version: "1.0.0",
  name: "Notices",
  kind: "declarative",
  engine: "^1.0.0",
  contributes: { sections: [section], themes: [theme] },
};

export const executable: Manifest = {
  manifestVersion: 1,
  id: "acme.reviews",
  version: "1.2.0-beta.1",
  name: "Reviews",
  description: "Shows what customers wrote.",
  kind: "executable",
  engine: "^1.0.0",
  requires: { "drawbridge.forms": "^1.0.0" },
  contributes: {
    sections: [{ ...section, data: { provider: "reviews" } }],
    forms: [
      {
        name: "review",
        title: "Review",
        fields: {
          type: "object",
          properties: {
            stars: { type: "integer", title: "Stars", minimum: 1, maximum: 5 },
            words: { type: "string", title: "Words", maxLength: 1_000 },
          },
          required: ["stars"],
          additionalProperties: false,
        },
        inputs: [{ field: "words", as: "multiline" }],
        retentionDays: 30,
      },
    ],
    media: [{ name: "photo", title: "Photo", types: ["image/jpeg"], maxBytes: 1_000_000, widths: [320, 640] }],
    metadata: [{ name: "head", template: "head.liquid" }],
    files: [
      {
        path: "/reviews.xml",
        type: "application/xml; charset=utf-8",
        template: "reviews.liquid",
        queries: { all: { limit: 50 } },
      },
    ],
    mcp: {
      tools: [{ name: "rate", title: "Rate", description: "Rates a page.", input: section.fields, effect: "write" }],
      resources: [{ name: "all", title: "All", description: "All reviews." }],
      prompts: [
        {
          name: "answer",
          title: "Answer",
          description: "Answers a review.",
          arguments: [{ name: "tone", title: "Tone", required: true }],
          template: "answer.liquid",
        },
      ],
    },
    hooks: [{ on: "beforePublish" }, { on: "scheduled", everyMinutes: 60 }],
    routes: [{ name: "list", path: "/list", methods: ["GET"], access: "public" }],
    settings: section.fields,
  },
  capabilities: {
    storage: { maxBytes: 1_048_576, maxKeys: 1_000 },
    content: { read: ["page"], draft: [], reason: "to list related articles" },
    media: { read: true },
    http: { hosts: ["api.example.com"], methods: ["GET"] },
  },
  limits: { cpuMs: 50, wallMs: 2_000, subrequests: 10 },
  main: "main.js",
};

export type Change = readonly [path: readonly (string | number)[], value: unknown];

/** A copy with one value replaced, or removed by `undefined`. Missing objects are created. */
export function changed(base: unknown, [path, value]: Change): Record<string, unknown> {
  const copy = structuredClone(base) as Record<string, unknown>;
  let at: Record<string | number, unknown> = copy;
  for (const part of path.slice(0, -1)) {
    at[part] ??= {};
    at = at[part] as Record<string | number, unknown>;
  }
  const last = path.at(-1) ?? "";
  if (value === undefined) delete at[last];
  else at[last] = value;
  return copy;
}
