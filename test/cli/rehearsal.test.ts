import { cpSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { SCAFFOLD_NAMES } from "../../sites/cli/plugin/scaffolds/kinds.ts";
import { Desk, oneLine } from "./svc.ts";

// Each run starts workers.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const MANIFEST = JSON.stringify({
  manifestVersion: 1,
  id: "acme.rates",
  version: "1.0.0",
  name: "Rates",
  kind: "executable",
  engine: "^1.0.0",
  main: "main.js",
  contributes: {
    sections: [
      {
        name: "rate",
        title: "Rate",
        category: "content",
        template: "rate.liquid",
        markdown: "rate.md.liquid",
        data: { provider: "rate" },
        variants: [{ name: "plain", title: "Plain" }],
        example: { fields: { pair: "EUR" } },
        fields: {
          type: "object",
          properties: { pair: { type: "string", title: "Pair", default: "EUR" } },
          additionalProperties: false,
        },
      },
    ],
    hooks: [{ on: "beforePublish" }, { on: "afterPublish" }, { on: "scheduled", everyMinutes: 60 }],
    routes: [
      { name: "last", path: "/last", methods: ["GET"], access: "public" },
      {
        name: "set",
        path: "/last",
        methods: ["POST"],
        access: "member",
        input: {
          type: "object",
          properties: {
            rate: { type: "number", title: "Rate" },
            times: { type: "integer", title: "Times", default: 2 },
          },
          required: ["rate"],
          additionalProperties: false,
        },
      },
    ],
    actions: [
      {
        name: "caption",
        title: "Caption",
        input: { type: "object", properties: { how: { type: "string", title: "How" } }, additionalProperties: false },
        on: {
          page: { reads: ["title"], proposes: ["description"] },
          picture: { reads: ["name", "size", "bytes"], proposes: ["alt"] },
        },
      },
    ],
    settings: {
      type: "object",
      properties: { forbidden: { type: "string", title: "Word", default: "" } },
      additionalProperties: false,
    },
  },
  capabilities: {
    storage: { maxBytes: 1000, maxKeys: 5 },
    content: { read: ["page"], draft: ["page"] },
    http: { hosts: ["rates.example.com"], methods: ["GET"] },
    actions: { on: ["page", "picture"], bytes: true },
  },
});

const CODE = `
export const hooks = {
  async beforePublish(_publication, ctx) {
    const { pages } = await ctx.content.query({ state: "draft" });
    const bad = pages.filter(({ title }) => ctx.settings.forbidden !== "" && title.includes(ctx.settings.forbidden));
    return bad.length > 0 ? { veto: bad.map(({ path }) => "forbidden at " + path) } : null;
  },
  async afterPublish({ release }, ctx) {
    console.log("published", release);
    if ((await ctx.storage.get("broken")) === true) throw new Error("as asked");
  },
  async scheduled(_moment, ctx) {
    const answer = await fetch("https://rates.example.com/eur", { headers: { accept: "application/json" } });
    await ctx.storage.put("last", (await answer.json()).rate);
  },
};
export const data = {
  rate: async ({ pages }, ctx) => {
    const rate = (await ctx.storage.get("last")) ?? 0;
    return Object.fromEntries(pages.map(({ page, sections }) => [page.id, Object.fromEntries(sections.map(({ id }) => [id, { rate }]))]));
  },
};
const CAPTIONS = {
  path: ({ version }) => ({ version, operations: [{ op: "page", changes: { title: "Mine" } }] }),
  throws: ({ page }) => { throw new RangeError("no words for " + page.title); },
};
const caption = (question) => {
  const { target, version, page, picture, input: { how } } = question;
  if (how) return CAPTIONS[how](question);
  if (target === "page") return { version, summary: "Plain", operations: [{ op: "page", changes: { description: page.title + "." } }] };
  return { version, picture: { alt: [picture.name, picture.width, picture.height, atob(picture.body).length].join(" ") } };
};
export const actions = { caption };
export const routes = {
  set: async ({ body, member, query }, ctx) => {
    if (body.rate < 0) throw new RangeError("below nothing");
    await ctx.storage.put("last", body.rate * body.times);
    return { body: { by: member.role, query } };
  },
  last: async (_request, ctx) => ({ status: 201, body: { last: (await ctx.storage.get("last")) ?? null } }),
};
`;

const TESTS = `
import { expect, test } from "vitest";
import { startPlugin } from "drawbridge/test";

const EUR = "https://rates.example.com/eur";

test("asks the scripted internet, with nothing along", async () => {
  const site = await startPlugin();
  await site.http.answer(EUR, { json: { rate: 1.5 } });
  await site.call.hook("scheduled");
  expect(await site.storage()).toEqual({ last: 1.5 });
  expect(await site.call.route("last")).toEqual({ status: 201, body: { last: 1.5 } });
  expect(await site.http.requests()).toEqual([{ url: EUR, method: "GET", headers: { accept: "application/json" }, body: "" }]);
});

test("has addresses, whose callers and bodies are what the manifest says", async () => {
  const site = await startPlugin();
  expect(await site.call.route("set", { body: { rate: 2 }, query: { a: "b" } })).toEqual({ status: 200, body: { by: "owner", query: { a: "b" } } });
  expect(await site.storage()).toEqual({ last: 4 });
  await expect(site.call.route("set", { body: { rate: "2" } })).rejects.toMatchObject({ code: "INVALID_REQUEST", message: expect.stringMatching(/shape\\.\\n  \\/rate: found .*; allowed: /) });
  await expect(site.call.route("set", { body: { rate: 2 }, as: null })).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  await expect(site.call.route("set", { body: { rate: -1 } })).rejects.toMatchObject({ code: "plugin_failed", message: expect.stringContaining("below nothing") });
});

test("finds nobody where nothing was scripted", async () => {
  const site = await startPlugin();
  await expect(site.call.hook("scheduled")).rejects.toMatchObject({ code: "plugin_failed", message: expect.stringContaining("did not answer") });
});

test("shows what it computed", async () => {
  const site = await startPlugin();
  await site.http.answer(EUR, { json: { rate: 2 } });
  await site.call.hook("scheduled");
  await site.pages.add({ path: "/rates", title: "Rates", sections: [{ id: "rate", type: "acme.rates/rate" }] });
  await site.publish();
  expect((await site.pages.visit("/rates")).body).toContain("<p>EUR is 2</p>");
  expect(await site.printed()).toEqual([expect.stringMatching(/^published \\d+$/)]);
});

test("vetoes by its settings", async () => {
  const site = await startPlugin({ settings: { forbidden: "Secret" } });
  await site.pages.add({ path: "/secret", title: "Secret plans" });
  await expect(site.publish()).rejects.toMatchObject({ code: "PUBLISH_VETOED", message: expect.stringMatching(/\\n  acme\\.rates: forbidden at \\/secret$/), detail: { plugins: [{ plugin: "acme.rates", reasons: ["forbidden at /secret"] }] } });
});

test("is told of hooks that fail", async () => {
  const site = await startPlugin();
  await site.store("broken", true);
  await expect(site.publish()).rejects.toThrow(/hooks\\.afterPublish: .*as asked/);
  await site.store("broken", false);
  await site.publish();
  await site.publish();
  expect(await site.printed()).toEqual(["published 2", "published 2", "published 3", "published 4"]);
  expect(await site.http.requests()).toEqual([]);
});

test("has a site of its own in every test", async () => {
  const site = await startPlugin();
  expect(await site.storage()).toEqual({});
  await site.revoke();
  await expect(site.call.route("last")).rejects.toMatchObject({ code: "revoked" });
  await site.grant();
  expect((await site.call.route("last")).status).toBe(201);
});

const PICTURE = Uint8Array.from(atob("R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw=="), (char) => char.charCodeAt(0));

test("proposes a value of a page and of a picture, as their member reads it", async () => {
  const site = await startPlugin();
  const picture = await site.pictures.add("boat.gif", PICTURE);
  expect(await site.call.action("caption")).toMatchObject({ summary: "Plain", changes: [{ section: null, pointer: "/description", is: "Home." }] });
  expect((await site.call.action("caption", { picture })).picture).toEqual({ alt: "boat.gif 1 1 " + PICTURE.length });
});

test("is told of a proposal that goes too far, and of an action that throws", async () => {
  const site = await startPlugin();
  await expect(site.call.action("caption", { input: { how: "path" } })).rejects.toMatchObject({ code: "plugin_answer", message: expect.stringContaining('answer /operations/0/changes: found "title"; allowed: description') });
  await expect(site.call.action("caption", { input: { how: "throws" } })).rejects.toMatchObject({ code: "plugin_failed", message: expect.stringContaining("no words for Home") });
  await expect(site.call.action("caption", { input: { how: 7 } })).rejects.toMatchObject({ code: "INVALID_REQUEST" });
  await expect(site.call.action("paint")).rejects.toMatchObject({ code: "not_declared" });
});

test("is called for what its manifest says only", async () => {
  const site = await startPlugin();
  await expect(site.call.route("secret")).rejects.toMatchObject({ code: "not_declared" });
  await expect(site.call.tool("rate")).rejects.toMatchObject({ code: "not_declared" });
  await expect(site.call.hook("formSubmitted")).rejects.toMatchObject({ code: "not_declared" });
  await expect(startPlugin({ settings: { forbidden: 5 } })).rejects.toMatchObject({ code: "INVALID_REQUEST" });
});
`;

/** Shipped plugins that send requests, tested with their own lease. */
const SHIPPED = {
  webhook: `
import { expect, test } from "vitest";
import { startPlugin } from "drawbridge/test";

const URL = "https://hooks.example.com/in";
const settings = { url: URL, secret: "a secret of sixteen" };

test("sends a publication, signed with its secret", async () => {
  const site = await startPlugin({ settings });
  await site.http.answer(URL, { status: 204 });
  const { release } = await site.publish();
  const [{ headers, body, ...sent }] = await site.http.requests();
  expect(sent).toEqual({ url: URL, method: "POST" });
  expect(JSON.parse(body)).toMatchObject({ type: "site.published", data: { release } });
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey("raw", encoder.encode(settings.secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const signed = await crypto.subtle.sign("HMAC", key, encoder.encode([headers["webhook-id"], headers["webhook-timestamp"], body].join(".")));
  expect(headers["webhook-signature"]).toBe("v1," + Buffer.from(signed).toString("base64"));
});

test.each([
  [{ status: 302, headers: { location: "https://elsewhere.example.com/" } }, "may not be called"], [{ status: 500 }, "answered 500"],
])("fails when it is answered %j, and asks nobody else", async (answer, says) => {
  const site = await startPlugin({ settings });
  await site.http.answer(URL, answer);
  await expect(site.publish()).rejects.toMatchObject({ message: expect.stringContaining(says) });
  expect((await site.http.requests()).map(({ url }) => url)).toEqual([URL]);
});
`,
  announcement: `
import { expect, test } from "vitest";
import { startPlugin } from "drawbridge/test";

const FEED = "https://feed.example.com/atom";
const ENTRY = '<feed><entry><title>A new boat</title><link href="https://feed.example.com/boat"/><updated>2026-03-04T00:00:00Z</updated></entry></feed>';

test("shows the newest entry of the feed its owner named", async () => {
  const site = await startPlugin({ settings: { feed: FEED } });
  await site.http.answer(FEED, { body: ENTRY });
  await site.call.hook("scheduled");
  await site.pages.add({ path: "/news", title: "News", sections: [{ id: "bar", type: "drawbridge.announcement/newest" }] });
  await site.publish();
  expect((await site.pages.visit("/news")).body).toContain('<a href="https://feed.example.com/boat">A new boat</a>');
});

test("asks nobody before its owner has named one", async () => {
  const site = await startPlugin();
  await site.call.hook("scheduled");
  expect([await site.http.requests(), await site.storage()]).toEqual([[], {}]);
});
`,
};

let desk: Desk;
beforeAll(() => {
  desk = new Desk();
  const files = {
    "plugin.jsonc": MANIFEST,
    "main.js": CODE,
    "rate.liquid": "<p>{{ fields.pair }} is {{ data.rate }}</p>",
    "rate.md.liquid": "{{ data.rate }}",
    "rates.test.js": TESTS,
  };
  for (const [path, text] of Object.entries(files)) desk.write(`rates/${path}`, text);
});
afterAll(() => desk[Symbol.dispose]());

describe("svc plugin test", () => {
  test("runs an author's tests, anywhere on the disk, against the real sandbox", () => {
    const before = readdirSync(join(desk.path, "rates"));
    const { code, out, talk } = desk.start(["plugin", "test", "rates"]);
    expect({ code, out }, talk).toEqual({ code: 0, out: "10 passed, 0 failed\n" });
    expect(readdirSync(join(desk.path, "rates"))).toEqual(before);
  });

  test("installs further plugins of the author beside the tested one, and calls each; a failure names the file of its own", async () => {
    const board = {
      ...(JSON.parse(MANIFEST) as object),
      id: "acme.board",
      main: "main.ts",
      capabilities: { storage: { maxBytes: 1000, maxKeys: 5 } },
      contributes: {
        routes: [{ name: "lines", path: "/lines", methods: ["GET"], access: "public" }],
        hooks: [{ on: "afterPublish" }],
        provides: [
          {
            name: "lines",
            title: "Lines",
            data: {
              type: "object",
              properties: { text: { type: "string", title: "Text" } },
              required: ["text"],
              additionalProperties: false,
            },
          },
        ],
      },
    };
    const line = {
      ...(JSON.parse(MANIFEST) as object),
      id: "acme.line",
      kind: "declarative",
      main: undefined,
      capabilities: undefined,
      contributes: { extends: [{ name: "one", point: "acme.board/lines", version: "^1.0.0", data: { text: "One" } }] },
    };
    desk.write("board/plugin.jsonc", JSON.stringify(board));
    desk.write(
      "board/main.ts",
      `type Line = { readonly text: string };

function loud(line: Line): string {
  if (line.text === "Bad") throw new RangeError("no such line");
  return line.text.toUpperCase();
}

export const routes = {
  async lines(_request: unknown, ctx: any) {
    await ctx.storage.put("asked", 1);
    return { body: ctx.additions.lines.map(loud) };
  },
};

export const hooks = {
  afterPublish(_release: unknown, ctx: any) {
    ctx.additions.lines.map(loud);
  },
};
`,
    );
    desk.write("line/plugin.jsonc", JSON.stringify(line));
    const bad = {
      ...line,
      id: "acme.bad",
      contributes: { extends: [{ ...line.contributes.extends[0], data: { text: "Bad" } }] },
    };
    desk.write("bad/plugin.jsonc", JSON.stringify(bad));
    desk.write(
      "line/line.test.js",
      `import { expect, test } from "vitest";
import { startPlugin } from "drawbridge/test";

test("is on the board", async () => {
  const site = await startPlugin({ beside: ["../board"] });
  const board = site.beside("acme.board");
  expect(await board.call.route("lines", { as: null })).toEqual({ status: 200, body: ["ONE"] });
  expect([await board.storage(), await site.storage()]).toEqual([{ asked: 1 }, {}]);
  await site.publish();
});

test("is told of a failure beside it, by that plugin's own file", async () => {
  const site = await startPlugin({ beside: ["../board", "../bad"] });
  const failure = { code: "plugin_failed", message: expect.stringMatching(/no such line[^]*at loud .main.ts:4:\\d+/) };
  await expect(site.beside("acme.board").call.route("lines")).rejects.toMatchObject(failure);
  await expect(site.publish()).rejects.toMatchObject(failure);
});

test("is alone where nobody is named, and nobody is there who was not", async () => {
  const site = await startPlugin();
  await expect(site.beside("acme.board").call.route("lines")).rejects.toMatchObject({ code: "missing" });
  await expect(startPlugin({ beside: ["../nowhere"] })).rejects.toThrow("There is no plugin.jsonc in");
});
`,
    );
    const { code, out, talk } = await desk.run(["plugin", "test", "line"]);
    expect({ code, out }, talk).toEqual({ code: 0, out: "3 passed, 0 failed\n" });
  });

  test("tells a module that throws while it loads by its error and its place", async () => {
    const routes = [{ name: "go", path: "/go", methods: ["GET"], access: "member" }];
    const manifest = { ...(JSON.parse(MANIFEST) as object), contributes: { routes }, capabilities: undefined };
    desk.write("top/plugin.jsonc", JSON.stringify(manifest));
    desk.write(
      "top/main.js",
      'export const routes = { go: () => ({ body: 1 }) };\n\nthrow new Error("top of module");\n',
    );
    desk.write(
      "top/top.test.js",
      `import { expect, test } from "vitest";
import { startPlugin } from "drawbridge/test";

test("is told why it broke off, once", async () => {
  const site = await startPlugin();
  const error = await site.call.route("go").catch((thrown) => thrown);
  expect(error.code).toBe("plugin_broken");
  expect(error.message).toMatch(/stopped unexpectedly\\.\\nError: top of module\\n  at main\\.js:3:7$/);
  expect(error.message.split("top of module")).toHaveLength(2);
});
`,
    );
    const { code, out, talk } = await desk.run(["plugin", "test", "top"]);
    expect({ code, out }, talk).toEqual({ code: 0, out: "1 passed, 0 failed\n" });
  });

  test("ends a call of code that computes without end, and the calls after it are answered as ever", async () => {
    const route = (name: string) => ({ name, path: `/${name}`, methods: ["GET"], access: "member" });
    const contributes = { routes: [route("spin"), route("fine")], hooks: [{ on: "beforePublish" }] };
    // Each call that never ends computes for as long as it may.
    const limits = { wallMs: 1_000 };
    const manifest = { ...(JSON.parse(MANIFEST) as object), contributes, limits, capabilities: undefined };
    const spinning = `import { expect, test } from "vitest";
import { startPlugin } from "drawbridge/test";

const fine = { status: 200, body: { fine: true } };
const late = { code: "plugin_late", message: expect.stringContaining("computes without an end") };

test("spins, and is there for the next call of the same site", async () => {
  const site = await startPlugin();
  await expect(site.call.route("spin")).rejects.toMatchObject(late);
  expect(await site.call.route("fine")).toEqual(fine);
});

test("stops a publication by spinning", async () => {
  const site = await startPlugin();
  await expect(site.publish()).rejects.toMatchObject({ code: "PLUGIN_UNAVAILABLE", message: expect.stringContaining("  acme.rates: The plugin did not answer in time") });
  expect(await site.call.route("fine")).toEqual(fine);
});

test("comes after those, and knows nothing of it", async () => {
  const site = await startPlugin();
  expect(await site.call.route("fine")).toEqual(fine);
});
`;
    desk.write("spin/plugin.jsonc", JSON.stringify(manifest));
    desk.write(
      "spin/main.js",
      "const spin = () => { for (;;); };\nexport const routes = { spin, fine: () => ({ body: { fine: true } }) };\nexport const hooks = { beforePublish: spin };",
    );
    desk.write("spin/spin.test.js", spinning);
    const { code, out, talk } = await desk.run(["plugin", "test", "spin"]);
    expect({ code, out }, talk).toEqual({ code: 0, out: "3 passed, 0 failed\n" });
  });

  /** `test/machine/authorsPath.test.ts` covers the JavaScript plugin; the TypeScript one has the same test. */
  const kinds = SCAFFOLD_NAMES.filter((kind) => !kind.endsWith("script"));

  test.each(kinds)("runs what a new plugin begins with: %s", async (kind) => {
    await desk.plugin("init", `acme.new-${kind}`, "--kind", kind);
    const { code, out, talk } = await desk.run(["plugin", "test", `new-${kind}`]);
    expect({ code, out }, talk).toEqual({ code: 0, out: expect.stringMatching(/^[12] passed, 0 failed\n$/) as string });
  });

  test.each(Object.entries(SHIPPED))(
    "runs %s, which is shipped, against an internet it is told of",
    async (name, text) => {
      cpSync(join(import.meta.dirname, "../../plugins", name), join(desk.path, name), { recursive: true });
      desk.write(`${name}/shipped.test.js`, text);
      const { code, out, talk } = await desk.run(["plugin", "test", name]);
      expect({ code, out }, talk).toEqual({
        code: 0,
        out: expect.stringMatching(/^[23] passed, 0 failed\n$/) as string,
      });
    },
  );

  test("says what to do where there are no tests", async () => {
    await desk.run(["plugin", "init", "acme.bare"]);
    rmSync(join(desk.path, "bare/notice.test.js"));
    desk.write("bare/node_modules/other/other.test.js", "");
    expect(await desk.run(["plugin", "test", "bare"])).toEqual({
      code: 1,
      out: "0 passed, 0 failed\n",
      talk: expect.stringMatching(/^There are no tests in bare\. Write a \*\.test\.js file/) as string,
    });
  });

  test("says what failed, and exits with 1", async () => {
    desk.write(
      "rates/wrong.test.js",
      'import { expect, test } from "vitest";\ntest("is wrong", () => expect(1).toBe(2));\n',
    );
    const { code, out } = await desk.run(["plugin", "test", "rates", "--only", "wrong", "--json"]);
    expect({ code, data: oneLine(out) }).toEqual({
      code: 1,
      data: { ok: false, folder: "rates", passed: 0, failed: 1 },
    });
  });

  test("is not content with no tests, and does not start with a manifest that is wrong", async () => {
    expect(await desk.run(["plugin", "test", "rates", "--only", "nothing-of-that-name"])).toMatchObject({
      code: 1,
      out: "0 passed, 0 failed\n",
    });
    desk.change("rates/plugin.jsonc", '"1.0.0"', '"1"');
    expect(await desk.run(["plugin", "test", "rates"])).toMatchObject({
      code: 1,
      out: expect.stringContaining("/version") as string,
    });
  });
});
