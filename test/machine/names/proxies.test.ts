import { describe, expect, test } from "vitest";
import { TRUSTED_PROXIES_MAX } from "../../../manifests/bounds/operators.ts";
import { Proxies } from "../../../sites/machine/names/proxies.ts";

describe("trusted proxies", () => {
  test.each([
    ["127.0.0.1", "127.0.0.1", true],
    ["127.0.0.1", "127.0.0.2", false],
    ["127.0.0.1", "::ffff:127.0.0.1", true],
    ["::ffff:127.0.0.1", "127.0.0.1", true],
    ["10.88.0.0/16", "10.88.255.255", true],
    ["10.88.0.0/16", "10.89.0.0", false],
    ["2001:db8::/32", "2001:db8:1::1", true],
    ["2001:db8::/32", "2001:db9::1", false],
    ["::1", "0:0:0:0:0:0:0:1", true],
    ["127.0.0.1", "", false],
    ["127.0.0.1", "not an address", false],
  ])("%s and %s: %s", (named, peer, has) => {
    expect(new Proxies([named]).has(peer)).toBe(has);
  });

  test("are none by default", () => {
    expect(["127.0.0.1", "::1", "10.0.0.1"].filter((peer) => new Proxies([]).has(peer))).toEqual([]);
  });

  test.each(["", "localhost", "10.0.0", "10.0.0.1/33", "10.0.0.1/x", "1", "0x7f.1", "2001:db8::/129", "10.0.0.1:80"])(
    "%j is refused",
    (named) => expect(() => new Proxies([named])).toThrow(/is not a valid trusted proxy/),
  );

  test.each(["0.0.0.0/0", "::/0"])("%s would trust every machine", (named) => {
    expect(() => new Proxies([named])).toThrow(/covers every address/);
  });

  test.each([
    [TRUSTED_PROXIES_MAX - 1, true],
    [TRUSTED_PROXIES_MAX, true],
    [TRUSTED_PROXIES_MAX + 1, false],
  ])("may be up to the bound: %i: %s", (count, fits) => {
    const named = Array.from({ length: count }, (_, at) => `10.0.0.${at}`);
    if (fits) expect(new Proxies(named).has("10.0.0.0")).toBe(true);
    else expect(() => new Proxies(named)).toThrow(`${TRUSTED_PROXIES_MAX} are allowed`);
  });
});
