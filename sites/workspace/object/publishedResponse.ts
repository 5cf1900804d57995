import type { Kernel } from "../../../runtime/kernel.ts";
import type { PublishedAnswer } from "../../../runtime/serving/publishedAnswer.ts";

/** Answers `https://workspace/<site><path>` from published content only. */
export async function publishedResponse(
  kernel: Pick<Kernel, "serve">,
  { url, method, headers }: Request,
): Promise<Response> {
  const { site, path } = address(url);
  return response(await kernel.serve(site, path, headers.get("If-None-Match")), method);
}

function address(url: string): { site: string; path: string } {
  const { pathname } = new URL(url);
  const end = pathname.indexOf("/", 1);
  return end === -1
    ? { site: pathname.slice(1), path: "/" }
    : { site: pathname.slice(1, end), path: pathname.slice(end) };
}

/** Sets the length here, because no later step knows it: HEAD has no body, and the cache would send chunks. */
function response({ body, bytes: file, status, headers: named }: PublishedAnswer, method: string): Response {
  const bytes = file ?? (body === null ? null : new TextEncoder().encode(body));
  const headers = new Headers(named as Record<string, string>);
  if (bytes) headers.set("Content-Length", String(bytes.byteLength));
  return new Response(method === "HEAD" ? null : bytes, { status, headers });
}
