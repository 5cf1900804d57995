import type { DocumentWrite } from "../../runtime/documents/documents.ts";
import type { Page } from "../../runtime/documents/content/content.ts";
import { loadDemo } from "../../sites/demo/load.ts";
import { THEME, siteDocument, textPage } from "../support/content.ts";
import type { Driver } from "../support/driver.ts";

const BATCH = 100;

/** True for a section of a plugin with code, which has no grant in benches. */
const isOfReading = ({ type }: Page["sections"][number]): boolean => type.startsWith("drawbridge.reading/");

/** Real articles, repeated under other paths, because the cost of a page depends on its words and sections. */
const ARTICLES: readonly Page[] = loadDemo("saltmarrow")
  .document.pages.filter((page) => page.collection !== undefined)
  .map(({ id: _id, sections, ...page }) => ({
    ...page,
    sections: sections.filter((section) => !isOfReading(section)),
  }));

export const articleAt = (n: number): Page => {
  const article = ARTICLES[n % ARTICLES.length];
  if (!article) throw new Error("the demo has no articles");
  return { ...article, path: `/archive/${n}`, title: `Article ${n}`, collection: "archive", date: "2026-01-01" };
};

export const articleId = (n: number): string => `article-${n}`;

/** Creates a tenant with one published page and `pages` more in its draft. */
export async function draftSite(driver: Driver, tenant: string, pages: number): Promise<void> {
  await driver.initialise(tenant, siteDocument({ home: textPage("/", "Home") }), THEME);
  for (let from = 0; from < pages; from += BATCH) {
    const writes = Array.from({ length: Math.min(BATCH, pages - from) }, (_, n): DocumentWrite => ({
      kind: "page",
      id: articleId(from + n),
      expected: 0,
      body: articleAt(from + n),
    }));
    await driver.run(tenant, "documents.write", { writes });
  }
}

/** Changes one page of the draft. */
export async function touch(
  driver: Driver,
  tenant: string,
  n: number,
  version: number,
  words: string,
): Promise<number> {
  const body = { ...articleAt(n), description: words };
  const { versions } = await driver.run<{ versions: { version: number }[] }>(tenant, "documents.write", {
    writes: [{ kind: "page", id: articleId(n), expected: version, body }],
  });
  return versions[0]?.version ?? version;
}
