import { applyD1Migrations, type D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { type Schema, Validator } from "@cfworker/json-schema";
import { expectValue } from "../../../runtime/commands/answer.ts";
import type { CommandName } from "../../../runtime/commandNames.ts";
import type { Page, Redirect, SiteDocument, Theme } from "../../../runtime/documents/content/content.ts";
import type { TenantStatus } from "../../../runtime/tenancy/tenant.ts";
import type { WorkspaceStatus } from "../../../runtime/editing/status.ts";
import type { Env } from "../../../sites/workers/public-mcp/env.ts";
import worker from "../../../sites/workers/public-mcp/index.ts";
import type { Env as WorkspaceEnv } from "../../../sites/workers/workspace/bindings/env.ts";
import type { TenantWorkspaceDO } from "../../../sites/workers/workspace/object/sharedWorkspace.ts";

interface Bindings extends Env, Omit<WorkspaceEnv, "TENANT_WORKSPACE" | "PUBLIC_CONTENT"> {
  readonly TENANT_WORKSPACE: DurableObjectNamespace<TenantWorkspaceDO>;
  readonly MIGRATIONS: D1Migration[];
}

export const bindings = env as unknown as Bindings;
export const migrate = (): Promise<void> => applyD1Migrations(bindings.DB, bindings.MIGRATIONS);

const SITE = "main";
const THEME: Theme = { theme: "drawbridge.slate/slate", scheme: "auto", tokens: {} };
export const MODERN = "2026-07-28";

export const pageOf = (
  id: string,
  text = `Text of ${id}`,
  more: Partial<Page> = {},
): SiteDocument["pages"][number] => ({
  id,
  path: id === "home" ? "/" : `/${id}`,
  title: `Page ${id}`,
  sections: [{ id: "text", type: "drawbridge.basics/rich-text", fields: { body: text } }],
  ...more,
});

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** A required member of a result. */
export function member<T>({ result, error }: Pick<Answer, "result" | "error">, name: string): T {
  if (!result || !(name in result)) throw new Error(`no ${name} in ${JSON.stringify(result ?? error)}`);
  return result[name] as T;
}

export interface ToolAnswer {
  readonly text: string;
  readonly value: Record<string, unknown>;
  readonly isError: boolean;
}

/** A published site, and an agent with its own address. */
export interface Published {
  readonly tenant: string;
  readonly hostname: string;
  readonly url: string;
  send(body: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Calls a method of the newest protocol version. */
  ask(method: string, params?: Record<string, unknown>): Promise<Answer>;
  tool(name: string, given?: Record<string, unknown>): Promise<ToolAnswer>;
  run(name: CommandName, input: unknown): Promise<unknown>;
  write(id: string, body: Page | null, expected: number): Promise<unknown>;
  setStatus(status: TenantStatus): Promise<void>;
  /** Updates the public store. */
  carry(): Promise<void>;
}

export interface Site {
  readonly pages?: readonly SiteDocument["pages"][number][];
  readonly redirects?: readonly Redirect[];
  readonly hostnames?: readonly string[];
}

let agents = 0;

export async function publish(
  name: string,
  { pages = [pageOf("home")], redirects = [], hostnames = [] }: Site = {},
): Promise<Published> {
  const tenant = `${name}-${crypto.randomUUID().slice(0, 8)}`;
  const hostname = `${tenant}.example`;
  const workspace = bindings.TENANT_WORKSPACE.get(bindings.TENANT_WORKSPACE.idFromName(tenant));
  const document = {
    pages: [...pages],
    navigation: { menus: { header: [{ label: "Home", link: "page:home" }], footer: [] } },
    redirects: { entries: [...redirects] },
    settings: { name: `Site ${name}`, language: "en" },
  };
  expectValue(
    await workspace.initialise({
      tenant,
      site: SITE,
      origin: `https://${hostname}`,
      hostnames: [hostname, ...hostnames],
      document,
      theme: THEME,
      actor: { kind: "operator", id: "provisioning" },
      requestId: "r0",
    }),
  );
  const carry = async (): Promise<void> => {
    const { sites } = expectValue<WorkspaceStatus>(await workspace.status());
    for (let done = false; !done;)
      ({ done } = expectValue(await workspace.refresh(SITE, sites[0]?.sequence ?? 1)) as { done: boolean });
  };
  await carry();
  const url = `https://mcp.${hostname}/mcp`;
  const agent = `192.0.2.${(agents += 1)}`;
  const run = async (command: CommandName, input: unknown): Promise<unknown> => {
    const envelope = {
      site: SITE,
      actor: { kind: "member" as const, id: "m1" },
      key: crypto.randomUUID(),
      requestId: "r1",
    };
    return JSON.parse(expectValue(await workspace.execute(command, envelope, input)).json);
  };
  const send: Published["send"] = (body, headers = {}) => post(url, body, { "cf-connecting-ip": agent, ...headers });
  const ask: Published["ask"] = (method, params = {}) => send(message(method, params), modernHeaders(method, params));
  let tools: ReadonlyMap<string, Listed> | undefined;
  return {
    tenant,
    hostname,
    url,
    send,
    ask,
    run,
    carry,
    async tool(called, given = {}) {
      const { result, error } = await ask("tools/call", { name: called, arguments: given });
      if (!result) throw new Error(JSON.stringify(error));
      tools ??= new Map(member<Listed[]>(await ask("tools/list"), "tools").map((tool) => [tool.name, tool]));
      asDeclared(tools.get(called), result);
      const [content] = result["content"] as { text: string }[];
      return {
        text: content?.text ?? "",
        value: (result["structuredContent"] ?? {}) as Record<string, unknown>,
        isError: result["isError"] === true,
      };
    },
    write: (id, body, expected) => run("documents.write", { writes: [{ kind: "page", id, expected, body }] }),
    async setStatus(status) {
      expectValue(await workspace.setStatus(status));
      await carry();
    },
  };
}

interface Listed {
  readonly name: string;
  readonly outputSchema: Schema;
}

/** Checks a result against the tool's schema, as clients do. Errors are texts. Both must be marked as untrusted. */
function asDeclared(
  tool: Listed | undefined,
  { structuredContent, isError, _meta }: Readonly<Record<string, unknown>>,
): void {
  const faults =
    isError === true || !tool ? [] : new Validator(tool.outputSchema, "2020-12").validate(structuredContent).errors;
  if (faults.length > 0) throw new Error(`${tool?.name} answers what it does not declare: ${JSON.stringify(faults)}`);
  if (isError !== true && (_meta as Record<string, unknown> | undefined)?.["drawbridge/trust"] !== "untrusted")
    throw new Error(`${tool?.name} does not say that others wrote it`);
}

const message = (method: string, params: Record<string, unknown>) => ({
  jsonrpc: "2.0",
  id: 1,
  method,
  params: {
    ...params,
    _meta: {
      "io.modelcontextprotocol/protocolVersion": MODERN,
      "io.modelcontextprotocol/clientCapabilities": {},
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    },
  },
});

const modernHeaders = (method: string, params: Record<string, unknown>): Record<string, string> => {
  const name = params["name"] ?? params["uri"];
  return {
    "mcp-protocol-version": MODERN,
    "mcp-method": method,
    ...(typeof name === "string" && method !== "resources/list" ? { "mcp-name": name } : {}),
  };
};

export const fetchWorker = (request: Request, swap: Partial<Env> = {}): Promise<Response> =>
  worker.fetch(request, { ...bindings, ...swap });

export async function post(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
  swap: Partial<Env> = {},
): Promise<Answer> {
  const response = await fetchWorker(
    new Request(url, {
      method: "POST",
      body: typeof body === "string" ? body : JSON.stringify(body),
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    }),
    swap,
  );
  return { status: response.status, headers: response.headers, ...answerIn(await response.text()) };
}

/** The answer in a response, which is JSON or one event. */
function answerIn(text: string): Pick<Answer, "result" | "error"> {
  const json = /^data: (.+)$/m.exec(text)?.[1] ?? text;
  return json === "" ? {} : (JSON.parse(json) as Pick<Answer, "result" | "error">);
}

export const initialize = (protocolVersion: string) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion, capabilities: {}, clientInfo: { name: "test", version: "1" } },
});
