import { describe, expect, test } from "vitest";
import { MANIFEST_MAX_BYTES } from "../../../manifests/bounds/manifest.ts";
import {
  PACKAGE_DOCUMENT_MAX_BYTES,
  PACKAGE_MAX_BYTES,
  PROTECTED_HEADER_MAX_CHARS,
  SIGNATURES_MAX,
} from "../../../manifests/bounds/packages.ts";
import type { Sha256 } from "../../../manifests/trust/digest.ts";
import { distrust, POLICY, stepOf } from "../../../manifests/trust/untrusted.ts";
import {
  ACME,
  bytesOf,
  fileDigest,
  documentOf,
  FILES,
  line,
  manifestOf,
  NOW,
  OTHER,
  P256,
  packageOf,
  pins,
  refusal,
  RING,
  ringOf,
  seconds,
  sha256,
  signature,
  STRANGER,
  verified,
} from "../../vectors/trust/workshop.ts";
import { verifyPackage } from "../../../manifests/trust/verify.ts";

const MANIFEST = manifestOf();

describe("a package is believed", () => {
  test.each([
    ["signed with Ed25519", ACME, {}],
    ["signed with Ed25519 under its older name", ACME, { alg: "EdDSA" }],
    ["signed with ES256", P256, {}],
  ])("%s", async (_, key, header) => {
    const { signedBy, manifestText, digest, files, manifest } = await verified(
      packageOf({ signatures: [signature(MANIFEST, key, header)] }),
    );
    expect({ signedBy, manifestText, digest, files, manifest }).toEqual({
      signedBy: [key.kid],
      manifestText: MANIFEST,
      digest: fileDigest(MANIFEST),
      files: FILES,
      manifest: JSON.parse(MANIFEST),
    });
  });

  test("by each trusted key once, in whatever company the signature is", async () => {
    const broken = { ...signature(MANIFEST, OTHER), signature: "A".repeat(86) };
    const signatures = [
      signature(MANIFEST, STRANGER),
      broken,
      signature(MANIFEST, ACME),
      signature(MANIFEST, ACME),
      signature(MANIFEST, P256),
    ];
    expect((await verified(packageOf({ signatures }))).signedBy).toEqual([ACME.kid, P256.kid]);
  });

  test("over the bytes of the manifest as they are, however they are set out", async () => {
    const spaced = JSON.stringify(JSON.parse(MANIFEST), null, 2);
    expect((await verified(packageOf({ manifest: spaced }))).digest).toBe(fileDigest(spaced));
  });

  test("with texts of every kind of character", async () => {
    const files = { ...FILES, "notice.liquid": "<p>\ufeffé – 🜂 \u0000{{ fields.text }}</p>" };
    expect((await verified(packageOf({ files, manifest: manifestOf({ files: pins(files) }) }))).files).toEqual(files);
  });
});

describe("a key speaks", () => {
  const standing = async (member: string, at: number, now: number) => {
    const ring = await ringOf({ ...ACME.jwk, [member]: seconds(at) });
    const bytes = packageOf();
    return ring.refused.length > 0
      ? "no ring"
      : verified(bytes, ring, now).then(
          () => "believed",
          async () => line(await refusal(bytes, ring, now)),
        );
  };
  const SECOND = 1000;

  test.each([
    ["nbf", -1, "not_yet_valid at key: untrusted_key"],
    ["nbf", 0, "believed"],
    ["nbf", 1, "believed"],
    ["exp", -1, "believed"],
    ["exp", 0, "expired at key: untrusted_key"],
    ["exp", 1, "expired at key: untrusted_key"],
    ["svc:revokedAt", -1, "believed"],
    ["svc:revokedAt", 0, "revoked at key: untrusted_key"],
    ["svc:revokedAt", 1, "revoked at key: untrusted_key"],
    ["nbf", Number.NaN, "not_yet_valid at key: untrusted_key"],
    ["exp", Number.NaN, "expired at key: untrusted_key"],
    ["svc:revokedAt", Number.NaN, "revoked at key: untrusted_key"],
  ])("%s: %d milliseconds after it, it is %s", async (member, late, outcome) => {
    expect(await standing(member, 60 * SECOND, 60 * SECOND + late)).toBe(outcome);
  });

  test.each([
    ["its publisher", ["acme"], "believed"],
    ["this very plugin", ["other", "acme.notices"], "believed"],
    ["another publisher", ["acm"], "publisher_not_allowed at publisher: untrusted_key"],
    ["another plugin", ["acme.notice"], "publisher_not_allowed at publisher: untrusted_key"],
  ])("for %s only", async (_, publishers, outcome) => {
    const ring = await ringOf({ ...ACME.jwk, "svc:publishers": publishers });
    expect(
      await verified(packageOf(), ring).then(
        () => "believed",
        async () => line(await refusal(packageOf(), ring)),
      ),
    ).toBe(outcome);
  });

  test("for its publisher although a key beside it may not", async () => {
    const ring = await ringOf({ ...ACME.jwk, "svc:publishers": ["other"] }, OTHER.jwk);
    const signatures = [signature(MANIFEST, ACME), signature(MANIFEST, OTHER)];
    expect((await verified(packageOf({ signatures }), ring)).signedBy).toEqual([OTHER.kid]);
  });
});

describe("a refusal", () => {
  test("of several signatures tells of the one that came furthest", async () => {
    const ring = await ringOf({ ...ACME.jwk, exp: 1 }, OTHER.jwk);
    const broken = { ...signature(MANIFEST, OTHER), signature: "A".repeat(86) };
    const signatures = [signature(MANIFEST, STRANGER), broken, signature(MANIFEST, ACME)];
    expect(await refusal(packageOf({ signatures }), ring)).toEqual({ why: "wrong_signature", kid: OTHER.kid });
    expect(
      await refusal(packageOf({ signatures: [signature(MANIFEST, STRANGER), signature(MANIFEST, ACME)] }), ring),
    ).toEqual({
      why: "expired",
      kid: ACME.kid,
      since: 1000,
    });
    expect(await refusal(packageOf({ signatures: [signature(MANIFEST, STRANGER)] }), ring)).toEqual({
      why: "unknown_key",
      kids: [STRANGER.kid],
    });
  });

  test.each<readonly [string, Uint8Array, string, RegExp]>([
    [
      "an unknown key",
      packageOf({ signatures: [signature(MANIFEST, STRANGER)] }),
      "key",
      /no trusted key signed it; it was signed by "/,
    ],
    [
      "a changed manifest",
      packageOf({ manifest: manifestOf({ name: "Other" }), signatures: [signature(MANIFEST, ACME)] }),
      "signature",
      /did not make this signature/,
    ],
    [
      "a manifest that is none",
      packageOf({ manifest: "{}" }),
      "manifest",
      /the signed content is not a manifest: \/manifestVersion: found nothing.*more\)/,
    ],
    [
      "a changed file",
      packageOf({ files: { ...FILES, "notice.liquid": "<b>" } }),
      "digests",
      /^notice\.liquid has the digest sha256-/,
    ],
    [
      "a file left out",
      packageOf({ files: { "notice.liquid": FILES["notice.liquid"] ?? "" } }),
      "files",
      /its files do not match the manifest: \/contributes/,
    ],
    ["no JSON", bytesOf("PK"), "form", /it is not a package: \/: found "P"/],
  ])("of %s says at which step and why", async (_, bytes, step, detail) => {
    const untrusted = await refusal(bytes);
    expect(stepOf(untrusted)).toBe(step);
    expect(distrust(untrusted).detail).toMatch(detail);
  });

  test("belongs to a step of the policy, whatever it is", () => {
    expect(Object.keys(POLICY)).toEqual([
      "size",
      "form",
      "key",
      "signature",
      "manifest",
      "publisher",
      "files",
      "digests",
    ]);
  });
});

describe("bounds of a package", () => {
  const outcome = (bytes: Uint8Array): Promise<string> =>
    verified(bytes).then(
      () => "believed",
      async () => (await refusal(bytes)).why,
    );

  test("bytes of the document", async () => {
    const text = JSON.stringify(documentOf());
    const sized = (length: number): Uint8Array => bytesOf(text + " ".repeat(length - text.length));
    const outcomes = await Promise.all([-1, 0, 1].map((more) => outcome(sized(PACKAGE_DOCUMENT_MAX_BYTES + more))));
    expect(outcomes).toEqual(["believed", "believed", "too_large"]);
  });

  test("bytes of the manifest", async () => {
    const sized = (length: number): string => manifestOf() + " ".repeat(length - manifestOf().length);
    const outcomes = await Promise.all(
      [-1, 0, 1].map((more) => outcome(packageOf({ manifest: sized(MANIFEST_MAX_BYTES + more) }))),
    );
    expect(outcomes).toEqual(["believed", "believed", "too_large"]);
  });

  test("bytes of all files, counted in UTF-8", async () => {
    const sized = (length: number): Uint8Array => {
      const files = { "main.js": `é${" ".repeat(length - 2)}` };
      const manifest = manifestOf({ kind: "executable", main: "main.js", contributes: {}, files: pins(files) });
      return packageOf({ files, manifest });
    };
    const outcomes = await Promise.all([-1, 0, 1].map((more) => outcome(sized(PACKAGE_MAX_BYTES + more))));
    expect(outcomes).toEqual(["believed", "believed", "too_large"]);
  });

  test("number of signatures", async () => {
    const signed = (count: number): Uint8Array =>
      packageOf({ signatures: Array.from({ length: count }, () => signature(MANIFEST, ACME)) });
    const outcomes = await Promise.all([-1, 0, 1].map((more) => outcome(signed(SIGNATURES_MAX + more))));
    expect(outcomes).toEqual(["believed", "believed", "malformed"]);
  });

  test("characters of a header", async () => {
    const header = JSON.stringify({ alg: "Ed25519", kid: ACME.kid, typ: "drawbridge-plugin+jws" });
    const sized = (chars: number): Uint8Array => {
      const text = header + " ".repeat(Math.floor((chars * 3) / 4) - header.length);
      return packageOf({ signatures: [signature(MANIFEST, ACME, text)] });
    };
    const chars = PROTECTED_HEADER_MAX_CHARS;
    const outcomes = await Promise.all([chars - 1, chars, chars + 2].map((length) => outcome(sized(length))));
    expect(outcomes).toEqual(["believed", "believed", "malformed"]);
  });
});

test("a package is verified by digesting its manifest and each of its files, once", async () => {
  const files = { "main.js": "const a = 1;\n".repeat(7_700) };
  const manifest = manifestOf({ kind: "executable", main: "main.js", contributes: {}, files: pins(files) });
  const digested: number[] = [];
  const counting: Sha256 = (bytes) => {
    digested.push(bytes.length);
    return sha256(bytes);
  };
  expect(await verifyPackage(packageOf({ files, manifest }), RING, NOW, counting)).toMatchObject({ ok: true });
  expect(digested).toEqual([files["main.js"].length, manifest.length]);
});
