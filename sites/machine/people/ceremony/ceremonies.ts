import { CEREMONIES_MAX, CEREMONY_MS } from "../../../../manifests/bounds/logins.ts";
import { BoundedMap } from "../../../../manifests/memory/boundedMap.ts";
import type { PersonAccount } from "../store/accounts.ts";

/** A challenge that waits for the answer of one browser. */
export interface Ceremony {
  readonly challenge: string;
  /** The account that gets a passkey; undefined for a proof. */
  readonly account: PersonAccount | undefined;
}

/**
 * Challenges by the secret of the browser that got them. Each is taken by its first answer, whether that is right or
 * wrong. A restart forgets them all.
 */
export class Ceremonies {
  readonly #open = new BoundedMap<string, Ceremony & { readonly until: number }>(CEREMONIES_MAX);

  begin(browser: string, ceremony: Ceremony, now: number): void {
    this.#open.set(browser, { ...ceremony, until: now + CEREMONY_MS });
  }

  take(browser: string, now: number): Ceremony | undefined {
    const found = this.#open.get(browser);
    this.#open.delete(browser);
    return found !== undefined && now < found.until ? found : undefined;
  }
}
