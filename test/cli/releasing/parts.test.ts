import { describe, expect, test } from "vitest";
import { releasedChanges } from "../../../sites/cli/releasing/changelog.ts";
import { signedRequest } from "../../../sites/cli/releasing/signedRequest.ts";
import { stepped, manifestVersion, wishedVersion, withVersion } from "../../../sites/cli/releasing/versioning.ts";

const MANIFEST = `{
  // The version of the plugin.
  "id": "acme.notices", "version": "1.2.3", /* and */ "name": "Notices",
}
`;

describe("the version of a release", () => {
  test.each([
    ["1.2.3", "patch", "1.2.4"],
    ["1.2.3", "minor", "1.3.0"],
    ["1.2.3", "major", "2.0.0"],
    ["1.3.0-beta.2", "patch", "1.3.0"],
    ["1.3.0-beta.2", "minor", "1.3.0"],
    ["1.3.1-beta.2", "minor", "1.4.0"],
    ["2.0.0-rc.1", "major", "2.0.0"],
  ] as const)("after %s by a %s is %s", (before, step, after) => expect(stepped(before, step)).toBe(after));

  test("is the manifest's own without a wish, and never an older one", () => {
    expect(wishedVersion("1.2.3", {})).toBe("1.2.3");
    expect(wishedVersion("1.2.3", { version: "1.2.3" })).toBe("1.2.3");
    expect(() => wishedVersion("1.2.3", { version: "1.2.2" })).toThrow("1.2.2 is older than 1.2.3");
    expect(() => wishedVersion("1.2.3", { version: "v2" })).toThrow("--version takes an exact semantic version");
    expect(() => wishedVersion("1.2.3", { version: "2.0.0", step: "major" })).toThrow("either --version or --step");
  });

  test("is written into the manifest, whose comments stay", () => {
    const written = withVersion(MANIFEST, "1.3.0");
    expect([manifestVersion(written), written]).toEqual(["1.3.0", MANIFEST.replace("1.2.3", "1.3.0")]);
    expect(withVersion(MANIFEST, "1.2.3")).toBe(MANIFEST);
    expect([manifestVersion("{}"), manifestVersion('{ "version": 1 }'), manifestVersion("{")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("a changelog", () => {
  const FRESH =
    "# Changelog\n\n## Unreleased\n\n- Shows two notices.\n- Keeps links.\n\n## 1.0.0 (2026-01-02)\n\n- First.\n";

  test("gives what is not released yet the version and the day, and a repeat changes nothing", () => {
    const first = releasedChanges(FRESH, "1.1.0", "2026-11-30");
    if (!first.ok) throw new Error(first.error);
    expect(first.value.changes).toEqual(["- Shows two notices.", "- Keeps links."]);
    expect(first.value.text).toBe(FRESH.replace("## Unreleased", "## 1.1.0 (2026-11-30)"));
    expect(releasedChanges(first.value.text, "1.1.0", "2027-01-01")).toEqual(first);
  });

  test.each([
    ["## [Unreleased]\n- a", "- a"],
    ["## unreleased\ntext", "text"],
    ["## 2.0.0\n### Added\n- b\n# Other\n- c", "### Added,- b"],
    ["## [2.0.0] - 2026-01-01\n- b", "- b"],
  ])("written as %j says %s", (text, says) => {
    const found = releasedChanges(text, "2.0.0", "2026-11-30");
    expect(found.ok && found.value.changes.join()).toBe(says);
  });

  test.each([
    ["", 'it has neither "## 2.0.0" nor "## Unreleased"'],
    ["## 1.0.0\n- a", 'it has neither "## 2.0.0" nor "## Unreleased"'],
    ["## Unreleased\n\n## 1.0.0\n- a", 'it says nothing below "## Unreleased"'],
  ])("%j is refused", (text, error) =>
    expect(releasedChanges(text, "2.0.0", "2026-11-30")).toEqual({ ok: false, error }),
  );
});

/** The examples of "Authenticating Requests: Using the Authorization Header" in the reference of Amazon S3. */
describe("a request to a bucket", () => {
  const EXAMPLE = { accessKey: "AKIAIOSFODNN7EXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY" };
  const HOST = "https://examplebucket.s3.amazonaws.com";
  const at = Date.UTC(2013, 4, 24);

  test.each([
    [
      { method: "GET", url: `${HOST}/test.txt`, headers: { range: "bytes=0-9" }, body: new Uint8Array() },
      "host;range;x-amz-content-sha256;x-amz-date",
      "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
    ],
    [
      {
        method: "PUT",
        url: `${HOST}/test$file.text`,
        headers: { date: "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY" },
        body: Buffer.from("Welcome to Amazon S3."),
      },
      "date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class",
      "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
    ],
  ])("is signed as the reference of S3 shows: $method", (request, names, signature) => {
    const { authorization } = signedRequest({ ...request, at }, { ...EXAMPLE, region: "us-east-1" });
    const scope = "AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request";
    expect(authorization).toBe(`AWS4-HMAC-SHA256 Credential=${scope},SignedHeaders=${names},Signature=${signature}`);
  });

  test("has a temporary credential's token in its signature", () => {
    const request = { method: "GET", url: `${HOST}/a`, headers: {}, body: new Uint8Array(), at };
    const signed = signedRequest(request, { ...EXAMPLE, region: "auto", token: "temporary" });
    expect(signed["x-amz-security-token"]).toBe("temporary");
    expect(signed["authorization"]).toContain(";x-amz-date;x-amz-security-token,");
  });
});
