/**
 * Attacks on the way from a package to a trusted plugin, with the result of each. A row is one attempt; attempts of one
 * attack stand together.
 */
import { afterEach, describe, expect, test, vi } from "vitest";
import { PACKAGE_DOCUMENT_MAX_BYTES } from "../../../manifests/bounds/packages.ts";
import type { Keyring } from "../../../manifests/trust/keyring.ts";
import { afterInstalling } from "../../../manifests/trust/rollback.ts";
import { Verifier } from "../../../manifests/trust/verifier.ts";
import {
  ACME,
  base64url,
  bytesOf,
  derSigner,
  fileDigest,
  documentOf,
  FILES,
  fixed,
  hmacSigner,
  type Key,
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
  signerOf,
  STRANGER,
  verified,
  YEAR,
} from "../../vectors/trust/workshop.ts";

const FORM = "malformed at form: signature_invalid";
const KEY = "unknown_key at key: untrusted_key";
const SIGNATURE = "wrong_signature at signature: signature_invalid";
const DIGEST = "wrong_digest at digests: digest_mismatch";
const MISFIT = "files_refused at files: digest_mismatch";

const MANIFEST = manifestOf();
const EVIL = manifestOf({ name: "Evil" });
const signed = (key: Key, header: Readonly<Record<string, unknown>> | string, signer = signerOf(key)): Uint8Array =>
  packageOf({ signatures: [signature(MANIFEST, key, header, signer)] });
const changed = (change: (document: ReturnType<typeof documentOf>) => unknown): Uint8Array =>
  bytesOf(change(documentOf()));
const pem = (key: Key): string => key.publicKey.export({ format: "pem", type: "spki" }).toString();

const N = Buffer.from("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", "hex");
const ZERO = Buffer.alloc(32);
const ONE = Buffer.concat([Buffer.alloc(31), Buffer.from([1])]);
const neutral = { kty: "OKP", crv: "Ed25519", x: base64url(Buffer.concat([Buffer.from([1]), Buffer.alloc(31)])) };
/** The key's thumbprint (RFC 7638), under which it would be found. */
const neutralKid = fileDigest(JSON.stringify({ crv: "Ed25519", kty: "OKP", x: neutral.x })).slice("sha256-".length);
const labelled = await ringOf(ACME.jwk, { ...P256.jwk, crv: "P-384" });
const lowOrder = await ringOf(ACME.jwk, neutral);

type Attack = readonly [what: string, bytes: Uint8Array, outcome: string, ring?: Keyring, now?: number];

const ATTACKS: readonly Attack[] = [
  ...["none", "None", "nOnE", "", null].map((alg): Attack => [
    `alg ${alg}, no signature`,
    signed(ACME, { alg }, fixed(new Uint8Array())),
    FORM,
  ]),
  ["alg none, a signature of zeros", signed(ACME, { alg: "none" }, fixed(new Uint8Array(64))), FORM],
  [
    "HS256, the secret being the public JWK",
    signed(ACME, { alg: "HS256" }, hmacSigner(JSON.stringify(ACME.jwk))),
    FORM,
  ],
  ["HS256, the secret being the public PEM", signed(P256, { alg: "HS256" }, hmacSigner(pem(P256))), FORM],
  [
    "HS256, the secret being the coordinate",
    signed(ACME, { alg: "HS256" }, hmacSigner(Buffer.from(String(ACME.jwk["x"]), "base64url"))),
    FORM,
  ],
  ["HS512, 64 bytes long like ours", signed(ACME, { alg: "HS512" }, fixed(new Uint8Array(64).fill(7))), FORM],
  ["RS256 and PS256 with a key that is neither", signed(P256, { alg: "PS256" }), FORM],
  ["ES256 said of an Ed25519 key", signed(ACME, { alg: "ES256" }), "wrong_algorithm at signature: signature_invalid"],
  ["Ed25519 said of an ES256 key", signed(P256, { alg: "Ed25519" }), "wrong_algorithm at signature: signature_invalid"],
  ["ES256 in DER", signed(P256, {}, derSigner(P256)), FORM],
  ["ES256 with r = 0", signed(P256, {}, fixed(Buffer.concat([ZERO, ONE]))), SIGNATURE],
  ["ES256 with s = 0", signed(P256, {}, fixed(Buffer.concat([ONE, ZERO]))), SIGNATURE],
  ["ES256 with r = s = 0", signed(P256, {}, fixed(new Uint8Array(64))), SIGNATURE],
  ["ES256 with r = n", signed(P256, {}, fixed(Buffer.concat([N, ONE]))), SIGNATURE],
  ["ES256 with r = s = n", signed(P256, {}, fixed(Buffer.concat([N, N]))), SIGNATURE],
  ["an ES256 key labelled P-384 is no key", signed(P256, {}), KEY, labelled],
  [
    "a low-order key in the keyring, for which zeros are a signature",
    signed(ACME, { kid: neutralKid }, fixed(Buffer.concat([Buffer.from([1]), Buffer.alloc(63)]))),
    KEY,
    lowOrder,
  ],
  ["a key nobody trusts", signed(STRANGER, {}), KEY],
  ["a stranger's signature under a trusted kid", signed(STRANGER, { kid: ACME.kid }), SIGNATURE],
  [
    "two keys of one kid: the second names the first",
    signed(STRANGER, {}),
    "no_keys at key: untrusted_key",
    await ringOf(ACME.jwk, { ...STRANGER.jwk, kid: ACME.kid }),
  ],
  [
    "the same key twice, once without its revocation",
    signed(ACME, {}),
    "no_keys at key: untrusted_key",
    await ringOf(ACME.jwk, { ...ACME.jwk, "svc:revokedAt": 1 }),
  ],
  ...["../keys", "__proto__", "constructor", "hasOwnProperty", "", `${ACME.kid} `, "A".repeat(42)].map(
    (kid): Attack => [`kid ${JSON.stringify(kid)}`, signed(ACME, { kid }), FORM],
  ),
  ["kid of 1 MB", signed(ACME, { kid: "A".repeat(1_000_000) }), FORM],
  ["kid that is a list", signed(ACME, { kid: [ACME.kid] }), FORM],
  ["kid left out", signed(ACME, { kid: undefined }), FORM],
  ["a key of its own in jwk", signed(STRANGER, { jwk: STRANGER.jwk }), FORM],
  ["the trusted kid and a key of its own in jwk", signed(STRANGER, { kid: ACME.kid, jwk: STRANGER.jwk }), FORM],
  ["jku at the attacker's", signed(ACME, { jku: "https://keys.attacker.example/jwks.json" }), FORM],
  ["x5u at the attacker's", signed(ACME, { x5u: "https://keys.attacker.example/chain.pem" }), FORM],
  ["x5c", signed(ACME, { x5c: ["MIIB"] }), FORM],
  ["x5t#S256", signed(ACME, { "x5t#S256": "A".repeat(43) }), FORM],
  [
    "jwk in an unprotected header",
    changed((document) => ({
      ...document,
      jws: { ...document.jws, signatures: [{ ...signature(MANIFEST, STRANGER), header: { jwk: STRANGER.jwk } }] },
    })),
    FORM,
  ],
  [
    "kid in an unprotected header",
    changed((document) => ({
      ...document,
      jws: {
        ...document.jws,
        signatures: [{ ...signature(MANIFEST, ACME, { kid: undefined }), header: { kid: ACME.kid } }],
      },
    })),
    FORM,
  ],
  ...[["exp"], [], ["b64"], ["alg"], "exp"].map((crit): Attack => [
    `crit ${JSON.stringify(crit)}`,
    signed(ACME, { crit }),
    FORM,
  ]),
  ["b64 false", signed(ACME, { b64: false }), FORM],
  ["b64 false, declared critical", signed(ACME, { b64: false, crit: ["b64"] }), FORM],
  ["b64 true, which changes nothing", signed(ACME, { b64: true }), FORM],
  ["zip", signed(ACME, { zip: "DEF" }), FORM],
  [
    "alg twice in a header",
    signed(ACME, `{"alg":"none","alg":"Ed25519","kid":"${ACME.kid}","typ":"drawbridge-plugin+jws"}`),
    FORM,
  ],
  [
    "alg twice, once escaped",
    signed(ACME, `{"alg":"Ed25519","\\u0061lg":"none","kid":"${ACME.kid}","typ":"drawbridge-plugin+jws"}`),
    FORM,
  ],
  [
    "a digest twice in the manifest",
    packageOf({
      manifest: MANIFEST.replace('"notice.liquid":"sha256', '"notice.liquid":"sha256-x","notice.liquid":"sha256'),
    }),
    "manifest_refused at manifest: signature_invalid",
  ],
  [
    "__proto__ in the manifest",
    packageOf({
      manifest: MANIFEST.replace('{"manifestVersion"', '{"__proto__":{"kind":"executable"},"manifestVersion"'),
    }),
    "manifest_refused at manifest: signature_invalid",
  ],
  [
    "the format twice in the document",
    bytesOf(JSON.stringify(documentOf()).replace("{", '{"format":"drawbridge-package/1",')),
    FORM,
  ],
  [
    "an unsigned member an installer might use",
    changed((document) => ({ ...document, capabilities: { http: {} } })),
    FORM,
  ],
  [
    "an unsigned manifest beside the signed one",
    changed((document) => ({ ...document, manifest: JSON.parse(EVIL) as unknown })),
    FORM,
  ],
  [
    "a second payload",
    changed((document) => ({ ...document, jws: { ...document.jws, payloads: [base64url(EVIL)] } })),
    FORM,
  ],
  [
    "the form of one signature, flattened",
    changed((document) => ({ ...document, jws: { payload: document.jws.payload, ...signature(MANIFEST, ACME) } })),
    FORM,
  ],
  ["no signature", packageOf({ signatures: [] }), FORM],
  [
    "a payload swapped under the same header",
    packageOf({ manifest: EVIL, signatures: [signature(MANIFEST, ACME)] }),
    SIGNATURE,
  ],
  [
    "the same manifest set out otherwise",
    packageOf({ manifest: `${MANIFEST} `, signatures: [signature(MANIFEST, ACME)] }),
    SIGNATURE,
  ],
  ["a signature over a document of another kind", signed(ACME, { typ: "JWT" }), FORM],
  ["typ in other letters", signed(ACME, { typ: "Drawbridge-Plugin+JWS" }), FORM],
  ["typ left out", signed(ACME, { typ: undefined }), FORM],
  [
    "a key that has expired",
    signed(ACME, {}),
    "expired at key: untrusted_key",
    await ringOf({ ...ACME.jwk, exp: seconds(NOW) }),
  ],
  [
    "a key that is not valid yet",
    signed(ACME, {}),
    "not_yet_valid at key: untrusted_key",
    await ringOf({ ...ACME.jwk, nbf: seconds(NOW) + 1 }),
  ],
  [
    "a clock ten years slow",
    signed(ACME, {}),
    "not_yet_valid at key: untrusted_key",
    await ringOf({ ...ACME.jwk, nbf: seconds(NOW - YEAR) }),
    NOW - 10 * YEAR,
  ],
  [
    "a clock ten years fast",
    signed(ACME, {}),
    "expired at key: untrusted_key",
    await ringOf({ ...ACME.jwk, exp: seconds(NOW + YEAR) }),
    NOW + 10 * YEAR,
  ],
  [
    "freeze: what was good is offered again after its key's end",
    signed(ACME, {}),
    "expired at key: untrusted_key",
    await ringOf({ ...ACME.jwk, exp: seconds(NOW) }),
    NOW + YEAR,
  ],
  [
    "the manifest of v2 with the files of v1",
    packageOf({
      manifest: manifestOf({ version: "2.0.0", files: pins({ ...FILES, "notice.liquid": "<p>mended</p>" }) }),
    }),
    DIGEST,
  ],
  [
    "a file with one byte more",
    packageOf({ files: { ...FILES, "notice.liquid": `${FILES["notice.liquid"]}\n` } }),
    DIGEST,
  ],
  [
    "a file composed otherwise",
    packageOf({
      manifest: manifestOf({ files: pins({ ...FILES, "notice.liquid": "caf\u00e9" }) }),
      files: { ...FILES, "notice.liquid": "cafe\u0301" },
    }),
    DIGEST,
  ],
  [
    "a byte order mark before a file",
    packageOf({ files: { ...FILES, "notice.liquid": `\ufeff${FILES["notice.liquid"]}` } }),
    DIGEST,
  ],
  ["a digest left out of the manifest", packageOf({ manifest: manifestOf({ files: undefined }) }), MISFIT],
  ["a file left out", packageOf({ files: {} }), MISFIT],
  ["endless data", new Uint8Array(PACKAGE_DOCUMENT_MAX_BYTES + 1).fill(0x20), "too_large at size: signature_invalid"],
  ["a bomb of nesting", bytesOf("[".repeat(1_000_000)), FORM],
  ["a zip archive", bytesOf(Uint8Array.from([0x50, 0x4b, 3, 4])), FORM],
  [
    "a key that was revoked",
    signed(ACME, {}),
    "revoked at key: untrusted_key",
    await ringOf({ ...ACME.jwk, "svc:revokedAt": seconds(NOW) }),
  ],
  ["a key that was taken out", signed(ACME, {}), KEY, await ringOf(OTHER.jwk)],
  ["a keyring replaced with an empty one", signed(ACME, {}), "no_keys at key: untrusted_key", await ringOf()],
  [
    "a keyring of broken keys",
    signed(ACME, {}),
    "no_keys at key: untrusted_key",
    await ringOf({ ...ACME.jwk, x: "" }, neutral),
  ],
  [
    "a publisher's key on another's plugin",
    signed(ACME, {}),
    "publisher_not_allowed at publisher: untrusted_key",
    await ringOf({ ...ACME.jwk, "svc:publishers": ["other"] }),
  ],
  [
    "a publisher whose name begins like another's",
    packageOf({ manifest: manifestOf({ id: "acme-two.notices" }) }),
    "publisher_not_allowed at publisher: untrusted_key",
    await ringOf({ ...ACME.jwk, "svc:publishers": ["acme"] }),
  ],
  ...[
    "../x.css",
    "/etc/x.css",
    "a/../../x.css",
    "a\\x.css",
    "c:x.css",
    ".hidden.css",
    "a//x.css",
    "constructor",
    "x.css\u0000.liquid",
  ].map((path): Attack => {
    const files = { ...FILES, [path]: "" };
    return [
      `a file named ${JSON.stringify(path)}`,
      packageOf({ files, manifest: manifestOf({ files: pins(files) }) }),
      path === "constructor" ? FORM : "manifest_refused at manifest: signature_invalid",
    ];
  }),
  [
    "a file out of the package that the manifest does not name",
    packageOf({ files: { ...FILES, "../x.css": "" } }),
    MISFIT,
  ],
  [
    "two files of one name",
    bytesOf(JSON.stringify(documentOf()).replace('"files":{', '"files":{"notice.liquid":"evil",')),
    FORM,
  ],
  [
    "two files whose names differ in case",
    (() => {
      const files = { ...FILES, "Notice.liquid": "" };
      return packageOf({ files, manifest: manifestOf({ files: pins(files) }) });
    })(),
    MISFIT,
  ],
  [
    "a link instead of a file",
    changed((document) => ({ ...document, files: { ...document.files, "notice.liquid": { link: "/etc/passwd" } } })),
    FORM,
  ],
  [
    "padding in a header",
    packageOf({ signatures: [{ ...signature(MANIFEST, ACME), protected: `${signature(MANIFEST, ACME).protected}=` }] }),
    FORM,
  ],
  [
    "a space in a signature",
    packageOf({
      signatures: [{ ...signature(MANIFEST, ACME), signature: ` ${signature(MANIFEST, ACME).signature.slice(1)}` }],
    }),
    FORM,
  ],
  [
    "spare bits in a signature",
    packageOf({
      signatures: [{ ...signature(MANIFEST, ACME), signature: signature(MANIFEST, ACME).signature.replace(/.$/, "B") }],
    }),
    FORM,
  ],
  [
    "the other alphabet in a payload",
    changed((document) => ({
      ...document,
      jws: { ...document.jws, payload: `${document.jws.payload.slice(0, -4)}+/+/` },
    })),
    FORM,
  ],
  [
    "a payload that is not UTF-8",
    changed((document) => ({
      ...document,
      jws: { ...document.jws, payload: base64url(Uint8Array.from([0x22, 0xff, 0x22])) },
    })),
    FORM,
  ],
  ["a byte order mark before the document", bytesOf(`\ufeff${JSON.stringify(documentOf())}`), FORM],
  [
    "half of a surrogate pair in a file",
    bytesOf(JSON.stringify(documentOf()).replace('"files":{', '"files":{"x.css":"\\ud800",')),
    FORM,
  ],
  ["a package of a format to come", changed((document) => ({ ...document, format: "drawbridge-package/2" })), FORM],
];

const outcome = (bytes: Uint8Array, ring: Keyring = RING, now = NOW): Promise<string> =>
  verified(bytes, ring, now).then(
    () => "believed",
    async () => line(await refusal(bytes, ring, now)),
  );

describe("a package gets no trust from", () => {
  afterEach(() => void vi.unstubAllGlobals());

  test.each(ATTACKS.map(([what, bytes, expected, ring, now]) => ({ what, bytes, expected, ring, now })))(
    "$what",
    async ({ bytes, expected, ring, now }) => {
      // The verifier never fetches a URL from a header.
      const fetching = vi.fn<typeof fetch>(() => Promise.reject(new Error("a fetch")));
      vi.stubGlobal("fetch", fetching);
      expect(await outcome(bytes, ring, now)).toBe(expected);
      expect(fetching).not.toHaveBeenCalled();
    },
  );
});

describe("over time", () => {
  test("a key that is revoked between installation and start makes the start refuse the package", async () => {
    const verifier = new Verifier(sha256);
    const revoked = await ringOf({ ...ACME.jwk, "svc:revokedAt": seconds(NOW) });
    const loads = [await verifier.verify(packageOf(), RING, NOW), await verifier.verify(packageOf(), revoked, NOW)];
    expect(loads.map((load) => (load.ok ? "believed" : load.error.why))).toEqual(["believed", "revoked"]);
  });

  test("a changed root of trust is not hidden by a cached verification", async () => {
    const verifier = new Verifier(sha256);
    const rings = [RING, await ringOf(OTHER.jwk), await ringOf()];
    const loads = [];
    for (const ring of rings) loads.push(await verifier.verify(packageOf(), ring, NOW));
    expect(loads.map((load) => (load.ok ? "believed" : load.error.why))).toEqual([
      "believed",
      "unknown_key",
      "no_keys",
    ]);
  });

  test("both keys are valid during the rotation's time", async () => {
    const ring = await ringOf({ ...ACME.jwk, exp: seconds(NOW) + 20 }, { ...OTHER.jwk, nbf: seconds(NOW) + 10 });
    const both = packageOf({ signatures: [signature(MANIFEST, ACME), signature(MANIFEST, OTHER)] });
    const at = async (later: number) => (await verified(both, ring, NOW + later * 1000)).signedBy;
    expect([await at(9), await at(10), await at(19), await at(20)]).toEqual([
      [ACME.kid],
      [ACME.kid, OTHER.kid],
      [ACME.kid, OTHER.kid],
      [OTHER.kid],
    ]);
  });

  test("several signatures of one key count as one signer", async () => {
    const signatures = Array.from({ length: 8 }, () => signature(MANIFEST, ACME));
    expect((await verified(packageOf({ signatures }))).signedBy).toEqual([ACME.kid]);
  });

  const install = async (
    version: string,
    highest: { version: string; digest: string } | undefined,
    allowDowngrade = false,
    name = "Notices",
  ) => {
    const { manifest, digest } = await verified(packageOf({ manifest: manifestOf({ version, name }) }));
    return afterInstalling({ version: manifest.version, digest }, highest, { allowDowngrade });
  };
  const why = (result: Awaited<ReturnType<typeof install>>): string =>
    result.ok ? result.value.version : result.error.why;
  const v = (version: string, name?: string) => ({
    version,
    digest: fileDigest(manifestOf(name === undefined ? { version, name: "Notices" } : { version, name })),
  });

  test.each<readonly [string, string, string, string, boolean, string]>([
    [
      "rollback: a signed version with a hole that was mended since",
      "1.0.0",
      "Notices",
      "1.1.0",
      false,
      "older_than_highest",
    ],
    ["rollback to a beta", "1.1.0-beta.9", "Notices", "1.1.0", false, "older_than_highest"],
    ["the same version with another digest", "1.1.0", "Evil", "1.1.0", false, "other_bytes_of_a_version"],
    [
      "the same version with another digest, on an owner's word",
      "1.1.0",
      "Evil",
      "1.1.0",
      true,
      "other_bytes_of_a_version",
    ],
    ["fast-forward to 2^53 - 1", "9007199254740991.0.0", "Notices", "1.1.0", false, "9007199254740991.0.0"],
    ["recovery from it on an owner's word", "1.1.1", "Notices", "9007199254740991.0.0", true, "1.1.1"],
  ])("%s", async (_, version, name, highest, allowDowngrade, expected) => {
    expect(why(await install(version, v(highest), allowDowngrade, name))).toBe(expected);
  });

  test("a version number beyond 2^53 is refused", async () => {
    expect(line(await refusal(packageOf({ manifest: manifestOf({ version: "9007199254740992.0.0" }) })))).toBe(
      "manifest_refused at manifest: signature_invalid",
    );
  });
});
