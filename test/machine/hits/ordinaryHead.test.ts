import { describe, expect, test } from "vitest";
import { ORDINARY_HEAD_MAX_BYTES } from "../../../manifests/bounds/operators.ts";
import { OrdinaryHead } from "../../../sites/machine/hits/ordinaryHead.ts";
import { excess } from "../../support/effort.ts";

const bytes = (...lines: readonly string[]): Buffer => Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
const of = (...lines: readonly string[]): OrdinaryHead | undefined => OrdinaryHead.of(bytes(...lines));
const [LINE, HOST] = ["GET /a/b HTTP/1.1", "Host: www.example.com"];

test("an ordinary head has its path, its host and its headers by name", () => {
  const head = of(LINE, HOST, "user-agent:Mozilla/5.0 (X; Y)", "Accept: */*", "Cookie: a=1; b=2");
  expect([head?.path, head?.host, head?.isForwarded]).toEqual(["/a/b", "www.example.com", false]);
  expect(["user-agent", "cookie", "referer"].map((name) => head?.header(name))).toEqual([
    "Mozilla/5.0 (X; Y)",
    "a=1; b=2",
    undefined,
  ]);
});

test.each(["X-Forwarded-For: 192.0.2.1", "via: 1.1 proxy", "CF-Connecting-IP: 192.0.2.1", "Forwarded: for=x"])(
  "a head with %s is known as forwarded",
  (line) => expect(of(LINE, HOST, line)?.isForwarded).toBe(true),
);

test.each(["keep-alive", "Keep-Alive"])("a connection that says %s stays open", (value) =>
  expect(of(LINE, HOST, `Connection: ${value}`)).toBeDefined(),
);

describe("a head is left to Node's parser", () => {
  test.each([
    ["another method", ["HEAD / HTTP/1.1", HOST]],
    ["a body to come", ["POST / HTTP/1.1", HOST, "content-length: 5"]],
    ["another version", ["GET / HTTP/1.0", HOST]],
    ["a whole URL", ["GET http://www.example.com/ HTTP/1.1", HOST]],
    ["no path", ["GET * HTTP/1.1", HOST]],
    ["a space in its path", ["GET /a b HTTP/1.1", HOST]],
    ["odd bytes in its path", ["GET /\xe4 HTTP/1.1", HOST]],
    ["no header", ["GET / HTTP/1.1"]],
    ["no host", [LINE, "Accept: */*"]],
    ["two hosts", [LINE, HOST, "host: www.example.com"]],
    ["two cookies", [LINE, HOST, "Cookie: a=1", "cookie: b=2"]],
    ["two conditions", [LINE, HOST, 'If-None-Match: "a"', 'if-none-match: "b"']],
    ["a length", [LINE, HOST, "Content-Length: 0"]],
    ["a coding", [LINE, HOST, "Transfer-Encoding: chunked"]],
    ["an upgrade", [LINE, HOST, "Upgrade: websocket"]],
    ["an expectation", [LINE, HOST, "Expect: 100-continue"]],
    ["a part", [LINE, HOST, "Range: bytes=0-1"]],
    ["a password", [LINE, HOST, "Authorization: Bearer x"]],
    ["the runtime's own header", [LINE, HOST, "MF-Original-URL: http://x/"]],
    ["an unknown header", [LINE, HOST, "X-Anything: 1"]],
    ["a connection that ends", [LINE, HOST, "Connection: close"]],
    ["a header of this connection", [LINE, HOST, "Connection: cookie"]],
    ["a space before the colon", [LINE, HOST, "Accept : */*"]],
    ["a folded line", [LINE, HOST, "Accept: a,", " b"]],
    ["a space around a value", [LINE, "Host:  www.example.com"]],
    ["a space after a value", [LINE, "Host: www.example.com "]],
    ["a bare line feed", [LINE, "Host: www.example.com\nCookie: a=1"]],
    ["a bare carriage return", [LINE, "Host: www.example.com\rCookie: a=1"]],
    ["a zero byte", [LINE, HOST, "Cookie: a\0b"]],
  ])("with %s", (_, lines) => expect(of(...lines)).toBeUndefined());

  test("with something before or after it", () => {
    const whole = bytes(LINE, HOST);
    for (const chunk of [whole.subarray(0, -1), whole.subarray(1), Buffer.concat([whole, Buffer.from("G")])])
      expect(OrdinaryHead.of(chunk)).toBeUndefined();
    expect(OrdinaryHead.of(Buffer.concat([whole, whole]))).toBeUndefined();
    expect(OrdinaryHead.of(Buffer.alloc(0))).toBeUndefined();
  });

  test("above a size", () => {
    const sized = (size: number): Buffer => {
      const least = bytes(LINE, HOST, "Cookie: ").byteLength;
      return bytes(LINE, HOST, `Cookie: ${"a".repeat(size - least)}`);
    };
    const found = [-1, 0, 1].map((more) => OrdinaryHead.of(sized(ORDINARY_HEAD_MAX_BYTES + more)) !== undefined);
    expect(found).toEqual([true, true, false]);
  });
});

test("no head takes long to read", async () => {
  const hostile = [
    `${LINE}\r\n${"A: \r\n".repeat(800)}`,
    `${LINE}\r\n${"a:".repeat(2_000)}`,
    `GET ${"/".repeat(4_000)}`,
    `${LINE}\r\nA:${" ".repeat(4_000)}`,
    `${LINE}\r\n${"A".repeat(4_000)}`,
  ].map((text) => Buffer.from(text));
  const work = (share: number): void => {
    for (let time = 0; time < 400 * share; time += 1) for (const chunk of hostile) OrdinaryHead.of(chunk);
  };
  expect(await excess(work, 20)).toBeUndefined();
});
