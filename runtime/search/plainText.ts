/**
 * Removes pictures, formatting and URLs from Markdown for searching, and keeps line breaks. A bracket ends at the next
 * bracket of any kind. Otherwise a page full of brackets would take quadratic time.
 */
export const plainText = (markdown: string): string =>
  markdown
    .replace(/!\[([^[\]]*)\]\([^)]*\)?/g, "$1")
    .replace(/\[([^[\]]*)\]\([^)]*\)?/g, "$1")
    .replace(/<(?:https?|mailto):[^<>\s]*>/g, " ")
    .replace(/[*_`>|#\\]+/g, " ");
