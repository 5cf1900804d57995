/** The pointer in the public store, and the index that it names. */
import type { PageSummary } from "../documents/content/content.ts";
import type { PageDigest } from "./pageDigest.ts";

/** The entry point of public content, stored under `sites/<site>/current`. The values that it names never change. */
export interface PublicPointer {
  readonly sequence: number;
  readonly release: number;
  readonly publishedAt: string;
  readonly origin: string;
  readonly name: string;
  readonly language: string;
  /**
   * The site's hostnames, the canonical one first. A hostname that leads to this site but is not listed is outdated.
   */
  readonly hostnames: readonly string[];
  /** Key of the index, a PublicIndex. */
  readonly index: string;
  /** Key of the catalogue for agents. */
  readonly catalogue: string;
  /** Key of the search index's directory, a WordDirectory. */
  readonly words: string;
}

/** One page in the index. `key` is the key of its text, a PageText. */
export interface PublicPage extends Omit<PageSummary, "path" | "url">, PageDigest {
  readonly path: string;
  readonly url: string;
  readonly key: string;
  /** Absent for a page in the language of the site. */
  readonly language?: string;
  /** The page of which it is a translation. Absent in publications made before this member existed. */
  readonly translationOf?: string;
}

/** The index of a publication: the names of its parts, ordered by the paths of their pages. `indexKey` makes their keys. */
export interface PublicIndex {
  readonly parts: readonly string[];
}

/** One part of the index: pages ordered by path. A changed page changes its part alone. */
export interface PublicIndexPart {
  readonly pages: readonly PublicPage[];
}

/** The index of a publication that an earlier release copied: one part, and the key of the next one. */
export interface ChainedIndex extends PublicIndexPart {
  readonly next: string | null;
}
