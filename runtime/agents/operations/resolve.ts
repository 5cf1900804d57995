import { visitorsQuery } from "../../documents/redirectStops.ts";
import { RedirectTable, withVisitorsQuery } from "../../documents/redirectTable.ts";
import type { Redirect } from "../../documents/content/content.ts";
import { type PublicPageIndex, pathOf } from "../content/pageIndex.ts";
import { type SiteContent, addressesIn, contentSource } from "../content/siteContent.ts";
import type { Answering } from "./operation.ts";
import { pageView, publicLanguage } from "./pageView.ts";
import { type LanguageSettings, groupOf } from "../../documents/content/languages.ts";
import { absoluteUrl } from "../../documents/content/languageHosts.ts";
import { sourceInstead } from "../../documents/content/sourceInstead.ts";
import { normalPath } from "../../../manifests/shapes/normalPath.ts";
import type { PublicPage } from "../../search/publicIndex.ts";

/** Tells what a visitor gets at an address: a page, a redirect, or nothing. */
export const resolveAddress: Answering = async (content, parameters) => {
  const address = parameters.text("address") ?? "";
  const index = await content.pages();
  const place = addressesIn(content);
  const path = pathOf(address, place);
  const page = path === undefined ? undefined : index.atPath(path);
  const source = contentSource(content);
  const nothing = { address, outcome: "not_found", status: 404, ...source };
  const table = tableOf(await content.redirects());
  const asking = path === undefined ? undefined : table.matchQuery(path, visitorsQuery(address));
  if (page && !asking)
    return { address, outcome: "page", status: 200, url: page.url, page: pageView(content)(page), ...source };
  const match = path === undefined ? undefined : table.match(path, visitorsQuery(address));
  if (!match) return path === undefined ? nothing : (instead(content, index, path, address) ?? nothing);
  if (match.location === undefined) return { address, outcome: "gone", status: 410, ...source };
  const url = new URL(absoluteUrl(withVisitorsQuery(match.location, match.query), place), content.origin).href;
  const target = index.find(url, place);
  return {
    address,
    outcome: "redirect",
    status: match.status,
    url,
    ...(target ? { page: pageView(content)(target) } : {}),
    ...source,
  };
};

/** The translation or the source that a language shows at an address without a page. */
function instead(
  content: SiteContent,
  index: PublicPageIndex,
  asked: string,
  address: string,
): Record<string, unknown> | undefined {
  const { settings, language } = languagesOf(content);
  const found = sourceInstead(
    {
      settings,
      at: (path) => index.atPath(path),
      languageOf: language,
      group: (page) =>
        index.all
          .filter((one) => groupOf(one.id, one) === groupOf(page.id, page))
          .map((one) => ({ path: one.path, language: language(one) })),
    },
    normalPath(asked),
  );
  if (!found) return undefined;
  const page = found.is === "source" ? found.page : index.atPath(found.path);
  const outcome = found.is === "source" ? { outcome: "page", status: 200 } : { outcome: "redirect", status: 302 };
  return page && { address, ...outcome, url: page.url, page: pageView(content)(page), ...contentSource(content) };
}

/** The languages of a publication as its settings had them. */
function languagesOf(content: SiteContent): { settings: LanguageSettings; language(page: PublicPage): string } {
  const { language, languages } = content.catalogue.site;
  const listed = languages?.map(({ url, path = new URL(url, content.origin).pathname, ...one }) => {
    return { ...one, ...(path === "/" ? {} : { prefix: path }) };
  });
  return { settings: { language, languages: listed }, language: (page) => publicLanguage(page, content) };
}

const tables = new WeakMap<readonly Redirect[], RedirectTable>();

function tableOf(redirects: readonly Redirect[]): RedirectTable {
  const known = tables.get(redirects) ?? new RedirectTable({ entries: [...redirects] });
  tables.set(redirects, known);
  return known;
}
