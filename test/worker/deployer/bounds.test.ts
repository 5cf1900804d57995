/** Bounds of requests to a deployer and of its polling: one below, at, and one above each. */
import { describe, expect, test } from "vitest";
import type * as z from "zod/mini";
import {
  ARTIFACT_MAX_BYTES,
  EMPTYING_TRIES,
  ERASING_TRIES,
  ERASING_WAIT_MS,
  EXPORT_ID_MAX_CHARS,
  IDENTITY_TRIES,
  IDENTITY_WAIT_MS,
  PLUGIN_RECORDS_MAX,
  READ_BACK_TRIES,
  READ_BACK_WAIT_MS,
  RELEASE_LABEL_MAX_CHARS,
  TENANT_QUEUE_ATTEMPTS,
  TENANT_QUEUE_BATCH,
  TENANT_QUEUE_RETRY_SECONDS,
  TENANT_QUEUE_WAIT_SECONDS,
} from "../../../manifests/bounds/hosting.ts";
import { accepted } from "../../../manifests/result.ts";
import { acceptedAnswer } from "../../../runtime/commands/answer.ts";
import type { KeptExport } from "../../../sites/workers/deployer/archives/exporting.ts";
import { trustedArtifact } from "../../../sites/workers/deployer/deploying/artifact.ts";
import { awaitIdentity } from "../../../sites/workers/deployer/deploying/identity.ts";
import { ensureQueue } from "../../../sites/workers/deployer/deploying/queue.ts";
import { readBack } from "../../../sites/workers/deployer/deploying/readBack.ts";
import { eraseContents } from "../../../sites/workers/deployer/erasing/contents.ts";
import type { Hosting } from "../../../sites/workers/deployer/tenants/hosting.ts";
import { deployRequest, exportIdShape, initialiseRequest } from "../../../sites/workers/deployer/requests.ts";
import type { TenantWorkerRow } from "../../../sites/control/tenants/tenantWorkers.ts";
import { DISPATCHER } from "../../../sites/platform/tenants/names.ts";
import { digestOf } from "./world.ts";

const SHA256 = "0".repeat(64);
const AROUND = [-1, 0, 1] as const;
const TAKEN = AROUND.map((more) => [more, more <= 0] as const);

const takes = (shape: z.ZodMiniType, value: unknown): boolean => shape.safeParse(value).success;

describe("a request takes, with so many more than it may,", () => {
  test.each(TAKEN)("%i characters of a release: %s", (more, isTaken) => {
    const release = "r".repeat(RELEASE_LABEL_MAX_CHARS + more);
    expect(takes(deployRequest, { tenantId: "a", release, sha256: SHA256 })).toBe(isTaken);
  });

  test.each(TAKEN)("%i characters of an export's name: %s", (more, isTaken) => {
    const end = "/exports/1.json";
    expect(takes(exportIdShape, `${"a".repeat(EXPORT_ID_MAX_CHARS + more - end.length)}${end}`)).toBe(isTaken);
  });

  test.each(TAKEN)("%i private records of plugins: %s", (more, isTaken) => {
    const one = { plugin: "drawbridge.basics", key: "k", value: 1 };
    const records = Array.from({ length: PLUGIN_RECORDS_MAX + more }, () => one);
    expect(takes(initialiseRequest.shape.pluginRecords, records)).toBe(isTaken);
  });
});

describe("an artifact", () => {
  test.each(TAKEN)("of %i bytes more than the largest is read: %s", async (more, isTaken) => {
    const bytes = new Uint8Array(ARTIFACT_MAX_BYTES + more);
    const sha256 = await digestOf(bytes);
    const stored = {
      size: bytes.length,
      body: new Response(new Uint8Array()).body,
      bytes: async () => bytes,
    };
    const releases = { get: async () => stored } as unknown as R2Bucket;
    const read = trustedArtifact({ releases } as Hosting, "0.1.0", sha256).then(
      ({ module }) => module.length,
      ({ detail }: { readonly detail: { readonly step: string } }) => detail.step,
    );
    expect(await read).toBe(isTaken ? bytes.length : "artifact");
  });
});

/** A counted wait. */
function counted() {
  const waits: number[] = [];
  return { waits, sleep: async (ms: number) => void waits.push(ms) };
}

/** Answers `then` from the n-th call on, and `before` until then. */
function fromTime<T>(n: number, before: () => T, then: () => T): () => Promise<T> {
  let asked = 0;
  return async () => ((asked += 1) >= n ? then() : before());
}

describe("what comes at the last look, and not what comes one later:", () => {
  test.each(TAKEN)("what was made, seen at look %i after the last: %s", async (more, isSeen) => {
    const { sleep, waits } = counted();
    const look = fromTime<string | undefined>(
      READ_BACK_TRIES + more,
      () => undefined,
      () => "made",
    );
    const seen = readBack({ sleep }, "bucket", look).then(
      () => true,
      () => false,
    );
    const looks = READ_BACK_TRIES - 1 + Math.min(more, 0);
    expect([await seen, waits]).toEqual([isSeen, Array.from({ length: looks }, () => READ_BACK_WAIT_MS)]);
  });

  const ROW = { tenant: "a", worker: "svc-t-a", release: "0.1.0", artifactSha256: SHA256 } as TenantWorkerRow;

  test.each(TAKEN)("a script that says who it is at question %i after the last: %s", async (more, isBelieved) => {
    const { sleep, waits } = counted();
    const { tenant, worker, release, artifactSha256 } = ROW;
    const identity = fromTime(
      IDENTITY_TRIES + more,
      () => ({ tenant, worker, release: "older", artifactSha256 }),
      () => ({ tenant, worker, release, artifactSha256 }),
    );
    const believed = awaitIdentity({ sleep, tenants: { identity } } as unknown as Hosting, ROW).then(
      () => true,
      () => false,
    );
    const looks = IDENTITY_TRIES - 1 + Math.min(more, 0);
    expect([await believed, waits]).toEqual([isBelieved, Array.from({ length: looks }, () => IDENTITY_WAIT_MS)]);
  });

  /** Erases a tenant's content in three parts, each of which may take several calls. */
  async function erased(
    changes: Readonly<Record<"finished" | "waiting" | "empty", () => Promise<unknown>>>,
    { sleep } = counted(),
  ) {
    const methods: Readonly<Record<string, () => Promise<unknown>>> = {
      erase: async () => acceptedAnswer({ finished: await changes.finished() }),
      status: async () => acceptedAnswer({ outbox: { waiting: await changes.waiting() } }),
    };
    const tenants = {
      list: async () => ({ objects: [], next: null }),
      write: async () => undefined,
      call: (_tenant: string, method: string) => methods[method]?.(),
      empty: changes.empty,
    };
    const kept = { id: "1", files: [], bytes: new Uint8Array(), facts: { sha256: SHA256, stored: {} } };
    const contents = { tenant: "a", sites: [], confirmation: "", discardsSubmissions: false };
    const hosting = { sleep, tenants } as unknown as Hosting;
    const occasion = { actor: "operator:x", requestId: "r", inputDigest: "", key: "k", at: 1 };
    return eraseContents(hosting, { ...contents, kept: kept as unknown as KeptExport }, occasion).then(
      () => "erased",
      ({ code }: { readonly code: string }) => code,
    );
  }
  const AT_ONCE = { finished: async () => true, waiting: async () => 0, empty: async () => true };
  const seenAt = <T>(n: number, before: T, then: T): (() => Promise<T>) =>
    fromTime(
      n,
      () => before,
      () => then,
    );

  test.each(AROUND)(
    "an erasure whose public places, audit or bucket follow at question %i after the last",
    async (more) => {
      const late = more > 0;
      const follows = ERASING_TRIES + more;
      expect(await erased({ ...AT_ONCE, finished: seenAt(follows, false, true) })).toBe(late ? "CONFLICT" : "erased");
      expect(await erased({ ...AT_ONCE, waiting: seenAt(follows, 1, 0) })).toBe(late ? "CONFLICT" : "erased");
      const empty = seenAt(EMPTYING_TRIES + more, false, true);
      expect(await erased({ ...AT_ONCE, empty })).toBe(late ? "DEPLOYMENT_STOPPED" : "erased");
    },
  );

  test("an erasure looks again after the bound, for the public places and for the audit", async () => {
    const waits = counted();
    expect(await erased({ ...AT_ONCE, finished: seenAt(3, false, true), waiting: seenAt(2, 1, 0) }, waits)).toBe(
      "erased",
    );
    expect(waits.waits).toEqual([ERASING_WAIT_MS, ERASING_WAIT_MS, ERASING_WAIT_MS]);
  });
});

test("a tenant's queue is consumed in batches, with waits and attempts, as the bounds say", async () => {
  const sent: unknown[] = [];
  const queue = { queue_id: "q1", queue_name: "svc-t-a" };
  const consumer = { type: "worker", script: DISPATCHER };
  const provider = {
    list: async () => accepted([{ ...queue, consumers: sent.length > 0 ? [consumer] : [] }]),
    ask: async ({ body }: { readonly body?: unknown }) => {
      sent.push(body);
      return accepted(consumer);
    },
  };
  await ensureQueue({ provider, account: "a", sleep: async () => undefined } as unknown as Hosting, "svc-t-a");
  expect(sent).toEqual([
    {
      type: "worker",
      script_name: DISPATCHER,
      settings: {
        batch_size: TENANT_QUEUE_BATCH,
        max_wait_time_ms: TENANT_QUEUE_WAIT_SECONDS * 1_000,
        max_retries: TENANT_QUEUE_ATTEMPTS,
        retry_delay: TENANT_QUEUE_RETRY_SECONDS,
      },
    },
  ]);
});
