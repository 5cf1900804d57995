/** The files a new plugin begins with. Small enough to read whole, and each shows one thing to build on. */
export interface Wish {
  readonly id: string;
  /** Path from the new folder to the manifest's schema. */
  readonly schema: string;
}

type Files = Readonly<Record<string, string>>;

const titleOf = (id: string): string => {
  const words = id.slice(id.indexOf(".") + 1).replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const head = ({ id, schema }: Wish, kind: string): string => `{
  "$schema": ${JSON.stringify(schema)}, // for completion in your editor; dropped when packed
  "manifestVersion": 1,
  "id": ${JSON.stringify(id)},
  "version": "0.1.0",
  "name": ${JSON.stringify(titleOf(id))},
  "kind": ${JSON.stringify(kind)},
  "engine": "^1.0.0",`;

const declarative = (wish: Wish): Files => ({
  "plugin.jsonc": `${head(wish, "declarative")}
  "contributes": {
    "sections": [
      {
        "name": "notice",
        "title": "Notice",
        "description": "A heading and a few lines.",
        "category": "content",
        "template": "sections/notice.liquid",
        "markdown": "sections/notice.md.liquid",
        "css": "sections/notice.css",
        "variants": [
          { "name": "plain", "title": "Plain" }, // the first is the default
          { "name": "boxed", "title": "In a box" },
        ],
        "fields": {
          "type": "object",
          "properties": {
            "title": { "$ref": "drawbridge:text", "title": "Title", "default": "Notice" },
            "body": { "$ref": "drawbridge:markdown", "title": "Text", "default": "" },
          },
          "additionalProperties": false,
        },
        "example": {
          "variant": "boxed",
          "fields": { "title": "Closed on Monday", "body": "We are back on **Tuesday** at nine." },
        },
      },
    ],
  },
}
`,
  "sections/notice.liquid": `<div class="box">
  <h{{ section.level }}>{{ fields.title }}</h{{ section.level }}>
  {%- if fields.body != blank %}
  <div>{{ fields.body | markdown }}</div>
  {%- endif %}
</div>
`,
  "sections/notice.md.liquid": `{{ "######" | slice: 0, section.level }} {{ fields.title }}

{{ fields.body }}
`,
  "sections/notice.css": `.box {
  max-inline-size: var(--width-text);
  margin-inline: auto;
}

:scope.is-boxed .box {
  padding: var(--space);
  border: 1px solid var(--border);
  border-radius: var(--radius);
  background: var(--surface);
}
`,
});

/** For the editor: `main.js` is checked against `plugin.d.ts`. What a sandbox has is closest to a web worker. */
const TSCONFIG = `{
  "compilerOptions": {
    "allowJs": true,
    "checkJs": true,
    "strict": true,
    "noEmit": true,
    "target": "es2024",
    "module": "esnext",
    "moduleResolution": "bundler",
    "allowImportingTsExtensions": true,
    "lib": ["es2024", "webworker"],
    "types": [],
  },
}
`;

const executable = (wish: Wish): Files => ({
  "plugin.jsonc": `${head(wish, "executable")}
  "contributes": {
    "hooks": [{ "on": "afterPublish" }],
    "routes": [{ "name": "count", "path": "/count", "methods": ["GET"], "access": "member" }],
  },
  "capabilities": {
    // An owner reads the reason and decides.
    "storage": { "maxBytes": 10000, "maxKeys": 10, "reason": "to remember how often the site was published" },
  },
  "limits": { "cpuMs": 50, "wallMs": 2000, "subrequests": 5 },
  "main": "main.js",
}
`,
  "main.js": `/** Counts publications, and tells the number at the plugin's own address. */
const KEY = "publications";

/** @type {import("./plugin.d.ts").Hooks} */
export const hooks = {
  async afterPublish(_release, ctx) {
    const count = (await ctx.storage.get(KEY)) ?? 0;
    await ctx.storage.put(KEY, count + 1);
  },
};

/** @type {import("./plugin.d.ts").Routes} */
export const routes = {
  async count(_request, ctx) {
    return { body: { publications: (await ctx.storage.get(KEY)) ?? 0 } };
  },
};
`,
  "tsconfig.json": TSCONFIG,
});

export const SCAFFOLDS = { declarative, executable } as const;
