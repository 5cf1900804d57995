/** The comparisons of filters. Workers that only compare load no shapes of manifests. */
export const COMPARISONS = ["eq", "not", "before", "after", "from", "to", "has", "in"] as const;
export type Comparison = (typeof COMPARISONS)[number];
