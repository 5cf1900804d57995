import { describe, expect, test } from "vitest";
import { PLUGIN_ID_MAX_CHARS, VERSION_MAX_CHARS } from "../../../manifests/bounds/manifest.ts";
import { ENGINE_VERSION } from "../../../manifests/manifest/engine.ts";
import { isHost, isOrigin } from "../../../manifests/shapes/host.ts";
import { isPluginId, parseQualifiedName, pluginId, publisherOf, qualifiedName } from "../../../manifests/shapes/id.ts";
import { compareVersions, isVersion, asVersion } from "../../../manifests/shapes/version.ts";
import { fulfils, inRange, isRange, versionRange } from "../../../manifests/shapes/versionRange.ts";

describe("ids", () => {
  test.each([
    ["no dot", "acme"],
    ["two dots", "acme.reviews.stars"],
    ["upper case", "Acme.reviews"],
    ["letters that look like ASCII", "аcme.reviews"],
    ["an underscore", "acme.my_reviews"],
    ["a hyphen at an end", "acme.reviews-"],
    ["two hyphens in a row", "acme.my--reviews"],
    ["a path", "acme.reviews/../x"],
    ["a line break behind it", "acme.reviews\n"],
    ["a digit first", "1acme.reviews"],
    ["nothing", ""],
  ])("an id with %s is refused", (_, text) => {
    expect(isPluginId(text)).toBe(false);
    expect(() => pluginId(text)).toThrow(/not a plugin id/);
  });

  test("an id is at most as long as its bound", () => {
    const ofLength = (length: number) => `acme.${"a".repeat(length - "acme.".length)}`;
    expect([-1, 0, 1].map((more) => isPluginId(ofLength(PLUGIN_ID_MAX_CHARS + more)))).toEqual([true, true, false]);
  });

  test("the publisher of an id and its qualified names can be read back", () => {
    const id = pluginId("acme-tools.reviews2");
    expect(publisherOf(id)).toBe("acme-tools");
    expect(parseQualifiedName(qualifiedName(id, "star-list"))).toEqual({ plugin: id, name: "star-list" });
  });

  test.each(["acme.reviews", "acme.reviews/", "/stars", "acme.reviews/Stars", "acme.reviews/a/b", "acme/stars"])(
    "%j is no qualified name",
    (text) => expect(parseQualifiedName(text)).toBeUndefined(),
  );
});

describe("versions", () => {
  test.each(["v1.0.0", "1.0", "1.0.0 ", "=1.0.0", "01.0.0", "1.0.0-", "", "latest", "1.0.0-01"])(
    "%j is no version",
    (text) => {
      expect(isVersion(text)).toBe(false);
      expect(() => asVersion(text)).toThrow(/not a version/);
    },
  );
  test.each(["1.0.0", "0.0.1", "1.2.3-beta.1", "1.2.3+build.5", "1.2.3-rc.1+5"])("%j is a version", (text) =>
    expect(isVersion(text)).toBe(true),
  );
  test.each(["", " ^1.0.0", "latest", "^1.0.0 || x y", ">1 <"])("%j is no range", (text) => {
    expect(isRange(text)).toBe(false);
    expect(() => versionRange(text)).toThrow(/not a range/);
  });
  test("a version and a range are at most as long as their bound", () => {
    const ofLength = (length: number) => `1.0.0-${"a".repeat(length - "1.0.0-".length)}`;
    const texts = [-1, 0, 1].map((more) => ofLength(VERSION_MAX_CHARS + more));
    expect(texts.map(isVersion)).toEqual([true, true, false]);
    expect(texts.map(isRange)).toEqual([true, true, false]);
  });
  test("versions are ordered and matched as semver has it", () => {
    expect(compareVersions(asVersion("1.10.0"), asVersion("1.9.0"))).toBeGreaterThan(0);
    expect(compareVersions(asVersion("1.0.0-beta"), asVersion("1.0.0"))).toBeLessThan(0);
    expect(inRange(asVersion("1.9.0"), versionRange("^1.2.0"))).toBe(true);
    expect(inRange(asVersion("2.0.0"), versionRange("^1.2.0"))).toBe(false);
    expect(inRange(asVersion("1.3.0-beta"), versionRange("^1.2.0"))).toBe(false);
  });

  test.each([
    ["1.3.0-dev.1763712000000", "^1.2.0", true],
    ["1.3.0-beta.dev.1763712000000", "^1.2.0", false],
    ["1.3.0-beta.dev.1763712000000", ">=1.3.0-beta", true],
    ["2.0.0-dev.1", "^1.2.0", false],
    ["1.3.0-device.1", "^1.2.0", false],
    ["1.1.0-rc.1", "^1.0.0", false],
    ["1.1.0-rc.1", "^1.1.0-rc.0", true],
    ["1.1.1-rc.1", "^1.1.0-rc.0", false],
    ["1.1.0", "^1.1.0-rc.0", true],
  ])("of a version under development is that of the version it leads to: %s in %s", (one, range, is) => {
    expect(fulfils(asVersion(one), versionRange(range))).toBe(is);
  });
});

test("the engine has no prerelease, because no range without one would take it", () => {
  expect(isVersion(ENGINE_VERSION) && inRange(ENGINE_VERSION, versionRange(`^${ENGINE_VERSION}`))).toBe(true);
  expect(ENGINE_VERSION).toMatch(/^\d+\.\d+\.\d+$/);
});

describe("hosts", () => {
  test.each([
    ["an IPv4 address", "127.0.0.1"],
    ["an IPv4 address as one number", "2130706433"],
    ["an address in hexadecimal", "0x7f.0x1"],
    ["an IPv6 address", "[::1]"],
    ["a wildcard", "*.example.com"],
    ["only a wildcard", "*"],
    ["one label", "intranet"],
    ["a private name", "printer.local"],
    ["a name of this machine", "api.localhost"],
    ["another name of this machine", "localhost.localdomain"],
    ["a name of a company's own network", "wiki.corp"],
    ["… of an intranet", "wiki.intranet"],
    ["… of a private network", "wiki.private"],
    ["a name outside of the public tree", "wiki.alt"],
    ["a port", "example.com:8443"],
    ["a trailing dot", "example.com."],
    ["upper case", "Example.com"],
    ["a path", "example.com/x"],
    ["an underscore", "my_host.example.com"],
  ])("%s is refused", (_, host) => {
    expect(isHost(host)).toBe(false);
    expect(isOrigin(`https://${host}`)).toBe(false);
  });
  test.each(["api.example.com", "xn--bcher-kva.example", "a.b.c.example.org"])("%s is a host", (host) => {
    expect(isHost(host)).toBe(true);
    expect(isOrigin(`https://${host}`)).toBe(true);
    expect(isOrigin(`http://${host}`)).toBe(false);
    expect(isOrigin(`https://${host}/`)).toBe(false);
  });
});
