import { describe, expect, test, vi } from "vitest";
import { isAddress } from "../../capabilities/address.ts";
import { withStandIns } from "../../capabilities/heldSecrets.ts";
import { lendHttp } from "../../capabilities/http.ts";
import { lendLog } from "../../capabilities/log.ts";
import { HTTP } from "../../capabilities/verbs/http.ts";
import {
  CONSOLE_LINE_MAX_CHARS,
  CONSOLE_MAX_LINES,
  HTTP_HEADER_MAX_CHARS,
  HTTP_HEADERS_MAX,
  HTTP_METHOD_MAX_CHARS,
  HTTP_PER_HOST_MAX,
  HTTP_REDIRECTS_MAX,
  HTTP_REQUEST_MAX_BYTES,
  HTTP_RESPONSE_MAX_BYTES,
  HTTP_SEEN_HEADERS_MAX,
  HTTP_STAND_INS_MAX,
  HTTP_TIMEOUT_MS,
  CONSOLE_MAX_CALLS,
} from "../../manifests/bounds/bridge.ts";
import {
  ARGUMENT_MAX_CHARS,
  BODY_MAX_BYTES,
  CALLS_AT_ONCE,
  CALLS_TO_HOST_AT_ONCE,
  LINE_MAX_CHARS,
  LINES_MAX,
  LINES_PER_WRITE,
  RESULT_MAX_CHARS,
} from "../../sandbox/guest/protocol.ts";
import { CALL_RESULT_MAX_CHARS, LEASE_ARGUMENT_MAX_CHARS, LEASE_MAX_CONCURRENT } from "../../manifests/bounds/calls.ts";
import { askLoan, loanOf } from "./asking.ts";

const HOSTS = ["a.example.com", "b.example.com"];

type Granted = Parameters<typeof lendHttp>[1];

interface Call extends Partial<Granted> {
  readonly settings?: Readonly<Record<string, unknown>>;
}

function caller(
  answer: (url: string, init: RequestInit) => Response | Promise<Response>,
  timeout = new AbortController().signal,
  { settings, ...granted }: Call = {},
) {
  const [waits, told]: [number[], string[]] = [[], []];
  const powers = {
    fetch: async (url: string, init: RequestInit) => answer(url, init),
    timeout: (ms: number) => {
      waits.push(ms);
      return timeout;
    },
    isOurs: () => false,
  };
  const call = { settings, tell: (text: string) => void told.push(text) };
  const lent = lendHttp(powers, { hosts: HOSTS, methods: ["GET", "POST"], ...granted }, call);
  return { loan: loanOf(lent), waits, told };
}

const URL_A = "https://a.example.com/x";
const hops =
  (count: number) =>
  (url: string): Response => {
    const n = Number(new URL(url).searchParams.get("n") ?? 0);
    return n < count
      ? new Response(null, { status: 302, headers: { location: `/x?n=${n + 1}` } })
      : new Response("end");
  };

describe("http", () => {
  test.each([
    [HTTP_METHOD_MAX_CHARS - 1, true],
    [HTTP_METHOD_MAX_CHARS, true],
    [HTTP_METHOD_MAX_CHARS + 1, false],
  ])("takes a method of %i characters: %s", (chars, ok) => {
    const { input } = HTTP["http.fetch"];
    expect(input.safeParse({ url: URL_A, method: "M".repeat(chars) }).success).toBe(ok);
  });

  test.each([
    [HTTP_REDIRECTS_MAX - 1, true],
    [HTTP_REDIRECTS_MAX, true],
    [HTTP_REDIRECTS_MAX + 1, false],
  ])("follows %i redirects: %s", async (count, ok) => {
    const answer = await askLoan(caller(hops(count)).loan, "http.fetch", { url: URL_A });
    expect(answer !== "refused").toBe(ok);
  });

  test.each([
    [HTTP_RESPONSE_MAX_BYTES - 1, true],
    [HTTP_RESPONSE_MAX_BYTES, true],
    [HTTP_RESPONSE_MAX_BYTES + 1, false],
  ])("carries %i bytes back: %s", async (bytes, ok) => {
    const answer = await askLoan(caller(() => new Response(new Uint8Array(bytes))).loan, "http.fetch", { url: URL_A });
    expect(answer !== "too_large").toBe(ok);
  });

  test.each([
    [HTTP_REQUEST_MAX_BYTES - 1, true],
    [HTTP_REQUEST_MAX_BYTES, true],
    [HTTP_REQUEST_MAX_BYTES + 1, false],
  ])("carries %i bytes there: %s", async (bytes, ok) => {
    const body = Buffer.alloc(bytes).toString("base64");
    const answer = await askLoan(caller(() => new Response("ok")).loan, "http.fetch", {
      url: URL_A,
      method: "POST",
      body,
    });
    expect(answer !== "invalid").toBe(ok);
  });

  test.each([
    [HTTP_HEADERS_MAX - 1, true],
    [HTTP_HEADERS_MAX, true],
    [HTTP_HEADERS_MAX + 1, false],
  ])("takes %i headers: %s", async (count, ok) => {
    const headers = Array.from({ length: count }, () => ["accept", "x"]);
    expect(
      (await askLoan(caller(() => new Response("ok")).loan, "http.fetch", { url: URL_A, headers })) !== "invalid",
    ).toBe(ok);
  });

  test.each([
    [HTTP_HEADER_MAX_CHARS - 1, true],
    [HTTP_HEADER_MAX_CHARS, true],
    [HTTP_HEADER_MAX_CHARS + 1, false],
  ])("takes a header of %i characters: %s", async (chars, ok) => {
    const headers = [["accept", "x".repeat(chars)]];
    expect(
      (await askLoan(caller(() => new Response("ok")).loan, "http.fetch", { url: URL_A, headers })) !== "invalid",
    ).toBe(ok);
  });

  test.each([
    [301, "POST", "GET"],
    [302, "POST", "GET"],
    [303, "POST", "GET"],
    [307, "POST", "POST"],
    [308, "POST", "POST"],
  ])("after %i a %s goes on as %s, with a body only then", async (status, method, then) => {
    const seen: unknown[] = [];
    const { loan } = caller((url, init) => {
      seen.push([init.method, init.body !== undefined, init.redirect]);
      return url.endsWith("end") ? new Response("end") : new Response(null, { status, headers: { location: "/end" } });
    });
    await askLoan(loan, "http.fetch", { url: URL_A, method, body: "aGk=" });
    expect(seen).toEqual([
      ["POST", true, "manual"],
      [then, then === "POST", "manual"],
    ]);
  });

  test.each([
    "http://b.example.com/",
    "//evil.example/",
    "https://b.example.com:444/",
    "https://127.0.0.1/",
    "https://[::ffff:7f00:1]/",
    "javascript:alert(1)",
    "https://b.example.com@evil.example/",
  ])("does not follow to %s", async (location) => {
    const { loan } = caller((url) =>
      url === URL_A ? new Response(null, { status: 302, headers: { location } }) : new Response("inside"),
    );
    expect(await askLoan(loan, "http.fetch", { url: URL_A })).toBe("refused");
  });

  test.each([
    ["with a backslash", "https:\\\\a.example.com\\x"],
    ["with a tab in it", "https://a.exa\tmple.com/x"],
    ["with a line break in it", "https://a.example.com/\nx"],
    ["after a space", " https://a.example.com/x"],
    ["with a name", "https://user@a.example.com/x"],
    ["with a password", "https://:pass@a.example.com/x"],
    ["with a port", "https://a.example.com:444/x"],
    ["without TLS", "http://a.example.com/x"],
    ["with a final dot", "https://a.example.com./x"],
    ["of another host", "https://c.example.com/x"],
    ["of no host", "https://"],
  ])("does not call an address %s", async (_, url) => {
    const called: string[] = [];
    const { loan } = caller((at) => {
      called.push(at);
      return new Response("ok");
    });
    expect([await askLoan(loan, "http.fetch", { url }), called]).toEqual(["refused", []]);
  });

  test.each([
    ["a method nobody granted", { method: "DELETE" }, "refused"],
    ["a body where there is none", { method: "GET", body: "aGk=" }, "invalid"],
    ["a header that says who asks", { headers: [["Cookie", "a=b"]] }, "invalid"],
    ["another host than the address", { headers: [["Host", "b.example.com"]] }, "invalid"],
    ["a header of the connection", { headers: [["Connection", "close"]] }, "invalid"],
    ["a header of a proxy", { headers: [["Proxy-Authorization", "Basic eDp5"]] }, "invalid"],
    ["a header of the platform", { headers: [["CF-Connecting-IP", "192.0.2.1"]] }, "invalid"],
    ["a header that says for whom it asks", { headers: [["X-Forwarded-For", "192.0.2.1"]] }, "invalid"],
    ["a line break in a header", { headers: [["accept", "a\r\nx: y"]] }, "invalid"],
    ["a character no header holds", { headers: [["accept", "caf\u00e9"]] }, "invalid"],
    ["a body that is no base64", { method: "POST", body: "a===" }, "invalid"],
  ])("does not call with %s", async (_, more, code) => {
    const called: string[] = [];
    const { loan } = caller((at) => {
      called.push(at);
      return new Response("ok");
    });
    expect([await askLoan(loan, "http.fetch", { url: URL_A, ...more }), called]).toEqual([code, []]);
  });

  test("does not go on with a method nobody granted", async () => {
    const { loan } = caller(
      (url) =>
        url === URL_A ? new Response(null, { status: 303, headers: { location: "/end" } }) : new Response("end"),
      undefined,
      { methods: ["POST"] },
    );
    expect(await askLoan(loan, "http.fetch", { url: URL_A, method: "POST" })).toBe("refused");
  });

  test.each([
    ["X-Api-Key", "k"],
    ["Authorization", "Bearer t"],
    ["user-agent", "Acme/1.0"],
    ["Accept-Language", "de"],
  ])("shows another host nothing that speaks for the plugin, and the same host all of it: %s", async (...personal) => {
    const seen: unknown[] = [];
    const { loan } = caller((url, { headers }) => {
      seen.push(headers);
      return url.endsWith("/end")
        ? new Response("end")
        : new Response(null, {
            status: 302,
            headers: { location: url === URL_A ? "/y" : "https://b.example.com/end" },
          });
    });
    const plain = ["accept", "text/plain"];
    await askLoan(loan, "http.fetch", { url: URL_A, headers: [plain, personal] });
    expect(seen).toEqual([[plain, personal], [plain, personal], [plain]]);
  });

  test.each([
    [HTTP_HEADER_MAX_CHARS - 1, 1],
    [HTTP_HEADER_MAX_CHARS, 1],
    [HTTP_HEADER_MAX_CHARS + 1, 0],
  ])("of a header of %i characters in an answer shows %i", async (chars, shown) => {
    const { loan } = caller(() => new Response(null, { headers: { etag: "x".repeat(chars) } }));
    expect(((await askLoan(loan, "http.fetch", { url: URL_A })) as { headers: unknown[] }).headers).toHaveLength(shown);
  });

  test("is told to stop when what was lent is over", async () => {
    const { loan } = caller(
      (_, { signal }) =>
        new Promise((_resolve, reject) =>
          signal?.addEventListener("abort", () => {
            stopped = true;
            reject(new Error("aborted"));
          }),
        ),
    );
    let stopped = false;
    const answer = askLoan(loan, "http.fetch", { url: URL_A });
    loan.end();
    expect([await answer, stopped]).toEqual(["over", true]);
  });

  test("waits as long as it may and no longer, and says so (attack 87)", async () => {
    const late = new AbortController();
    const { loan, waits } = caller(
      (_, { signal }) =>
        new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(new Error("aborted")))),
      late.signal,
    );
    const answer = askLoan(loan, "http.fetch", { url: URL_A });
    late.abort();
    expect(await answer).toBe("too_slow");
    expect(waits).toEqual([HTTP_TIMEOUT_MS]);
  });

  test.each([
    [HTTP_PER_HOST_MAX - 1, 0],
    [HTTP_PER_HOST_MAX, 0],
    [HTTP_PER_HOST_MAX + 1, 1],
  ])("%i requests to one host at once leave %i refused, and another host is free", async (count, refused) => {
    const answers: (() => void)[] = [];
    const { loan } = caller(() => new Promise((done) => answers.push(() => done(new Response("end")))));
    const get = (url: string): Promise<unknown> => askLoan(loan, "http.fetch", { url });
    const all = Array.from({ length: count }, () => get(URL_A));
    const other = get("https://b.example.com/x");
    await vi.waitFor(() => expect(answers).toHaveLength(count - refused + 1));
    answers.splice(0).forEach((answer) => answer());
    const told = await Promise.all(all);
    expect(told.filter((one) => one === "busy")).toHaveLength(refused);
    expect(await other).toMatchObject({ status: 200 });
    const again = get(URL_A);
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    answers.forEach((answer) => answer());
    expect(await again).toMatchObject({ status: 200 });
  });

  test("says nothing of our own network when it fails", async () => {
    const { loan } = caller(() => {
      throw new Error("connect ECONNREFUSED 10.0.0.7:443");
    });
    expect(await loan.call("http.fetch", JSON.stringify({ url: URL_A }))).toBe(
      '{"error":{"code":"unreachable","message":"The address did not answer."}}',
    );
  });

  test.each(["127.0.0.1", "0x7f.1", "2130706433", "[::1]", "[::ffff:7f00:1]", "::1"])(
    "%s is an address, not a host",
    (host) => {
      expect(isAddress(host)).toBe(true);
    },
  );
});

/** The headers that arrive, one list for each request, and what the author was told. */
async function sending(headers: Readonly<Record<string, string>>, call: Call = {}, url = URL_A) {
  const arrived: unknown[] = [];
  const { loan, told } = caller(
    (_, init) => {
      arrived.push(Object.fromEntries(init.headers as [string, string][]));
      return new Response("ok");
    },
    undefined,
    call,
  );
  const ask = () => askLoan(loan, "http.fetch", { url, headers: Object.entries(headers) });
  return { answer: await ask(), arrived, told, ask, loan };
}

describe("headers of a request", () => {
  test("that a grant names go along, in whatever case", async () => {
    const { arrived, told } = await sending(
      { "Stripe-Version": "2026-01-28", "X-Shopify-Access-Token": "t" },
      { headers: ["stripe-version", "x-shopify-access-token"] },
    );
    expect([arrived, told]).toEqual([[{ "Stripe-Version": "2026-01-28", "X-Shopify-Access-Token": "t" }], []]);
  });

  test("that nobody granted are left out, and the author is told once", async () => {
    const { arrived, told, ask } = await sending({ accept: "a", "X-Stainless-Lang": "j\u00e4", "x-telemetry": "1" });
    await ask();
    expect(arrived).toEqual([{ accept: "a" }, { accept: "a" }]);
    expect(told).toEqual([
      "fetch left out headers that nobody granted: x-stainless-lang, x-telemetry. Name those that are needed in /capabilities/http/headers of the manifest.",
    ]);
  });

  test("that the platform writes itself are left out without a word", async () => {
    const { arrived, told } = await sending({ "Content-Length": "9", "accept-encoding": "br", accept: "a" });
    expect([arrived, told]).toEqual([[{ accept: "a" }], []]);
  });

  test("that only a grant allows do not follow a redirect to another host", async () => {
    const seen: unknown[] = [];
    const { loan } = caller(
      (url, init) => {
        seen.push(init.headers);
        return url === URL_A
          ? new Response(null, { status: 302, headers: { location: "https://b.example.com/" } })
          : new Response("end");
      },
      undefined,
      { headers: ["notion-version"] },
    );
    await askLoan(loan, "http.fetch", { url: URL_A, headers: [["Notion-Version", "1"]] });
    expect(seen).toEqual([[["Notion-Version", "1"]], []]);
  });
});

describe("headers of an answer", () => {
  const visible = async (headers: Record<string, string>): Promise<unknown> =>
    (
      (await askLoan(caller(() => new Response(null, { headers })).loan, "http.fetch", { url: URL_A })) as {
        headers: unknown;
      }
    ).headers;

  test("are all there but cookies, those of the connection, and those that no longer fit the body", async () => {
    const told = { "request-id": "r", "x-ratelimit-remaining": "3", date: "d", server: "s" };
    const hidden = {
      "set-cookie": "a=b",
      "cf-ray": "1",
      connection: "close",
      "content-encoding": "x",
      "proxy-status": "s",
    };
    expect(await visible({ ...told, ...hidden })).toEqual(Object.entries(told).toSorted());
  });

  test.each([
    [HTTP_SEEN_HEADERS_MAX - 1, HTTP_SEEN_HEADERS_MAX - 1],
    [HTTP_SEEN_HEADERS_MAX, HTTP_SEEN_HEADERS_MAX],
    [HTTP_SEEN_HEADERS_MAX + 1, HTTP_SEEN_HEADERS_MAX],
  ])("of %i are %i", async (count, shown) => {
    const headers = Object.fromEntries(Array.from({ length: count }, (_, at) => [`x-${at}`, "1"]));
    expect(await visible(headers)).toHaveLength(shown);
  });
});

describe("a secret that the code never gets", () => {
  const HELD: Call = {
    secrets: { key: "a.example.com", other: "b.example.com" },
    settings: { key: "sk_1", other: "{secret:key}", open: "o" },
  };
  const code = withStandIns(HELD.settings ?? {}, { hosts: HOSTS, methods: ["GET"], ...HELD });

  test("is a stand-in in its settings, which goes as the secret to its host", async () => {
    expect(code).toEqual({ key: "{secret:key}", other: "{secret:other}", open: "o" });
    const { arrived } = await sending({ authorization: `Bearer ${String(code["key"])}` }, HELD);
    expect(arrived).toEqual([{ authorization: "Bearer sk_1" }]);
  });

  test("that is not set, or is no text, has no stand-in", () => {
    const granted = { hosts: HOSTS, methods: ["GET" as const], secrets: { key: "a.example.com" } };
    expect([withStandIns({ open: 1 }, granted), withStandIns({ key: "" }, granted)]).toEqual([
      { open: 1 },
      { key: "" },
    ]);
  });

  test.each([
    ["another granted host", { authorization: "{secret:key}" }, "https://b.example.com/", "refused"],
    ["a host beside its own", { authorization: "{secret:key} {secret:other}" }, URL_A, "refused"],
    ["its host in a header that no grant names", { "x-mine": "{secret:key}" }, URL_A, [{}]],
    ["its host in a header of the connection", { host: "{secret:key}" }, URL_A, "invalid"],
    ["its host in a header that holds no credentials", { "User-Agent": "{secret:key}" }, URL_A, "refused"],
    ["its host, if nobody set it", { accept: "{secret:none}" }, URL_A, [{ accept: "{secret:none}" }]],
    [
      "its host inside another secret",
      { "X-Api-Key": "{secret:other}" },
      "https://b.example.com/",
      [{ "X-Api-Key": "{secret:key}" }],
    ],
  ])("goes not to %s", async (_, headers, url, outcome) => {
    const { answer, arrived } = await sending(headers as Record<string, string>, HELD, url);
    expect(typeof outcome === "string" ? [answer, arrived] : arrived).toEqual(
      typeof outcome === "string" ? [outcome, []] : outcome,
    );
  });

  test("that no header can hold is refused without its text", async () => {
    const { loan } = await sending({}, { ...HELD, settings: { key: "a\r\nx: y" } });
    const answer = await loan.call(
      "http.fetch",
      JSON.stringify({ url: URL_A, headers: [["authorization", "{secret:key}"]] }),
    );
    expect(answer).toContain("has characters that no header can hold");
    expect(answer).not.toContain("x: y");
  });

  test("does not follow a redirect to another host, even in a header that does", async () => {
    const seen: unknown[] = [];
    const { loan } = caller(
      (url, init) => {
        seen.push(init.headers);
        return url === URL_A
          ? new Response(null, { status: 302, headers: { location: "https://b.example.com/" } })
          : new Response("end");
      },
      undefined,
      { ...HELD, headers: ["accept"] },
    );
    await askLoan(loan, "http.fetch", { url: URL_A, headers: [["accept", "{secret:key}"]] });
    expect(seen).toEqual([[["accept", "sk_1"]], []]);
  });

  test.each([
    [HTTP_STAND_INS_MAX - 1, true],
    [HTTP_STAND_INS_MAX, true],
    [HTTP_STAND_INS_MAX + 1, false],
  ])("goes %i times in one header: %s", async (count, ok) => {
    const { answer, arrived } = await sending({ authorization: "{secret:key}".repeat(count) }, HELD);
    expect([answer !== "invalid", arrived.length]).toEqual([ok, ok ? 1 : 0]);
  });

  test.each([
    [HTTP_HEADER_MAX_CHARS - 1, true],
    [HTTP_HEADER_MAX_CHARS, true],
    [HTTP_HEADER_MAX_CHARS + 1, false],
  ])("goes in a header of %i characters: %s", async (chars, ok) => {
    const { answer, arrived, loan } = await sending(
      { authorization: "Bearer {secret:key}" },
      {
        ...HELD,
        settings: { key: "x".repeat(chars - "Bearer ".length) },
      },
    );
    expect([answer !== "invalid", arrived.length]).toEqual([ok, ok ? 1 : 0]);
    const headers = [["authorization", "Bearer {secret:key}"]];
    expect(await loan.call("http.fetch", JSON.stringify({ url: URL_A, headers }))).not.toContain("xxx");
  });
});

describe("the log", () => {
  test.each([
    [CONSOLE_MAX_LINES - 1, 0],
    [CONSOLE_MAX_LINES, 0],
    [CONSOLE_MAX_LINES + 1, 1],
  ])("takes %i lines and drops %i", async (count, dropped) => {
    const lines: string[] = [];
    const loan = loanOf(lendLog(({ text }) => void lines.push(text)));
    const half = Math.floor(count / 2);
    const print = (n: number) =>
      askLoan(loan, "console.write", { lines: Array.from({ length: n }, () => ({ level: "info", text: "x" })) });
    await print(half);
    expect(await print(count - half)).toEqual({ dropped });
    expect(lines).toHaveLength(count - dropped);
  });

  test.each([
    [CONSOLE_LINE_MAX_CHARS - 1, true],
    [CONSOLE_LINE_MAX_CHARS, true],
    [CONSOLE_LINE_MAX_CHARS + 1, false],
  ])("takes a line of %i characters: %s", async (chars, ok) => {
    const loan = loanOf(lendLog(() => undefined));
    expect(
      (await askLoan(loan, "console.write", { lines: [{ level: "warn", text: "x".repeat(chars) }] })) !== "invalid",
    ).toBe(ok);
  });

  test("the guest repeats the lender's bounds", () => {
    expect([LINE_MAX_CHARS, LINES_MAX, CALLS_AT_ONCE]).toEqual([
      CONSOLE_LINE_MAX_CHARS,
      CONSOLE_MAX_LINES,
      LEASE_MAX_CONCURRENT,
    ]);
    expect([CALLS_TO_HOST_AT_ONCE, BODY_MAX_BYTES]).toEqual([HTTP_PER_HOST_MAX, HTTP_REQUEST_MAX_BYTES]);
    expect([ARGUMENT_MAX_CHARS, RESULT_MAX_CHARS]).toEqual([LEASE_ARGUMENT_MAX_CHARS, CALL_RESULT_MAX_CHARS]);
    expect(LINES_MAX / LINES_PER_WRITE).toBeLessThan(CONSOLE_MAX_CALLS);
  });
});
