/** Reads private keys of plugin authors, and signs with them. */
import { calculateJwkThumbprint, FlattenedSign, importJWK, type JWK } from "jose";
import { SIGNATURE_TYPE, type SignedType } from "../../../../manifests/trust/header.ts";
import type { PackageContent } from "../../../../manifests/trust/packageShape.ts";
import { UsageError } from "../../command/command.ts";
import { fileBytes } from "./packageFile.ts";

export type Signature = PackageContent["jws"]["signatures"][number];

export interface SigningKey {
  readonly jwk: JWK;
  readonly alg: "Ed25519" | "ES256";
  readonly kid: string;
  readonly publicJwk: JWK;
}

const ALG_OF: Readonly<Record<string, SigningKey["alg"]>> = { Ed25519: "Ed25519", "P-256": "ES256" };

function parsedKey(path: string): JWK {
  const text = Buffer.from(fileBytes(path)).toString("utf8");
  try {
    return JSON.parse(text) as JWK;
  } catch (error) {
    // The parser's message would quote a private key, so the cause is replaced.
    if (error instanceof SyntaxError) throw new UsageError(`${path} is not JSON.`, { cause: new Error("not JSON") });
    throw error;
  }
}

export async function readKey(path: string): Promise<SigningKey> {
  const jwk = parsedKey(path);
  if (!isPrivate(jwk)) throw new UsageError(`${path} is not a private key from svc plugin keygen.`);
  return importKey(jwk);
}

const isPrivate = ({ crv, d }: JWK): boolean => ALG_OF[String(crv)] !== undefined && typeof d === "string";

export async function importKey(jwk: JWK): Promise<SigningKey> {
  const { kty, crv, x, y } = jwk;
  const publicJwk: JWK = { ...(kty && { kty }), ...(crv && { crv }), ...(x && { x }), ...(y && { y }) };
  return { jwk, alg: ALG_OF[String(crv)] ?? "Ed25519", publicJwk, kid: await calculateJwkThumbprint(publicJwk) };
}

/** Signs a payload, by default a package's. */
export async function signatureOver(
  { jws }: Pick<PackageContent, "jws">,
  { jwk, alg, kid }: SigningKey,
  typ: SignedType = SIGNATURE_TYPE,
): Promise<Signature> {
  const signing = new FlattenedSign(Buffer.from(jws.payload, "base64url")).setProtectedHeader({
    alg,
    kid,
    typ,
  });
  const { protected: header = "", signature } = await signing.sign(await importJWK(jwk, alg));
  return { protected: header, signature };
}

/** The package with this key's signature, and no other. */
export const signed = async (content: PackageContent, key: SigningKey): Promise<PackageContent> => ({
  ...content,
  jws: { ...content.jws, signatures: [await signatureOver(content, key)] },
});
