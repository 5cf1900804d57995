/**
 * Verifies packages, and the same one by the same keyring once. An outcome is kept by the digest of the whole document
 * *and* of the keyring. By the plugin's name alone it would outlive the key that was taken away. It holds until a key
 * of the ring begins, ends or is revoked, also when the clock is set back.
 */
import { PACKAGE_DOCUMENT_MAX_BYTES, VERIFIED_KEPT_MAX_BYTES } from "../bounds/packages.ts";
import { bytesDigest, type Sha256 } from "./digest.ts";
import { type Keyring, steadyAround } from "./keyring.ts";
import type { Result } from "../result.ts";
import type { Untrusted } from "./untrusted.ts";
import { type VerifiedPackage, verifyPackage } from "./verify.ts";

export type Verification = Result<VerifiedPackage, Untrusted>;

interface Kept {
  readonly outcome: Verification;
  readonly bytes: number;
  readonly from: number;
  readonly until: number;
}

export class Verifier {
  readonly #sha256: Sha256;
  /** Verdicts by last use, the least recently used first. */
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor(sha256: Sha256) {
    this.#sha256 = sha256;
  }

  async verify(document: Uint8Array, keyring: Keyring, now: number): Promise<Verification> {
    // A document that is too long is not remembered, so that no flood evicts other verdicts.
    if (document.length > PACKAGE_DOCUMENT_MAX_BYTES) return verifyPackage(document, keyring, now, this.#sha256);
    // A copy: what is digested, verified and returned must be one and the same, whatever becomes of the caller's.
    const bytes = new Uint8Array(document);
    const key = `${await bytesDigest(bytes, this.#sha256)} ${keyring.digest}`;
    const known = this.#kept.get(key);
    if (known) this.#forget(key, known);
    const holds = known !== undefined && known.from <= now && now < known.until;
    const outcome = holds ? known.outcome : await verifyPackage(bytes, keyring, now, this.#sha256);
    this.#keep(key, { outcome, bytes: bytes.length, ...steadyAround(keyring, now) });
    return outcome;
  }

  #keep(key: string, entry: Kept): void {
    const other = this.#kept.get(key);
    if (other) this.#forget(key, other);
    this.#kept.set(key, entry);
    this.#bytes += entry.bytes;
    for (const [oldest, { bytes }] of this.#kept) {
      if (this.#bytes <= VERIFIED_KEPT_MAX_BYTES) return;
      this.#kept.delete(oldest);
      this.#bytes -= bytes;
    }
  }

  #forget(key: string, { bytes }: Kept): void {
    if (this.#kept.delete(key)) this.#bytes -= bytes;
  }
}
