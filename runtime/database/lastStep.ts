/**
 * The highest step of all areas. A change of a table takes the next one, and writes it here. It stands apart from the
 * steps, so that whoever compares data with this release need not load the areas.
 */
export const LAST_STEP = 36;
