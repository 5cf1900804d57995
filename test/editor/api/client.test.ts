import { describe, expect, test } from "vitest";
import { failureText } from "../../../sites/editor/api/failure.ts";
import { isPassing } from "../../../sites/requests/requestFailure.ts";
import { openClient } from "../../../sites/editor/api/client.ts";
import type { ApiAnswer } from "../../../sites/requests/answer.ts";
import { WORDS } from "../../../sites/words/words.ts";

interface Seen {
  readonly address: string;
  readonly init: RequestInit;
}

/** A client whose requests are recorded and answered by `answer`. */
function clientAnswering(answer: () => Response | Promise<Response>) {
  const seen: Seen[] = [];
  const fetch = (address: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    seen.push({ address: String(address), init });
    return Promise.resolve(answer());
  };
  return { seen, client: openClient({ fetch, newKey: () => "key-of-the-test" }) };
}

const json = (body: unknown, init: ResponseInit = {}): Response => new Response(JSON.stringify(body), init);

const failureOf = (answer: ApiAnswer<unknown>) => {
  if (answer.ok) throw new Error("the request succeeded");
  return answer.error;
};

describe("the editor's client", () => {
  test("a change carries a key, its version and its body as JSON", async () => {
    const { seen, client } = clientAnswering(() => json({ versions: [] }));
    await client.change("/api/pages/home", { method: "PATCH", version: 3, body: { title: "Ä" } });
    expect(seen[0]).toMatchObject({
      address: "/api/pages/home",
      init: {
        method: "PATCH",
        body: '{"title":"Ä"}',
        headers: { "idempotency-key": "key-of-the-test", "if-match": '"3"', "content-type": "application/json" },
      },
    });
  });

  test("a change that is sent again keeps the key it was given", async () => {
    const { seen, client } = clientAnswering(() => json({}));
    await client.change("/api/pages", { method: "POST", body: {}, key: "the-first-key" });
    expect(new Headers(seen[0]?.init.headers).get("idempotency-key")).toBe("the-first-key");
  });

  test("whatever is asked in the name of a member says so", async () => {
    const { seen, client } = clientAnswering(() => json({}));
    const mine = client.as("member-1");
    await mine.change("/api/pages", { method: "POST" });
    await mine.read("/api/site");
    await client.read("/api/site");
    expect(seen.map(({ init }) => new Headers(init.headers).get("svc-member"))).toEqual(["member-1", "member-1", null]);
  });

  test("a query is encoded, and members without a value are left out", async () => {
    const { seen, client } = clientAnswering(() => json({ items: [] }));
    await client.read("/api/pages", { query: { text: "a&b ü", cursor: undefined, limit: 5 } });
    expect(seen[0]?.address).toBe("/api/pages?text=a%26b+%C3%BC&limit=5");
  });

  test("the version of a document is read from its ETag", async () => {
    const { client } = clientAnswering(() => json({ id: "home" }, { headers: { etag: '"17"' } }));
    expect(await client.read("/api/pages/home")).toEqual({
      ok: true,
      value: { body: { id: "home" }, version: 17 },
    });
  });

  test("a refusal is told in words, with its issues, and keeps its code", async () => {
    const issues = [{ pointer: "/title", found: "nothing", allowed: "text" }];
    const { client } = clientAnswering(() => json({ code: "INVALID_REQUEST", issues }, { status: 400 }));
    const failure = failureOf(await client.read("/api/pages"));
    expect(failure).toMatchObject({ kind: "refused", code: "INVALID_REQUEST", detail: { issues } });
    expect(failureText(WORDS.script, failure)).toBe(
      "Something in this form has to be corrected. Found: nothing. Allowed: text.",
    );
  });

  test("a page of a proxy in place of an answer is told by its status", async () => {
    const { client } = clientAnswering(() => new Response("<h1>Bad gateway</h1>", { status: 502 }));
    expect(failureOf(await client.read("/api/pages"))).toMatchObject({ code: "UNAVAILABLE", detail: {} });
  });

  test("a page of HTML under a good status is no answer", async () => {
    const { client } = clientAnswering(() => new Response("<h1>Log in to this network</h1>"));
    expect(failureOf(await client.read("/api/pages"))).toMatchObject({ code: "INTERNAL" });
  });

  test("a code that nobody knows is not taken over", async () => {
    const { client } = clientAnswering(() =>
      json({ code: "constructor" }, { status: 429, headers: { "retry-after": "4" } }),
    );
    expect(failureOf(await client.read("/api/pages"))).toMatchObject({ code: "RATE_LIMITED", retryAfter: 4 });
  });

  test("a connection that breaks off is worth another try, a missing right is not", async () => {
    const { client } = clientAnswering(() => Promise.reject(new TypeError("offline")));
    expect(isPassing(failureOf(await client.read("/api/pages")))).toBe(true);
    const refusing = clientAnswering(() => json({ code: "FORBIDDEN" }, { status: 403 }));
    expect(isPassing(failureOf(await refusing.client.read("/api/pages")))).toBe(false);
  });
});
