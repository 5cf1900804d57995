/**
 * Builds the condition that a row of `documents` is the version in force at a moment. A moment holds some documents at
 * versions of their own; every other document is as the change counter says. The moment is needed three times.
 */
export const inForce = (table = "documents", at = "?"): string =>
  `coalesce(${table}.version = (SELECT held.version FROM held
     WHERE held.site = ${table}.site AND held.moment = ${at} AND held.kind = ${table}.kind AND held.id = ${table}.id),
   ${table}.change <= ${at} AND ${table}.until > ${at})`;
