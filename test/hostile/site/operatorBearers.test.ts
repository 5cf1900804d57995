import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { OPERATOR_BEARERS_REFUSED } from "../../../manifests/bounds/operators.ts";
import { forgetLines } from "../../../sites/platform/security/securityEvents.ts";
import { OPERATOR_ROUTES } from "../../../sites/web/api/operator/routes.ts";
import { aSite, db, get, migrate, operator, SECRET, unique } from "../../worker/site/harness.ts";

/** An attacker guesses the operator's bearer, or measures how close a guess is. */

beforeAll(migrate);
afterEach(() => void vi.restoreAllMocks());

const network = (): string =>
  `2001:db8:${Math.floor(Math.random() * 60_000).toString(16)}:${Math.floor(Math.random() * 60_000).toString(16)}::1`;
const guess = async (
  authorization: string,
  { path = "/api/admin/status", method = "GET", from = network(), headers = {} } = {},
): Promise<Response> =>
  (await operator(path, { method, headers: { authorization, "cf-connecting-ip": from, ...headers } })).response;
const told = async (response: Response): Promise<unknown> => {
  const { instance, ...rest } = await response.json<{ instance?: string; code: string }>();
  return [response.status, response.headers.get("www-authenticate"), rest, typeof instance];
};

async function aToken(): Promise<string> {
  const { response } = await operator("/api/admin/tokens", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: unique("guessed"), days: 1 }),
  });
  return (await response.json<{ token: string }>()).token;
}

describe("an attacker who guesses a bearer", () => {
  test("gets the same answer to every guess, however close it is", async () => {
    const token = await aToken();
    const near = [
      SECRET.slice(0, -1),
      `${SECRET}x`,
      SECRET.slice(0, -1) + (SECRET.endsWith("x") ? "y" : "x"),
      SECRET.toUpperCase(),
      `${SECRET},${SECRET}`,
      token.slice(0, -1),
      `${token}A`,
      token.slice(0, -1) + (token.endsWith("A") ? "B" : "A"),
      token.toUpperCase(),
      token.slice("svc_op_".length),
      "svc_op_%",
      "svc_op_' OR '1'='1",
      "x".repeat(4_000),
      "null",
      "undefined",
    ];
    const answers = new Set<string>();
    for (const bearer of near) answers.add(JSON.stringify(await told(await guess(`Bearer ${bearer}`))));
    expect([...answers]).toHaveLength(1);
    expect([...answers][0]).toContain('401,"Bearer"');
    for (const right of [SECRET, token]) expect((await guess(`Bearer ${right}`)).status).toBe(200);
  });

  test("must send even the right bearer in the one accepted form", async () => {
    const { origin } = await aSite("elsewhere");
    for (const authorization of [
      `Basic ${btoa(`operator:${SECRET}`)}`,
      SECRET,
      `Bearer  ${SECRET}`,
      `Bearer ${SECRET} x`,
      `Token ${SECRET}`,
      `Bearer Bearer ${SECRET}`,
    ]) {
      expect([authorization.slice(0, 8), (await guess(authorization)).status]).toEqual([
        authorization.slice(0, 8),
        401,
      ]);
    }
    const query = await get(`${origin}/api/admin/status?access_token=${SECRET}&authorization=Bearer+${SECRET}`, {
      cookie: `authorization=${SECRET}`,
    });
    expect(query.response.status).toBe(401);
  });

  test("cannot find out which addresses exist", async () => {
    const nowhere = JSON.stringify(await told(await guess("Bearer wrong", { path: "/api/admin/no-such-address" })));
    for (const { method, path } of OPERATOR_ROUTES) {
      const answer = await told(await guess("Bearer wrong", { path: path.replaceAll(/\{\w+\}/g, "some"), method }));
      expect([path, JSON.stringify(answer)]).toEqual([path, nowhere]);
    }
  });

  test("has one rate limit for all addresses, methods and spellings of the network's name", async () => {
    const from = network();
    const spelt = [from, from.replace(/::1$/, "::2"), from.replace(/::1$/, ":0:ffff:0:1").toUpperCase()];
    const ways = [
      { path: "/api/admin/status" },
      { path: "/api/admin/tokens", method: "POST" },
      { path: "/api/admin/nowhere", method: "DELETE" },
    ];
    const statuses: number[] = [];
    for (let n = 0; n < OPERATOR_BEARERS_REFUSED + 1; n += 1) {
      statuses.push(
        (
          await guess(`Bearer wrong-${n}`, {
            ...ways[n % ways.length],
            from: spelt[n % spelt.length] ?? from,
            headers: { "x-forwarded-for": network() },
          })
        ).status,
      );
    }
    expect([statuses.slice(0, -1).every((status) => status === 401), statuses.at(-1)]).toEqual([true, 429]);
  });

  test("leaves neither guesses nor network addresses in records and logs", async () => {
    const said: unknown[] = [];
    for (const level of ["log", "info", "warn", "error", "debug"] as const)
      vi.spyOn(console, level).mockImplementation((...words) => void said.push(...words));
    const from = network();
    forgetLines();
    await guess("Bearer almost-the-pomegranate", { from });
    const { results } = await db.prepare("SELECT * FROM security_events").all();
    const kept = JSON.stringify([results, said.map(String)]);
    expect([kept.includes("pomegranate"), kept.includes(from.slice(0, 14))]).toEqual([false, false]);
    expect(said.map(String).join()).toContain("operator_bearer_refused");
  });
});
