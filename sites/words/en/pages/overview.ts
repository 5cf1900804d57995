/** Words of the page that tells a member what is new. */
export const OVERVIEW = {
  title: "Overview",
  waiting: "Waiting for you",
  nothing: "Nothing waits for you.",
  remarks: "Remarks to you",
  differing: "Changed in the draft",
  none: "Visitors see the draft as it is. Edit the site, and your changes are listed here.",
  all: "All changes",
  planned: "Scheduled",
  stops: "A change made since will stop it.",
  whole: "the whole draft",
  allSchedules: "All schedules",
  write: "Edit the site",
  pages: "All pages",
} as const;
