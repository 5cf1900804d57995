/**
 * The stand-in's API without a server. It keeps state, records requests and can give false answers. The loopback server
 * and the tests inside workerd share it.
 */
import { ACCOUNT_ROUTES } from "./accountRoutes.ts";
import { ASSET_ROUTES } from "./assetRoutes.ts";
import { type ProviderReply, no } from "./envelope.ts";
import type { Lie, LieQuestion } from "./lie.ts";
import { QUEUE_ROUTES } from "./queueRoutes.ts";
import { type ProviderRequest, type ProviderRoute, pathParts } from "./route.ts";
import type { AccountState } from "./state.ts";
import { TENANT_ROUTES } from "./tenantRoutes.ts";
import { WORKER_ROUTES } from "./workerRoutes.ts";

const ROUTES: readonly ProviderRoute[] = [
  ...ACCOUNT_ROUTES,
  ...WORKER_ROUTES,
  ...ASSET_ROUTES,
  ...QUEUE_ROUTES,
  ...TENANT_ROUTES,
];
export const ROOT = "/client/v4";

/** A received request below the API's root. `pattern` is its route; empty if no route matched. */
export interface Heard extends LieQuestion {
  /** True if the request can change nothing. */
  readonly isRead: boolean;
}

export interface SentRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** A true answer, or the false one in its place. */
export type ReplyOrLie = { readonly reply: ProviderReply } | { readonly instead: NonNullable<Lie["instead"]> };

const bearerOf = (headers: Headers): string => /^Bearer (.+)$/.exec(headers.get("authorization") ?? "")?.[1] ?? "";

export class ProviderApi {
  readonly account: AccountState;
  readonly heard: Heard[] = [];
  #lies: readonly Lie[] = [];

  constructor(account: AccountState) {
    this.account = account;
  }

  /** Replaces the false answers. */
  tell(...lies: readonly Lie[]): void {
    this.#lies = lies;
  }

  /** Recorded requests that may change something. */
  get changes(): readonly string[] {
    return this.heard.filter(({ isRead }) => !isRead).map(({ method, path }) => `${method} ${path}`);
  }

  async answer(sent: SentRequest): Promise<ReplyOrLie> {
    const { method, url } = sent;
    const path = url.pathname.slice(ROOT.length);
    const { route, parts } = routeFor(method, path);
    const question = { method, path: `${path}${url.search}`, pattern: route?.pattern ?? "" };
    this.heard.push({ ...question, isRead: method === "GET" || isSelect(question.path, sent.body) });
    const lie = this.#lies.find((one) => one.applies(question));
    if (lie?.instead) return { instead: lie.instead };
    const reply = this.#isKnown(bearerOf(sent.headers), route, parts)
      ? await makeAnswer(route, this.#asked(sent, parts))
      : no(403, 9109, "Invalid access token");
    return { reply: lie?.change?.(reply) ?? reply };
  }

  #isKnown(bearer: string, route: ProviderRoute | undefined, parts: ReadonlyMap<string, string>): boolean {
    const isOwn = (parts.get("account") ?? this.account.id) === this.account.id;
    return isOwn && (route?.isKnown?.(bearer, this.account) ?? bearer === this.account.token);
  }

  #asked({ url, headers, body }: SentRequest, parts: ReadonlyMap<string, string>): ProviderRequest {
    return {
      account: this.account,
      query: url.searchParams,
      bearer: bearerOf(headers),
      bytes: body,
      part: (name) => parts.get(name) ?? "",
      json: async () => (body.length === 0 ? undefined : (JSON.parse(new TextDecoder().decode(body)) as unknown)),
      form: () => new Response(body, { headers: { "content-type": headers.get("content-type") ?? "" } }).formData(),
    };
  }
}

/** True for one SELECT. The API takes every question to a database by POST. */
function isSelect(path: string, body: Uint8Array): boolean {
  if (!/\/d1\/database\/[^/]+\/query$/.test(path)) return false;
  const { sql } = JSON.parse(new TextDecoder().decode(body)) as { readonly sql?: unknown };
  return typeof sql === "string" && /^SELECT [^;]*$/.test(sql);
}

function routeFor(
  method: string,
  path: string,
): { readonly route: ProviderRoute | undefined; readonly parts: ReadonlyMap<string, string> } {
  for (const route of ROUTES.filter((one) => one.method === method)) {
    const parts = pathParts(route.pattern, path);
    if (parts) return { route, parts };
  }
  return { route: undefined, parts: new Map() };
}

async function makeAnswer(route: ProviderRoute | undefined, asked: ProviderRequest): Promise<ProviderReply> {
  return route ? await route.answer(asked) : no(404, 7000, "No route for that URI");
}
