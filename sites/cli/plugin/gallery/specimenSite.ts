/** A made-up site, to render plugins without a real one. */
import type { PageSummary, Theme } from "../../../../runtime/documents/content/content.ts";
import type { SiteView } from "../../../../runtime/rendering/renderer.ts";

const ORIGIN = "https://site.example";
export const PLAIN: Theme = { theme: "", scheme: "auto", tokens: {} };

const summary = (index: number): PageSummary => ({
  id: `page-${index}`,
  path: `/page-${index}`,
  url: `${ORIGIN}/page-${index}`,
  title: `Page ${index}`,
  description: index % 2 === 0 ? "What this page is about." : null,
  collection: "journal",
  date: `2026-01-0${index}`,
  updated: null,
  author: null,
  image: null,
});

const PAGES = [1, 2, 3, 4, 5].map(summary);
const LINKS = [
  { label: "Home", link: "/" },
  { label: "About", link: "page:page-1", children: [{ label: "People", link: "/people" }] },
];

export const siteWith = (theme: Theme, stylesheet = "/_assets/preview.css"): SiteView => ({
  settings: { name: "Site & Co", tagline: "A site to look at", language: "en" },
  origin: ORIGIN,
  firstOrigin: ORIGIN,
  navigation: { menus: { header: LINKS, footer: LINKS } },
  theme,
  stylesheet,
  link: (id) => PAGES.find((page) => page.id === id)?.path ?? undefined,
  query: ({ limit = PAGES.length }) => PAGES.slice(0, limit),
  count: () => PAGES.length,
  months: () => [],
  holding: () => [],
});
