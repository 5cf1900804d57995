import { DurableObject } from "cloudflare:workers";
import type { Answer } from "../../../runtime/answer.ts";
import { accepted } from "../../../runtime/answer.ts";
import { CACHE_PUBLIC } from "../../../runtime/publicHeaders.ts";
import type { InitialiseInput, InitialiseResult, WorkspaceApi, WorkspaceStatus } from "../../../runtime/workspaceApi.ts";

/** A workspace that keeps what it was initialised with and shows each page as its title and its tenant. */
export class TenantWorkspaceDO extends DurableObject implements WorkspaceApi {
  override async fetch(request: Request): Promise<Response> {
    if (request.headers.has("cookie") || request.headers.has("x-forwarded-host")) return new Response("leaked", { status: 500 });
    const [, site = "", path = ""] = /^https:\/\/workspace\/([^/]+)(.*)$/.exec(request.url) ?? [];
    const input = await this.ctx.storage.get<InitialiseInput>(site);
    return (input && (redirect(input, path) ?? page(input, path, request))) ?? answer(404, "no such page", request);
  }

  async initialise(input: InitialiseInput): Promise<Answer<InitialiseResult>> {
    const before = await this.ctx.storage.get<InitialiseInput>(input.site);
    const same = before === undefined || JSON.stringify({ ...before, requestId: "" }) === JSON.stringify({ ...input, requestId: "" });
    if (!same) return { ok: false, refusal: { code: "SITE_INITIALIZATION_CONFLICT", detail: {} } };
    await this.ctx.storage.put(input.site, input);
    return accepted({ created: before === undefined, release: 1, sequence: 1, issues: [], unavailable: [] });
  }

  async status(): Promise<Answer<WorkspaceStatus>> {
    return accepted({ loader: { available: false, reason: "none" }, outbox: { waiting: 0, oldestMs: null }, databaseBytes: 0, sites: [] });
  }

  async announce(site: string): Promise<Answer<{ readonly sequence: number }>> {
    const input = await this.ctx.storage.get(site);
    return input ? accepted({ sequence: 1 }) : { ok: false, refusal: { code: "NOT_FOUND", detail: {} } };
  }
}

function redirect({ document }: InitialiseInput, path: string): Response | undefined {
  const found = document.redirects.entries.find((entry) => entry.from === path);
  if (!found || !("to" in found)) return undefined;
  return new Response(null, { status: found.status, headers: { Location: found.to, "Cache-Control": CACHE_PUBLIC } });
}

function page({ document, tenant }: InitialiseInput, path: string, request: Request): Response | undefined {
  const found = document.pages.find((candidate) => candidate.path === path);
  return found && answer(200, `${found.title} of ${tenant}`, request);
}

function answer(status: number, text: string, request: Request): Response {
  const headers = { ETag: `"${text.length}"`, "Cache-Control": CACHE_PUBLIC, "Content-Type": "text/html; charset=utf-8" };
  if (status === 200 && request.headers.get("if-none-match") === headers.ETag) return new Response(null, { status: 304, headers });
  const body = request.method === "HEAD" ? null : text;
  return new Response(body, { status, headers: { ...headers, "Content-Length": String(text.length) } });
}
