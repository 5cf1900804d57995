/** Words of the comparison of two versions of a page. */
export const COMPARING = {
  laid: "Lay one over the other",
  slide: "How much of the earlier page to show",
} as const;
