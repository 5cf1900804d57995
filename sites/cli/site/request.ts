/**
 * Requests to a site. `fetch` cannot map *.localhost to this machine, which many resolvers do not know. `fetch` also
 * follows redirects, which could carry the login to another host.
 */
import { request as httpRequest, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import { Trouble } from "../command/command.ts";
import { isLocal } from "./address.ts";

export interface SiteRequest {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  /** The body, sent as JSON. */
  readonly body?: unknown;
  /** The body, sent as it is. */
  readonly file?: Uint8Array;
  /** The longest wait without data from the site, in milliseconds. */
  readonly timeoutMs?: number;
  /** The longest answer, in bytes. */
  readonly maxBytes?: number;
}

export interface SiteReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly bytes: Uint8Array;
}

const TIMEOUT_MS = 60_000;
const ANSWER_MAX_BYTES = 16 * 1024 * 1024;

const LOOPBACK: NonNullable<RequestOptions["lookup"]> = (_name, options, done) =>
  options.all ? done(null, [{ address: "127.0.0.1", family: 4 }]) : done(null, "127.0.0.1", 4);

function sent(
  url: URL,
  { method = "GET", headers = {}, body, file, timeoutMs = TIMEOUT_MS, maxBytes = ANSWER_MAX_BYTES }: SiteRequest,
): Promise<SiteReply> {
  const sending = file ?? (body === undefined ? undefined : Buffer.from(JSON.stringify(body)));
  const type = file ? "application/octet-stream" : "application/json";
  const typed = sending === undefined ? {} : { "content-type": type, "content-length": String(sending.byteLength) };
  const options = {
    method,
    headers: { accept: "application/json", ...typed, ...headers },
    timeout: timeoutMs,
    agent: false as const,
  };
  const begin = url.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((done, fail) => {
    const request = begin(url, { ...options, ...(isLocal(url.hostname) ? { lookup: LOOPBACK } : {}) }, (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxBytes) request.destroy(new Error("its answer does not end"));
        else chunks.push(chunk);
      });
      response.on("error", fail);
      response.on("end", () => {
        const whole = Buffer.concat(chunks);
        done({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: whole,
          get text() {
            return whole.toString();
          },
        });
      });
    });
    request.on("timeout", () => request.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)));
    request.on("error", fail);
    request.end(sending);
  });
}

/** Sends one request. Throws a trouble without a stack trace if the site cannot be reached. */
export async function requestSite(site: string, path: string, what: SiteRequest = {}): Promise<SiteReply> {
  try {
    return await sent(new URL(path, site), what);
  } catch (error) {
    throw new Trouble(`${site} does not answer: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
