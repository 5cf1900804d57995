/**
 * Strips Markdown of pictures, marks and link addresses for searching; lines stay lines. A bracket ends at the next one
 * of its kind. Otherwise a page of nothing but brackets would be read once for each.
 */
export const plainText = (markdown: string): string =>
  markdown
    .replace(/!\[([^[\]]*)\]\([^)]*\)?/g, "$1")
    .replace(/\[([^[\]]*)\]\([^)]*\)?/g, "$1")
    .replace(/<(?:https?|mailto):[^<>\s]*>/g, " ")
    .replace(/[*_`>|#\\]+/g, " ");
