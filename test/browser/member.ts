import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";

/** An answer of the API. */
export interface Answered<T = unknown> {
  readonly status: number;
  readonly etag: string | null;
  readonly body: T;
}

interface Sent {
  readonly body?: unknown;
  /** The version for If-Match. */
  readonly version?: number;
  readonly key?: string;
}

/** Calls the API from within the page, so that the browser adds the origin and cookies. */
export function askApi<T>(
  page: Page,
  method: string,
  path: string,
  { body, version, key = randomUUID() }: Sent = {},
): Promise<Answered<T>> {
  const headers = {
    ...(method === "GET" ? {} : { "idempotency-key": key }),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(version === undefined ? {} : { "if-match": `"${version}"` }),
  };
  const text = body === undefined ? null : JSON.stringify(body);
  return page.evaluate(
    async (asked) => {
      const answer = await fetch(asked.path, { method: asked.method, headers: asked.headers, body: asked.text });
      return {
        status: answer.status,
        etag: answer.headers.get("etag"),
        body: (await answer.json().catch(() => null)) as T,
      };
    },
    { method, path, headers, text },
  );
}

/** Chooses a person on the open page of the identity provider. */
export async function choose(page: Page, name: string): Promise<void> {
  const [response] = await Promise.all([
    page.waitForResponse((answer) => answer.url().includes("/api/auth/callback")),
    page.getByRole("button", { name }).click(),
  ]);
  await response.finished();
  await page.waitForLoadState();
}
