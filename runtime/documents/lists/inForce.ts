/**
 * Builds the SQL condition that a row of `documents` is the version at a moment. Rows of `held` name the documents that
 * have another version at that moment than the change counter says. The moment parameter occurs three times.
 */
export const inForce = (table = "documents", at = "?"): string => versionIs(table, at, "held.version");

/**
 * The same for the version that is published at a moment. It differs while the time of a published page has not come, or
 * is over: then the page is absent, and its published version waits.
 */
export const publishedInForce = (table = "documents", at = "?"): string =>
  versionIs(table, at, "coalesce(held.waiting, held.version)");

const versionIs = (table: string, at: string, version: string): string =>
  `coalesce(${table}.version = (SELECT ${version} FROM held
     WHERE held.site = ${table}.site AND held.moment = ${at} AND held.kind = ${table}.kind AND held.id = ${table}.id),
   ${table}.change <= ${at} AND ${table}.until > ${at})`;
