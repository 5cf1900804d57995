/** A tenant's worker may use the lent platform only for its own tenant, and only during the call. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { MAIL_MAX_BYTES } from "../../../manifests/bounds/forms.ts";
import { DISPATCH_CPU_MS, DISPATCH_SUBREQUESTS, LENT_MAX_CHARS, LENT_MS } from "../../../manifests/bounds/hosting.ts";
import type { ReadyLetter } from "../../../runtime/mail/power.ts";
import { RATE_POLICIES } from "../../../runtime/tenancy/rateLimits.ts";
import { LentPlatform } from "../../../sites/workers/dispatch/lentPlatform.ts";
import { db, dispatchEnv, migrate, provision, tenants } from "../../worker/dispatch/harness.ts";
import { callTenant } from "../../../sites/platform/tenants/callTenant.ts";
import type { Platform, TenantWorker } from "../../../sites/platform/tenants/platform.ts";
import { findReach } from "../../../sites/workers/dispatch/reach.ts";

/** The platform binding, called with an argument that it ignores. */
interface Lending {
  lend(tenant: string): Promise<Platform & Disposable>;
}

interface Keeping {
  after(): Promise<string>;
}

const lent = () => new LentPlatform(dispatchEnv, "tenant-a");
const code = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => "answered",
    (error: { code?: string }) => error.code ?? String(error),
  );

describe("the powers that a tenant's worker gets for a call", () => {
  beforeAll(async () => {
    await migrate();
    await provision("tenant-a");
    await provision("tenant-b");
    await dispatchEnv.PUBLIC_CONTENT.put("tenants/tenant-b/sites/main/current", "secret of b");
    await dispatchEnv.PUBLIC_CONTENT.put(
      "hosts/tenant-b.example",
      JSON.stringify({ tenant: "tenant-b", site: "main" }),
    );
  });

  test.each<[string, (platform: LentPlatform) => Promise<unknown>]>([
    ["reads another tenant's content", (one) => one.readText("tenants/tenant-b/sites/main/current")],
    ["reads by a name that only begins like its own", (one) => one.readText("tenants/tenant-a-not/sites/main/current")],
    ["writes another tenant's content", (one) => one.write("tenants/tenant-b/sites/main/current", "x")],
    ["removes another tenant's content", (one) => one.remove("tenants/tenant-b/sites/main/current")],
    ["lists another tenant's content", (one) => one.listKeys("tenants/tenant-b/", 10, null)],
    ["lists everybody's content", (one) => one.listKeys("", 10, null)],
    ["lists hostnames", (one) => one.listKeys("hosts/", 10, null)],
    ["takes another tenant's hostname", (one) => one.write("hosts/tenant-b.example", '{"tenant":"tenant-a"}')],
    ["signs a hostname over to another tenant", (one) => one.write("hosts/tenant-a.example", '{"tenant":"tenant-b"}')],
    ["purges another tenant's pages", (one) => one.purge(["https://tenant-b.example/"])],
    ["calls another tenant's plugin", (one) => one.invoke('{"tenant":"tenant-b"}', "{}", { call: async () => "" })],
  ])("never include what %s", async (_, act) => {
    expect(await code(act(lent()))).toBe("FORBIDDEN");
    expect(await dispatchEnv.PUBLIC_CONTENT.get("tenants/tenant-b/sites/main/current")).toBe("secret of b");
  });

  test("neither show nor remove another tenant's hostname", async () => {
    expect(await lent().readText("hosts/tenant-b.example")).toBeNull();
    await lent().remove("hosts/tenant-b.example");
    expect(await dispatchEnv.PUBLIC_CONTENT.get("hosts/tenant-b.example")).not.toBeNull();
  });

  test("write audit only for its own tenant, whatever a row states", async () => {
    const row = {
      id: "forged",
      tenant: "tenant-b",
      tenant_id: "tenant-b",
      site: "main",
      actor: "member:x",
      command: "c",
    };
    await lent().recordAudit([JSON.stringify({ ...row, inputDigest: "d", outcome: "done", requestId: "r", at: 1 })]);
    const found = await db.prepare("SELECT tenant_id FROM audit WHERE id = 'forged'").first();
    expect(found).toEqual({ tenant_id: "tenant-a" });
  });

  test("accept audit rows up to a bound", async () => {
    const row = (length: number) => {
      const rest = {
        id: `long-${length}`,
        site: "main",
        actor: "a",
        command: "c",
        inputDigest: "d",
        outcome: "done",
        at: 1,
      };
      const empty = JSON.stringify({ ...rest, requestId: "" }).length;
      return JSON.stringify({ ...rest, requestId: "r".repeat(length - empty) });
    };
    expect(await code(lent().recordAudit([row(LENT_MAX_CHARS)]))).toBe("answered");
    expect(await code(lent().recordAudit([row(LENT_MAX_CHARS + 1)]))).toBe("TOO_LARGE");
  });

  test("end for a script that keeps them after its call", async () => {
    let kept: Platform | undefined;
    const thief: TenantWorker = {
      dispatched: async (_call, platform) => {
        kept = platform;
        return (await platform?.answers()) ?? null;
      },
    };
    const namespace = { get: () => thief } as unknown as DispatchNamespace;
    const reach = { ...findReach(dispatchEnv), tenants: namespace };
    const to = { tenant: "tenant-a", worker: "svc-t-tenant-a" };
    const asked = { to, site: null, audience: { kind: "platform" }, method: "status", args: [] } as const;
    expect(await callTenant(reach, asked)).toBe(true);
    expect(await code(kept?.answers() ?? Promise.resolve())).toBe("FORBIDDEN");
    expect(await code(kept?.readText("tenants/tenant-a/x") ?? Promise.resolve())).toBe("FORBIDDEN");
  });

  test("end for an object that keeps the stub itself across calls", async () => {
    const objects = (env as unknown as { readonly KEEPING: DurableObjectNamespace }).KEEPING;
    const keeping = objects.get(objects.idFromName("workspace")) as unknown as TenantWorker & Keeping;
    const reach = { ...findReach(dispatchEnv), tenants: { get: () => keeping } as unknown as DispatchNamespace };
    const to = { tenant: "tenant-a", worker: "svc-t-tenant-a" };
    const asked = { to, site: null, audience: { kind: "platform" }, method: "status", args: [] } as const;
    expect(await callTenant(reach, asked)).toBe(true);
    expect(await keeping.after()).toContain("FORBIDDEN");
  });

  test.each([
    [0, "answered"],
    [1, "FORBIDDEN"],
  ])("end by themselves if their end is lost: %i ms after their time the answer is %s", async (more, expected) => {
    const clock = vi.spyOn(Date, "now").mockReturnValue(1_000_000);
    try {
      const platform = lent();
      clock.mockReturnValue(1_000_000 + LENT_MS + more);
      expect(await code(platform.answers())).toBe(expected);
    } finally {
      clock.mockRestore();
    }
  });

  test("of a script's own binding are for the binding's tenant, whichever tenant it names", async () => {
    const binding = (env as unknown as { readonly PLATFORM_A: Lending }).PLATFORM_A;
    using platform = await binding.lend("tenant-b");
    const refusal = await code(platform.readText("tenants/tenant-b/sites/main/current"));
    expect(refusal).toContain("FORBIDDEN");
    await platform.write("tenants/tenant-a/own", "own");
    expect(await dispatchEnv.PUBLIC_CONTENT.get("tenants/tenant-a/own")).toBe("own");
  });

  test("go only to scripts with limits on CPU time and requests", async () => {
    const named: unknown[] = [];
    const namespace = {
      get: (...given: unknown[]) => {
        named.push(given);
        return { dispatched: async () => null };
      },
    } as unknown as DispatchNamespace;
    const reach = { ...findReach(dispatchEnv), tenants: namespace };
    const to = { tenant: "tenant-a", worker: "svc-t-tenant-a" };
    await callTenant(reach, { to, site: null, audience: { kind: "platform" }, method: "status", args: [] });
    const limits = { cpuMs: DISPATCH_CPU_MS, subRequests: DISPATCH_SUBREQUESTS };
    expect(named).toEqual([["svc-t-tenant-a", {}, { limits }]]);
  });

  test("are not created for a call that its audience may not make", async () => {
    const to = { tenant: "tenant-a", worker: "svc-t-tenant-a" };
    const reach = { ...findReach(dispatchEnv), tenants };
    const asked = { to, site: "main", audience: { kind: "public" }, method: "status", args: [] } as const;
    expect(await code(callTenant(reach, asked))).toBe("FORBIDDEN");
  });
});

describe("the mail that a tenant's worker is lent", () => {
  const LETTER: ReadyLetter = {
    id: "letter-1",
    to: "ann@tide.example",
    from: "Saltmarrow",
    replyTo: null,
    subject: "Contact",
    text: "Hello",
    html: "<p>Hello</p>",
  };
  const text = (change: object = {}): string => JSON.stringify({ ...LETTER, ...change });

  /** A deployment with a mail server, which keeps what it got. */
  function mailing() {
    const got: { readonly from: { readonly email: string }; readonly to: string }[] = [];
    const EMAIL = { send: async (letter: (typeof got)[number]) => got.push(letter) };
    const given = { ...dispatchEnv, MAIL_FROM: "site@harbour.example", EMAIL };
    return { got, of: (tenant: string) => new LentPlatform(given, tenant) };
  }

  beforeAll(migrate);

  test("leaves from the deployment's address", async () => {
    const { got, of } = mailing();
    expect(await of("tenant-a").sendLetter(text())).toEqual({ isSent: true });
    expect(got).toMatchObject([
      { from: { email: "site@harbour.example", name: "Saltmarrow" }, to: "ann@tide.example" },
    ]);
  });

  test.each([
    ["several receivers", { to: "ann@tide.example, all@tide.example" }],
    ["a receiver that begins a header", { to: "ann@tide.example\r\nBcc: all@tide.example" }],
    ["a reply address that is none", { replyTo: "ann" }],
    ["a subject of two lines", { subject: "a\r\nBcc: all@tide.example" }],
    ["a sender of two lines", { from: "a\nBcc: all@tide.example" }],
    ["an id of a header", { id: "a>\r\nBcc: all@tide.example" }],
    ["a member that no letter has", { bcc: "all@tide.example" }],
  ])("is no letter with %s", async (_, change) => {
    const { got, of } = mailing();
    expect(await code(of("tenant-a").sendLetter(text(change)))).toBe("INVALID_REQUEST");
    expect(got).toEqual([]);
  });

  test.each([
    [-1, "answered"],
    [0, "answered"],
    [1, "TOO_LARGE"],
  ])("has a bounded size: %i beyond it is %s", async (more, expected) => {
    const room = MAIL_MAX_BYTES + more - text({ text: "" }).length;
    expect(
      await code(
        mailing()
          .of("tenant-a")
          .sendLetter(text({ text: "x".repeat(room) })),
      ),
    ).toBe(expected);
  });

  test("ends for a tenant at its share of an hour, and takes nothing from another", async () => {
    using _still = vi.spyOn(Date, "now").mockReturnValue(Date.now());
    const { got, of } = mailing();
    const { quota } = RATE_POLICIES["mail-lent"];
    const hungry = of("tenant-hungry");
    for (let sent = 1; sent < quota; sent += 1) await hungry.sendLetter(text());
    expect(await hungry.sendLetter(text())).toEqual({ isSent: true });
    expect(await hungry.sendLetter(text())).toEqual({
      isSent: false,
      isFinal: false,
      reason: "too many letters of this tenant in an hour",
    });
    expect(got).toHaveLength(quota);
    expect(await of("tenant-b").sendLetter(text())).toEqual({ isSent: true });
  });

  test("is none without a mail server, and tenants' workers are told so", async () => {
    expect(await lent().sendLetter(text())).toMatchObject({ isSent: false, isFinal: false });
    expect(findReach(dispatchEnv).settings.hasMail).toBe(false);
    expect(findReach({ ...dispatchEnv, MACHINE_MAIL: "http://127.0.0.1:9/mail" }).settings.hasMail).toBe(true);
  });

  test("tells of no other tenant's invitation links", async () => {
    const maker = await db
      .prepare("SELECT identity_id FROM memberships WHERE tenant_id = 'tenant-b'")
      .first("identity_id");
    const columns = "id, tenant_id, site_id, role, maker_id, created_at, expires_at";
    await db
      .prepare(
        `INSERT INTO invitation_links (${columns}) VALUES (?, 'tenant-b', 'main', 'author', ?, 1, 9000000000000)`,
      )
      .bind("a".repeat(64), maker)
      .run();
    const { of } = mailing();
    expect(await of("tenant-b").isLinkOpen("main", "a".repeat(64))).toBe(true);
    expect(await of("tenant-a").isLinkOpen("main", "a".repeat(64))).toBe(false);
  });
});
