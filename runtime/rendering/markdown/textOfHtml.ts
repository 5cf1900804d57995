/**
 * Extracts the text of a section's earlier HTML as Markdown: headings, paragraphs and list items. It is used when the
 * section's content no longer fits its type, so that only this HTML has the text. Characters with a meaning in Markdown
 * are escaped.
 */
const UNREAD = /<(script|style|template|svg|form|iframe)\b[\s\S]*?<\/\1>/gi;
const HEADING = /<h([1-6])\b[^>]*>/gi;
const ENTRY = /<li\b[^>]*>/gi;
const BLOCK =
  /<\/?(?:p|div|section|article|header|footer|figure|figcaption|h[1-6]|ul|ol|li|table|tr|blockquote|pre|br|hr|dl|dt|dd)\b[^>]*>/gi;
const TAG = /<[^>]*>/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi;
const MARKUP = /[\\`*_[\]<>#]/g;

/** Private-use characters stand for this file's own marks, so that escaping does not affect them. */
const [HASH, DASH] = ["\u{E000}", "\u{E001}"];

function character(code: number): string {
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : "";
}

const decoded = (text: string): string =>
  text.replace(ENTITY, (all, decimal?: string, hex?: string, name?: string) => {
    if (decimal !== undefined) return character(Number(decimal));
    if (hex !== undefined) return character(Number.parseInt(hex, 16));
    return ENTITIES[(name ?? "").toLowerCase()] ?? all;
  });

/** The text of safe HTML in one line, as a reader sees it. */
export const plainTextOfHtml = (html: string): string =>
  decoded(html.replace(UNREAD, " ").replace(BLOCK, " ").replace(TAG, "")).replaceAll(/\s+/g, " ").trim();

export function textOfHtml(html: string): string {
  const marked = html
    .replaceAll(/[\u{E000}\u{E001}]/gu, "")
    .replace(UNREAD, " ")
    .replace(/\s+/g, " ")
    .replace(HEADING, (_, level: string) => `\n${HASH.repeat(Number(level))} `)
    .replace(ENTRY, `\n${DASH} `)
    .replace(BLOCK, "\n")
    .replace(TAG, "");
  const lines = decoded(marked)
    .split("\n")
    .map((line) => line.replaceAll(/\s+/g, " ").trim())
    .filter((line) => line !== "" && line !== DASH);
  return lines
    .map((line) =>
      line
        .replace(MARKUP, (sign) => `\\${sign}`)
        .replaceAll(HASH, "#")
        .replaceAll(DASH, "-"),
    )
    .join("\n\n");
}
