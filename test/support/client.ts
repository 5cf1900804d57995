import { randomUUID } from "node:crypto";
import { request, type ClientRequest, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";

export interface Sent {
  readonly body?: unknown;
  /** Raw bytes, which replace `body`. */
  readonly file?: Uint8Array;
  /** The version for If-Match. */
  readonly version?: number;
  readonly key?: string;
  /** Additional headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The exact body. */
  readonly text: string;
}

/** A member's client for a site of this machine, which sends a login cookie. */
export class Client {
  readonly #port: number;
  readonly #host: string;
  readonly #cookie: string;

  constructor(port: number, host: string, cookie: string) {
    this.#port = port;
    this.#host = `${host}:${port}`;
    this.#cookie = cookie;
  }

  /** Sends a request. Throws if nothing answers, for example while workerd restarts. */
  async ask(method: string, path: string, sent: Sent = {}): Promise<Answered> {
    const outgoing = this.#send(method, path, sent);
    const response = await new Promise<import("node:http").IncomingMessage>((done, fail) =>
      outgoing.on("response", done).on("error", fail),
    );
    const { statusCode: status = 0, headers } = response;
    const answer = await text(response);
    if (status >= 500) throw new Error(`${method} ${path}: ${status} ${answer.slice(0, 300)}`);
    return { status, headers, text: answer };
  }

  /** Sends a request and ignores its answer. */
  abandon(method: string, path: string, sent: Sent): void {
    const outgoing = this.#send(method, path, sent);
    outgoing.on("error", () => outgoing.destroy()).on("response", (response) => response.destroy());
  }

  /** The value of a successful answer. Throws for any other. */
  async done<T>(method: string, path: string, sent: Sent = {}): Promise<T> {
    const { status, text: body } = await this.ask(method, path, sent);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${body.slice(0, 300)}`);
    return JSON.parse(body) as T;
  }

  #send(
    method: string,
    path: string,
    { body, file, version, key = randomUUID(), headers: further = {} }: Sent,
  ): ClientRequest {
    const headers = {
      host: this.#host,
      cookie: this.#cookie,
      origin: `http://${this.#host}`,
      ...(method === "GET" ? {} : { "idempotency-key": key }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(file === undefined
        ? {}
        : { "content-type": "application/octet-stream", "content-length": String(file.length) }),
      ...(version === undefined ? {} : { "if-match": `"${version}"` }),
      ...further,
    };
    const outgoing = request({ host: "127.0.0.1", port: this.#port, method, path, headers, agent: false });
    outgoing.end(file ?? (body === undefined ? undefined : JSON.stringify(body)));
    return outgoing;
  }
}
