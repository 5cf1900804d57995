/** Words of saved filters and of columns. */
export const SAVED = {
  title: "Saved filters",
  manage: "Save this filter",
  name: "Name",
  shared: "For all members of the site",
  keep: "Save the filter",
  remove: "Remove “{name}”",
  sharedMark: "shared",
  filterFirst: "Filter the list first, then save what you see under a name.",
  columns: "Columns",
  showColumns: "Show these columns",
  done: {
    filterSaved: "The filter is saved.",
    filterRemoved: "The filter is removed.",
    columnsChosen: "You see these columns from now on.",
  },
} as const;
