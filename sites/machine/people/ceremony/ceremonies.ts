import { CEREMONIES_MAX, CEREMONY_MS } from "../../../../manifests/bounds/logins.ts";
import { BoundedMap } from "../../../../manifests/memory/boundedMap.ts";
import type { PersonAccount } from "../store/accounts.ts";

/** A challenge that waits for the answer of one browser. */
export interface Ceremony {
  readonly challenge: string;
  /** The account that gets a passkey; undefined for a proof. */
  readonly account: PersonAccount | undefined;
}

/** Questions to browsers that wait for an answer, by the secret of the browser. A restart forgets them all. */
export class Ceremonies<Asked extends object = Ceremony> {
  readonly #open = new BoundedMap<string, Asked & { readonly until: number }>(CEREMONIES_MAX);

  begin(browser: string, asked: Asked, now: number): void {
    this.#open.set(browser, { ...asked, until: now + CEREMONY_MS });
  }

  find(browser: string, now: number): Asked | undefined {
    const found = this.#open.get(browser);
    return found !== undefined && now < found.until ? found : undefined;
  }

  /** Takes it for good. A challenge is taken by its first answer, whether that is right or wrong. */
  take(browser: string, now: number): Asked | undefined {
    const found = this.find(browser, now);
    this.#open.delete(browser);
    return found;
  }
}
