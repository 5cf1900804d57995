/**
 * The number of the last schema step of all areas. A new step increments it. It is a module of its own, so that a
 * program that only compares versions need not load the areas.
 */
export const LAST_STEP = 73;
