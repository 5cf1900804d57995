/** Words of the bar with the publish button. */
export const PUBLISHING = {
  unpublished: {
    one: "1 document of the draft is not published.",
    other: "{n} documents of the draft are not published.",
  },
  preview: "Look at the draft",
  publish: "Publish the draft",
  done: { published: "Published. Visitors see it within a moment." },
} as const;
