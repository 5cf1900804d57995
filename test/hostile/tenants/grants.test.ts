/** A grant is for one tenant, one worker, one site, one audience, one method and one moment. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { DISPATCH_GRANT_SECONDS } from "../../../manifests/bounds/hosting.ts";
import {
  type Dispatch,
  type DispatchAudience,
  signGrant,
  readSigningKey,
} from "../../../sites/platform/tenants/grant.ts";
import type { PublishedBytes } from "../../../sites/platform/tenants/published.ts";
import { entranceOf, migrate, objectOf, provision } from "../../worker/dispatch/harness.ts";

const SETTINGS = {
  hasSandbox: false,
  hasMail: false,
  trustKeys: "[]",
  agentsOrigin: "",
  membersOrigin: "",
  challengeKey: "",
};
const KEY = (env as unknown as { readonly DISPATCH_SIGNING_KEY: string }).DISPATCH_SIGNING_KEY;
const PUBLIC: DispatchAudience = { kind: "public" };
const MEMBER: DispatchAudience = {
  kind: "private",
  member: "m1",
  role: "owner",
  permissions: ["site.read", "content.edit"],
};
const HOME = { site: "main", path: "/", method: "GET", condition: null };

const grant = async (change: Partial<Dispatch> = {}, now?: number): Promise<string> =>
  signGrant(
    {
      tenant: "tenant-a",
      worker: "svc-t-tenant-a",
      site: "main",
      audience: PUBLIC,
      method: "published",
      once: false,
      ...change,
    },
    await readSigningKey(KEY),
    now,
  );

const ask = (text: string, method = "published", args: readonly unknown[] = [HOME]): Promise<unknown> =>
  entranceOf("A").dispatched({ grant: text, method, args, settings: SETTINGS });

const refusal = async (asked: Promise<unknown>): Promise<string> => {
  try {
    await asked;
    return "answered";
  } catch (error) {
    return String(error).replace(/^.*?([A-Z]+_?[A-Z]{4,}).*$/s, "$1");
  }
};

describe("a tenant's worker", () => {
  beforeAll(async () => {
    await migrate();
    await provision("tenant-a");
    await provision("tenant-b");
  });

  test("accepts a grant for it", async () => {
    const { status, body } = (await ask(await grant())) as PublishedBytes;
    expect([status, new TextDecoder().decode(body ?? undefined).includes("Marker of tenant-a")]).toEqual([200, true]);
  });

  test.each<[string, Partial<Dispatch>]>([
    ["for another tenant", { tenant: "tenant-b", worker: "svc-t-tenant-b" }],
    ["for another worker of this tenant", { worker: "svc-t-tenant-b" }],
    ["for this worker of another tenant", { tenant: "tenant-b" }],
    ["for another site", { site: "other" }],
    ["for another method", { method: "status" }],
    ["that says that it serves once, where it does not", { once: true }],
  ])("refuses a grant %s", async (_, change) => {
    expect(await refusal(grant(change).then((text) => ask(text)))).toBe("FORBIDDEN");
  });

  test("refuses an expired grant", async () => {
    const old = await grant({}, Date.now() - (DISPATCH_GRANT_SECONDS + 1) * 1000);
    expect(await refusal(ask(old))).toBe("FORBIDDEN");
  });

  test("refuses a grant with another signature, also of a tenant's script", async () => {
    const pair = (await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"])) as CryptoKeyPair;
    const text = await signGrant(
      {
        tenant: "tenant-a",
        worker: "svc-t-tenant-a",
        site: "main",
        audience: PUBLIC,
        method: "published",
        once: false,
      },
      { kid: "one", key: pair.privateKey },
    );
    expect(await refusal(ask(text))).toBe("FORBIDDEN");
  });

  test("refuses a call without any grant", async () => {
    expect(await refusal(ask(undefined as unknown as string))).toBe("FORBIDDEN");
  });

  test("runs a call with a single-use grant once", async () => {
    const once = await grant({ method: "setStatus", once: true, audience: { kind: "platform" }, site: null });
    expect(await ask(once, "setStatus", ["active"])).toMatchObject({ ok: true });
    expect(await refusal(ask(once, "setStatus", ["active"]))).toBe("FORBIDDEN");
  });

  test("runs one of ten concurrent calls with a single-use grant", async () => {
    const once = await grant({ method: "setStatus", once: true, audience: { kind: "platform" }, site: null });
    const answers = await Promise.all(Array.from({ length: 10 }, () => refusal(ask(once, "setStatus", ["active"]))));
    expect(answers.toSorted()).toEqual([...Array<string>(9).fill("FORBIDDEN"), "answered"]);
  });

  test("stores no settings from a call with a used grant", async () => {
    const once = await grant({ method: "setStatus", once: true, audience: { kind: "platform" }, site: null });
    await ask(once, "setStatus", ["active"]);
    const settings = { ...SETTINGS, agentsOrigin: "https://forged.example" };
    const forged = entranceOf("A").dispatched({ grant: once, method: "setStatus", args: ["active"], settings });
    expect(await refusal(forged)).toBe("FORBIDDEN");
    const kept = await runInDurableObject(objectOf("A"), (_, { storage }) => storage.kv.get<string>("settings"));
    expect(kept).toBe(JSON.stringify(SETTINGS));
  });

  test("stores a file once with a single-use grant", async () => {
    const once = await grant({ method: "mediaPut", once: true, audience: MEMBER });
    const args = ["tenant-a/uploads/one/0", new Uint8Array(3), {}];
    expect(await ask(once, "mediaPut", args)).toBeNull();
    expect(await refusal(ask(once, "mediaPut", args))).toBe("FORBIDDEN");
  });

  test.each<[string, string, readonly unknown[]]>([
    ["a draft", "read", ["draft", "main", { path: "/" }]],
    ["a list of pages", "read", ["pages", "main", {}]],
    ["a command", "execute", ["page.update", { site: "main", actor: { kind: "visitor", id: "v" } }, {}]],
    ["an operator's question", "status", []],
    ["the tenant's archives", "storeList", ["backups", null]],
    ["a file of an upload", "mediaGet", ["tenant-a/uploads/one/0"]],
    ["a visitor's file", "mediaGet", ["tenant-a/quarantine/one/0"]],
    ["storing a file that is served", "mediaPut", [`tenant-a/${"a".repeat(64)}/a.png`, new Uint8Array(1), {}]],
    ["a page of another site under this one's grant", "published", [{ ...HOME, site: "other" }]],
    ["a page of every site", "published", [{ ...HOME, site: null }]],
    ["a question without a site", "published", [{}]],
    ["a question that is none", "published", []],
    ["the workspace's own entrance", "fetch", ["https://live/", { headers: { upgrade: "websocket" } }]],
    ["what no method is", "constructor", []],
    ["a method of every object", "toString", []],
    ["a private step", "spendGrant", [{}]],
  ])("refuses the public %s", async (_, method, args) => {
    for (const once of [true, false])
      expect(await refusal(grant({ method, once }).then((text) => ask(text, method, args)))).toBe("FORBIDDEN");
  });

  test.each<[string, string, readonly unknown[]]>([
    ["in another member's name", "execute", ["page.update", { site: "main", actor: { kind: "member", id: "m2" } }, {}]],
    ["in an operator's name", "execute", ["page.update", { site: "main", actor: { kind: "operator", id: "o" } }, {}]],
    [
      "in a plugin's name for another member",
      "execute",
      ["page.update", { site: "main", actor: { kind: "plugin", id: "p", behalf: { member: "m2" } } }, {}],
    ],
    ["at another site", "execute", ["page.update", { site: "other", actor: { kind: "member", id: "m1" } }, {}]],
    ["as another member's agent", "agentTool", ["main", { id: "m2", role: "owner", scopes: [] }, "x", {}]],
    ["as another caller of a plugin", "pluginRoute", ["main", { caller: { member: { id: "m2", role: "owner" } } }]],
  ])("refuses a member's call %s", async (_, method, args) => {
    const text = grant({ method, once: true, audience: MEMBER });
    expect(await refusal(text.then((one) => ask(one, method, args)))).toBe("FORBIDDEN");
  });

  test.each([["site.read"], []])("lets a member with the permissions %j change nothing", async (...permissions) => {
    const audience: DispatchAudience = { ...MEMBER, permissions: permissions.filter((one) => one !== undefined) };
    const args = ["page.update", { site: "main", actor: { kind: "member", id: "m1" } }, {}];
    expect(
      await refusal(grant({ method: "execute", once: true, audience }).then((one) => ask(one, "execute", args))),
    ).toBe("FORBIDDEN");
  });

  test("refuses the public a call in a member's name to a plugin", async () => {
    const text = await grant({ method: "pluginRoute", once: true });
    const args = ["main", { caller: { member: { id: "m1", role: "owner" } } }];
    expect(await refusal(ask(text, "pluginRoute", args))).toBe("FORBIDDEN");
  });

  test("returns no file of another tenant, whatever the key", async () => {
    for (const key of [`tenant-b/${"a".repeat(64)}/a.png`, `../backups/tenant-a/x`]) {
      const text = await grant({ method: "mediaGet", audience: MEMBER });
      expect(await refusal(ask(text, "mediaGet", [key]))).toBe("NOT_FOUND");
    }
  });
});
