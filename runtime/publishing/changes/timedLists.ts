import type { Documents } from "../../documents/documents.ts";
import { BoundedMap } from "../../../manifests/memory/boundedMap.ts";
import { type Span, isWithin } from "../../../manifests/memory/span.ts";
import type { Powers } from "../../powers/powers.ts";
import { type Pinned, resultDigest } from "../../snapshots/pinned.ts";
import { NEXT_DATE, queryOfKey } from "../../snapshots/queryKeys.ts";

/** The answer of a list that asks for the time. It holds for a span, as long as all that lists show is as at a change. */
interface Answered extends Span {
  readonly change: number;
  readonly digest: string;
}

/** Lists of all sites whose answers are remembered. A site has a dozen. */
const REMEMBERED_LISTS = 500;

/**
 * The answers of lists that ask for the time. Most of these change at midnight, so a publication of other sections does
 * not ask them again.
 */
export class TimedLists {
  readonly #powers: Powers;
  readonly #documents: Pick<Documents, "lists">;
  readonly #answers = new BoundedMap<string, Answered>(REMEMBERED_LISTS);

  constructor({ powers, documents }: { readonly powers: Powers; readonly documents: Pick<Documents, "lists"> }) {
    this.#powers = powers;
    this.#documents = documents;
  }

  /** The digest of a list's answer. `base` is an earlier change with all that lists show; undefined if none is known. */
  async digest(pinned: Pinned, key: string, base: number | undefined): Promise<string> {
    const { site, change, now } = pinned;
    const name = JSON.stringify([site.site, key, pinned.place]);
    const known = this.#answers.get(name);
    const isValid = known !== undefined && known.change === base && isWithin(known, now);
    const answered = isValid ? { ...known, change } : await this.#ask(pinned, key);
    this.#answers.set(name, answered);
    return answered.digest;
  }

  async #ask(pinned: Pinned, key: string): Promise<Answered> {
    const { site, change, now } = pinned;
    const digest = await resultDigest(this.#powers, pinned, key);
    // The next date of a page is as it was while no such date has come.
    const moments = key === NEXT_DATE ? [] : this.#documents.lists.nextChange(site.site, queryOfKey(key), change, now);
    return { change, digest, from: now, until: Math.min(Number.POSITIVE_INFINITY, ...moments) };
  }
}
