import { visitorsQuery } from "../../documents/redirectStops.ts";
import { RedirectTable, withVisitorsQuery } from "../../documents/redirectTable.ts";
import type { Catalogue } from "../../rendering/agents/catalogue.ts";
import { pathOf } from "../content/pageIndex.ts";
import { contentSource } from "../content/siteContent.ts";
import type { Answering } from "./operation.ts";
import { pageView } from "./pageView.ts";

/** Tells what a visitor gets at an address: a page, a redirect, or nothing. */
export const resolveAddress: Answering = async (content, parameters) => {
  const address = parameters.text("address") ?? "";
  const index = await content.pages();
  const path = pathOf(address, content.origin);
  const page = path === undefined ? undefined : index.atPath(path);
  const source = contentSource(content);
  const asking = path === undefined ? undefined : tableOf(content.catalogue).matchQuery(path, visitorsQuery(address));
  if (page && !asking)
    return { address, outcome: "page", status: 200, url: page.url, page: pageView(content)(page), ...source };
  const match = path === undefined ? undefined : tableOf(content.catalogue).match(path, visitorsQuery(address));
  if (!match) return { address, outcome: "not_found", status: 404, ...source };
  if (match.location === undefined) return { address, outcome: "gone", status: 410, ...source };
  const url = new URL(withVisitorsQuery(match.location, match.query), content.origin).href;
  const target = index.find(url, content.origin);
  return {
    address,
    outcome: "redirect",
    status: match.status,
    url,
    ...(target ? { page: pageView(content)(target) } : {}),
    ...source,
  };
};

const tables = new WeakMap<Catalogue, RedirectTable>();

function tableOf(catalogue: Catalogue): RedirectTable {
  const known = tables.get(catalogue) ?? new RedirectTable({ entries: [...catalogue.redirects] });
  tables.set(catalogue, known);
  return known;
}
