import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lendStorage } from "../../capabilities/storage.ts";
import { STORAGE_PARTS_MAX } from "../../manifests/bounds/bridge.ts";
import { utf8Length } from "../../manifests/json/utf8.ts";
import type { Verb } from "../../capabilities/contract.ts";
import type { Sql } from "../../runtime/powers/powers.ts";
import { migrate } from "../../runtime/schema.ts";
import { testPowers } from "../runtime/kernel/powers.ts";
import { askLoan, loanOf } from "./asking.ts";

const QUOTA = { maxBytes: 200, maxKeys: 4 };

function database() {
  const { sql } = testPowers();
  migrate(sql);
  const storage = (site = "main", plugin = "acme.a", quota = QUOTA) =>
    loanOf(lendStorage(sql, { site, plugin }, quota), { calls: 10_000 });
  const rows = () => sql.all<{ key: string; value: string }>("SELECT key, value FROM plugin_storage");
  const use = () => sql.all<{ bytes: number; keys: number }>("SELECT bytes, keys FROM plugin_storage_use")[0];
  return { storage, rows, use };
}

describe("what was read of the storage", () => {
  const put = (value: unknown) => ["storage.put", { entries: [{ key: "k", value }] }] as const;
  async function readsOf(
    calls: readonly (readonly [Verb, unknown])[],
    between?: (sql: Sql) => Promise<unknown>,
  ): Promise<string[]> {
    const { sql } = testPowers();
    migrate(sql);
    const reads: string[] = [];
    const loan = loanOf(
      lendStorage(sql, { site: "main", plugin: "acme.a" }, QUOTA, (read) => reads.push(read)),
      { calls: 1_000 },
    );
    for (const [index, [verb, input]] of calls.entries()) {
      if (index === 1) await between?.(sql);
      await askLoan(loan, verb, input);
    }
    return reads;
  }
  const get = ["storage.get", { keys: ["k"] }] as const;

  const list = ["storage.list", { prefix: "k:" }] as const;

  test("is named by its part and the state it had, once", async () => {
    expect(await readsOf([get, get, list, list])).toEqual(["storage:acme.a/=k@0.0", "storage:acme.a/k:@0.0"]);
    expect(await readsOf([put(1), put(2), get, list])).toEqual(["storage:acme.a/=k@1.2", "storage:acme.a/k:@0.0"]);
  });

  test("is all of it for a list of all keys, and then no part", async () => {
    expect(await readsOf([put(1), ["storage.list", {}], get])).toEqual(["storage:acme.a@1"]);
    expect(await readsOf([get, put(1), ["storage.list", {}]])).toEqual([
      "storage:acme.a/=k@0.0",
      "storage:acme.a/=k@1.1",
      "storage:acme.a@1",
    ]);
  });

  test.each([STORAGE_PARTS_MAX - 1, STORAGE_PARTS_MAX, STORAGE_PARTS_MAX + 1])(
    "is all of it beyond a number of parts: %i",
    async (count) => {
      const each = Array.from({ length: count }, (_, n) => ["storage.list", { prefix: `p${n}:` }] as const);
      const reads = await readsOf(each);
      expect([reads.length, reads.includes("storage:acme.a@0")]).toEqual([count, count > STORAGE_PARTS_MAX]);
    },
  );

  test("is nothing when nothing was read", async () => {
    expect(await readsOf([put(1), ["storage.delete", { keys: ["k"] }]])).toEqual([]);
  });

  test("follows what the call itself writes, but not what another wrote between", async () => {
    expect(await readsOf([get, put(1)])).toEqual(["storage:acme.a/=k@0.0", "storage:acme.a/=k@1.1"]);
    const other = (sql: Sql) => askLoan(loanOf(lendStorage(sql, { site: "main", plugin: "acme.a" }, QUOTA)), ...put(7));
    expect(await readsOf([get, put(1)], other)).toEqual(["storage:acme.a/=k@0.0"]);
  });

  test("stays the same when a value is put again, or nothing is deleted", async () => {
    expect(await readsOf([put([1]), put([1]), ["storage.delete", { keys: ["none"] }], get])).toEqual([
      "storage:acme.a/=k@1.1",
    ]);
  });
});

describe("storage", () => {
  const ALLOWED = "allowed: letters, digits and . _ : ~ -";
  test.each([
    [
      "storage.put",
      {
        entries: [
          { key: "a", value: 1 },
          { key: "entry/1", value: 1 },
        ],
      },
      `At entries/1/key; ${ALLOWED}, a letter or digit first.`,
    ],
    ["storage.get", { keys: ["_a"] }, `At keys/0; ${ALLOWED}, a letter or digit first.`],
    ["storage.list", { prefix: "a b" }, `At prefix; ${ALLOWED}.`],
    ["storage.get", { keys: [] }, "At keys."],
    ["storage.get", { keys: [1] }, "At keys/0."],
  ] as const)("says to %s with %j what a key is", async (verb, input, says) => {
    const { error } = JSON.parse(await database().storage().call(verb, JSON.stringify(input)));
    expect(error).toEqual({ code: "invalid", message: `The call does not have the documented shape. ${says}` });
  });

  test("keeps values of any JSON, and finds only what is there", async () => {
    const loan = database().storage();
    await askLoan(loan, "storage.put", {
      entries: [
        { key: "a", value: null },
        { key: "b", value: { c: [1, "\u00e9"] } },
      ],
    });
    expect(await askLoan(loan, "storage.get", { keys: ["a", "b", "c", "b"] })).toEqual({
      entries: [
        { key: "a", value: null },
        { key: "b", value: { c: [1, "\u00e9"] } },
      ],
    });
  });

  test("belongs to one plugin in one site", async () => {
    const { storage, rows } = database();
    const places = [
      ["main", "acme.a"],
      ["main", "acme.b"],
      ["other", "acme.a"],
    ] as const;
    for (const [site, plugin] of places)
      await askLoan(storage(site, plugin), "storage.put", { entries: [{ key: "k", value: `${site} ${plugin}` }] });
    for (const [site, plugin] of places) {
      expect(await askLoan(storage(site, plugin), "storage.list", {})).toEqual({
        entries: [{ key: "k", value: `${site} ${plugin}` }],
        next: null,
      });
    }
    await askLoan(storage(), "storage.delete", { keys: ["k"] });
    expect(rows()).toHaveLength(2);
  });

  test("takes a batch as a whole or not at all", async () => {
    const { storage, rows } = database();
    const entries = Array.from({ length: QUOTA.maxKeys + 1 }, (_, n) => ({ key: `k${n}`, value: n }));
    expect(await askLoan(storage(), "storage.put", { entries })).toBe("quota");
    expect(rows()).toEqual([]);
  });

  test("lists in pages that meet exactly", async () => {
    const loan = database().storage();
    for (const key of ["a:1", "a:2", "a:3", "b"]) await askLoan(loan, "storage.put", { entries: [{ key, value: 0 }] });
    expect(await askLoan(loan, "storage.list", { prefix: "a:", limit: 2 })).toMatchObject({
      entries: [{ key: "a:1" }, { key: "a:2" }],
      next: "a:2",
    });
    expect(await askLoan(loan, "storage.list", { prefix: "a:", limit: 2, after: "a:2" })).toMatchObject({
      entries: [{ key: "a:3" }],
      next: null,
    });
  });

  test("counts exactly what lies there, whatever is done", async () => {
    const key = fc.constantFrom("a", "b", "c", "d", "e");
    const step = fc.oneof(
      fc.record({
        put: fc.array(fc.record({ key, value: fc.string({ maxLength: 60, unit: "grapheme" }) }), {
          minLength: 1,
          maxLength: 5,
        }),
      }),
      fc.record({ drop: fc.array(key, { minLength: 1, maxLength: 3 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const { storage, rows, use } = database();
        const loan = storage();
        for (const each of steps) {
          await ("put" in each
            ? askLoan(loan, "storage.put", { entries: each.put })
            : askLoan(loan, "storage.delete", { keys: each.drop }));
        }
        const bytes = rows().reduce((sum, row) => sum + row.key.length + utf8Length(row.value), 0);
        expect(use() ?? { bytes: 0, keys: 0 }).toEqual({ bytes, keys: rows().length });
        expect(bytes).toBeLessThanOrEqual(QUOTA.maxBytes);
      }),
      { numRuns: 60 },
    );
  });
});

describe("adding", () => {
  const add = (...keys: string[]) => ["storage.add", { entries: keys.map((key) => ({ key, value: key })) }] as const;

  test("stores under new keys, all of them or none", async () => {
    const { storage, rows, use } = database();
    const loan = storage();
    expect(await askLoan(loan, ...add("a", "b"))).toEqual({ added: true });
    expect(await askLoan(loan, ...add("c", "b"))).toEqual({ added: false });
    expect([rows(), use()]).toEqual([
      [
        { key: "a", value: '"a"' },
        { key: "b", value: '"b"' },
      ],
      { bytes: 8, keys: 2 },
    ]);
    await askLoan(loan, "storage.delete", { keys: ["b"] });
    expect(await askLoan(loan, ...add("b"))).toEqual({ added: true });
  });

  test("keeps the quota, and is not true if it could not store", async () => {
    const { storage, rows } = database();
    expect(await askLoan(storage(), ...add("a", "b", "c", "d", "e"))).toBe("quota");
    const long = { entries: [{ key: "k", value: "x".repeat(QUOTA.maxBytes) }] };
    expect(await askLoan(storage(), "storage.add", long)).toBe("quota");
    expect(rows()).toEqual([]);
  });

  test("of one key counts as a read, so that data computed from it are computed again", async () => {
    const { sql } = testPowers();
    migrate(sql);
    const reads: string[] = [];
    const loan = loanOf(lendStorage(sql, { site: "main", plugin: "acme.a" }, QUOTA, (read) => reads.push(read)));
    await askLoan(loan, ...add("a"));
    expect(reads).toEqual(["storage:acme.a/=a@0.0", "storage:acme.a/=a@1.1"]);
  });
});

describe("changing what was seen", () => {
  const put = (key: string, value: unknown) => ["storage.put", { entries: [{ key, value }] }] as const;
  const change = (seen: readonly object[], changes: object) => ["storage.change", { seen, ...changes }] as const;

  test("puts and deletes together, if all is stored as it was seen", async () => {
    const { storage, rows, use } = database();
    const loan = storage();
    await askLoan(loan, ...put("a", { of: "A" }));
    const seen = [{ key: "a", value: { of: "A" } }, { key: "b" }];
    const move = change(seen, { put: [{ key: "b", value: 1 }], delete: ["a", "none"] });
    expect(await askLoan(loan, ...move)).toEqual({ changed: true });
    expect([rows(), use()]).toEqual([[{ key: "b", value: "1" }], { bytes: 2, keys: 1 }]);
    expect(await askLoan(loan, ...move)).toEqual({ changed: false });
  });

  test.each([
    ["another value", { key: "a", value: "B" }],
    ["a key that is gone", { key: "b", value: "A" }],
    ["no value", { key: "a" }],
    ["null", { key: "b", value: null }],
  ])("does nothing if one entry differs: %s", async (_, other) => {
    const { storage, rows } = database();
    const loan = storage();
    await askLoan(loan, ...put("a", "A"));
    const asked = change([{ key: "a", value: "A" }, other], { put: [{ key: "c", value: 1 }], delete: ["a"] });
    expect(await askLoan(loan, ...asked)).toEqual({ changed: false });
    expect(rows()).toEqual([{ key: "a", value: '"A"' }]);
  });

  test("counts what it deletes before it asks for room, and deletes nothing if there is none", async () => {
    const { storage, rows } = database();
    const loan = storage();
    for (const key of ["a", "b", "c", "d"]) await askLoan(loan, ...put(key, key));
    const more = ["e", "f"].map((key) => ({ key, value: key }));
    expect(await askLoan(loan, ...change([], { put: more, delete: ["a"] }))).toBe("quota");
    expect(rows()).toHaveLength(QUOTA.maxKeys);
    expect(await askLoan(loan, ...change([], { put: more, delete: ["a", "b"] }))).toEqual({ changed: true });
    expect(rows().map(({ key }) => key)).toEqual(["c", "d", "e", "f"]);
  });

  test("keeps a key that it puts and deletes", async () => {
    const { storage, rows, use } = database();
    await askLoan(storage(), ...change([], { put: [{ key: "a", value: 1 }], delete: ["a"] }));
    expect([rows(), use()]).toEqual([[{ key: "a", value: "1" }], { bytes: 2, keys: 1 }]);
  });
});
