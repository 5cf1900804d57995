/**
 * The highest step of all areas. A change of a table takes the next one, and writes it here. It stands apart from the
 * steps, so that a program that compares data with this release need not load the areas.
 */
export const LAST_STEP = 36;
