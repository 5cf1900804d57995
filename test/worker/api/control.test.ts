import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { CLAIM_KEPT_MS, CLAIMS_SWEPT, CONTROL_ATTEMPTS } from "../../../manifests/bounds/commands.ts";
import type { ApiCall } from "../../../sites/web/api/request/call.ts";
import { runControl } from "../../../sites/web/api/control/command.ts";
import { db, migrate, unique } from "../site/harness.ts";
import { anEditor } from "./apiClient.ts";

beforeAll(migrate);

const ROUTE = { command: "test.control", permission: "members.manage", limits: { bodyBytes: 0, rate: null } } as const;

const DIGEST = "0".repeat(64);

/** An owner's call after the guards. */
async function aCall(at = Date.now()): Promise<ApiCall> {
  const { site, identity } = await anEditor();
  const member = { identity, tenant: site.name, site: "main", role: "owner", status: "active", loginSession: "l" };
  return {
    env,
    member,
    params: {},
    body: undefined,
    key: unique("key"),
    requestId: crypto.randomUUID(),
    at,
  } as unknown as ApiCall;
}

/** A decision that concurrent changes invalidate this many times. */
function spoilt(times: number) {
  const tries = { made: 0, forgotten: 0 };
  const decide = async () => {
    tries.made += 1;
    const condition = { sql: "? > ?", values: [tries.made, times] };
    return { output: { try: tries.made }, condition, effects: [], forget: () => void (tries.forgotten += 1) };
  };
  return { tries, decide };
}

describe("a command of the control plane", () => {
  test.each([CONTROL_ATTEMPTS - 2, CONTROL_ATTEMPTS - 1])(
    "is done although others were quicker %i times",
    async (times) => {
      const { tries, decide } = spoilt(times);
      expect(JSON.parse((await runControl(ROUTE, await aCall(), decide)).json)).toEqual({ try: times + 1 });
      expect(tries).toEqual({ made: times + 1, forgotten: 1 });
    },
  );

  test.each([CONTROL_ATTEMPTS, CONTROL_ATTEMPTS + 1])(
    "is refused, and nothing of it written, when they were %i times",
    async (times) => {
      const { tries, decide } = spoilt(times);
      const call = await aCall();
      await expect(runControl(ROUTE, call, decide)).rejects.toMatchObject({ code: "CONFLICT" });
      expect(tries).toEqual({ made: CONTROL_ATTEMPTS, forgotten: 0 });
      for (const [table, column] of [
        ["claims", "id"],
        ["audit", "request_id"],
      ]) {
        const needle = column === "id" ? call.key : call.requestId;
        expect(await db.prepare(`SELECT 1 FROM ${table} WHERE instr(${column}, ?)`).bind(needle).first()).toBeNull();
      }
    },
  );

  test.each([
    [-1, 0],
    [0, 0],
    [1, 1],
  ])("removes old claims beside its own: of as many as it may and %i, %i are left", async (more, left) => {
    const at = Date.now();
    await db.prepare("DELETE FROM claims").run();
    const ids = JSON.stringify(Array.from({ length: CLAIMS_SWEPT + more }, (_, n) => `old ${n}`));
    await db
      .prepare("INSERT INTO claims (id, input_digest, answer, at) SELECT value, ?, '{}', ? FROM json_each(?)")
      .bind(DIGEST, at - CLAIM_KEPT_MS - 1, ids)
      .run();
    await db
      .prepare("INSERT INTO claims (id, input_digest, answer, at) VALUES ('kept', ?, '{}', ?)")
      .bind(DIGEST, at - CLAIM_KEPT_MS)
      .run();
    await runControl(ROUTE, await aCall(at), spoilt(0).decide);
    const { results } = await db.prepare("SELECT id FROM claims").all<{ id: string }>();
    const names = results.map(({ id }) => id);
    expect([names.filter((id) => id.startsWith("old")).length, names.includes("kept"), names.length]).toEqual([
      left,
      true,
      left + 2,
    ]);
  });
});
