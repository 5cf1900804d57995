import { DATA_READS_MAX } from "../../manifests/bounds.ts";
import type { ActivePlugin } from "../plugins/installed.ts";
import type { Pinned } from "../pinned.ts";
import { ANY_CONTENT, documentOfDependency, queryKeyOf, queryOfKey } from "../pinned.ts";
import type { Powers } from "../powers.ts";

/**
 * What an answer depends on, of all that was read for it. Where nobody kept count, a plugin that may read content may
 * have read anything.
 */
export function readsToKeep(plugin: ActivePlugin, reads: readonly string[] | undefined): readonly string[] {
  if (reads === undefined) return plugin.plugin.manifest.capabilities?.content ? [ANY_CONTENT] : [];
  return reads.length <= DATA_READS_MAX ? [...new Set(reads)].toSorted() : [ANY_CONTENT];
}

/** What each thing that was read is at one moment: an answer holds as long as none of it has moved. */
export class ReadStates {
  readonly #powers: Powers;
  readonly #pinned: Pinned;
  readonly #known = new Map<string, Promise<string>>();

  constructor(powers: Powers, pinned: Pinned) {
    this.#powers = powers;
    this.#pinned = pinned;
  }

  of(reads: readonly string[]): Promise<readonly string[]> {
    return Promise.all(reads.map((read) => this.#stateOf(read)));
  }

  #stateOf(read: string): Promise<string> {
    const known = this.#known.get(read) ?? this.#look(read);
    this.#known.set(read, known);
    return known;
  }

  async #look(read: string): Promise<string> {
    const query = queryKeyOf(read);
    if (query !== undefined) return this.#powers.digest(JSON.stringify(this.#pinned.query(queryOfKey(query))));
    const document = documentOfDependency(read);
    return String(document ? this.#pinned.version(document) : this.#pinned.change);
  }
}
