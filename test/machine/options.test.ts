import { describe, expect, test } from "vitest";
import { AT_HOME } from "../../sites/machine/names/serving.ts";
import { optionsOf, readOptions } from "../../sites/machine/options.ts";

const DEFAULTS = {
  host: "127.0.0.1",
  port: 8787,
  serving: AT_HOME,
  data: ".svc/local",
  fresh: false,
  profile: "plugins",
  json: false,
  plugins: [],
  loader: true,
  isolate: undefined,
  trust: [],
};

describe("options of a start", () => {
  test.each([
    [[], {}],
    [["--port", "8788"], { port: 8788 }],
    [["--port=0"], { port: 0 }],
    [["--port", "65535"], { port: 65_535 }],
    [["--data", "/tmp/x"], { data: "/tmp/x" }],
    [["--fresh", "--json"], { fresh: true, json: true }],
    [["--profile", "core"], { profile: "core" }],
    [["--profile", "plugins"], { profile: "plugins" }],
    [["--profile", "ai"], { profile: "ai" }],
    [["--profile", "full"], { profile: "full" }],
    [["--managed"], { managed: true, profile: "full" }],
    [["--no-loader"], { loader: false }],
    [["--isolate"], { isolate: true }],
    [["--no-isolate"], { isolate: false }],
    [["--trust", "a.json", "--trust=b.json"], { trust: ["a.json", "b.json"] }],
    [["--listen", "127.0.0.1:9000"], { port: 9000 }],
    [["--listen", "[::1]:0"], { host: "::1", port: 0 }],
    [["--plugins", "a", "--plugins", "b"], { plugins: ["a", "b"] }],
    [["--insecure-localhost"], { insecureLocalhost: true }],
  ])("%j is accepted", (argv, expected) => {
    expect(readOptions(argv)).toEqual({ ...DEFAULTS, ...expected });
  });

  test("--help shows the usage, whatever else is given", () => {
    expect(readOptions(["--help", "--fresh"])).toBe("help");
  });

  test.each([
    [["--port", "65536"], /--port takes a number from 0 to 65535, not "65536"/],
    [["--port", "-1"], /--port/],
    [["--port", "8o87"], /"8o87"/],
    [["--port", "1e3"], /"1e3"/],
    [["--port", ""], /--port/],
    [["--port"], /--port/],
    [["--data", ""], /--data takes the path/],
    [["--fresh=yes"], /--fresh/],
    [["--insecure-localhost", "--managed"], /Use either --insecure-localhost or --managed, not both/],
    [["--isolate", "--no-isolate"], /Use either --isolate or --no-isolate, not both/],
    [["--profile", "huge"], /core, plugins, ai, full, not "huge"/],
    [["--profile", "toString"], /not "toString"/],
    [["--no-loader=1"], /--no-loader/],
    [["--trust"], /--trust/],
    [["--listen", "0.0.0.0:80"], /--listen: other machines can connect to 0\.0\.0\.0/],
    [["--listen", "127.0.0.1:1", "--port", "1"], /Use either --listen or --port, not both/],
    [["--origin", "https://www.example.com"], /https:\/\/www\.example\.com is a public name.*--identity/],
    [["--identity", "/no/such/file"], /Cannot read the identity provider in \/no\/such\/file/],
    [["--trusted-proxy", "0.0.0.0/0"], /covers every address/],
    [["--verbose"], /--verbose/],
    [["serve"], /serve/],
  ])("%j is refused with one line that names it", (argv, says) => {
    expect(() => readOptions(argv)).toThrow(
      expect.objectContaining({ name: "Problem", message: expect.stringMatching(says) }),
    );
    expect(() => readOptions(argv)).toThrow(/^[^\n]+$/);
  });
});

test("--insecure-localhost is for a machine that nobody else reaches", () => {
  const given = { port: "0", fresh: false, json: false, plugins: [], loader: true, isolate: undefined, trust: [] };
  const serving = { origins: ["https://www.example.com"], people: "own" } as const;
  expect(optionsOf({ ...given, serving }).serving.origins).toHaveLength(1);
  expect(() => optionsOf({ ...given, serving, insecureLocalhost: true })).toThrow("use it without --origin");
});
