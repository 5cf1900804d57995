import { createHash, randomBytes } from "node:crypto";
import { AGENT_GRANTS_MAX, MEMBER_CALLS_PER_WINDOW } from "../../manifests/bounds/agents.ts";
import type { Local } from "../../sites/machine/local.ts";
import { membersMcpOrigin } from "../../sites/machine/names/agentOrigins.ts";
import { Walk } from "../agents/walk.ts";
import { CONNECTIONS, type Sender, type Target } from "./load.ts";
import { type ServingFigures, compare } from "./serving.ts";

/** Calls a second, as by a few dozen agents at work. */
const RATE = 100;
const PAGE = "about";
const VERSION = "2026-07-28";
const REDIRECT = "http://127.0.0.1:33418/callback";
/** Each agent has its own limit. One member may grant only this many. */
const AGENTS_A_CONNECTION = Math.floor(AGENT_GRANTS_MAX / CONNECTIONS);

const body = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: {
    name: "read_draft_page",
    arguments: { page: PAGE },
    _meta: { "io.modelcontextprotocol/protocolVersion": VERSION, "io.modelcontextprotocol/clientCapabilities": {} },
  },
});
const headers = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": VERSION,
  "mcp-method": "tools/call",
  "mcp-name": "read_draft_page",
};
/** A call that reads a page of the draft. */
export const memberCall = { headers, body };

/**
 * Measures members' agents that read a draft page, against the cheapest server that gets the same bytes from one
 * object.
 */
export async function measureMembers(site: Local, baseline: Local): Promise<ServingFigures> {
  const base = membersMcpOrigin(site.port);
  const tokens = await Promise.all(Array.from({ length: CONNECTIONS }, () => grants(base, AGENTS_A_CONNECTION)));
  const answer = await resultOf(`${base}/mcp`, tokens[0]?.[0] ?? "");
  const theirs = `http://localhost:${baseline.port}/`;
  await fetch(theirs, {
    method: "PUT",
    body: JSON.stringify({
      content: answer["content"],
      structuredContent: answer["structuredContent"],
      _meta: answer["_meta"],
    }),
  });
  const copied = await resultOf(theirs, "");
  if (JSON.stringify(copied["structuredContent"]) !== JSON.stringify(answer["structuredContent"]))
    throw new Error("the baseline returns another page");
  const [ours, other] = [
    targetOf(site, "/mcp", `127.0.0.1:${site.port}`, tokens),
    targetOf(baseline, "/", `localhost:${baseline.port}`, tokens),
  ];
  return compare("private read over MCP", ours, other, RATE);
}

async function resultOf(url: string, token: string): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(url, {
    method: "POST",
    headers: { ...headers, authorization: `Bearer ${token}` },
    body,
  });
  const { result } = (await response.json()) as { result?: Readonly<Record<string, unknown>> };
  if (!result) throw new Error(`${url} answers ${response.status}`);
  return result;
}

async function grants(base: string, count: number): Promise<string[]> {
  const tokens: string[] = [];
  while (tokens.length < count) tokens.push(await grant(base));
  return tokens;
}

/**
 * Grants access to a new client from a new network. An existing client's grant would be replaced, and logins have a
 * limit for each network.
 */
export async function grant(base: string): Promise<string> {
  const from = {
    "cf-connecting-ip": `2001:db8:${randomBytes(2).toString("hex")}:${randomBytes(2).toString("hex")}::1`,
  };
  const post = async <T>(path: string, sent: URLSearchParams | string): Promise<T> =>
    (
      await fetch(`${base}${path}`, {
        method: "POST",
        body: sent,
        headers: { ...from, ...(typeof sent === "string" ? { "content-type": "application/json" } : {}) },
      })
    ).json() as Promise<T>;
  const registration = { client_name: "bench", redirect_uris: [REDIRECT], token_endpoint_auth_method: "none" };
  const { client_id } = await post<{ client_id: string }>("/oauth/register", JSON.stringify(registration));
  const verifier = randomBytes(32).toString("base64url");
  const query = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri: REDIRECT,
    scope: "site:read",
    state: "s",
    resource: `${base}/mcp`,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  const walk = new Walk(from);
  const back = new URL(
    await walk.answer(await walk.toQuestion(`${base}/authorize?${query}`, "ottilie-marchbank"), base, "yes"),
  );
  const { access_token } = await post<{ access_token: string }>(
    "/oauth/token",
    new URLSearchParams({
      grant_type: "authorization_code",
      code: back.searchParams.get("code") ?? "",
      client_id,
      redirect_uri: REDIRECT,
      code_verifier: verifier,
    }),
  );
  return access_token;
}

function targetOf({ port, pid }: Local, path: string, host: string, tokens: readonly (readonly string[])[]): Target {
  if (pid === undefined) throw new Error("workerd is not running");
  const agents = tokens.map((some) => new Agents(path, some));
  return { url: `http://127.0.0.1:${port}${path}`, host, pids: [pid], senders: async () => agents };
}

/** The agents of one connection, which take turns so that none reaches its limit. */
class Agents implements Sender {
  readonly #path: string;
  readonly #tokens: readonly string[];
  #calls = 0;

  constructor(path: string, tokens: readonly string[]) {
    this.#path = path;
    this.#tokens = tokens;
  }

  next() {
    const index = Math.floor(this.#calls / (MEMBER_CALLS_PER_WINDOW / 2)) % this.#tokens.length;
    return {
      method: "POST",
      path: this.#path,
      headers: { ...headers, authorization: `Bearer ${this.#tokens[index] ?? ""}` },
      body,
    } as const;
  }

  answered(): void {
    this.#calls += 1;
  }
}
