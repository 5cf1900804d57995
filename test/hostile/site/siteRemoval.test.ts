/** The removal of a site: who may, what keeps the hostname, and what of the old site never works at the new owner's. */
import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { expectValue } from "../../../runtime/commands/answer.ts";
import { LACKING_MAX, LACKING_MAX_BYTES } from "../../../manifests/bounds/backups.ts";
import { HOSTNAMES_HELD_MS } from "../../../manifests/bounds/hosts.ts";
import { agentsLeft, anAgent } from "../../worker/api/agentGrants.ts";
import { Browser } from "../../worker/auth/browser.ts";
import { type FakeProvider, withProvider } from "../../worker/auth/fakeProvider.ts";
import { openLink } from "../../worker/auth/invitations.ts";
import { type Site, identityOf, loggedIn, ownerOf } from "../../worker/auth/siteLogins.ts";
import {
  aSite,
  changeRows,
  db,
  get,
  operator,
  payloadFor,
  provisionWith,
  SECRET,
  send,
  unique,
  workspaceOf,
} from "../../worker/site/harness.ts";

let provider: FakeProvider;
withProvider((own) => {
  provider = own;
});

const archives = (env as unknown as { readonly BACKUPS: R2Bucket }).BACKUPS;

interface Said {
  readonly status: number;
  readonly body: {
    readonly conflict?: string;
    readonly code?: string;
    readonly createdAt: number;
    readonly hostnames: readonly string[];
    readonly contents: Readonly<Record<string, number>> | null;
    readonly members: number;
    readonly backup: string;
    readonly archive: string;
    readonly finished: boolean;
  };
}

async function ask(path: string, method = "GET", body?: object): Promise<Said> {
  const headers = { "content-type": "application/json" };
  const { response } = await operator(`/api/admin${path}`, {
    method,
    ...(body && { headers, body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json<Said["body"]>() };
}

/** A site that is older than the time for which its hostnames are held. */
async function anOldSite(): Promise<Site> {
  const site = await aSite("gone");
  await db.prepare("UPDATE sites SET created_at = created_at - 1000000 WHERE tenant_id = ?").bind(site.name).run();
  return site;
}

const pathOf = ({ name }: Site): string => `/sites/${name}/main/removal`;
const stop = ({ name }: Site, status = "read_only") => ask(`/tenants/${name}/status`, "PUT", { status });

async function remove(site: Site, more: object = {}): Promise<Said> {
  const { createdAt } = (await ask(pathOf(site))).body;
  return ask(pathOf(site), "POST", { confirmation: `REMOVE ${site.name}/main`, createdAt, ...more });
}

/** Starts the workspace anew, as after a deployment. It then knows nothing of its plugins yet. */
const restart = ({ name }: Site): Promise<void> => changeRows(name, () => undefined);

/** Lets the time pass in which a cache may show the site. */
const waitHeld = ({ name }: Site): Promise<void> =>
  changeRows(name, (sql) => void sql.exec("UPDATE removed_sites SET at = at - ?", HOSTNAMES_HELD_MS + 1000));

/** Removes a site to its end. */
async function removed(site: Site): Promise<Said["body"]> {
  await stop(site);
  const { createdAt } = (await ask(pathOf(site))).body;
  const again = () => ask(pathOf(site), "POST", { confirmation: `REMOVE ${site.name}/main`, createdAt });
  await again();
  await waitHeld(site);
  const { body } = await again();
  expect(body).toMatchObject({ finished: true });
  return body;
}

/** Provisions a site of another tenant at the hostname. */
async function takenOver(site: Site): Promise<Site> {
  const name = unique("heir");
  const payload = { ...payloadFor(name), domain: { hostname: `${site.name}.example` } };
  payload.document.pages = payload.document.pages.filter(({ path }) => path === "/");
  const { response } = await provisionWith(payload);
  expect(response.status).toBe(201);
  return { name, origin: site.origin, payload };
}

const statusAt = async (url: string, headers: HeadersInit = {}): Promise<number> =>
  (await get(url, headers)).response.status;

async function run(site: Site, name: "share.create" | "backup.create", input: object): Promise<Record<string, string>> {
  const actor = { kind: "member" as const, id: await identityOf(ownerOf(site)) };
  const envelope = { site: "main", actor, key: crypto.randomUUID(), requestId: crypto.randomUUID() };
  const { json } = expectValue(await workspaceOf(site.name).execute(name, envelope, input));
  return JSON.parse(json) as Record<string, string>;
}

describe("a removed site", () => {
  test("answers as an unknown hostname at once, and its hostname is nobody's until no cache can show it", async () => {
    const site = await anOldSite();
    expect(await statusAt(`${site.origin}/about`)).toBe(200);
    await stop(site);
    await restart(site);
    const first = (await remove(site)).body;
    expect(first).toMatchObject({ finished: false });
    const nothing = (await get(`https://${unique("nobody")}.example/`)).response;
    const answer = (await get(`${site.origin}/about?now`)).response;
    expect([answer.status, await answer.text()]).toEqual([nothing.status, await nothing.text()]);
    const early = await provisionWith({ ...payloadFor(unique("thief")), domain: { hostname: `${site.name}.example` } });
    expect([early.response.status, (await early.response.json<{ code: string }>()).code]).toEqual([
      409,
      "SITE_PROVISION_CONFLICT",
    ]);
    const same = await provisionWith(site.payload);
    expect([same.response.status, await same.response.text()].join(" ")).toContain("409");
    expect((await ask(`/provisionings/${site.name}/main/release`, "POST")).body.conflict).toBe("site_removing");
    await waitHeld(site);
    expect((await remove(site)).body).toEqual({ ...first, at: expect.any(Number) as number, finished: true });
    const { results } = await db
      .prepare("SELECT command, actor, outcome FROM audit WHERE tenant_id = ? AND command = 'site.remove'")
      .bind(site.name)
      .all();
    expect(results.length).toBeLessThanOrEqual(1);
  });

  test("keeps its last records for whoever copies its archive first, however late the request", async () => {
    const site = await anOldSite();
    await stop(site);
    const { createdAt } = (await ask(pathOf(site))).body;
    const again = (more = {}) =>
      ask(pathOf(site), "POST", { confirmation: `REMOVE ${site.name}/main`, createdAt, ...more });
    const first = (await again({ keepsRecords: true })).body;
    await waitHeld(site);
    const late = (await again({ keepsRecords: true })).body;
    expect(late).toMatchObject({ finished: false, backup: first.backup, archive: first.archive });
    expect((await ask(pathOf(site))).body).toMatchObject({ createdAt, hostnames: [`${site.name}.example`] });
    expect((await again()).body).toMatchObject({ finished: true });
    expect((await ask(pathOf(site))).status).toBe(404);
  });

  test("lets nothing of it work at the site that gets its hostname", async () => {
    const site = await anOldSite();
    const owner = await identityOf(ownerOf(site));
    const browser = await loggedIn(provider, site);
    const agent = await anAgent(site, owner);
    const link = await run(site, "share.create", { name: "A client", days: 7 });
    const secret = (link["path"] ?? "").slice("/_draft/".length);
    await db
      .prepare(
        "INSERT INTO invitation_links (id, tenant_id, site_id, role, maker_id, created_at, expires_at) VALUES (?, ?, 'main', 'owner', ?, ?, ?)",
      )
      .bind("a".repeat(64), site.name, owner, Date.now(), Date.now() + 1e9)
      .run();
    expect(await statusAt(`${site.origin}/about`)).toBe(200);
    await removed(site);
    const heir = await takenOver(site);
    expect(await statusAt(`${heir.origin}/`)).toBe(200);
    expect(await statusAt(`${heir.origin}/about`)).toBe(404);
    const draft = await browser.go(`${heir.origin}/?svc_mode=edit`);
    expect(draft.headers.get("x-robots-tag")).toBeNull();
    expect((await browser.go(`${heir.origin}/api/site`)).status).toBe(401);
    expect(await agentsLeft([agent])).toEqual([]);
    expect(await statusAt(`${heir.origin}${link["path"] ?? ""}`)).toBe(410);
    expect((await get(`${heir.origin}/about`, { cookie: `__Host-svc_guest=${secret}` })).response.status).toBe(404);
    const opened = await openLink(new Browser(), heir, `${heir.origin}/_editor/join#${"a".repeat(43)}`);
    expect(opened.headers.get("location")).not.toBe("/_editor/join");
    const rows = await db.batch(
      ["login_sessions", "memberships", "invitation_links", "domains", "sites"].map((table) =>
        db.prepare(`SELECT count(*) AS n FROM ${table} WHERE tenant_id = ?`).bind(site.name),
      ),
    );
    expect(rows.map(({ results }) => (results as { n: number }[])[0]?.n)).toEqual([0, 0, 0, 0, 0]);
    // The person was known by this site alone.
    expect(await db.prepare("SELECT 1 FROM identities WHERE id = ?").bind(owner).first()).toBeNull();
  });

  test("does not take its hostname back when its archive is restored", async () => {
    const site = await anOldSite();
    const { backup, archive: sha256 } = await removed(site);
    const heir = await takenOver(site);
    const restore = { backup, sha256, confirmation: `RESTORE ${site.name}` };
    expect((await ask(`/tenants/${site.name}/restore`, "POST", restore)).body.conflict).toBe("sites_unknown");
    await stop(site, "active");
    const other = `${unique("again")}.example`;
    const again = { ...site.payload, domain: { hostname: other } };
    expect((await provisionWith(again)).response.status).toBe(201);
    await stop(site, "read_only");
    await runDurableObjectAlarm(workspaceOf(site.name));
    const { id, sha256: now } = await run(site, "backup.create", { includeSubmissions: true });
    await stop(site, "suspended");
    const erase = { backup: id, sha256: now, confirmation: `ERASE ${site.name}` };
    expect((await ask(`/tenants/${site.name}/erase`, "POST", erase)).body).toMatchObject({ finished: true });
    expect((await ask(`/tenants/${site.name}/restore`, "POST", restore)).status).toBe(200);
    await stop(site, "active");
    expect(await statusAt(`https://${other}/about`)).toBe(200);
    expect(await statusAt(`${heir.origin}/about?again`)).toBe(404);
    const { results } = await db
      .prepare("SELECT tenant_id AS tenant FROM domains WHERE hostname = ?")
      .bind(`${site.name}.example`)
      .all();
    expect(results).toEqual([{ tenant: heir.name }]);
  });
});

describe("an operator's copy of the archive", () => {
  let lackingSite: Site | undefined;

  /** The bytes of an operator's download. */
  async function copyOf(path: string): Promise<{ readonly status: number; readonly bytes: Uint8Array }> {
    const { response } = await operator(`/api/admin${path}`, { method: "GET" });
    return { status: response.status, bytes: await response.bytes() };
  }

  /** Sends bytes to a path below the tenants, and answers the status. */
  async function sendPiece(path: string, body: Uint8Array, more: Record<string, string> = {}): Promise<number> {
    const headers = { "content-length": String(body.length), ...more };
    const { response } = await operator(`/api/admin/tenants/${path}`, { method: "PUT", body, headers });
    return response.status;
  }

  /** Every object of a tenant in the bucket of archives. */
  async function keysOf({ name }: Site): Promise<string[]> {
    return (await archives.list({ prefix: `${name}/` })).objects.map(({ key }) => key);
  }

  test("brings the removed site back where nothing else has it", async () => {
    const site = await anOldSite();
    const { backup, archive: sha256 } = await removed(site);
    const { bytes } = await copyOf(`/tenants/${site.name}/backups/${backup}`);
    await archives.delete(await keysOf(site));
    expect((await copyOf(`/tenants/${site.name}/backups/${backup}`)).status).toBe(404);
    await stop(site, "active");
    const other = `${unique("again")}.example`;
    const again = { ...site.payload, domain: { hostname: other } };
    expect((await provisionWith(again)).response.status).toBe(201);
    await stop(site, "read_only");
    await runDurableObjectAlarm(workspaceOf(site.name));
    const { id, sha256: now } = await run(site, "backup.create", { includeSubmissions: true });
    await stop(site, "suspended");
    const erase = { backup: id, sha256: now, confirmation: `ERASE ${site.name}` };
    expect((await ask(`/tenants/${site.name}/erase`, "POST", erase)).body).toMatchObject({ finished: true });
    expect(await sendPiece(`${site.name}/backups/from-the-folder/pieces/${sha256}`, bytes)).toBe(200);
    const back = await ask(`/tenants/${site.name}/backups/from-the-folder`, "PUT", { sha256 });
    expect(back).toMatchObject({ status: 201, body: { id: "from-the-folder", sha256, bytes: bytes.length } });
    expect((await ask(`/tenants/${site.name}/backups/from-the-folder`, "PUT", { sha256 })).status).toBe(200);
    const restore = { backup: "from-the-folder", sha256, confirmation: `RESTORE ${site.name}` };
    expect((await ask(`/tenants/${site.name}/restore`, "POST", restore)).status).toBe(200);
    await stop(site, "active");
    expect(await statusAt(`https://${other}/about`)).toBe(200);
  });

  test("is of one tenant, of its backups, and for the bearer alone", async () => {
    const [site, other] = [await anOldSite(), await anOldSite()];
    const { id } = await run(site, "backup.create", { includeSubmissions: true });
    const digest = "ab".repeat(32);
    await archives.put(`${site.name}/media/${digest}`, "a picture");
    await archives.put(`${site.name}/secret`, "no backup");
    expect((await copyOf(`/tenants/${site.name}/backups/${id}`)).status).toBe(200);
    expect(await copyOf(`/tenants/${site.name}/backups/files/${digest}`)).toMatchObject({ status: 200 });
    for (const path of [
      `/tenants/${other.name}/backups/${id}`,
      `/tenants/${other.name}/backups/files/${digest}`,
      `/tenants/${site.name}/backups/${encodeURIComponent("../secret")}`,
      `/tenants/${site.name}/backups/files/${encodeURIComponent("../secret")}`,
      `/tenants/${site.name}/backups/files/${digest.toUpperCase()}`,
      `/tenants/${encodeURIComponent(`${site.name}/..`)}/backups/${id}`,
    ])
      expect([path, (await copyOf(path)).status]).toEqual([path, 404]);
    const { response } = await get(`${site.origin}/api/admin/tenants/${site.name}/backups/${id}`);
    expect(response.status).toBe(401);
  });

  test("comes back only to its own tenant, under the digest of its bytes, and replaces nothing", async () => {
    const site = await anOldSite();
    const bytes = new TextEncoder().encode("a picture");
    const digest = [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("");
    const other = "ab".repeat(32);
    const at = `${site.name}/backups`;
    await archives.put(`${site.name}/media/${other}`, "was there before");
    expect(await sendPiece(`${at}/files/${digest}`, bytes)).toBe(200);
    expect(await sendPiece(`${at}/files/${other}`, bytes)).toBe(200);
    expect(await (await archives.get(`${site.name}/media/${other}`))?.text()).toBe("was there before");
    const attacks: readonly [path: string, status: number, headers?: Record<string, string>][] = [
      [`${at}/files/${"cd".repeat(32)}`, 409],
      [`${at}/b1/pieces/${"cd".repeat(32)}`, 409],
      [`${at}/files/${encodeURIComponent("../secret")}`, 404],
      [`${at}/files/${digest.toUpperCase()}`, 404],
      [`${at}/${encodeURIComponent("../x")}/pieces/${digest}`, 404],
      [`${encodeURIComponent(`${site.name}/..`)}/backups/files/${digest}`, 404],
      [`nobody/backups/files/${digest}`, 404],
      [`${at}/files/${digest}`, 415, { "content-encoding": "gzip" }],
      [`${at}/files/${digest}`, 401, { authorization: "Bearer wrong" }],
    ];
    const before = await keysOf(site);
    for (const [path, status, headers] of attacks)
      expect([path, await sendPiece(path, bytes, headers)]).toEqual([path, status]);
    expect(await sendPiece(`${at}/files/${"ef".repeat(32)}`, new Uint8Array())).toBe(400);
    expect(await keysOf(site)).toEqual(before);
    const lacking = await ask(`/tenants/${site.name}/lacking-files`, "POST", { digests: [digest, "cd".repeat(32)] });
    expect(lacking.body).toEqual({ digests: ["cd".repeat(32)] });
    expect((await ask(`/tenants/${site.name}/backups/b1`, "PUT", { sha256: digest })).status).toBe(404);
    expect(await sendPiece(`${at}/b1/pieces/${digest}`, bytes)).toBe(200);
    expect((await ask(`/tenants/${site.name}/backups/b1`, "PUT", { sha256: digest })).status).toBe(400);
    expect((await ask(`/tenants/${site.name}/backups`)).body).toMatchObject({ items: [] });
  });

  test.each([
    [LACKING_MAX, 200],
    [LACKING_MAX + 1, 400],
  ])("of %i files is asked about in one request: %i", async (most, status) => {
    const digests = Array.from({ length: most }, (_, number) => String(number).padStart(64, "0"));
    expect(JSON.stringify({ digests }).length).toBeLessThan(LACKING_MAX_BYTES);
    lackingSite ??= await anOldSite();
    expect((await ask(`/tenants/${lackingSite.name}/lacking-files`, "POST", { digests })).status).toBe(status);
  });
});

describe("a removal", () => {
  test("is an operator's alone, and tells nobody else whether there is a site", async () => {
    const site = await anOldSite();
    const path = `/api/admin${pathOf(site)}`;
    const told = async (headers: HeadersInit, method = "POST"): Promise<number> =>
      (
        await send(
          new Request(`${site.origin}${path}`, {
            method,
            headers,
            ...(method === "POST" && {
              body: JSON.stringify({ confirmation: `REMOVE ${site.name}/main`, createdAt: 0 }),
            }),
          }),
        )
      ).response.status;
    const browser = await loggedIn(provider, site);
    expect((await browser.go(`${site.origin}${path}`)).status).toBe(401);
    for (const method of ["GET", "POST"]) {
      expect(await told({}, method)).toBe(401);
      expect(await told({ authorization: `Bearer ${SECRET}x` }, method)).toBe(401);
    }
    expect((await ask(pathOf(site))).body).toMatchObject({ hostnames: [`${site.name}.example`], members: 1 });
    expect(await statusAt(`${site.origin}/?after`)).toBe(200);
  });

  test("counts first, needs a stopped tenant and the site that was counted, and leaves all on refusal", async () => {
    const site = await anOldSite();
    const { contents, createdAt } = (await ask(pathOf(site))).body;
    expect(contents).toMatchObject({ releases: 1 });
    expect((await remove(site)).body.conflict).toBe("tenant_not_stopped");
    await stop(site);
    const late = { confirmation: `REMOVE ${site.name}/main`, createdAt: createdAt - 1 };
    expect((await ask(pathOf(site), "POST", late)).body.conflict).toBe("site_changed");
    expect((await remove(site, { confirmation: `REMOVE ${site.name}` })).status).toBe(400);
    expect((await ask(`/sites/${site.name}/other/removal`)).status).toBe(404);
    expect((await ask(`/sites/${unique("no")}/main/removal`)).status).toBe(404);
    expect(await statusAt(`${site.origin}/?after`)).toBe(200);
  });

  test("repeated after another site got the id does not touch that site", async () => {
    const site = await anOldSite();
    const { createdAt } = (await ask(pathOf(site))).body;
    await removed(site);
    const replay = { confirmation: `REMOVE ${site.name}/main`, createdAt };
    expect((await ask(pathOf(site), "POST", replay)).body).toMatchObject({ finished: true });
    await stop(site, "active");
    const next = await provisionWith({ ...site.payload, domain: { hostname: `${unique("next")}.example` } });
    expect(next.response.status).toBe(201);
    await stop(site);
    expect((await ask(pathOf(site), "POST", replay)).body.conflict).toBe("site_changed");
  });
});
