/**
 * The marks of a draft: comments around a text that say which field it is. The editor's shell imports this file too, so
 * it imports nothing. No value and no template can write such a comment.
 */

/** The content of a field: a plain text, or Markdown of one line or of many. */
export type MarkKind = "text" | "markdown" | "markdown_inline";

export interface FieldMark {
  /** The id of the section. An element of a template may end early, so the section around a mark proves nothing. */
  readonly section: string;
  /** The JSON pointer in the section's fields. */
  readonly pointer: string;
  readonly kind: MarkKind;
}

const OPENED = /^\[([a-z0-9][a-z0-9-]*)((?:\/[A-Za-z0-9_-]+)+)(?: (markdown|markdown_inline))?$/;
const CLOSED = "]";

export const openingMark = ({ section, pointer, kind }: FieldMark): string =>
  `<!--[${section}${pointer}${kind === "text" ? "" : ` ${kind}`}-->`;

export const CLOSING_MARK = `<!--${CLOSED}-->`;

const MARKS = /<!--(?:\[[^>]*|\])-->/g;

/** The HTML without its marks, as everything but a text place gets it. */
export const withoutMarks = (html: string): string => (html.includes("<!--") ? html.replace(MARKS, "") : html);

/** Reads the data of a comment node; undefined if the comment opens no field. */
export function readOpeningMark(comment: string): FieldMark | undefined {
  const [, section, pointer, kind = "text"] = OPENED.exec(comment) ?? [];
  return section === undefined || pointer === undefined ? undefined : { section, pointer, kind: kind as MarkKind };
}

export const isClosingMark = (comment: string): boolean => comment === CLOSED;
