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

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', "#39": "'" };

/** A text for people who read its lines: without headings, signs of lists, formatting, URLs and entities. */
export const readableText = (markdown: string): string =>
  plainText(markdown.replace(/^ {0,3}#.*$/gm, ""))
    .replace(/^\s*(?:[-+]|\d{1,9}[.)])\s+/gm, "")
    .replace(/&(lt|gt|amp|quot|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/[^\S\n]+/g, " ");
