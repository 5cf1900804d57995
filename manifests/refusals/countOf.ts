/** A count with its noun, in the plural unless the count is 1. */
export const countOf = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;
