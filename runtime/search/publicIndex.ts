/** The pointer in the public store, and the index that it names. */
import { PUBLIC_INDEX_PART_BYTES } from "../../manifests/bounds/publicContent.ts";
import { utf8Length } from "../../manifests/json/utf8.ts";
import type { PageSummary } from "../documents/content.ts";
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
  /** Key of the first part of the index. */
  readonly index: string;
  /** Key of the catalogue for agents. */
  readonly catalogue: string;
  /** Key of the search index's directory, a WordDirectory. */
  readonly words: string;
}

/** One page in the index. `key` is the key of its text, a PageText. */
export interface PublicPage extends PageSummary, PageDigest {
  readonly key: string;
}

/** One part of the index: pages ordered by path. A large site has several parts; each names the next. */
export interface PublicIndex {
  readonly pages: readonly PublicPage[];
  readonly next: string | null;
}

/** Splits pages into parts that a reader can load at once. */
export function indexParts(pages: readonly PublicPage[]): PublicPage[][] {
  const parts: PublicPage[][] = [[]];
  let bytes = 0;
  for (const page of pages) {
    bytes += utf8Length(JSON.stringify(page));
    if (bytes > PUBLIC_INDEX_PART_BYTES && parts.at(-1)?.length) {
      parts.push([]);
      bytes = utf8Length(JSON.stringify(page));
    }
    parts.at(-1)?.push(page);
  }
  return parts;
}
