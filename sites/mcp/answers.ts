import { ANSWER_HEADERS } from "../../runtime/serving/answerHeaders.ts";
import { CORS } from "./origins.ts";

const SAFE = { ...ANSWER_HEADERS.agentAnswer, ...CORS };

/** A JSON-RPC error for a request whose id is unknown, as the protocol allows. */
export function refusedMessage(
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const body = { jsonrpc: "2.0", error: { code, message }, id: null };
  return Response.json(body, { status, headers: { ...SAFE, ...headers } });
}

/** Adds our security headers to an answer of the MCP library. */
export function secured(answer: Response, headers: Readonly<Record<string, string>> = {}): Response {
  const all = new Headers(answer.headers);
  for (const [name, value] of Object.entries({ ...SAFE, ...headers })) all.set(name, value);
  return new Response(answer.body, { status: answer.status, headers: all });
}

export function describedServer(type: string, body: unknown, seconds: number): Response {
  const headers = {
    ...ANSWER_HEADERS.agentDescription,
    ...CORS,
    "Content-Type": type,
    "Cache-Control": `public, max-age=${seconds}`,
  };
  return new Response(JSON.stringify(body), { headers });
}

/** Answers a browser's preflight request (CORS). */
export const preflight = (cors: Readonly<Record<string, string>>): Response =>
  new Response(null, { status: 204, headers: { ...ANSWER_HEADERS.agentAnswer, ...cors } });
