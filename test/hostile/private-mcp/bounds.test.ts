import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { AGENT_ACCESS_SECONDS, AGENT_GRANT_SECONDS, AGENT_SITES_SHOWN } from "../../../manifests/bounds/agents.ts";
import { listSites } from "../../../sites/control/people/members.ts";
import {
  aCode,
  aSite,
  askAgent,
  db,
  migrate,
  redeem,
  refresh,
  tokensFor,
  type TestSite,
} from "../../worker/private-mcp/agentClient.ts";

const NOW = 1_800_000_000_000;

let site: TestSite;
beforeAll(async () => {
  await migrate();
  site = await aSite("bounds");
});
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOW }));
afterEach(() => void vi.useRealTimers());

describe("a token", () => {
  test.each([
    [-1000, 200],
    [0, 401],
    [1000, 401],
  ])("after its lifetime and %i ms is answered %i", async (more, status) => {
    const { access_token: token } = await tokensFor(site);
    expect((await askAgent(token, "tools/list")).status).toBe(200);
    vi.setSystemTime(NOW + AGENT_ACCESS_SECONDS * 1000 + more);
    expect((await askAgent(token, "tools/list")).status).toBe(status);
  });
});

describe("a grant", () => {
  test.each([
    [-61_000, 200],
    [-60_000, 200],
    [-59_000, 400],
    [0, 400],
  ])("after its lifetime and %i ms gives another token: %i", async (more, status) => {
    const coded = await aCode(site, site.owner);
    const { body } = await redeem(coded);
    vi.setSystemTime(NOW + AGENT_GRANT_SECONDS * 1000 + more);
    expect((await refresh(coded, body.refresh_token)).status).toBe(status);
  });

  test("lasts no longer when it is used", async () => {
    const coded = await aCode(site, site.owner);
    const { body } = await redeem(coded);
    vi.setSystemTime(NOW + AGENT_GRANT_SECONDS * 500);
    const { body: later } = await refresh(coded, body.refresh_token);
    vi.setSystemTime(NOW + AGENT_GRANT_SECONDS * 1000);
    expect((await refresh(coded, later.refresh_token)).status).toBe(400);
  });
});

describe("the list of sites to choose from", () => {
  test.each([[-1], [0], [1]])("of a member of the bound and %i sites contains at most the bound", async (more) => {
    const identity = `many ${more}`.padEnd(64, ".");
    const numbers = JSON.stringify(Array.from({ length: AGENT_SITES_SHOWN + more }, (_, n) => n));
    const each = (sql: string, ...values: unknown[]) => db.prepare(sql).bind(numbers, ...values);
    const id = `'many-${more}-' || value`;
    await db.batch([
      db
        .prepare("INSERT INTO identities (id, issuer, subject, created_at) VALUES (?, 'i', ?, 0)")
        .bind(identity, identity),
      each(`INSERT INTO tenants (id, name, created_at) SELECT ${id}, 'n', 0 FROM json_each(?)`),
      each(
        `INSERT INTO sites (tenant_id, id, name, created_at, provisioned_at, initialised_at) SELECT ${id}, 'main', 'n', 0, 0, 0 FROM json_each(?)`,
      ),
      each(
        `INSERT INTO domains (hostname, tenant_id, site_id, status, is_primary, created_at) SELECT ${id} || '.example', ${id}, 'main', 'verified', 1, 0 FROM json_each(?)`,
      ),
      each(
        `INSERT INTO memberships (tenant_id, site_id, identity_id, role, created_at) SELECT ${id}, 'main', ?2, 'viewer', 0 FROM json_each(?1)`,
        identity,
      ),
    ]);
    expect(await listSites(db, identity, AGENT_SITES_SHOWN)).toHaveLength(
      Math.min(AGENT_SITES_SHOWN, AGENT_SITES_SHOWN + more),
    );
  });
});
