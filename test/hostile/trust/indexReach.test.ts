/** Servers that answer for an index or a package endlessly, too slowly, with too much, or with a redirect. */
import { describe, expect, test } from "vitest";
import { INDEX_REDIRECTS_MAX } from "../../../manifests/bounds/packages.ts";
import { fetchBounded } from "../../../sites/web/api/indexes/reach.ts";

const HOSTS = new Set(["acme.example", "cdn.example"]);
const START = "https://acme.example/index.json";
const MOST = 100;

interface Asked {
  readonly urls: string[];
  readonly inits: RequestInit[];
}

async function outcome(
  answer: (url: string, asked: Asked) => Response | Promise<Response>,
  { start = START, late = new AbortController().signal }: { start?: string; late?: AbortSignal } = {},
) {
  const asked: Asked = { urls: [], inits: [] };
  const fetched = await fetchBounded(start, {
    hosts: HOSTS,
    maxBytes: MOST,
    late,
    fetch: async (url, init) => {
      asked.urls.push(url);
      asked.inits.push(init);
      return answer(url, asked);
    },
  });
  return { result: fetched.ok ? fetched.value.length : fetched.error.reason, ...asked };
}

/** A promise that never settles. */
const never = <T>(): Promise<T> => Promise.withResolvers<T>().promise;
const moved = (location: string) => new Response(null, { status: 302, headers: { location } });
const endless = (): Response =>
  new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(64)) }));

describe("size and time", () => {
  test.each([-1, 0, 1])(
    "of an answer: the largest number of bytes and %d is accepted up to the bound",
    async (more) => {
      const { result } = await outcome(() => new Response("a".repeat(MOST + more)));
      expect(result).toBe(more > 0 ? "too_large" : MOST + more);
    },
  );

  test("an endless answer is read only up to the bound", async () => {
    expect((await outcome(endless)).result).toBe("too_large");
  });

  test("an answer that never comes is given up after the time limit", async () => {
    const wait = new AbortController();
    const { result } = await outcome(
      () => {
        wait.abort();
        return never<Response>();
      },
      { late: wait.signal },
    );
    expect(result).toBe("too_slow");
  });

  test("an answer that arrives byte by byte is given up after the time limit", async () => {
    const wait = new AbortController();
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(1));
      },
      pull: () => {
        wait.abort();
        return never<void>();
      },
    });
    expect((await outcome(() => new Response(body), { late: wait.signal })).result).toBe("too_slow");
  });

  test("a request whose time limit has already passed ends at once", async () => {
    const late = AbortSignal.abort();
    expect((await outcome(() => never<Response>(), { late })).result).toBe("too_slow");
  });
});

describe("redirects and hosts", () => {
  test.each([
    "https://evil.example/index.json",
    "http://acme.example/index.json",
    "https://acme.example:8443/index.json",
    "https://me:word@acme.example/",
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://2130706433/",
    "https://metadata.internal/",
    "file:///etc/passwd",
    "https://acme.example\\@evil.example/",
  ])("a redirect to %s is not followed", async (location) => {
    const { result, urls } = await outcome(() => moved(location));
    expect([result, urls]).toEqual(["redirected", [START]]);
  });

  test("a redirect to a listed host is followed", async () => {
    const { result, urls } = await outcome((url) =>
      url === START ? moved("https://cdn.example/1") : new Response("ok"),
    );
    expect([result, urls]).toEqual([2, [START, "https://cdn.example/1"]]);
  });

  test.each([INDEX_REDIRECTS_MAX - 1, INDEX_REDIRECTS_MAX, INDEX_REDIRECTS_MAX + 1])("%d redirects", async (count) => {
    const { result } = await outcome((_url, { urls }) =>
      urls.length <= count ? moved(`/${urls.length}`) : new Response("ok"),
    );
    expect(result).toBe(count > INDEX_REDIRECTS_MAX ? "redirected" : 2);
  });

  test("a package on another host is not requested", async () => {
    const { result, urls } = await outcome(() => new Response("ok"), { start: "https://evil.example/x.json" });
    expect([result, urls]).toEqual(["redirected", []]);
  });

  test("a request contains nothing of the member", async () => {
    const { inits } = await outcome(() => new Response("ok"));
    expect(inits.map(({ headers, redirect }) => ({ headers, redirect }))).toEqual([
      { headers: { accept: "application/json" }, redirect: "manual" },
    ]);
  });
});

describe("an answer that is none", () => {
  test.each([204, 304, 403, 404, 500])("of status %d", async (status) => {
    expect((await outcome(() => new Response(null, { status }))).result).toBe("unreachable");
  });

  test("reveals no host of the server", async () => {
    const fetched = await fetchBounded(START, {
      hosts: HOSTS,
      maxBytes: MOST,
      late: new AbortController().signal,
      fetch: () => Promise.reject(new Error("connect ECONNREFUSED 10.0.0.7:443")),
    });
    expect(JSON.stringify(fetched)).not.toContain("10.0.0.7");
  });
});
