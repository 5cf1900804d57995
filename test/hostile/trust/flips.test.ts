import * as fc from "fast-check";
import { expect, test } from "vitest";
import { strictBase64url } from "../../../manifests/trust/exactText.ts";
import { base64urlOf } from "../../../manifests/bytes/base64.ts";
import { verifyPackage } from "../../../manifests/trust/verify.ts";
import { ACME, manifestOf, NOW, P256, packageOf, RING, sha256, signature } from "../../vectors/trust/workshop.ts";

const believed = async (bytes: Uint8Array): Promise<boolean> => (await verifyPackage(bytes, RING, NOW, sha256)).ok;

test.each([
  ["Ed25519", ACME],
  ["ES256", P256],
])("a package signed with %s is refused after a flip of any bit", async (_, key) => {
  const bytes = packageOf({ signatures: [signature(manifestOf(), key)] });
  expect(await believed(bytes)).toBe(true);
  for (let at = 0; at < bytes.length; at += 1) {
    const flipped = bytes.slice();
    flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
    if (await believed(flipped))
      throw new Error(`believed with byte ${at} changed: ${String.fromCharCode(bytes[at] ?? 0)}`);
  }
});

test("a package is refused after any cut, insertion or replacement", async () => {
  const bytes = packageOf();
  const wounded = fc
    .tuple(fc.nat(bytes.length - 1), fc.uint8Array({ maxLength: 8 }), fc.nat(8))
    .map(([at, filling, cut]) => {
      return new Uint8Array([...bytes.subarray(0, at), ...filling, ...bytes.subarray(at + cut)]);
    });
  expect(await believed(bytes)).toBe(true);
  const isOther = (changed: Uint8Array) => JSON.stringify(parsed(changed)) !== JSON.stringify(parsed(bytes));
  await fc.assert(
    fc.asyncProperty(wounded.filter(isOther), async (changed) => !(await believed(changed))),
    { numRuns: 500 },
  );
});

/**
 * Parses the document, because whitespace between members changes bytes but no meaning. The document is only the
 * envelope of the signed parts.
 */
function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return `no JSON: ${Buffer.from(bytes).toString("hex")}`;
  }
}

test("arbitrary bytes are refused, and never throw", async () => {
  const json = fc.json().map((text) => new TextEncoder().encode(text));
  const anything = fc.oneof(fc.uint8Array({ maxLength: 200 }), json);
  await fc.assert(
    fc.asyncProperty(anything, async (bytes) => {
      expect(await believed(bytes)).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test("a base64url text has one accepted spelling", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      expect(base64urlOf(bytes)).toBe(Buffer.from(bytes).toString("base64url"));
      expect(strictBase64url(base64urlOf(bytes))).toEqual(new Uint8Array(bytes));
    }),
  );
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."ABab09-_+/= \n"), maxLength: 12 }), (text) => {
      const bytes = strictBase64url(text);
      expect(bytes === undefined ? undefined : base64urlOf(bytes)).toBe(bytes && text);
    }),
  );
});
