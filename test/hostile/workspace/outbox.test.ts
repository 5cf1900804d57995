import { describe, expect, test } from "vitest";
import { OUTBOX_BACKOFF_MAX_MS, OUTBOX_BATCH, OUTBOX_TAKEN_MS } from "../../../manifests/bounds/commands.ts";
import { Outbox, type AuditPayload } from "../../../runtime/commands/outbox.ts";
import { migrate } from "../../../runtime/schema.ts";
import { type Receivers, dispatch } from "../../../sites/workers/workspace/queues/outboxDispatch.ts";
import { auditLog } from "../../../sites/control/records/audit.ts";
import { testPowers } from "../../runtime/kernel/powers.ts";

interface Row {
  readonly id: string;
}

/**
 * A database that refuses a whole statement because of one row, as a transaction does. A queue that refuses the
 * messages of one site.
 */
function outside(poison: string, away = false, carry: Receivers["carry"] = async () => false) {
  const arrived: string[] = [];
  const sent: string[] = [];
  const batches: number[] = [];
  const first = async () => (away ? Promise.reject(new Error("away")) : null);
  const insert = (rows: readonly Row[]): void => {
    batches.push(rows.length);
    if (away || rows.some(({ id }) => id === poison)) throw new Error("CHECK constraint failed");
    arrived.push(...rows.map(({ id }) => id));
  };
  const db = {
    prepare: () => ({ bind: (rows: string) => ({ run: async () => insert(JSON.parse(rows) as Row[]) }), first }),
  };
  const env: Receivers = {
    mayCarry: () => true,
    carry,
    audit: auditLog(db as unknown as D1Database),
    announce: async (_tenant: string, { site }: { readonly site: string }) => {
      if (site === poison) throw new Error("queue refused");
      sent.push(site);
    },
  };
  return { env, arrived, sent, batches };
}

function outboxWith() {
  const powers = testPowers();
  migrate(powers.sql);
  return { powers, outbox: new Outbox(powers) };
}

const audit = (id: string): AuditPayload => ({
  id,
  site: "main",
  actor: "member:m",
  command: "publish",
  inputDigest: "d",
  outcome: "done",
  requestId: "r",
  at: 1,
});

describe("the outbox", () => {
  test("sends every row of a batch of its size, one fewer and one more", async () => {
    for (const count of [OUTBOX_BATCH - 1, OUTBOX_BATCH, OUTBOX_BATCH + 1]) {
      const { outbox } = outboxWith();
      const { env, arrived } = outside("none");
      for (let n = 0; n < count; n++) outbox.add("audit", "main", `a${n}`, audit(`a${n}`));
      expect(outbox.due("audit")).toHaveLength(Math.min(count, OUTBOX_BATCH));
      while (outbox.due("audit").length > 0) await dispatch(outbox, env, "acme");
      expect(new Set(arrived).size).toBe(count);
      expect(outbox.nextDue()).toBeUndefined();
    }
  });

  test("delivers all other rows and publications if the database refuses one row", async () => {
    const { outbox } = outboxWith();
    const { env, arrived, sent } = outside("a3");
    for (let n = 0; n < 10; n++) outbox.add("audit", "main", `a${n}`, audit(`a${n}`));
    outbox.add("publication", "main", "publication:main", { site: "main", release: 1, sequence: 1 });
    await expect(dispatch(outbox, env, "acme")).rejects.toThrow("CHECK constraint failed");
    expect(arrived.toSorted()).toEqual(["a0", "a1", "a2", "a4", "a5", "a6", "a7", "a8", "a9"]);
    expect(sent).toEqual(["main"]);
    expect(outbox.waiting().waiting).toBe(2);
  });

  test("delivers all other publications if the queue refuses one", async () => {
    const { outbox } = outboxWith();
    const { env, sent } = outside("a");
    for (const site of ["a", "b", "c"])
      outbox.add("publication", site, `publication:${site}`, { site, release: 1, sequence: 1 });
    await expect(dispatch(outbox, env, "acme")).rejects.toThrow("1 not delivered");
    expect(sent.toSorted()).toEqual(["b", "c"]);
  });

  test.each<[told: string, carry: Receivers["carry"], sent: readonly string[]]>([
    ["sends no publication that it has carried", async () => true, []],
    ["sends a publication that needs more turns", async () => false, ["main"]],
    ["sends a publication that it cannot carry", () => Promise.reject(new Error("store away")), ["main"]],
  ])("%s", async (_told, carry, wanted) => {
    const { outbox } = outboxWith();
    const { env, sent } = outside("none", false, carry);
    outbox.add("publication", "main", "publication:main", { site: "main", release: 1, sequence: 1 });
    await dispatch(outbox, env, "acme");
    expect(sent).toEqual(wanted);
  });

  test("confirms audit rows with the end of a publication, for one commit", async () => {
    const { outbox } = outboxWith();
    const waiting: number[] = [];
    const { env, arrived } = outside("none", false, async () => {
      while (arrived.length === 0) await Promise.resolve();
      waiting.push(outbox.waiting().waiting);
      outbox.carried("publication:main");
      return true;
    });
    outbox.add("audit", "main", "a", audit("a"));
    outbox.add("publication", "main", "publication:main", { site: "main", release: 1, sequence: 1 });
    await dispatch(outbox, env, "acme");
    expect([waiting, outbox.waiting().waiting]).toEqual([[2], 0]);
  });

  test("leaves publications while pages leave the cache, and sends audit rows", async () => {
    const { outbox } = outboxWith();
    const { env, arrived } = outside("none", false, async () => true);
    outbox.add("audit", "main", "a", audit("a"));
    outbox.add("publication", "main", "publication:main", { site: "main", release: 1, sequence: 1 });
    await dispatch(outbox, { ...env, mayCarry: () => false }, "acme");
    expect([arrived, outbox.due("publication").map(({ attempts }) => attempts)]).toEqual([["a"], [0]]);
  });

  test("carries a publication once, and then leaves it to the queue", async () => {
    const { powers, outbox } = outboxWith();
    let carried = 0;
    const { env, sent } = outside("none", false, async () => (carried += 1) === 0);
    outbox.add("publication", "main", "publication:main", { site: "main", release: 1, sequence: 1 });
    await dispatch(outbox, env, "acme");
    powers.clock.now += OUTBOX_TAKEN_MS;
    await dispatch(outbox, env, "acme");
    expect([carried, sent]).toEqual([1, ["main", "main"]]);
  });

  test("does not retry every row of a batch if the database is unavailable", async () => {
    const { outbox } = outboxWith();
    const { env, batches } = outside("none", true);
    for (let n = 0; n < 10; n++) outbox.add("audit", "main", `a${n}`, audit(`a${n}`));
    await expect(dispatch(outbox, env, "acme")).rejects.toThrow("CHECK constraint failed");
    expect(batches).toEqual([10]);
  });

  test("ignores a late confirmation if another message has the row's number", () => {
    const { outbox } = outboxWith();
    outbox.add("audit", "main", "a", audit("a"));
    const late = outbox.due("audit");
    outbox.confirmed(late);
    outbox.add("audit", "main", "b", audit("b"));
    expect(outbox.due("audit").map(({ number }) => number)).toEqual(late.map(({ number }) => number));
    outbox.attempted(late);
    outbox.confirmed(late);
    expect(outbox.due("audit").map(({ id, attempts }) => [id, attempts])).toEqual([["b", 0]]);
  });

  test("has one publication of a site, the last, and every audit row", () => {
    const { outbox } = outboxWith();
    for (const sequence of [1, 2])
      outbox.add("publication", "main", "publication:main", { site: "main", release: sequence, sequence });
    for (const id of ["a", "b"]) outbox.add("audit", "main", id, audit(id));
    expect(outbox.due("publication").map(({ payload }) => JSON.parse(payload) as object)).toEqual([
      { site: "main", release: 2, sequence: 2 },
    ]);
    outbox.carried("publication:main");
    expect([outbox.due("publication").length, outbox.due("audit").length]).toEqual([0, 2]);
  });

  test("waits before it sends a publication again that the queue accepted, and retries a refused one soon", async () => {
    const { powers, outbox } = outboxWith();
    const { env, sent } = outside("poisoned");
    for (const site of ["main", "poisoned"])
      outbox.add("publication", site, `publication:${site}`, { site, release: 1, sequence: 1 });
    await expect(dispatch(outbox, env, "acme")).rejects.toThrow("queue refused");
    const sentAt = powers.clock.now;
    powers.clock.now = sentAt + OUTBOX_TAKEN_MS - 1;
    expect(outbox.due("publication").map(({ site }) => site)).toEqual(["poisoned"]);
    powers.clock.now = sentAt + OUTBOX_TAKEN_MS;
    expect(outbox.due("publication").map(({ site }) => site)).toEqual(["poisoned", "main"]);
    expect(sent).toEqual(["main"]);
  });

  test("does not delay a publication that was added while the earlier one was being sent", () => {
    const { outbox } = outboxWith();
    const add = (sequence: number): void =>
      outbox.add("publication", "main", "publication:main", { site: "main", release: sequence, sequence });
    add(1);
    const late = outbox.due("publication");
    outbox.attempted(late);
    outbox.carried("publication:main");
    add(2);
    expect(outbox.due("publication").map(({ number }) => number)).toEqual(late.map(({ number }) => number));
    outbox.taken(late);
    expect(outbox.due("publication")).toHaveLength(1);
  });

  test("sends again soon after the clock jumped ahead and back", () => {
    const { powers, outbox } = outboxWith();
    outbox.add("audit", "main", "a", audit("a"));
    const real = powers.clock.now;
    powers.clock.now += 365 * 24 * 60 * 60 * 1000;
    outbox.attempted(outbox.due("audit"));
    powers.clock.now = real + 1;
    expect(outbox.due("audit")).toHaveLength(1);
    expect(outbox.nextDue() ?? Infinity).toBeLessThanOrEqual(real + OUTBOX_BACKOFF_MAX_MS);
  });
});
