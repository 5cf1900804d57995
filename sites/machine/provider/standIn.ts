/**
 * A stand-in for the provider's API on loopback, with state. Its answers follow the vendor's documents and the needs of
 * the project's wrangler. It records requests, refuses foreign credentials, and can give false answers. The real
 * provider may still differ.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Heard, ProviderApi, ROOT } from "./api.ts";
import type { ProviderReply } from "./envelope.ts";
import type { Lie } from "./lie.ts";
import type { AccountState } from "./state.ts";
import { createServer } from "../process/http.ts";

async function readBody(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
}

/** A repeated header keeps one value, because no answer depends on repeated headers. */
const headersOf = ({ headers }: IncomingMessage): Headers =>
  new Headers(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === "string" ? [[name, value] as const] : [])),
  );

export class StandIn implements AsyncDisposable {
  readonly #api: ProviderApi;
  readonly #server: Server;
  readonly #changed: () => void | Promise<void>;

  private constructor(account: AccountState, changed: () => void | Promise<void>) {
    this.#api = new ProviderApi(account);
    this.#changed = changed;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
  }

  /** `changed` is called after each request that may have changed the account. The answer waits for it. */
  static async start(account: AccountState, changed: () => void | Promise<void> = () => undefined): Promise<StandIn> {
    const standIn = new StandIn(account, changed);
    await new Promise<void>((listening) => void standIn.#server.listen(0, "127.0.0.1", listening));
    return standIn;
  }

  get account(): AccountState {
    return this.#api.account;
  }

  get heard(): Heard[] {
    return this.#api.heard;
  }

  get changes(): readonly string[] {
    return this.#api.changes;
  }

  /** Environment variables that make a program use this stand-in. */
  get environment(): Record<string, string> {
    return {
      CLOUDFLARE_API_BASE_URL: `${this.origin}${ROOT}`,
      CLOUDFLARE_API_TOKEN: this.account.token,
      CLOUDFLARE_ACCOUNT_ID: this.account.id,
    };
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Replaces the false answers. */
  tell(...lies: readonly Lie[]): void {
    this.#api.tell(...lies);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((closed) => void this.#server.close(() => closed()));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", url: target = "/" } = request;
    // A target such as "//" or "*" is no address of its own, but one behind the origin.
    const url = URL.parse(`${this.origin}${target}`);
    if (!url) return void response.writeHead(400).end();
    const answered = await this.#api.answer({
      method,
      url,
      headers: headersOf(request),
      body: await readBody(request),
    });
    if (method !== "GET") await this.#changed();
    if ("instead" in answered) answered.instead(response);
    else send(response, answered.reply);
  }
}

function send(response: ServerResponse, { status, body, bytes, headers = {} }: ProviderReply): void {
  if (bytes) return void response.writeHead(status, headers).end(bytes);
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}
