import type { Page } from "playwright-core";
import { PAGE_MAX_SECTIONS } from "../../manifests/bounds/documents.ts";
import { loadDemo } from "../../sites/demo/load.ts";
import { askApi } from "./member.ts";

/** Section types that a page may repeat, with the demo's content. */
const REPEATED = ["rich-text", "cards", "steps", "quote", "faq", "feature"];

const sections = loadDemo("saltmarrow")
  .document.pages.flatMap((page) => page.sections)
  .filter(({ type }) => REPEATED.includes(type.slice(type.indexOf("/") + 1)));

/** The body of a page with the largest number of sections. Only the first is a hero. */
export function longPage(): object {
  const hero = { id: "opening", type: "drawbridge.basics/hero", variant: "centered", fields: { title: "A long page" } };
  const rest = Array.from({ length: PAGE_MAX_SECTIONS - 1 }, (_, n) => ({
    ...sections[n % sections.length],
    id: `section-${n}`,
  }));
  return { path: "/long", title: "A long page", sections: [hero, ...rest] };
}

export async function makeLongPage(page: Page): Promise<string> {
  const made = await askApi<{ page: string }>(page, "POST", "/api/pages", { body: { body: longPage() } });
  if (made.status !== 201) throw new Error(`no long page: ${JSON.stringify(made.body).slice(0, 500)}`);
  return made.body.page;
}
