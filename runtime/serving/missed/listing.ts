import { MISSED_ADDRESSES_LISTED } from "../../../manifests/bounds/publicContent.ts";
import type { Documents } from "../../documents/documents.ts";
import { pathOfPage } from "../../documents/lists/pagelessTypes.ts";
import { type FormerFileParts, formerFile } from "../rules/formerFiles.ts";
import type { MissedAddresses } from "./missedAddresses.ts";
import type { MissedView } from "./views.ts";

export interface MissedParts extends FormerFileParts {
  readonly documents: Documents;
  readonly missedAddresses: MissedAddresses;
}

/** The addresses in vain that no page, redirect or file answers. */
export function missedOf(parts: MissedParts, site: string): MissedView {
  const { documents, missedAddresses } = parts;
  const change = documents.change(site);
  const redirects = documents.redirects.table(site);
  const pageless = documents.pageless.at(site);
  const isPage = (path: string): boolean =>
    pathOfPage(documents.pageAtPath(site, path, change)?.body, pageless) !== undefined;
  const items = missedAddresses
    .list(site)
    .filter(({ path }) => !redirects.match(path) && !isPage(path) && formerFile(parts, site, path) === undefined);
  return { items: items.slice(0, MISSED_ADDRESSES_LISTED), total: items.length };
}
