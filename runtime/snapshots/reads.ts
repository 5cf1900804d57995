import { DATA_READS_MAX } from "../../manifests/bounds/plugins.ts";
import type { ActivePlugin } from "../contributions/installed.ts";
import { type Pinned, ANY_CONTENT, documentOfDependency, queryKeyOf, resultDigest } from "./pinned.ts";
import { storageOfDependency } from "./storageDependency.ts";
import { storageRevision } from "../plugins/storage/storageRevision.ts";
import type { Powers, Sql } from "../powers/powers.ts";

/**
 * The reads that an answer depends on. If the call did not record them, a plugin with the content capability may have
 * read anything.
 */
export function readsToKeep(plugin: ActivePlugin, reads: readonly string[] | undefined): readonly string[] {
  if (reads === undefined) return plugin.plugin.manifest.capabilities?.content ? [ANY_CONTENT] : [];
  const stored = reads
    .filter((read) => storageOfDependency(read))
    .toSorted(byRevision)
    .slice(-1);
  const content = [...new Set(reads.filter((read) => !storageOfDependency(read)))].toSorted();
  return [...(content.length <= DATA_READS_MAX ? content : [ANY_CONTENT]), ...stored];
}

/**
 * Orders by revision. A call that writes after reading also records its new revision, unless another call wrote in
 * between.
 */
const byRevision = (one: string, other: string): number =>
  (storageOfDependency(one)?.revision ?? 0) - (storageOfDependency(other)?.revision ?? 0);

/** Tells whether a plugin's storage still has the revision that was read. */
export function isStored(sql: Sql, site: string, read: string): boolean {
  const stored = storageOfDependency(read);
  return stored !== undefined && storageRevision(sql, site, stored.plugin) === stored.revision;
}

/** The current state of each read. An answer is valid while no state has changed. */
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
    // States of documents are cached, because the moment is fixed. States of plugin storage are not.
    if (!storageOfDependency(read)) this.#known.set(read, known);
    return known;
  }

  async #look(read: string): Promise<string> {
    const query = queryKeyOf(read);
    if (query !== undefined) return resultDigest(this.#powers, this.#pinned, query);
    // A changed storage must never match, so its state is a new id.
    if (storageOfDependency(read))
      return isStored(this.#powers.sql, this.#pinned.site.site, read) ? "stored" : this.#powers.newId();
    const document = documentOfDependency(read);
    return String(document ? this.#pinned.version(document) : this.#pinned.change);
  }
}
