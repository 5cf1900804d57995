/** Keys of this run, and packages signed with them: valid ones and forgeries. */
import { createHash, createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { calculateJwkThumbprint } from "jose";
import { type Keyring, readKeyring } from "../../../manifests/trust/keyring.ts";
import { PACKAGE_FORMAT } from "../../../manifests/trust/packageShape.ts";
import { SIGNATURE_TYPE } from "../../../manifests/trust/header.ts";
import type { Sha256 } from "../../../manifests/trust/digest.ts";
import { distrust, stepOf, type Untrusted } from "../../../manifests/trust/untrusted.ts";
import { type VerifiedPackage, verifyPackage } from "../../../manifests/trust/verify.ts";

export const sha256: Sha256 = async (bytes) => createHash("sha256").update(bytes).digest();
export const fileDigest = (text: string): string => `sha256-${createHash("sha256").update(text, "utf8").digest("base64url")}`;
export const base64url = (text: string | Uint8Array): string => Buffer.from(text).toString("base64url");

/** 2026-11-01, in milliseconds. */
export const NOW = 1_793_491_200_000;
export const seconds = (ms: number): number => ms / 1000;
export const YEAR = 365 * 24 * 60 * 60 * 1000;

export interface Key {
  readonly alg: "Ed25519" | "ES256";
  readonly jwk: Readonly<Record<string, unknown>>;
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

async function made(alg: Key["alg"]): Promise<Key> {
  const pair = alg === "Ed25519" ? generateKeyPairSync("ed25519") : generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwk = pair.publicKey.export({ format: "jwk" });
  return { alg, jwk: { ...jwk }, kid: await calculateJwkThumbprint(jwk as { kty: string }), ...pair };
}

export const [ACME, OTHER, P256, STRANGER] = await Promise.all([made("Ed25519"), made("Ed25519"), made("ES256"), made("Ed25519")]);

export type Signer = (data: Buffer) => Buffer;

export const signerOf = ({ alg, privateKey }: Key): Signer =>
  alg === "Ed25519" ? (data) => sign(null, data, privateKey) : (data) => sign("sha256", data, { key: privateKey, dsaEncoding: "ieee-p1363" });

export const derSigner = ({ privateKey }: Key): Signer => (data) => sign("sha256", data, privateKey);
export const hmacSigner = (secret: string | Buffer): Signer => (data) => createHmac("sha256", secret).update(data).digest();
export const fixed = (bytes: Uint8Array): Signer => () => Buffer.from(bytes);

export const TEMPLATE = "<p>{{ fields.text }}</p>";
export const FILES: Readonly<Record<string, string>> = { "notice.liquid": TEMPLATE, "notice.md.liquid": "{{ fields.text }}" };

export const pins = (files: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path, fileDigest(text)]));

export const manifestOf = (change: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({
    manifestVersion: 1,
    id: "acme.notices",
    version: "1.0.0",
    name: "Notices",
    kind: "declarative",
    engine: "^1.0.0",
    contributes: {
      sections: [
        {
          name: "notice",
          title: "Notice",
          category: "content",
          template: "notice.liquid",
          markdown: "notice.md.liquid",
          variants: [{ name: "plain", title: "Plain" }],
          fields: {
            type: "object",
            properties: { text: { $ref: "drawbridge:text", title: "Text", default: "Closed" } },
            additionalProperties: false,
          },
          example: { fields: { text: "Closed" } },
        },
      ],
    },
    files: pins(FILES),
    ...change,
  });

export interface Signature {
  readonly protected: string;
  readonly signature: string;
  readonly [more: string]: unknown;
}

/** A signature over this text with any header. */
export function signature(manifestText: string, key: Key, header: Readonly<Record<string, unknown>> | string = {}, signer: Signer = signerOf(key)): Signature {
  const text = typeof header === "string" ? header : JSON.stringify({ alg: key.alg, kid: key.kid, typ: SIGNATURE_TYPE, ...header });
  const protectedText = base64url(text);
  return { protected: protectedText, signature: base64url(signer(Buffer.from(`${protectedText}.${base64url(manifestText)}`))) };
}

export interface Parts {
  readonly manifest?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly signatures?: readonly Signature[];
}

export const documentOf = ({ manifest = manifestOf(), files = FILES, signatures }: Parts = {}) => ({
  format: PACKAGE_FORMAT as string,
  jws: { payload: base64url(manifest), signatures: signatures ?? [signature(manifest, ACME)] },
  files,
});

export const bytesOf = (document: unknown): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(typeof document === "string" ? document : JSON.stringify(document)));

export const packageOf = (parts: Parts = {}): Uint8Array<ArrayBuffer> => bytesOf(documentOf(parts));

export const ringOf = (...keys: readonly unknown[]): Promise<Keyring> => readKeyring(JSON.stringify(keys), sha256);

export const RING = await ringOf(ACME.jwk, OTHER.jwk, P256.jwk);

export async function verified(bytes: Uint8Array, ring: Keyring = RING, now: number = NOW): Promise<VerifiedPackage> {
  const result = await verifyPackage(bytes, ring, now, sha256);
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.error)}`);
  return result.value;
}

export async function refusal(bytes: Uint8Array, ring: Keyring = RING, now: number = NOW): Promise<Untrusted> {
  const result = await verifyPackage(bytes, ring, now, sha256);
  if (result.ok) throw new Error("accepted");
  return result.error;
}

/** A refusal in one line: reason, step, and the resolution's reason. */
export const line = (untrusted: Untrusted): string => `${untrusted.why} at ${stepOf(untrusted)}: ${distrust(untrusted).reason}`;
