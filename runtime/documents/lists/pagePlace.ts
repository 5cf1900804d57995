/** The facts of a page by which others link to it. */
import { type Sql, first } from "../../powers/powers.ts";
import type { Audience } from "../content/audience.ts";
import { inForce } from "./inForce.ts";
import { IS_FOR_READERS } from "./pageSelections.ts";

export interface PageAt {
  readonly path: string;
  /** The content type of an entry, or null. */
  readonly type: string | null;
  /** Below 0 for a page that only its readers may find. */
  readonly listed: number;
  readonly audience: Audience | undefined;
}

type Stored = Omit<PageAt, "audience"> & { readonly audience: string | null };

const PLACE = `SELECT path, summary ->> 'type' AS type, listed, iif(${IS_FOR_READERS}, body ->> '$.audience', NULL) AS audience
  FROM documents WHERE site = ? AND kind = 'page' AND id = ? AND ${inForce()} AND deleted = 0 ORDER BY version DESC LIMIT 1`;

/** The place of a page at a moment. Undefined if the page did not exist then. */
export function pagePlace(sql: Sql, site: string, id: string, at: number): PageAt | undefined {
  const found = first<Stored & Record<string, string | number | null>>(sql, PLACE, site, id, at, at, at);
  return (
    found && { ...found, audience: found.audience === null ? undefined : (JSON.parse(found.audience) as Audience) }
  );
}
