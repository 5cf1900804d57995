import { runInDurableObject } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { SPENT_GRANTS_SWEPT, SPENT_GRANTS_TILL_SWEPT } from "../../../manifests/bounds/hosting.ts";
import { SpentGrants } from "../../../sites/workers/tenant/spentGrants.ts";
import { objectOf } from "../dispatch/harness.ts";

const END = 1_000;
const rows = (storage: DurableObjectStorage): number => [...storage.kv.list({ prefix: "grant:" })].length;

/** Uses grants on the object's storage, without earlier ones. */
const onStorage = (act: (storage: DurableObjectStorage) => void): Promise<void> =>
  runInDurableObject(objectOf("B"), (_, { storage }) => {
    for (const [name] of Array.from(storage.kv.list({ prefix: "grant:" }))) storage.kv.delete(name);
    act(storage);
    for (const [name] of Array.from(storage.kv.list({ prefix: "grant:" }))) storage.kv.delete(name);
  });

describe("spent grants", () => {
  test("serve nobody again, in this process or the next", () =>
    onStorage((storage) => {
      const now = () => (END - 1) * 1000;
      const before = new SpentGrants(storage, now);
      before.spend({ exp: END, jti: "one" });
      for (const grants of [before, new SpentGrants(storage, now)])
        expect(() => grants.spend({ exp: END, jti: "one" })).toThrow("FORBIDDEN");
    }));

  test("are remembered until they are over, and forgotten by the next sweep", () =>
    onStorage((storage) => {
      let now = END * 1000;
      const grants = new SpentGrants(storage, () => now);
      // The first use sweeps. The next sweep comes after this many more.
      for (let n = 0; n < SPENT_GRANTS_TILL_SWEPT; n++) grants.spend({ exp: END, jti: `${n}` });
      now = (END + 1) * 1000 - 1;
      grants.spend({ exp: END + 10, jti: "holds" });
      expect(rows(storage)).toBe(SPENT_GRANTS_TILL_SWEPT + 1);
      now += 1;
      for (let n = 1; n < SPENT_GRANTS_TILL_SWEPT; n++) grants.spend({ exp: END + 10, jti: `holds-${n}` });
      expect(rows(storage)).toBe(2 * SPENT_GRANTS_TILL_SWEPT);
      grants.spend({ exp: END + 10, jti: "sweeps" });
      expect(rows(storage)).toBe(SPENT_GRANTS_TILL_SWEPT + 1);
      expect(() => grants.spend({ exp: END + 10, jti: "holds" })).toThrow("FORBIDDEN");
    }));

  test.each([-1, 0, 1])("that are over go by as many as a sweep takes (%i)", (more) =>
    onStorage((storage) => {
      for (let n = 0; n < SPENT_GRANTS_SWEPT + more; n++) storage.kv.put(`grant:000000000001:${n}`, 1);
      new SpentGrants(storage, () => END * 1000).spend({ exp: END, jti: "one" });
      expect(rows(storage)).toBe(Math.max(0, more) + 1);
    }),
  );
});
