import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";

/** The API's answer to a page of the site. */
export interface Answered<T = unknown> {
  readonly status: number;
  readonly etag: string | null;
  readonly body: T;
}

interface Sent {
  readonly body?: unknown;
  /** A version, to be named in If-Match. */
  readonly version?: number;
  readonly key?: string;
}

/** Asks the API from within the page, as a script of the site's own origin would: the browser adds origin and cookies. */
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

/** Chooses a person on the identity provider's page, which has to be open. */
export async function choose(page: Page, name: string): Promise<void> {
  const [response] = await Promise.all([
    page.waitForResponse((answer) => answer.url().includes("/api/auth/callback")),
    page.getByRole("button", { name }).click(),
  ]);
  await response.finished();
  await page.waitForLoadState();
}
