/** Words of pages that are compared. */
export const COMPARING = {
  laid: "Lay one over the other",
  slide: "How much of the page before is seen",
} as const;
