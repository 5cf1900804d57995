import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { GROUP_ENOUGH, GROUP_WAITS } from "../../../manifests/bounds/commands.ts";
import { GroupCommit } from "../../../sites/workers/workspace/object/groupCommit.ts";
import { aTenant, MEMBER, migrate, pageOf, SITE, stubOf } from "./harness.ts";

beforeAll(migrate);

/** Starts the write of one page by RPC, without awaiting it. */
function write(tenant: string, id: string, expected: number, text: string, key: string = crypto.randomUUID()) {
  const { id: _id, ...body } = pageOf(id, text);
  const envelope = { site: SITE, actor: { kind: "member" as const, id: MEMBER }, key, requestId: "r1" };
  return stubOf(tenant).execute("documents.write", envelope, { writes: [{ kind: "page", id, expected, body }] });
}

const rows = (tenant: string, query: string): Promise<unknown[]> =>
  runInDurableObject(stubOf(tenant), (_, { storage }) => storage.sql.exec(query).toArray());

describe("a group commit", () => {
  test("runs everybody who came before its turn in that turn, and later ones in the next", async () => {
    const group = new GroupCommit();
    const log: string[] = [];
    const early = ["a", "b"].map((name) => group.run(async () => void log.push(name)));
    expect(log).toEqual([]);
    await early[0];
    expect(log).toEqual(["a", "b"]);
    const late = group.run(async () => void log.push("c"));
    expect(log).toEqual(["a", "b"]);
    await late;
    expect(log).toEqual(["a", "b", "c"]);
  });

  test.each([1, 2, GROUP_WAITS - 1, GROUP_WAITS, GROUP_WAITS + 1])(
    "waits on while more come, at most a bounded number of times: %i that come one after the other",
    async (count) => {
      const log: number[] = [];
      let [waits, running] = [0, Promise.resolve()];
      const next = (): void => {
        if (waits >= count) return;
        const number = waits;
        running = group.run(async () => void log.push(number));
      };
      const group: GroupCommit = new GroupCommit(async () => {
        await Promise.resolve();
        waits += 1;
        next();
      });
      next();
      await running;
      // Each wait but the first began because a command came during the wait before.
      expect(waits).toBe(Math.min(count, GROUP_WAITS));
      expect(log).toEqual(Array.from({ length: Math.min(count, GROUP_WAITS + 1) }, (_, number) => number));
    },
  );

  test.each([GROUP_ENOUGH - 1, GROUP_ENOUGH, GROUP_ENOUGH + 1])(
    "waits no longer once enough have come: %i at once",
    async (count) => {
      const log: number[] = [];
      let waits = 0;
      const group = new GroupCommit(async () => {
        await Promise.resolve();
        waits += 1;
      });
      const numbers = Array.from({ length: count }, (_, number) => number);
      await Promise.all(numbers.map((number) => group.run(async () => void log.push(number))));
      expect(log).toEqual(numbers);
      // The first wait begins before the others have come.
      expect(waits).toBe(count < GROUP_ENOUGH ? 2 : 1);
    },
  );

  test("takes along what an action runs at once, and lets later ones of it wait for a turn of their own", async () => {
    const group = new GroupCommit();
    const log: string[] = [];
    const outer = group.run(async () => {
      const within = group.run(async () => void log.push("within"));
      log.push("outer");
      await within;
      await group.run(async () => void log.push("later"));
    });
    const beside = group.run(async () => void log.push("beside"));
    await Promise.all([outer, beside]);
    expect(log).toEqual(["within", "outer", "beside", "later"]);
  });

  test("gives each its own failure", async () => {
    const group = new GroupCommit();
    const fails = group.run(async () => Promise.reject(new Error("mine")));
    const works = group.run(async () => "done");
    await expect(fails).rejects.toThrow("mine");
    expect(await works).toBe("done");
  });

  test("keeps what the others wrote when one of them is stale, and leaves no claim or audit row of that one", async () => {
    const { tenant } = await aTenant("together", ["home", "one", "two"]);
    const answers = await Promise.all([
      write(tenant, "one", 1, "first"),
      write(tenant, "home", 7, "stale", "stale-key"),
      write(tenant, "two", 1, "second"),
    ]);
    expect(answers.map(({ ok }) => ok)).toEqual([true, false, true]);
    await evictDurableObject(stubOf(tenant));
    expect(await rows(tenant, "SELECT id, version FROM documents WHERE kind = 'page' ORDER BY id, version")).toEqual([
      { id: "home", version: 1 },
      { id: "one", version: 1 },
      { id: "one", version: 2 },
      { id: "two", version: 1 },
      { id: "two", version: 2 },
    ]);
    expect(await rows(tenant, "SELECT key FROM claims WHERE key = 'stale-key'")).toEqual([]);
    expect(await rows(tenant, "SELECT change FROM sites")).toEqual([{ change: 3 }]);
  });

  test("lets one of two writes of the same version win, and runs the same key once", async () => {
    const { tenant } = await aTenant("same", ["home"]);
    const rivals = await Promise.all([write(tenant, "home", 1, "mine"), write(tenant, "home", 1, "theirs")]);
    expect(rivals.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    const twice = await Promise.all([write(tenant, "home", 2, "again", "k"), write(tenant, "home", 2, "again", "k")]);
    expect(twice.filter(({ ok }) => ok).length).toBeGreaterThan(0);
    expect(await rows(tenant, "SELECT max(version) AS version FROM documents WHERE id = 'home'")).toEqual([
      { version: 3 },
    ]);
  });
});
