/** The public store's pointer, and the index that it names. */
import { PUBLIC_INDEX_PART_BYTES } from "../../manifests/bounds/publicContent.ts";
import { utf8Length } from "../../manifests/json/utf8.ts";
import type { PageSummary } from "../documents/content.ts";
import type { PageDigest } from "./pageDigest.ts";

/** The start of every reader of public content, under `sites/<site>/current`. Nothing that it names ever changes. */
export interface PublicPointer {
  readonly sequence: number;
  readonly release: number;
  readonly publishedAt: string;
  readonly origin: string;
  readonly name: string;
  readonly language: string;
  /** Names the site answers to, canonical one first. A name that leads here and is not among them is an old one. */
  readonly hostnames: readonly string[];
  /** Key of the first part of the index. */
  readonly index: string;
  /** Key of what agents are offered. */
  readonly catalogue: string;
  /** Key of where the words of the texts are, a WordDirectory. */
  readonly words: string;
}

/** One page in the index. `key` is where its text is, a PageText. */
export interface PublicPage extends PageSummary, PageDigest {
  readonly key: string;
}

/** One part of the index: pages by path. A large site has several, each naming the next. */
export interface PublicIndex {
  readonly pages: readonly PublicPage[];
  readonly next: string | null;
}

/** The pages of an index, as many to a part as may be read at once. */
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
