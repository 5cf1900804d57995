/** Servers that answer for an index or a package endlessly, too slowly, with too much, or with a redirect. */
import { describe, expect, test } from "vitest";
import { INDEX_REDIRECTS_MAX } from "../../../manifests/bounds/packages.ts";
import { besideLocalIndex, listedIndexShape, listedIssues } from "../../../manifests/distribution/listedIndexes.ts";
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

describe("an index on this machine", () => {
  const LOCAL = "http://localhost:9000/shelf/index.json";
  const entry = async (change: object = {}) => {
    const { publicKey } = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
    const { kty = "", crv = "", x = "" } = (await crypto.subtle.exportKey("jwk", publicKey)) as JsonWebKey;
    return { name: "acme", url: LOCAL, keys: [{ kty, crv, x }], ...change };
  };
  const issuesOf = async (change: object, mayBeLocal: boolean): Promise<string[]> => {
    const read = listedIndexShape.safeParse(await entry(change));
    return read.success ? (await listedIssues(read.data, mayBeLocal)).map(({ pointer }) => pointer) : ["shape"];
  };

  test.each([
    [LOCAL, []],
    ["http://127.0.0.1:1/index.json", []],
    ["http://[::1]:65535/index.json", []],
    ["http://localhost/index.json", []],
    ["http://localhost:65536/index.json", ["/url"]],
    ["http://localhost:9000/index.json?a=1", ["shape"]],
    ["http://localhost.acme.example/index.json", ["shape"]],
    ["http://localhost@acme.example/index.json", ["shape"]],
    ["http://127.0.0.2/index.json", ["shape"]],
    ["http://10.0.0.7/index.json", ["shape"]],
    ["http://169.254.169.254/latest/meta-data", ["shape"]],
    ["https://localhost/index.json", ["/url"]],
    ["file:///srv/index.json", ["shape"]],
  ])("may be listed as %s where its author tries it: %j", async (url, issues) => {
    expect(await issuesOf({ url }, true)).toEqual(issues);
    expect(await issuesOf({ url }, false)).not.toEqual([]);
  });

  test("lists no further hosts", async () => {
    expect(await issuesOf({ hosts: ["cdn.example"] }, true)).toEqual(["/hosts"]);
  });

  test.each([
    ["https://acme.example/plugins/notices.json", "http://localhost:9000/shelf/notices.json"],
    ["https://acme.example/plugins/%2e%2e/notices.json", "http://localhost:9000/shelf/notices.json"],
    ["https://acme.example/plugins/%2e%2e", "http://localhost:9000/shelf/"],
    ["https://acme.example/../../api/admin/status", "http://localhost:9000/shelf/status"],
    ["https://acme.example/a?next=http://localhost:8787/api", "http://localhost:9000/shelf/a"],
    [
      "https://acme.example/http:%2f%2flocalhost:8787%2fapi",
      "http://localhost:9000/shelf/http:%2f%2flocalhost:8787%2fapi",
    ],
    ["http://localhost:8787/api/health", "http://localhost:9000/shelf/health"],
  ])("gives the package at %s from beside it", (address, found) =>
    expect(besideLocalIndex({ url: LOCAL }, address)).toBe(found),
  );

  test("leads nowhere else", async () => {
    const urls: string[] = [];
    const fetched = await fetchBounded(LOCAL, {
      hosts: new Set(["localhost"]),
      isLocal: true,
      maxBytes: MOST,
      late: new AbortController().signal,
      fetch: async (url) => {
        urls.push(url);
        return moved("http://localhost:8787/api/admin/status");
      },
    });
    expect([fetched.ok ? "" : fetched.error.reason, urls]).toEqual(["redirected", [LOCAL]]);
  });
});
