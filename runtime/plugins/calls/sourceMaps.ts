/**
 * Source maps of installed packages, stored by the package's digest, because another version's map gives wrong
 * positions. Only members who manage plugins see them, beside a failure.
 */
import { SOURCE_MAP_WALKS_KEPT, SOURCE_MAPS_KEPT } from "../../../manifests/bounds/calls.ts";
import type { Fault, ShownFault } from "../../../manifests/faults/fault.ts";
import type { Position } from "../../../manifests/faults/mappings.ts";
import type { SourceMap } from "../../../manifests/faults/sourceMap.ts";
import { sourcesOf } from "../../../manifests/faults/sourcePlaces.ts";
import { BoundedMap } from "../../../manifests/memory/boundedMap.ts";
import { type Sql, first } from "../../powers/powers.ts";

/** The source map of one module of a package. */
export interface KeptMap extends SourceMap {
  readonly digest: string;
  readonly file: string;
}

/** A fault of a call, with the version that was called. */
interface Faulted {
  readonly digest: string;
  readonly fault: Fault | null;
}

/** Adds source positions to a fault. */
export type ShowFault = (fault: Fault, digest: string) => ShownFault;

type SourceAt = (place: Fault["places"][number]) => ReturnType<ReturnType<typeof sourcesOf>>;

type MapKey = readonly [site: string, plugin: string, digest: string];
const OF_MAP = "FROM plugin_source_maps WHERE site = ? AND plugin = ? AND digest = ?";

export class SourceMaps {
  readonly #sql: Sql;
  /**
   * Cached results. Reading a map of one megabyte takes 50 ms of CPU, and a member may read the same failures often.
   */
  readonly #walked = new BoundedMap<string, SourceAt>(SOURCE_MAP_WALKS_KEPT);

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Stores a map, replacing an earlier one. Besides the current version's map, only the newest few are kept. */
  put(site: string, plugin: string, { digest, file, sources, mappings }: KeptMap, at: number): void {
    this.#walked.clear();
    this.#sql.all(
      `INSERT OR REPLACE INTO plugin_source_maps (site, plugin, digest, file, sources, mappings, at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      site,
      plugin,
      digest,
      file,
      JSON.stringify(sources),
      mappings,
      at,
    );
    this.#sql.all(
      `DELETE FROM plugin_source_maps WHERE site = ?1 AND plugin = ?2
       AND digest NOT IN (SELECT digest FROM plugin_packages WHERE site = ?1 AND plugin = ?2)
       AND digest NOT IN (
         SELECT digest FROM plugin_source_maps WHERE site = ?1 AND plugin = ?2 ORDER BY at DESC, rowid DESC LIMIT ?3)`,
      site,
      plugin,
      SOURCE_MAPS_KEPT,
    );
  }

  /** Reads each map once for all faults: a map may have a megabyte, and a list has a hundred faults. */
  showing(site: string, plugin: string, faults: readonly Faulted[]): ShowFault {
    const byDigest = new Map<string, SourceAt>();
    for (const [digest, some] of Map.groupBy(faults, (faulted) => faulted.digest)) {
      const places = some.flatMap(({ fault }) => fault?.places ?? []);
      const sourceAt = places.length > 0 ? this.#sourceAt([site, plugin, digest], places) : undefined;
      if (sourceAt) byDigest.set(digest, sourceAt);
    }
    return (fault, digest) => shown(fault, byDigest.get(digest));
  }

  /** Checks that the map still exists, because the cache outlives a removed plugin. */
  #sourceAt(of: MapKey, places: Fault["places"]): SourceAt | undefined {
    if (!first(this.#sql, `SELECT 1 ${OF_MAP}`, ...of)) return undefined;
    const key = JSON.stringify([of, places]);
    const known = this.#walked.get(key) ?? this.#walk(of, places);
    if (known) this.#walked.set(key, known);
    return known;
  }

  #walk(of: MapKey, places: Fault["places"]): SourceAt | undefined {
    const row = first<Omit<KeptMap, "sources"> & { sources: string }>(
      this.#sql,
      `SELECT digest, file, sources, mappings ${OF_MAP}`,
      ...of,
    );
    return row && within({ ...row, sources: JSON.parse(row.sources) as string[] }, places);
  }
}

function within(map: KeptMap, places: readonly (Position & { readonly file: string })[]): SourceAt {
  const ofMap = places.filter(({ file }) => file === map.file);
  const sourceAt = sourcesOf(map, ofMap);
  return (place) => (place.file === map.file ? sourceAt(place) : undefined);
}

function shown(fault: Fault, sourceAt: SourceAt | undefined): ShownFault {
  if (!sourceAt) return fault;
  const places = fault.places.map((place) => {
    const source = sourceAt(place);
    return source ? { ...place, source } : place;
  });
  return { ...fault, places };
}
