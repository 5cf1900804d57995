/** Words of the page of menus. */
export const MENU = {
  title: "Menu",
  menus: { header: "Menu at the top", footer: "Menu at the bottom" },
  empty: "Nothing is in this menu yet.",
  label: "Name in the menu",
  target: "Leads to",
  targetHelp: "Choose a page, or type an address such as /services or https://example.org.",
  addTo: "Add to the menu at the top",
  addToFooter: "Add to the menu at the bottom",
  add: "Add",
  change: "Change",
  changeOf: "Change “{label}”",
  up: "Move up",
  down: "Move down",
  in: "Move under the entry above",
  out: "Move one level up",
  remove: "Remove",
  ofItem: "{what}: {label}",
  brokenSome: { one: "1 entry leads nowhere.", other: "{n} entries lead nowhere." },
  place: "“{label}” is now {n} of {most}.",
  placeBelow: "“{label}” is now {n} of {most} below “{parent}”.",
  /** Reports of finished actions, by the word in the address. */
  done: {
    added: "The entry is in the menu of the draft. Visitors see it once it is published.",
    changed: "Changed.",
    removed: "Removed from the menu.",
  },
} as const;
