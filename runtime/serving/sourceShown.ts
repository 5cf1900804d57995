/** The notice above a page of the first language at an address of another one, which has no translation of it. */
import { tagOf } from "../documents/content/languages.ts";
import type { PageReader } from "../documents/content/sourceInstead.ts";
import type { StoredDocument } from "../documents/documents.ts";
import { spokenTag } from "../documents/inLanguage.ts";
import { escapeHtml } from "../templates/escape.ts";
import { isRightToLeft } from "../rendering/languages/direction.ts";
import { labelsFor } from "../rendering/css/labels.ts";
import type { SiteView } from "../rendering/view.ts";

/** The page with a notice to readers of another language, before all of its content. */
export function withNotice(html: string, tag: string): string {
  const text = escapeHtml(labelsFor(tag)["sourceShown"] ?? "");
  const spoken = spokenTag(tag);
  const notice = `<p class="wrap site-notice" role="note" lang="${escapeHtml(spoken)}" dir="${isRightToLeft(spoken) ? "rtl" : "ltr"}">${text}</p>`;
  return inMain(html, notice);
}

/** A page with HTML of the kernel after all of its content. */
export const afterMain = (html: string, own: string): string =>
  html.replace(/<\/main>(?![^]*<\/main>)|<\/body>(?![^]*<\/main>)/, (closing) => `${own}\n${closing}`);

/** A page with HTML of the kernel before all of its content. */
export const inMain = (html: string, own: string): string =>
  html.replace(/<main\b[^>]*>|<body\b[^>]*>(?![^]*<main\b)/, (opening) => `${opening}\n${own}`);

type Stored = StoredDocument<"page">;

/** The pages of a site's view, read at their paths by a given function. */
export const pagesOfView = (
  { settings, translations }: Pick<SiteView, "settings" | "translations">,
  at: PageReader<Stored>["at"],
): PageReader<Stored> => ({
  settings,
  at,
  languageOf: ({ body }) => tagOf(body, settings),
  group: ({ id }) => translations?.(id) ?? [],
});

/** A page that search engines must not list, because its own address is another one. */
export const unlisted = (page: Stored): Stored => ({ ...page, body: { ...page.body, noindex: true } });
