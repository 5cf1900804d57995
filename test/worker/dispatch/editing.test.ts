import { beforeAll, describe, expect, test } from "vitest";
import type { Editor } from "../api/apiClient.ts";
import { PNG } from "../../support/mediaFiles.ts";
import { photograph } from "../../support/photographs.ts";
import { db, get, migrate, operations, provision, send, storeOf } from "./harness.ts";
import { call, ownerOf, publish, value, work } from "./members.ts";

interface Page {
  readonly version: number;
}

const LENDINGS = ["call", "service"] as const;

describe.each(LENDINGS)("a member of a tenant with a worker of its own, which is lent things by %s", (LENDING) => {
  const swap = { LENDING };
  let a: Editor;
  let b: Editor;

  beforeAll(async () => {
    await migrate();
    await provision("tenant-a");
    await provision("tenant-b");
    [a, b] = [await ownerOf("tenant-a"), await ownerOf("tenant-b")];
  });

  const rename = async (title: string) => {
    const { version } = await value<Page>(await call(a, "/api/pages/about", { swap }));
    return value<Page>(
      await call(a, "/api/pages/about", { method: "PATCH", body: { changes: { title } }, ifMatch: version, swap }),
    );
  };

  test("changes the draft, and nobody else's", async () => {
    const title = `Draft by ${LENDING}`;
    await rename(title);
    expect(await (await call(a, "/api/pages/about", { swap })).text()).toContain(title);
    expect(await (await call(b, "/api/pages/about", { swap })).text()).not.toContain(title);
    const draft = await get(`${a.site.origin}/about?svc_mode=edit`, { cookie: `${a.cookie}; svc_mode=edit` }, swap);
    expect(await draft.text()).toContain(title);
    const seen = await get(`${a.site.origin}/about?svc_mode=edit`, {}, swap);
    expect(await seen.text()).not.toContain(title);
  });

  test("invites by a link, which lets nobody in at another tenant", async () => {
    const made = await value<{ address: string }>(
      await call(a, "/api/members/invitation-links", { body: { role: "viewer" }, swap }),
    );
    const open = async ({ site: { origin } }: Editor): Promise<Response> => {
      const body = new URLSearchParams({ do: "open", invitation: made.address });
      return send(new Request(`${origin}/_editor/join`, { method: "POST", body, headers: { origin } }), swap);
    };
    expect((await open(b)).status).toBe(410);
    const opened = await open(a);
    const [cookie = ""] = opened.headers.getSetCookie().map((one) => one.split(";")[0] ?? "");
    expect([opened.status, cookie]).toEqual([303, expect.stringMatching(/^__Host-svc_joining=/)]);
    const page = await get(`${a.site.origin}/_editor/join`, { cookie }, swap);
    expect(await page.text()).toContain("Your role would be viewer");
    expect(await (await get(`${b.site.origin}/_editor/join`, { cookie }, swap)).text()).toContain(
      "Open your invitation",
    );
  });

  test("publishes it to everybody, and audit says so", async () => {
    const title = `Published by ${LENDING}`;
    const auditOfB = async (): Promise<number | undefined> =>
      (await db.prepare("SELECT count(*) AS kept FROM audit WHERE tenant_id = 'tenant-b'").first<{ kept: number }>())
        ?.kept;
    const before = await auditOfB();
    await rename(title);
    await publish(a, swap);
    expect(await (await get(`${a.site.origin}/about?fresh`, {}, swap)).text()).toContain(title);
    const { results } = await db
      .prepare("SELECT DISTINCT command FROM audit WHERE tenant_id = 'tenant-a' AND command LIKE 'publish%'")
      .all();
    expect(results).not.toEqual([]);
    expect(await auditOfB()).toBe(before);
  });

  test("stores a picture in the tenant's own bucket, and visitors see it", async () => {
    const { path } = await value<{ path: string }>(
      await call(a, `/api/media?name=${LENDING}.png`, { method: "POST", file: PNG, swap }),
    );
    const shown = await get(`${a.site.origin}${path}`, {}, swap);
    expect(new Uint8Array(await shown.arrayBuffer())).toEqual(PNG);
    const part = await get(`${a.site.origin}${path}`, { range: "bytes=1-4" }, swap);
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 4]);
    expect((await get(`${b.site.origin}${path}`, {}, swap)).status).toBe(404);
    expect((await storeOf("A").list({ prefix: "media/tenant-a/" })).objects.length).toBeGreaterThan(0);
    expect((await storeOf("B").list()).objects).toEqual([]);
  });

  test("shows visitors a photograph without its place", async () => {
    const { path } = await value<{ path: string }>(
      await call(a, `/api/media?name=place-${LENDING}.jpg`, { method: "POST", file: photograph(6), swap }),
    );
    const shown = await get(`${a.site.origin}${path}`, {}, swap);
    const text = new TextDecoder("latin1").decode(await shown.arrayBuffer());
    expect([shown.status, text.includes("Exif"), text.includes("Lat")]).toEqual([200, true, false]);
  });

  test("makes a backup into the tenant's own bucket", async () => {
    await value(await call(a, "/api/backups", { body: {}, swap }));
    await work("tenant-a", swap);
    const page = await operations.list("tenant-a", "backups", null);
    expect(page.objects.map(({ key }) => key)).toContainEqual(expect.stringMatching(/^tenant-a\/backups\//));
    expect((await operations.list("tenant-b", "backups", null)).objects).toEqual([]);
  });
});

describe("the deployer's entrance", () => {
  test("tells who a script is", async () => {
    expect(await operations.identity("tenant-a", "svc-t-tenant-a")).toEqual({
      tenant: "tenant-a",
      worker: "svc-t-tenant-a",
      release: "r1",
      artifactSha256: "d".repeat(64),
    });
  });

  test("reads and writes files whose bytes have the digest they name", async () => {
    const bytes = new TextEncoder().encode("archive");
    const sha256 = [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("");
    const object = {
      key: "tenant-a/exports/one",
      bytes: bytes.length,
      type: "text/plain",
      sha256,
      metadata: { facts: "{}" },
    };
    await operations.write("tenant-a", "backups", object, new Blob([bytes]).stream());
    const found = await operations.read("tenant-a", "backups", object.key);
    expect(found?.object).toEqual(object);
    expect(await new Response(found?.body).text()).toBe("archive");
    await expect(async () =>
      operations.write("tenant-a", "backups", { ...object, sha256: "0".repeat(64) }, new Blob([bytes]).stream()),
    ).rejects.toThrow("UNAVAILABLE");
    await expect(async () =>
      operations.write("tenant-a", "backups", { ...object, key: "tenant-b/exports/one" }, new Blob([bytes]).stream()),
    ).rejects.toThrow("UNAVAILABLE");
  });

  test("asks another tenant's worker for nothing", async () => {
    await expect(async () => operations.identity("tenant-a", "svc-t-tenant-b")).rejects.toThrow("INVALID_REQUEST");
  });
});
