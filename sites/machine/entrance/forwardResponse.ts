import type { IncomingMessage, ServerResponse } from "node:http";
import { refuseSocket } from "./refusing.ts";
import { pairsOf } from "../names/headers.ts";
import { type Asked, compressing } from "../pageCache/compressing.ts";
import { passedHeaders } from "./screening.ts";

/**
 * Forwards an answer of the workers. All their answers have `nosniff`, so an error without it is workerd's own and is
 * replaced.
 */
export function forwardResponse(answer: IncomingMessage, response: ServerResponse, asked?: Asked): void {
  answer.on("error", () => response.destroy());
  const status = answer.statusCode ?? 500;
  if (status >= 400 && answer.headers["x-content-type-options"] !== "nosniff") {
    answer.destroy();
    return refuseSocket(response, status < 500 ? "INVALID_REQUEST" : "UNAVAILABLE");
  }
  response.sendDate = false;
  const headers = passedHeaders(pairsOf(answer.rawHeaders));
  const compressed = asked && compressing(answer, headers, asked);
  response.writeHead(status, compressed?.headers ?? headers);
  if (!compressed) return void answer.pipe(response);
  answer.on("error", (error) => compressed.stream.destroy(error));
  compressed.stream.on("error", () => response.destroy());
  response.on("close", () => compressed.stream.destroy());
  answer.pipe(compressed.stream).pipe(response);
}
