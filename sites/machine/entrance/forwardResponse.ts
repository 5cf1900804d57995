import type { IncomingMessage, ServerResponse } from "node:http";
import { refuseSocket } from "./refusing.ts";
import { pairsOf } from "../names/headers.ts";
import { passedHeaders } from "./screening.ts";

/**
 * Forwards an answer of the workers. All their answers have `nosniff`, so an error without it is workerd's own and is
 * replaced.
 */
export function forwardResponse(answer: IncomingMessage, response: ServerResponse): void {
  answer.on("error", () => response.destroy());
  const status = answer.statusCode ?? 500;
  if (status >= 400 && answer.headers["x-content-type-options"] !== "nosniff") {
    answer.destroy();
    return refuseSocket(response, status < 500 ? "INVALID_REQUEST" : "UNAVAILABLE");
  }
  response.sendDate = false;
  response.writeHead(status, passedHeaders(pairsOf(answer.rawHeaders)));
  answer.pipe(response);
}
