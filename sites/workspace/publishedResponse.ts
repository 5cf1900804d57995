import type { Published } from "../../runtime/published.ts";
import type { PublishedAnswer } from "../../runtime/publishedAnswer.ts";

/** The published answer for `https://workspace/<site><path>`. Reads only what is published. */
export async function publishedResponse(published: Published, { url, method, headers }: Request): Promise<Response> {
  const { site, path } = address(url);
  return response(await published.answer(site, path, headers.get("If-None-Match")), method);
}

function address(url: string): { site: string; path: string } {
  const { pathname } = new URL(url);
  const end = pathname.indexOf("/", 1);
  return end === -1 ? { site: pathname.slice(1), path: "/" } : { site: pathname.slice(1, end), path: pathname.slice(end) };
}

/** The length is said here because nobody after this knows it: HEAD has no body, and the cache would pass the page on in chunks. */
function response({ body, status, headers: named }: PublishedAnswer, method: string): Response {
  const bytes = body === null ? null : new TextEncoder().encode(body);
  const headers = new Headers(named as Record<string, string>);
  if (bytes) headers.set("Content-Length", String(bytes.byteLength));
  return new Response(method === "HEAD" ? null : bytes, { status, headers });
}
