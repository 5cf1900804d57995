import { BoundedMap } from "../../../manifests/memory/boundedMap.ts";
import type { Adapter, AdapterPayload } from "oidc-provider";

/** The largest number of entries of one kind. A person needs far fewer; a loop must not fill the memory. */
const MOST = 1_000;

/** Stores the local provider's state in memory. A restart ends all logins to the provider. */
export class IdentityStore implements Adapter {
  readonly #kept = new BoundedMap<string, { payload: AdapterPayload; until: number }>(MOST);

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    this.#kept.set(id, { payload, until: expiresIn ? Date.now() + expiresIn * 1000 : Number.POSITIVE_INFINITY });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const kept = this.#kept.get(id);
    return kept && Date.now() < kept.until ? kept.payload : undefined;
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#first((payload) => payload.uid === uid);
  }

  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.#first((payload) => payload.userCode === userCode);
  }

  async consume(id: string): Promise<void> {
    const kept = this.#kept.get(id);
    if (kept) kept.payload = { ...kept.payload, consumed: Math.floor(Date.now() / 1000) };
  }

  async destroy(id: string): Promise<void> {
    this.#kept.delete(id);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [id, { payload }] of this.#kept) if (payload.grantId === grantId) this.#kept.delete(id);
  }

  #first(isMeant: (payload: AdapterPayload) => boolean): AdapterPayload | undefined {
    return [...this.#kept.values()].find(({ payload, until }) => Date.now() < until && isMeant(payload))?.payload;
  }
}
