/** The files a new plugin begins with. Small enough to read whole, and each shows one thing to build on. */
export interface Wish {
  readonly id: string;
  /** Paths from the new folder, for an editor: schema of the manifest, module of the test kit, test runner. */
  readonly schema: string;
  readonly kit: string;
  readonly vitest: string;
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

const noticeTest = ({ id }: Wish): string => `import { expect, test } from "vitest";
import { startPlugin } from "drawbridge/test";

test("shows its title and its text", async () => {
  const site = await startPlugin();
  const fields = { title: "Closed on Monday", body: "We are back on **Tuesday**." };
  await site.pages.add({ path: "/news", title: "News", sections: [{ id: "closed", type: "${id}/notice", fields }] });
  await site.publish();
  const { status, body } = await site.pages.visit("/news");
  expect(status).toBe(200);
  expect(body).toContain("Closed on Monday</h2>");
  expect(body).toContain("<strong>Tuesday</strong>");
});
`;

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
  "notice.test.js": noticeTest(wish),
});

const readme = ({ id }: Wish): string => `# ${titleOf(id)}

A plugin for Drawbridge that counts how often a site was published.

| file | |
|---|---|
| \`plugin.jsonc\` | what it adds to a site, and what it asks its owner for |
| \`main.js\` | its code: data in, data out |
| \`main.test.js\` | its tests, which run in a real sandbox |
| \`plugin.d.ts\` | types for the editor, written by \`svc plugin types\` |

In this folder:

\`\`\`sh
svc plugin check .   # what is wrong before it runs
svc plugin test      # what it does
svc plugin dev --site http://demo.localhost:8787   # see it in a site, and again after every change
\`\`\`
`;

/** Lets an editor check `main.js` against `plugin.d.ts`. A sandbox is closest to a web worker. */
const tsconfig = ({ kit, vitest }: Wish): string => `{
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
    "skipLibCheck": true,
    // The two things a test imports.
    "paths": {
      "vitest": [${JSON.stringify(vitest)}],
      "drawbridge/test": [${JSON.stringify(kit)}],
    },
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
    /** @type {number} */
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
  "main.test.js": `import { expect, test } from "vitest";
import { startPlugin } from "drawbridge/test";

test("counts publications", async () => {
  const site = await startPlugin();
  await site.publish();
  await site.publish();
  expect(await site.call.route("count")).toEqual({ status: 200, body: { publications: 2 } });
});

test("has nothing without its grant", async () => {
  const site = await startPlugin();
  await site.revoke();
  await expect(site.call.route("count")).rejects.toMatchObject({ code: "revoked" });
});
`,
  "README.md": readme(wish),
  "tsconfig.json": tsconfig(wish),
});

const TYPED_MAIN = `import type { Hooks, Routes } from "./plugin.d.ts";

/** Counts publications, and tells the number at the plugin's own address. */
const KEY = "publications";

export const hooks: Hooks = {
  async afterPublish(_release, ctx) {
    const count = (await ctx.storage.get<number>(KEY)) ?? 0;
    await ctx.storage.put(KEY, count + 1);
  },
};

export const routes: Routes = {
  async count(_request, ctx) {
    return { body: { publications: (await ctx.storage.get<number>(KEY)) ?? 0 } };
  },
};
`;

/** The same plugin in TypeScript, which packing bundles. */
function typescript(wish: Wish): Files {
  const { "main.js": _code, "main.test.js": test = "", ...files } = executable(wish);
  const typed = Object.entries(files).map(([path, text]): [string, string] => [
    path,
    path === "tsconfig.json" ? text : text.replaceAll("main.js", "main.ts").replaceAll("main.test.js", "main.test.ts"),
  ]);
  return { ...Object.fromEntries(typed), "main.ts": TYPED_MAIN, "main.test.ts": test };
}

export const SCAFFOLDS = { declarative, executable, typescript } as const;
