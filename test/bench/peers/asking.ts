import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import { single } from "../../support/driver.ts";

/** A request to a server of the bench. */
export interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object goes as JSON, and a string as it is. */
  readonly body?: unknown;
}

export interface Told {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly body: string;
}

/** Sends requests to one server over connections that stay open. */
export class Asking {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #port: number;
  readonly #host: string;

  constructor(port: number, host = `127.0.0.1:${port}`) {
    this.#port = port;
    this.#host = host;
  }

  async ask({ method = "GET", path, headers = {}, body }: Asked): Promise<Told> {
    const given = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    const outgoing = request({
      host: "127.0.0.1",
      port: this.#port,
      agent: this.#agent,
      method,
      path,
      headers: {
        host: this.#host,
        ...(typeof body === "object" && { "content-type": "application/json" }),
        ...(given !== undefined && { "content-length": String(Buffer.byteLength(given)) }),
        ...headers,
      },
    });
    outgoing.end(given);
    const response = await new Promise<import("node:http").IncomingMessage>((done, fail) =>
      outgoing.on("response", done).on("error", fail),
    );
    return {
      status: response.statusCode ?? 0,
      headers: single(response.headers),
      cookies: response.headers["set-cookie"] ?? [],
      body: await text(response),
    };
  }

  /** The answer with this status. Throws for any other. */
  async expect(asked: Asked, ...statuses: readonly number[]): Promise<Told> {
    const told = await this.ask(asked);
    if (statuses.includes(told.status)) return told;
    const { method = "GET", path } = asked;
    throw new Error(`${method} ${this.#host}${path}: ${told.status} ${told.body.slice(0, 300)}`);
  }

  /** The JSON of a successful answer. */
  async json<T>(asked: Asked): Promise<T> {
    return JSON.parse((await this.expect(asked, 200, 201)).body) as T;
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}
