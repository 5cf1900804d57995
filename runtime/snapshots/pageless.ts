/** Entries that live in lists alone, at one moment of a site. */
import type { Documents } from "../documents/documents.ts";
import type { SitePlugins } from "../plugins/states/shelf.ts";

/**
 * The content types whose entries have no page. A type that nobody defines any more stays what it was, so that no entry
 * becomes public because its plugin left.
 */
export const pagelessTypes = (documents: Documents, { renderer, entryTypes }: SitePlugins, site: string): Set<string> =>
  new Set([...renderer.pageless, ...documents.lists.pagelessBefore(site).filter((type) => !entryTypes.has(type))]);

/** The path that visitors have of a page. */
export const pathOfPage = (
  place: { readonly path: string; readonly type: string | null } | undefined,
  pageless: ReadonlySet<string>,
): string | undefined => (place?.type != null && pageless.has(place.type) ? undefined : place?.path);
