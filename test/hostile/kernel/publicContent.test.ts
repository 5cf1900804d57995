import { describe, expect, test } from "vitest";
import { PUBLIC_INDEX_PART_BYTES, PURGE_MAX_KEYS } from "../../../manifests/bounds/publicContent.ts";
import type { Contributes } from "../../../manifests/manifest/manifest.ts";
import type { Page } from "../../../runtime/documents/content/content.ts";
import type { PublicPlaces } from "../../../runtime/serving/publicContent.ts";
import type { PublicIndex, PublicIndexPart, PublicPage, PublicPointer } from "../../../runtime/search/publicIndex.ts";
import { indexKey, pointerKey } from "../../../runtime/serving/publicKeys.ts";
import {
  SITE,
  initialiseInput,
  listPlugin,
  page,
  plugin,
  siteOf,
  textPlugin,
  textSection,
  themePlugin,
  worldOf,
  worldWith,
  type World,
} from "../../runtime/kernel/world.ts";
import { testPowers } from "../../runtime/kernel/powers.ts";

/** The platform's documented limits: external calls of one request, and bytes of a stored value. */
const CALLS_MAX = 1_000;
const VALUE_MAX_BYTES = 25 * 1024 * 1024;

interface Counted extends PublicPlaces {
  readonly store: Map<string, string>;
  readonly purged: string[];
  calls: number;
}

function counted(): Counted {
  const store = new Map<string, string>();
  const purged: string[] = [];
  return {
    store,
    purged,
    calls: 0,
    async put(key, value) {
      this.calls += 1;
      if (Buffer.byteLength(value) > VALUE_MAX_BYTES) throw new Error("413 Value length exceeds limit");
      store.set(key, value);
    },
    async delete(key) {
      this.calls += 1;
      store.delete(key);
    },
    async purge(keys) {
      this.calls += keys.length;
      purged.push(...keys);
    },
  };
}

async function carry(world: World, at: Counted): Promise<number> {
  let most = 0;
  for (let done = false; !done;) {
    at.calls = 0;
    ({ done } = await world.kernel.publicContent.refresh(SITE, world.kernel.sites.get(SITE).sequence, at));
    most = Math.max(most, at.calls);
  }
  return most;
}

function indexOf({ store }: Counted): { pages: PublicPage[]; parts: number } {
  const { index } = JSON.parse(store.get(pointerKey(SITE)) ?? "") as PublicPointer;
  const { parts } = JSON.parse(store.get(index) ?? "") as PublicIndex;
  const read = parts.map((name) => JSON.parse(store.get(indexKey(SITE, name)) ?? "") as PublicIndexPart);
  return { pages: read.flatMap(({ pages }) => pages), parts: parts.length };
}

const markdownOf = (at: Counted, id: string): string | undefined =>
  at.store.get(indexOf(at).pages.find((entry) => entry.id === id)?.key ?? "");

const many = (count: number, more: Partial<Page> = {}): Record<string, Page> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, page(n === 0 ? "/" : `/p/${n}`, more)]));

const redirects = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ from: `/old/${n}`, to: "/", status: 301 as const }));

describe("a publication within the platform's limits", () => {
  test("makes at most the allowed number of calls in a turn, however many hostnames and redirects a site has", async () => {
    const world = worldOf(testPowers());
    const hostnames = Array.from({ length: 20 }, (_, n) => `h${n}.example`);
    const document = { ...siteOf(many(700)), redirects: { entries: redirects(2_000) } };
    await world.kernel.initialiser.run(initialiseInput(document, { hostnames }));
    const at = counted();
    expect(await carry(world, at)).toBeLessThan(CALLS_MAX);
    expect(at.purged).toHaveLength(PURGE_MAX_KEYS);
    expect(at.purged).toContain("https://h0.example/sitemap.xml");
    expect(indexOf(at).pages).toHaveLength(700);
  });

  test("has an index in parts for many pages with long descriptions, and removes the parts when they are replaced", async () => {
    const world = await worldWith(many(600, { description: "漢".repeat(1_000), sections: [] }));
    const at = counted();
    await carry(world, at);
    expect(indexOf(at).pages).toHaveLength(600);
    expect(indexOf(at).parts).toBeGreaterThan(2);
    for (const value of at.store.values())
      expect(Buffer.byteLength(value)).toBeLessThan(PUBLIC_INDEX_PART_BYTES + 10_000);
    const before = new Set([...at.store.keys()].filter((key) => key.includes("/index/")));
    await world.write("p1", page("/p/1", { description: "short", sections: [] }));
    await world.run("publish", {});
    await carry(world, at);
    world.powers.clock.now += 24 * 60 * 60 * 1000;
    await world.write("p1", page("/p/1", { description: "shorter", sections: [] }));
    await world.run("publish", {});
    await carry(world, at);
    const now = new Set([...at.store.keys()].filter((key) => key.includes("/index/")));
    expect(now.size).toBeLessThan(2 * before.size + 1);
    expect([...before].filter((key) => now.has(key)).length).toBeLessThan(before.size);
    expect(indexOf(at).pages.find(({ id }) => id === "p1")?.description).toBe("shorter");
  });
});

describe("Markdown that changes while the HTML does not", () => {
  const quiet = (version: string, markdown: string) =>
    plugin(
      "test.quiet",
      {
        sections: [
          {
            name: "note",
            title: "Note",
            description: "Note",
            category: "content",
            template: "note.liquid",
            markdown: "note.md.liquid",
            variants: [{ name: "plain", title: "Plain" }],
            example: { fields: {} },
            fields: {
              type: "object",
              properties: { text: { type: "string", title: "Text" } },
              additionalProperties: false,
            },
          },
        ],
      } as unknown as Contributes,
      { "note.liquid": "<p>Note</p>", "note.md.liquid": markdown },
      version,
    );
  const pack = (version: string, markdown: string) => [textPlugin(), listPlugin, themePlugin, quiet(version, markdown)];
  const note = (text: string) => page("/", { sections: [{ id: "n", type: "test.quiet/note", fields: { text } }] });

  test("is published when the page is saved", async () => {
    const world = await worldWith({ home: note("one") }, pack("1.0.0", "{{ fields.text }}"));
    const at = counted();
    await carry(world, at);
    await world.write("home", note("two"));
    await world.run("publish", {});
    await carry(world, at);
    expect(markdownOf(at, "home")).toContain("two");
  });

  test("is published when the plugin changes", async () => {
    const world = await worldWith(
      { home: note("one"), other: page("/other", { sections: [textSection("x")] }) },
      pack("1.0.0", "{{ fields.text }}"),
    );
    const at = counted();
    await carry(world, at);
    const later = world.restart(pack("1.0.1", "New {{ fields.text }}"));
    await later.run("publish", {});
    await carry(later, at);
    expect(markdownOf(at, "home")).toContain("New one");
  });
});

describe("data derived from a release", () => {
  test("does not accumulate: a crawler that reads all Markdown after every publication stores one release's", async () => {
    const world = await worldWith(many(5));
    for (let n = 0; n < 5; n++) {
      await world.write("p1", page("/p/1", { title: `T${n}` }));
      await world.run("publish", {});
      for (const path of ["/index.md", "/p/1.md", "/p/2.md", "/sitemap.xml"])
        expect(await world.statusOf(path)).toBe(200);
    }
    const { n } = world.powers.sql.all<{ n: number }>("SELECT count(DISTINCT release) AS n FROM files")[0] ?? { n: 0 };
    expect(n).toBe(1);
  });

  test("is `noindex` where the page is", async () => {
    const world = await worldWith({ home: page("/"), hidden: page("/hidden", { noindex: true }) });
    const headers = async (path: string) => (await world.kernel.published.answer(SITE, path, null)).headers;
    expect((await headers("/hidden.md"))["X-Robots-Tag"]).toBe("noindex");
    expect((await headers("/index.md"))["X-Robots-Tag"]).toBeUndefined();
  });
});

describe("a site with a new hostname", () => {
  const document = siteOf(many(50));
  const named = (hostnames: string[]) => initialiseInput(document, { hostnames });

  test("is reachable under it after provisioning, without publishing every page again", async () => {
    const world = worldOf(testPowers());
    await world.kernel.initialiser.run(named(["acme.example"]));
    const at = counted();
    await carry(world, at);
    expect(world.kernel.outbox.due("publication")).toHaveLength(0);
    await world.kernel.initialiser.run(named(["acme.example", "www.acme.example"]));
    expect(world.kernel.outbox.due("publication")).toHaveLength(1);
    const before = new Set(at.store.keys());
    const written: string[] = [];
    await carry(world, { ...at, put: (key, value) => (written.push(key), at.put(key, value)) });
    expect(written.filter((key) => key.includes("/pages/"))).toEqual([]);
    expect(at.store.size).toBe(before.size + 1);
    expect(at.store.get("hosts/www.acme.example")).toContain(SITE);
    await world.kernel.initialiser.run(named(["acme.example", "www.acme.example"]));
    expect(world.kernel.outbox.due("publication")).toHaveLength(0);
  });
});
