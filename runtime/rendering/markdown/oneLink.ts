/** Links inside of links, which HTML does not know. */

/** A tag of a link. Attributes may hold the sign that ends a tag. */
const TAG = /<a(?=[\s>])((?:[^>"']|"[^"]*"|'[^']*')*)>|<\/a\s*>/gi;
const ID = /\sid="[^"]*"/i;

/** HTML in which no link stands in another. The inner link becomes words, which keep an id to which other links lead. */
export function withoutInnerLinks(html: string, isInLink: boolean): string {
  const ends: string[] = isInLink ? ["</a>"] : [];
  const least = ends.length;
  return html.replaceAll(TAG, (tag, attributes?: string) => {
    if (attributes === undefined) return ends.length > least ? (ends.pop() ?? "") : tag;
    const id = ID.exec(attributes)?.[0];
    const [begin, end] = ends.length === 0 ? [tag, "</a>"] : id === undefined ? ["", ""] : [`<span${id}>`, "</span>"];
    ends.push(end);
    return begin;
  });
}
