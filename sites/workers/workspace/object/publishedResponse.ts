import type { Alarm } from "./alarm.ts";
import { MISSED_WRITTEN_AFTER_MS } from "../../../../manifests/bounds/publicContent.ts";
import type { Kernel } from "../../../../runtime/kernel.ts";
import type { PublishedAnswer } from "../../../../runtime/serving/publishedAnswer.ts";
import { type PublishedBytes, type PublishedQuestion, publishedQuestion } from "../../../platform/tenants/published.ts";

type Serving = Pick<Kernel, "serve">;

/**
 * Answers from published content only. The kernel counts an address in vain in memory, and writes it when the alarm
 * fires. The visitor's answer needs no alarm.
 */
export async function publishedBytes(
  kernel: Serving,
  { site, path, query, host, reader, client, login, method, condition }: PublishedQuestion,
  alarm: Pick<Alarm, "set">,
): Promise<PublishedBytes> {
  const answer = await kernel.serve(site, path, condition, { query, host, reader, client, login });
  if (answer.status === 404) void alarm.set(MISSED_WRITTEN_AFTER_MS)?.catch(() => undefined);
  return inBytes(answer, method);
}

/** The same for a request to `https://workspace/<site><path>`. */
export async function publishedResponse(
  kernel: Serving,
  request: Request,
  alarm: Pick<Alarm, "set">,
): Promise<Response> {
  const { body, ...rest } = await publishedBytes(kernel, publishedQuestion(request.url, request), alarm);
  return new Response(body, rest);
}

/**
 * Sets `content-length`, because no later step knows it: a HEAD answer has no body, and the cache would send chunks.
 */
function inBytes({ body, bytes: file, status, headers }: PublishedAnswer, method: string): PublishedBytes {
  const bytes = file ?? (body === null ? null : new TextEncoder().encode(body));
  return {
    status,
    headers: bytes ? { ...headers, "Content-Length": String(bytes.byteLength) } : headers,
    body: method === "HEAD" ? null : bytes,
  };
}
