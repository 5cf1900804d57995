/** The addresses of a sitemap (sitemaps.org, 0.9), or of an index of sitemaps. */
import { SaxesParser } from "saxes";

export interface Sitemap {
  /** Addresses of pages. */
  readonly pages: readonly string[];
  /** Addresses of further sitemaps. */
  readonly sitemaps: readonly string[];
}

/** Reads a sitemap. Text after a fault of its XML is not read. External entities are never fetched. */
export function readSitemap(xml: string): Sitemap {
  const [pages, sitemaps]: [string[], string[]] = [[], []];
  const inside: string[] = [];
  let [text, isOver] = ["", false];
  const parser = new SaxesParser();
  parser.on("error", () => (isOver = true));
  parser.on("opentag", ({ name }) => {
    inside.push(localName(name));
    text = "";
  });
  const note = (more: string): void => void (text += more);
  parser.on("text", note);
  parser.on("cdata", note);
  parser.on("closetag", () => {
    const [parent, name] = [inside.at(-2), inside.pop()];
    if (isOver || name !== "loc") return;
    if (parent === "url") pages.push(text.trim());
    if (parent === "sitemap") sitemaps.push(text.trim());
  });
  parser.write(xml);
  return { pages, sitemaps };
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);
