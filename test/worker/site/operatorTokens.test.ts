import { beforeAll, describe, expect, test, vi } from "vitest";
import {
  OPERATOR_BEARERS_REFUSED,
  OPERATOR_BEARERS_WINDOW_SECONDS,
  OPERATOR_TOKEN_MAX_DAYS,
  SECURITY_EVENTS_KEPT,
} from "../../../manifests/bounds/operators.ts";
import { forgetLines } from "../../../sites/platform/security/securityEvents.ts";
import { aSite, db, migrate, operator, payloadFor, unique } from "./harness.ts";

beforeAll(migrate);

const json = { "content-type": "application/json" };
const make = async (name: string, days: unknown = 1, headers = {}) =>
  (
    await operator("/api/admin/tokens", {
      method: "POST",
      headers: { ...json, ...headers },
      body: JSON.stringify({ name, days }),
    })
  ).response;
const made = async (name: string, days = 1): Promise<string> => {
  const response = await make(name, days);
  expect(response.status).toBe(201);
  return (await response.json<{ token: string }>()).token;
};
const withToken = async (token: string, path = "/api/admin/dead-letters", init: RequestInit = {}) =>
  (
    await operator(path, {
      ...init,
      headers: { ...json, authorization: `Bearer ${token}`, "cf-connecting-ip": address(), ...init.headers },
    })
  ).response;
const address = (): string => unique("10.0.0.1");
const statusOf = async (token: string, path?: string) => (await withToken(token, path)).status;
interface Listed {
  readonly name: string;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
}
const listed = async (name: string): Promise<Listed | undefined> => {
  const { response } = await operator("/api/admin/tokens");
  const { items } = await response.json<{ items: Listed[] }>();
  return items.find((item) => item.name === name);
};

describe("an operator's token", () => {
  test("opens what the provisioning secret opens, and audit names its operator", async () => {
    const name = unique("robin");
    const token = await made(name);
    const payload = payloadFor(unique("named"));
    const response = await withToken(token, "/api/admin/provision", { method: "POST", body: JSON.stringify(payload) });
    expect(response.status).toBe(201);
    const rows = await db
      .prepare("SELECT actor FROM audit WHERE tenant_id = ? AND command = 'site.provision'")
      .bind(payload.tenant.id)
      .all();
    expect(rows.results).toEqual([{ actor: `operator:${name}` }]);
    expect((await operator("/api/admin/dead-letters")).response.status).toBe(200);
  });

  test("is kept as a digest, and its last use is known", async () => {
    const name = unique("digest");
    const token = await made(name);
    expect((await listed(name))?.lastUsedAt).toBeNull();
    expect(await statusOf(token)).toBe(200);
    expect((await listed(name))?.lastUsedAt).toBeTypeOf("number");
    const { results } = await db.prepare("SELECT * FROM operator_tokens").all();
    expect(JSON.stringify(results)).not.toContain(token.slice("svc_op_".length));
    expect(JSON.stringify(await listed(name))).not.toContain(token);
  });

  test("ends when it is revoked, at once", async () => {
    const name = unique("revoked");
    const token = await made(name);
    const revoke = async () => (await operator(`/api/admin/tokens/${name}`, { method: "DELETE" })).response.json();
    expect(await statusOf(token)).toBe(200);
    expect(await revoke()).toEqual({ name, changed: true });
    expect(await statusOf(token)).toBe(401);
    expect(await revoke()).toEqual({ name, changed: false });
    expect((await listed(name))?.revokedAt).toBeTypeOf("number");
    expect((await operator(`/api/admin/tokens/${unique("nobody")}`, { method: "DELETE" })).response.status).toBe(404);
  });

  test.each([
    [-1, 401],
    [0, 401],
    [60_000, 200],
  ])("ends by itself: with %i ms left it is answered %i", async (left, status) => {
    const name = unique("over");
    const token = await made(name);
    await db
      .prepare("UPDATE operator_tokens SET created_at = 0, expires_at = ? WHERE name = ?")
      .bind(Date.now() + left, name)
      .run();
    expect(await statusOf(token)).toBe(status);
  });

  test("makes, lists and revokes no tokens: that takes the secret", async () => {
    const name = unique("limited");
    const token = await made(name);
    for (const [method, path] of [
      ["GET", "/api/admin/tokens"],
      ["DELETE", `/api/admin/tokens/${name}`],
    ] as const) {
      const response = await withToken(token, path, { method });
      expect([response.status, await response.json()]).toMatchObject([403, { code: "FORBIDDEN" }]);
    }
    const other = await withToken(token, "/api/admin/tokens", {
      method: "POST",
      body: JSON.stringify({ name: unique("second"), days: 1 }),
    });
    expect(other.status).toBe(403);
  });

  test("has a name of its own, for ever", async () => {
    const name = unique("once");
    await made(name);
    expect((await make(name)).status).toBe(409);
    await operator(`/api/admin/tokens/${name}`, { method: "DELETE" });
    expect((await make(name)).status).toBe(409);
  });

  test.each([
    ["provisioning", 1, 400],
    ["Upper", 1, 400],
    ["with space", 1, 400],
    ["", 1, 400],
    ["-a", 1, 400],
    ["a".repeat(41), 1, 400],
    ["days", 0, 400],
    ["days", OPERATOR_TOKEN_MAX_DAYS + 1, 400],
    ["days", 1.5, 400],
  ])("named %j for %d days is answered %i", async (name, days, status) => {
    expect((await make(name, days)).status).toBe(status);
  });

  test("may last as long as a token may", async () => {
    expect((await make(unique("long"), OPERATOR_TOKEN_MAX_DAYS)).status).toBe(201);
    expect((await make(unique("long"), OPERATOR_TOKEN_MAX_DAYS - 1)).status).toBe(201);
  });
});

describe("a wrong bearer", () => {
  const wrong = async (from: string, bearer = `svc_op_${"A".repeat(43)}`) =>
    (await operator("/api/admin/status", { headers: { authorization: `Bearer ${bearer}`, "cf-connecting-ip": from } }))
      .response;
  const events = async () =>
    (
      await (
        await operator("/api/admin/security-events")
      ).response.json<{ items: { event: string; actor: string; outcome: string }[] }>()
    ).items;

  test("is limited by network address and leaves a bounded record, in which no address stands", async () => {
    const [from, other] = [
      `2001:db8:${Math.floor(Math.random() * 9000) + 1000}::1`,
      `2001:db8:${Math.floor(Math.random() * 9000) + 1000}:1::1`,
    ];
    const before = await db.prepare("SELECT count(*) AS n FROM security_events").first<{ n: number }>();
    const statuses: number[] = [];
    for (let time = 0; time < OPERATOR_BEARERS_REFUSED + 2; time++) statuses.push((await wrong(from)).status);
    expect(statuses).toEqual([...Array.from({ length: OPERATOR_BEARERS_REFUSED }, () => 401), 429, 429]);
    const limited = await wrong(from);
    expect([limited.headers.get("retry-after"), await limited.json()]).toEqual([
      expect.stringMatching(/^\d+$/),
      expect.objectContaining({ code: "RATE_LIMITED" }),
    ]);
    const after = await db.prepare("SELECT count(*) AS n FROM security_events").first<{ n: number }>();
    expect((after?.n ?? 0) - (before?.n ?? 0)).toBe(OPERATOR_BEARERS_REFUSED);
    expect((await events())[0]).toMatchObject({
      event: "operator_bearer_refused",
      outcome: "refused",
      actor: expect.stringMatching(/^address:[0-9a-f]{64}$/),
    });
    expect(JSON.stringify(await events())).not.toContain(from.slice(0, 13));
    expect((await wrong(other)).status).toBe(401);
  });

  test.each([
    [-1, 429],
    [0, 401],
    [1, 401],
  ])("may be tried again once a part of the window is over, %i ms more: %i", async (more, status) => {
    const from = `2001:db8:${Math.floor(Math.random() * 9000) + 1000}:3::1`;
    const now = Date.now();
    const clock = vi.spyOn(Date, "now").mockReturnValue(now);
    for (let time = 0; time < OPERATOR_BEARERS_REFUSED; time++) await wrong(from);
    expect((await wrong(from)).status).toBe(429);
    clock.mockReturnValue(now + (OPERATOR_BEARERS_WINDOW_SECONDS * 1_000) / OPERATOR_BEARERS_REFUSED + more);
    const again = (await wrong(from)).status;
    clock.mockRestore();
    expect(again).toBe(status);
  });

  test("from an operator's own address keeps no right one out", async () => {
    const from = `2001:db8:${Math.floor(Math.random() * 9000) + 1000}:2::1`;
    const token = await made(unique("beside"));
    for (let time = 0; time < OPERATOR_BEARERS_REFUSED + 1; time++) await wrong(from, "guess");
    expect((await wrong(from)).status).toBe(429);
    expect((await withToken(token, undefined, { headers: { "cf-connecting-ip": from } })).status).toBe(200);
    expect((await operator("/api/admin/dead-letters", { headers: { "cf-connecting-ip": from } })).response.status).toBe(
      200,
    );
  });

  test("is one line of JSON with host, request and digest, and never the bearer", async () => {
    forgetLines();
    const lines: string[] = [];
    const spy = vi.spyOn(console, "warn").mockImplementation((line: string) => void lines.push(line));
    const from = `2001:db8:${Math.floor(Math.random() * 9000) + 1000}:3::1`;
    await operator("/api/admin/status", {
      headers: { authorization: "Bearer a-guess-nobody-made", "cf-connecting-ip": from, "cf-ray": "8f00-FRA" },
    });
    spy.mockRestore();
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      {
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        event: "operator_bearer_refused",
        host: expect.stringMatching(/^operators-/),
        ray: "8f00-FRA",
        request: expect.stringMatching(/^[0-9a-f-]{36}$/),
        actor: expect.stringMatching(/^address:[0-9a-f]{64}$/),
        outcome: "refused",
      },
    ]);
    expect(lines.join()).not.toContain("a-guess");
  });

  test("makes room for itself: the record never holds more than its bound", async () => {
    await db
      .prepare(
        "INSERT INTO security_events (number, at, event, host, request_id, actor, outcome) SELECT coalesce(max(number), 0) + ?, 0, 'x', 'h', 'r', 'a', 'done' FROM security_events",
      )
      .bind(SECURITY_EVENTS_KEPT + 5)
      .run();
    const { n } = (await db.prepare("SELECT max(number) AS n FROM security_events").first<{ n: number }>()) ?? { n: 0 };
    await wrong(`2001:db8:${Math.floor(Math.random() * 9000) + 1000}:4::1`);
    const left = await db
      .prepare("SELECT min(number) AS least, max(number) AS most FROM security_events")
      .first<{ least: number; most: number }>();
    expect(left?.most).toBe(n + 1);
    expect(left?.least ?? 0).toBeGreaterThan(n + 1 - SECURITY_EVENTS_KEPT);
    // The sweep also deletes expired rows.
    expect(await db.prepare("SELECT 1 FROM security_events WHERE event = 'x'").first()).toBeNull();
  });

  test("of a member, with a login that is good, is none", async () => {
    const { origin } = await aSite("member");
    const { response } = await operator("/api/admin/tokens", {
      headers: { authorization: "", origin, cookie: "__Host-svc_session=x" },
    });
    expect(response.status).toBe(401);
  });
});
