import { env } from "cloudflare:workers";
import { decodeJwt } from "jose";
import { beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "../../../sites/workers/private-mcp/tools/caller.ts";
import type { Env } from "../../../sites/workers/private-mcp/bindings/env.ts";
import { workspaceFor } from "../../../sites/workers/private-mcp/workspaces.ts";
import { tenantNames } from "../../../sites/platform/tenants/names.ts";
import type { DispatchedCall, Platform } from "../../../sites/platform/tenants/platform.ts";
import { forgetWorkers } from "../../../sites/control/tenants/tenantWorkers.ts";
import { migrate } from "./agentClient.ts";

const bindings = env as unknown as Env & { readonly DISPATCH_SIGNING_KEY: string };
const SETTINGS = {
  hasSandbox: false,
  hasMail: false,
  trustKeys: "[]",
  agentsOrigin: "",
  membersOrigin: "",
  challengeKey: "",
};

const caller = (change: Partial<Caller> = {}): Caller => ({
  tenant: "acme",
  site: "main",
  identity: "m1",
  role: "editor",
  status: "active",
  hostname: "acme.example",
  scopes: ["site:read"],
  client: "client",
  grant: "grant",
  ...change,
});

/** A namespace that records its calls, and a dispatcher that lends. */
function aDeployment() {
  const asked: { readonly worker: string; readonly call: DispatchedCall }[] = [];
  const lent: string[] = [];
  let ended = 0;
  const managed = {
    DB: bindings.DB,
    DISPATCH_SIGNING_KEY: bindings.DISPATCH_SIGNING_KEY,
    TENANTS: {
      get: (worker: string) => ({
        dispatched: async (call: DispatchedCall) => {
          asked.push({ worker, call });
          return { ok: true, value: [] };
        },
      }),
    } as unknown as DispatchNamespace,
    LENDER: {
      lend: async (tenant: string) => {
        lent.push(tenant);
        return { platform: {} as Platform, ending: { end: async () => void (ended += 1) } };
      },
      settings: async () => SETTINGS,
    },
  } as unknown as Env;
  return { managed, asked, lent, ended: () => ended };
}

async function markReady(tenant: string, readyAt: number | null): Promise<void> {
  const { worker, bucket, queue } = tenantNames(tenant);
  forgetWorkers();
  await bindings.DB.prepare("INSERT OR REPLACE INTO tenant_workers VALUES (?, ?, 'n', 'r', ?, ?, ?, ?)")
    .bind(tenant, worker, "d".repeat(64), bucket, queue, readyAt)
    .run();
}

describe("the worker of members' agents where tenants have a worker each", () => {
  beforeEach(async () => {
    await migrate();
    await markReady("acme", 1);
  });

  test("asks the caller's tenant alone, within role and scopes, for the caller's site", async () => {
    const { managed, asked, lent, ended } = aDeployment();
    await workspaceFor(managed, caller()).read("pages", "main", {});
    expect(asked.map(({ worker, call: { method, args } }) => [worker, method, args])).toEqual([
      ["svc-t-acme", "read", ["pages", "main", {}]],
    ]);
    expect(decodeJwt(asked[0]?.call.grant ?? "")).toMatchObject({
      sub: "acme",
      aud: "svc-t-acme",
      site: "main",
      audience: { kind: "private", member: "m1", role: "editor", permissions: ["site.read"] },
    });
    expect([lent, ended()]).toEqual([["acme"], 1]);
  });

  const refused = (asked: Promise<unknown>) => expect(asked).rejects.toMatchObject({ code: "FORBIDDEN" });

  test("changes nothing with a scope that only reads, whatever the role", async () => {
    const { managed, asked } = aDeployment();
    const envelope = { site: "main", actor: { kind: "member", id: "m1" }, key: "k", requestId: "r" } as const;
    await refused(workspaceFor(managed, caller({ role: "owner" })).execute("page.update", envelope, {}));
    expect(asked).toEqual([]);
  });

  test("asks for no other site, and in no other member's name", async () => {
    const { managed, asked } = aDeployment();
    await refused(workspaceFor(managed, caller()).read("pages", "other", {}));
    const envelope = { site: "main", actor: { kind: "member", id: "m2" }, key: "k", requestId: "r" } as const;
    const writer = caller({ scopes: ["site:read", "content:write"] });
    await refused(workspaceFor(managed, writer).execute("page.update", envelope, {}));
    expect(asked).toEqual([]);
  });

  test("asks nobody while the tenant's worker is not ready", async () => {
    const { managed, asked } = aDeployment();
    await markReady("acme", null);
    await expect(workspaceFor(managed, caller()).read("pages", "main", {})).rejects.toMatchObject({
      code: "UNAVAILABLE",
    });
    expect(asked).toEqual([]);
  });

  test("works with one way to tenants, never with two and never with none", () => {
    const { managed } = aDeployment();
    const both = { ...managed, TENANT_WORKSPACE: bindings.TENANT_WORKSPACE } as Env;
    expect(() => workspaceFor(both, caller())).toThrow("only one may be bound");
    const { TENANTS: _, ...neither } = managed;
    expect(() => workspaceFor(neither as Env, caller())).toThrow("neither");
  });
});
