/** Both content types of an answer, which the protocol's handler wants to see in the request. */
const BOTH = "application/json, text/event-stream";
const ANYTHING = /(?:^|,)\s*\*\/\*\s*(?:;|,|$)/;

/** A request whose client takes any content type, or names none (RFC 9110), says so in the handler's words. */
export function acceptingBoth(request: Request): Request {
  const accept = request.headers.get("accept");
  if (accept !== null && accept !== "" && !ANYTHING.test(accept)) return request;
  const headers = new Headers(request.headers);
  headers.set("accept", BOTH);
  return new Request(request.url, { method: request.method, headers, signal: request.signal });
}
