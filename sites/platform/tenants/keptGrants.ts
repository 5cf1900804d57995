/**
 * Caches of dispatch grants. A signature costs more than the read that it allows, so equal reads of visitors share one.
 */
import { DISPATCH_GRANT_AGAIN_MS, DISPATCH_GRANTS_KEPT } from "../../../manifests/bounds/hosting.ts";
import { BoundedMap } from "../../../manifests/memory/boundedMap.ts";
import { type Addressee, type Dispatch, type DispatchClaims, signGrant, verifyGrant } from "./grant.ts";

type Signer = Parameters<typeof signGrant>[1];

/** True for a visitor's read. Its grant allows nothing that another visitor's would not. */
const isShared = ({ audience, once }: Pick<Dispatch, "audience" | "once">): boolean =>
  !once && audience.kind === "public";

/** The grants that a dispatcher signed recently. */
export class SignedGrants {
  readonly #signer: Signer;
  readonly #kept = new BoundedMap<string, { readonly text: Promise<string>; readonly at: number }>(
    DISPATCH_GRANTS_KEPT,
  );

  constructor(signer: Signer) {
    this.#signer = signer;
  }

  /** A grant for the call. Reads of visitors may share one, as long as half of its lifetime is left. */
  grant(call: Dispatch, now = Date.now()): Promise<string> {
    if (!isShared(call)) return signGrant(call, this.#signer, now);
    const key = JSON.stringify([call.tenant, call.worker, call.site, call.method]);
    const kept = this.#kept.get(key);
    // After the clock was set back, a cached grant would lie in the future.
    if (kept && now >= kept.at && now - kept.at < DISPATCH_GRANT_AGAIN_MS) return kept.text;
    const text = signGrant(call, this.#signer, now);
    this.#kept.set(key, { text, at: now });
    return text;
  }
}

/** The valid grants that a tenant's worker has verified. */
export class VerifiedGrants {
  readonly #addressee: Addressee;
  readonly #known = new BoundedMap<string, DispatchClaims>(DISPATCH_GRANTS_KEPT);

  constructor(addressee: Addressee) {
    this.#addressee = addressee;
  }

  /** Verifies a grant. An identical text that was verified before and has not expired is not verified again. */
  async verify(text: unknown, now = Date.now()): Promise<DispatchClaims> {
    const known = this.#known.get(text as string);
    if (known && known.iat * 1000 <= now && now < known.exp * 1000) return known;
    const claims = await verifyGrant(text, this.#addressee, now);
    if (isShared(claims)) this.#known.set(text as string, claims);
    return claims;
  }
}
