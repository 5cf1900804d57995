import { beforeAll, describe, expect, test } from "vitest";
import { db, migrate, unique } from "./harness.ts";

beforeAll(migrate);

const run = (sql: string, ...values: (string | number | null)[]) =>
  db
    .prepare(sql)
    .bind(...values)
    .run();

async function aTenant(): Promise<string> {
  const tenant = unique("rows");
  await run("INSERT INTO tenants (id, name, created_at) VALUES (?, 'T', 0)", tenant);
  await run("INSERT INTO sites (tenant_id, id, name, created_at) VALUES (?, 'main', 'S', 0)", tenant);
  return tenant;
}

const DOMAIN =
  "INSERT INTO domains (hostname, tenant_id, site_id, status, is_primary, created_at) VALUES (?, ?, ?, ?, ?, 0)";

describe("the control plane refuses", () => {
  test.each<[string, (tenant: string) => Promise<unknown>]>([
    ["a tenant status it does not know", (tenant) => run("UPDATE tenants SET status = 'paused' WHERE id = ?", tenant)],
    ["a tenant without name", (tenant) => run("UPDATE tenants SET name = '' WHERE id = ?", tenant)],
    [
      "a second tenant of one id",
      (tenant) => run("INSERT INTO tenants (id, name, created_at) VALUES (?, 'T', 0)", tenant),
    ],
    [
      "a tenant id of 64 characters",
      () => run("INSERT INTO tenants (id, name, created_at) VALUES (?, 'T', 0)", "a".repeat(64)),
    ],
    [
      "a site of no tenant",
      () => run("INSERT INTO sites (tenant_id, id, name, created_at) VALUES ('nobody', 'main', 'S', 0)"),
    ],
    ["a hostname of no site", (tenant) => run(DOMAIN, unique("h"), tenant, "other", "verified", 0)],
    ["a hostname in capitals", (tenant) => run(DOMAIN, unique("H"), tenant, "main", "verified", 0)],
    ["a hostname of 254 characters", (tenant) => run(DOMAIN, "a".repeat(254), tenant, "main", "verified", 0)],
    ["a hostname status it does not know", (tenant) => run(DOMAIN, unique("h"), tenant, "main", "trusted", 0)],
    [
      "a role it does not know",
      (tenant) =>
        run(
          "INSERT INTO memberships (tenant_id, site_id, identity_id, role, created_at) VALUES (?, 'main', 'x', 'root', 0)",
          tenant,
        ),
    ],
    [
      "a membership of no identity",
      (tenant) =>
        run(
          "INSERT INTO memberships (tenant_id, site_id, identity_id, role, created_at) VALUES (?, 'main', 'x', 'owner', 0)",
          tenant,
        ),
    ],
    [
      "an audit outcome it does not know",
      (tenant) =>
        run(
          "INSERT INTO audit (id, tenant_id, actor, command, input_digest, outcome, request_id, at) VALUES (?, ?, 'a', 'c', 'd', 'maybe', 'r', 0)",
          unique("a"),
          tenant,
        ),
    ],
    [
      "a record that is no JSON",
      (tenant) =>
        run(
          "INSERT INTO operational_records (id, kind, tenant_id, payload, created_at) VALUES (?, 'k', ?, '{', 0)",
          unique("r"),
          tenant,
        ),
    ],
    ["a moment that is no number", (tenant) => run("UPDATE tenants SET created_at = 'yesterday' WHERE id = ?", tenant)],
  ])("%s", async (_, action) => {
    await expect(action(await aTenant())).rejects.toThrow(/constraint failed|cannot store/);
  });

  test("a second canonical hostname of one site, and a hostname of two sites", async () => {
    const [tenant, hostname] = [await aTenant(), unique("h")];
    await run(DOMAIN, hostname, tenant, "main", "verified", 1);
    await expect(run(DOMAIN, unique("h"), tenant, "main", "verified", 1)).rejects.toThrow("UNIQUE");
    await expect(run(DOMAIN, hostname, await aTenant(), "main", "verified", 0)).rejects.toThrow("UNIQUE");
    await run(DOMAIN, unique("h"), tenant, "main", "verified", 0);
  });

  test("two identities for one person", async () => {
    const subject = unique("s");
    const insert = "INSERT INTO identities (id, issuer, subject, created_at) VALUES (?, 'https://login.example', ?, 0)";
    await run(insert, unique("i").padEnd(64, "0"), subject);
    await expect(run(insert, unique("i").padEnd(64, "0"), subject)).rejects.toThrow("UNIQUE");
  });
});

describe("the migrations", () => {
  test("are applied once: a second time changes nothing", async () => {
    const schema = async () => (await db.prepare("SELECT name, sql FROM sqlite_schema ORDER BY name").all()).results;
    const before = await schema();
    await migrate();
    expect(await schema()).toEqual(before);
  });

  test("make every table strict", async () => {
    const { results } = await db
      .prepare(
        "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'd1%'",
      )
      .all<{ name: string; strict: number }>();
    const tables = ["audit", "domains", "identities", "memberships", "operational_records", "sites", "tenants"];
    expect(results.map(({ name }) => name)).toEqual(expect.arrayContaining(tables));
    expect(results.filter(({ strict }) => strict !== 1)).toEqual([]);
  });

  test.each([
    [
      "the list of dead letters",
      "SELECT id FROM operational_records WHERE kind = 'dead_letter' AND (created_at, id) < (1, 'x') ORDER BY created_at DESC, id DESC LIMIT 51",
    ],
    [
      "the route of a hostname",
      "SELECT t.status FROM domains d JOIN tenants t ON t.id = d.tenant_id JOIN sites s ON s.tenant_id = d.tenant_id AND s.id = d.site_id WHERE d.hostname = 'x'",
    ],
    [
      "the canonical hostname of a site",
      "SELECT hostname FROM domains WHERE tenant_id = 'a' AND site_id = 'b' AND is_primary = 1",
    ],
    ["the sites of an identity", "SELECT tenant_id FROM memberships WHERE identity_id = 'x'"],
    [
      "the audit of a site, newest first",
      "SELECT id FROM audit WHERE tenant_id = 'a' AND site_id = 'b' ORDER BY at DESC LIMIT 50",
    ],
  ])("let %s be found without reading or sorting a whole table", async (_, query) => {
    const { results } = await db.prepare(`EXPLAIN QUERY PLAN ${query}`).all<{ detail: string }>();
    expect(results.map(({ detail }) => detail).filter((detail) => /^SCAN|TEMP B-TREE/.test(detail))).toEqual([]);
  });
});
