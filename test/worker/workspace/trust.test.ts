/** Verifies packages with the platform's cryptography, which differs from Node's. */
import { calculateJwkThumbprint, exportJWK, FlattenedSign, generateKeyPair } from "jose";
import { describe, expect, test } from "vitest";
import { readKeyring } from "../../../manifests/trust/keyring.ts";
import { Verifier } from "../../../manifests/trust/verifier.ts";

const NOW = 1_793_491_200_000;
const sha256 = (bytes: Uint8Array): Promise<ArrayBuffer> => crypto.subtle.digest("SHA-256", bytes);
const MANIFEST = JSON.stringify({
  manifestVersion: 1,
  id: "acme.empty",
  version: "1.0.0",
  name: "Empty",
  kind: "declarative",
  engine: "^1.0.0",
  contributes: {},
});

async function keyOf(generated: string) {
  const { privateKey, publicKey } = await generateKeyPair(generated, { extractable: true });
  const jwk = await exportJWK(publicKey);
  return { privateKey, jwk, kid: await calculateJwkThumbprint(jwk) };
}

async function signed(alg: string, { privateKey, kid }: Awaited<ReturnType<typeof keyOf>>): Promise<Uint8Array> {
  const header = { alg, kid, typ: "drawbridge-plugin+jws" };
  const {
    payload,
    protected: encoded,
    signature,
  } = await new FlattenedSign(new TextEncoder().encode(MANIFEST)).setProtectedHeader(header).sign(privateKey);
  const jws = { payload, signatures: [{ protected: encoded, signature }] };
  return new TextEncoder().encode(JSON.stringify({ format: "drawbridge-package/1", jws, files: {} }));
}

describe("in workerd", () => {
  test.each([
    ["Ed25519", "Ed25519"],
    ["EdDSA", "Ed25519"],
    ["ES256", "ES256"],
  ])("a package signed with %s is believed, and one with a changed signature is not", async (alg, generated) => {
    const key = await keyOf(generated);
    const keyring = await readKeyring(JSON.stringify([key.jwk]), sha256);
    const verifier = new Verifier(sha256);
    const bytes = await signed(alg, key);
    expect(await verifier.verify(bytes, keyring, NOW)).toMatchObject({ ok: true, value: { signedBy: [key.kid] } });
    const text = new TextDecoder().decode(bytes);
    const changed = text.replace(/"signature":"(.)/, (_, first: string) => `"signature":"${first === "A" ? "B" : "A"}`);
    expect(await verifier.verify(new TextEncoder().encode(changed), keyring, NOW)).toMatchObject({
      ok: false,
      error: { why: "wrong_signature" },
    });
  });

  test("points anybody can sign for, or that are none, are no keys", async () => {
    const x = (first: number): string =>
      btoa(String.fromCharCode(first, ...Array.from({ length: 31 }, () => 0)))
        .replaceAll("+", "-")
        .replaceAll("/", "_")
        .replaceAll("=", "");
    const { jwk } = await keyOf("ES256");
    const keys = [
      { kty: "OKP", crv: "Ed25519", x: x(1) },
      { kty: "OKP", crv: "Ed25519", x: x(7) },
      { ...jwk, y: jwk.x },
    ];
    const { keys: kept, refused } = await readKeyring(JSON.stringify(keys), sha256);
    expect([kept.size, refused.map(({ pointer }) => pointer)]).toEqual([0, ["/0/x", "/1/x", "/2/x"]]);
  });
});
