import { describe, expect, test } from "vitest";
import {
  PUBLIC_GARBAGE_LEAST_MS,
  PUBLIC_GARBAGE_MAX_BYTES,
  PUBLIC_INDEX_PARTS_PER_TURN,
  PUBLIC_INDEX_PART_BYTES,
} from "../../../manifests/bounds/publicContent.ts";
import { SCHEMA, TABLES, migrate } from "../../../runtime/schema.ts";
import type { PublicIndexPart } from "../../../runtime/search/publicIndex.ts";
import { PublicInventory } from "../../../runtime/serving/publicInventory.ts";
import { indexKey } from "../../../runtime/serving/publicKeys.ts";
import { PublicLeaves } from "../../../runtime/serving/publicLeaves.ts";
import type { SiteRow } from "../../../runtime/tenancy/sites.ts";
import { testPowers } from "../kernel/powers.ts";

const SITE = "main";
const row = { site: SITE, origin: "https://acme.example", hostnames: [] } as unknown as SiteRow;
const pathOf = (n: number): string => `/p/${String(n).padStart(5, "0")}`;
/** The bytes of an entry beside its description. */
const REST = 200 + 2 * pathOf(0).length + '{"description":""}'.length;

/** The index of a site, with a store in memory. */
function index() {
  const powers = testPowers();
  migrate(powers.sql);
  const inventory = new PublicInventory(powers);
  const leaves = new PublicLeaves(powers, inventory);
  const store = new Map<string, string>();
  const puts: string[] = [];
  const atomically = (work: () => void): void => powers.sql.atomically(work);
  return {
    powers,
    inventory,
    leaves,
    store,
    puts,
    set: (n: number, bytes: number, digest = "d") =>
      atomically(() => {
        const about = JSON.stringify({ description: "x".repeat(bytes - REST) });
        inventory.setPage(SITE, { page: `p${n}`, path: pathOf(n), digest, about, bytes: 1 });
        leaves.touch(SITE, pathOf(n));
      }),
    drop: (n: number) =>
      atomically(() => {
        inventory.dropPage(SITE, `p${n}`);
        leaves.touch(SITE, pathOf(n));
      }),
    async carry(at = row) {
      puts.length = 0;
      for (let turns = 1; ; turns++) {
        const { values, done } = await leaves.write(at, at);
        for (const [key, value] of values) {
          puts.push(key);
          store.set(key, value);
        }
        inventory.sure(SITE);
        if (done) return turns;
      }
    },
    pages: () =>
      leaves
        .directory(SITE)
        .parts.map((name) =>
          (JSON.parse(store.get(indexKey(SITE, name)) ?? "null") as PublicIndexPart).pages.map(({ path }) => path),
        ),
  };
}

const FEW = 8;

describe("the index in leaves", () => {
  test("of a site without pages is one empty leaf", async () => {
    const { carry, pages } = index();
    await carry();
    expect(pages()).toEqual([[]]);
  });

  test.each([
    [-1, 1],
    [0, 1],
    [1, 2],
  ])("with a leaf of the bound and %i bytes has %i leaves", async (more, parts) => {
    const { set, carry, pages } = index();
    const half = PUBLIC_INDEX_PART_BYTES / 2;
    set(1, half);
    set(2, half + more);
    await carry();
    expect([pages().length, pages().flat()]).toEqual([parts, [pathOf(1), pathOf(2)]]);
  });

  test("writes one leaf for a changed page, and lists all pages in order", async () => {
    const { set, drop, carry, pages, puts } = index();
    const each = PUBLIC_INDEX_PART_BYTES / FEW;
    for (let n = 0; n < 20 * FEW; n++) set(n, each);
    await carry();
    expect(pages().length).toBeGreaterThan(20);
    set(50, each, "other");
    await carry();
    expect(puts).toHaveLength(1);
    drop(51);
    set(1_000, each);
    await carry();
    expect(puts).toHaveLength(2);
    const wanted = Array.from({ length: 20 * FEW }, (_, n) => pathOf(n)).filter((path) => path !== pathOf(51));
    expect(pages().flat()).toEqual([...wanted, pathOf(1_000)]);
  });

  test("joins leaves that have become small, and keeps every page once", async () => {
    const { set, drop, carry, pages } = index();
    const each = PUBLIC_INDEX_PART_BYTES / FEW;
    for (let n = 0; n < 20 * FEW; n++) set(n, each);
    await carry();
    for (let n = 0; n < 20 * FEW; n++) if (n % 20 !== 0) drop(n);
    await carry();
    expect([pages().length < 5, pages().flat()]).toEqual([true, Array.from({ length: 8 }, (_, n) => pathOf(20 * n))]);
    for (let n = 0; n < 20 * FEW; n += 20) drop(n);
    await carry();
    expect(pages().flat()).toEqual([]);
  });

  test("names a page's address by the site's, and follows it", async () => {
    const { set, carry, store, leaves, puts } = index();
    set(1, 1_000);
    await carry();
    await carry();
    expect(puts).toEqual([]);
    await carry({ ...row, origin: "https://new.example" });
    expect(store.get(indexKey(SITE, leaves.directory(SITE).parts[0] ?? ""))).toContain("https://new.example/p/00001");
  });

  test.each([
    [PUBLIC_INDEX_PARTS_PER_TURN - 1, 1],
    [PUBLIC_INDEX_PARTS_PER_TURN, 2],
    [PUBLIC_INDEX_PARTS_PER_TURN + 1, 2],
  ])("of %i leaves is written in %i turns", async (parts, turns) => {
    const { set, carry, puts } = index();
    for (let n = 0; n < parts; n++) set(n, PUBLIC_INDEX_PART_BYTES);
    expect([await carry(), puts.length]).toEqual([turns, parts]);
  });

  test("puts a leaf again that the store may lack, and no other", async () => {
    const { set, carry, leaves, inventory, puts } = index();
    for (let n = 0; n < 3 * FEW; n++) set(n, PUBLIC_INDEX_PART_BYTES / FEW);
    await carry();
    const [, second = ""] = leaves.directory(SITE).parts;
    inventory.claim(SITE, indexKey(SITE, second));
    leaves.doubt(SITE);
    await carry();
    expect(puts).toEqual([indexKey(SITE, second)]);
  });
});

describe("replaced public content", () => {
  test.each([
    [PUBLIC_GARBAGE_MAX_BYTES - 1, PUBLIC_GARBAGE_LEAST_MS + 1, 0],
    [PUBLIC_GARBAGE_MAX_BYTES, PUBLIC_GARBAGE_LEAST_MS + 1, 0],
    [PUBLIC_GARBAGE_MAX_BYTES + 1, PUBLIC_GARBAGE_LEAST_MS + 1, 1],
    [PUBLIC_GARBAGE_MAX_BYTES + 1, PUBLIC_GARBAGE_LEAST_MS, 0],
    [PUBLIC_GARBAGE_MAX_BYTES + 1, PUBLIC_GARBAGE_LEAST_MS - 1, 0],
  ])("of %i bytes loses after %i ms %i values, the oldest first", (bytes, later, count) => {
    const { powers, inventory } = index();
    inventory.retire(SITE, "old", 1);
    powers.clock.now += 1;
    inventory.retire(SITE, "new", bytes - 1);
    powers.clock.now += later - 1;
    expect(inventory.garbage(SITE)).toEqual(["old"].slice(0, count));
  });
});

describe("what an earlier release copied", () => {
  test("is looked at again, and its parts of the search index stay", () => {
    const powers = testPowers();
    const { sql } = powers;
    migrate(sql);
    SCHEMA.startOver(sql, LEAVES_STEP - 1, Object.keys(TABLES.byName));
    const insert = (table: string, values: Readonly<Record<string, string | number | null>>): void => {
      const names = Object.keys(values);
      const places = names.map(() => "?").join(", ");
      sql.all(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${places})`, ...Object.values(values));
    };
    insert("public_pages", { site: SITE, page: "home", digest: "d", about: "{}" });
    insert("public_word_parts", { site: SITE, part: 1, pages: 1, chars: 5, key: "words-1" });
    insert("public_word_parts", { site: SITE, part: 2, pages: 1, chars: 5, key: null });
    for (const key of ["words-1", "index-1"]) insert("public_index_parts", { site: SITE, key });
    migrate(sql);
    expect(sql.all("SELECT part, stale FROM public_word_parts ORDER BY part")).toEqual([
      { part: 1, stale: 0 },
      { part: 2, stale: 1 },
    ]);
    expect(sql.all("SELECT key FROM public_index_parts")).toEqual([{ key: "index-1" }]);
    expect(new PublicInventory(powers).page(SITE, "home")).toMatchObject({ path: null, digest: "d" });
  });
});

/** The step that gave the index its leaves. */
const LEAVES_STEP = 40;
