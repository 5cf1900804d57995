import type { IncomingMessage, ServerResponse } from "node:http";
import { refuseSocket } from "./refusing.ts";
import { pairsOf } from "../names/headers.ts";
import { type Asked, compressing } from "../pageCache/compressing.ts";
import { plainCookies } from "./plainCookies.ts";
import { passedHeaders } from "./screening.ts";

/** The client's side of a request, as far as the answer follows it. */
export interface AnswerWish extends Asked {
  /** True if protected cookies are also set under plain names; by default they are not. */
  readonly hasPlainCookies?: boolean;
}

/**
 * Forwards an answer of the workers. All their answers have `nosniff`, so an error without it is workerd's own and is
 * replaced.
 */
export function forwardResponse(answer: IncomingMessage, response: ServerResponse, asked?: AnswerWish): void {
  // The client was refused meanwhile, because it sent its body too slowly.
  if (response.headersSent || response.destroyed) return void answer.destroy();
  answer.on("error", () => response.destroy());
  const status = answer.statusCode ?? 500;
  if (status >= 400 && answer.headers["x-content-type-options"] !== "nosniff") {
    answer.destroy();
    return refuseSocket(response, status < 500 ? "INVALID_REQUEST" : "UNAVAILABLE");
  }
  response.sendDate = false;
  send(answer, response, status, asked);
}

function send(answer: IncomingMessage, response: ServerResponse, status: number, asked?: AnswerWish): void {
  const passed = passedHeaders(pairsOf(answer.rawHeaders));
  const headers = asked?.hasPlainCookies === true ? withPlainCookies(passed) : passed;
  const compressed = asked && compressing(answer, headers, asked);
  response.writeHead(status, compressed?.headers ?? headers);
  if (!compressed) return void answer.pipe(response);
  answer.on("error", (error) => compressed.stream.destroy(error));
  compressed.stream.on("error", () => response.destroy());
  response.on("close", () => compressed.stream.destroy());
  answer.pipe(compressed.stream).pipe(response);
}

const withPlainCookies = (headers: readonly string[]): string[] =>
  pairsOf(headers).flatMap(([name, written, value]) =>
    (name === "set-cookie" ? plainCookies(value) : [value]).flatMap((one) => [written, one]),
  );
