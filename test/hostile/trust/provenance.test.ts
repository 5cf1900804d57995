/** Statements about the origin of a package: forged, of another package, of another key, too large, and none. */
import { describe, expect, test } from "vitest";
import { PROVENANCE_MAX_BYTES } from "../../../manifests/bounds/packages.ts";
import { provenanceBeside, readProvenance } from "../../../manifests/distribution/provenance.ts";
import { INDEX_TYPE, PROVENANCE_TYPE, SIGNATURE_TYPE } from "../../../manifests/trust/header.ts";
import {
  ACME,
  base64url,
  bytesOf,
  type Key,
  NOW,
  P256,
  RING,
  ringOf,
  signature,
  STRANGER,
} from "../../vectors/trust/workshop.ts";

const DIGEST = "a".repeat(64);

const statement = (change: object = {}): object => ({
  _type: "https://in-toto.io/Statement/v1",
  subject: [{ name: "acme.notices-1.0.0", digest: { sha256: DIGEST } }],
  predicateType: "https://slsa.dev/provenance/v1",
  predicate: {
    buildDefinition: {
      buildType: "urn:drawbridge:plugin-package/1",
      externalParameters: {},
      resolvedDependencies: [{ uri: "git+https://code.example/acme/notices", digest: { gitCommit: "c0ffee" } }],
    },
    runDetails: { builder: { id: "https://ci.example/workflow" } },
  },
  ...change,
});

interface Signing {
  readonly key?: Key;
  readonly type?: string;
  /** The text that is signed, if it is another than the statement's. */
  readonly signed?: string;
}

function documentOf(text: string, { key = ACME, type = PROVENANCE_TYPE, signed = text }: Signing = {}): object {
  const jws = { payload: base64url(text), signatures: [signature(signed, key, { typ: type })] };
  return { format: "drawbridge-provenance/1", jws };
}

const read = (document: unknown, ring = RING) =>
  readProvenance(bytesOf(document), { id: "acme.notices", sha256: DIGEST }, ring, NOW);
const reasonOf = async (document: unknown, ring = RING): Promise<string> => {
  const found = await read(document, ring);
  return found.ok ? "read" : found.error;
};

describe("a statement about the origin of a package", () => {
  test.each([
    ["Ed25519", ACME],
    ["P-256", P256],
  ])("is read with its facts, signed by a key of %s", async (_, key) => {
    expect(await read(documentOf(JSON.stringify(statement()), { key }))).toEqual({
      ok: true,
      value: {
        builder: "https://ci.example/workflow",
        source: "git+https://code.example/acme/notices",
        commit: "c0ffee",
        signedBy: [key.kid],
      },
    });
  });

  test.each<[string, string, object]>([
    ["of a key that nobody trusts", "wrong_key", documentOf(JSON.stringify(statement()), { key: STRANGER })],
    ["whose words were changed", "wrong_key", documentOf(JSON.stringify(statement()), { signed: "{}" })],
    ["with the signature of a package", "malformed", documentOf(JSON.stringify(statement()), { type: SIGNATURE_TYPE })],
    ["with the signature of an index", "malformed", documentOf(JSON.stringify(statement()), { type: INDEX_TYPE })],
    [
      "about another package",
      "other_package",
      documentOf(JSON.stringify(statement({ subject: [{ name: "x", digest: { sha256: "b".repeat(64) } }] }))),
    ],
    [
      "about the digest by another algorithm",
      "other_package",
      documentOf(JSON.stringify(statement({ subject: [{ name: "x", digest: { sha512: DIGEST } }] }))),
    ],
    ["about nothing", "malformed", documentOf(JSON.stringify(statement({ subject: [] })))],
    [
      "of another kind",
      "malformed",
      documentOf(JSON.stringify(statement({ predicateType: "https://slsa.dev/vsa/v1" }))),
    ],
    ["with a member twice", "malformed", documentOf(JSON.stringify(statement()).replace("{", '{"_type":"x",'))],
    ["that is no statement", "malformed", documentOf("[]")],
    [
      "without a signature",
      "malformed",
      { format: "drawbridge-provenance/1", jws: { payload: "e30", signatures: [] } },
    ],
    ["in another file", "malformed", { format: "drawbridge-package/1", jws: {}, files: {} }],
  ])("%s does not count: %s", async (_, reason, document) => expect(await reasonOf(document)).toBe(reason));

  test("ends with its key", async () => {
    const revoked = await ringOf({ ...ACME.jwk, "svc:revokedAt": 1 });
    expect(await reasonOf(documentOf(JSON.stringify(statement())), revoked)).toBe("wrong_key");
  });

  test("counts only by a key that may sign the plugin", async () => {
    const document = documentOf(JSON.stringify(statement()));
    expect(await reasonOf(document, await ringOf({ ...ACME.jwk, "svc:publishers": ["other"] }))).toBe("wrong_key");
    expect(await reasonOf(document, await ringOf({ ...ACME.jwk, "svc:publishers": ["acme"] }))).toBe("read");
  });

  test.each([-1, 0, 1])("has at most its bytes, and %d", async (more) => {
    const text = JSON.stringify(documentOf(JSON.stringify(statement())));
    const padded = `${text}${" ".repeat(PROVENANCE_MAX_BYTES + more - text.length)}`;
    expect(await reasonOf(padded)).toBe(more > 0 ? "too_large" : "read");
  });

  test.each([
    ["https://acme.example/acme.notices-1.0.0.json", "https://acme.example/acme.notices-1.0.0.provenance.json"],
    ["https://acme.example/notices", "https://acme.example/notices.provenance.json"],
  ])("lies beside %s", (address, beside) => expect(provenanceBeside(address)).toBe(beside));
});
