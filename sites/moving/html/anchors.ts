/** The ids of headings and of other places to which links of a source lead. */
import { ANCHOR_MAX_CHARS } from "../../../manifests/bounds/fields.ts";
import { decodedOr } from "../../../manifests/shapes/normalPath.ts";
import { anchorOf } from "../../../runtime/rendering/markdown/anchorIds.ts";

/** The ids that a heading of a page may have. */
const ID = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_.-]*$/u;

/** The sign behind a heading that gives it an id. Empty where its words give the same, and for an id of other signs. */
export const anchorMark = (id: string, words: string): string =>
  ID.test(id) && id.length <= ANCHOR_MAX_CHARS && id !== anchorOf(words.replaceAll(/\s+/g, " ")) ? ` {#${id}}` : "";

/** The ids that a place in a text may have. */
const PLACE = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_.:-]*$/u;

/** A place in a text to which links lead. Empty for an id that it cannot have. */
export const placeMark = (id: unknown): string =>
  typeof id === "string" && id.length <= ANCHOR_MAX_CHARS && PLACE.test(id) ? `<a id="${id}"></a>` : "";

/** The ids to which links of a text lead. */
const LINKED = /(?:\bhref\s*=\s*["']?|\]\(<?)#([^"'\s<>)]+)/gi;

export const linkedIds = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(LINKED)].map(([, id = ""]) => decodedOr(id)));
