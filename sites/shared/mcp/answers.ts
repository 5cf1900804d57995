import { CORS } from "./origins.ts";

const SAFE = { ...CORS, "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store" };

/** What the protocol lets a server say before it knows which call it refuses. */
export function refused(status: number, code: number, message: string, headers: Readonly<Record<string, string>> = {}): Response {
  const body = { jsonrpc: "2.0", error: { code, message }, id: null };
  return Response.json(body, { status, headers: { ...SAFE, ...headers } });
}

/** Another's answer with the headers every answer here has. */
export function secured(answer: Response, headers: Readonly<Record<string, string>> = {}): Response {
  const all = new Headers(answer.headers);
  for (const [name, value] of Object.entries({ ...SAFE, ...headers })) all.set(name, value);
  return new Response(answer.body, { status: answer.status, headers: all });
}

export function described(type: string, body: unknown, seconds: number): Response {
  const headers = { ...SAFE, "Content-Type": type, "Cache-Control": `public, max-age=${seconds}` };
  return new Response(JSON.stringify(body), { headers });
}
