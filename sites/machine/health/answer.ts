import type { IncomingMessage, ServerResponse } from "node:http";
import { isLocalHostname } from "../../../manifests/shapes/localHostname.ts";
import { isFromHere } from "../names/arrival.ts";
import { type HttpHeader, valuesIn } from "../names/headers.ts";
import type { HealthReport } from "./health.ts";

export const HEALTH_PATH = "/api/health";
const THIS_MACHINE = new Set(["127.0.0.1", "[::1]"]);

/** True for a request by this machine under its own name. For all others the address does not exist. */
export function asksForHealth(
  { method, socket }: IncomingMessage,
  path: string,
  headers: readonly HttpHeader[],
): boolean {
  if (path !== HEALTH_PATH || method !== "GET") return false;
  const values = valuesIn(headers);
  const hostname = (values("host")[0] ?? "").toLowerCase().replace(/:\d+$/, "");
  const isHere = isLocalHostname(hostname) || THIS_MACHINE.has(hostname);
  return isHere && isFromHere({ peer: socket.remoteAddress ?? "", values });
}

/** Answers a report. The HTTP status tells programs the result as well. */
export function answerHealth(response: ServerResponse, report: HealthReport): void {
  const body = `${JSON.stringify(report)}\n`;
  response.writeHead(report.status === "ok" ? 200 : 503, {
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(body)),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  });
  response.end(body);
}
