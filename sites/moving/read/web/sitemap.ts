/** The addresses of a sitemap (sitemaps.org, 0.9), or of an index of sitemaps. */
import { SaxesParser } from "saxes";

export interface Sitemap {
  /** Addresses of pages. */
  readonly pages: readonly string[];
  /** Addresses of further sitemaps. */
  readonly sitemaps: readonly string[];
  /** The fault of its XML behind which nothing was read. */
  readonly fault: string | undefined;
}

/** Reads a sitemap. Text after a fault of its XML is not read. External entities are never fetched. */
export function readSitemap(xml: string): Sitemap {
  const [pages, sitemaps]: [string[], string[]] = [[], []];
  const inside: string[] = [];
  let text = "";
  let fault: string | undefined;
  const parser = new SaxesParser();
  parser.on("error", ({ message }) => void (fault ??= message));
  parser.on("opentag", ({ name }) => {
    inside.push(localName(name));
    text = "";
  });
  const note = (more: string): void => void (text += more);
  parser.on("text", note);
  parser.on("cdata", note);
  parser.on("closetag", () => {
    const [parent, name] = [inside.at(-2), inside.pop()];
    if (fault !== undefined || name !== "loc") return;
    if (parent === "url") pages.push(text.trim());
    if (parent === "sitemap") sitemaps.push(text.trim());
  });
  parser.write(xml.trimStart().replaceAll(BARE, "&amp;"));
  if (pages.length === 0 && sitemaps.length === 0) fault ??= "it lists nothing";
  return { pages, sitemaps, fault };
}

/** An ampersand that begins no reference, as addresses have. Programs forget to escape it. */
const BARE = /&(?!#?\w+;)/g;

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);
