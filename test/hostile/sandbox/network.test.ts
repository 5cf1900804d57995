import { describe, expect, test } from "vitest";
import { outcomeOf } from "./attack.ts";

/** Fetches an address. Answers the status and text, or the reason of the failure. */
const call = (url: string, init = "{}"): string =>
  `try { const r = await fetch(${JSON.stringify(url)}, ${init}); return [r.status, await r.text()]; } catch (e) { return e.code ?? e.name; }`;

const REFUSED = expect.stringMatching(/^(refused|invalid|TypeError)$/);

describe("a plugin without a grant", () => {
  test.each([
    ["fetch", call("https://api.example.com/hello"), "not_granted"],
    ["a socket", "return new WebSocket('wss://api.example.com');", expect.stringMatching(/ReferenceError/)],
    ["an event source", "return new EventSource('https://api.example.com');", expect.stringMatching(/ReferenceError/)],
    ["the cache", "return caches.default.match('https://api.example.com');", expect.stringMatching(/ReferenceError/)],
  ])("reaches nothing by %s (attack 71)", async (_, body, outcome) => {
    expect(await outcomeOf(body, { granted: {} })).toEqual(outcome);
  });
});

describe("an address", () => {
  test.each([
    ["that was not granted (attack 72)", "https://evil.example.com/"],
    ["as a number (attack 73)", "https://2130706433/"],
    ["in hexadecimal (attack 73)", "https://0x7f.1/"],
    ["in octal (attack 73)", "https://0177.0.0.1/"],
    ["shortened (attack 73)", "https://127.1/"],
    ["in wide digits (attack 73)", "https://\uff11\uff12\uff17.0.0.1/"],
    ["in circled digits (attack 73)", "https://\u2460\u2461\u2466.0.0.1/"],
    ["::1 (attack 74)", "https://[::1]/"],
    [":: (attack 74)", "https://[::]/"],
    ["mapped (attack 74)", "https://[::ffff:127.0.0.1]/"],
    ["mapped in hexadecimal (attack 74)", "https://[::ffff:7f00:1]/"],
    ["NAT64 (attack 74)", "https://[64:ff9b::7f00:1]/"],
    ["unique local (attack 74)", "https://[fd00::1]/"],
    ["link local (attack 74)", "https://[fe80::1]/"],
    ["of metadata (attack 75)", "https://169.254.169.254/"],
    ["of other metadata (attack 75)", "https://100.100.100.200/"],
    ["of metadata by name (attack 75)", "https://metadata.google.internal/"],
    ["of a name that resolves inside (attack 75)", "https://127.0.0.1.nip.io/"],
    ["of a local name (attack 75)", "https://localtest.me/"],
    ["localhost (attack 75)", "https://localhost./"],
    ["of a name that may be rebound (attack 76)", "https://rebind.example.net/"],
    ["before an at sign (attack 81)", "https://api.example.com@evil.example/"],
    ["with a name (attack 81)", "https://user:pass@api.example.com/hello"],
    ["after a hash (attack 81)", "https://evil.example#api.example.com"],
    ["as a suffix (attack 81)", "https://api.example.com.evil.example/"],
    ["with a final dot (attack 81)", "https://api.example.com./hello"],
    ["that only looks like it (attack 81)", "https://\u0430pi.example.com/hello"],
    ["without encryption (attack 81)", "http://api.example.com/hello"],
    ["with a port (attack 82)", "https://api.example.com:8443/hello"],
    ["of a file", "file:///etc/passwd"],
    ["of data", "data:text/plain,x"],
    ["of this deployment (attack 90)", "https://ours.example/api/admin/status"],
    ["of its own site (attack 89)", "https://ours.example/"],
  ])("%s cannot be called", async (_, url) => {
    expect(await outcomeOf(call(url))).toEqual(REFUSED);
  });

  test.each([
    ["as a number (attack 73)", "https://2130706433/"],
    ["in wide digits (attack 73)", "https://\uff11\uff12\uff17.0.0.1/"],
    ["::1 (attack 74)", "https://[::1]/"],
    ["mapped (attack 74)", "https://[::ffff:127.0.0.1]/"],
    ["unique local (attack 74)", "https://[fd00::1]/"],
    ["of metadata (attack 75)", "https://169.254.169.254/"],
    ["of metadata by name (attack 75)", "https://metadata.google.internal/"],
    ["localhost (attack 75)", "https://localhost./"],
    ["of a name of one label (attack 75)", "https://intranet/"],
  ])("%s cannot be called, even if a grant names it", async (_, url) => {
    const granted = { http: { hosts: [new URL(url).hostname], methods: ["GET" as const] } };
    const body = `try { await fetch(${JSON.stringify(url)}); } catch (e) { return e.message; }`;
    expect(await outcomeOf(body, { granted })).toMatch(/Only hosts with public names can be called\.$/);
  });

  test("that was granted can be called", async () => {
    expect(await outcomeOf(call("https://api.example.com/hello"))).toEqual([200, "hello"]);
  });
});

describe("a redirect", () => {
  test.each([
    ["inside (attack 77)", "inside"],
    ["to plain text (attack 79)", "plain"],
    ["to itself (attack 78)", "loop"],
  ])("%s is not followed", async (_, path) => {
    expect(await outcomeOf(call(`https://api.example.com/${path}`))).toBe("refused");
  });

  test.each(["x-api-key", "Authorization", "user-agent", "Accept-Language"])(
    "to another host loses %s, which are the plugin's credentials (attack 80)",
    async (name) => {
      const init = `{ headers: { "${name}": "k", accept: "text/plain" } }`;
      expect(await outcomeOf(call("https://api.example.com/over", init))).toEqual([
        200,
        '{"method":"GET","headers":[["accept","text/plain"]]}',
      ]);
    },
  );
});

describe("a request", () => {
  test.each([
    "host",
    "transfer-encoding",
    "connection",
    "upgrade",
    "x-forwarded-for",
    "cf-connecting-ip",
    "cookie",
    "set-cookie",
    "te",
    "keep-alive",
    "trailer",
    "proxy-authorization",
    "x-real-ip",
    "cf-worker",
  ])("cannot set %s (attack 83)", async (name) => {
    expect(
      await outcomeOf(call("https://api.example.com/echo", `{ headers: { ${JSON.stringify(name)}: "x" } }`)),
    ).toEqual(expect.stringMatching(/^(invalid|TypeError)$/));
  });

  test.each(["authorization", "user-agent", "accept-language"])(
    "to a granted host sends %s as the plugin set it",
    async (name) => {
      expect(await outcomeOf(call("https://api.example.com/echo", `{ headers: { "${name}": "x y" } }`))).toEqual([
        200,
        JSON.stringify({ method: "GET", headers: [[name, "x y"]], redirect: "manual" }),
      ]);
    },
  );

  test.each([["CONNECT"], ["TRACE"], ["DELETE"], ["get it"]])("cannot be %s (attack 84)", async (method) => {
    expect(await outcomeOf(call("https://api.example.com/echo", `{ method: ${JSON.stringify(method)} }`))).toEqual(
      REFUSED,
    );
  });

  test("cannot hold a line break in a header (attack 85)", async () => {
    expect(await outcomeOf(call("https://api.example.com/echo", '{ headers: { accept: "a\\r\\nx: y" } }'))).toEqual(
      REFUSED,
    );
  });

  test("sends nothing that the plugin did not set, and follows no redirect by itself (attack 92)", async () => {
    expect(await outcomeOf(call("https://api.example.com/echo"))).toEqual([
      200,
      '{"method":"GET","headers":[],"redirect":"manual"}',
    ]);
  });

  test("gets an answer of limited size (attack 86)", async () => {
    expect(await outcomeOf(call("https://api.example.com/endless"))).toBe("too_large");
  });

  test("gets an answer without cookies and unlisted headers (attack 91)", async () => {
    expect(await outcomeOf('const r = await fetch("https://api.example.com/hello"); return [...r.headers];')).toEqual([
      ["content-type", "text/plain"],
    ]);
  });

  test("beyond a call's number of requests is refused (attack 88)", async () => {
    const body = `const all = await Promise.allSettled(Array.from({ length: 10_000 }, () => fetch("https://api.example.com/hello")));
      return all.filter(({ status }) => status === "fulfilled").length;`;
    expect(await outcomeOf(body, { calls: 4, wallMs: 20_000 })).toBe(4);
  });
});
