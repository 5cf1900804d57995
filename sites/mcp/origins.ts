/**
 * Allows every https origin, because requests here carry no credentials. Plain http is only allowed from loopback, for
 * trials.
 */
export function isAllowedOrigin(origin: string | null): boolean {
  if (origin === null) return true;
  const url = URL.parse(origin);
  if (url?.origin !== origin) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}

const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "127.0.0.1" || hostname === "[::1]";

export const CORS: Readonly<Record<string, string>> = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "GET, POST, OPTIONS",
  "Access-Control-Allow-Headers":
    "accept, content-type, last-event-id, mcp-method, mcp-name, mcp-protocol-version, mcp-session-id",
  "Access-Control-Expose-Headers": "mcp-protocol-version, ratelimit, ratelimit-policy, retry-after",
  "Access-Control-Max-Age": "86400",
};
