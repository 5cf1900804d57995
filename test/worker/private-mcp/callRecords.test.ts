import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { AGENT_CALLS_BATCH, AGENT_CALLS_KEPT_MS, AGENT_CALLS_WAIT_MS } from "../../../manifests/bounds/agents.ts";
import { LOGIN_SWEEP_ROWS } from "../../../manifests/bounds/logins.ts";
import { CallRecords } from "../../../sites/workers/private-mcp/callRecords.ts";
import { bindings, db, migrate } from "./agentClient.ts";

const NOW = 1_800_000_000_000;

beforeAll(migrate);
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  await db.prepare("DELETE FROM agent_calls").run();
});
afterEach(() => void vi.useRealTimers());

/** Inserts this many records at a time. */
const put = (count: number, at: number) =>
  db
    .prepare(
      "INSERT INTO agent_calls (id, tenant_id, site_id, identity_id, client, name, outcome, duration_ms, at) SELECT 'old ' || value, 'old', 's', 'i', 'c', 'n', 'ok', 1, ?2 FROM json_each(?1)",
    )
    .bind(JSON.stringify(Array.from({ length: count }, (_, n) => n)), at)
    .run();

const left = async (tenant: string): Promise<number> =>
  (await db.prepare("SELECT count(*) AS n FROM agent_calls WHERE tenant_id = ?").bind(tenant).first<{ n: number }>())
    ?.n ?? 0;

const call = () => ({
  id: crypto.randomUUID(),
  tenant: "new",
  site: "s",
  identity: "i",
  client: "c",
  grant: "grant:u:g",
  name: "n",
  outcome: "ok",
  durationMs: 1,
  at: Date.now(),
});

/** Adds enough calls to fill a batch, which is written without a wait. */
async function write(): Promise<void> {
  const records = new CallRecords(() => new Promise(() => undefined));
  const work: Promise<unknown>[] = [];
  for (let n = 0; n < AGENT_CALLS_BATCH; n += 1)
    records.add(bindings, { waitUntil: (promise) => void work.push(promise) }, call());
  await work.at(-1);
}

test.each([
  [-1, 1],
  [0, 0],
  [1, 0],
])("a record is kept as long as the bound; after that and %i ms, %i are left", async (more, count) => {
  await put(1, NOW);
  vi.setSystemTime(NOW + AGENT_CALLS_KEPT_MS + more);
  await write();
  expect([await left("old"), await left("new")]).toEqual([count, AGENT_CALLS_BATCH]);
});

test.each([
  [-1, 0],
  [0, 0],
  [1, 1],
])("of as many records that are over as are removed at once and %i, %i are left", async (more, count) => {
  await put(LOGIN_SWEEP_ROWS + more, NOW - AGENT_CALLS_KEPT_MS);
  await write();
  expect(await left("old")).toBe(count);
});

test("the grant calls are made under is known as used when the last of them was, and never as used before that", async () => {
  const value = JSON.stringify({ id: "g" });
  await db
    .prepare("INSERT OR REPLACE INTO agent_records (key, value, revision, expires_at) VALUES ('grant:u:g', ?, 7, ?)")
    .bind(value, NOW * 2)
    .run();
  const used = () => db.prepare("SELECT used_at, revision FROM agent_records WHERE key = 'grant:u:g'").first();
  vi.setSystemTime(NOW + 1000);
  await write();
  vi.setSystemTime(NOW);
  await write();
  expect(await used()).toEqual({ used_at: NOW + 1000, revision: 7 });
});

describe("calls", () => {
  let written: number[];
  let work: Promise<unknown>[];
  /** Records the number of records in each batch. */
  const DB = {
    prepare: () => ({ bind: (first: unknown) => first }),
    batch: async ([json]: unknown[]) => void written.push((JSON.parse(String(json)) as unknown[]).length),
  } as unknown as D1Database;
  let records: CallRecords;
  const many = (count: number): void => {
    for (let n = 0; n < count; n += 1) records.add({ DB }, { waitUntil: (promise) => void work.push(promise) }, call());
  };

  beforeEach(() => {
    [written, work] = [[], []];
    vi.useFakeTimers({ toFake: ["Date", "setTimeout"], now: NOW });
    records = new CallRecords((ms) => new Promise((done) => setTimeout(done, ms)));
  });

  test.each([
    [-1, []],
    [0, [AGENT_CALLS_BATCH]],
    [1, [AGENT_CALLS_BATCH]],
  ])("as many as a batch and %i are written without waiting: %j", async (more, at) => {
    many(AGENT_CALLS_BATCH + more);
    await vi.advanceTimersByTimeAsync(0);
    expect(written).toEqual(at);
    await vi.advanceTimersByTimeAsync(AGENT_CALLS_WAIT_MS);
    expect(written.reduce((sum, count) => sum + count, 0)).toBe(AGENT_CALLS_BATCH + more);
  });

  test.each([
    [-1, []],
    [0, [3]],
    [1, [3]],
  ])("wait for others as long as the bound and %i ms: %j", async (more, at) => {
    many(3);
    await vi.advanceTimersByTimeAsync(AGENT_CALLS_WAIT_MS + more);
    expect(written).toEqual(at);
  });

  test.each([
    [-1, 1],
    [0, 2],
    [1, 2],
  ])(
    "are waited for by one request; when it was cut off, another does after twice that time and %i ms: %i wait",
    async (more, waiting) => {
      many(2);
      expect(work).toHaveLength(1);
      vi.clearAllTimers();
      vi.setSystemTime(NOW + 2 * AGENT_CALLS_WAIT_MS + more);
      many(1);
      expect(work).toHaveLength(waiting);
      await vi.advanceTimersByTimeAsync(AGENT_CALLS_WAIT_MS);
      expect(written).toEqual(waiting === 2 ? [3] : []);
    },
  );
});
