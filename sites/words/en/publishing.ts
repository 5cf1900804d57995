/** Words of the bar with the publish button. */
export const PUBLISHING = {
  unpublished: {
    one: "1 change is not published yet.",
    other: "{n} changes are not published yet.",
  },
  preview: "Look at the draft",
  publish: "Publish the draft",
  see: "See the changes",
  done: { published: "Published. Visitors see it within a moment." },
} as const;
