import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { AGENT_GRANTS_MAX, AGENT_REFRESH_GRACE_MS } from "../../../manifests/bounds/agents.ts";
import { expectValue } from "../../../runtime/commands/answer.ts";
import {
  aClient,
  aCode,
  aSite,
  askAgent,
  atToken,
  authorizationQuery,
  bindings,
  db,
  fetchWorker,
  headersOf,
  key,
  message,
  migrate,
  ORIGIN,
  redeem,
  REDIRECT,
  refresh,
  send,
  tokensFor,
  tool,
  toolNames,
  type TestSite,
  type Tokens,
} from "../../worker/private-mcp/agentClient.ts";
import { helpersOf, oauthEnv, serversOf } from "../../../sites/workers/private-mcp/oauth/server.ts";
import { type TicketPerson, writeTicket } from "../../../sites/workers/private-mcp/oauth/ticket.ts";
import { endGrants } from "../../../sites/control/agents/agentGrants.ts";
import { serveMember } from "../../../sites/workers/private-mcp/serve.ts";

let site: TestSite;

let client: string;
beforeAll(async () => {
  await migrate();
  client = await aClient();
  site = await aSite("grants");
});

afterEach(() => void vi.useRealTimers());

/** The number of valid access tokens that this token's grant holds. */
async function accessTokens({ refresh_token: token }: Tokens): Promise<number> {
  const [user, grant] = token.split(":");
  const row = await db
    .prepare("SELECT count(*) AS count FROM agent_records WHERE key GLOB ?")
    .bind(`token:${user}:${grant}:*`)
    .first<{ count: number }>();
  return row?.count ?? -1;
}

/** Gives a token back, as RFC 7009 says, and answers the status. */
async function revoke(clientId: string, token: string, more: Record<string, string> = {}): Promise<number> {
  const body = new URLSearchParams({ token, client_id: clientId, ...more });
  return (await fetchWorker(new Request(`${ORIGIN}/oauth/token`, { method: "POST", body }))).status;
}

const works = async (token: string): Promise<boolean> => (await tool(token, "get_site_context")).status === 200;

test("the secret of a share link is no token, and its cookie opens nothing for an agent", async () => {
  const workspace = bindings.TENANT_WORKSPACE.get(bindings.TENANT_WORKSPACE.idFromName(site.tenant));
  const envelope = { site: "main", actor: { kind: "member", id: site.owner }, key: key(), requestId: "r" } as const;
  const made = await workspace.execute("share.create", envelope, { name: "A client", days: 7, remarks: true });
  const { path } = JSON.parse(expectValue<{ json: string }>(made).json) as { path: string };
  const secret = path.slice(path.lastIndexOf("/") + 1);
  expect((await tool(secret, "get_site_context")).status).toBe(401);
  const cookie = `__Host-svc_guest=${secret}; svc_mode=edit`;
  expect((await send("", message("tools/list"), { ...headersOf("tools/list"), cookie })).status).toBe(401);
});

describe("concurrent calls", () => {
  test("are each answered for their own grant, and those of an ended grant are refused", async () => {
    const other = await aSite("grants-other");
    const [own, theirs, ended] = await Promise.all([
      tokensFor(site, site.owner),
      tokensFor(other, other.owner),
      tokensFor(site, site.owner),
    ]);
    const tokens = [own, theirs, ended].map((each) => each.access_token);
    // Every token is valid and cached from here on, so only the grants decide.
    for (const token of tokens) expect(await works(token)).toBe(true);
    const [user, grant] = ended.access_token.split(":");
    await db.prepare("DELETE FROM agent_records WHERE key = ?").bind(`grant:${user}:${grant}`).run();
    const calls = Array.from({ length: 8 }, () => tokens).flat();
    const answers = await Promise.all(calls.map((token) => tool(token, "get_site_context")));
    const served = answers.map(({ status, value }) =>
      status === 200 ? (value as { hostnames: string[] }).hostnames[0] : status,
    );
    expect(served).toEqual(Array.from({ length: 8 }, () => [site.hostname, other.hostname, 401]).flat());
  });
});

describe("an authorization code", () => {
  test("that is used again ends the grant that it created", async () => {
    const coded = await aCode(site, site.owner);
    const { body } = await redeem(coded);
    expect(await works(body.access_token)).toBe(true);
    expect(await redeem(coded)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    expect(await works(body.access_token)).toBe(false);
    expect(await refresh(coded, body.refresh_token)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  });

  test("that is sent many times at once is redeemed at most once", async () => {
    const coded = await aCode(site, site.owner);
    const answers = await Promise.all(Array.from({ length: 8 }, () => redeem(coded)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(answers.filter(({ status }) => status !== 200).every(({ body }) => body.error === "invalid_grant")).toBe(
      true,
    );
  });

  test.each([
    ["another verifier", { code_verifier: "x".repeat(64) }],
    ["another redirect", { redirect_uri: "https://elsewhere.example/" }],
    ["another resource", { resource: "https://elsewhere.example/mcp" }],
    ["another client", {}],
  ])("with %s is refused", async (what, more) => {
    const coded = await aCode(site, site.owner);
    const client = what === "another client" ? await aClient() : coded.client;
    const { status } = await redeem({ ...coded, client }, more);
    expect(status).toBe(400);
  });
});

describe("a refresh token", () => {
  test("gives a new pair, and no more scopes than the grant has", async () => {
    const coded = await aCode(site, site.owner, ["site:read"]);
    const { body: first } = await redeem(coded);
    const { body } = await refresh(coded, first.refresh_token, { scope: "site:read content:publish" });
    expect(body.scope).toBe("site:read");
    expect(await toolNames(body.access_token)).not.toContain("publish");
  });

  test("that is sent again after its use ends the whole grant, whoever sends it", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const coded = await aCode(site, site.owner);
    const { body: first } = await redeem(coded);
    const { body: second } = await refresh(coded, first.refresh_token);
    vi.setSystemTime(Date.now() + AGENT_REFRESH_GRACE_MS);
    const { body: third } = await refresh(coded, second.refresh_token);
    expect(await works(third.access_token)).toBe(true);
    expect(await refresh(coded, first.refresh_token)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    expect(await works(third.access_token)).toBe(false);
    expect(await refresh(coded, third.refresh_token)).toMatchObject({ status: 400 });
  });

  test("that was never issued ends no grant", async () => {
    const coded = await aCode(site, site.owner);
    const { body } = await redeem(coded);
    const [user, grant] = body.refresh_token.split(":");
    expect(await refresh(coded, `${user}:${grant}:${"x".repeat(32)}`)).toMatchObject({ status: 400 });
    expect(await works(body.access_token)).toBe(true);
  });

  test("that is sent many times at once gives the same new pair to every request", async () => {
    const coded = await aCode(site, site.owner);
    const { body } = await redeem(coded);
    const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(coded, body.refresh_token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(await accessTokens(body)).toBe(2);
    expect(await works(answers[0]?.body.access_token ?? "")).toBe(true);
  });

  test("whose answer was lost gives the same pair again, and no other", async () => {
    const coded = await aCode(site, site.owner);
    const { body: first } = await redeem(coded);
    const { body: second } = await refresh(coded, first.refresh_token);
    for (const again of [
      await refresh(coded, first.refresh_token),
      await refresh(coded, first.refresh_token, { scope: "site:read" }),
    ]) {
      expect(again).toEqual({ status: 200, body: second });
    }
    expect(await accessTokens(first)).toBe(2);
    expect((await refresh(coded, second.refresh_token)).status).toBe(200);
  });

  test.each([
    [-1, true],
    [0, false],
    [1, false],
  ])("that was issued the grace period and %i ms ago is exchanged for its own pair: %s", async (more, isSame) => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const coded = await aCode(site, site.owner);
    const { body: first } = await redeem(coded);
    const { body: second } = await refresh(coded, first.refresh_token);
    vi.setSystemTime(Date.now() + AGENT_REFRESH_GRACE_MS + more);
    const { body: third } = await refresh(coded, second.refresh_token);
    expect([third.refresh_token === second.refresh_token, await works(third.access_token)]).toEqual([isSame, true]);
  });

  test("of twelve calls at once, each with the last token it saw, ends with one pair and the grant", async () => {
    const coded = await aCode(site, site.owner);
    let { body: held } = await redeem(coded);
    const original = held;
    const late = async (which: number) => {
      for (let turn = 0; turn < which % 4; turn += 1) await Promise.resolve();
      const { status, body } = await refresh(coded, (which % 3 === 0 ? original : held).refresh_token);
      if (status === 200) held = body;
      return { status, body };
    };
    const answers = [
      ...(await Promise.all(Array.from({ length: 12 }, (_, which) => late(which)))),
      await late(1),
      await late(3),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
    expect(await accessTokens(original)).toBe(2);
    expect(await works(held.access_token)).toBe(true);
  });

  test("gives no access token that its client has revoked, but a new pair", async () => {
    const coded = await aCode(site, site.owner);
    const { body: first } = await redeem(coded);
    const { body: second } = await refresh(coded, first.refresh_token);
    expect(await revoke(coded.client, second.access_token)).toBe(200);
    const { body: third } = await refresh(coded, second.refresh_token);
    expect([third.refresh_token === second.refresh_token, await works(third.access_token)]).toEqual([false, true]);
    // The first token is still within its grace time: it gets nothing, and the grant goes on.
    expect(await refresh(coded, first.refresh_token)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    expect(await works(third.access_token)).toBe(true);
  });

  test.each([
    [-1, 200, true],
    [0, 400, false],
    [1, 400, false],
  ])("that is sent again after the grace period and %i ms answers %i", async (more, status, holds) => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const coded = await aCode(site, site.owner);
    const { body: first } = await redeem(coded);
    const { body: second } = await refresh(coded, first.refresh_token);
    vi.setSystemTime(Date.now() + AGENT_REFRESH_GRACE_MS + more);
    expect((await refresh(coded, first.refresh_token)).status).toBe(status);
    expect(await works(second.access_token)).toBe(holds);
  });

  test("repeats the lost answer only to its own client", async () => {
    const coded = await aCode(site, site.owner);
    const { body: first } = await redeem(coded);
    await refresh(coded, first.refresh_token);
    expect(await refresh({ ...coded, client: await aClient() }, first.refresh_token)).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
  });

  test("is stored in no form that the database alone can decrypt", async () => {
    const coded = await aCode(site, site.owner);
    const { body: first } = await redeem(coded);
    const { body: second } = await refresh(coded, first.refresh_token);
    const { results } = await db.prepare("SELECT * FROM agent_refresh_tokens WHERE answer IS NOT NULL").all();
    expect(results.length).toBeGreaterThan(0);
    for (const secret of [first.refresh_token, second.refresh_token, second.access_token])
      expect(JSON.stringify(results)).not.toContain(secret);
  });

  test("that was sent again after its use is recorded with the member and the client", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const member = await site.invite("editor");
    const coded = await aCode(site, member);
    const { body: first } = await redeem(coded);
    await refresh(coded, first.refresh_token);
    vi.setSystemTime(Date.now() + AGENT_REFRESH_GRACE_MS);
    await refresh(coded, first.refresh_token);
    const { results } = await db
      .prepare("SELECT command, via FROM audit WHERE actor = ?")
      .bind(`member:${member}`)
      .all();
    expect(results).toContainEqual({ command: "agent.reused", via: coded.client });
  });

  test("of a removed member is refused", async () => {
    const editor = await site.invite("editor");
    const coded = await aCode(site, editor);
    const { body } = await redeem(coded);
    await site.remove(editor);
    expect(await refresh(coded, body.refresh_token)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  });
});

describe("a grant", () => {
  test("of the same client on another device does not end another one", async () => {
    const client = await aClient();
    const [first, second] = [
      await aCode(site, site.owner, ["site:read"], client),
      await aCode(site, site.owner, ["site:read"], client),
    ];
    const { body: one } = await redeem(first);
    const { body: two } = await redeem(second);
    const third = await redeem(await aCode(site, site.owner, ["site:read"], client));
    expect(await Promise.all([one, two, third.body].map(({ access_token: token }) => works(token)))).toEqual([
      true,
      true,
      true,
    ]);
  });

  test.each([
    [-1, true],
    [0, false],
    [1, false],
  ])("that is the oldest used one ends when the bound and %i more exist: it works %s", async (more, holds) => {
    const member = await site.invite("editor");
    const oldest = (await redeem(await aCode(site, member))).body.access_token;
    const [user, grant] = oldest.split(":");
    await db
      .prepare("UPDATE agent_records SET value = json_set(value, '$.createdAt', 1) WHERE key = ?")
      .bind(`grant:${user}:${grant}`)
      .run();
    for (let n = 0; n < AGENT_GRANTS_MAX + more; n += 1) await aCode(site, member, ["site:read"], client);
    expect(await works(oldest)).toBe(holds);
  });

  test("of a member who was removed before the code was issued is refused, also after a new invitation", async () => {
    const editor = await site.invite("editor");
    await site.remove(editor);
    const coded = await aCode(site, editor);
    await db
      .prepare(
        "INSERT INTO memberships (tenant_id, site_id, identity_id, role, created_at) VALUES (?, 'main', ?, 'editor', 0)",
      )
      .bind(site.tenant, editor)
      .run();
    expect((await redeem(coded)).status).toBe(400);
  });

  test("that is deleted from the database ends with the next call", async () => {
    const { access_token: token } = await tokensFor(site);
    expect(await works(token)).toBe(true);
    await endGrants(db, { identity: site.owner, site: { tenant: site.tenant, site: "main" } }).run();
    expect(await works(token)).toBe(false);
  });
});

/** The status of a call, and the workspace methods that it called. None of them answers. */
async function askedOfWorkspaces(token: string, name: string, given: object): Promise<unknown[]> {
  const asked: string[] = [];
  const ask = (_: object, method: string | symbol) => (): never => {
    asked.push(String(method));
    throw new Error("there are no workspaces");
  };
  const namespace = {
    idFromName: (tenant: string) => tenant,
    get: () => new Proxy({}, { get: ask }),
  } as unknown as DurableObjectNamespace;
  const { status } = await fetchWorker(
    new Request(`${ORIGIN}/mcp`, {
      method: "POST",
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } }),
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
    }),
    { TENANT_WORKSPACE: namespace },
  );
  return [status, ...asked];
}

describe("a token", () => {
  test("is valid for its site only, whatever a request states", async () => {
    const other = await aSite("neighbour");
    const { access_token: token } = await tokensFor(site);
    for (const given of [{ tenant: other.tenant }, { site: other.hostname }]) {
      expect((await tool(token, "get_site_context", given)).code).toBe("INVALID_REQUEST");
    }
    const change = {
      page: "home",
      operations: [{ op: "page", changes: { title: "x" } }],
      version: 1,
      idempotencyKey: key(),
    };
    expect(await askedOfWorkspaces(token, "edit_page", change)).toEqual([200, "execute"]);
    for (const given of [
      { ...change, tenant: other.tenant },
      { ...change, site: other.hostname },
    ])
      expect(await askedOfWorkspaces(token, "edit_page", given)).toEqual([200]);
    const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_site_context", arguments: {} } };
    const { result } = await send(token, body, {
      "x-tenant": other.tenant,
      "x-forwarded-host": other.hostname,
      "svc-site": "main",
    });
    expect(JSON.stringify(result)).toContain(site.hostname);
    expect(JSON.stringify(result)).not.toContain(other.hostname);
    const theirs = await askAgent(token, "resources/read", { uri: `site://${other.hostname}/member/context` });
    const nobodys = await askAgent(token, "resources/read", { uri: "site://nobody.example/member/context" });
    expect([theirs.status, theirs.error?.code]).toEqual([nobodys.status, nobodys.error?.code]);
    expect(theirs.result).toBeUndefined();
  });

  test("ends with the member's role, membership or tenant", async () => {
    const editor = await site.invite("editor");
    const { access_token: token } = await tokensFor(site, editor);
    expect(await toolNames(token)).toContain("publish");
    await site.setRole(editor, "viewer");
    expect(await toolNames(token)).not.toContain("publish");
    expect((await tool(token, "publish", { version: 1, idempotencyKey: key() })).code).toBe("FORBIDDEN");
    expect(
      (
        await tool(token, "edit_page", {
          page: "home",
          operations: [{ op: "page", changes: { title: "x" } }],
          version: 1,
          idempotencyKey: key(),
        })
      ).code,
    ).toBe("FORBIDDEN");
    await site.remove(editor);
    const gone = await askAgent(token, "tools/list");
    expect([gone.status, gone.headers.get("www-authenticate")]).toEqual([
      401,
      expect.stringContaining("invalid_token"),
    ]);
  });

  test("of a suspended tenant reads nothing, and of a read-only tenant changes nothing", async () => {
    const other = await aSite("stopped");
    const { access_token: token } = await tokensFor(other);
    expectValue(
      await bindings.TENANT_WORKSPACE.get(bindings.TENANT_WORKSPACE.idFromName(other.tenant)).setStatus("read_only"),
    );
    expect(
      (
        await tool(token, "edit_page", {
          page: "home",
          operations: [{ op: "page", changes: { title: "x" } }],
          version: 1,
          idempotencyKey: key(),
        })
      ).code,
    ).toBe("TENANT_READ_ONLY");
    expect(
      (
        await tool(token, "edit_page", {
          page: "home",
          operations: [{ op: "page", changes: { title: "x" } }],
          version: 1,
          idempotencyKey: key(),
          dryRun: true,
        })
      ).code,
    ).toBe("TENANT_READ_ONLY");
    await db.prepare("UPDATE tenants SET status = 'suspended' WHERE id = ?").bind(other.tenant).run();
    expect((await askAgent(token, "tools/list")).status).toBe(503);
  });

  test("without a scope gets a list of the scopes that it needs", async () => {
    const { access_token: token } = await tokensFor(site, site.owner, ["site:read"]);
    const { status, headers } = await tool(token, "publish", { version: 1, idempotencyKey: key() });
    expect(status).toBe(403);
    expect(headers.get("www-authenticate")).toMatch(
      /insufficient_scope.*site:read content:publish|scope="site:read content:publish".*insufficient_scope/,
    );
  });

  test("whose site was forged is refused before a workspace is called", async () => {
    const other = await aSite("pinned");
    const { access_token: token } = await tokensFor(site);
    const [user, grant] = token.split(":");
    await db
      .prepare(
        "UPDATE agent_records SET value = json_set(value, '$.metadata.tenant', ?, '$.metadata.identity', ?) WHERE key = ?",
      )
      .bind(other.tenant, other.owner, `grant:${user}:${grant}`)
      .run();
    expect(await askedOfWorkspaces(token, "get_site_context", {})).toEqual([401]);
  });
});

describe("an authorization request", () => {
  const request = async (more: Record<string, string>): Promise<Response> =>
    fetchWorker(new Request(`${ORIGIN}/authorize?${await authorizationQuery(more)}`));

  test("redirects to the identity provider, with a state that is bound to the browser", async () => {
    const response = await request({});
    expect([response.status, response.headers.get("location")]).toEqual([
      303,
      expect.stringMatching(/^https:\/\/login\.example\/auth\?.*code_challenge_method=S256/),
    ]);
    expect(response.headers.get("set-cookie")).toMatch(/^__Host-svc_agent_upstream.*Secure; HttpOnly; SameSite=Lax/);
  });

  test.each([
    ["of an unknown client", { client_id: "nobody" }],
    ["to a foreign address", { redirect_uri: "https://elsewhere.example/callback" }],
    ["to an address that only begins alike", { redirect_uri: `${REDIRECT}/more` }],
    ["to a script", { redirect_uri: "javascript:alert(1)" }],
  ])("%s is refused here, without a redirect", async (_, more) => {
    const response = await request(more);
    expect([response.status, response.headers.get("location")]).toEqual([400, null]);
    expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  });

  test.each([
    ["without a challenge", { code_challenge: "", code_challenge_method: "" }],
    ["with a plain challenge", { code_challenge_method: "plain" }],
    ["for another resource", { resource: "https://elsewhere.example/mcp" }],
    ["for a token at once", { response_type: "token" }],
    ["for scopes nobody knows", { scope: "everything" }],
  ])("%s is refused", async (_, more) => {
    const response = await request(more);
    const location = response.headers.get("location") ?? "";
    expect(location.startsWith("https://login.example")).toBe(false);
    if (location !== "") expect(location).toMatch(/^https:\/\/client\.example\/callback\?.*error=/);
    else expect(response.status).toBe(400);
  });

  test.each([
    ["from another page", { origin: "https://elsewhere.example" }],
    ["from nowhere", {}],
  ])("cannot be answered %s", async (_, headers) => {
    const body = new URLSearchParams({ handle: "h", ticket: "t", answer: "yes" });
    const response = await fetchWorker(new Request(`${ORIGIN}/authorize/answer`, { method: "POST", body, headers }));
    expect(response.status).toBe(403);
  });

  test("cannot be answered with a forged ticket", async () => {
    const body = new URLSearchParams({ handle: "h", ticket: "e30.e30.e30", answer: "yes" });
    const response = await fetchWorker(
      new Request(`${ORIGIN}/authorize/answer`, { method: "POST", body, headers: { origin: ORIGIN } }),
    );
    expect(response.status).toBe(400);
  });

  /** Answers the question that a person was shown. True if the client got a code. */
  async function answered(person: TicketPerson, meanwhile: () => Promise<unknown>): Promise<boolean> {
    const helpers = helpersOf(serversOf(bindings, serveMember), oauthEnv(bindings));
    const query = await authorizationQuery({ client_id: client });
    const asked = await helpers.parseAuthRequest(new Request(`${ORIGIN}/authorize?${query}`));
    const { handle, headers } = await helpers.beginConsent(asked);
    const ticket = await writeTicket(oauthEnv(bindings).SESSION_SECRET, ORIGIN, { handle, person });
    await meanwhile();
    const cookie = headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
    const body = new URLSearchParams({ handle, ticket, answer: "yes", scope: "site:read" });
    body.set("site", `${site.tenant}/main`);
    const response = await fetchWorker(
      new Request(`${ORIGIN}/authorize/answer`, { method: "POST", body, headers: { origin: ORIGIN, cookie } }),
    );
    return new URL(response.headers.get("location") ?? "").searchParams.has("code");
  }

  test("gets nothing by a name that was left between question and answer", async () => {
    const member = await site.invite("editor");
    const person = await db
      .prepare("SELECT issuer, subject FROM identities WHERE id = ?")
      .bind(member)
      .first<TicketPerson>();
    if (!person) throw new Error("no member");
    expect(await answered(person, async () => undefined)).toBe(true);
    const left = "UPDATE identities SET issuer = 'https://next.example' WHERE id = ?";
    expect(await answered(person, () => db.prepare(left).bind(member).run())).toBe(false);
  });

  test("cannot be completed by another browser", async () => {
    const began = await request({});
    const state = new URL(began.headers.get("location") ?? "").searchParams.get("state") ?? "";
    const response = await fetchWorker(
      new Request(`${ORIGIN}/auth/callback?state=${state}&code=c&iss=https://login.example`),
    );
    expect([response.status, response.headers.get("location")]).toEqual([400, null]);
  });
});

describe("clients", () => {
  test("with a client secret need a code challenge too", async () => {
    const { clientId } = await helpersOf(serversOf(bindings, serveMember), oauthEnv(bindings)).createClient({
      clientName: "With a secret",
      redirectUris: [REDIRECT],
      tokenEndpointAuthMethod: "client_secret_basic",
    });
    const began = async (more: Record<string, string>): Promise<string> =>
      (
        await fetchWorker(
          new Request(`${ORIGIN}/authorize?${await authorizationQuery({ client_id: clientId, ...more })}`),
        )
      ).headers.get("location") ?? "";
    expect(await began({})).toMatch(/^https:\/\/login\.example\//);
    expect(await began({ code_challenge: "", code_challenge_method: "" })).toMatch(
      /^https:\/\/client\.example\/callback\?.*error=invalid_request/,
    );
  });

  test("cannot register where registration is not configured", async () => {
    const body = JSON.stringify({ client_name: "x", redirect_uris: [REDIRECT] });
    const response = await fetchWorker(
      new Request(`${ORIGIN}/oauth/register`, {
        method: "POST",
        body,
        headers: { "content-type": "application/json" },
      }),
      { CLIENT_REGISTRATION: "no" },
    );
    expect(response.status).toBe(404);
  });

  test("get no token with another grant type", async () => {
    expect(
      (await atToken({ grant_type: "password", username: "a", password: "b", client_id: await aClient() })).status,
    ).toBe(400);
  });
});

describe("a token that its client gives back", () => {
  test.each([
    ["access_token", "", [200, false, 200]],
    ["access_token", "refresh_token", [200, false, 200]],
    ["refresh_token", "", [200, false, 400]],
    ["refresh_token", "access_token", [200, false, 400]],
  ] as const)("%s with the hint %j: what it gave ends, and the answer is 200", async (which, hint, outcome) => {
    const coded = await aCode(site, site.owner);
    const { body } = await redeem(coded);
    const status = await revoke(coded.client, body[which], hint === "" ? {} : { token_type_hint: hint });
    const isStill = await works(body.access_token);
    expect([status, isStill, (await refresh(coded, body.refresh_token)).status]).toEqual(outcome);
  });

  test("is answered 200 again, and so is one that never existed", async () => {
    const coded = await aCode(site, site.owner);
    const { body } = await redeem(coded);
    for (const token of [body.refresh_token, body.refresh_token, "nothing", `a:b:${"x".repeat(32)}`])
      expect(await revoke(coded.client, token)).toBe(200);
  });

  test("of another client stays, and that client learns nothing", async () => {
    const coded = await aCode(site, site.owner);
    const { body } = await redeem(coded);
    expect(await revoke(await aClient(), body.refresh_token)).toBe(200);
    expect(await works(body.access_token)).toBe(true);
  });

  test("of nobody is refused", async () => {
    const { body } = await redeem(await aCode(site, site.owner));
    expect(await revoke("no-such-client", body.refresh_token)).toBe(401);
    expect(await works(body.access_token)).toBe(true);
  });
});
