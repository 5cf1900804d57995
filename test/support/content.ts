import type { Page, SiteDocument, Theme } from "../../runtime/documents/content/content.ts";

/** Content for tests and benches that talk to a whole installation. */
export const THEME: Theme = { theme: "drawbridge.slate/slate", scheme: "auto", tokens: {} };

export const textPage = (path: string, text: string, more: Partial<Page> = {}): Page => ({
  path,
  title: `Page ${path}`,
  sections: [{ id: "text", type: "drawbridge.basics/rich-text", fields: { body: text } }],
  ...more,
});

export const siteDocument = (pages: Readonly<Record<string, Page>>, name = "Test site"): SiteDocument => ({
  pages: Object.entries(pages).map(([id, page]) => ({ id, ...page })),
  navigation: { menus: { header: [], footer: [] } },
  redirects: { entries: [] },
  settings: { name, language: "en" },
});
