import { ABOUT_PAGE } from "./aboutPage.ts";

/** Words of the pages area. */
export const PAGES = {
  ...ABOUT_PAGE,
  title: "Pages",
  all: "All pages",
  add: "New page",
  searchFor: "Title or address",
  noneFound: "No page has “{text}” in its title or address.",
  none: {
    published: "No page is published without changes.",
    changed: "No page has changes.",
    new: "No page is new.",
    deleted: "No page was deleted.",
  },
  older: "Further pages",
  newest: "First pages",
  list: "Pages",
  states: { published: "Published", changed: "Changed", new: "New", deleted: "Deleted" },
  held: "Held back",
  visibleFrom: "Visible from",
  visibleUntil: "Visible until",
  show: "Show",
  everything: "All",
  below: { one: "1 page below", other: "{n} pages below" },
  under: "Pages below {path}",
  levelUp: "One level up",
  edit: "Edit",
  settings: "Settings",
  view: "See it on the site",
  changedBy: "Changed by {name}",
  unreachable: "Visitors cannot reach this page, because its address is already used.",
  hidden: "Not in search results",

  deletedBy: "Deleted by {name}",
  restore: "Bring it back",
  elsewhere: "Another address for this page",
  elsewhereHelp: "Another page has its address now.",

  newTitle: "New page",
  path: "Address",
  pathHelp: "Example: /services/repairs. If you leave this empty, the title becomes the address.",
  begin: "Begin with",
  blank: "An empty page",
  menu: "Put it into the menu",
  create: "Create the page",

  noPicture: "None",
  keptPicture: "The current one",

  previews: "How other sites show it",
  shared: "As a shared link",

  address: "Address",
  move: "Change the address",
  redirect: "Lead visitors from the old address to the new one",
  along: { one: "Move the page below it too", other: "Move the {n} pages below it too" },

  entry: "Content type",
  entryOf: "Make it an entry of",
  entryHelp:
    "Its address, words and sections stay. What the type requires begins with an example. If the type has no address, visitors no longer get its page.",
  makeEntry: "Make it an entry",

  copy: "Copy",
  copyTitle: "Copy of {title}",
  makeCopy: "Make a copy",
  template: "Page template",
  templateHelp: "New pages can begin with a copy of this page’s sections. They appear under “Begin with”.",
  templateName: "Name of the template",
  makeTemplate: "Save as a template",

  links: "What links or refers here",
  noLinks: "No page, menu or redirect links here.",
  linksMore: "and more",
  kinds: {
    page: "Page",
    navigation: "The menu",
    redirects: "The redirects",
    settings: "The settings",
    types: "The content types",
    theme: "The theme",
  },

  remove: "Delete this page",
  removeHelp: "You can bring it back from the list of deleted pages.",
  removeTitle: "Delete",
  removeLinked: {
    one: "1 place links or refers to this page, and would lose it.",
    other: "{n} places link or refer to this page, and would lose it.",
  },
  removeAsked: "Delete this page?",
  removeAnyway: "Delete it",
  /** Reports of finished actions, by the word in the address. */
  done: {
    typed: "The page is an entry in the draft. Fill in its values.",
    created: "The page is in the draft. Visitors see it once it is published.",
    moved: "The address is changed in the draft.",
    copied: "The page is copied. You see the copy.",
    removed: "The page is deleted from the draft. Visitors see it until the draft is published.",
    restored: "The page is back in the draft.",
  },
} as const;
