/** The ids of headings to which links of a source lead. */
import { anchorOf } from "../../../runtime/rendering/markdown/anchorIds.ts";

/** The ids that a heading of a page may have. */
const ID = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_.-]{0,63}$/u;

/** The sign behind a heading that gives it an id. Empty where its words give the same, and for an id of other signs. */
export const anchorMark = (id: string, words: string): string =>
  ID.test(id) && id !== anchorOf(words.replaceAll(/\s+/g, " ")) ? ` {#${id}}` : "";
