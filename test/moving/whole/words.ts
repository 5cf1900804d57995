/**
 * The words that a reader of a source sees, and those that a visitor sees. This reads by patterns alone, so that it
 * shares no fault with the parsers of the import.
 */

const SEEN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?!\p{Script=Han})[\p{L}\p{N}\p{M}])+/gu;

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " ", mdash: "—" };

const decoded = (text: string): string =>
  text
    .replaceAll(/&#(?:x([0-9a-f]+)|(\d+));/gi, (_, hex?: string, number = "0") =>
      String.fromCodePoint(hex === undefined ? Number(number) : Number.parseInt(hex, 16)),
    )
    .replaceAll(/&(\w+);/g, (all, name: string) => ENTITIES[name] ?? all);

/** Tags that stand within a word. All others part words. */
const INLINE = /^<\/?(?:a|abbr|b|code|del|em|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|u)\b/i;

/** Descriptions of pictures are words, because people hear them. */
const untagged = (html: string): string =>
  html.replaceAll(/<!--[^]*?-->|<(script|style)\b[^]*?<\/\1>/gi, " ").replaceAll(/<\/?[a-z][^<>]*>/gi, (tag) => {
    const said = [...tag.matchAll(/\s(?:alt|title)="([^"]*)"/gi)].map(([, words = ""]) => words);
    return INLINE.test(tag) ? "" : ` ${said.join(" ")} `;
  });

const wordsIn = (text: string): string[] => decoded(text).normalize("NFC").match(SEEN) ?? [];

/** The words of HTML. */
export const htmlWords = (html: string): string[] => wordsIn(untagged(html));

const SHORTCODE = /\{\{[<%](?!\/\*)[^]*?[>%]\}\}/g;

/** The values of a shortcode that people read. */
const saidBy = (code: string): string =>
  [...code.matchAll(/\b(?:alt|caption)="([^"]*)"/g)].map(([, words = ""]) => ` ${words} `).join("");

/** The words of Markdown: without addresses, signs, numbers of lists and notes, and names of languages of code. */
export const markdownWords = (markdown: string): string[] =>
  wordsIn(
    untagged(markdown.replaceAll(SHORTCODE, saidBy).replaceAll(/<(https?:[^>]*|[^\s<>@]+@[^\s<>]+)>/g, "$1"))
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, "")
      .replaceAll(/^[ \t]*(?:`{3,}|~{3,}).*$/gm, " ")
      .replaceAll(/^\[(?!\^)[^\]]+\]:\s*\S+.*$/gm, " ")
      .replaceAll(/\{#[\w-]+\}|\[\^[^\]]+\]:?/g, " ")
      .replaceAll(/\]\((?:<[^>]*>|[^\s()]*)(?:\s+"([^"]*)")?\)/g, (_, title = "") => (title === "" ? "" : ` ${title} `))
      .replaceAll(/\]\[[^\]]*\]/g, "")
      .replaceAll(/^[\s>]*(?:\d+[.)]|[-*+] \[[ x]\])\s/gm, " ")
      .replaceAll(/[*_~`=[\]\\]/g, ""),
  );

/** The words that visitors see in the main part of a page. Numbers of notes are ours. */
export function shownWords(page: string): string[] {
  const [, main = ""] = /<main>([^]*)<\/main>/.exec(page) ?? [];
  return htmlWords(main.replaceAll(/<sup class="footnote[^]*?<\/sup>/g, " "));
}

/** The words of a source that are not shown as often as they are written. */
export function missingWords(source: readonly string[], shown: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const word of shown) left.set(word, (left.get(word) ?? 0) + 1);
  return source.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
}
