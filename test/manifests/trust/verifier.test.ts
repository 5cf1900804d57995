import { describe, expect, test } from "vitest";
import { PACKAGE_DOCUMENT_MAX_BYTES, VERIFIED_KEPT_MAX_BYTES } from "../../../manifests/bounds/packages.ts";
import { Verifier } from "../../../manifests/trust/verifier.ts";
import {
  ACME,
  manifestOf,
  NOW,
  OTHER,
  packageOf,
  pins,
  RING,
  ringOf,
  seconds,
  sha256,
} from "../../vectors/trust/workshop.ts";

/** A verifier that shows whether it verified again: a new outcome is a new object. */
function watched() {
  const seen = new WeakSet<object>();
  const verifier = new Verifier(sha256);
  const looked = async (...given: Parameters<Verifier["verify"]>) => {
    const outcome = await verifier.verify(...given);
    const remembered = seen.has(outcome);
    seen.add(outcome);
    return { outcome, remembered, says: outcome.ok ? "believed" : outcome.error.why };
  };
  return { looked };
}

const summary = ({ remembered, says }: { remembered: boolean; says: string }) =>
  `${says}${remembered ? ", remembered" : ""}`;

describe("what a verifier remembers", () => {
  test("is the outcome for the same bytes and the same keyring", async () => {
    const { looked } = watched();
    const first = await looked(packageOf(), RING, NOW);
    const second = await looked(packageOf(), RING, NOW);
    expect([first.remembered, second.remembered]).toEqual([false, true]);
    expect(second.outcome).toBe(first.outcome);
  });

  test("is not what another keyring believed", async () => {
    const { looked } = watched();
    const bytes = packageOf();
    const revoked = await ringOf({ ...ACME.jwk, "svc:revokedAt": 1 });
    const others = await ringOf(OTHER.jwk);
    const empty = await ringOf();
    const said = [];
    for (const ring of [RING, revoked, others, empty, RING]) said.push(summary(await looked(bytes, ring, NOW)));
    expect(said).toEqual(["believed", "revoked", "unknown_key", "no_keys", "believed, remembered"]);
  });

  test("is not what other bytes got, be it only one file", async () => {
    const { looked } = watched();
    await looked(packageOf(), RING, NOW);
    expect(summary(await looked(packageOf({ files: { "notice.liquid": "x" } }), RING, NOW))).toBe("files_refused");
  });

  test("ends when a key does, and when the clock is set back before it began", async () => {
    const { looked } = watched();
    const ring = await ringOf({ ...ACME.jwk, nbf: seconds(NOW), exp: seconds(NOW) + 10 });
    const said = [];
    for (const later of [0, 9_999, 10_000, 10_000, 5_000, -1])
      said.push(summary(await looked(packageOf(), ring, NOW + later)));
    expect(said).toEqual([
      "believed",
      "believed, remembered",
      "expired",
      "expired, remembered",
      "believed",
      "not_yet_valid",
    ]);
  });

  test("is what was handed in, whatever becomes of those bytes meanwhile", async () => {
    const { looked } = watched();
    const bytes = packageOf();
    const pending = looked(bytes, RING, NOW);
    bytes.fill(0);
    expect(summary(await pending)).toBe("believed");
    expect(summary(await looked(packageOf(), RING, NOW))).toBe("believed, remembered");
  });

  test("is not pushed out by what is too large to be a package", async () => {
    const { looked } = watched();
    await looked(packageOf(), RING, NOW);
    expect(summary(await looked(new Uint8Array(VERIFIED_KEPT_MAX_BYTES), RING, NOW))).toBe("too_large");
    expect(summary(await looked(packageOf(), RING, NOW))).toBe("believed, remembered");
  });

  test("is the same for the text of those bytes", async () => {
    const { looked } = watched();
    await looked(packageOf(), RING, NOW);
    expect(summary(await looked(new TextDecoder().decode(packageOf()), RING, NOW))).toBe("believed, remembered");
  });

  test.each([
    ["a lone surrogate", "\ud800"],
    ["a lone low surrogate", "\udc00"],
  ])("is not what the text with a replacement character got, for one with %s", async (_claim, lone) => {
    const { looked } = watched();
    const files = { "notice.liquid": "<p>\ufffd</p>" };
    const believed = new TextDecoder().decode(packageOf({ files, manifest: manifestOf({ files: pins(files) }) }));
    expect((await looked(believed, RING, NOW)).remembered).toBe(false);
    const forged = believed.replace("\ufffd", lone);
    expect(forged).not.toBe(believed);
    expect(summary(await looked(forged, RING, NOW))).toBe("malformed");
    expect(summary(await looked(forged, RING, NOW))).toBe("malformed");
  });

  test.each([
    [-1, "malformed"],
    [0, "malformed"],
    [1, "too_large"],
  ])("is too large as a text by its bytes, at %i from the bound: %s", async (more, says) => {
    const { looked } = watched();
    // Two bytes a character, after one of one byte for an odd number.
    const bytes = PACKAGE_DOCUMENT_MAX_BYTES + more;
    const text = "x".repeat(bytes % 2) + "ä".repeat(Math.floor(bytes / 2));
    expect(summary(await looked(text, RING, NOW))).toBe(says);
  });

  test("is bounded in bytes, the longest unused forgotten first", async () => {
    const { looked } = watched();
    const files = (index: number) => ({ "main.js": `// ${index}\n${" ".repeat(1_000_000)}` });
    const executable = { kind: "executable", main: "main.js", contributes: {} };
    const big = (index: number) =>
      packageOf({ files: files(index), manifest: manifestOf({ ...executable, files: pins(files(index)) }) });
    const most = Math.floor(VERIFIED_KEPT_MAX_BYTES / big(0).length);
    for (let index = 0; index < most; index += 1) await looked(big(index), RING, NOW);
    expect(summary(await looked(big(0), RING, NOW))).toBe("believed, remembered");
    expect(summary(await looked(big(most), RING, NOW))).toBe("believed");
    expect(summary(await looked(big(0), RING, NOW))).toBe("believed, remembered");
    expect(summary(await looked(big(1), RING, NOW))).toBe("believed");
  });
});
