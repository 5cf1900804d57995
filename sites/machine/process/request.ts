import type { IncomingHttpHeaders } from "node:http";
import { request as httpRequest } from "./http.ts";

export interface LocalRequest {
  readonly port: number;
  /** The Host header. The connection always goes to this machine. */
  readonly host: string;
  readonly path: string;
  /** The Host header in place of the host and the port of the connection. */
  readonly authority?: string;
  readonly method?: "GET" | "HEAD" | "POST" | "PUT";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs?: number;
}

export interface LocalReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const TIMEOUT_MS = 120_000;

/** Sends one request over node:http. `fetch` cannot set the Host header, and not every machine resolves *.localhost. */
export function requestLocal({
  port,
  host,
  path,
  authority = `${host}:${port}`,
  method = "GET",
  headers = {},
  body,
  timeoutMs = TIMEOUT_MS,
}: LocalRequest): Promise<LocalReply> {
  return new Promise((done, fail) => {
    const request = httpRequest(
      {
        host: "127.0.0.1",
        port,
        path,
        method,
        agent: false,
        timeout: timeoutMs,
        headers: { ...headers, host: authority },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", fail);
        response.on("end", () =>
          done({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString() }),
        );
      },
    );
    request.on("timeout", () => request.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)));
    request.on("error", fail);
    request.end(body);
  });
}
