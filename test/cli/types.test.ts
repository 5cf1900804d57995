import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { HOOK_NAMES } from "../../manifests/hooks/lookup.ts";
import type { Manifest } from "../../manifests/manifest/manifest.ts";
import { declarations } from "../../sites/cli/plugin/types/declarations.ts";
import { executable, section } from "../manifests/fixture.ts";
import { clearDesks, Desk } from "./svc.ts";

vi.setConfig({ testTimeout: 60_000 });
afterAll(clearDesks);

const ROOT = join(import.meta.dirname, "../..");
const TSC = join(ROOT, "node_modules/@typescript/native/bin/tsc");

/** The type checker's findings for a plugin's folder. */
function complaints(desk: Desk, folder: string): string[] {
  const args = [TSC, "-p", join(desk.path, folder), "--pretty", "false", "--checkers", "1"];
  const { stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
  return stdout
    .trim()
    .split("\n")
    .filter(Boolean)
    .map((line) => line.replace(/^.*\((\d+),\d+\): error (TS\d+): /, "$1 $2 "));
}

async function counter(): Promise<Desk> {
  const desk = new Desk();
  await desk.plugin("init", "acme.counter", "--kind", "javascript");
  return desk;
}

const RICH: Manifest = {
  ...executable,
  capabilities: {
    content: { read: ["page", "theme"], draft: ["page"] },
    http: { hosts: ["api.example.com"], methods: ["GET"] },
  },
  contributes: {
    hooks: [{ on: "beforePublish" }],
    routes: [
      {
        name: "rate",
        path: "/rate",
        methods: ["POST"],
        access: "public",
        input: {
          type: "object",
          properties: { stars: { type: "integer", enum: [1, 2] } },
          required: ["stars"],
          additionalProperties: false,
        },
      },
    ],
    mcp: {
      tools: [
        {
          name: "find-it",
          title: "Find",
          description: "Finds.",
          input: {
            type: "object",
            properties: { words: { $ref: "drawbridge:text", title: "Words" } },
            additionalProperties: false,
          },
        },
      ],
    },
    settings: {
      type: "object",
      properties: {
        host: { type: "string", title: "Same title" },
        port: { type: "integer", title: "Same title", default: 1 },
      },
      additionalProperties: false,
    },
  },
};

/** A manifest that uses every feature with types. */
const EVERYTHING: Manifest = {
  ...RICH,
  contributes: {
    ...RICH.contributes,
    sections: [{ ...section, data: { provider: "rates" } }],
    hooks: HOOK_NAMES.map((on) => ({ on, ...(on === "scheduled" ? { everyMinutes: 60 } : {}) })),
  },
  capabilities: { ...RICH.capabilities, storage: { maxBytes: 1, maxKeys: 1 }, media: { read: true } },
};

/** Types by their name for authors, their name here, and their source file. */
const TOLD = [
  ["PageSummary", "PageSummary", "runtime/documents/content/content.ts"],
  ["Publication", 'HookInput<"beforePublish">', "manifests/hooks/lookup.ts"],
  ["Release", 'HookInput<"afterPublish">', "manifests/hooks/lookup.ts"],
  ["SubmittedForm", 'HookInput<"formSubmitted">', "manifests/hooks/lookup.ts"],
  ["UploadedMedia", 'HookInput<"mediaUploaded">', "manifests/hooks/lookup.ts"],
  ["MediaFile", "LentFile", "capabilities/media.ts"],
] as const;

/** The types must be equal except for `readonly`, which only our types have. */
const SAME = `import type * as told from "./plugin.d.ts";
type Plain<T> = T extends object ? { -readonly [K in keyof T]: Plain<T[K]> } : T;
type Same<A, B> = (<T>() => T extends Plain<A> ? 1 : 2) extends (<T>() => T extends Plain<B> ? 1 : 2) ? true : false;
`;

/** Compares each pair in a line of its own. `more` is appended to the authors' declarations. */
const comparison = (more: string): string =>
  [
    ...TOLD.map(
      ([name, ours, path], index) =>
        `export const is${index}: Same<told.${name}${more}, import(${JSON.stringify(join(ROOT, path))}).${ours}> = true;`,
    ),
    SAME,
  ].join("\n");

describe("types of a plugin", () => {
  test.each([
    ["one type with ours", "", []],
    ["another with a member more", " & { more: string }", TOLD],
    ["another with a member more that may be missing", " & { more?: string }", TOLD],
  ])("say what the kernel tells, and are %s", async (_, more, different) => {
    using desk = await counter();
    desk.write("counter/plugin.d.ts", await declarations(EVERYTHING));
    desk.write("counter/same.ts", comparison(more));
    const wrong = complaints(desk, "counter")
      .flatMap((line) => /^(\d+) TS2322/.exec(line)?.slice(1) ?? [])
      .map((line) => TOLD[Number(line) - 1]?.[0]);
    expect(wrong).toEqual(different.map(([name]) => name));
  });

  test("know the scaffold, which has nothing to complain about", async () => {
    using desk = await counter();
    expect(complaints(desk, "counter")).toEqual([]);
  });

  test("know only what the manifest asks for, and follow it", async () => {
    using desk = await counter();
    desk.change("counter/main.js", "ctx.storage.get(KEY)", 'ctx.content.query({ order: "newest" })');
    expect(complaints(desk, "counter")).toEqual([
      expect.stringMatching(/^8 TS2339 Property 'content' does not exist on type 'Context'/),
    ]);
    desk.change("counter/plugin.jsonc", '"capabilities": {', '"capabilities": { "content": { "read": ["page"] },');
    expect(await desk.plugin("types", "counter")).toEqual({ code: 0, out: "counter/plugin.d.ts\n", talk: "" });
    expect(complaints(desk, "counter").join()).not.toContain("TS2339");
  });

  test("refuse an answer without a body, and a status a route may not give", async () => {
    using desk = await counter();
    desk.change("counter/main.js", "return { body:", "return { status: 302, body:");
    expect(complaints(desk, "counter").join("\n")).toMatch(/TS2322/);
  });

  test("come from the schemas: settings with their defaults, bodies, arguments", async () => {
    const text = await declarations(RICH);
    expect(text).toMatch(/interface Settings \{\n {2}host\?: string;\n {2}port: number;\n\}/);
    expect(text).toMatch(/interface RateBody \{\n {2}stars: 1 \| 2;\n\}/);
    expect(text).toMatch(/interface FindItArguments \{\n {2}words\?: string;\n\}/);
    expect(text).toContain('"find-it"(input: FindItArguments, ctx: Context)');
    expect(text).toContain('type DocumentKind = "page" | "theme";');
    expect(text).toContain('`https://${"api.example.com"}${string}`');
    expect(text).toMatch(
      /interface Context \{\n {2}readonly site: .*\n {2}readonly settings: Settings;\n {2}readonly content: Content;\n {2}readonly http: Http;\n\}/,
    );
    expect(text).not.toContain("Storage");
    expect(text).toContain('"beforePublish"(input: Publication, ctx: Context): null | undefined | { veto: string[] }');
  });

  test("tell a provider whose sections it is asked for, and refuse an answer of another shape", async () => {
    using desk = await counter();
    desk.change(
      "counter/plugin.jsonc",
      '"routes": [',
      `"sections": [{
      "name": "count", "title": "Count", "description": "Count", "category": "content", "template": "count.liquid", "markdown": "count.md.liquid",
      "variants": [{ "name": "plain", "title": "Plain" }], "data": { "provider": "count" }, "example": { "fields": {} },
      "fields": { "type": "object", "properties": { "from": { "type": "integer", "title": "From", "default": 0 } }, "additionalProperties": false }
    }], "routes": [`,
    );
    desk.write("counter/count.liquid", "{{ data.count }}");
    desk.write("counter/count.md.liquid", "{{ data.count }}");
    desk.write(
      "counter/main.js",
      `// @ts-check
      /** @type {import("./plugin.d.ts").Data} */
      export const data = {
        count({ pages }) {
          return Object.fromEntries(pages.map(({ page, sections }) => [page.id, Object.fromEntries(sections.map(({ id, fields }) => [id, { count: fields.from }]))]));
        },
      };
      /** @type {import("./plugin.d.ts").Data} */
      export const wrong = { count: () => ({ home: { s1: 7 } }) };
    `,
    );
    await desk.plugin("types", "counter");
    expect(complaints(desk, "counter")).toEqual([expect.stringMatching(/^9 TS2322/)]);
  });

  test("of everything a plugin can do are types themselves", async () => {
    using desk = await counter();
    desk.write("counter/plugin.d.ts", await declarations(EVERYTHING));
    desk.write("counter/main.test.js", "");
    desk.write(
      "counter/main.js",
      `
      /** @type {import("./plugin.d.ts").Hooks} */
      export const hooks = {
        beforePublish: ({ pages }) => (pages.listed.length > 5 ? { veto: ["too much"] } : null),
        afterPublish: ({ release, publishedAt }) => console.log(release + 1, publishedAt.length),
        scheduled: ({ at }) => at.length,
        formSubmitted() {}, mediaUploaded() {},
      };
      /** @type {import("./plugin.d.ts").Data} */
      export const data = { rates: async ({ pages }, ctx) => {
        const { pages: newest } = await ctx.content.query({ order: "newest", state: "draft" });
        return Object.fromEntries(pages.map(({ page, sections }) => [page.id, { [sections[0]?.id ?? ""]: { title: newest[0]?.title } }]));
      } };
    `,
    );
    // Authors skip checks of declaration files; this test checks the declarations themselves.
    desk.change("counter/tsconfig.json", '"skipLibCheck": true', '"skipLibCheck": false');
    expect(complaints(desk, "counter")).toEqual([]);
  });

  test("know the values of entries in lists, and only those in the index", async () => {
    const { fields, ...type } = {
      name: "event",
      title: "Event",
      plural: "Events",
      example: { fields: {} },
      fields: {},
    };
    const properties = {
      start: { type: "string", title: "Day" },
      price: { type: "number", title: "Price" },
      notes: { type: "string", title: "Notes" },
    };
    const contentTypes = [
      {
        ...type,
        fields: { ...fields, type: "object", properties, additionalProperties: false },
        index: ["start", "price"],
      },
    ];
    const events = { ...executable, capabilities: { content: { read: ["page"] } }, contributes: { contentTypes } };
    using desk = await counter();
    desk.write("counter/plugin.d.ts", await declarations(events as Manifest));
    desk.write(
      "counter/entries.ts",
      `import type { EventEntry } from "./plugin.d.ts";
declare const entry: EventEntry;
export const price: number | undefined = entry.values.price;
export const name: "acme.reviews/event" = entry.type;
export const notes = entry.values.notes;
`,
    );
    desk.write("counter/main.js", "");
    expect(complaints(desk, "counter")).toEqual([expect.stringMatching(/^5 TS2339 Property 'notes' does not exist/)]);
  });

  test("know what others add to the plugin's lists, and nothing of lists where it has none", async () => {
    const data = { type: "object", properties: { href: { type: "string", title: "Address" } }, required: ["href"] };
    const lists = { ...executable, contributes: { provides: [{ name: "me-links", title: "Links", data }] } };
    const written = await declarations(lists as Manifest);
    expect(written).toContain('readonly "me-links": readonly MeLinksAddition[];');
    expect(written).toMatch(/interface MeLinksAddition \{[^}]*href: string;/);
    expect(written).toContain("readonly additions: Additions;");
    expect(await declarations({ ...executable, contributes: {} })).not.toContain("dditions");
  });

  test("are not written for a manifest that is refused", async () => {
    using desk = await counter();
    desk.change("counter/plugin.jsonc", '"0.1.0"', '"0.1"');
    expect(await desk.plugin("types", "counter")).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^counter\/plugin\.jsonc:5:14/) as string,
    });
  });
});

test("what people and tools keep beside a plugin stays out of its package", async () => {
  using desk = await counter();
  const before = (await desk.json("pack", "counter")).data["digest"];
  for (const path of [
    "main.test.js",
    "lib/a.test.mjs",
    "test/kit.js",
    "node_modules/x/index.js",
    "tsconfig.json",
    "package-lock.json",
  ]) {
    desk.write(`counter/${path}`, "{ no code");
  }
  expect((await desk.json("pack", "counter")).data["digest"]).toBe(before);
});

describe("svc plugin check", () => {
  test("names a fault of types by file, line and column, and starts no compiler of the plugin's own folder", async () => {
    using desk = await counter();
    await desk.plugin("types", "counter");
    const code = readFileSync(join(desk.path, "counter/main.js"), "utf8");
    desk.write("counter/node_modules/typescript/package.json", '{"name":"typescript","bin":{"tsc":"tsc.js"}}');
    desk.write("counter/node_modules/typescript/tsc.js", 'require("node:fs").writeFileSync("started", "")');
    expect((await desk.plugin("check", "counter")).code).toBe(0);
    desk.write("counter/main.js", `${code}\n/** @type {number} */\nexport const wrong = "text";\n`);
    const { code: exit, out } = await desk.plugin("check", "counter");
    const line = code.split("\n").length + 2;
    expect([exit, out]).toEqual([1, expect.stringContaining(`counter/main.js:${line}:14 /main: found TS2322: `)]);
    expect(existsSync(join(desk.path, "counter/started"))).toBe(false);
  });

  test("checks no types in a folder without plugin.d.ts", async () => {
    using desk = await counter();
    rmSync(join(desk.path, "counter/plugin.d.ts"), { force: true });
    desk.write("counter/main.js", '/** @type {number} */\nexport const wrong = "text";\nexport const routes = {};\n');
    expect((await desk.plugin("check", "counter")).out).not.toContain("TS2322");
  });
});
