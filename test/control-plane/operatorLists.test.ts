import type { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { DOMAIN_PENDING_MS, DOMAIN_REQUESTS_SWEPT } from "../../manifests/bounds/hosts.ts";
import { OPERATOR_LIST_PAGE } from "../../manifests/bounds/operators.ts";
import { listAllDomains } from "../../sites/web/api/hostnames/listAll.ts";
import { requestDomain } from "../../sites/web/api/hostnames/hostnames.ts";
import { listEvents } from "../../sites/web/api/operator/events.ts";
import { listUnfinished } from "../../sites/web/api/operator/unfinished.ts";
import { readCursor } from "../../sites/web/api/request/cursor.ts";
import type { ApiCall } from "../../sites/web/api/request/call.ts";
import { controlPlaneInMemory } from "./controlPlane.ts";

const NOW = 1_800_000_000_000;
const near = (bound: number): number[] => [bound - 1, bound, bound + 1];

/** Adds unfinished sites, each with a hostname. */
function addSites(database: DatabaseSync, count: number): void {
  database.exec("INSERT INTO tenants (id, name, created_at) VALUES ('acme', 'Acme', 1)");
  for (let n = 0; n < count; n++) {
    database.prepare("INSERT INTO sites (tenant_id, id, name, created_at) VALUES ('acme', ?, 'Site', 1)").run(`s${n}`);
    database.prepare("INSERT INTO domains VALUES (?, 'acme', ?, 'verified', 1, 1)").run(`s${n}.example`, `s${n}`);
  }
}

function addEvents(database: DatabaseSync, count: number): void {
  for (let n = 1; n <= count; n++)
    database
      .prepare("INSERT INTO security_events VALUES (?, 1, 'tried', 'a.example', 'r', 'operator:x', 'done')")
      .run(n);
}

type Page = { readonly items: readonly unknown[]; readonly cursor: string | null };
type Lister = (DB: D1Database, cursor?: ReturnType<typeof readCursor>) => Promise<Page>;

const LISTS: readonly (readonly [string, (database: DatabaseSync, count: number) => void, Lister])[] = [
  ["hostnames", addSites, (DB, cursor) => listAllDomains({ DB }, NOW, cursor)],
  ["provisionings", addSites, (DB, cursor) => listUnfinished({ DB } as never, cursor)],
  ["security events", addEvents, (DB, cursor) => listEvents(DB, cursor)],
];

describe.each(LISTS)("an operator's list of %s", (_, add, list) => {
  test.each(near(OPERATOR_LIST_PAGE))("has a page of the bound, of %i", async (count) => {
    const { database, DB } = controlPlaneInMemory();
    add(database, count);
    const { items, cursor } = await list(DB);
    expect([items.length, cursor === null]).toEqual([Math.min(count, OPERATOR_LIST_PAGE), count <= OPERATOR_LIST_PAGE]);
    const rest = cursor === null ? [] : (await list(DB, readCursor(cursor))).items;
    expect(new Set([...items, ...rest].map((item) => JSON.stringify(item))).size).toBe(count);
  });
});

test.each(near(DOMAIN_REQUESTS_SWEPT))(
  "of %i requests for hostnames that ran out, a new one removes up to the bound",
  async (count) => {
    const { database, DB } = controlPlaneInMemory();
    addSites(database, 1);
    const insert = database.prepare("INSERT INTO domain_requests VALUES (?, 'acme', 's0', ?)");
    for (let n = 0; n < count; n++) insert.run(`old${n}.example`, NOW - DOMAIN_PENDING_MS);
    insert.run("young.example", NOW - DOMAIN_PENDING_MS + 1);
    const call = { env: { DB }, member: { tenant: "acme", site: "s0" }, at: NOW } as unknown as ApiCall;
    const { effects } = await requestDomain(call, "new.example");
    await DB.batch([...effects]);
    const { n } = database.prepare("SELECT count(*) AS n FROM domain_requests WHERE hostname LIKE 'old%'").get() as {
      n: number;
    };
    const kept = database
      .prepare("SELECT hostname FROM domain_requests WHERE hostname NOT LIKE 'old%' ORDER BY 1")
      .all();
    expect([n, kept.map(({ hostname }) => hostname)]).toEqual([
      Math.max(0, count - DOMAIN_REQUESTS_SWEPT),
      ["new.example", "young.example"],
    ]);
  },
);
