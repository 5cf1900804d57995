/**
 * Marks in a draft: comments around a text that tell the editor its field. The editor's script imports this file, so it
 * imports nothing. Neither values nor templates can write such a comment.
 */

/** The content of a field: a plain text, or Markdown of one line or of many. */
export type MarkKind = "text" | "markdown" | "markdown_inline";

export interface FieldMark {
  /** The section's id. The mark repeats it, because a template may close the section's element early. */
  readonly section: string;
  /** JSON pointer in the section's fields. */
  readonly pointer: string;
  readonly kind: MarkKind;
}

const OPENED = /^\[([a-z0-9][a-z0-9_-]*)((?:\/[A-Za-z0-9_-]+)+)(?: (markdown|markdown_inline))?$/;
const CLOSED = "]";

export const openingMark = ({ section, pointer, kind }: FieldMark): string =>
  `<!--[${section}${pointer}${kind === "text" ? "" : ` ${kind}`}-->`;

export const CLOSING_MARK = `<!--${CLOSED}-->`;

const MARKS = /<!--(?:\[[^>]*|\])-->/g;

/** HTML without marks, for every position that is not between tags. */
export const withoutMarks = (html: string): string => (html.includes("<!--") ? html.replace(MARKS, "") : html);

/** Parses a comment. Undefined if it does not open a field. */
export function readOpeningMark(comment: string): FieldMark | undefined {
  const [, section, pointer, kind = "text"] = OPENED.exec(comment) ?? [];
  return section === undefined || pointer === undefined ? undefined : { section, pointer, kind: kind as MarkKind };
}

export const isClosingMark = (comment: string): boolean => comment === CLOSED;
