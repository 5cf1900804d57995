import { beforeAll, describe, expect, test } from "vitest";
import {
  DEAD_LETTERS_PAGE,
  RECORD_ID_MAX_CHARS,
  STATUS_CONCURRENCY,
  STATUS_PAGE,
} from "../../../manifests/bounds/operators.ts";
import type { DeadLetter } from "../../../sites/web/api/operator/deadLetters.ts";
import { aSite, db, get, migrate, operator, send, unique } from "./harness.ts";

beforeAll(migrate);

interface List {
  readonly items: DeadLetter[];
  readonly cursor: string | null;
}

const insert = (id: string, tenant: string, site: string | null, at: number, kind = "dead_letter") =>
  db
    .prepare(
      "INSERT INTO operational_records (id, kind, tenant_id, site_id, payload, created_at) VALUES (?, ?, ?, ?, ?, ?)",
    )
    .bind(id, kind, tenant, site, JSON.stringify({ message: id }), at);

const clear = () => db.prepare("DELETE FROM operational_records WHERE kind = 'dead_letter'").run();

const list = async (cursor?: string): Promise<List> => {
  const { response } = await operator(
    `/api/admin/dead-letters${cursor === undefined ? "" : `?cursor=${encodeURIComponent(cursor)}`}`,
  );
  expect(response.status).toBe(200);
  return response.json<List>();
};

const replay = async (id: string, swap = {}) => {
  const { response, work } = await operator(
    `/api/admin/dead-letters/${encodeURIComponent(id)}/replay`,
    { method: "POST" },
    swap,
  );
  return { status: response.status, body: await response.json<DeadLetter & { code?: string }>(), work };
};

describe("dead letters", () => {
  test("are listed newest first, of this kind only", async () => {
    await clear();
    await db.batch([
      insert("old", "t", "s", 1),
      insert("new", "t", null, 2),
      insert(unique("other"), "t", "s", 3, "provisioning"),
    ]);
    const { items, cursor } = await list();
    expect(items).toEqual([
      { id: "new", tenant: "t", site: null, payload: { message: "new" }, createdAt: 2, resolvedAt: null },
      { id: "old", tenant: "t", site: "s", payload: { message: "old" }, createdAt: 1, resolvedAt: null },
    ]);
    expect(cursor).toBeNull();
  });

  test.each([
    [-1, 0],
    [0, 0],
    [1, 1],
  ])("of a page %i more make %i on the next page, each once, also when all came at one moment", async (more, rest) => {
    await clear();
    const total = DEAD_LETTERS_PAGE + more;
    await db.batch(
      Array.from({ length: total }, (_, index) => insert(`letter:${String(index).padStart(4, "0")}`, "t", "s", 7)),
    );
    const first = await list();
    expect(first.items).toHaveLength(total - rest);
    expect(first.cursor === null).toBe(rest === 0);
    const second = first.cursor === null ? { items: [] } : await list(first.cursor);
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(total);
  });

  test.each(["", "!", "AAAA", btoa("x:y"), btoa("1:"), "a".repeat(2_000)])(
    "are not listed after the cursor %j, which nobody gave out",
    async (cursor) => {
      const { response } = await operator(`/api/admin/dead-letters?cursor=${encodeURIComponent(cursor)}`);
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { code: "INVALID_REQUEST", issues: [{ pointer: "/cursor" }] },
      ]);
    },
  );

  test("after a cursor with SQL in it are those before it, never all", async () => {
    await clear();
    await db.batch([insert("early", "t", "s", 1), insert("late", "t", "s", 10)]);
    const { items } = await list(btoa("5:' OR 1=1 --").replaceAll("=", ""));
    expect(items.map(({ id }) => id)).toEqual(["early"]);
  });

  test("are replayed once, and the second time only shown", async () => {
    const { name } = await aSite("letter");
    const id = `dead-letter:${unique("m")}`;
    await insert(id, name, "main", 5).run();
    const first = await replay(id);
    expect([first.status, first.work.workspace]).toEqual([200, 1]);
    expect(first.body.resolvedAt).toBeTypeOf("number");
    const second = await replay(id);
    expect([second.status, second.work.workspace]).toEqual([200, 0]);
    expect(second.body).toEqual(first.body);
    const { results } = await db
      .prepare("SELECT actor, outcome FROM audit WHERE tenant_id = ? AND command = 'dead_letter.replay'")
      .bind(name)
      .all();
    expect(results).toEqual([{ actor: "operator:provisioning", outcome: "done" }]);
  });

  test("stay open when the workspace does not take them", async () => {
    const { name } = await aSite("stuck");
    const id = unique("stuck");
    await insert(id, name, "main", 5).run();
    const dead = {
      TENANT_WORKSPACE: { idFromName: () => "", get: () => ({ announce: () => Promise.reject(new Error("secret")) }) },
    };
    expect((await replay(id, dead)).status).toBe(500);
    expect(await db.prepare("SELECT resolved_at FROM operational_records WHERE id = ?").bind(id).first()).toEqual({
      resolved_at: null,
    });
    expect((await replay(id)).status).toBe(200);
  });

  test.each([
    ["no site", "t", null],
    ["a site nobody has", "nobody", "main"],
    ["no tenant", "", "main"],
  ])("that name %s cannot be replayed, and no workspace is asked", async (_, tenant, site) => {
    const id = unique("poisoned");
    await insert(id, tenant, site, 5).run();
    const { status, body, work } = await replay(id);
    expect([status, body.code, work.workspace]).toEqual([409, "CONFLICT", 0]);
  });

  test("of another kind, unknown ones and overlong ids are not found", async () => {
    const other = unique("record");
    await insert(other, "t", "s", 5, "provisioning").run();
    for (const id of [
      other,
      "nothing",
      "x".repeat(RECORD_ID_MAX_CHARS),
      "x".repeat(RECORD_ID_MAX_CHARS + 1),
      "' OR '1'='1",
    ]) {
      expect((await replay(id)).status).toBe(404);
    }
    const longest = unique("x").padEnd(RECORD_ID_MAX_CHARS, "x");
    await insert(longest, "t", null, 5).run();
    expect((await replay(longest)).status).toBe(409);
    await insert(`${longest}x`, "t", null, 5).run();
    expect((await replay(`${longest}x`)).status).toBe(404);
  });
});

interface Status {
  readonly loader: { readonly available: boolean; readonly reason: string | null };
  readonly tenants: {
    readonly id: string;
    readonly status: string;
    readonly workspace: unknown;
    readonly problem: string | null;
  }[];
  readonly open: Record<string, number>;
  readonly cursor: string | null;
}

const status = async (query = "", swap = {}): Promise<Status> => {
  const { response } = await operator(`/api/admin/status${query}`, {}, swap);
  expect(response.status).toBe(200);
  return response.json<Status>();
};

const allTenants = async (swap = {}): Promise<Status["tenants"]> => {
  const all: Status["tenants"][number][] = [];
  let page = await status("", swap);
  all.push(...page.tenants);
  while (page.cursor !== null) {
    page = await status(`?cursor=${page.cursor}`, swap);
    all.push(...page.tenants);
  }
  return all;
};

const sandboxThat = (availability: () => Promise<unknown>): unknown => ({ availability });

describe("the status", () => {
  test.each([
    ["there is no sandbox", undefined, { available: false, reason: "this deployment has no plugin sandbox" }],
    [
      "the sandbox has no loader",
      sandboxThat(async () => ({ available: false, reason: "loader_unavailable" })),
      { available: false, reason: "the plugin sandbox has no worker loader" },
    ],
    [
      "the sandbox is out of order",
      sandboxThat(() => Promise.reject(new Error("gone"))),
      { available: false, reason: "the plugin sandbox does not answer" },
    ],
    ["plugin code runs", sandboxThat(async () => ({ available: true })), { available: true, reason: null }],
  ])("tells of the loader when %s", async (_, PLUGIN_SANDBOX, loader) => {
    expect((await status("", { PLUGIN_SANDBOX })).loader).toEqual(loader);
  });

  const forgetTenants = () =>
    db.batch(
      ["login_sessions", "invitation_links", "memberships", "domain_requests", "domains", "sites", "tenants"].map(
        (table) => db.prepare(`DELETE FROM ${table}`),
      ),
    );
  const insertTenants = (ids: readonly string[]) =>
    db.batch(ids.map((id) => db.prepare("INSERT INTO tenants (id, name, created_at) VALUES (?, 'T', 0)").bind(id)));

  test("lists a tenant that has a ready worker and is not provisioned, once", async () => {
    await forgetTenants();
    const insertWorker = (tenant: string, readyAt: number | null) =>
      db
        .prepare("INSERT INTO tenant_workers VALUES (?1, ?1, 'n', 'r', ?2, ?1 || '-store', ?1 || '-queue', ?3)")
        .bind(tenant, "d".repeat(64), readyAt);
    await insertTenants(["known"]);
    await db.batch([insertWorker("known", 1), insertWorker("later", 1), insertWorker("waiting", null)]);
    const { tenants } = await status();
    await db.prepare("DELETE FROM tenant_workers").run();
    expect(tenants.map(({ id }) => id)).toEqual(["known", "later"]);
  });

  test("tells of a tenant what its workspace says", async () => {
    await forgetTenants();
    const { name } = await aSite("status");
    const { tenants } = await status();
    expect(tenants).toMatchObject([
      {
        id: name,
        status: "active",
        problem: null,
        workspace: { loader: { available: false }, sites: [{ site: "main", release: 1 }] },
      },
    ]);
  });

  test.each([
    [-1, 0],
    [0, 0],
    [1, 1],
  ])("of a page %i more tells of %i on the next, each tenant once", async (more, rest) => {
    await forgetTenants();
    const ids = Array.from({ length: STATUS_PAGE + more }, (_, index) => `t${String(index).padStart(3, "0")}`);
    await insertTenants(ids);
    const first = await status();
    expect(first.tenants).toHaveLength(ids.length - rest);
    expect(first.cursor === null).toBe(rest === 0);
    expect((await allTenants()).map(({ id }) => id)).toEqual(ids);
  });

  test("asks a bounded number of workspaces at once", async () => {
    await forgetTenants();
    await insertTenants(Array.from({ length: STATUS_PAGE }, (_, index) => `t${index}`));
    let running = 0;
    const seen: number[] = [];
    const slow = async () => {
      seen.push((running += 1));
      await scheduler.wait(5);
      running -= 1;
      return { ok: false, refusal: { code: "INTERNAL", detail: {} } };
    };
    await status("", { TENANT_WORKSPACE: { idFromName: () => "", get: () => ({ status: slow }) } });
    expect([seen.length, Math.max(...seen)]).toEqual([STATUS_PAGE, STATUS_CONCURRENCY]);
  });

  test("counts what is open", async () => {
    await clear();
    await db.batch([insert(unique("a"), "t", "s", 1), insert(unique("b"), "t", "s", 1)]);
    expect((await status()).open).toMatchObject({ dead_letter: 2 });
  });

  test("shows a workspace that does not answer in its own line", async () => {
    await aSite("mute");
    const dead = {
      TENANT_WORKSPACE: { idFromName: () => "", get: () => ({ status: () => Promise.reject(new Error("secret")) }) },
    };
    const { tenants } = await status("", dead);
    expect(tenants.length).toBeGreaterThan(0);
    for (const tenant of tenants) expect(tenant).toMatchObject({ workspace: null, problem: "INTERNAL" });
    expect(JSON.stringify(tenants)).not.toContain("secret");
  });
});

describe("the API", () => {
  test.each(["/api", "/api/", "/api/nothing", "/api/pages/home/nothing", "/api?x=1"])(
    "%s is a problem, not a page",
    async (path) => {
      const { origin } = await aSite("api");
      await get(`${origin}/`);
      const { response, work } = await send(new Request(`${origin}${path}`));
      expect(response.status).toBe(404);
      expect(response.headers.get("content-type")).toBe("application/problem+json");
      expect(await response.json()).toMatchObject({ code: "NOT_FOUND", status: 404, type: "about:blank" });
      expect(work).toEqual({ database: 0, workspace: 0, media: 0 });
    },
  );

  test.each([
    ["GET", "/api/admin/provision", "POST"],
    ["POST", "/api/admin/status", "GET, HEAD"],
    ["DELETE", "/api/admin/dead-letters", "GET, HEAD"],
    ["GET", "/api/admin/dead-letters/x/replay", "POST"],
  ])("%s %s is told which methods it takes", async (method, path, allow) => {
    const { response } = await operator(path, { method });
    expect([response.status, response.headers.get("allow")]).toEqual([405, allow]);
    expect(await response.json()).toMatchObject({ code: "METHOD_NOT_ALLOWED" });
  });

  test("an operator address that does not exist is not found, with the secret", async () => {
    expect((await operator("/api/admin/nothing")).response.status).toBe(404);
  });
});
