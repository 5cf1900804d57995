/** Words of the pages that plugins add to the editor. */
export const PLUGIN_PAGES = {
  title: "Plugins’ pages",
  intro: "Plugins add these pages for what they keep.",
  none: "No plugin has a page for you.",
  lists: "Lists",
  empty: "There is nothing in this list.",
  further: "Further entries",
  find: "Find in entries",
  notFound: "No entry searched so far has “{text}”.",
  yes: "Yes",
  no: "No",
  /** Reports of finished actions, by the word in the address. */
  done: { done: "Done.", refused: "The plugin did not do it." },
} as const;
