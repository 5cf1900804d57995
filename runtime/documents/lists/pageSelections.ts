/** Selections of pages, for statements of other areas. So this area alone knows its tables. */
import { FOREVER } from "../content/forever.ts";
import { readersPath } from "../content/audience.ts";
import { inForce } from "./inForce.ts";

/** A moment of the draft, and the content types whose entries have no page then. */
export interface PathsAt {
  readonly change: number;
  readonly pageless: ReadonlySet<string>;
}

/** SQL that is true for a page with an audience. */
export const IS_FOR_READERS = "(listed < 0 OR coalesce(summary ->> 'teaser', 0))";

/**
 * Selects the paths under which a release keeps a site's pages at a moment. Parameters: the site, three times the moment,
 * types without pages.
 */
export const PATHS_AT = `SELECT iif(${IS_FOR_READERS}, '${readersPath("")}' || path, path) AS path FROM documents WHERE site = ? AND kind = 'page' AND deleted = 0 AND ${inForce()}
  AND coalesce(summary ->> 'type', '') NOT IN (SELECT value FROM json_each(?))`;

/** Selects `site`, `change` and `body` of every page of all drafts. */
export const DRAFT_PAGES = `SELECT site, change, body FROM documents INDEXED BY documents_change
  WHERE kind = 'page' AND until = ${FOREVER} AND deleted = 0`;

/**
 * Selects the `body` of the pages of a draft that a chosen moment left out, and that nobody has written since. Parameters:
 * the site, and the moment twice.
 */
export const DRAFT_PAGES_LEFT_OUT = `SELECT page.body FROM held
  CROSS JOIN documents AS page ON page.site = held.site AND page.kind = held.kind AND page.id = held.id
  WHERE held.site = ? AND held.moment = ? AND held.kind = 'page'
    AND page.until = ${FOREVER} AND page.deleted = 0 AND page.change <= ?`;

/**
 * Selects the ids of a site's pages that a stored version has since a moment, or that a chosen moment names. Parameters:
 * the site, the moment, and the site.
 */
export const PAGES_SINCE = `SELECT id FROM documents WHERE site = ? AND kind = 'page' AND deleted = 0 AND until > ?
  UNION SELECT id FROM held WHERE site = ? AND kind = 'page'`;

/** The SQL of a site, of two moments, and of the page after which a list begins. */
export interface WrittenBetween {
  readonly site: string;
  readonly since: string;
  readonly until: string;
  readonly after: string;
}

/** Selects the ids of pages that were written between two moments, and of those that a choice of either has held back. */
export const pagesWritten = ({ site, since, until, after }: WrittenBetween): string =>
  `SELECT id FROM documents WHERE site = ${site} AND kind = 'page' AND change > ${since} AND change <= ${until} AND id > ${after}
   UNION SELECT id FROM held WHERE site = ${site} AND kind = 'page' AND moment IN (${since}, ${until}) AND id > ${after}`;

/** Selects the ids of the translations of pages that were written between two moments. */
export const translationsOfWritten = (written: WrittenBetween): string =>
  `SELECT id FROM documents INDEXED BY documents_group WHERE site = ${written.site} AND id > ${written.after}
     AND translation_of IN (${pagesWritten({ ...written, after: "''" })})`;
