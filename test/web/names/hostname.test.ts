import { describe, expect, test } from "vitest";
import { HOSTNAME_LABEL_MAX_CHARS, HOSTNAME_MAX_CHARS } from "../../../manifests/bounds/hosts.ts";
import { isLocalHostname } from "../../../manifests/shapes/localHostname.ts";
import { normaliseHostname } from "../../../sites/web/names/hostname.ts";

const label = (length: number): string => "a".repeat(length);
/** A hostname of this length, with short labels. */
const named = (length: number): string =>
  `${"a.".repeat((length - 2) >> 1)}${length % 2 === 0 ? "ab" : "abc"}`.slice(0, length);

test.each(["\u212Aelvin.example", "www.\u212A.example", "b\u00fccher.example"])(
  "%s is refused, although some of its letters fold to valid ones",
  (given) => {
    expect(normaliseHostname(given)).toBeUndefined();
  },
);

describe("a hostname", () => {
  test.each([
    ["WWW.Example.COM", "www.example.com"],
    ["www.example.com:8787", "www.example.com"],
    ["www.example.com.", "www.example.com"],
    ["www.example.com.:443", "www.example.com"],
    ["xn--bcher-kva.example", "xn--bcher-kva.example"],
    ["localhost", "localhost"],
    ["demo.localhost:8787", "demo.localhost"],
    ["1-2.3a.example", "1-2.3a.example"],
    ["4.com", "4.com"],
  ])("%s is %s", (given, normal) => {
    expect(normaliseHostname(given)).toBe(normal);
    expect(normaliseHostname(normal)).toBe(normal);
  });

  test.each([
    "",
    ".",
    "..",
    ":80",
    "a..b",
    ".a",
    "a.:x",
    "a:",
    "a:80:80",
    "a:123456",
    "127.0.0.1",
    "127.1",
    "1",
    "0x7f.0x1",
    "0x7f000001",
    "a.0x",
    "a.1",
    "[::1]",
    "[::1]:80",
    "::1",
    "bücher.example",
    "ｅxample.com",
    "a_b.example",
    "_dmarc.example",
    "-a.example",
    "a-.example",
    "a b",
    "a/b",
    "a@b",
    "a\\b",
    "a%00b",
    "a\u0000b",
    "a\nb",
    "a,b",
    "*.example",
    "a?b",
    "a#b",
    "例え.jp",
  ])("%j is refused", (given) => {
    expect(normaliseHostname(given)).toBeUndefined();
  });

  test.each([
    [-1, true],
    [0, true],
    [1, false],
  ])("of the longest length %i is accepted: %s", (more, accepted) => {
    const name = named(HOSTNAME_MAX_CHARS + more);
    expect(name).toHaveLength(HOSTNAME_MAX_CHARS + more);
    expect(normaliseHostname(name) !== undefined).toBe(accepted);
  });

  test.each([
    [-1, true],
    [0, true],
    [1, false],
  ])("with a label of the longest length %i is accepted: %s", (more, accepted) => {
    expect(normaliseHostname(`${label(HOSTNAME_LABEL_MAX_CHARS + more)}.example`) !== undefined).toBe(accepted);
  });

  test.each([
    ["localhost", true],
    ["demo.localhost", true],
    ["notlocalhost", false],
    ["localhost.example", false],
    ["demo.localhost.evil.example", false],
  ])("%s is this machine: %s", (hostname, local) => {
    expect(isLocalHostname(hostname)).toBe(local);
  });
});
