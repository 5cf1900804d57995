import { createMessageBatch, env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { DEAD_LETTER_MAX_CHARS } from "../../../manifests/bounds/publicContent.ts";
import { expectValue } from "../../../runtime/commands/answer.ts";
import { recordDeadLetters } from "../../../sites/workers/workspace/queues/deadLetterQueue.ts";
import type { Env } from "../../../sites/workers/workspace/bindings/env.ts";
import {
  PUBLISH,
  SITE,
  aTenant,
  carriedMarkdown,
  db,
  deliver,
  message,
  migrate,
  pointerOf,
  rewrite,
  run,
  stubOf,
} from "./harness.ts";

beforeAll(migrate);

const DEAD = "drawbridge-dead-letter";

describe("a publication message", () => {
  test("carries the publication to the public store", async () => {
    const { tenant } = await aTenant("carry");
    expect(await deliver(PUBLISH, [message(tenant, 1)])).toEqual({ acked: [0], retried: [] });
    expect(await carriedMarkdown(tenant, "home")).toContain("Text of home");
  });

  test("twice, late and out of order ends at the newest publication", async () => {
    const { tenant } = await aTenant("order");
    await rewrite(tenant, "home", "Second", 1);
    await run(tenant, "publish", {});
    await deliver(PUBLISH, [message(tenant, 2), message(tenant, 1), message(tenant, 2)]);
    await deliver(PUBLISH, [message(tenant, 1)]);
    expect((await pointerOf(tenant))?.sequence).toBe(2);
    expect(await carriedMarkdown(tenant, "home")).toContain("Second");
  });

  test("is confirmed to the outbox once carried", async () => {
    const { tenant } = await aTenant("confirm");
    await deliver(PUBLISH, [message(tenant, 1)]);
    expect(expectValue(await stubOf(tenant).status()).outbox.waiting).toBe(0);
  });

  test.each([
    ["null", null],
    ["a text", "publish"],
    ["without site", { tenant: "t", release: 1, sequence: 1 }],
    ["with a negative sequence", { tenant: "t", site: SITE, release: 1, sequence: -1 }],
    ["with an unknown member", { tenant: "t", site: SITE, release: 1, sequence: 1, admin: true }],
    ["for a tenant that does not exist", { tenant: "nobody", site: SITE, release: 1, sequence: 1 }],
  ])("that is poisoned (%s) comes back alone; its neighbour is carried", async (_claim, body) => {
    const { tenant } = await aTenant("poison");
    expect(await deliver(PUBLISH, [body, message(tenant, 1)])).toEqual({ acked: [1], retried: [0] });
    expect((await pointerOf(tenant))?.sequence).toBe(1);
  });

  test("of a sequence the workspace does not know, as after a recovery to an earlier point, carries what there is", async () => {
    const { tenant } = await aTenant("future");
    expect(await deliver(PUBLISH, [message(tenant, 99)])).toEqual({ acked: [0], retried: [] });
    expect((await pointerOf(tenant))?.sequence).toBe(1);
  });
});

describe("a dead letter", () => {
  const records = async (tenant: string) =>
    (
      await db
        .prepare("SELECT kind, site_id, payload, resolved_at FROM operational_records WHERE tenant_id = ?")
        .bind(tenant)
        .all<{ payload: string }>()
    ).results;

  test("leaves a record with its message", async () => {
    const { tenant } = await aTenant("dead");
    expect((await deliver(DEAD, [message(tenant, 1)])).acked).toEqual([0]);
    expect(await records(tenant)).toEqual([
      {
        kind: "dead_letter",
        site_id: SITE,
        payload: JSON.stringify({ message: message(tenant, 1) }),
        resolved_at: null,
      },
    ]);
  });

  test("is written to the dataset of records, too, without a word of its message", async () => {
    const points: AnalyticsEngineDataPoint[] = [];
    const body = { tenant: "counted", site: SITE, text: "private words" };
    const batch = createMessageBatch(DEAD, [{ id: "counted-1", timestamp: new Date(), attempts: 3, body }]);
    await recordDeadLetters(batch, {
      ...env,
      RECORDS: { writeDataPoint: (point: AnalyticsEngineDataPoint) => void points.push(point) },
    } as unknown as Env);
    expect(points).toEqual([{ indexes: ["counted"], blobs: ["dead_letter", "counted", SITE], doubles: [3] }]);
  });

  test("stays on record when the dataset refuses it", async () => {
    const refuses = {
      writeDataPoint: () => {
        throw new Error("no room");
      },
    };
    const batch = createMessageBatch(DEAD, [
      { id: "counted-2", timestamp: new Date(), attempts: 1, body: { tenant: "refused" } },
    ]);
    await recordDeadLetters(batch, { ...env, RECORDS: refuses } as unknown as Env);
    expect(await records("refused")).toHaveLength(1);
  });

  test.each([
    ["nothing", null],
    ["a number", 7],
    ["an array", [1]],
    ["names that are no text", { tenant: 1, site: {} }],
  ])("that holds %s is recorded all the same", async (_claim, body) => {
    const before = (await records("")).length;
    await deliver(DEAD, [body]);
    expect((await records("")).length).toBe(before + 1);
  });

  test.each([
    [-1, false],
    [0, false],
    [1, true],
  ])("%i characters from the bound is cut: %s", async (offset, cut) => {
    const tenant = `long-${offset}-${crypto.randomUUID().slice(0, 8)}`;
    const empty = JSON.stringify({ tenant, text: "" }).length;
    await deliver(DEAD, [{ tenant, text: "x".repeat(DEAD_LETTER_MAX_CHARS + offset - empty) }]);
    const [record] = await records(tenant);
    expect("truncated" in (JSON.parse(record?.payload ?? "{}") as object)).toBe(cut);
  });

  test("is replayed by announcing the site again: everything is carried once more", async () => {
    const { tenant } = await aTenant("replay");
    await deliver(PUBLISH, [message(tenant, 1)]);
    expect(expectValue(await stubOf(tenant).announce(SITE))).toEqual({ sequence: 1 });
    expect(expectValue(await stubOf(tenant).status()).sites[0]?.refreshed).toBe(0);
    await deliver(PUBLISH, [message(tenant, 1)]);
    expect(expectValue(await stubOf(tenant).status()).sites[0]?.refreshed).toBe(1);
  });
});
