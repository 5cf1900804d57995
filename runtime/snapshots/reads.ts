import { DATA_READS_MAX } from "../../manifests/bounds/plugins.ts";
import type { ActivePlugin } from "../contributions/installed.ts";
import { type Pinned, ANY_CONTENT, documentOfDependency, queryKeyOf, resultDigest } from "./pinned.ts";
import { storageOfDependency } from "./storageDependency.ts";
import { partState } from "../plugins/storage/storageParts.ts";
import { storageRevision } from "../plugins/storage/storageRevision.ts";
import type { Powers, Sql } from "../powers/powers.ts";

/**
 * The reads that an answer depends on. If the call did not record them, a plugin with the content capability may have
 * read anything.
 */
export function readsToKeep(plugin: ActivePlugin, reads: readonly string[] | undefined): readonly string[] {
  if (reads === undefined) return plugin.plugin.manifest.capabilities?.content ? [ANY_CONTENT] : [];
  const stored = lastOfStorage(reads);
  const content = [...new Set(reads.filter((read) => !storageOfDependency(read)))].toSorted();
  return [...(content.length <= DATA_READS_MAX ? content : [ANY_CONTENT]), ...stored];
}

/**
 * The last state of all that a call has read of its storage, or of each part. A call that writes after reading also
 * records the new state, unless another call wrote in between.
 */
function lastOfStorage(reads: readonly string[]): string[] {
  const last = new Map(
    reads.flatMap((read) => {
      const stored = storageOfDependency(read);
      return stored ? [[stored.part, read] as const] : [];
    }),
  );
  const whole = last.get(undefined);
  return whole === undefined ? [...last.values()].toSorted() : [whole];
}

/** Tells whether a plugin's storage, or the part that was read, still has the state that it had then. */
export function isStored(sql: Sql, site: string, read: string): boolean {
  const stored = storageOfDependency(read);
  if (!stored) return false;
  const { plugin, part, state } = stored;
  return (
    state === (part === undefined ? String(storageRevision(sql, site, plugin)) : partState(sql, site, plugin, part))
  );
}

/** States of parts of storage. A part is counted once while its plugin writes nothing, because many pages may show it. */
class PartStates {
  readonly #sql: Sql;
  readonly #site: string;
  readonly #known = new Map<string, { readonly revision: number; readonly state: string }>();

  constructor(sql: Sql, site: string) {
    this.#sql = sql;
    this.#site = site;
  }

  isStored(plugin: string, part: string, state: string): boolean {
    const revision = storageRevision(this.#sql, this.#site, plugin);
    const name = `${plugin} ${part}`;
    const known = this.#known.get(name);
    const now = known?.revision === revision ? known.state : partState(this.#sql, this.#site, plugin, part);
    this.#known.set(name, { revision, state: now });
    return now === state;
  }
}

/** The current state of each read. An answer is valid while no state has changed. */
export class ReadStates {
  readonly #powers: Powers;
  readonly #pinned: Pinned;
  readonly #parts: PartStates;
  readonly #known = new Map<string, Promise<string>>();

  constructor(powers: Powers, pinned: Pinned) {
    this.#powers = powers;
    this.#pinned = pinned;
    this.#parts = new PartStates(powers.sql, pinned.site.site);
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
    if (storageOfDependency(read)) return this.#isStored(read) ? "stored" : this.#powers.newId();
    const document = documentOfDependency(read);
    return String(document ? this.#pinned.version(document) : this.#pinned.change);
  }

  #isStored(read: string): boolean {
    const { plugin = "", part, state = "" } = storageOfDependency(read) ?? {};
    return part === undefined
      ? isStored(this.#powers.sql, this.#pinned.site.site, read)
      : this.#parts.isStored(plugin, part, state);
  }
}
