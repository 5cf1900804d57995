import { toBase64 } from "../../../manifests/bytes/base64.ts";
import { hexOf } from "../../../manifests/bytes/hex.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { PROVISION_MAX_BYTES } from "../../../manifests/bounds/operators.ts";
import { provisioned } from "../../../sites/web/provisioning/payload.ts";
import { expectValue } from "../../../runtime/commands/answer.ts";
import { PNG } from "../../support/mediaFiles.ts";
import { runDurableObjectAlarm } from "cloudflare:test";
import {
  aSite,
  db,
  get,
  mediaBucket,
  migrate,
  operator,
  payloadFor,
  provisionWith,
  readerOf,
  SECRET,
  send,
  unique,
  workspaceOf,
  type Payload,
} from "./harness.ts";

beforeAll(migrate);

const TABLES = ["tenants", "sites", "domains", "domain_requests", "identities", "memberships"] as const;

/** All rows of the control plane, except audit and operational records. */
async function everything(): Promise<unknown> {
  const results = await db.batch(TABLES.map((table) => db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2, 3`)));
  return results.map(({ results: rows }) => rows);
}

const audited = async (tenant: string): Promise<string[]> => {
  const { results } = await db
    .prepare("SELECT outcome FROM audit WHERE tenant_id = ? AND command = 'site.provision' ORDER BY at, outcome")
    .bind(tenant)
    .all<{ outcome: string }>();
  return results.map(({ outcome }) => outcome);
};

const changed = (payload: Payload, change: (copy: Payload) => void): Payload => {
  const copy = structuredClone(payload);
  change(copy);
  return copy;
};

describe("provisioning", () => {
  test("creates every record, opens the hostname and answers with the documented shape", async () => {
    const name = unique("new");
    const { response } = await provisionWith(payloadFor(name));
    expect(response.status).toBe(201);
    const body = provisioned.parse(await response.json());
    expect(body).toMatchObject({
      created: true,
      tenant: { id: name },
      domain: { hostname: `${name}.example`, origin: `https://${name}.example` },
    });
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect((await get(`https://${name}.example/`)).response.status).toBe(200);
    expect(await audited(name)).toEqual(["done"]);
    const record = await db
      .prepare("SELECT kind, resolved_at IS NOT NULL AS closed FROM operational_records WHERE tenant_id = ?")
      .bind(name)
      .first();
    expect(record).toEqual({ kind: "provisioning", closed: 1 });
  });

  test("lists the pictures the documents show in the media library, as uploads are, and once", async () => {
    const name = unique("pictures");
    const digest = hexOf(await crypto.subtle.digest("SHA-256", PNG));
    const [path, gone] = [`/media/${digest}/harbour.png`, `/media/${"0".repeat(64)}/gone.png`];
    await mediaBucket.put(`${name}/${digest}/harbour.png`, PNG, { httpMetadata: { contentType: "image/png" } });
    const picture = (id: string, src: string) => ({
      id,
      type: "drawbridge.basics/image",
      fields: { image: { src, alt: "x", width: 1, height: 1 } },
    });
    const payload = changed(payloadFor(name), (copy) => {
      (copy.document.pages[0] as { sections: unknown[] }).sections = [
        picture("a", path),
        picture("b", path),
        picture("c", gone),
      ];
    });
    for (const status of [201, 200]) expect((await provisionWith(payload)).response.status).toBe(status);
    const library = expectValue(await readerOf(name).read("media", payload.site.id, {}));
    expect(library.items).toMatchObject([
      { id: digest, path, type: "image/png", bytes: PNG.length, createdBy: "operator:provisioning" },
    ]);
    expect(library.items[0]?.used).toBeGreaterThan(0);
    await runDurableObjectAlarm(workspaceOf(name));
    expect((await mediaBucket.list({ prefix: `${name}/` })).objects.map(({ key }) => key)).toEqual([
      `${name}/${digest}/harbour.png`,
    ]);
  });

  test("lists no picture whose bytes are not what its address says", async () => {
    const name = unique("pictures");
    const path = `/media/${"a".repeat(64)}/other.png`;
    await mediaBucket.put(`${name}${path.slice("/media".length)}`, PNG, { httpMetadata: { contentType: "image/png" } });
    const payload = changed(payloadFor(name), (copy) => {
      (copy.document.pages[0] as { sections: unknown[] }).sections = [
        { id: "a", type: "drawbridge.basics/image", fields: { image: { src: path, alt: "x", width: 1, height: 1 } } },
      ];
    });
    expect((await provisionWith(payload)).response.status).toBe(201);
    expect(expectValue(await readerOf(name).read("media", payload.site.id, {})).items).toEqual([]);
  });

  test("stores the pictures of the request that documents show, and no others", async () => {
    const name = unique("pictures");
    const digest = hexOf(await crypto.subtle.digest("SHA-256", PNG));
    const wrong = "0".repeat(64);
    const shown = (id: string, src: string) => ({
      id,
      type: "drawbridge.basics/image",
      fields: { image: { src, alt: "x", width: 1, height: 1 } },
    });
    const payload = changed(payloadFor(name), (copy) => {
      (copy.document.pages[0] as { sections: unknown[] }).sections = [
        shown("a", `/media/${digest}/harbour.png`),
        shown("b", `/media/${wrong}/other.png`),
      ];
    });
    const pictures = [
      { name: "harbour.png", bytes: toBase64(PNG) },
      { name: "other.png", bytes: toBase64(new Uint8Array([1, 2, 3])) },
    ];
    for (const status of [201, 200])
      expect((await provisionWith({ ...payload, pictures } as Payload)).response.status).toBe(status);
    const { items } = expectValue(await readerOf(name).read("media", payload.site.id, {}));
    expect(items).toMatchObject([{ id: digest, path: `/media/${digest}/harbour.png`, bytes: PNG.length }]);
    await runDurableObjectAlarm(workspaceOf(name));
    expect((await mediaBucket.list({ prefix: `${name}/` })).objects.map(({ key }) => key)).toEqual([
      `${name}/${digest}/harbour.png`,
    ]);
  });

  test("sent again changes nothing and says so", async () => {
    const { payload, name } = await aSite("again");
    const before = await everything();
    const { response } = await provisionWith(payload);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ created: false });
    expect(await everything()).toEqual(before);
    expect(await audited(name)).toEqual(["done", "replayed"]);
  });

  test("of twenty equal requests at once has one effect", async () => {
    const name = unique("same");
    const seen = await Promise.all(Array.from({ length: 20 }, () => provisionWith(payloadFor(name))));
    expect(seen.filter(({ response }) => response.status !== 200 && response.status !== 201)).toEqual([]);
    expect((await audited(name)).filter((outcome) => outcome === "done")).toHaveLength(1);
    expect(await db.prepare("SELECT count(*) AS n FROM memberships WHERE tenant_id = ?").bind(name).first()).toEqual({
      n: 1,
    });
  });

  test("uses the origin it was asked at for names that mean this machine", async () => {
    const name = unique("local");
    const payload = changed(payloadFor(name), (copy) => (copy.domain.hostname = `${name}.localhost`));
    const init = {
      method: "POST",
      headers: { authorization: `Bearer ${SECRET}`, "content-type": "application/json" },
      body: JSON.stringify(payload),
    };
    const { response } = await send(new Request("http://127.0.0.1:8787/api/admin/provision", init));
    expect(await response.json()).toMatchObject({ domain: { origin: `http://${name}.localhost:8787` } });
  });

  test("sent again tells the workspace the hostnames the site has gained", async () => {
    const { payload, name } = await aSite("gained");
    const gained = `${unique("also")}.example`;
    await db
      .prepare(
        "INSERT INTO domains (hostname, tenant_id, site_id, status, created_at) VALUES (?, ?, 'main', 'verified', 0)",
      )
      .bind(gained, name)
      .run();
    const told: (readonly string[])[] = [];
    const initialise = (input: { hostnames: readonly string[] }) => {
      told.push(input.hostnames);
      return { ok: true, value: { created: false, release: 1, sequence: 1, issues: [], unavailable: [] } };
    };
    const workspace = { idFromName: () => "", get: () => ({ initialise }) } as unknown as DurableObjectNamespace;
    expect((await provisionWith(payload, { TENANT_WORKSPACE: workspace })).response.status).toBe(200);
    expect(told).toEqual([[`${name}.example`, gained]]);
  });

  test("of a second site of one tenant keeps both apart", async () => {
    const { payload, name } = await aSite("two");
    const second = changed(payload, (copy) => {
      copy.site = { id: "second", name: "Second" };
      copy.domain.hostname = `second-${name}.example`;
    });
    expect((await provisionWith(second)).response.status).toBe(201);
    expect((await get(`https://second-${name}.example/`)).response.status).toBe(200);
  });

  test.each([
    ["suspended", 503, "TENANT_SUSPENDED"],
    ["read_only", 423, "TENANT_READ_ONLY"],
  ])("adds no site to a %s tenant", async (status, http, code) => {
    const { payload, name } = await aSite("stopped");
    await db.prepare("UPDATE tenants SET status = ? WHERE id = ?").bind(status, name).run();
    const before = await everything();
    const { response } = await provisionWith(changed(payload, (copy) => (copy.site.id = "second")));
    // The hostname is taken as well, but the refusal about the tenant comes first.
    expect(response.status).toBe(409);
    const other = await provisionWith(
      changed(payload, (copy) => {
        copy.site.id = "second";
        copy.domain.hostname = `second-${name}.example`;
      }),
    );
    expect([other.response.status, await other.response.json()]).toMatchObject([http, { code }]);
    expect(await everything()).toEqual(before);
  });
});

describe("a conflict", () => {
  const rows: [what: string, pointer: string, change: (copy: Payload, other: Payload) => void][] = [
    ["another tenant name", "/tenant", (copy) => (copy.tenant.name = "Other")],
    ["another site name", "/site", (copy) => (copy.site.name = "Other")],
    ["a hostname of another tenant", "/domain", (copy, other) => (copy.domain = other.domain)],
    [
      "another free hostname for the same site",
      "/domain",
      (copy) => (copy.domain.hostname = `${unique("free")}.example`),
    ],
    [
      "another name of an owner",
      "/identities/0",
      (copy) => (copy.identities[0] = { ...copy.identities[0], name: "Other" } as Payload["identities"][0]),
    ],
    [
      "an identity the site was not provisioned with",
      "/identities/1",
      (copy) =>
        copy.identities.push({ issuer: "https://login.example", subject: "intruder", name: "X", role: "owner" }),
    ],
    ["another site id with a hostname that is taken", "/domain", (copy) => (copy.site.id = "second")],
    ["another tenant id with a hostname that is taken", "/domain", (copy) => (copy.tenant.id = unique("other"))],
  ];

  test.each(rows)("of %s names %s and alters nothing", async (_, pointer, change) => {
    const [{ payload, name }, other] = await Promise.all([aSite("conflict"), aSite("other")]);
    const before = await everything();
    const { response } = await provisionWith(changed(payload, (copy) => change(copy, other.payload)));
    expect(response.status).toBe(409);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    const problem = await response.json<{ code: string; issues: { pointer: string }[] }>();
    expect(problem.code).toBe("SITE_PROVISION_CONFLICT");
    expect(problem.issues.map((issue) => issue.pointer)).toContain(pointer);
    expect(JSON.stringify(problem)).not.toContain(other.name);
    expect(await everything()).toEqual(before);
    expect((await provisionWith(payload)).response.status).toBe(200);
    expect((await audited(name)).at(0)).toBe("done");
  });

  test("of a member who was removed does not bring the member back", async () => {
    const { payload, name } = await aSite("removed");
    await db.prepare("DELETE FROM memberships WHERE tenant_id = ?").bind(name).run();
    const { response } = await provisionWith(payload);
    expect(response.status).toBe(409);
    expect(await db.prepare("SELECT count(*) AS n FROM memberships WHERE tenant_id = ?").bind(name).first()).toEqual({
      n: 0,
    });
  });

  test("is no hostname that others only ask for: the request gives way, old and new", async () => {
    const { name } = await aSite("asked");
    const wanted = payloadFor(unique("wants"));
    const { hostname } = wanted.domain;
    await db
      .prepare("INSERT INTO domain_requests (hostname, tenant_id, site_id, created_at) VALUES (?, ?, 'main', ?)")
      .bind(hostname, name, Date.now())
      .run();
    expect((await provisionWith(wanted)).response.status).toBe(201);
    expect(
      await db.prepare("SELECT count(*) AS n FROM domain_requests WHERE hostname = ?").bind(hostname).first(),
    ).toEqual({ n: 0 });
    expect((await get(`https://${hostname}/`)).response.status).toBe(200);
  });

  test("of another document is the workspace's, and alters nothing", async () => {
    const { payload } = await aSite("document");
    const before = await everything();
    const { response } = await provisionWith(changed(payload, (copy) => (copy.document.settings.name = "Other")));
    expect([response.status, await response.json()]).toMatchObject([409, { code: "SITE_INITIALIZATION_CONFLICT" }]);
    expect(await everything()).toEqual(before);
  });

  test.each(Array.from({ length: 10 }, (_, round) => [round]))(
    "between two racing tenants for one hostname leaves exactly one, whole (round %i)",
    async () => {
      const [left, right] = [payloadFor(unique("left")), payloadFor(unique("right"))];
      right.domain = left.domain;
      const seen = await Promise.all([provisionWith(left), provisionWith(right)]);
      expect(seen.map(({ response }) => response.status).toSorted()).toEqual([201, 409]);
      const [winner, loser] = seen[0]?.response.status === 201 ? [left, right] : [right, left];
      const counts = async (tenant: string) => {
        const results = await db.batch<{ n: number }>(
          ["tenants WHERE id", "sites WHERE tenant_id", "domains WHERE tenant_id", "memberships WHERE tenant_id"].map(
            (from) => db.prepare(`SELECT count(*) AS n FROM ${from} = ?`).bind(tenant),
          ),
        );
        return results.map(({ results: rows }) => rows[0]?.n);
      };
      expect(await counts(winner.tenant.id)).toEqual([1, 1, 1, 1]);
      expect(await counts(loser.tenant.id)).toEqual([0, 0, 0, 0]);
    },
  );

  test("that shows only inside the transaction takes the whole batch back", async () => {
    const [first, second] = [payloadFor(unique("first")), payloadFor(unique("second"))];
    second.domain = first.domain;
    let batches = 0;
    const overtakers: number[] = [];
    // Lets the other request win between this one's read and its write.
    const late = new Proxy(db, {
      get(target, name) {
        if (name !== "batch") return Reflect.get(target, name).bind(target);
        return async (statements: D1PreparedStatement[]) => {
          if ((batches += 1) === 2) overtakers.push((await provisionWith(first)).response.status);
          return target.batch(statements);
        };
      },
    });
    const { response } = await provisionWith(second, { DB: late });
    expect([response.status, await response.json()]).toMatchObject([409, { code: "SITE_PROVISION_CONFLICT" }]);
    expect(overtakers).toEqual([201]);
    expect(await db.prepare("SELECT count(*) AS n FROM tenants WHERE id = ?").bind(second.tenant.id).first()).toEqual({
      n: 0,
    });
    expect(await audited(second.tenant.id)).toEqual(["refused"]);
  });
});

describe("a failure half-way", () => {
  const fine = () => Promise.resolve({ ok: true, value: null });
  const dead = {
    idFromName: () => "",
    get: () => ({ rehearseInitialise: fine, initialise: () => Promise.reject(new Error("a secret detail")) }),
  } as unknown as DurableObjectNamespace;

  test("of the workspace keeps the hostname closed, and the same request completes it", async () => {
    const payload = payloadFor(unique("half"));
    const failed = await provisionWith(payload, { TENANT_WORKSPACE: dead });
    expect(failed.response.status).toBe(500);
    expect(await failed.response.text()).not.toContain("secret");
    const closed = await get(`https://${payload.domain.hostname}/`);
    expect([closed.response.status, closed.work.workspace]).toEqual([404, 0]);
    const open = await db
      .prepare("SELECT resolved_at FROM operational_records WHERE tenant_id = ?")
      .bind(payload.tenant.id)
      .first();
    expect(open).toEqual({ resolved_at: null });
    const { response } = await provisionWith(payload);
    expect([response.status, await response.json()]).toMatchObject([201, { created: true }]);
    expect((await get(`https://${payload.domain.hostname}/`)).response.status).toBe(200);
  });

  test("of the database leaves nothing, and the same request starts over", async () => {
    const payload = payloadFor(unique("broken"));
    let batches = 0;
    const breaking = new Proxy(db, {
      get: (target, name) =>
        name === "batch"
          ? (all: D1PreparedStatement[]) =>
              (batches += 1) === 2 ? Promise.reject(new Error("gone")) : target.batch(all)
          : Reflect.get(target, name).bind(target),
    });
    expect((await provisionWith(payload, { DB: breaking })).response.status).toBe(500);
    expect(await db.prepare("SELECT count(*) AS n FROM tenants WHERE id = ?").bind(payload.tenant.id).first()).toEqual({
      n: 0,
    });
    expect((await provisionWith(payload)).response.status).toBe(201);
  });
});

describe("a provisioning that is refused", () => {
  const broken = (payload: Payload): Payload =>
    changed(payload, (copy) => {
      const [home] = copy.document.pages;
      Object.assign(home ?? {}, {
        sections: [{ id: "text", type: "drawbridge.basics/rich-text", fields: { body: 7 } }],
      });
    });

  test("for its documents leaves no record, and the corrected request succeeds", async () => {
    const payload = payloadFor(unique("corrected"));
    const before = await everything();
    const { response } = await provisionWith(broken(payload));
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: "INVALID_REQUEST", issues: [{ pointer: expect.stringMatching(/^\/document\/pages\/0/) }] },
    ]);
    expect(await everything()).toEqual(before);
    expect(await audited(payload.tenant.id)).toEqual([]);
    expect((await provisionWith(payload)).response.status).toBe(201);
  });

  test("as a second site leaves the tenant's first one as it is", async () => {
    const { payload, name } = await aSite("first");
    const before = await everything();
    const second = changed(payload, (copy) => {
      copy.site = { id: "second", name: "Second" };
      copy.domain.hostname = `second-${name}.example`;
    });
    expect((await provisionWith(broken(second))).response.status).toBe(400);
    expect(await everything()).toEqual(before);
    expect((await provisionWith(second)).response.status).toBe(201);
  });
});

describe("an unfinished provisioning", () => {
  const fine = () => Promise.resolve({ ok: true, value: null });
  const dead = {
    idFromName: () => "",
    get: () => ({ rehearseInitialise: fine, initialise: () => Promise.reject(new Error("gone")) }),
  } as unknown as DurableObjectNamespace;
  const listed = async (): Promise<{ tenant: string; site: string; hostname: string }[]> => {
    const all: { tenant: string; site: string; hostname: string }[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const { response } = await operator(`/api/admin/provisionings${cursor === "" ? "" : `?cursor=${cursor}`}`);
      const page = await response.json<{ items: typeof all; cursor: string | null }>();
      all.push(...page.items);
      cursor = page.cursor;
    }
    return all;
  };
  const release = async (tenant: string, site = "main") => {
    const { response } = await operator(`/api/admin/provisionings/${tenant}/${site}/release`, { method: "POST" });
    return { status: response.status, body: await response.json<{ code?: string }>() };
  };

  test("is listed, and released leaves nothing but audit: another request may have its name", async () => {
    const payload = payloadFor(unique("stuck"));
    const before = await everything();
    expect((await provisionWith(payload, { TENANT_WORKSPACE: dead })).response.status).toBe(500);
    const mine = { tenant: payload.tenant.id, site: "main", hostname: payload.domain.hostname };
    expect(await listed()).toContainEqual(expect.objectContaining(mine));
    expect(await release(payload.tenant.id)).toMatchObject({ status: 200, body: { released: true } });
    expect(await everything()).toEqual(before);
    expect((await listed()).filter(({ tenant }) => tenant === payload.tenant.id)).toEqual([]);
    expect(
      await db
        .prepare("SELECT count(*) AS n FROM operational_records WHERE tenant_id = ? AND resolved_at IS NULL")
        .bind(payload.tenant.id)
        .first(),
    ).toEqual({ n: 0 });
    const other = changed(payloadFor(unique("other")), (copy) => (copy.domain = payload.domain));
    expect((await provisionWith(other)).response.status).toBe(201);
  });

  test("that its workspace has published is not released: its own request opens it", async () => {
    const payload = payloadFor(unique("published"));
    let batches = 0;
    // A read, a write and a read; the fourth call would activate the hostname.
    const breaking = new Proxy(db, {
      get: (target, name) =>
        name === "batch"
          ? (all: D1PreparedStatement[]) =>
              (batches += 1) === 4 ? Promise.reject(new Error("gone")) : target.batch(all)
          : Reflect.get(target, name).bind(target),
    });
    expect((await provisionWith(payload, { DB: breaking })).response.status).toBe(500);
    expect(await listed()).toContainEqual(expect.objectContaining({ tenant: payload.tenant.id }));
    expect(await release(payload.tenant.id)).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    expect((await provisionWith(payload)).response.status).toBe(200);
    expect((await get(`https://${payload.domain.hostname}/`)).response.status).toBe(200);
  });

  test("of a site that is open is none, nor is a site nobody has", async () => {
    const { name } = await aSite("open");
    expect(await release(name)).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    expect((await get(`https://${name}.example/`)).response.status).toBe(200);
    expect(await release(unique("nobody"))).toMatchObject({ status: 404 });
    expect(await release(name, "other")).toMatchObject({ status: 404 });
  });

  test("of an owner who made an invitation link at a site they have left since is released, and the link is kept", async () => {
    const { name } = await aSite("left");
    const payload = payloadFor(unique("mover"));
    expect((await provisionWith(payload, { TENANT_WORKSPACE: dead })).response.status).toBe(500);
    const of = db.prepare("SELECT identity_id AS id FROM memberships WHERE tenant_id = ?").bind(payload.tenant.id);
    const { id } = (await of.first<{ id: string }>()) ?? { id: "" };
    const insert = `INSERT INTO invitation_links (id, tenant_id, site_id, role, maker_id, created_at, expires_at)
      VALUES (?, ?, 'main', 'viewer', ?, 0, 1)`;
    const link = name.padEnd(64, "0").slice(-64);
    await db.prepare(insert).bind(link, name, id).run();
    expect(await release(payload.tenant.id)).toMatchObject({ status: 200, body: { released: true } });
    const kept = db.prepare("SELECT maker_id AS maker FROM invitation_links WHERE id = ?").bind(link);
    expect(await kept.first()).toEqual({ maker: id });
  });

  test("of a tenant with another site leaves that one, and people who belong to it", async () => {
    const { payload, name } = await aSite("two");
    const second = changed(payload, (copy) => {
      copy.site = { id: "second", name: "Second" };
      copy.domain.hostname = `second-${name}.example`;
    });
    const before = await everything();
    expect((await provisionWith(second, { TENANT_WORKSPACE: dead })).response.status).toBe(500);
    expect((await release(name, "second")).status).toBe(200);
    expect(await everything()).toEqual(before);
    expect((await get(`https://${name}.example/`)).response.status).toBe(200);
  });
});

describe("without the secret", () => {
  test.each([
    ["nothing", ""],
    ["another scheme", `Basic ${SECRET}`],
    ["another secret", `Bearer ${"x".repeat(SECRET.length)}`],
    ["the beginning of the secret", `Bearer ${SECRET.slice(0, -1)}`],
    ["the secret and more", `Bearer ${SECRET}x`],
    ["no secret", "Bearer "],
    ["two secrets", `Bearer ${SECRET}, Bearer x`],
  ])("%s is refused without detail", async (_, authorization) => {
    const headers = { authorization, "cf-connecting-ip": unique("192.0.2") };
    const { response, work } = await operator("/api/admin/provision", { method: "POST", headers, body: "{" });
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    expect(await response.json()).toEqual({
      instance: expect.stringMatching(/^urn:uuid:/),
      type: "about:blank",
      title: "Log in first.",
      status: 401,
      code: "UNAUTHENTICATED",
    });
    expect(work).toMatchObject({ workspace: 0, media: 0 });
    expect(work.database > 0).toBe(/^Bearer \S+$/.test(authorization));
  });

  test.each([
    "/api/admin/provision",
    "/api/admin/status",
    "/api/admin/dead-letters",
    "/api/admin/dead-letters/x/replay",
    "/api/admin/no-such",
  ])("%s looks like every other operator address", async (path) => {
    const { response } = await operator(path, { headers: { authorization: "" } });
    expect(response.status).toBe(401);
  });

  test.each([
    ["", 401],
    ["short", 401],
    ["x".repeat(31), 401],
    ["x".repeat(32), 400],
    ["x".repeat(33), 400],
  ])("a deployment whose secret is %j lets nobody in unless it is long enough (%i)", async (secret, status) => {
    const init = {
      method: "POST",
      headers: {
        authorization: `Bearer ${secret}`,
        "content-type": "application/json",
        "cf-connecting-ip": unique("192.0.2"),
      },
      body: "{",
    };
    expect((await operator("/api/admin/provision", init, { PROVISIONING_SECRET: secret })).response.status).toBe(
      status,
    );
  });

  test("a deployment without any secret lets nobody in", async () => {
    const unset = { PROVISIONING_SECRET: undefined } as unknown as { PROVISIONING_SECRET: string };
    for (const authorization of ["Bearer undefined", "Bearer ", "Bearer null"]) {
      expect(
        (
          await operator(
            "/api/admin/provision",
            { method: "POST", headers: { authorization, "cf-connecting-ip": unique("192.0.2") } },
            unset,
          )
        ).response.status,
      ).toBe(401);
    }
  });
});

describe("a body", () => {
  const sendBody = async (body: BodyInit, type = "application/json", extra: Record<string, string> = {}) => {
    const { response } = await operator("/api/admin/provision", {
      method: "POST",
      headers: { "content-type": type, ...extra },
      body,
    });
    return {
      status: response.status,
      problem: await response.json<{ code: string; issues?: { pointer: string }[] }>(),
    };
  };
  const nameless = (text: string) => JSON.stringify(payloadFor(unique("body"))).replace("{", `{${text},`);

  test.each([
    ["text/plain", 415],
    ["application/json; charset=latin1", 415],
    ["application/x-www-form-urlencoded", 415],
    ["application/jsonx", 415],
    ["application/json", 400],
    ['Application/JSON; Charset="UTF-8"', 400],
  ])("of type %s is %i", async (type, status) => {
    expect((await sendBody("[]", type)).status).toBe(status);
  });

  test("that is compressed is not accepted", async () => {
    expect((await sendBody("{}", "application/json", { "content-encoding": "gzip" })).status).toBe(415);
  });

  test.each([
    ["no JSON", "{", ""],
    ["nothing", "", ""],
    ["a list", "[]", ""],
    ["an unknown member", nameless('"surprise":1'), "/surprise"],
    ["a member twice", nameless('"tenant":{"id":"a","name":"b"}'), "/tenant"],
    ["a poisoned member", nameless('"__proto__":{}'), "/__proto__"],
    ["nesting without end", "[".repeat(100_000), "/0".repeat(64)],
  ])("with %s is refused and says where", async (_, body, pointer) => {
    const { status, problem } = await sendBody(body);
    expect([status, problem.code]).toEqual([400, "INVALID_REQUEST"]);
    expect(problem.issues?.[0]?.pointer).toBe(pointer);
  });

  test("that is not UTF-8 is refused", async () => {
    expect((await sendBody(new Uint8Array([0x22, 0xff, 0x22]))).status).toBe(400);
  });

  test.each([
    [-1, 400],
    [0, 400],
    [1, 413],
  ])("of the largest size %i is answered %i, with and without a length", async (more, status) => {
    const text = " ".repeat(PROVISION_MAX_BYTES + more);
    expect((await sendBody(text)).status).toBe(status);
    const stream = new Blob([text]).stream();
    expect((await sendBody(stream)).status).toBe(status);
  });
});
