import { describe, expect, test } from "vitest";
import { outcomeOf } from "./attack.ts";

/** Calls an address and says what came back: the status, or why not. */
const call = (url: string, init = "{}"): string =>
  `try { const r = await fetch(${JSON.stringify(url)}, ${init}); return [r.status, await r.text()]; } catch (e) { return e.code ?? e.name; }`;

const REFUSED = expect.stringMatching(/^(refused|invalid|TypeError)$/);

describe("a plugin without a grant", () => {
  test.each([
    ["fetch", call("https://api.example.com/hello"), "not_granted"],
    ["a socket", "return new WebSocket('wss://api.example.com');", expect.stringMatching(/ReferenceError/)],
    ["an event source", "return new EventSource('https://api.example.com');", expect.stringMatching(/ReferenceError/)],
    ["the cache", "return caches.default.match('https://api.example.com');", expect.stringMatching(/ReferenceError/)],
  ])("71. reaches nothing by %s", async (_, body, outcome) => {
    expect(await outcomeOf(body, { granted: {} })).toEqual(outcome);
  });
});

describe("an address", () => {
  test.each([
    ["72. that was not granted", "https://evil.example.com/"],
    ["73. as a number", "https://2130706433/"], ["73. in hexadecimal", "https://0x7f.1/"], ["73. in octal", "https://0177.0.0.1/"],
    ["73. shortened", "https://127.1/"], ["73. in wide digits", "https://\uff11\uff12\uff17.0.0.1/"], ["73. in circled digits", "https://\u2460\u2461\u2466.0.0.1/"],
    ["74. ::1", "https://[::1]/"], ["74. ::", "https://[::]/"], ["74. mapped", "https://[::ffff:127.0.0.1]/"], ["74. mapped in hexadecimal", "https://[::ffff:7f00:1]/"],
    ["74. NAT64", "https://[64:ff9b::7f00:1]/"], ["74. unique local", "https://[fd00::1]/"], ["74. link local", "https://[fe80::1]/"],
    ["75. of metadata", "https://169.254.169.254/"], ["75. of other metadata", "https://100.100.100.200/"], ["75. of metadata by name", "https://metadata.google.internal/"],
    ["75. of a name that resolves inside", "https://127.0.0.1.nip.io/"], ["75. of a local name", "https://localtest.me/"], ["75. localhost", "https://localhost./"],
    ["76. of a name that may be rebound", "https://rebind.example.net/"],
    ["81. before an at sign", "https://api.example.com@evil.example/"], ["81. with a name", "https://user:pass@api.example.com/hello"],
    ["81. after a hash", "https://evil.example#api.example.com"], ["81. as a suffix", "https://api.example.com.evil.example/"],
    ["81. with a final dot", "https://api.example.com./hello"], ["81. that only looks like it", "https://\u0430pi.example.com/hello"],
    ["81. without encryption", "http://api.example.com/hello"], ["82. with a port", "https://api.example.com:8443/hello"],
    ["of a file", "file:///etc/passwd"], ["of data", "data:text/plain,x"],
    ["90. of this deployment", "https://ours.example/api/admin/status"], ["89. of its own site", "https://ours.example/"],
  ])("%s is not called", async (_, url) => {
    expect(await outcomeOf(call(url))).toEqual(REFUSED);
  });

  test.each([
    ["73. as a number", "https://2130706433/"], ["73. in wide digits", "https://\uff11\uff12\uff17.0.0.1/"], ["74. ::1", "https://[::1]/"],
    ["74. mapped", "https://[::ffff:127.0.0.1]/"], ["74. unique local", "https://[fd00::1]/"], ["75. of metadata", "https://169.254.169.254/"],
    ["75. of metadata by name", "https://metadata.google.internal/"], ["75. localhost", "https://localhost./"], ["75. of a name of one label", "https://intranet/"],
  ])("%s is not called though a grant names it", async (_, url) => {
    const granted = { http: { hosts: [new URL(url).hostname], methods: ["GET" as const] } };
    const body = `try { await fetch(${JSON.stringify(url)}); } catch (e) { return e.message; }`;
    expect(await outcomeOf(body, { granted })).toMatch(/Only hosts with public names can be called\.$/);
  });

  test("that was granted is called", async () => {
    expect(await outcomeOf(call("https://api.example.com/hello"))).toEqual([200, "hello"]);
  });
});

describe("a redirect", () => {
  test.each([
    ["77. inside", "inside"], ["79. to plain text", "plain"], ["78. to itself", "loop"],
  ])("%s is not followed", async (_, path) => {
    expect(await outcomeOf(call(`https://api.example.com/${path}`))).toBe("refused");
  });

  test("80. to another host loses what spoke for the plugin", async () => {
    const init = '{ headers: { "x-api-key": "k", accept: "text/plain" } }';
    expect(await outcomeOf(call("https://api.example.com/over", init))).toEqual([200, '{"method":"GET","headers":[["accept","text/plain"]]}']);
  });
});

describe("a request", () => {
  test.each([
    "host", "transfer-encoding", "content-length", "connection", "upgrade", "x-forwarded-for", "cf-connecting-ip", "cookie",
    "authorization", "proxy-authorization", "x-real-ip", "cf-worker",
  ])("83. cannot set %s", async (name) => {
    expect(await outcomeOf(call("https://api.example.com/echo", `{ headers: { ${JSON.stringify(name)}: "x" } }`))).toEqual(expect.stringMatching(/^(invalid|TypeError)$/));
  });

  test.each([["CONNECT"], ["TRACE"], ["DELETE"], ["get it"]])("84. cannot be %s", async (method) => {
    expect(await outcomeOf(call("https://api.example.com/echo", `{ method: ${JSON.stringify(method)} }`))).toEqual(REFUSED);
  });

  test("85. cannot hold a line break in a header", async () => {
    expect(await outcomeOf(call("https://api.example.com/echo", '{ headers: { accept: "a\\r\\nx: y" } }'))).toEqual(REFUSED);
  });

  test("92. carries nothing it was not given, and follows no redirect by itself", async () => {
    expect(await outcomeOf(call("https://api.example.com/echo"))).toEqual([200, '{"method":"GET","headers":[],"redirect":"manual"}']);
  });

  test("86. is not answered without end", async () => {
    expect(await outcomeOf(call("https://api.example.com/endless"))).toBe("too_large");
  });

  test("91. is answered without cookies and the rest of the headers", async () => {
    expect(await outcomeOf('const r = await fetch("https://api.example.com/hello"); return [...r.headers];')).toEqual([["content-type", "text/plain"]]);
  });

  test("88. in a crowd is refused beyond what a call may use", async () => {
    const body = `const all = await Promise.allSettled(Array.from({ length: 10_000 }, () => fetch("https://api.example.com/hello")));
      return all.filter(({ status }) => status === "fulfilled").length;`;
    expect(await outcomeOf(body, { calls: 4, wallMs: 20_000 })).toBe(4);
  });
});
