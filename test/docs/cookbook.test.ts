/** Every recipe of the cookbook is checked as `svc plugin check` does, and then drawn, or its code is called. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { parseAuthoring } from "../../sites/cli/files/authoring.ts";
import { packPlugin } from "../../sites/cli/packing/pluginFolder.ts";
import { judgeFolder } from "../../sites/cli/plugin/folderJudgement.ts";
import { SITE, page, worldWith } from "../runtime/kernel/world.ts";
import { FIRST_PARTY } from "../plugins/stage.ts";
import { ROOT } from "./page.ts";

interface Recipe {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
}

const NAMED = /^`([^`]+)`:\n\n```\w+\n([^]*?)^```$/gm;
const FIRST = /^```jsonc\n([^]*?)^```$/m;

/** The manifest of a recipe with the members that all share. */
function manifestOf(members: string): string {
  const parsed = parseAuthoring(`{${members}}`);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed));
  const base = { manifestVersion: 1, id: "acme.recipe", version: "1.0.0", name: "Recipe", kind: "declarative" };
  return JSON.stringify({ ...base, engine: "^1.0.0", ...(parsed.value as object) }, null, 2);
}

const RECIPES: readonly Recipe[] = readFileSync(join(ROOT, "docs/plugins/cookbook.md"), "utf8")
  .split("\n## ")
  .slice(1)
  .map((part) => {
    const named = [...part.matchAll(NAMED)].map(([, file = "", text = ""]) => [file, text] as const);
    const [, members = ""] = FIRST.exec(part) ?? [];
    return {
      title: part.slice(0, part.indexOf("\n")),
      files: { "plugin.jsonc": manifestOf(members), ...Object.fromEntries(named) },
    };
  });

const desk = mkdtempSync(join(tmpdir(), "drawbridge-cookbook-"));
afterAll(() => rmSync(desk, { recursive: true }));

/** The folder of a recipe, as its reader would make it. */
function folderOf({ title, files }: Recipe): string {
  const folder = join(desk, title.replaceAll(/\W/g, "-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** A page of a site with the plugin, as visitors have it. */
async function shown(recipe: Recipe, shownPage: object, path = "/one"): Promise<string> {
  const packed = packPlugin(folderOf(recipe));
  const pages = { home: page("/"), one: page("/one", { collection: "journal", ...shownPage }) };
  const world = await worldWith(pages, [...FIRST_PARTY, packed]);
  return world.html(path);
}

const section = (name: string, fields: object = {}) => ({
  sections: [{ id: "s", type: `acme.recipe/${name}`, fields }],
});
const text = (body: string) => ({ sections: [{ id: "t", type: "drawbridge.basics/rich-text", fields: { body } }] });

type Code = Readonly<Record<string, Readonly<Record<string, (...given: readonly unknown[]) => Promise<unknown>>>>>;
const codeOf = async ({ files }: Recipe): Promise<Code> =>
  (await import(`data:text/javascript,${encodeURIComponent(files["main.js"] ?? "")}`)) as Code;

/** The storage of one plugin, as far as recipes use it. */
function storageOf(entries: readonly (readonly [string, unknown])[] = []) {
  const kept = new Map<string, unknown>(entries);
  return {
    kept,
    get: async (key: string) => kept.get(key) ?? null,
    put: async (key: string, value: unknown) => void kept.set(key, value),
    delete: async (key: string) => void kept.delete(key),
    add: async (key: string, value: unknown) => !kept.has(key) && Boolean(kept.set(key, value)),
    change: async (read: readonly { key: string; value: unknown }[], { put }: { put: object }) => {
      if (read.some(({ key, value }) => (kept.get(key) ?? null) !== value)) return false;
      for (const [key, value] of Object.entries(put)) kept.set(key, value);
      return true;
    },
  };
}

const answering = (body: unknown, ok = true) => ({
  fetch: async () => ({ ok, status: ok ? 200 : 503, json: async () => body }),
});

/** The outcome of each recipe by its title: the page that it shows, or the answer of its code. */
const OUTCOMES: Readonly<Record<string, (recipe: Recipe) => Promise<unknown>>> = {
  "A notice above a page": async (recipe) =>
    expect(await shown(recipe, section("notice", { text: "Closed", link: "/hours" }))).toContain(
      'note">Closed <a href="/hours">Read more</a>',
    ),
  "A list of prices": async (recipe) =>
    expect(await shown(recipe, section("prices", { rows: [{ what: "Tea", price: 2 }] }))).toContain(
      '<th scope="row">Tea</th><td>2 €</td>',
    ),
  "A row of pictures": async (recipe) => {
    const picture = { src: "/media/harbour.jpg", alt: "The harbour", width: 4, height: 3 };
    expect(await shown(recipe, section("row", { pictures: [picture] }))).toMatch(/<li><img [^>]*alt="The harbour"/);
  },
  "The latest entries": async (recipe) =>
    expect(await shown(recipe, section("latest"))).toContain('<li><a href="/one">Page /one</a></li>'),
  "A quotation between paragraphs": async (recipe) =>
    expect(await shown(recipe, text(':::acme.recipe/quote{by="Ann"}\nWait.\n:::'))).toMatch(
      /<blockquote><p>Wait\.<\/p>\s*<\/blockquote><figcaption>Ann<\/figcaption>/,
    ),
  "A footnote of your own": async (recipe) => {
    const body = 'Full :acme.recipe/source[Report]{at="https://example.com/"} stop.';
    expect(await shown(recipe, text(body))).toMatch(
      /Full<sup[^]*<cite>Report<\/cite>, <a href="https:\/\/example\.com\/"/,
    );
    expect(await shown(recipe, text(body), "/one.md")).toContain("^[Report <https://example.com/>]");
  },
  "A kind of page with fields": async (recipe) =>
    expect(await shown(recipe, { type: "acme.recipe/room", values: { beds: 2, view: "Quay" } })).toContain(
      "2 beds · Quay",
    ),
  "A file at its own address": async (recipe) =>
    expect(await shown(recipe, {}, "/humans.txt")).toMatch(/^Test site\nWritten by people\. Last publication: \d{4}/),
  "A list of pages as JSON": async (recipe) =>
    expect(JSON.parse(await shown(recipe, {}, "/pages.json"))).toContainEqual({
      title: "Page /one",
      url: expect.stringMatching(/\/one$/),
    }),
  "Structured data in the head": async (recipe) =>
    expect(await shown(recipe, {})).toMatch(/"@type": "Organization", "name": "Test site"/),
  "Settings without code": async (recipe) => expect(await shown(recipe, section("call"))).toContain("Call us: –"),
  "Questions to visitors": async (recipe) =>
    expect(await shown(recipe, section("ask"))).toMatch(/<form [^>]*method="post"[^]*Ask for the table/),
  "A tool for agents": async (recipe) =>
    expect(packPlugin(folderOf(recipe)).manifest.contributes.mcp?.tools?.[0]?.query).toMatchObject({
      operation: "list",
    }),
  "A rule for publications": async (recipe) => {
    const { hooks } = await codeOf(recipe);
    const body = { path: "/long", title: "x".repeat(61) };
    const content = { getMany: async () => ({ documents: [{ body }, null, { body: { path: "/", title: "x" } }] }) };
    expect(await hooks?.["beforePublish"]?.({ pages: { listed: [{ id: "a" }] } }, { content })).toEqual({
      veto: ["The title of /long has more than 60 characters."],
    });
  },
  "A counter that visitors press": async (recipe) => {
    const { routes } = await codeOf(recipe);
    const ctx = { storage: storageOf() };
    await routes?.["press"]?.({}, ctx);
    await routes?.["press"]?.({}, ctx);
    expect(await routes?.["count"]?.({}, ctx)).toEqual({ body: { count: 2 } });
    const busy = { ...ctx.storage, change: async () => false };
    expect(await routes?.["press"]?.({}, { storage: busy })).toMatchObject({ status: 409 });
  },
  "Data of another service": async (recipe) => {
    const { hooks, data } = await codeOf(recipe);
    const ctx = { storage: storageOf(), http: answering({ degrees: 7 }) };
    const pages = [{ page: { id: "one" }, sections: [{ id: "s" }] }];
    expect(await data?.["weather"]?.({ pages }, ctx)).toEqual({});
    await hooks?.["scheduled"]?.({}, ctx);
    expect(await data?.["weather"]?.({ pages }, ctx)).toEqual({ one: { s: { degrees: 7 } } });
  },
  "A webhook of a service": async (recipe) => {
    const { routes } = await codeOf(recipe);
    const ctx = { storage: storageOf() };
    const event = { id: "e1", type: "checkout.session.completed", data: { object: { id: "c1" } } };
    const call = (sent: object) => routes?.["paid"]?.({ text: JSON.stringify(sent) }, ctx);
    expect([await call(event), await call(event), await call({ ...event, type: "other" })]).toEqual([
      { body: { isNew: true } },
      { body: { isNew: false } },
      { body: { ignored: true } },
    ]);
  },
  "A group of readers who have paid": async (recipe) => {
    const { routes } = await codeOf(recipe);
    const pages = { home: page("/"), more: page("/more", { audience: ["paid"] }) };
    const { kernel, powers } = await worldWith(pages, FIRST_PARTY);
    const { readerGroups, readers, readerLogins } = kernel;
    const place =
      (how: "add" | "remove") =>
      async (address: string, groups: string[]): Promise<unknown> =>
        how === "add"
          ? readerGroups.add(SITE, "acme.recipe", { address, groups })
          : readerGroups.remove(SITE, { address, groups });
    const ctx = { storage: storageOf(), readers: { add: place("add"), remove: place("remove") } };
    const call = (type: string, object: object) =>
      routes?.["paid"]?.({ text: JSON.stringify({ type, data: { object } }) }, ctx);
    await call("checkout.session.completed", { customer: "c1", customer_details: { email: "ann@tide.example" } });
    readerLogins.begin(SITE, await powers.digest("secret"), readers.at(SITE, "ann@tide.example")?.id ?? "");
    const visit = async () => (await kernel.serve(SITE, "/more", null, { login: "secret" })).status;
    expect(await visit()).toBe(200);
    await call("customer.subscription.deleted", { customer: "c2" });
    expect(await visit()).toBe(200);
    await call("customer.subscription.deleted", { customer: "c1" });
    expect(await visit()).toBe(403);
  },
  "Send visitors to a checkout": async (recipe) => {
    const { routes } = await codeOf(recipe);
    const around = { settings: { key: "{secret:key}" }, site: { origin: "https://site.example" } };
    const url = "https://checkout.stripe.com/c/1";
    expect(await routes?.["pay"]?.({}, { ...around, http: answering({ url }) })).toEqual({ leave: url });
    expect(await routes?.["pay"]?.({}, { ...around, http: answering({}, false) })).toMatchObject({ status: 422 });
  },
  "A page in the editor": async (recipe) => {
    const { routes } = await codeOf(recipe);
    const storage = storageOf([
      ["open:1", { what: "Sweep" }],
      ["other", 1],
    ]);
    expect(await routes?.["done"]?.({ body: { keys: ["open:1", "other"] } }, { storage })).toEqual({
      body: { done: 1 },
    });
    expect([...storage.kept.keys()]).toEqual(["other"]);
  },
  "A letter when something is wrong": async (recipe) => {
    const { hooks } = await codeOf(recipe);
    const sent: unknown[] = [];
    const mail = { send: async (letter: unknown) => void sent.push(letter) };
    const at = "2026-03-12T10:00:00Z";
    await hooks?.["scheduled"]?.({ at }, { mail, http: answering({}) });
    await hooks?.["scheduled"]?.({ at }, { mail, http: answering({}, false) });
    expect(sent).toEqual([{ letter: "down", data: { status: 503 }, once: "2026-03-12" }]);
  },
};

test("each recipe of the cookbook has an outcome", () => {
  expect(RECIPES.map(({ title }) => title)).toEqual(Object.keys(OUTCOMES));
  expect(RECIPES).toHaveLength(21);
});

describe.each(RECIPES.map((recipe) => [recipe.title, recipe] as const))("%s", (title, recipe) => {
  test("passes the check, without advice", () => {
    const { lines, advice } = judgeFolder(folderOf(recipe));
    expect([...lines, ...advice]).toEqual([]);
  });

  test("does what it says", async () => {
    expect.hasAssertions();
    await OUTCOMES[title]?.(recipe);
  });
});
