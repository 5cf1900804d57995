/**
 * Verifies packages, and caches each verdict. The cache key is the digest of the whole document *and* of the keyring. A
 * key of the plugin's name alone would keep a verdict after its key was removed. A verdict is valid until a key of the
 * ring becomes valid, expires or is revoked, also if the clock is set back.
 */
import { PACKAGE_DOCUMENT_MAX_BYTES, VERIFIED_KEPT_MAX_BYTES } from "../bounds/packages.ts";
import { bytesDigest, type Sha256 } from "./digest.ts";
import { type Keyring, steadyAround } from "./keyring.ts";
import type { PackageDocument } from "./package.ts";
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

/** Tells whether a document has bytes of its own. Lone surrogates would share those of their replacement character. */
const isExact = (document: PackageDocument): boolean => typeof document !== "string" || document.isWellFormed();

export class Verifier {
  readonly #sha256: Sha256;
  /** Verdicts by last use, the least recently used first. */
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor(sha256: Sha256) {
    this.#sha256 = sha256;
  }

  async verify(document: PackageDocument, keyring: Keyring, now: number): Promise<Verification> {
    // Copies the bytes, so that those digested, verified and returned are the same even if the caller changes its
    // array.
    const stable = typeof document === "string" ? document : new Uint8Array(document);
    const bytes = typeof stable === "string" ? new TextEncoder().encode(stable) : stable;
    // Verdicts about oversized documents are not cached, so that a flood of them evicts no other verdict.
    const isCached = bytes.length <= PACKAGE_DOCUMENT_MAX_BYTES && isExact(stable);
    if (!isCached) return verifyPackage(stable, keyring, now, this.#sha256);
    const key = `${await bytesDigest(bytes, this.#sha256)} ${keyring.digest}`;
    const known = this.#kept.get(key);
    if (known) this.#forget(key, known);
    const holds = known !== undefined && known.from <= now && now < known.until;
    const outcome = holds ? known.outcome : await verifyPackage(stable, keyring, now, this.#sha256);
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
