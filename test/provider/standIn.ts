/**
 * A stand-in for the provider's API on loopback: stateful, with the answers that the project's wrangler was seen to
 * need and the vendor's documents describe. It keeps a list of requests, refuses foreign credentials, and can be told
 * to lie. It is not the provider: what passes here may still differ there.
 */
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ACCOUNT_ROUTES } from "./accountRoutes.ts";
import { ASSET_ROUTES } from "./assetRoutes.ts";
import type { ProviderReply } from "./envelope.ts";
import { no } from "./envelope.ts";
import type { Lie } from "./lie.ts";
import { QUEUE_ROUTES } from "./queueRoutes.ts";
import type { Asked, Route } from "./route.ts";
import { partsOf } from "./route.ts";
import type { AccountState } from "./state.ts";
import { TENANT_ROUTES } from "./tenantRoutes.ts";
import { WORKER_ROUTES } from "./workerRoutes.ts";

const ROUTES: readonly Route[] = [
  ...ACCOUNT_ROUTES,
  ...WORKER_ROUTES,
  ...ASSET_ROUTES,
  ...QUEUE_ROUTES,
  ...TENANT_ROUTES,
];
const ROOT = "/client/v4";
const TOKEN = "stand-in-token";

export interface Heard {
  readonly method: string;
  /** Below the API's root, with its query. */
  readonly path: string;
  /** The route that answered; empty where there is none. */
  readonly pattern: string;
}

const bearerOf = ({ headers }: IncomingMessage): string => /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1] ?? "";

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
}

export class StandIn implements AsyncDisposable {
  readonly account: AccountState;
  readonly heard: Heard[] = [];
  readonly #server: Server;
  #lies: readonly Lie[] = [];

  private constructor(account: AccountState) {
    this.account = account;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(account: AccountState): Promise<StandIn> {
    const standIn = new StandIn(account);
    await new Promise<void>((listening) => void standIn.#server.listen(0, "127.0.0.1", listening));
    return standIn;
  }

  /** The environment a program needs to work with this stand-in. */
  get environment(): Record<string, string> {
    return {
      CLOUDFLARE_API_BASE_URL: `${this.origin}${ROOT}`,
      CLOUDFLARE_API_TOKEN: TOKEN,
      CLOUDFLARE_ACCOUNT_ID: this.account.id,
    };
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** From now on, these. */
  tell(...lies: readonly Lie[]): void {
    this.#lies = lies;
  }

  /** Requests that may change something. */
  get changes(): readonly string[] {
    return this.heard.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((closed) => void this.#server.close(() => closed()));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", url: target = "/" } = request;
    const url = new URL(target, this.origin);
    const path = url.pathname.slice(ROOT.length);
    const body = await bodyOf(request);
    const { route, parts } = routeFor(method, path);
    const pattern = route?.pattern ?? "";
    this.heard.push({ method, path: `${path}${url.search}`, pattern });
    const lie = this.#lies.find((one) => one.applies({ method, path: `${path}${url.search}`, pattern }));
    if (lie?.instead) return lie.instead(response);
    const reply = this.#isKnown(bearerOf(request), route, parts)
      ? await answerOf(route, this.#asked(url, parts, request, body))
      : no(403, 9109, "Invalid access token");
    send(response, lie?.change?.(reply) ?? reply);
  }

  #isKnown(bearer: string, route: Route | undefined, parts: ReadonlyMap<string, string>): boolean {
    const isOwn = (parts.get("account") ?? this.account.id) === this.account.id;
    return isOwn && (route?.isKnown?.(bearer, this.account) ?? bearer === TOKEN);
  }

  #asked({ searchParams }: URL, parts: ReadonlyMap<string, string>, request: IncomingMessage, body: Buffer): Asked {
    return {
      account: this.account,
      query: searchParams,
      bearer: bearerOf(request),
      part: (name) => parts.get(name) ?? "",
      json: async () => (body.length === 0 ? undefined : (JSON.parse(body.toString()) as unknown)),
      form: () =>
        new Response(new Uint8Array(body), {
          headers: { "content-type": request.headers["content-type"] ?? "" },
        }).formData(),
    };
  }
}

function routeFor(
  method: string,
  path: string,
): { readonly route: Route | undefined; readonly parts: ReadonlyMap<string, string> } {
  for (const route of ROUTES.filter((one) => one.method === method)) {
    const parts = partsOf(route.pattern, path);
    if (parts) return { route, parts };
  }
  return { route: undefined, parts: new Map() };
}

async function answerOf(route: Route | undefined, asked: Asked): Promise<ProviderReply> {
  return route ? await route.answer(asked) : no(404, 7000, "No route for that URI");
}

function send(response: ServerResponse, { status, body, headers = {} }: ProviderReply): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}
