/** Words of the canvas: the page of the draft that is changed in place. */
export const CANVAS = {
  title: "Edit",
  starting: "Opening the editor…",
  needsScript: "Writing in the page needs JavaScript. The other pages of the editor work without it.",
} as const;
