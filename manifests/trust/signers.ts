/**
 * Finds the trusted keys that made the signatures of a general JWS (RFC 7515). It does not know what is signed, so that
 * a worker that reads an index need not load the check of packages.
 */
import { STRICT_SAYS, strictBase64url } from "./exactText.ts";
import { type SignatureHeader, readHeader, type SignedType } from "./header.ts";
import type { Keyring } from "./keyring.ts";
import type { Jws } from "./packageShape.ts";
import { accepted, refused, type Result } from "../result.ts";
import type { SignedText } from "./signature.ts";
import { invalidity, type TrustKey } from "./trustKey.ts";
import { furthest, malformed, type Untrusted } from "./untrusted.ts";

export interface OpenedSignature {
  readonly header: SignatureHeader;
  readonly signed: SignedText;
}

export function openSignatures(
  { payload, signatures }: Jws,
  type?: SignedType,
): Result<readonly OpenedSignature[], Untrusted> {
  if (signatures.length === 0) return malformed("/jws/signatures", "no signature", "one signature or more");
  const opened: OpenedSignature[] = [];
  for (const [index, { protected: encoded, signature }] of signatures.entries()) {
    const at = `/jws/signatures/${index}`;
    if (!strictBase64url(signature)) return malformed(`${at}/signature`, "spare bits", STRICT_SAYS);
    const header = readHeader(encoded, `${at}/protected`, type);
    if (!header.ok) return header;
    opened.push({ header: header.value, signed: { payload, protected: encoded, signature } });
  }
  return accepted(opened);
}

async function signer(
  { header, signed }: OpenedSignature,
  keyring: Pick<Keyring, "keys">,
  now: number,
): Promise<Result<TrustKey, Untrusted>> {
  const { kid, alg } = header;
  const key = keyring.keys.get(kid);
  if (!key) return refused({ why: "unknown_key", kids: [kid] });
  const fault = invalidity(key, now);
  if (fault) return refused(fault);
  const { algorithms } = key;
  if (!algorithms.includes(alg)) return refused({ why: "wrong_algorithm", kid, found: alg, allowed: algorithms });
  return (await key.verifies(signed)) ? accepted(key) : refused({ why: "wrong_signature", kid });
}

/** The trusted keys with a valid signature, each once. One is enough. */
export async function findSigners(
  signatures: readonly OpenedSignature[],
  keyring: Pick<Keyring, "keys">,
  now: number,
): Promise<Result<readonly TrustKey[], Untrusted>> {
  if (keyring.keys.size === 0) return refused({ why: "no_keys" });
  const verdicts = await Promise.all(signatures.map((signature) => signer(signature, keyring, now)));
  const signers = new Set(verdicts.flatMap((verdict) => (verdict.ok ? [verdict.value] : [])));
  if (signers.size > 0) return accepted([...signers]);
  return refused(furthest(verdicts.flatMap((verdict) => (verdict.ok ? [] : [verdict.error]))));
}
