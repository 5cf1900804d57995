/** The `until` of current versions, greater than every value of the change counter. */
export const FOREVER = Number.MAX_SAFE_INTEGER;

/** The condition of current versions in SQL. SQLite uses a partial index only for the same literal. */
export const IS_CURRENT = `until = ${FOREVER}`;

/** A value of the change counter at which current versions are in force. */
export const LATEST_CHANGE = FOREVER - 1;
