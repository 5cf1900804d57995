/** Markdown as it is read: without pictures, marks and the addresses of links. Not for showing: lines stay lines. */
export const plainText = (markdown: string): string =>
  markdown
    .replace(/!\[([^\]]*)\]\([^)]*\)?/g, "$1")
    .replace(/\[([^\]]*)\]\([^)]*\)?/g, "$1")
    .replace(/<(?:https?|mailto):[^>\s]*>/g, " ")
    .replace(/[*_`>|#\\]+/g, " ");
