import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requestLocal } from "../../sites/machine/process/request.ts";
import { Owner } from "../../sites/machine/provisioning/owner.ts";
import { ISSUER } from "../../sites/machine/identity/people.ts";
import { claimPort } from "../../sites/machine/names/port.ts";
import { inspect } from "./inspector.ts";
import { agentOf, REDIRECT } from "./memberAgent.ts";
import { serveAgents, type Served } from "./start.ts";
import { Walk } from "./walk.ts";

const OWNER = "ottilie-marchbank";

let served: Served;
let base: string;
beforeAll(async () => {
  served = await serveAgents("full");
  base = `http://127.0.0.1:${served.port}`;
});
afterAll(() => served[Symbol.asyncDispose]());

const key = (): string => randomUUID();

describe("an agent with a member's login", () => {
  test("reads a page, edits it, publishes, and reads it back from the public server", async () => {
    await using agent = await agentOf(base, OWNER);
    const { actingFor } = await agent.call("get_site_context");
    expect(actingFor).toMatchObject({ role: "owner" });
    const { version, sections } = await agent.call("read_draft_page", { page: "about" });
    const text = (sections as { id: string; type: string }[]).find(
      ({ type }) => type === "drawbridge.basics/rich-text",
    );
    const operations = [{ op: "set", section: text?.id, fields: { body: "An agent planed this plank." } }];
    const change = { page: "about", operations, version, idempotencyKey: key() };
    expect(await agent.call("edit_page", change)).toMatchObject({ done: true });
    const { change: seen, pages } = await agent.call("list_changes");
    expect(pages).toMatchObject([{ id: "about", change: "changed" }]);
    expect(await agent.call("publish", { version: seen, idempotencyKey: key() })).toMatchObject({
      done: true,
      result: { state: "ready" },
    });
    const stranger = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
    await stranger.connect(new StreamableHTTPClientTransport(new URL(served.url)));
    await expect
      .poll(
        async () =>
          JSON.stringify(
            (await stranger.callTool({ name: "read_page", arguments: { page: "/about" } })).structuredContent,
          ),
        { timeout: 20_000, interval: 500 },
      )
      .toContain("An agent planed this plank.");
    await stranger.close();
    await using owner = await Owner.logIn({ port: served.port, hostname: "demo.localhost", subject: OWNER });
    const written = async (): Promise<unknown> =>
      (await owner.read<{ items: unknown[] }>("/api/audit?command=page.edit")).items;
    const { identity } = actingFor as { identity: string };
    await expect
      .poll(written)
      .toEqual([expect.objectContaining({ actor: `member:${identity}`, via: agent.clientId, outcome: "done" })]);
  });

  test("calls the code of a plugin, which was granted to the site", async () => {
    await using agent = await agentOf(base, OWNER);
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name)).toContain("drawbridge-link-check__broken-links");
    expect(await agent.call("drawbridge-link-check__broken-links")).toMatchObject({ findings: expect.any(Array) });
    await using owner = await Owner.logIn({ port: served.port, hostname: "demo.localhost", subject: OWNER });
    const { items } = await owner.read<{ items: unknown[] }>("/api/plugins/drawbridge.link-check/invocations");
    expect(items).toContainEqual(expect.objectContaining({ point: "tools", name: "broken-links", outcome: "ok" }));
  });

  test("does no more than the member ticked", async () => {
    await using agent = await agentOf(base, OWNER, { scopes: ["site:read"] });
    const names = (await agent.client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain("read_draft_page");
    expect(names.filter((name) => /publish|update|put_|__/.test(name))).toEqual([]);
  });

  test("holds a token that names nobody, and the grant is in the site's audit", async () => {
    await using agent = await agentOf(base, OWNER);
    const { actingFor, site } = (await agent.call("get_site_context")) as {
      actingFor: { identity: string };
      site: string;
    };
    for (const name of [OWNER, actingFor.identity, site]) expect(agent.accessToken).not.toContain(name);
    await using owner = await Owner.logIn({ port: served.port, hostname: "demo.localhost", subject: OWNER });
    const { items } = await owner.read<{ items: unknown[] }>("/api/audit?command=agent.grant");
    expect(items).toContainEqual(
      expect.objectContaining({ actor: `member:${actingFor.identity}`, via: agent.clientId, outcome: "done" }),
    );
  });

  test("can give its grant back, which nobody else can do for it", async () => {
    await using agent = await agentOf(base, OWNER);
    const revoke = (client_id: string): Promise<Response> =>
      fetch(`${base}/oauth/token`, {
        method: "POST",
        body: new URLSearchParams({ token: agent.accessToken, token_type_hint: "access_token", client_id }),
      });
    await revoke(await registered([REDIRECT]));
    expect(await agent.call("get_site_context")).toMatchObject({ site: "saltmarrow-yard" });
    await revoke(agent.clientId);
    const { status } = await fetch(`${base}/mcp`, {
      method: "POST",
      body: "{}",
      headers: { authorization: `Bearer ${agent.accessToken}` },
    });
    expect(status).toBe(401);
  });
});

describe("programs of others", () => {
  test("the Inspector's command line lists and calls, for everybody and for a member", async () => {
    await using agent = await agentOf(base, OWNER);
    // Strict mode fails for a schema that clients cannot read.
    const [open, own] = await Promise.all([
      inspect(served.url, "tools/list", ["--strict"]),
      inspect(`${base}/mcp`, "tools/list", ["--strict"], agent.accessToken),
    ]);
    expect(namesIn(open)).toEqual(expect.arrayContaining(["search", "read_page"]));
    expect(namesIn(own)).toEqual(
      expect.arrayContaining(["get_site_context", "publish", "drawbridge-link-check__broken-links"]),
    );
    const [read, context] = await Promise.all([
      inspect(served.url, "tools/call", ["--tool-name", "read_page", "--tool-arg", "page=/boats"]),
      inspect(`${base}/mcp`, "tools/call", ["--tool-name", "get_site_context"], agent.accessToken),
    ]);
    expect([read["structuredContent"], context["structuredContent"]]).toMatchObject([
      { path: "/boats" },
      { actingFor: { role: "owner", client: agent.clientId } },
    ]);
    await expect(inspect(`${base}/mcp`, "tools/list")).rejects.toThrow(/auth_required/);
  });

  test("the client of before begins with initialize, lists and calls for a member", async () => {
    await using agent = await agentOf(base, OWNER);
    const client = new OldClient({ name: "test", version: "1.0.0" });
    const transport = new OldTransport(new URL("/mcp", base), {
      requestInit: { headers: { authorization: `Bearer ${agent.accessToken}` } },
    });
    // The package's types do not fit `exactOptionalPropertyTypes`.
    await client.connect(transport as unknown as Parameters<OldClient["connect"]>[0]);
    expect(client.getServerVersion()?.name).toBe("drawbridge-private");
    expect(namesIn(await client.listTools())).toContain("edit_page");
    expect((await client.callTool({ name: "get_site_context" })).structuredContent).toMatchObject({
      actingFor: { role: "owner" },
    });
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toContain(
      "site://demo.localhost/member/context",
    );
    await client.close();
  });
});

interface Kept {
  readonly event: string;
  readonly actor: string;
  readonly outcome: string;
}

/** Security events in the operator's list, the newest first. */
async function securityEvents(): Promise<readonly Kept[]> {
  const { status, text } = await requestLocal({
    port: served.port,
    host: "localhost",
    path: "/api/admin/security-events",
    headers: { authorization: `Bearer ${served.secret}` },
  });
  expect(status).toBe(200);
  return (JSON.parse(text) as { items: Kept[] }).items;
}

const namesIn = (list: object): string[] => (list as { tools: { name: string }[] }).tools.map(({ name }) => name);

/** The verifier of the challenge below (RFC 7636, appendix B). */
const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

describe("the page that asks", () => {
  const query = async (): Promise<URLSearchParams> =>
    new URLSearchParams({
      response_type: "code",
      client_id: await registered([REDIRECT]),
      redirect_uri: REDIRECT,
      scope: "site:read content:write",
      state: "s",
      code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      code_challenge_method: "S256",
      resource: `${base}/mcp`,
    });

  test("names client, site, role and scopes, runs no script and stands in no frame", async () => {
    const { status, text, headers } = await new Walk().toQuestion(`${base}/authorize?${await query()}`, OWNER);
    expect(status).toBe(200);
    for (const part of [
      "Test &lt;b&gt;agent&lt;/b&gt;",
      "demo.localhost",
      "owner",
      "site:read",
      "content:write",
      "127.0.0.1",
      "The program runs on this computer.",
    ])
      expect(text).toContain(part);
    expect(text).not.toMatch(/<script|content:publish|<b>agent/);
    expect(headers).toMatchObject({
      "x-frame-options": "DENY",
      "cache-control": "no-store",
      "content-security-policy": expect.stringMatching(/^default-src 'none'.*frame-ancestors 'none'/),
    });
  });

  test("leads back with a refusal when the member says no, and once only", async () => {
    const walk = new Walk();
    const page = await walk.toQuestion(`${base}/authorize?${await query()}`, OWNER);
    const back = new URL(await walk.answer(page, base, "no"));
    expect(Object.fromEntries(back.searchParams)).toEqual({ error: "access_denied", state: "s", iss: base });
    await expect(walk.answer(page, base, "yes")).rejects.toThrow(/no redirect but 400/);
  });

  test("cannot be answered in another browser, nor for a site somebody is no member of", async () => {
    const walk = new Walk();
    const page = await walk.toQuestion(`${base}/authorize?${await query()}`, OWNER);
    await expect(new Walk().answer(page, base, "yes")).rejects.toThrow(/no redirect but 400/);
    const back = new URL(await walk.answer(page, base, "yes", { site: "pocketful/pocketful" }));
    expect(back.searchParams.get("error")).toBe("access_denied");
  });

  /** The scopes of the token after the person has ticked these. */
  async function granted(person: string, scopes: readonly string[]): Promise<unknown> {
    const walk = new Walk();
    const asked = await query();
    const page = await walk.toQuestion(`${base}/authorize?${asked}`, person);
    const back = new URL(await walk.answer(page, base, "yes", { scopes }));
    const form = new URLSearchParams({
      grant_type: "authorization_code",
      code: back.searchParams.get("code") ?? "",
      code_verifier: VERIFIER,
      client_id: asked.get("client_id") ?? "",
      redirect_uri: REDIRECT,
      resource: `${base}/mcp`,
    });
    const response = await fetch(`${base}/oauth/token`, { method: "POST", body: form });
    return ((await response.json()) as { scope?: unknown }).scope;
  }

  test("allows nothing the client has not asked for, whatever is sent back", async () => {
    expect(await granted(OWNER, ["site:read", "content:publish", "plugins:use", "everything"])).toBe("site:read");
  });

  test("is not shown to somebody who is invited nowhere: they get a receipt, and no cookie", async () => {
    const { status, text, headers } = await new Walk().toQuestion(
      `${base}/authorize?${await query()}`,
      "corin-vantrell",
    );
    expect([status, headers["cache-control"]]).toEqual([403, "no-store"]);
    expect(text).toContain("corin-vantrell");
    expect((headers["set-cookie"] ?? []).filter((cookie) => !/Max-Age=0/.test(cookie))).toEqual([]);
  });

  test("whose login is refused leaves a security event, which names nobody", async () => {
    const refused = async (): Promise<readonly Kept[]> =>
      (await securityEvents()).filter(({ event }) => event === "agent_login_refused");
    const before = await refused();
    const { status } = await new Walk().toQuestion(`${base}/authorize?${await query()}`, "corin-vantrell");
    expect(status).toBe(403);
    const [last, ...earlier] = await refused();
    expect(earlier).toEqual(before);
    expect(last).toMatchObject({ actor: expect.stringMatching(/^visitor:[\w-]+$/), outcome: "refused" });
    expect(JSON.stringify(last)).not.toContain("corin-vantrell");
  });

  test("allows nothing the member may not do, whatever is sent back", async () => {
    await using owner = await Owner.logIn({ port: served.port, hostname: "demo.localhost", subject: OWNER });
    const { status } = await owner.change({
      method: "POST",
      path: "/api/members/invitations",
      body: { issuer: ISSUER, subject: "corin-vantrell", role: "viewer" },
    });
    expect(status).toBe(201);
    expect([
      await granted(OWNER, ["site:read", "content:write"]),
      await granted("corin-vantrell", ["site:read", "content:write"]),
    ]).toEqual(["site:read content:write", "site:read"]);
  });
});

const registered = async (redirects: readonly string[]): Promise<string> => {
  const { text } = await requestLocal({
    port: served.port,
    host: "127.0.0.1",
    path: "/oauth/register",
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      client_name: "Test <b>agent</b>",
      redirect_uris: redirects,
      token_endpoint_auth_method: "none",
    }),
  });
  return (JSON.parse(text) as { client_id: string }).client_id;
};

describe("the protocol's own tests of authorization", () => {
  test("find nothing wrong", async () => {
    const port = await claimPort(0);
    const out = mkdtempSync(join(tmpdir(), "drawbridge-conformance-"));
    const main = join(
      createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json"),
      "../dist/index.js",
    );
    const client = await registered([`http://127.0.0.1:${port}/callback`]);
    const child = spawn(
      process.execPath,
      [
        main,
        "authorization",
        "--url",
        base,
        "--client-id",
        client,
        "--resource",
        `${base}/mcp`,
        "-p",
        String(port),
        "-o",
        out,
      ],
      { stdio: ["ignore", "pipe", "pipe"] },
    );
    const said: string[] = [];
    const walked: Promise<unknown>[] = [];
    for (const input of [child.stdout, child.stderr]) {
      createInterface({ input }).on("line", (line) => {
        said.push(line);
        const [address] = /http:\/\/127\.0\.0\.1:\d+\/authorize\?\S+/.exec(line) ?? [];
        if (address !== undefined) walked.push(throughTo(address));
      });
    }
    const code = await new Promise((done) => child.on("close", done));
    await Promise.all(walked);
    rmSync(out, { recursive: true, force: true });
    expect([code, said.join("\n")]).toEqual([0, expect.stringMatching(/passed/i)]);
    expect(walked.length).toBeGreaterThan(0);
  });

  /** Plays the browser: the person agrees, and the redirect goes to the waiting program. */
  async function throughTo(address: string): Promise<void> {
    const walk = new Walk();
    const page = await walk.toQuestion(address, OWNER);
    await walk.open(await walk.answer(page, base, "yes"));
  }
});
