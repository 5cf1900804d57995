import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { MACHINE_FILE_MAX_BYTES, ORIGINS_MAX } from "../../../manifests/bounds/operators.ts";
import { readOrigin, readOrigins } from "../../../sites/machine/names/origins.ts";
import { testFolder } from "../testFolder.ts";

describe("an origin", () => {
  test.each(["https://www.example.com", "https://a.b", "https://xn--bcher-kva.example", "https://shop.lan"])(
    "%s is accepted",
    (origin) => expect(readOrigin(origin)).toEqual({ origin, hostname: origin.slice(8) }),
  );

  test.each([
    "http://www.example.com",
    "https://www.example.com/",
    "https://www.example.com:443",
    "https://www.example.com:8443",
    "https://WWW.example.com",
    "https://www.example.com.",
    "https://me@www.example.com",
    "https://*.example.com",
    "https://127.0.0.1",
    "https://[::1]",
    "https://bücher.example",
    "https://example",
    "https://",
    `https://${"a".repeat(64)}.example`,
    `https://${"a.".repeat(126)}ab`,
    "www.example.com",
  ])("%s is refused", (text) => {
    expect(() => readOrigin(text)).toThrow(/takes an https origin such as/);
  });

  test.each(["https://demo.localhost", "https://localhost"])("%s is a hostname of this machine", (text) => {
    expect(() => readOrigin(text)).toThrow(/names https:\/\/demo\.localhost, a local name|takes an https origin/);
  });
});

describe("a file of origins", () => {
  test("contains one in a line, comments and empty lines, and counts each once", () => {
    using here = testFolder();
    writeFileSync(here.at("names"), "# ours\nhttps://a.example # first\n\nhttps://b.example\n");
    expect(readOrigins(["https://b.example", here.at("names")]).map(({ hostname }) => hostname)).toEqual([
      "b.example",
      "a.example",
    ]);
  });

  test("reports the line of a fault", () => {
    using here = testFolder();
    writeFileSync(here.at("names"), "https://a.example\nhttps://b.example/x\n");
    expect(() => readOrigins([here.at("names")])).toThrow(/names, line 2, takes/);
  });

  test.each([
    ["that is missing", undefined, /Cannot read the origins/],
    ["without any", "# none yet\n", /no origin in/],
    ["that is too long", `#${"x".repeat(MACHINE_FILE_MAX_BYTES)}`, /longer than/],
  ])("%s is refused", (_, text, says) => {
    using here = testFolder();
    if (text !== undefined) writeFileSync(here.at("names"), text);
    expect(() => readOrigins([here.at("names")])).toThrow(says);
  });

  test.each([
    [ORIGINS_MAX - 1, true],
    [ORIGINS_MAX, true],
    [ORIGINS_MAX + 1, false],
  ])("and options may contain %i in all", (count, fits) => {
    const read = (): number => readOrigins(Array.from({ length: count }, (_, at) => `https://s${at}.example`)).length;
    if (fits) expect(read()).toBe(count);
    else expect(read).toThrow(`${ORIGINS_MAX} are allowed`);
  });
});
