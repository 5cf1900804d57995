import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { KEY_SCOPES_MAX, TRUST_KEYS_MAX, TRUST_KEYS_MAX_BYTES } from "../../../manifests/bounds/packages.ts";
import { pointFault } from "../../../manifests/trust/ed25519.ts";
import { type Keyring, type RingChanges, readKeyring, steadyAround } from "../../../manifests/trust/keyring.ts";
import { ACME, OTHER, P256, ringOf, sha256, STRANGER } from "../../vectors/trust/workshop.ts";

const P = 2n ** 255n - 19n;

/** 32 bytes, little endian, with the sign of x in the top bit. */
function encoded(y: bigint, sign = false): Uint8Array {
  const bytes = Uint8Array.from({ length: 32 }, (_, index) => Number((y >> BigInt(8 * index)) & 255n));
  if (sign) bytes[31] = (bytes[31] ?? 0) | 0x80;
  return bytes;
}

const x = (bytes: Uint8Array) => ({ kty: "OKP", crv: "Ed25519", x: Buffer.from(bytes).toString("base64url") });
const p384 = generateKeyPairSync("ec", { namedCurve: "P-384" }).publicKey.export({ format: "jwk" });
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ format: "jwk" });
const x25519 = { ...OTHER.jwk, crv: "X25519" };
const flipped = Buffer.from(String(P256.jwk["y"]), "base64url").map((byte, index) => (index === 31 ? byte ^ 1 : byte));

/** Points of small order have y = 0, 1, -1 or `ORDER_8`, or y + p if that fits. */
const ORDER_8 = 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n;
const LOW: readonly (readonly [string, bigint])[] = [
  ["order 4", 0n],
  ["the neutral element", 1n],
  ["order 2", P - 1n],
  ["order 8", ORDER_8],
  ["order 8, the other", P - ORDER_8],
  ["order 4, spelled above the prime", P],
  ["the neutral element, spelled above the prime", P + 1n],
];

describe("a point of Ed25519", () => {
  test.each(LOW)("of %s is refused with either sign", (_, y) => {
    expect([pointFault(encoded(y)), pointFault(encoded(y, true))]).toEqual(["low_order", "low_order"]);
  });

  test("spelled above the prime is refused", () => expect(pointFault(encoded(P + 3n))).toBe("not_canonical"));

  test("off the curve is refused, on it accepted; about half of all y are on it", () => {
    const faults = Array.from({ length: 200 }, (_, index) => pointFault(encoded(BigInt(index + 2))));
    expect(new Set(faults)).toEqual(new Set([undefined, "not_on_curve"]));
    expect(faults.filter((fault) => fault === undefined).length).toBeGreaterThan(60);
  });

  test("of every generated key is accepted", () => {
    const keys = Array.from({ length: 50 }, () => generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" }));
    expect(keys.map((key) => pointFault(Buffer.from(key.x ?? "", "base64url")))).toEqual(keys.map(() => undefined));
  });
});

describe("left out of a keyring, with the reason", () => {
  test.each<readonly [string, unknown, string, RegExp]>([
    ["a private key", OTHER.privateKey.export({ format: "jwk" }), "/1/d", /private or secret key; public keys only/],
    ["a private P-256 key", P256.privateKey.export({ format: "jwk" }), "/1/d", /private or secret/],
    ["a secret key", { kty: "oct", k: "c2VjcmV0" }, "/1/k", /private or secret/],
    ["RSA", rsa, "/1/kty", /OKP with crv Ed25519, or EC with crv P-256/],
    ["P-384", p384, "/1/crv", /the text "P-384"; "P-256"/],
    ["X25519", x25519, "/1/crv", /the text "X25519"; "Ed25519"/],
    ["an ES256 key labelled P-384", { ...P256.jwk, crv: "P-384" }, "/1/crv", /"P-256"/],
    ["an ES256 key labelled ES384", { ...P256.jwk, alg: "ES384" }, "/1/alg", /"ES256"/],
    ["an Ed25519 key labelled ES256", { ...OTHER.jwk, alg: "ES256" }, "/1/alg", /"Ed25519", "EdDSA"/],
    [
      "a point that is not on P-256",
      { ...P256.jwk, y: Buffer.from(flipped).toString("base64url") },
      "/1/x",
      /a value that is not a point on the curve/,
    ],
    ...LOW.map(
      ([name, y]) =>
        [
          `a low-order point: ${name}`,
          x(encoded(y)),
          "/1/x",
          /low order, for which anybody can forge signatures/,
        ] as const,
    ),
    [
      "a point off the curve",
      x(encoded(2n).map((byte, index) => (index === 0 ? 7 : byte))),
      "/1/x",
      /a value that is not a point on the curve/,
    ],
    ["padding", { ...OTHER.jwk, x: `${String(OTHER.jwk["x"])}=` }, "/1/x", /43 characters of base64url/],
    ["spare bits", { ...OTHER.jwk, x: String(OTHER.jwk["x"]).replace(/.$/, "B") }, "/1/x", /spare bits/],
    ["another key's name", { ...OTHER.jwk, kid: STRANGER.kid }, "/1/kid", /a kid that is not the key's thumbprint/],
    ["a name of its own", { ...OTHER.jwk, kid: "release key" }, "/1/kid", /thumbprint/],
    ["a use that is not signing", { ...OTHER.jwk, use: "enc" }, "/1/use", /"sig"/],
    ["an operation that is not verifying", { ...OTHER.jwk, key_ops: ["sign"] }, "/1/key_ops/0", /"verify"/],
    ["a misspelt scope", { ...OTHER.jwk, "svc:publisher": ["acme"] }, "/1/svc:publisher", /an unknown member/],
    ["a chain of certificates", { ...OTHER.jwk, x5c: ["MIIB"] }, "/1/x5c", /an unknown member/],
    ["a scope for nobody", { ...OTHER.jwk, "svc:publishers": [] }, "/1/svc:publishers", /at least 1 item$/],
    [
      "a scope that is a pattern",
      { ...OTHER.jwk, "svc:publishers": ["*"] },
      "/1/svc:publishers/0",
      /a publisher such as acme/,
    ],
    ["milliseconds", { ...OTHER.jwk, exp: 1_793_491_200_000 }, "/1/exp", /seconds since 1970, not milliseconds/],
    ["a time before 1970", { ...OTHER.jwk, nbf: -1 }, "/1/nbf", /at least 0/],
    ["half a second", { ...OTHER.jwk, "svc:revokedAt": 1.5 }, "/1/svc:revokedAt", /a whole number/],
    ["an end before the beginning", { ...OTHER.jwk, nbf: 5, exp: 5 }, "/1/exp", /5; a time after nbf, 5/],
    ["text", "key", "/1", /not an object; a public JWK/],
    ["nothing", null, "/1", /not an object/],
    ["a list", [ACME.jwk], "/1", /a list of 1 item/],
  ])("%s", async (_, key, pointer, says) => {
    const ring = await ringOf(ACME.jwk, key);
    expect([...ring.keys.keys()]).toEqual([ACME.kid]);
    expect(ring.refused.map((issue) => issue.pointer)).toContain(pointer);
    expect(ring.refused.map(({ found, allowed }) => `${found}; ${allowed}`).join("\n")).toMatch(says);
  });

  test("both entries of one key, whatever else they say", async () => {
    const ring = await ringOf(ACME.jwk, OTHER.jwk, { ...ACME.jwk, "svc:revokedAt": 1 });
    expect([...ring.keys.keys()]).toEqual([OTHER.kid]);
    expect(ring.refused.map(({ pointer, allowed }) => [pointer, allowed])).toEqual([
      ["/0", "each key once"],
      ["/2", "each key once"],
    ]);
  });

  test("the private half is never part of the reason", async () => {
    const jwk = ACME.privateKey.export({ format: "jwk" });
    const pem = ACME.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
    const rings = await Promise.all([
      ringOf(jwk),
      ringOf(pem),
      readKeyring(JSON.stringify(pem), sha256),
      readKeyring(pem, sha256),
    ]);
    const said = JSON.stringify(rings.map(({ refused }) => refused));
    expect(rings.map(({ keys }) => keys.size)).toEqual([0, 0, 0, 0]);
    expect(said).not.toContain(jwk.d);
    expect(said).not.toContain(pem.split("\n")[1]?.slice(0, 8));
  });
});

describe("a keyring trusts nobody when it is", () => {
  test.each<readonly [string, string, RegExp]>([
    ["empty text", "", /the end of the text/],
    ["no JSON", "keys", /a JSON value/],
    ["a set instead of its keys", JSON.stringify({ keys: [ACME.jwk] }), /a list of public JWKs/],
    ["one member twice", `[{"kty":"OKP","kty":"EC"}]`, /second member/],
  ])("%s", async (_, text, says) => {
    const { keys, refused } = await readKeyring(text, sha256);
    expect(keys.size).toBe(0);
    expect(refused.map(({ found, allowed }) => `${found} ${allowed}`).join("\n")).toMatch(says);
  });

  test("an empty list, which is nobody's fault", async () => {
    expect(await ringOf()).toMatchObject({ keys: new Map(), refused: [] });
  });
});

describe("a keyring", () => {
  test("names keys by the thumbprint RFC 7638 and RFC 8037 give", async () => {
    const rfc8037 = { kty: "OKP", crv: "Ed25519", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" };
    expect([...(await ringOf(rfc8037)).keys.keys()]).toEqual(["kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"]);
  });

  test("takes what other tools write beside a public key", async () => {
    const ring = await ringOf({
      ...ACME.jwk,
      alg: "EdDSA",
      use: "sig",
      key_ops: ["verify"],
      ext: true,
      kid: ACME.kid,
      "svc:note": "release key",
    });
    expect([[...ring.keys.keys()], ring.refused]).toEqual([[ACME.kid], []]);
  });

  test("has a digest of its own text", async () => {
    const digests = await Promise.all([ringOf(ACME.jwk), ringOf(ACME.jwk), ringOf(OTHER.jwk), ringOf()]);
    expect(new Set(digests.map(({ digest }) => digest)).size).toBe(3);
  });

  test("says between which moments nothing about it changes", async () => {
    const ring = await ringOf({ ...ACME.jwk, nbf: 10, exp: 30 }, { ...OTHER.jwk, "svc:revokedAt": 20 });
    const around = [9_999, 10_000, 19_999, 20_000, 30_000].map((now) => steadyAround(ring, now));
    expect(around).toEqual([
      { from: -Infinity, until: 10_000 },
      { from: 10_000, until: 20_000 },
      { from: 10_000, until: 20_000 },
      { from: 20_000, until: 30_000 },
      { from: 30_000, until: Infinity },
    ]);
  });
});

describe("bounds of a keyring", () => {
  test("number of keys", async () => {
    const refused = await Promise.all(
      [-1, 0, 1].map((more) =>
        readKeyring(JSON.stringify(Array.from({ length: TRUST_KEYS_MAX + more }, () => 0)), sha256),
      ),
    );
    expect(refused.map(({ refused: [first] }) => first?.pointer)).toEqual(["/0", "/0", ""]);
  });

  test("bytes", async () => {
    const text = JSON.stringify([ACME.jwk]);
    const rings = await Promise.all(
      [-1, 0, 1].map((more) => readKeyring(text + " ".repeat(TRUST_KEYS_MAX_BYTES + more - text.length), sha256)),
    );
    expect(rings.map(({ keys }) => keys.size)).toEqual([1, 1, 0]);
  });

  test("publishers of one key", async () => {
    const scoped = (count: number) =>
      ringOf({ ...ACME.jwk, "svc:publishers": Array.from({ length: count }, (_, index) => `p${index}`) });
    const rings = await Promise.all([-1, 0, 1].map((more) => scoped(KEY_SCOPES_MAX + more)));
    expect(rings.map(({ keys }) => keys.size)).toEqual([1, 1, 0]);
  });
});

describe("a keyring that its operator changed", () => {
  const kid = async (jwk: object): Promise<string> =>
    [...(await readKeyring(JSON.stringify([jwk]), sha256)).keys.keys()][0] ?? "";
  const changed = (listed: readonly unknown[], changes: Partial<RingChanges>): Promise<Keyring> =>
    readKeyring(JSON.stringify(listed), sha256, { added: [], revoked: {}, ...changes });

  test("has the added key, and another digest", async () => {
    const ring = await changed([ACME.jwk], { added: [OTHER.jwk] });
    expect([...ring.keys.keys()]).toEqual([await kid(ACME.jwk), await kid(OTHER.jwk)]);
    expect(ring.digest).not.toBe((await changed([ACME.jwk], {})).digest);
  });

  test("keeps the list's own limits of a key that was added with none", async () => {
    const limited = { ...ACME.jwk, "svc:publishers": ["acme"] };
    const ring = await changed([limited], { added: [ACME.jwk] });
    expect([...ring.keys.values()].map(({ scope }) => scope)).toEqual([["acme"]]);
    expect(ring.refused).toEqual([]);
  });

  test("revokes a key of the list and an added one, from the earliest moment that says so", async () => {
    const [own, added] = [await kid(ACME.jwk), await kid(OTHER.jwk)];
    const ring = await changed([{ ...ACME.jwk, "svc:revokedAt": 1 }], {
      added: [OTHER.jwk],
      revoked: { [own]: 5_000, [added]: 7_000 },
    });
    expect([ring.keys.get(own)?.revokedAt, ring.keys.get(added)?.revokedAt]).toEqual([1_000, 7_000]);
  });

  test("believes no added key that a faulty entry of the list names: it may be a revocation", async () => {
    const faulty = { ...OTHER.jwk, "svc:revoked": 1 };
    const ring = await changed([faulty], { added: [OTHER.jwk] });
    expect(ring.keys.size).toBe(0);
  });

  test("believes nobody while the list cannot be read", async () => {
    const ring = await readKeyring("{", sha256, { added: [OTHER.jwk], revoked: {} });
    expect(ring.keys.size).toBe(0);
  });
});
