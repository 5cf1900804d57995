/**
 * Markdown as it is read: without pictures, marks and the addresses of links. Not for showing: lines stay lines. What a
 * bracket opens ends at the next of its kind, or a page of nothing but brackets would be read once for each of them.
 */
export const plainText = (markdown: string): string =>
  markdown
    .replace(/!\[([^[\]]*)\]\([^)]*\)?/g, "$1")
    .replace(/\[([^[\]]*)\]\([^)]*\)?/g, "$1")
    .replace(/<(?:https?|mailto):[^<>\s]*>/g, " ")
    .replace(/[*_`>|#\\]+/g, " ");
