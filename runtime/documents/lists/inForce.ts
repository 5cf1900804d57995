/**
 * Builds the SQL condition that a row of `documents` is the version at a moment. Rows of `held` name the documents that
 * have another version at that moment than the change counter says. The moment parameter occurs three times.
 */
export const inForce = (table = "documents", at = "?"): string =>
  `coalesce(${table}.version = (SELECT held.version FROM held
     WHERE held.site = ${table}.site AND held.moment = ${at} AND held.kind = ${table}.kind AND held.id = ${table}.id),
   ${table}.change <= ${at} AND ${table}.until > ${at})`;
